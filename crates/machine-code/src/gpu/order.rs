//! Code without the compiler's choices in how to order independent instructions.
//!
//! `x = a + b; y = a * c;` and `y = a * c; x = a + b;` are the same program. ptxas reschedules
//! both, and generates the same instructions in an order of its own. Kernels are therefore compared
//! with the instructions of each block in an order that depends on what they compute, not on where
//! they were:
//!
//! ```text
//! add.s32 %r3, %r1, %r2                mul.lo.s32 %r4, %r1, %r0
//! mul.lo.s32 %r4, %r1, %r0      =      add.s32 %r3, %r1, %r2
//! bar.sync 0                           bar.sync 0
//! ```
//!
//! This is exact. Only instructions that compute a register from registers move, and only past
//! instructions that neither write what they read or write nor read what they write. Everything
//! else keeps its order: memory accesses, barriers, votes, inline assembly. Every resulting order
//! is therefore an order of the same program, and two codes that become equal are the same program.
//! *Colours* choose among the possible orders. Two instructions have the same colour if they are in
//! the same block and have the same opcode, the same constants, and operands of the same colours;
//! two registers have the same colour if instructions of the same colours mention them. A poor
//! choice can fail to recognize two codes as the same program, but can never mistake two different
//! programs for the same one.
//!
//! Copies of registers that hold constants are written as those constants, too: which of several
//! registers is set to zero first, and which ones are copied from it, is just as arbitrary.

use super::ptx::{opcode, operands};
use crate::names::words;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
};

/// The opcodes, up to the first dot, of instructions that only compute their first operand from the
/// others.
const PURE: [&str; 32] = [
    "abs", "add", "and", "bfe", "bfi", "brev", "clz", "copysign", "cvt", "cvta", "div", "fma",
    "lop3", "mad", "max", "min", "mov", "mul", "neg", "not", "or", "popc", "prmt", "rem", "selp",
    "set", "setp", "shl", "shr", "slct", "sub", "xor",
];
/// Special registers that are constant for a thread.
const CONSTANT: [&str; 6] = ["%tid", "%ntid", "%ctaid", "%nctaid", "%laneid", "%warpsize"];

/// An instruction, or several that stay together, such as those in braces.
struct Unit<'a> {
    lines: &'a [String],
    /// Whether it only computes registers from registers.
    pure: bool,
    reads: Vec<&'a str>,
    writes: Vec<&'a str>,
}

/// The lines, with those of each block in an order that is the same for all orders of one
/// computation. A register is a word for which `kind` returns a kind; a new block starts after each
/// line for which `ends` is true.
pub(super) fn canonical(
    lines: &[String],
    kind: impl Fn(&str) -> Option<String>,
    ends: impl Fn(&str) -> bool,
) -> Vec<String> {
    let lines = &constants(lines, &kind, &ends);
    let units = units(lines, &kind);
    let blocks = units.chunk_by(|before, _| !ends(&before.lines[0])).collect::<Vec<_>>();
    let colours = colours(&units, &blocks, &kind);
    let mut ordered = Vec::with_capacity(lines.len());
    let mut first = 0;
    for block in blocks {
        let colours = &colours[first..first + block.len()];
        for unit in order(block, colours) {
            ordered.extend(block[unit].lines.iter().cloned());
        }
        first += block.len();
    }
    ordered
}

fn units<'a>(lines: &'a [String], kind: &impl Fn(&str) -> Option<String>) -> Vec<Unit<'a>> {
    let ranges = together(lines).into_iter();
    ranges.map(|range| Unit::new(&lines[range], kind)).collect()
}

/// The lines, with copies of registers that hold constants in the same block replaced by those
/// constants.
fn constants(
    lines: &[String],
    kind: &impl Fn(&str) -> Option<String>,
    ends: &impl Fn(&str) -> bool,
) -> Vec<String> {
    // The opcode and the constant that each register holds.
    let mut held: HashMap<&str, (&str, &str)> = HashMap::new();
    let mut written = Vec::with_capacity(lines.len());
    for unit in units(lines, kind) {
        let mut copy = None;
        if let [line] = unit.lines
            && unit.pure
            && let Some(opcode) = opcode(line).filter(|opcode| opcode.starts_with("mov."))
            && let [to, from] = *operands(line).collect::<Vec<_>>().as_slice()
        {
            let number = from.starts_with(|c: char| c.is_ascii_digit() || c == '-');
            copy = match held.get(from) {
                Some(&(same, constant)) if same == opcode => Some((to, (opcode, constant))),
                _ => number.then_some((to, (opcode, from))),
            };
        }
        for register in &unit.writes {
            held.remove(register);
        }
        match copy {
            Some((to, (opcode, constant))) => {
                held.insert(to, (opcode, constant));
                written.push(format!("{opcode} {to}, {constant}"));
            }
            None => written.extend(unit.lines.iter().cloned()),
        }
        if ends(&unit.lines[0]) {
            held.clear();
        }
    }
    written
}

/// The ranges of lines that stay together, such as those in braces.
fn together(lines: &[String]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let (mut depth, mut first) = (0, 0);
    for (i, line) in lines.iter().enumerate() {
        match line.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            ranges.push(first..i + 1);
            first = i + 1;
        }
    }
    if first < lines.len() {
        ranges.push(first..lines.len());
    }
    ranges
}

impl<'a> Unit<'a> {
    fn new(lines: &'a [String], kind: &impl Fn(&str) -> Option<String>) -> Self {
        let registers = |line: &'a str| words(line).filter(|word| kind(word).is_some());
        if let [line] = lines
            && is_pure(line)
        {
            let (target, sources) = parts(line);
            return Unit {
                lines,
                pure: true,
                reads: registers(sources).collect(),
                writes: registers(target).collect(),
            };
        }
        // Which of its registers it writes is not analysed: each one may be written.
        let all: Vec<&str> = lines.iter().flat_map(|line| registers(line)).collect();
        Unit { lines, pure: false, reads: all.clone(), writes: all }
    }

    /// Whether this unit must stay behind `before`.
    fn follows(&self, before: &Unit<'_>) -> bool {
        let meets = |a: &[&str], b: &[&str]| a.iter().any(|register| b.contains(register));
        (!self.pure && !before.pure)
            || meets(&self.reads, &before.writes)
            || meets(&self.writes, &before.reads)
            || meets(&self.writes, &before.writes)
    }
}

/// Whether the line always computes registers from registers and constants, and does nothing else.
fn is_pure(line: &str) -> bool {
    if line.starts_with('@') {
        return false;
    }
    let Some(opcode) = opcode(line) else {
        return false;
    };
    let name = opcode.split('.').next().unwrap_or_default();
    // The parameters of a kernel do not change.
    if !PURE.contains(&name) && !opcode.starts_with("ld.param.") {
        return false;
    }
    // Other special registers, such as the clock, may change. A carry is not an operand.
    let special = |word: &str| word.starts_with('%') && word.chars().all(|c| !c.is_ascii_digit());
    let constant = words(line).filter(|word| special(word)).all(|word| CONSTANT.contains(&word));
    constant && !opcode.contains(".cc")
}

/// The operand that a pure instruction writes, and the rest of the line.
fn parts(line: &str) -> (&str, &str) {
    let operands = operands(line).next().map_or(0, |first| {
        // Braces hold several registers, separated by commas.
        let start = line.find(first).unwrap_or_default();
        let length = match first.starts_with('{') {
            true => line[start..].find('}').map_or(first.len(), |end| end + 1),
            false => first.len(),
        };
        start + length
    });
    line.split_at(operands)
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// The colours of the units, which are equal where nothing distinguishes two units.
fn colours(
    units: &[Unit<'_>],
    blocks: &[&[Unit<'_>]],
    kind: &impl Fn(&str) -> Option<String>,
) -> Vec<u64> {
    // The fixed part: the words other than registers, the block, and the position of units that do
    // not move.
    let mut fixed = Vec::with_capacity(units.len());
    let mut mentions: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
    let mut place = 0;
    for (block, of_block) in blocks.iter().enumerate() {
        for unit in *of_block {
            let i = fixed.len();
            let mut text = String::new();
            let all = unit.lines.iter().flat_map(|line| words(line));
            for (position, word) in all.enumerate() {
                match kind(word) {
                    Some(kind) => {
                        text += &kind;
                        mentions.entry(word).or_default().push((i, position));
                    }
                    None => text += word,
                }
                text.push(' ');
            }
            place += usize::from(!unit.pure);
            let place = (!unit.pure).then_some(place);
            fixed.push(hash((block, place, text)));
        }
    }
    let mut colours = fixed.clone();
    let mut classes = 0;
    loop {
        let mut registers: BTreeMap<usize, Vec<(usize, u64)>> = BTreeMap::new();
        for mentioned in mentions.values() {
            let mut colour: Vec<_> = mentioned.iter().map(|&(i, at)| (at, colours[i])).collect();
            colour.sort_unstable();
            let colour = hash(colour);
            for &(i, at) in mentioned {
                registers.entry(i).or_default().push((at, colour));
            }
        }
        for (i, mut operands) in registers {
            operands.sort_unstable();
            colours[i] = hash((fixed[i], operands));
        }
        let now = colours.iter().collect::<BTreeSet<_>>().len();
        if now <= classes {
            return colours;
        }
        classes = now;
    }
}

/// The indices of a block's units in the canonical order: among those that can come next, units
/// that do not move are last, and the others are sorted by colour.
fn order(block: &[Unit<'_>], colours: &[u64]) -> Vec<usize> {
    let mut left = vec![0; block.len()];
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); block.len()];
    for (i, unit) in block.iter().enumerate() {
        for before in (0..i).filter(|&before| unit.follows(&block[before])) {
            waiting[before].push(i);
            left[i] += 1;
        }
    }
    let key = |i: usize| (!block[i].pure, colours[i], i);
    let mut ready: BTreeSet<_> = (0..block.len()).filter(|&i| left[i] == 0).map(key).collect();
    let mut ordered = Vec::with_capacity(block.len());
    while let Some((_, _, next)) = ready.pop_first() {
        ordered.push(next);
        for &later in &waiting[next] {
            left[later] -= 1;
            if left[later] == 0 {
                ready.insert(key(later));
            }
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::{Names, numbered};

    fn kind(word: &str) -> Option<String> {
        numbered(word, &["%r", "%p"])
    }
    /// The canonical form of the code, with its registers renamed.
    fn form(text: &str) -> Vec<String> {
        let lines: Vec<String> = text.lines().map(|line| line.trim().to_string()).collect();
        let mut names = Names::default();
        canonical(&lines, kind, |line| line.starts_with("block"))
            .iter()
            .map(|line| names.rename(line, "_$%", kind))
            .collect()
    }

    const CODE: &str = "mov.u32 %r0, %tid.x
        ld.param.b32 %r1, [param_0]
        add.s32 %r2, %r0, %r1
        mul.lo.s32 %r3, %r0, %r1
        bar.sync 0
        st.global.b32 [%r3], %r2
        st.global.b32 [%r2], 1";

    #[test]
    fn independent_instructions_have_one_order() {
        let turned = "ld.param.b32 %r7, [param_0]
            bar.sync 0
            mov.u32 %r0, %tid.x
            mul.lo.s32 %r3, %r0, %r7
            add.s32 %r2, %r0, %r7
            st.global.b32 [%r3], %r2
            st.global.b32 [%r2], 1";
        assert_eq!(form(CODE), form(turned));
    }

    #[test]
    fn everything_else_tells_codes_apart() {
        for (from, to) in [
            ("add.s32 %r2, %r0, %r1", "add.s32 %r2, %r0, %r0"),
            ("add.s32 %r2, %r0, %r1", "add.s32 %r2, %r1, %r0"),
            ("add.s32", "sub.s32"),
            ("%tid.x", "%tid.y"),
            ("param_0", "param_4"),
            ("[%r3], %r2", "[%r2], %r3"),
            ("[%r2], 1", "[%r2], 2"),
        ] {
            assert_ne!(form(CODE), form(&CODE.replace(from, to)), "{from} to {to}");
        }
    }

    #[test]
    fn memory_barriers_and_votes_keep_their_order() {
        for pair in [
            "st.global.b32 [%r0], 1\nst.global.b32 [%r1], 2",
            "st.global.b32 [%r0], 1\nbar.sync 0",
            "ld.global.b32 %r2, [%r0]\nst.global.b32 [%r1], 2",
            "shfl.sync.b32 %r2, %r0, 1, 31, -1\nbar.sync 0",
            "mov.u32 %r2, %clock\nbar.sync 0",
            "add.cc.s32 %r2, %r0, %r1\naddc.s32 %r3, %r0, %r1",
            "@%p0 mov.b32 %r2, 1\nbar.sync 0",
            "{\nbar.sync 1\n}\nbar.sync 0",
        ] {
            let (one, other) = match pair.split_once("}\n") {
                Some((group, other)) => (format!("{group}}}"), other),
                None => {
                    let (one, other) = pair.split_once('\n').unwrap();
                    (one.to_string(), other)
                }
            };
            let turned = format!("{other}\n{one}");
            assert_ne!(form(pair), form(&turned), "{pair}");
        }
    }

    #[test]
    fn what_depends_keeps_its_order() {
        // Read after write, write after read, write after write.
        for (one, other) in [
            ("add.s32 %r1, %r0, 1", "add.s32 %r2, %r1, 2"),
            ("add.s32 %r2, %r1, 2", "add.s32 %r1, %r0, 1"),
            ("mov.b32 %r1, 1", "mov.b32 %r1, 2"),
            ("mov.b64 {%r1,%r2}, %r0", "mov.b32 %r2, 2"),
        ] {
            let code = |a: &str, b: &str| {
                form(&format!("st.global.b32 [%r0], %r1\n{a}\n{b}\nst.global.b32 [%r1], %r2"))
            };
            assert_ne!(code(one, other), code(other, one), "{one}; {other}");
        }
    }

    #[test]
    fn nothing_moves_to_another_block() {
        let code = |first: &str, second: &str| {
            form(&format!("{first}block 1\n{second}st.global.b32 [%r0], %r1"))
        };
        let add = "add.s32 %r1, %r0, 1\n";
        assert_ne!(code(add, ""), code("", add));
    }

    #[test]
    fn a_copy_of_a_constant_is_the_constant() {
        let code = |copies: &str| form(&format!("{copies}\nst.global.b32 [%r0], %r1"));
        let both = code("mov.b32 %r0, 0\nmov.b32 %r1, 0");
        assert_eq!(code("mov.b32 %r0, 0\nmov.b32 %r1, %r0"), both);
        assert_eq!(code("mov.b32 %r1, 0\nmov.b32 %r0, %r1"), both);
        for other in [
            "mov.b32 %r0, 0\nmov.b32 %r1, 1",
            "mov.b32 %r0, 0\nmov.b64 %r1, %r0",
            "mov.b32 %r0, 0\nmov.b32 %r1, %r2",
            "mov.b32 %r0, 0\nblock 1\nmov.b32 %r1, %r0",
            "mov.b32 %r0, 0\nld.global.b32 %r0, [%r2]\nmov.b32 %r1, %r0",
            "mov.b32 %r0, 0\nadd.s32 %r0, %r0, 1\nmov.b32 %r1, %r0",
        ] {
            assert_ne!(code(other), both, "{other}");
        }
    }

    #[test]
    fn copies_of_one_constant_are_told_apart_by_their_use() {
        let code = |order: [u32; 3]| {
            let copies = order.map(|i| format!("mov.b32 %r{i}, 0\n")).concat();
            form(&format!("{copies}st.global.b32 [%r0], %r1\nst.global.b32 [%r1], %r2"))
        };
        assert_eq!(code([0, 1, 2]), code([2, 0, 1]));
    }
}
