//! Remedies: the swizzle that frees an access of bank conflicts.
//!
//! A swizzle σ is linear in the bits: `σ(x) ^ σ(y) = σ(x ^ y)`. So whether two threads of a phase
//! collide depends only on the exclusive or of their offsets, and phases with offsets that differ
//! from the first offset in the same bits are equivalent. Most accesses have one or two kinds of
//! phases, regardless of the number of threads.
//!
//! The search runs only after an access was refused, so only refused accesses pay for it.

use super::{Access, BANKS, Swizzles, size};
use crate::algebra::swizzle;
use crate::refusal::Message;

/// The largest number of bits of an offset: as many as a [`Swizzle`](crate::Swizzle) can have.
const MOST_BITS: u32 = 24;
/// The largest number of offsets of different phases that are stored: those of all threads of a
/// block.
const MOST_OFFSETS: usize = 1024;
/// The largest number of offsets that are swizzled.
const MOST_STEPS: usize = 1 << 16;

/// The swizzle that moves nothing.
const SAME: [u64; 3] = [1; 3];

/// The remedy for an access that was refused.
pub enum Remedy {
    /// It passes without the swizzle that it has.
    Unswizzled,
    /// It passes with this swizzle, `x -> x ^ (x / y mod b) z`, in place of any that it has.
    Swizzle([u64; 3]),
    /// No swizzle of the bits of its offsets makes it pass.
    Nothing,
    /// Unknown: its values are not side by side without a swizzle, its offsets reach past 2^24, or
    /// the search takes too many steps.
    Unknown,
}

impl Remedy {
    /// Appends `; with the swizzle Sw<3,3,3> it` and the end of the sentence; if there is no
    /// swizzle, `otherwise`.
    pub const fn append(&self, m: Message, passes: &str, otherwise: &str) -> Message {
        match self {
            Remedy::Unswizzled => m.s("; without its swizzle it ").s(passes),
            Remedy::Swizzle([b, y, z]) => {
                m.s("; with the swizzle ").cat(&swizzle::text(*b, *y, *z)).s(" it ").s(passes)
            }
            Remedy::Nothing => m.s(otherwise),
            Remedy::Unknown => m,
        }
    }
}

/// Phases of an access without swizzles.
struct Phases {
    /// The offsets of `together` threads at a time, each with the bits in which it differs from
    /// that of its first thread.
    offsets: [u64; MOST_OFFSETS],
    len: usize,
    together: usize,
    /// All bits that are set in some offset.
    moving: u64,
    /// The number of adjacent elements that a thread accesses.
    values: u64,
    /// The number of adjacent elements that a bank serves as one: those of a word, or of a vector.
    block: u64,
    /// The number of offsets that were swizzled.
    steps: usize,
}

impl Access {
    /// Returns the remedy that makes this access vectorized, and, if `conflicts` is set, also free
    /// of conflicts.
    pub const fn remedy(&self, element: u64, conflicts: bool) -> Remedy {
        let bare = self.unswizzled();
        let bytes = element * self.values();
        if bare.width() > MOST_BITS || bare.torn().is_some() {
            return Remedy::Unknown;
        }
        if !conflicts {
            return Remedy::Unswizzled;
        }
        match bare.phases(bytes) {
            Some(phases) => phases.search(bare.width()),
            None => Remedy::Unknown,
        }
    }
    /// Returns the same offsets before they are swizzled.
    const fn unswizzled(&self) -> Access {
        let (mut start, mut i) = (0, 0);
        while i < self.swizzles.len {
            start += self.swizzles.list[i].0;
            i += 1;
        }
        Access { swizzles: Swizzles::NONE.then(start, Some(SAME)), ..*self }
    }
    /// Returns the number of bits of its offsets.
    const fn width(&self) -> u32 {
        let last = self.offset(size(&self.threads) - 1, size(&self.values) - 1);
        u64::BITS - last.leading_zeros()
    }
    /// Returns the different phases of this access by vectors of this many bytes, if there are not
    /// too many.
    const fn phases(&self, bytes: u64) -> Option<Phases> {
        let block = if bytes < 4 { 4 } else { bytes };
        let together = BANKS * 4 / block as usize;
        let mut phases = Phases {
            offsets: [0; MOST_OFFSETS],
            len: 0,
            together,
            moving: 0,
            values: self.values(),
            block: block * self.values() / bytes,
            steps: 0,
        };
        let (threads, mut first) = (self.threads(), 0);
        while first < threads {
            if phases.len + together > MOST_OFFSETS {
                return None;
            }
            let (begin, mut i) = (self.offset(first, 0), 0);
            while i < together {
                // In a phase of fewer threads, the first thread is repeated.
                let thread = first + i as u64;
                let offset = if thread < threads { self.offset(thread, 0) } else { begin };
                phases.offsets[phases.len + i] = offset ^ begin;
                phases.moving |= offset;
                i += 1;
            }
            phases.keep_if_new();
            first += together as u64;
        }
        Some(phases)
    }
}

impl Phases {
    /// Keeps the phase that was written last, if no equivalent one exists.
    const fn keep_if_new(&mut self) {
        let mut other = 0;
        while other < self.len {
            let mut i = 0;
            while i < self.together && self.offsets[other + i] == self.offsets[self.len + i] {
                i += 1;
            }
            if i == self.together {
                return;
            }
            other += self.together;
        }
        self.len += self.together;
    }
    /// Returns the bits in which the offsets of two threads differ that access different words of a
    /// bank in one phase.
    const fn collision(&mut self, swizzle: [u64; 3]) -> Option<u64> {
        let mut phase = 0;
        while phase < self.len {
            // For each bank, or run of banks that a vector takes, 1 more than the number of a
            // thread that accesses it.
            let mut asked = [0; BANKS];
            let mut i = phase;
            while i < phase + self.together {
                self.steps += 1;
                let asks = self.block_of(self.offsets[i], swizzle);
                let other = &mut asked[asks as usize % self.together];
                if *other == 0 {
                    *other = i + 1;
                } else if self.block_of(self.offsets[*other - 1], swizzle) != asks {
                    return Some(self.offsets[*other - 1] ^ self.offsets[i]);
                }
                i += 1;
            }
            phase += self.together;
        }
        None
    }
    /// Returns the number of the word, or of the words of the vector, at a swizzled offset.
    const fn block_of(&self, offset: u64, [b, y, z]: [u64; 3]) -> u64 {
        (offset ^ (offset / y % b * z)) / self.block
    }
    /// Returns whether the swizzle leaves the values of all threads side by side: no bit inside a
    /// vector flips, or flips another.
    const fn keeps_vectors(&self, [b, y, z]: [u64; 3]) -> bool {
        let inside = self.values - 1;
        let (from, flipped) = ((b - 1) * y, self.moving / y % b * z);
        inside & (from | flipped) == 0
    }
    /// Returns the first swizzle on this many bits that frees the phases of conflicts. The order is
    /// by the number of bits that flip; for equal numbers, swizzles with upper bits that flip lower
    /// bits come first; then by the lowest bit, and by the shift.
    const fn search(mut self, width: u32) -> Remedy {
        let Some(mut apart) = self.collision(SAME) else {
            return Remedy::Unswizzled;
        };
        let mut bits = 1;
        while 2 * bits <= width {
            let mut up = 0;
            while up < 2 {
                let mut base = 0;
                while base + 2 * bits <= width {
                    let mut top = base + bits;
                    while top + bits <= width {
                        let (low, high) = (1 << base, 1 << top);
                        let swizzle = match up {
                            0 => [1 << bits, high, low],
                            _ => [1 << bits, low, high],
                        };
                        // The offsets that ruled out the last swizzle rule out most others.
                        if !self.collide(apart, swizzle) && self.keeps_vectors(swizzle) {
                            match self.collision(swizzle) {
                                None => return Remedy::Swizzle(swizzle),
                                Some(_) if self.steps > MOST_STEPS => return Remedy::Unknown,
                                Some(differing) => apart = differing,
                            }
                        }
                        top += 1;
                    }
                    base += 1;
                }
                up += 1;
            }
            bits += 1;
        }
        Remedy::Nothing
    }
    /// Returns whether offsets that differ by `apart` are different words of a bank.
    const fn collide(&self, apart: u64, swizzle: [u64; 3]) -> bool {
        let block = self.block_of(apart, swizzle);
        block != 0 && block % self.together as u64 == 0
    }
}
