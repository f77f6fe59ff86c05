//! Bank conflicts: threads of a warp that access different words in one bank of shared memory.
//!
//! See [`contract`](crate::contract) for the rules. Everything here is a `const fn` over the
//! numbers of a layout.

pub mod remedy;

use super::flat_modes::Modes;
use super::tree::CoalescedModes;
use crate::integer::Integer;
use crate::layout::Layout;
use crate::layout::Steps;
use crate::number::number_literal::LIMIT;
use crate::refusal::leaves::Numbers;
use crate::tuple::measure::Rank;

/// The number of banks of shared memory, and of threads in a warp.
const BANKS: usize = 32;

/// The largest number of functions that are applied in sequence.
const MOST: usize = 4;
/// The largest number of threads that are examined, one after the other.
const MOST_THREADS: u64 = 65536;

/// The functions `x -> x ^ (x / y mod b) z` of the sum of `start` and x, in the order of
/// application.
#[derive(Copy, Clone)]
pub struct Swizzles {
    len: usize,
    list: [(u64, [u64; 3]); MOST],
    /// Whether there are more, or functions that are not swizzles.
    cut: bool,
}
impl Swizzles {
    /// No swizzle.
    pub const NONE: Self = Swizzles { len: 0, list: [(0, [1; 3]); MOST], cut: false };

    /// These swizzles, followed by the swizzle `[b, y, z]` of `start` and the result.
    pub const fn then(mut self, start: u64, swizzle: Option<[u64; 3]>) -> Self {
        match swizzle {
            Some(swizzle) if self.len < MOST => {
                self.list[self.len] = (start, swizzle);
                self.len += 1;
            }
            _ => self.cut = true,
        }
        self
    }
    const fn apply(&self, mut x: u64) -> u64 {
        let mut i = 0;
        while i < self.len {
            let (start, [b, y, z]) = self.list[i];
            x += start;
            x ^= x / y % b * z;
            i += 1;
        }
        x
    }
}

/// A layout `(threads, values)` as numbers.
#[derive(Copy, Clone)]
pub struct Access {
    threads: Numbers,
    values: Numbers,
    swizzles: Swizzles,
}

/// Returns the layout L as an access, or why it is not an access.
pub const fn access<L: Layout>() -> Result<Access, &'static str> {
    if <Rank<L::Shape> as Integer>::KNOWN != 2 {
        return Err("it does not have two modes, one of threads and one of values");
    }
    let access = Access {
        threads: modes::<<L::Unswizzled as Steps>::Head>(),
        values: modes::<<<L::Unswizzled as Steps>::Tail as Steps>::Head>(),
        swizzles: L::SWIZZLES,
    };
    if access.swizzles.cut {
        Err(
            "its offsets pass through a function that is not a swizzle, or through more than four swizzles",
        )
    } else if <L::Cosize as Integer>::KNOWN > LIMIT {
        Err("its offsets reach past 2^48")
    } else if access.threads.cut() || access.values.cut() {
        Err("it has more than 32 modes")
    } else if !access.threads.plain() || !access.values.plain() {
        Err("it has strides that are not unsigned integers")
    } else if access.threads() > MOST_THREADS {
        Err("it has more than 65536 threads")
    } else {
        Ok(access)
    }
}
/// The modes of L, coalesced.
const fn modes<L: Layout>() -> Numbers {
    <CoalescedModes<L::Shape, L::Stride> as Modes>::NUMBERS
}

/// Two threads that ask a bank for different words.
#[derive(Copy, Clone)]
pub struct Collision {
    /// The threads.
    pub threads: [u64; 2],
    /// The words.
    pub words: [u64; 2],
    /// The bank.
    pub bank: u64,
    /// The number of different words of the bank that its phase accesses.
    pub passes: u64,
}

impl Access {
    /// Returns the number of threads.
    pub const fn threads(&self) -> u64 {
        size(&self.threads)
    }
    /// Returns the number of values per thread.
    pub const fn values(&self) -> u64 {
        size(&self.values)
    }
    /// Returns the offset of a value, in elements.
    pub const fn offset(&self, thread: u64, value: u64) -> u64 {
        self.swizzles.apply(offset(&self.threads, thread) + offset(&self.values, value))
    }
    /// Returns the first thread with values that are not a vector of 16 or fewer values that starts
    /// at a multiple of its length, and the first value that is out of place: value 0 if the vector
    /// starts elsewhere.
    pub const fn torn(&self) -> Option<(u64, u64)> {
        let (threads, values) = (self.threads(), self.values());
        let (mut beside, mut i) = ([0; 16], 0);
        while i < values {
            beside[i as usize] = offset(&self.values, i);
            i += 1;
        }
        let mut thread = 0;
        while thread < threads {
            let at = offset(&self.threads, thread);
            let first = self.swizzles.apply(at);
            if first % values != 0 {
                return Some((thread, 0));
            }
            let mut value = 1;
            while value < values {
                if self.swizzles.apply(at + beside[value as usize]) != first + value {
                    return Some((thread, value));
                }
                value += 1;
            }
            thread += 1;
        }
        None
    }
    /// Returns the first two threads that collide in the bank that serves the most words, if any
    /// bank serves two.
    pub const fn worst(&self, element: u64) -> Option<Collision> {
        let bytes = self.values() * element;
        // The number of threads that are served together.
        let together = if bytes <= 4 { 32 } else { 128 / bytes };
        let (mut worst, mut first) = (None, 0);
        let threads = self.threads();
        while first < threads {
            let end = if first + together < threads { first + together } else { threads };
            let found = self.phase(first, end, element, bytes);
            worst = match (worst, found) {
                (None, found) => found,
                (Some(Collision { passes, .. }), Some(found)) if found.passes > passes => {
                    Some(found)
                }
                (worst, _) => worst,
            };
            first = end;
        }
        worst
    }
    /// Returns the worst collision among the threads from `first` up to `end`.
    const fn phase(&self, first: u64, end: u64, element: u64, bytes: u64) -> Option<Collision> {
        // For each bank, the first two different words that are accessed, the threads that access
        // them, and the number of words.
        let mut asked = [Collision { threads: [0; 2], words: [0; 2], bank: 0, passes: 0 }; BANKS];
        let mut words: [u64; BANKS] = [0; BANKS];
        let (mut len, mut worst) = (0, None);
        let mut thread = first;
        while thread < end {
            let begin = self.offset(thread, 0) * element / 4;
            let mut word = begin;
            while word < begin + bytes.div_ceil(4) {
                let bank = (word % BANKS as u64) as usize;
                let here = &mut asked[bank];
                if here.passes == 0 {
                    here.bank = bank as u64;
                    here.threads[0] = thread;
                    here.words[0] = word;
                    here.passes = 1;
                } else if here.words[0] != word && !contains(&words, len, word) {
                    if here.passes == 1 {
                        here.threads[1] = thread;
                        here.words[1] = word;
                    }
                    here.passes += 1;
                    words[len] = word;
                    len += 1;
                    worst = match worst {
                        Some(Collision { passes, .. }) if passes >= here.passes => worst,
                        _ => Some(*here),
                    };
                }
                word += 1;
            }
            thread += 1;
        }
        worst
    }
}
const fn contains(words: &[u64; BANKS], len: usize, word: u64) -> bool {
    let mut i = 0;
    while i < len {
        if words[i] == word {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns the number of coordinates of these modes.
const fn size(modes: &Numbers) -> u64 {
    let (mut size, mut k) = (1, 0);
    while k < modes.len() {
        size = u64::saturating_mul(size, modes.mode(k).0 as u64);
        k += 1;
    }
    size
}
/// Returns the offset of a coordinate.
const fn offset(modes: &Numbers, mut index: u64) -> u64 {
    let (mut offset, mut k) = (0, 0);
    while k < modes.len() {
        let (extent, stride) = modes.mode(k);
        offset += index % extent as u64 * stride as u64;
        index /= extent as u64;
        k += 1;
    }
    offset
}
