//! Checks that all threads of a block reach each barrier together: otherwise the block waits
//! forever.
//!
//! No `bar.sync` may be on only one side of a branch that threads of a block take differently.
//! Threads may take a branch differently if its predicate may depend on the thread's number or on a
//! value read from memory. A barrier with such a predicate of its own is also wrong. Barriers that
//! state how many threads they wait for are not checked: they are for parts of a block.

use super::ptx::{Kernel, opcode, operands};
use crate::names::words;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The barriers that only some threads of a block may reach, each with the divergent branch.
pub(super) fn parted(kernel: &Kernel) -> Vec<String> {
    let graph = Graph::new(kernel);
    let mut found = BTreeSet::new();
    let (regions, varying) = graph.divergent_regions();
    for (block, region) in regions {
        let barriers = region
            .iter()
            .flat_map(|&block| &graph.blocks[block].lines)
            .filter(|line| is_barrier(line));
        let branch = graph.blocks[block].lines.last().map_or("", |branch| branch);
        found.extend(barriers.map(|barrier| format!("`{}` behind `{branch}`", barrier)));
    }
    let lines = graph.blocks.iter().flat_map(|block| &block.lines);
    let own = lines.filter(|line| {
        is_barrier(line) && predicate(line).is_some_and(|own| varying.contains(own))
    });
    found.extend(own.map(|barrier| format!("`{barrier}`, which only some threads execute")));
    found.into_iter().collect()
}

/// Whether the line waits for all threads of the block, that is, has no thread count.
fn is_barrier(line: &str) -> bool {
    let waits = |opcode: &str| {
        opcode.starts_with("bar.sync")
            || opcode.starts_with("barrier.sync")
            || opcode.starts_with("barrier.cta.sync")
    };
    opcode(line).is_some_and(waits) && operands(line).count() == 1
}

/// Lines that execute in sequence.
struct Block<'a> {
    lines: Vec<&'a str>,
    /// The possible successors; the index after the last block is the end.
    next: Vec<usize>,
}

/// The blocks of a kernel.
struct Graph<'a> {
    blocks: Vec<Block<'a>>,
}

impl<'a> Graph<'a> {
    fn new(kernel: &'a Kernel) -> Self {
        let mut blocks: Vec<Vec<&str>> = vec![Vec::new()];
        let mut labels = HashMap::new();
        for line in &kernel.code {
            let last = blocks.len() - 1;
            let ended = blocks[last].last().is_some_and(|last| ends(last));
            let label = line.strip_suffix(':');
            if ended || (label.is_some() && !blocks[last].is_empty()) {
                blocks.push(Vec::new());
            }
            let last = blocks.len() - 1;
            if let Some(label) = label {
                labels.insert(label, last);
            }
            blocks[last].push(line);
        }
        let end = blocks.len();
        let next = |(place, lines): (usize, &Vec<&str>)| {
            let Some(last) = lines.last().filter(|last| ends(last)) else {
                return vec![place + 1];
            };
            let target = if opcode(last).is_some_and(|opcode| opcode.starts_with("bra")) {
                let target = operands(last).next().and_then(|label| labels.get(label));
                target.copied().unwrap_or(end)
            } else {
                end
            };
            if last.starts_with('@') { vec![target, place + 1] } else { vec![target] }
        };
        let next: Vec<Vec<usize>> = blocks.iter().enumerate().map(next).collect();
        let blocks = blocks.into_iter().zip(next);
        Graph { blocks: blocks.map(|(lines, next)| Block { lines, next }).collect() }
    }

    /// The blocks that end in a divergent branch, each with the blocks between the branch and the
    /// point where the threads reconverge; and the registers that may differ between threads.
    fn divergent_regions(&self) -> (Vec<(usize, BTreeSet<usize>)>, HashSet<&'a str>) {
        let together = self.post_dominators();
        let mut varying: HashSet<&'a str> = HashSet::new();
        loop {
            let known = varying.len();
            for line in self.blocks.iter().flat_map(|block| &block.lines) {
                if is_source(line) || reads(line).any(|word| varying.contains(word)) {
                    varying.extend(target(line));
                }
            }
            let branches = (0..self.blocks.len()).filter(|&block| {
                let last = self.blocks[block].lines.last();
                let predicate = last.and_then(|last| predicate(last));
                self.blocks[block].next.len() > 1
                    && predicate.is_some_and(|predicate| varying.contains(predicate))
            });
            let regions: Vec<_> =
                branches.map(|block| (block, self.region(block, &together))).collect();
            // A register that only some threads assign to differs between threads afterwards.
            let assigned = self.assignments();
            for &block in regions.iter().flat_map(|(_, region)| region) {
                for line in &self.blocks[block].lines {
                    varying.extend(target(line).filter(|name| assigned[name] > 1));
                }
            }
            if varying.len() == known {
                return (regions, varying);
            }
        }
    }

    /// The number of assignments to each register.
    fn assignments(&self) -> HashMap<&'a str, usize> {
        let mut counts = HashMap::new();
        for line in self.blocks.iter().flat_map(|block| &block.lines) {
            for name in target(line) {
                *counts.entry(name).or_default() += 1;
            }
        }
        counts
    }

    /// For each block, the blocks on every path from it to the end, itself included.
    fn post_dominators(&self) -> Vec<BTreeSet<usize>> {
        let end = self.blocks.len();
        let mut sets = vec![(0..=end).collect::<BTreeSet<_>>(); end];
        sets.push(BTreeSet::from([end]));
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..end).rev() {
                let mut next = self.blocks[block].next.iter();
                let first = next.next().map_or_else(BTreeSet::new, |&next| sets[next].clone());
                let mut fresh = next.fold(first, |common, &next| &common & &sets[next]);
                fresh.insert(block);
                if fresh != sets[block] {
                    sets[block] = fresh;
                    changed = true;
                }
            }
        }
        sets
    }

    /// The blocks that are reachable from a block before a block that is on every path from it.
    fn region(&self, start: usize, together: &[BTreeSet<usize>]) -> BTreeSet<usize> {
        let mut region = BTreeSet::new();
        let mut open = self.blocks[start].next.clone();
        while let Some(block) = open.pop() {
            let over =
                block == self.blocks.len() || (block != start && together[start].contains(&block));
            if !over && region.insert(block) {
                open.extend(&self.blocks[block].next);
            }
        }
        region
    }
}

/// Whether the line ends its block.
fn ends(line: &str) -> bool {
    let leaves =
        |opcode: &str| ["bra", "ret", "exit", "trap"].contains(&opcode) || opcode == "bra.uni";
    opcode(line).is_some_and(leaves)
}

/// Whether the result may differ between threads even if the operands do not.
fn is_source(line: &str) -> bool {
    const OWN: [&str; 6] = ["%tid", "%laneid", "%warpid", "%lanemask", "%clock", "%globaltimer"];
    const READS: &str = "ld. ldmatrix atom shfl mma wgmma mbarrier elect match activemask";
    let from_memory = |opcode: &str| {
        READS.split(' ').any(|start| opcode.starts_with(start)) && !opcode.starts_with("ld.param")
    };
    opcode(line).is_some_and(from_memory) || OWN.iter().any(|register| line.contains(register))
}

/// The register that decides whether the line executes.
fn predicate(line: &str) -> Option<&str> {
    let (guard, _) = line.strip_prefix('@')?.split_once(' ')?;
    Some(guard.trim_start_matches('!'))
}

/// The registers that the line may assign to: those in its first operand.
fn target(line: &str) -> impl Iterator<Item = &str> {
    let opcode = opcode(line).unwrap_or_default();
    let text = line.split_once(opcode).map_or("", |(_, rest)| rest).trim();
    let stores = opcode.is_empty() || opcode.starts_with("st.") || opcode.starts_with("bra");
    let first = match text.strip_prefix('{') {
        Some(rest) => rest.split('}').next(),
        None => text.split(',').next(),
    };
    registers(first.filter(|_| !stores).unwrap_or_default())
}

/// The registers that determine what the line does.
fn reads(line: &str) -> impl Iterator<Item = &str> {
    let (_, sources) = line.split_once(',').unwrap_or_default();
    predicate(line).into_iter().chain(registers(sources))
}

/// The register names in a text.
fn registers(text: &str) -> impl Iterator<Item = &str> {
    words(text).filter(|word| word.starts_with(|c: char| c == '%' || c.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted_in(lines: &[&str]) -> Vec<String> {
        parted(&Kernel::of_lines(lines))
    }

    #[test]
    fn a_barrier_between_two_branches_is_for_all() {
        let lines = [
            "mov.u32 %r0, %tid.x",
            "setp.ne.b32 %p0, %r0, 0",
            "@%p0 bra $0",
            "st.shared.b32 [%r1], 0",
            "$0:",
            "bar.sync 0",
            "@%p0 bra $1",
            "st.shared.b32 [%r1], 1",
            "$1:",
            "ret",
        ];
        assert!(parted_in(&lines).is_empty());
    }

    /// What the compiler's pass JumpThreading turns the code above into.
    #[test]
    fn a_barrier_in_both_arms_is_found() {
        let lines = [
            "mov.u32 %r0, %tid.x",
            "setp.ne.b32 %p0, %r0, 0",
            "@%p0 bra $0",
            "st.shared.b32 [%r1], 0",
            "bar.sync 0",
            "st.shared.b32 [%r1], 1",
            "bra.uni $1",
            "$0:",
            "bar.sync 0",
            "$1:",
            "ret",
        ];
        assert_eq!(parted_in(&lines), ["`bar.sync 0` behind `@%p0 bra $0`"]);
    }

    #[test]
    fn loops_that_all_threads_leave_together() {
        let mut lines = [
            "ld.param.b32 %r0, [param_0]",
            "mov.b32 %r1, 0",
            "$0:",
            "bar.sync 0",
            "add.s32 %r1, %r1, 1",
            "setp.lt.u32 %p0, %r1, %r0",
            "@%p0 bra $0",
            "ret",
        ];
        assert!(parted_in(&lines).is_empty());
        lines[0] = "ld.global.b32 %r0, [%rd0]";
        assert_eq!(parted_in(&lines), ["`bar.sync 0` behind `@%p0 bra $0`"]);
        lines[3] = "bar.sync 1, 128";
        assert!(parted_in(&lines).is_empty());
    }

    #[test]
    fn a_barrier_with_a_predicate_of_its_own() {
        let mut lines =
            ["mov.u32 %r0, %tid.x", "setp.ne.b32 %p0, %r0, 0", "@%p0 bar.sync 0", "ret"];
        assert_eq!(parted_in(&lines), ["`@%p0 bar.sync 0`, which only some threads execute"]);
        lines[0] = "mov.u32 %r0, %ctaid.x";
        assert!(parted_in(&lines).is_empty());
    }

    #[test]
    fn what_only_some_threads_assign_differs() {
        let lines = [
            "mov.u32 %r0, %tid.x",
            "mov.b32 %r1, 1",
            "setp.ne.b32 %p0, %r0, 0",
            "@%p0 bra $0",
            "mov.b32 %r1, 0",
            "$0:",
            "setp.ne.b32 %p1, %r1, 0",
            "@%p1 bra $1",
            "bar.sync 0",
            "$1:",
            "ret",
        ];
        assert_eq!(parted_in(&lines), ["`bar.sync 0` behind `@%p1 bra $1`"]);
    }
}
