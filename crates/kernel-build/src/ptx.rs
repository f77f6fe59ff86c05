//! The PTX of kernels: launch bounds, the version of PTX, and slow code.
//!
//! rustc cannot write `.maxntid` and similar directives behind the parameters of an entry point. So
//! `#[kernel]` leaves a static symbol for each kernel, `zellige_launch_bounds_NAME`, of five
//! numbers of 32 bits: threads, shared memory, the minimum number of blocks per multiprocessor, the
//! blocks of a cluster, and a bit for each parameter that is a tensor map. This module turns the
//! symbols into directives, and the pointers to maps into the maps themselves.
//!
//! Nor does rustc read the instructions in `asm!`, so the file's version may be too low for them;
//! this module raises it. It also [finds](Finding) slow code from the compiler: calls, local memory
//! and generic accesses.

mod finding;
mod maps;
mod statements;
mod version;

pub use finding::{Finding, Slow};

use crate::{Error, because};
use std::collections::BTreeMap;

/// The beginning of the symbol's name.
const SYMBOL: &str = "zellige_launch_bounds_";
/// The beginning of a kernel's entry point.
const ENTRY: &str = ".visible .entry ";

/// The launch bounds of a kernel.
///
/// ```
/// let bounds = zellige_kernel_build::ptx::Bounds { threads: 384, shared: 4096, min_blocks: 1, cluster: 0, maps: 0 };
/// assert_eq!(bounds.directives(), ".maxntid 384, 1, 1\n.minnctapersm 1\n");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The threads of a block.
    pub threads: u32,
    /// The shared memory that a launch gives to a block, in bytes. It produces no directive.
    pub shared: u32,
    /// The minimum number of blocks that a multiprocessor runs at a time; 0 for any number. The
    /// assembler limits the registers accordingly.
    pub min_blocks: u32,
    /// The blocks of a cluster; 0 where there are no clusters.
    pub cluster: u32,
    /// Bit i is set if parameter i is a tensor map. It produces no directive.
    pub maps: u32,
}

impl Bounds {
    /// Returns the directives that follow the parameters of the entry point.
    pub fn directives(&self) -> String {
        let mut text = format!(".maxntid {}, 1, 1\n", self.threads);
        if self.min_blocks > 0 {
            text += &format!(".minnctapersm {}\n", self.min_blocks);
        }
        if self.cluster > 0 {
            text += &format!(".explicitcluster\n.reqnctapercluster {}, 1, 1\n", self.cluster);
        }
        text
    }

    /// Returns the bounds from the definition of the symbol: `.b8 NAME[16] = {0, 1, 0, 0, 64}` or
    /// `.b32 NAME[4] = {256, 64}`; missing values at the end are zero.
    fn parse(definition: &str) -> Option<Self> {
        let kind = definition.split_whitespace().find_map(|word| {
            let bits = word.strip_prefix(".b").or(word.strip_prefix(".u"))?;
            bits.parse::<usize>().ok()
        })?;
        let (_, list) = definition.split_once('{')?;
        let (list, _) = list.split_once('}')?;
        let mut bytes = Vec::new();
        for number in list.split(',') {
            let number: u64 = number.trim().parse().ok()?;
            bytes.extend_from_slice(number.to_le_bytes().get(..kind / 8)?);
        }
        bytes.resize(20, 0);
        let number = |i: usize| {
            let bytes = bytes[4 * i..4 * i + 4].try_into();
            bytes.map(u32::from_le_bytes).ok()
        };
        Some(Bounds {
            threads: number(0)?,
            shared: number(1)?,
            min_blocks: number(2)?,
            cluster: number(3)?,
            maps: number(4)?,
        })
    }
}

/// The PTX of kernels, with the directives of their launch bounds, in the version that their
/// instructions need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ptx {
    /// The PTX.
    pub text: String,
    /// The launch bounds, by kernel.
    pub bounds: BTreeMap<String, Bounds>,
    /// The slow code, kernel by kernel.
    pub findings: Vec<Finding>,
}

impl Ptx {
    /// Puts the directives into the compiler's PTX, in place of the symbols, and raises its version
    /// to the one that the instructions need.
    ///
    /// ```
    /// use zellige_kernel_build::ptx::Ptx;
    /// let ptx = Ptx::of("
    /// .version 7.0
    /// .visible .global .align 4 .b8 zellige_launch_bounds_sum[16] = {0, 1, 0, 0, 0, 2};
    /// .visible .entry sum(
    ///     .param .u32 sum_param_0
    /// )
    /// {
    ///     cp.async.cg.shared.global [%r1], [%rd1], 16, %p1;
    ///     ret;
    /// }
    /// ").unwrap();
    /// assert!(ptx.text.contains(".version 7.5\n"));
    /// assert_eq!((ptx.bounds["sum"].threads, ptx.bounds["sum"].shared), (256, 512));
    /// assert!(ptx.text.contains("sum_param_0\n)\n.maxntid 256, 1, 1\n"));
    /// assert!(!ptx.text.contains("zellige_launch_bounds"));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a kernel has no symbol, or a symbol no kernel, and if the text has no
    /// version.
    pub fn of(text: &str) -> Result<Self, Error> {
        Ptx::at_least(0, text)
    }

    /// Does the same, with ten times the lowest version that the result may have.
    pub(crate) fn at_least(version: u32, text: &str) -> Result<Self, Error> {
        let mut all = BTreeMap::new();
        let mut rest = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            match bounds_of(line) {
                None => rest += line,
                Some((name, bounds)) => {
                    let bounds = bounds.ok_or_else(|| {
                        because(
                            format!("launch bounds of {name}"),
                            "their symbol is not five numbers",
                        )
                    })?;
                    all.insert(name.to_string(), bounds);
                }
            }
        }
        let mut pieces = rest.split(ENTRY);
        let mut text = pieces.next().unwrap_or_default().to_string();
        let mut without = all.clone();
        for piece in pieces {
            let (name, after) = piece
                .split_once('(')
                .ok_or_else(|| Error("an entry point has no list of parameters".into()))?;
            let end = after
                .find(')')
                .ok_or_else(|| Error(format!("the list of parameters of {name} does not end")))?;
            let bounds = without.remove(name).ok_or_else(|| {
                Error(format!(
                    "the kernel {name} has no launch bounds: it is not a function with `#[kernel]`"
                ))
            })?;
            let (parameters, body) = after.split_at(end + 1);
            let (parameters, body) = maps::by_value(name, bounds.maps, parameters, body)?;
            text += &format!("{ENTRY}{name}({parameters}\n{}{body}", bounds.directives());
        }
        if let Some(name) = without.keys().next() {
            return Err(Error(format!("there are launch bounds of {name}, but no such kernel")));
        }
        let functions = statements::functions(&text);
        let findings = finding::findings(&functions);
        let statements: Vec<_> =
            functions.into_iter().flat_map(|function| function.statements).collect();
        version::raise(&mut text, statements.iter(), version)?;
        Ok(Ptx { text, bounds: all, findings })
    }
}

/// Returns the kernel for which the line defines a symbol, and its bounds if they are valid.
fn bounds_of(line: &str) -> Option<(&str, Option<Bounds>)> {
    let (before, after) = line.split_once(SYMBOL)?;
    let is_definition = before.trim_start().starts_with('.') && before.contains(".global ");
    let (name, _) = after.split_once('[').filter(|_| is_definition)?;
    Some((name, Bounds::parse(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
.version 8.0
	// .globl	sum
.visible .global .align 4 .b8 zellige_launch_bounds_sum[16] = {0, 1, 0, 0, 0, 2};
.visible .global .align 4 .b32 zellige_launch_bounds_other[4] = {384, 0, 1, 2};
.visible .entry sum(
	.param .u32 sum_param_0,
	.param .u64 sum_param_1
)
{
	ret;
}
	// .globl	other
.visible .entry other()
{
	ret;
}
";

    #[test]
    fn directives_stand_behind_the_parameters() {
        let ptx = Ptx::of(TEXT).unwrap();
        assert!(ptx.text.contains("sum_param_1\n)\n.maxntid 256, 1, 1\n\n{"));
        let other = ".visible .entry other()\n.maxntid 384, 1, 1\n.minnctapersm 1\n\
                     .explicitcluster\n.reqnctapercluster 2, 1, 1\n\n{";
        assert!(ptx.text.contains(other), "{}", ptx.text);
        assert_eq!(ptx.bounds["sum"].shared, 512);
        assert!(!ptx.text.contains(SYMBOL));
    }

    #[test]
    fn bounds_and_kernels_belong_together() {
        let reason = |text: &str| Ptx::of(text).unwrap_err().to_string();
        let entry = "\n.version 7.0\n.visible .entry sum()\n{\n}\n";
        assert!(reason(entry).contains("sum has no launch bounds"));
        let symbol = ".visible .global .align 4 .b8 zellige_launch_bounds_sum[16]";
        assert!(reason(&format!("{symbol} = {{32}};")).contains("no such kernel"));
        for wrong in ["", " = {many}", " = {}", " = {32"] {
            let text = format!("{symbol}{wrong};\n{entry}");
            assert!(reason(&text).contains("not five numbers"), "{wrong}");
        }
    }
}
