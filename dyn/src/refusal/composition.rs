//! The sentences of compositions: which mode of B walks over A how, and why that is no layout.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::{Code, Refusal, composition};
use crate::algebra::compose::{Composition, Names};
use crate::algebra::extension::Extents;
use crate::layout::Modes;
use crate::tuple::Tuple;

/// Returns the place of the leaf `j`: 1 and 0 for the mode 0 of mode 1. A mode alone is mode 0.
fn path_of(modes: &Modes, mut j: usize) -> Vec<usize> {
    let (mut at, mut path) = (modes, Vec::new());
    while let Tuple::Modes(modes) = at {
        let mut found = None;
        for (i, mode) in modes.iter().enumerate() {
            let count = mode.leaves().len();
            if j < count {
                found = Some((i, mode));
                break;
            }
            j -= count;
        }
        let Some((i, mode)) = found else { break };
        path.push(i);
        at = mode;
    }
    if path.is_empty() {
        path.push(0);
    }
    path
}

impl Composition<'_> {
    fn refuse(&self, code: Code, reason: String) -> Refusal {
        let notes = format!(
            "{} [{} coalesced: {}]",
            self.names.hint, self.names.left, self.a
        );
        composition(code, self.names.operation, reason, notes)
    }

    /// Returns the refusal, or what is said of all where the strides of A are steps along axes.
    pub(crate) fn unless_steps(&self, refusal: Refusal) -> Refusal {
        if self.has_numbers || refusal.code == Code::DoesNotFit {
            return refusal;
        }
        let Names {
            operation,
            left,
            right,
            ..
        } = self.names;
        let reason = format!(
            "the modes of {right} end inside modes of {left}, whose strides are steps along axes"
        );
        let notes = format!(" [{left} coalesced: {}]", Extents(self.a));
        composition(Code::NotDivisible, operation, reason, notes)
    }

    /// Returns `mode 1.0 of B (6:1)`.
    fn mode(&self, j: usize) -> String {
        let walk = &self.walks[j];
        let mut text = String::from("mode ");
        for (level, i) in path_of(self.b, j).into_iter().enumerate() {
            // Writing to a string does not fail.
            let _ = write!(text, "{}{i}", if level == 0 { "" } else { "." });
        }
        let _ = write!(
            text,
            " of {} ({}:{})",
            self.names.right, walk.extent, walk.stride
        );
        text
    }

    /// Returns `extent 4 of A's mode 0`, or what lies before a further mode.
    pub(crate) fn block(&self, k: usize) -> String {
        let (p, left) = (self.a.before(k), self.names.left);
        if k == 1 {
            alloc::format!("extent {p} of {left}'s mode 0")
        } else {
            alloc::format!("the {p} elements of {left}'s modes 0 to {}", k - 1)
        }
    }

    pub(crate) fn backwards(&self, j: usize) -> Refusal {
        let reason = alloc::format!(
            "{} walks backwards from the first element of {}, which has several modes and so nothing before it",
            self.mode(j),
            self.names.left
        );
        self.refuse(Code::NotUnsigned, reason)
    }

    pub(crate) fn extent_not_divisible(&self, j: usize, k: usize, q: u128) -> Refusal {
        let (mode, block, n) = (self.mode(j), self.block(k), self.walks[j].extent);
        let reason = alloc::format!(
            "{mode} leaves {block} after {q} steps, and {q} does not divide its extent {n}"
        );
        self.refuse(Code::ExtentNotDivisible, reason)
    }

    pub(crate) fn stride_not_divisible(&self, j: usize, k: usize, step: u128) -> Refusal {
        let (mode, block, walk) = (self.mode(j), self.block(k), &self.walks[j]);
        let (d, n, p) = (walk.stride.unsigned_abs(), walk.extent, self.a.before(k));
        let modulo = match d < p {
            true => String::new(),
            false => alloc::format!(" (modulo {p}: {})", d % p),
        };
        let reason = alloc::format!(
            "{mode} walks {} with stride {d} across {block}, which {d}{modulo} does not divide; it crosses unevenly at step {step} of {n}",
            self.names.left
        );
        self.refuse(Code::StrideNotDivisible, reason)
    }

    pub(crate) fn breaks_not_nested(&self, j: usize, before: u128, q: u128) -> Refusal {
        let (mode, left) = (self.mode(j), self.names.left);
        let reason = alloc::format!(
            "{mode} crosses modes of {left} every {before} steps and every {q} steps, and {before} does not divide {q}"
        );
        self.refuse(Code::BreaksNotNested, reason)
    }

    /// Returns which modes carry into mode `k` of A, and how far they reach.
    fn carries(&self, k: usize) -> String {
        let p = self.a.before(k);
        let Names { left, right, .. } = self.names;
        let mut text = alloc::format!(
            "the modes of {right} carry into mode {k} of {left}: within {}",
            self.block(k)
        );
        let mut total = 0;
        for (j, (reach, _)) in self.reaches(p).enumerate() {
            if reach > 0 {
                let _ = write!(text, ", {} reaches {reach}", self.mode(j));
            }
            total += reach;
        }
        let _ = write!(text, ", together {total} > {}", p - 1);
        text
    }

    pub(crate) fn carry(&self, k: usize) -> Refusal {
        self.refuse(Code::Carry, self.carries(k))
    }

    pub(crate) fn resonant_carry(&self, k: usize) -> Refusal {
        self.resonant(self.carries(k))
    }

    pub(crate) fn crosses_unevenly(&self, j: usize, step: u128) -> Refusal {
        let (mode, left) = (self.mode(j), self.names.left);
        self.resonant(alloc::format!(
            "{mode} crosses the modes of {left} unevenly at step {step}"
        ))
    }

    fn resonant(&self, mut reason: String) -> Refusal {
        let _ = write!(
            reason,
            "; the strides of {} may cancel by accident, which only a scan of all values could tell: refused",
            self.names.left
        );
        self.refuse(Code::Resonant, reason)
    }
}
