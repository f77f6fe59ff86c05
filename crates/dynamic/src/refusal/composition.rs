//! The operands of the sentences on compositions: which mode of B walks over A, and how.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Display, Write};

use zellige::refusal::phrases;

use super::{Code, Refusal, Sentences};
use crate::algebra::compose::Composition;
use crate::algebra::extension::Extents;
use crate::layout::Modes;
use crate::tuple::Tuple;

/// Returns the path of the leaf `j`: 1 and 0 for mode 0 of mode 1. A single mode is mode 0.
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
    /// Returns the note that says which numbers of A are meant.
    fn note(&self) -> impl Display {
        phrases::coalesced(self.names.hint, self.names.left, self.a)
    }

    /// Returns the refusal, or the general one if the strides of A are steps along axes.
    pub(crate) fn unless_steps(&self, refusal: Refusal) -> Refusal {
        if self.has_numbers || refusal.code == Code::DoesNotFit {
            return refusal;
        }
        let (right, left) = (self.names.right, self.names.left);
        let note = phrases::coalesced("", left, Extents(self.a));
        Refusal::ends_inside(self.names.operation, right, left, note)
    }

    /// Returns `mode 1.0 of B (6:1)`.
    fn mode(&self, j: usize) -> impl Display {
        let path: Vec<String> = path_of(self.b, j).iter().map(usize::to_string).collect();
        let walk = &self.walks[j];
        phrases::mode(path.join("."), self.names.right, walk.extent, walk.stride)
    }

    /// Returns `extent 4 of A's mode 0`, or the text for the extents before a further mode.
    pub(crate) fn block(&self, k: usize) -> String {
        let (p, left) = (self.a.before(k), self.names.left);
        match k {
            1 => phrases::first_block(p, left).to_string(),
            _ => phrases::block(p, left, k as u64 - 1).to_string(),
        }
    }

    /// Returns the refusal of indices past the mode `k` of A, which has no elements.
    pub(crate) fn empty_mode(&self, k: usize) -> Refusal {
        let (mode, left) = (&self.a.modes()[k], self.names.left);
        let mode = phrases::mode(k, left, mode.extent, &mode.stride);
        Refusal::empty_mode(self.names.operation, mode, self.note())
    }

    pub(crate) fn backwards(&self, j: usize) -> Refusal {
        let (operation, left) = (self.names.operation, self.names.left);
        Refusal::walks_backwards(operation, self.mode(j), left, self.note())
    }

    pub(crate) fn extent_not_divisible(&self, j: usize, k: usize, q: u128) -> Refusal {
        let (mode, block, n) = (self.mode(j), self.block(k), self.walks[j].extent);
        Refusal::extent_not_divisible(self.names.operation, mode, block, q, n, self.note())
    }

    pub(crate) fn stride_not_divisible(&self, j: usize, k: usize, step: u128) -> Refusal {
        let (n, d) = (self.walks[j].extent, self.walks[j].stride.unsigned_abs());
        let p = self.a.before(k);
        let divisor = match d < p {
            true => d.to_string(),
            false => phrases::modulo(d, p, d % p).to_string(),
        };
        let walk = phrases::walk(self.mode(j), self.names.left, d, self.block(k));
        Refusal::stride_not_divisible(self.names.operation, walk, divisor, step, n, self.note())
    }

    pub(crate) fn breaks_not_nested(&self, j: usize, before: u128, q: u128) -> Refusal {
        let (operation, left) = (self.names.operation, self.names.left);
        Refusal::breaks_not_nested(operation, self.mode(j), left, before, q, self.note())
    }

    /// Returns the text that says which modes carry into mode `k` of A, and how far they reach.
    fn carries(&self, k: usize) -> impl Display {
        let p = self.a.before(k);
        let (mut reaches, mut total) = (String::new(), 0);
        for (j, (reach, _)) in self.reaches(p).enumerate() {
            if reach > 0 {
                // Writing to a string does not fail.
                let _ = write!(reaches, "{}", phrases::reaches(self.mode(j), reach));
            }
            total += reach;
        }
        let (right, left, block) = (self.names.right, self.names.left, self.block(k));
        phrases::carries(right, k as u64, left, block, reaches, total, p - 1)
    }

    pub(crate) fn carry(&self, k: usize) -> Refusal {
        Refusal::carry(self.names.operation, self.carries(k), self.note())
    }

    pub(crate) fn resonant_carry(&self, k: usize) -> Refusal {
        self.resonant(self.carries(k))
    }

    pub(crate) fn crosses_unevenly(&self, j: usize, step: u128) -> Refusal {
        self.resonant(phrases::crosses_unevenly(self.mode(j), self.names.left, step))
    }

    fn resonant(&self, reason: impl Display) -> Refusal {
        Refusal::resonant(self.names.operation, reason, self.names.left, self.note())
    }
}
