//! Banks: the threads of a phase that ask one bank of shared memory for different words.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::access::{Access, NoVectors, is_vector};
use super::remedy::Remedy;

/// The number of banks of shared memory, and of words of a phase.
pub(super) const BANKS: usize = 32;
/// The number of bytes of a word.
pub(super) const WORD: u64 = 4;

/// Two threads that ask a bank for different words.
///
/// ```
/// use zellige_dynamic::analysis::{Access, Collision};
/// let rows = Access::new(&"(8,8):(64,1)".parse()?, 2)?;
/// let collision = Collision { instruction: 0, threads: [0, 1], words: [0, 32], bank: 0, passes: 8 };
/// assert_eq!(rows.collision()?, Some(collision));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The instruction in which they collide.
    pub instruction: u64,
    /// The threads.
    pub threads: [u64; 2],
    /// The words.
    pub words: [u64; 2],
    /// The bank.
    pub bank: u64,
    /// The number of different words of the bank that the phase asks for: the degree of the
    /// conflict.
    pub passes: u64,
}

/// The threads that shared memory serves together, and the number of passes that they take.
///
/// ```
/// use zellige_dynamic::analysis::{Access, Phase};
/// let access = Access::new(&"(16,4):(4,1)".parse()?, 4)?;          // 16 bytes per thread: 8 threads per phase
/// assert_eq!(access.phases()?[1], Phase { instruction: 0, threads: 8..16, passes: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The instruction.
    pub instruction: u64,
    /// The threads.
    pub threads: Range<u64>,
    /// The number of passes: the most words that the threads ask one bank for.
    pub passes: u64,
}

/// The words that a phase has asked for, by bank.
pub(super) struct Asked {
    /// For each bank, 1 more than the position of its last word in `words`.
    last: [u8; BANKS],
    counts: [u8; BANKS],
    /// Each word, its thread, and 1 more than the position of the previous word in the same bank.
    words: [(u64, u64, u8); BANKS],
    len: usize,
    /// The bank with the most words; among several, the one that reached that number first.
    pub(super) worst: usize,
}

impl Asked {
    /// No word was asked for.
    pub(super) const NOTHING: Asked =
        Asked { last: [0; BANKS], counts: [0; BANKS], words: [(0, 0, 0); BANKS], len: 0, worst: 0 };

    /// Asks for a word. A phase asks for at most 32 words.
    pub(super) fn ask(&mut self, thread: u64, word: u64) {
        let bank = (word % BANKS as u64) as usize;
        let mut at = self.last[bank];
        while let Some(i) = at.checked_sub(1) {
            let (other, _, before) = self.words[usize::from(i)];
            if other == word {
                return;
            }
            at = before;
        }
        let Some(slot) = self.words.get_mut(self.len) else {
            return;
        };
        *slot = (word, thread, self.last[bank]);
        self.len += 1;
        self.last[bank] = self.len as u8;
        self.counts[bank] += 1;
        if self.counts[bank] > self.counts[self.worst] {
            self.worst = bank;
        }
    }

    /// Returns the number of passes that the phase takes.
    pub(super) fn passes(&self) -> u64 {
        u64::from(self.counts[self.worst])
    }

    /// Returns the first two threads of the bank with the most words, if it has two.
    pub(super) fn collision(&self, instruction: u64) -> Option<Collision> {
        let bank = self.worst as u64;
        let words = self.words[..self.len].iter();
        let mut here = words.filter(|(word, ..)| word % BANKS as u64 == bank);
        let (&(a, s, _), &(b, t, _)) = (here.next()?, here.next()?);
        Some(Collision { instruction, threads: [s, t], words: [a, b], bank, passes: self.passes() })
    }
}

/// Returns the number of threads that are served together if each moves `vector` bytes.
fn together(vector: u64) -> u64 {
    BANKS as u64 * WORD / vector.max(WORD)
}

impl Access {
    /// Returns each phase, with its passes.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// let access = Access::new(&"((8,4),4):((32,4),1)".parse()?, 4)?;  // quarters of a warp read columns of 16 bytes
    /// let passes: Vec<u64> = access.phases()?.iter().map(|phase| phase.passes).collect();
    /// assert_eq!(passes, [8, 8, 8, 8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Fails as [`vectors`](Access::vectors) does.
    pub fn phases(&self) -> Result<Vec<Phase>, NoVectors> {
        self.vectors()?;
        let mut phases = Vec::new();
        self.all_phases(
            |i| self.offsets[i],
            |instruction, threads, asked| {
                phases.push(Phase { instruction, threads, passes: asked.passes() });
                true
            },
        );
        Ok(phases)
    }

    /// Returns the first two threads that collide in the bank that has to serve the most words, if
    /// any threads collide.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// let column = Access::new(&"(32,1):(32,1)".parse()?, 4)?;
    /// assert_eq!(column.collision()?.map(|collision| collision.passes), Some(32));
    /// assert_eq!(Access::new(&"(32,1):(33,1)".parse()?, 4)?.collision()?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Fails as [`vectors`](Access::vectors) does.
    pub fn collision(&self) -> Result<Option<Collision>, NoVectors> {
        self.vectors()?;
        Ok(self.collision_at(|i| self.offsets[i]).flatten())
    }

    /// Returns the number of passes in which shared memory serves the worst phase: 1 if the access
    /// is free of bank conflicts. This is `zellige::contract::bank_passes` for a layout known at
    /// run time.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// let passes = |text: &str| Access::new(&text.parse()?, 4)?.bank_passes().map_err(Box::<dyn std::error::Error>::from);
    /// assert_eq!(passes("(32,1):(1,1)")?, 1);      // side by side
    /// assert_eq!(passes("(32,1):(0,1)")?, 1);      // one word for all
    /// assert_eq!(passes("(32,1):(2,1)")?, 2);      // every second word
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Fails as [`vectors`](Access::vectors) does.
    pub fn bank_passes(&self) -> Result<u64, NoVectors> {
        Ok(self.collision()?.map_or(1, |collision| collision.passes))
    }

    /// Checks that the access moves vectors, and that no bank has to serve two words in one phase.
    /// This is `zellige::contract::bank_conflict_free` for a layout known at run time.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// let rows = Access::new(&"(8,8):(64,1)".parse()?, 2)?;
    /// assert_eq!(
    ///     rows.bank_conflict_free().unwrap_err().to_string(),
    ///     "bank conflict: threads 0 and 1 access words 0 and 32, both in bank 0, so that (8,8):(64,1) takes 8 passes instead of 1; \
    ///      with the swizzle Sw<3,3,3> it takes 1"
    /// );
    /// assert!(Access::new(&"Sw<3,3,3> o 0 o (8,8):(64,1)".parse()?, 2)?.bank_conflict_free().is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bank_conflict_free(&self) -> Result<(), Conflict> {
        if let Some(reason) = self.torn() {
            return Err(Conflict::NoVectors(self.no_vectors(reason, true)));
        }
        match self.collision().map_err(Conflict::NoVectors)? {
            None => Ok(()),
            Some(collision) => {
                let remedy = self.remedy();
                Err(Conflict::Banks(self.to_string(), collision, remedy))
            }
        }
    }

    /// Returns the worst collision if each element is at `offset`, which it gets by its number, or
    /// `None` if a vector is torn apart.
    pub(super) fn collision_at(&self, offset: impl Fn(usize) -> u64) -> Option<Option<Collision>> {
        let (mut most, mut worst) = (1, None);
        let are_vectors = self.all_phases(offset, |instruction, _, asked| {
            if asked.passes() > most {
                most = asked.passes();
                worst = asked.collision(instruction);
            }
            true
        });
        are_vectors.then_some(worst)
    }

    /// Calls `see` with the words of each phase if each element is at `offset`, which it gets by
    /// its number. Ends with false if `see` returns false, or at a vector that is torn apart.
    pub(super) fn all_phases(
        &self,
        offset: impl Fn(usize) -> u64,
        mut see: impl FnMut(u64, Range<u64>, &Asked) -> bool,
    ) -> bool {
        let (vector, per) = (self.vector(), self.per_vector());
        let served = together(vector);
        for instruction in 0..self.instructions() {
            for first in (0..self.threads()).step_by(served as usize) {
                let threads = first..self.threads().min(first + served);
                let mut asked = Asked::NOTHING;
                for thread in threads.clone() {
                    let at = |i| offset(self.number(thread, instruction * per + i));
                    let begin = at(0);
                    if begin % per != 0 || (1..per).any(|i| at(i) != begin + i) {
                        return false;
                    }
                    let word = begin * self.element() / WORD;
                    for word in word..word + vector.div_ceil(WORD) {
                        asked.ask(thread, word);
                    }
                }
                if !see(instruction, threads, &asked) {
                    return false;
                }
            }
        }
        is_vector(vector)
    }
}

/// The reason why an access is not free of bank conflicts.
///
/// ```
/// use zellige_dynamic::analysis::{Access, Conflict};
/// let column = Access::new(&"(32,1):(2,1)".parse()?, 4)?;
/// let Err(Conflict::Banks(_, collision, _)) = column.bank_conflict_free() else { panic!() };
/// assert_eq!((collision.threads, collision.words), ([0, 16], [0, 32]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// It does not move vectors.
    NoVectors(NoVectors),
    /// The access, the first two of its threads that collide, and the remedy.
    Banks(String, Collision, Remedy),
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conflict::NoVectors(torn) => torn.fmt(f),
            Conflict::Banks(access, collision, remedy) => {
                write!(f, "bank conflict: {collision}, so that {access} takes ")?;
                write!(f, "{} passes instead of 1", collision.passes)?;
                remedy.append(f, "takes 1", "; no swizzle removes the conflict")
            }
        }
    }
}
impl core::error::Error for Conflict {}

/// Writes `threads 0 and 1 access words 0 and 32, both in bank 0`.
impl fmt::Display for Collision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([s, t], [a, b], bank) = (self.threads, self.words, self.bank);
        write!(f, "threads {s} and {t} access words {a} and {b}, both in bank {bank}")
    }
}
