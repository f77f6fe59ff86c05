//! Code without the compiler's choices in how to write branches.
//!
//! `if (x > 8) A else B` can be `x > 8` with a branch to A and B behind it, or `x < 9` with a
//! branch to B and A behind it, and either can have its blocks in another order. None of these
//! choices adds or removes an instruction where it counts, and ptxas generates the same machine
//! code for all of them. Kernels are therefore compared in a canonical form: comparisons are `eq`,
//! `lt` or `gt` (a constant is always on the right of a `gt`), and blocks are in the order in which
//! they are reached, with the block for *true* first. Everything else stays as it is, and in its
//! order; [`order`] canonicalizes that order.

use super::{
    order,
    ptx::{opcode, operands},
};
use crate::names::{Code, Names, numbered, words};
use std::collections::HashMap;

/// How a block ends.
enum Exit {
    /// Continues with another block.
    Goto(usize),
    /// Continues with the first block if the predicate is true, and otherwise with the second.
    Branch(String, usize, usize),
    /// Ends the thread.
    End,
}

/// Instructions that execute in sequence.
struct Block {
    lines: Vec<String>,
    exit: Exit,
}

/// The code in a form that all versions of it share.
pub(super) fn canonical(code: &Code) -> Code {
    renamed(&written(code))
}

/// The same form, with independent instructions in a canonical order as well.
pub(super) fn canonical_in_order(code: &Code) -> Code {
    let ends = |line: &str| {
        let word = line.split(' ').next().unwrap_or_default();
        ["block", "goto", "if", "end"].contains(&word)
    };
    renamed(&order::canonical(&written(code), register, ends))
}

fn written(code: &Code) -> Code {
    let mut blocks = blocks(code);
    turn(&mut blocks, code);
    ordered(&blocks)
}

fn renamed(lines: &[String]) -> Code {
    let mut names = Names::default();
    let lines = lines.iter();
    lines.map(|line| names.rename(line, "_$%", register)).collect()
}

/// The kind of a register: `%rd` for `%rd12`.
fn register(word: &str) -> Option<String> {
    numbered(word, &["%p", "%rs", "%r", "%rd", "%rq", "%f", "%fd", "%h"])
}

/// The predicate and the label of a branch, if the line is one. The predicate is `None` if the
/// branch is always taken, and is otherwise the register and whether it is negated.
fn branch(line: &str) -> Option<(Option<(&str, bool)>, &str)> {
    if !opcode(line)?.starts_with("bra") {
        return None;
    }
    let guard = line.strip_prefix('@').and_then(|guarded| {
        let word = guarded.split(' ').next()?;
        Some((word.trim_start_matches('!'), word.starts_with('!')))
    });
    Some((guard, operands(line).next()?))
}

fn blocks(code: &Code) -> Vec<Block> {
    // The blocks by their lines, and the block of each label.
    let mut pieces: Vec<Vec<&str>> = vec![Vec::new()];
    let mut labels = HashMap::new();
    for line in code {
        if let Some(label) = line.strip_suffix(':') {
            pieces.push(Vec::new());
            labels.insert(label, pieces.len() - 1);
            continue;
        }
        pieces.last_mut().unwrap().push(line);
        if branch(line).is_some() || matches!(opcode(line), Some("ret" | "exit")) {
            pieces.push(Vec::new());
        }
    }
    let mut blocks = Vec::with_capacity(pieces.len());
    let last = pieces.len();
    for (number, mut lines) in pieces.into_iter().enumerate() {
        let next = number + 1;
        let exit = match lines.last().copied() {
            Some(line) => match branch(line) {
                Some((guard, label)) => {
                    lines.pop();
                    let to = labels[label];
                    match guard {
                        None => Exit::Goto(to),
                        Some((p, false)) => Exit::Branch(p.to_string(), to, next),
                        Some((p, true)) => Exit::Branch(p.to_string(), next, to),
                    }
                }
                None if matches!(opcode(line), Some("ret" | "exit")) && !line.starts_with('@') => {
                    Exit::End
                }
                None if next < last => Exit::Goto(next),
                None => Exit::End,
            },
            None if next < last => Exit::Goto(next),
            None => Exit::End,
        };
        let lines = lines.into_iter().map(str::to_string).collect();
        blocks.push(Block { lines, exit });
    }
    blocks
}

/// Turns each comparison that only branches depend on into `eq`, `lt` or `gt`.
fn turn(blocks: &mut [Block], code: &Code) {
    let mut branches: HashMap<String, usize> = HashMap::new();
    for block in &*blocks {
        if let Exit::Branch(predicate, ..) = &block.exit {
            *branches.entry(predicate.clone()).or_default() += 1;
        }
    }
    for (predicate, count) in branches {
        let uses = |line: &&String| words(line).any(|word| word == predicate);
        if code.iter().filter(uses).count() != 1 + count {
            continue; // the comparison and the branches
        }
        let mut lines = blocks.iter_mut().flat_map(|block| &mut block.lines);
        let Some(comparison) = lines.find(|line| uses(&&**line)) else {
            continue;
        };
        let Some((turned, negated)) = turned(comparison) else {
            continue;
        };
        *comparison = turned;
        for block in blocks.iter_mut().filter(|_| negated) {
            if let Exit::Branch(p, yes, no) = &mut block.exit
                && *p == predicate
            {
                std::mem::swap(yes, no);
            }
        }
    }
}

/// A comparison of integers as `eq`, `lt` or `gt`, and whether the new one is its negation.
fn turned(comparison: &str) -> Option<(String, bool)> {
    let mut parts = opcode(comparison)?.split('.');
    let ("setp", how, kind, None) = (parts.next()?, parts.next()?, parts.next()?, parts.next())
    else {
        return None;
    };
    let signed = kind.starts_with('s');
    if !signed && !kind.starts_with('u') && !kind.starts_with('b') {
        return None; // floats can be unordered
    }
    let operands: Vec<&str> = operands(comparison).collect();
    let [p, a, b] = operands.as_slice() else {
        return None;
    };
    let least = if signed { -(1i128 << 63) } else { 0 };
    let less_one = |b: &str| {
        let number: i128 = b.parse().ok()?;
        (number > least).then(|| (number - 1).to_string())
    };
    let (how, b, negated) = match (how, less_one(b)) {
        ("eq", _) => ("eq", b.to_string(), false),
        ("ne", _) => ("eq", b.to_string(), true),
        ("gt", _) => ("gt", b.to_string(), false),
        ("le", _) => ("gt", b.to_string(), true),
        ("ge", Some(b)) => ("gt", b, false),
        ("lt", Some(b)) => ("gt", b, true),
        ("lt", None) => ("lt", b.to_string(), false),
        ("ge", None) => ("lt", b.to_string(), true),
        _ => return None,
    };
    Some((format!("setp.{how}.{kind} {p}, {a}, {b}"), negated))
}

/// The lines of all reachable blocks, in the order in which they are reached, with the ends of
/// blocks written as branches.
fn ordered(blocks: &[Block]) -> Vec<String> {
    // Skips blocks that do nothing; a loop of such blocks ends at any one of them.
    let past = |mut to: usize| {
        for _ in 0..blocks.len() {
            match blocks[to].exit {
                Exit::Goto(next) if blocks[to].lines.is_empty() => to = next,
                _ => break,
            }
        }
        to
    };
    let mut ways = vec![0; blocks.len()];
    for block in blocks {
        match block.exit {
            Exit::Goto(to) => ways[past(to)] += usize::from(!block.lines.is_empty()),
            Exit::Branch(_, yes, no) => {
                ways[past(yes)] += 1;
                ways[past(no)] += 1;
            }
            Exit::End => {}
        }
    }
    let mut numbers = HashMap::new();
    let mut number = |to: usize| {
        let fresh = numbers.len();
        *numbers.entry(to).or_insert(fresh)
    };
    let mut written = vec![false; blocks.len()];
    let mut lines = Vec::new();
    let mut open = vec![past(0)];
    while let Some(mut at) = open.pop() {
        if written[at] {
            continue;
        }
        lines.push(format!("block {}", number(at)));
        loop {
            written[at] = true;
            lines.extend(blocks[at].lines.iter().cloned());
            match &blocks[at].exit {
                Exit::End => lines.push("end".into()),
                Exit::Goto(to) => {
                    let to = past(*to);
                    if ways[to] == 1 && !written[to] {
                        at = to;
                        continue;
                    }
                    lines.push(format!("goto {}", number(to)));
                    open.push(to);
                }
                Exit::Branch(predicate, yes, no) => {
                    let (yes, no) = (past(*yes), past(*no));
                    lines.push(format!("if {predicate} {} else {}", number(yes), number(no)));
                    open.extend([no, yes]);
                }
            }
            break;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Code {
        text.lines().map(|line| line.trim().to_string()).collect()
    }
    fn form(text: &str) -> Code {
        canonical(&code(text))
    }

    const BRANCH_TO_THEN: &str = "setp.gt.u32 %p0, %r0, 8
        @%p0 bra $0
        bra.uni $1
        $0:
        add.s32 %r1, %r0, 1
        $1:
        ret";
    const BRANCH_PAST_THEN: &str = "setp.lt.u32 %p0, %r0, 9
        @%p0 bra $0
        add.s32 %r1, %r0, 1
        $0:
        ret";

    #[test]
    fn the_sense_of_a_branch_does_not_matter() {
        assert_eq!(form(BRANCH_TO_THEN), form(BRANCH_PAST_THEN));
        let negated = BRANCH_PAST_THEN.replace("lt", "ge").replace("@%p0", "@!%p0");
        assert_eq!(form(BRANCH_TO_THEN), form(&negated));
        let expected = [
            "block 0",
            "setp.gt.u32 %p0, %r0, 8",
            "if %p0 1 else 2",
            "block 1",
            "add.s32 %r1, %r0, 1",
            "goto 2",
            "block 2",
            "ret",
            "end",
        ];
        assert_eq!(form(BRANCH_TO_THEN), expected);
    }

    #[test]
    fn one_comparison_for_several_branches() {
        let twice = |compare: &str, guard: &str| {
            form(&format!(
                "setp.{compare} %p0, %r0, %r1
                @{guard}%p0 bra $0
                add.s32 %r2, %r0, 1
                $0:
                bar.sync 0
                @{guard}%p0 bra $1
                add.s32 %r2, %r0, 2
                $1:
                ret"
            ))
        };
        assert_eq!(twice("ge.u32", ""), twice("lt.u32", "!"));
        assert_ne!(twice("ge.u32", ""), twice("lt.u32", ""));
        assert_ne!(twice("ge.u32", ""), twice("gt.u32", ""));
    }

    #[test]
    fn what_is_computed_does_matter() {
        for (from, to) in [
            (", 9", ", 8"),
            ("lt", "le"),
            ("lt", "ge"),
            ("u32", "s32"),
            ("@%p0", "@!%p0"),
            ("%r0, 1", "%r0, 2"),
        ] {
            let other = BRANCH_PAST_THEN.replace(from, to);
            assert_ne!(form(BRANCH_TO_THEN), form(&other), "{from} to {to}");
        }
    }

    #[test]
    fn a_predicate_with_another_use_keeps_its_sense() {
        let used = |text: &str| form(&text.replace("ret", "selp.b32 %r2, 1, 0, %p0\nret"));
        assert_ne!(used(BRANCH_TO_THEN), used(BRANCH_PAST_THEN));
    }

    #[test]
    fn floats_and_zero_are_not_turned() {
        assert_eq!(turned("setp.lt.f32 %p0, %f0, 9"), None);
        let below_zero = turned("setp.lt.u32 %p0, %r0, 0").unwrap();
        assert_eq!(below_zero, ("setp.lt.u32 %p0, %r0, 0".into(), false));
        let signed = turned("setp.ge.s32 %p0, %r0, 0").unwrap();
        assert_eq!(signed, ("setp.gt.s32 %p0, %r0, -1".into(), false));
    }

    #[test]
    fn loops_end() {
        let text = "$0:
            add.s32 %r0, %r0, 1
            setp.ne.s32 %p0, %r0, 4
            @%p0 bra $0
            ret";
        let expected = [
            "block 0",
            "add.s32 %r0, %r0, 1",
            "setp.eq.s32 %p0, %r0, 4",
            "if %p0 1 else 0",
            "block 1",
            "ret",
            "end",
        ];
        assert_eq!(form(text), expected);
        assert_eq!(form("$0:\nbra.uni $0"), ["block 0", "goto 0"]);
    }
}
