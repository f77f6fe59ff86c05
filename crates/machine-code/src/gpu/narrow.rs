//! Checks that index arithmetic is in 32 bits, and that only addresses use 64 bits.
//!
//! A 64-bit register holds an address if its value comes from a parameter (all 64-bit parameters
//! are pointers), from the name of an object in memory, or from another address. A kernel may then
//! have only this 64-bit integer arithmetic:
//!
//! | instruction | what for |
//! |---|---|
//! | `cvt.u64.u32`, `mul.wide.u32`, `mul.lo.s64` of two such conversions, or one and a constant | an index becomes an offset; a tile's row times the row's length too |
//! | `shl.b64` of an offset by a constant | elements become bytes |
//! | `add.s64` with an address, `mad.wide.u32` onto an address | the final addition |
//! | `sub.s64` of such an offset from an address | the same, for a tensor that begins before its matrix |
//! | `or.b64` of a conversion and a constant, for `wgmma` alone | a descriptor of shared memory, which is not an index |
//!
//! (and the signed forms). A product with a number that was already 64 bits wide, or a sum of two
//! offsets, is not in the table: it shows that an index was computed in 64 bits.

use super::ptx::{Kernel, opcode, operands};
use crate::names::words;
use std::collections::HashMap;

/// The instructions of a kernel whose 64-bit arithmetic computes more than addresses.
pub(super) fn wide(kernel: &Kernel) -> Vec<String> {
    let registers = Registers::new(kernel);
    let wrong = kernel.code.iter().filter(|line| !registers.is_fine(line));
    wrong.cloned().collect()
}

/// The contents of a 64-bit register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Content {
    /// A 32-bit number.
    Narrow,
    /// The product of two 32-bit numbers, in bytes or elements.
    Product,
    /// The address of an object in memory.
    Address,
}

/// The contents of the 64-bit registers; registers that are not in the map hold something else.
struct Registers<'a> {
    kernel: &'a Kernel,
    contents: HashMap<&'a str, Content>,
}

impl<'a> Registers<'a> {
    fn new(kernel: &'a Kernel) -> Self {
        let contents = HashMap::new();
        let mut registers = Registers { kernel, contents };
        // Repeat until nothing is new: in a loop, an address may come from one that is computed
        // further down.
        let mut grown = true;
        while grown {
            grown = false;
            for line in &kernel.code {
                if let Some((target, content)) = registers.learn(line) {
                    let known = registers.contents.get(target);
                    if known.is_none_or(|&known| known < content) {
                        registers.contents.insert(target, content);
                        grown = true;
                    }
                }
            }
        }
        registers
    }

    /// The register that the line assigns to, and its contents afterwards.
    fn learn(&self, line: &'a str) -> Option<(&'a str, Content)> {
        let opcode = opcode(line).filter(|opcode| is_wide(opcode))?;
        let mut operands = operands(line);
        let target = operands.next()?;
        let is_symbol = |source: &str| source.starts_with(|c: char| c.is_ascii_alphabetic());
        let mut contents = operands.map(|source| {
            let symbol = is_symbol(source).then_some(Content::Address);
            self.contents.get(source).copied().or(symbol)
        });
        let content = match base(opcode) {
            "ld" if opcode.starts_with("ld.param") => Some(Content::Address),
            "cvta" => Some(Content::Address),
            "cvt" if opcode.ends_with("32") => Some(Content::Narrow),
            "mul" => Some(Content::Product),
            "shl" => contents.next().flatten().map(|_| Content::Product),
            "mov" | "selp" => contents.flatten().max(),
            "add" | "mad" => {
                contents.flatten().max().filter(|&content| content == Content::Address)
            }
            "sub" => contents.next().flatten().filter(|&content| content == Content::Address),
            _ => None,
        };
        content.map(|content| (target, content))
    }

    /// Whether the line is allowed.
    fn is_fine(&self, line: &str) -> bool {
        let Some(opcode) = opcode(line).filter(|opcode| is_wide(opcode)) else {
            return true;
        };
        let mut operands = operands(line);
        let target = operands.next().unwrap_or_default();
        let sources: Vec<&str> = operands.collect();
        let holds = |source: &str, content| self.contents.get(source) == Some(&content);
        let has_address = || sources.iter().any(|source| holds(source, Content::Address));
        let constant = |source: &str| source.parse::<u64>().is_ok();
        let is_offset =
            |source: &str| holds(source, Content::Narrow) || holds(source, Content::Product);
        match base(opcode) {
            "mul" => {
                let narrow = |source| holds(source, Content::Narrow) || constant(source);
                let are_narrow = || sources.iter().all(|source| narrow(source));
                opcode.starts_with("mul.wide.") || (opcode.starts_with("mul.lo.") && are_narrow())
            }
            "mad" => opcode.starts_with("mad.wide.") && has_address(),
            "add" => has_address(),
            "sub" => {
                matches!(*sources, [from, by] if holds(from, Content::Address) && is_offset(by))
            }
            "shl" => {
                matches!(*sources, [from, by] if is_offset(from) && constant(by))
            }
            "or" => {
                let bits = |source: &str| constant(source) || source.parse::<i64>().is_ok();
                matches!(*sources, [from, with] if holds(from, Content::Narrow) && bits(with))
                    && self.is_descriptor(target)
            }
            other => !ARITHMETIC.contains(&other),
        }
    }

    /// Whether only `wgmma` uses the register.
    fn is_descriptor(&self, register: &str) -> bool {
        let is_use = |line: &&String| {
            words(line).any(|word| word == register) && operands(line).next() != Some(register)
        };
        let is_wgmma = |opcode: &str| opcode.starts_with("wgmma.mma_async");
        let mut uses = self.kernel.code.iter().filter(is_use);
        uses.all(|line| opcode(line).is_some_and(is_wgmma))
    }
}

/// Integer instructions that have a 64-bit form.
const ARITHMETIC: [&str; 21] = [
    "addc", "subc", "madc", "sad", "div", "rem", "abs", "neg", "min", "max", "and", "xor", "not",
    "cnot", "shr", "bfe", "bfi", "bfind", "popc", "clz", "brev",
];

/// The instruction without its types: `add` for `add.s64`.
fn base(opcode: &str) -> &str {
    opcode.split('.').next().unwrap_or(opcode)
}

/// Whether an integer instruction has a 64-bit result.
fn is_wide(opcode: &str) -> bool {
    let mut types = opcode.split('.').skip(1);
    types.any(|part| ["wide", "s64", "u64", "b64"].contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: [&str; 3] =
        ["ld.param.b64 %rd0, [param_0]", "cvta.to.global.u64 %rd1, %rd0", "cvt.u64.u32 %rd2, %r0"];

    #[test]
    fn addresses_are_computed_in_64_bits() {
        let fine = [
            "mul.wide.u32 %rd3, %r0, 4",
            "add.s64 %rd4, %rd1, %rd3",
            "shl.b64 %rd5, %rd2, 2",
            "shl.b64 %rd11, %rd3, 1",
            "mad.wide.s32 %rd6, %r0, 4, %rd4",
            "sub.s64 %rd15, %rd6, %rd3",
            "add.s64 %rd16, %rd15, %rd5",
            "mov.b64 %rd7, %rd6",
            "@%p0 add.s64 %rd7, %rd7, 64",
            "mov.b64 %rd8, zellige_shared",
            "add.s64 %rd9, %rd8, %rd5",
            "mul.lo.s32 %r3, %r1, %r2",
            "ld.global.b64 %rd10, [%rd9+8]",
            "mul.lo.s64 %rd12, %rd2, %rd2",
            "add.s64 %rd13, %rd1, %rd12",
            "or.b64 %rd14, %rd2, 4611686293305294848",
            "or.b64 %rd17, %rd2, -9223371899415756800",
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%r4,%r5}, %rd14, %rd17, 1, 1, 1",
        ];
        let lines = [START.as_slice(), &fine].concat();
        assert!(wide(&Kernel::of_lines(&lines)).is_empty());
    }

    #[test]
    fn indices_are_not() {
        for wrong in [
            "add.s64 %rd3, %rd2, 1",
            "sub.s64 %rd3, %rd2, 1",
            "sub.s64 %rd3, %rd1, %rd0",
            "mul.lo.s64 %rd3, %rd2, %rd4",
            "shl.b64 %rd3, %rd2, %r1",
            "shl.b64 %rd3, %rd9, 3",
            "shl.b64 %rd3, %rd1, 3",
            "mad.lo.s64 %rd3, %rd2, 4, %rd1",
            "mad.wide.u32 %rd3, %r0, 4, %rd2",
            "@!%p1 and.b64 %rd3, %rd2, 7",
            "rem.u64 %rd3, %rd2, %rd9",
            "or.b64 %rd3, %rd2, 8",
        ] {
            let lines = [START.as_slice(), &[wrong, "st.global.b32 [%rd3+8], %r0"]].concat();
            assert_eq!(wide(&Kernel::of_lines(&lines)), [wrong]);
        }
    }
}
