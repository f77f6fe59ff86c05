//! Index arithmetic is done in 32 bits, and 64 bits are for addresses.
//!
//! A register of 64 bits holds an address if it comes from a parameter (all parameters of 64 bits are
//! pointers), from the name of something in memory, or from another address. Then the integer arithmetic
//! of 64 bits that a kernel may have is this:
//!
//! | instruction | what for |
//! |---|---|
//! | `cvt.u64.u32`, `mul.wide.u32` | an index becomes an offset; a tile's row times the row's length too |
//! | `shl.b64` of such an offset by a constant | elements become bytes |
//! | `add.s64` with an address, `mad.wide.u32` onto an address | the final addition |
//!
//! (and their forms with a sign). A product of two 64-bit numbers, or a sum of two offsets, is none of
//! these: there an index was computed in 64 bits.

use super::ptx::{Kernel, opcode, operands};
use std::collections::HashSet;

/// The instructions of a kernel that compute more than addresses in 64 bits.
pub(super) fn wide(kernel: &Kernel) -> Vec<String> {
    let registers = Registers::new(kernel);
    let wrong = kernel.code.iter().filter(|line| !registers.is_fine(line));
    wrong.cloned().collect()
}

/// What the registers of 64 bits hold.
#[derive(Default)]
struct Registers<'a> {
    addresses: HashSet<&'a str>,
    /// Offsets: numbers of 32 bits, or products of two of them.
    offsets: HashSet<&'a str>,
}

impl<'a> Registers<'a> {
    fn new(kernel: &'a Kernel) -> Self {
        let mut registers = Registers::default();
        // Until nothing is added: in a loop, an address may come from one that is computed further down.
        let mut grown = true;
        while grown {
            grown = false;
            for line in &kernel.code {
                grown |= registers.learn(line);
            }
        }
        registers
    }

    /// Adds what the line tells, and says whether that is new.
    fn learn(&mut self, line: &'a str) -> bool {
        let operands: Vec<&str> = operands(line).collect();
        let wide = opcode(line).filter(|opcode| is_wide(opcode));
        let (Some(opcode), [target, sources @ ..]) = (wide, operands.as_slice()) else {
            return false;
        };
        let is_address = |source: &&str| self.addresses.contains(source);
        let is_symbol = |source: &str| source.starts_with(|c: char| c.is_ascii_alphabetic());
        let address = match base(opcode) {
            "ld" => opcode.starts_with("ld.param"),
            "cvta" => true,
            "mov" => sources
                .iter()
                .any(|source| is_address(source) || is_symbol(source)),
            "add" | "mad" | "selp" => sources.iter().any(is_address),
            "cvt" if opcode.ends_with("32") => return self.offsets.insert(target),
            "mul" if opcode.starts_with("mul.wide.") => return self.offsets.insert(target),
            _ => false,
        };
        address && self.addresses.insert(target)
    }

    /// Whether the line is none of the arithmetic that is not allowed.
    fn is_fine(&self, line: &str) -> bool {
        let Some(opcode) = opcode(line).filter(|opcode| is_wide(opcode)) else {
            return true;
        };
        let operands: Vec<&str> = operands(line).collect();
        let sources = operands.get(1..).unwrap_or_default();
        let has_address = || sources.iter().any(|source| self.addresses.contains(source));
        match base(opcode) {
            "mul" => opcode.starts_with("mul.wide."),
            "mad" => opcode.starts_with("mad.wide.") && has_address(),
            "add" => has_address(),
            "shl" => {
                let constant = |source: &str| source.parse::<u32>().is_ok();
                matches!(sources, [from, by] if self.offsets.contains(from) && constant(by))
            }
            other => !ARITHMETIC.contains(&other),
        }
    }
}

/// Integer instructions that have a form of 64 bits.
const ARITHMETIC: [&str; 23] = [
    "sub", "mul24", "mad24", "sad", "div", "rem", "abs", "neg", "min", "max", "and", "or", "xor",
    "not", "cnot", "shr", "bfe", "bfi", "bfind", "popc", "clz", "brev", "lop3",
];

/// The instruction without its types: `add` of `add.s64`.
fn base(opcode: &str) -> &str {
    opcode.split('.').next().unwrap_or(opcode)
}

/// Whether an integer instruction has a result of 64 bits.
fn is_wide(opcode: &str) -> bool {
    let mut types = opcode.split('.').skip(1);
    types.any(|part| ["wide", "s64", "u64", "b64"].contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(lines: &[&str]) -> Kernel {
        Kernel {
            name: "copy".into(),
            code: lines.iter().map(|line| line.to_string()).collect(),
        }
    }

    const START: [&str; 3] = [
        "ld.param.b64 %rd0, [param_0]",
        "cvta.to.global.u64 %rd1, %rd0",
        "cvt.u64.u32 %rd2, %r0",
    ];

    #[test]
    fn addresses_are_computed_in_64_bits() {
        let fine = [
            "mul.wide.u32 %rd3, %r0, 4",
            "add.s64 %rd4, %rd1, %rd3",
            "shl.b64 %rd5, %rd2, 2",
            "shl.b64 %rd11, %rd3, 1",
            "mad.wide.s32 %rd6, %r0, 4, %rd4",
            "mov.b64 %rd7, %rd6",
            "@%p0 add.s64 %rd7, %rd7, 64",
            "mov.b64 %rd8, zellige_shared",
            "add.s64 %rd9, %rd8, %rd5",
            "mul.lo.s32 %r3, %r1, %r2",
            "ld.global.b64 %rd10, [%rd9+8]",
        ];
        let lines = [START.as_slice(), &fine].concat();
        assert!(wide(&kernel(&lines)).is_empty());
    }

    #[test]
    fn indices_are_not() {
        for wrong in [
            "add.s64 %rd3, %rd2, 1",
            "mul.lo.s64 %rd3, %rd2, %rd2",
            "shl.b64 %rd3, %rd2, %r1",
            "shl.b64 %rd3, %rd9, 3",
            "shl.b64 %rd3, %rd1, 3",
            "mad.lo.s64 %rd3, %rd2, 4, %rd1",
            "mad.wide.u32 %rd3, %r0, 4, %rd2",
            "@!%p1 and.b64 %rd3, %rd2, 7",
            "rem.u64 %rd3, %rd2, %rd9",
        ] {
            let lines = [START.as_slice(), &[wrong]].concat();
            assert_eq!(wide(&kernel(&lines)), [wrong]);
        }
    }
}
