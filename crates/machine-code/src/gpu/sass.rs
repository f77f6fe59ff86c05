//! The kernels' machine instructions, as NVIDIA's disassembler lists them.

use crate::{
    Outcome,
    names::{Code, Names, numbered, one_blank},
};
use std::collections::BTreeMap;

/// The instructions and labels of each kernel, from the output of `nvdisasm -c`. Registers and
/// labels are renamed in order of appearance; a pair or a quad of registers is named by its first
/// register. Padding of the last cache line is left out.
pub fn kernels(text: &str) -> Outcome<BTreeMap<String, Code>> {
    let mut all = BTreeMap::new();
    for section in text.split("\t.section\t.text.").skip(1) {
        let name = section.split(',').next().unwrap_or_default();
        all.insert(name.to_string(), renamed(section.lines()));
    }
    if all.is_empty() {
        return Err("nvdisasm shows no kernel".into());
    }
    Ok(all)
}

/// The instruction count.
pub fn count(code: &Code) -> usize {
    code.iter().filter(|line| !line.ends_with(':')).count()
}

/// The name of the instruction, such as `LDG.E.128`; `None` for labels.
pub fn opcode(line: &str) -> Option<&str> {
    let mut words = line.split(' ').filter(|word| !word.starts_with('@'));
    words.next().filter(|word| !word.ends_with(':'))
}

fn renamed<'a>(lines: impl Iterator<Item = &'a str>) -> Code {
    let mut lines: Vec<String> = lines.filter_map(instruction_or_label).collect();
    while lines.last().is_some_and(|line| line == "NOP" || line.ends_with(':')) {
        lines.pop();
    }
    let used = |label: &str| {
        let reference = format!("({label})");
        lines.iter().any(|line| line.contains(&reference))
    };
    let unused: Vec<bool> =
        lines.iter().map(|line| line.strip_suffix(':').is_some_and(|label| !used(label))).collect();
    let mut names = Names::default();
    let lines = lines.iter().zip(unused).filter(|(_, unused)| !unused);
    lines.map(|(line, _)| names.rename(line, "_", register_or_label)).collect()
}

/// `/*0040*/  LEA R7, R0, R7, 0x8 ;` without its address and semicolon, or a label that branches
/// can target.
fn instruction_or_label(line: &str) -> Option<String> {
    let line = line.trim();
    if line.starts_with(".L_") && line.ends_with(':') {
        return Some(line.to_string());
    }
    let (_, instruction) = line.strip_prefix("/*")?.split_once("*/")?;
    let instruction = instruction.trim().strip_suffix(';')?;
    Some(with_gt_or_le(&one_blank(instruction)))
}

/// An integer comparison with a constant, written with `GT` or `LE`: `x >= 9` becomes `x > 8`, and
/// `x < 9` becomes `x <= 8`.
fn with_gt_or_le(line: &str) -> String {
    let turned = || {
        let (how, turned) = [(".GE.", ".GT."), (".LT.", ".LE.")]
            .into_iter()
            .find(|(how, _)| line.contains(&format!("ISETP{how}")) && !line.contains(".EX"))?;
        let (before, constant) = line.split_once(", 0x")?;
        let (digits, after) = constant.split_once(',')?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        // Negative constants are written with a sign, and 0 has no predecessor.
        let number = number.checked_sub(1)?;
        let before = before.replacen(how, turned, 1);
        Some(format!("{before}, {number:#x},{after}"))
    };
    turned().unwrap_or_else(|| line.to_string())
}

/// The kind of a register or label name.
fn register_or_label(word: &str) -> Option<String> {
    numbered(word, &["R", "UR", "P", "UP", "B", "L_x_"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_with_constants_have_one_form() {
        let ge = "ISETP.GE.U32.AND P0, PT, R43, 0x9, PT";
        assert_eq!(with_gt_or_le(ge), "ISETP.GT.U32.AND P0, PT, R43, 0x8, PT");
        let lt = "@!P1 ISETP.LT.AND P0, PT, R43, 0x10, PT";
        assert_eq!(with_gt_or_le(lt), "@!P1 ISETP.LE.AND P0, PT, R43, 0xf, PT");
        for same in [
            "ISETP.GE.U32.AND P0, PT, R43, R9, PT",
            "ISETP.GE.U32.AND P0, PT, R43, 0x0, PT",
            "ISETP.GE.AND P0, PT, R43, -0x1, PT",
            "ISETP.GE.U32.AND.EX P0, PT, R43, 0x9, PT, P1", // the upper half of 64 bits
            "ISETP.EQ.U32.AND P0, PT, R43, 0x9, PT",
            "IADD3 R0, R1, 0x9, RZ",
        ] {
            assert_eq!(with_gt_or_le(same), same);
        }
    }

    #[test]
    fn instructions_have_new_names() {
        let text = "
\t.section\t.text.copy,\"ax\",@progbits
        .size           copy,(.L_x_6 - copy)
copy:
.text.copy:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0040*/                   LEA R7, R9, R7.reuse, 0x8 ;
.L_x_2:
        /*0060*/               @!P3 EXIT ;
        /*00c0*/                   LDG.E R4, desc[UR4][R9.64] ;
.L_x_1:
        /*0120*/              @P3 BRA `(.L_x_1);
        /*0130*/                   NOP;
.L_x_6:
";
        let expected = [
            "LDC R0, c[0x0][0x28]",
            "LEA R1, R2, R1.reuse, 0x8",
            "@!P0 EXIT",
            "LDG.E R3, desc[UR0][R2.64]",
            ".L_x_0:",
            "@P0 BRA `(.L_x_0)",
        ];
        let code = &kernels(text).unwrap()["copy"];
        assert_eq!(code, &expected);
        assert_eq!(count(code), 5);
        assert_eq!(opcode(&code[5]), Some("BRA"));
        assert_eq!(opcode(&code[4]), None);
    }
}
