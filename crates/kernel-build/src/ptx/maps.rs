//! Tensor maps as parameters.
//!
//! A launch passes the 128 bytes of a map, so that a map needs no memory on the GPU and may change
//! from launch to launch. rustc would copy such a parameter to local memory, where the tensor
//! memory accelerator cannot read it. So a kernel takes a pointer, and this module turns the
//! parameter into the map, and the load of the pointer into the address of the parameter:
//!
//! ```text
//! .param .u64 .ptr .align 1 f_param_0        .param .align 64 .b8 f_param_0[128]
//! ld.param.b64 %rd1, [f_param_0];            mov.b64 %rd1, f_param_0;  cvta.param.u64 %rd1, %rd1;
//! ```
//!
//! At the beginning, the first thread of a block prefetches the maps, so that the first copy does
//! not wait for them.

use crate::Error;
use std::borrow::Cow;

/// Returns the list of parameters and the body of a kernel that takes parameter i by value if bit i
/// of `maps` is set.
pub(super) fn by_value<'p>(
    name: &str,
    maps: u32,
    parameters: &'p str,
    body: &'p str,
) -> Result<(Cow<'p, str>, Cow<'p, str>), Error> {
    if maps == 0 {
        return Ok((parameters.into(), body.into()));
    }
    let is_map = |text: &str| {
        let number = text.strip_prefix(name)?.strip_prefix("_param_")?;
        let number: u32 = number.parse().ok()?;
        Some(number < 32 && maps >> number & 1 == 1)
    };
    let mut list = Vec::new();
    for parameter in parameters.trim_end_matches(')').split(',') {
        let word = parameter.split_whitespace().next_back().unwrap_or_default();
        list.push(match is_map(word) {
            Some(true) => format!("\n\t.param .align 64 .b8 {word}[128]").into(),
            _ => Cow::from(parameter.trim_end()),
        });
    }
    let (mut text, mut addresses) = (String::with_capacity(body.len()), Vec::new());
    let mut prefetch = Some(prefetch(name, maps));
    for line in body.split_inclusive('\n') {
        let word = line.trim_start();
        let declares = ["{", ".", "//"].iter().any(|begin| word.starts_with(begin));
        if !declares && !word.is_empty() {
            text += &prefetch.take().unwrap_or_default();
        }
        let loaded = line.trim_start().strip_prefix("ld.param.").and_then(|load| {
            let (target, source) = load.trim_end().split_once(", [")?;
            let source = source.strip_suffix("];")?;
            let register = target.split_whitespace().next_back()?;
            (is_map(source)?).then_some((register, source))
        });
        if let Some((register, source)) = loaded {
            addresses.push(register);
            text += &format!("\tmov.b64 \t{register}, {source};\n");
            text += &format!("\tcvta.param.u64 \t{register}, {register};\n");
            continue;
        }
        let operand = |register: &&str| line.trim_end().ends_with(&format!(", {register};"));
        if line.contains("cvta.to.global") && addresses.iter().any(&operand) {
            return Err(Error(format!(
                "the kernel {name} reads the content of a tensor map, which only the tensor memory accelerator can"
            )));
        }
        text += line;
    }
    Ok((format!("{}\n)", list.join(",")).into(), text.into()))
}

/// Returns the code by which the first thread prefetches the maps.
fn prefetch(name: &str, maps: u32) -> String {
    let mut text =
        String::from("\t.reg .b64 \t%map;\n\t.reg .b32 \t%mapt;\n\t.reg .pred \t%mapp;\n");
    text += "\tmov.u32 \t%mapt, %tid.x;\n\tsetp.eq.u32 \t%mapp, %mapt, 0;\n";
    for number in (0..32).filter(|number| maps >> number & 1 == 1) {
        text += &format!("\tmov.b64 \t%map, {name}_param_{number};\n");
        text += "\tcvta.param.u64 \t%map, %map;\n\t@%mapp prefetch.tensormap \t[%map];\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::by_value;

    const PARAMETERS: &str = "
\t.param .u32 f_param_0,
\t.param .u64 .ptr .align 1 f_param_1
)";

    #[test]
    fn the_load_becomes_an_address() {
        let body =
            "{\n\tld.param.b64 \t%rd3, [f_param_1];\n\tld.param.b32 \t%r1, [f_param_0];\n}\n";
        let (parameters, text) = by_value("f", 2, PARAMETERS, body).unwrap();
        assert_eq!(
            parameters,
            "\n\t.param .u32 f_param_0,\n\t.param .align 64 .b8 f_param_1[128]\n)"
        );
        let (before, after) = text.split_once("prefetch.tensormap \t[%map];\n").unwrap();
        assert!(before.contains("mov.b64 \t%map, f_param_1;\n"), "{before}");
        assert_eq!(
            after,
            "\tmov.b64 \t%rd3, f_param_1;\n\tcvta.param.u64 \t%rd3, %rd3;\n\tld.param.b32 \t%r1, [f_param_0];\n}\n"
        );
        let (parameters, text) = by_value("f", 0, PARAMETERS, body).unwrap();
        assert_eq!((&*parameters, &*text), (PARAMETERS, body));
    }

    #[test]
    fn the_content_of_a_map_is_not_read() {
        let body = "\tld.param.b64 \t%rd3, [f_param_1];\n\tcvta.to.global.u64 \t%rd4, %rd3;\n";
        let error = by_value("f", 2, PARAMETERS, body).unwrap_err();
        assert!(error.to_string().contains("the kernel f reads the content"), "{error}");
    }
}
