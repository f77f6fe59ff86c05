//! Accesses to memory, and the vectors by which they move values.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::remedy::{Remedy, Swizzled};
use crate::layout::DynLayout;
use crate::refusal::Refusal;

/// The maximum number of threads of an access.
const MOST_THREADS: u64 = 65_536;
/// The maximum number of elements that an access moves.
const MOST_ELEMENTS: u64 = 1 << 20;
/// The largest offset of an access, so that its number of bytes fits.
const FARTHEST: u64 = 1 << 48;

/// An access to memory: the elements that each of some threads loads or stores.
///
/// It consists of a layout `(threads, values)` to elements: the first mode is the number of the
/// thread, the second the elements that the thread moves. More than 32 threads are several warps of
/// 32. The memory itself begins at a multiple of 128 bytes.
///
/// ```
/// use zellige_dynamic::analysis::Access;
/// let rows = Access::new(&"(32,8):(64,1)".parse()?, 2)?;           // 16 bytes per thread, in rows of 128 bytes
/// assert_eq!((rows.threads(), rows.values(), rows.vector()), (32, 8, 16));
/// assert_eq!(rows.offset(3, 5), Some(3 * 64 + 5));
/// assert_eq!(rows.bank_passes()?, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The layout, as the sentences name it.
    text: String,
    threads: u64,
    values: u64,
    element: u64,
    vector: u64,
    /// The offsets in elements, value by value, with those of all threads side by side.
    pub(super) offsets: Vec<u64>,
    /// The swizzles that the offsets have passed; `None` if they have also passed another function.
    pub(super) swizzled: Option<Swizzled>,
}

/// Returns the numbers of threads and of values of a layout with two modes, one of threads and one
/// of values.
pub(super) fn threads_and_values(layout: &DynLayout) -> Result<(u64, u64), Refusal> {
    let [threads, values] = layout.modes.modes() else {
        return Err(Refusal::access_rank(layout));
    };
    if layout.has_no_element() {
        return Err(Refusal::no_element(layout.shape()));
    }
    let counts = (crate::layout::size(threads), crate::layout::size(values));
    let number = |mode: &&crate::Mode| mode.extent == 1 || mode.stride.number().is_some();
    if !layout.leaves().iter().all(number) {
        return Err(Refusal::access_sign(layout));
    }
    if counts.0 > MOST_THREADS {
        return Err(Refusal::access_threads(layout, MOST_THREADS));
    }
    if layout.size() > MOST_ELEMENTS {
        return Err(Refusal::access_elements(layout, MOST_ELEMENTS));
    }
    Ok(counts)
}

/// Returns the offsets counted from the smallest one, if that is negative.
fn counted(offsets: Vec<i64>) -> Vec<u64> {
    let least = offsets.iter().copied().min().unwrap_or(0).min(0);
    let counted = offsets.into_iter().map(|offset| offset.abs_diff(least));
    counted.collect()
}

impl Access {
    /// Returns the access of a layout `(threads, values)` to elements of `element` bytes. Each
    /// thread moves all of its values at once; see [`by`](Access::by).
    ///
    /// ```
    /// use zellige_dynamic::{Code, analysis::Access};
    /// let column = Access::new(&"(32,1):(33,1)".parse()?, 4)?;
    /// assert_eq!(column.vector(), 4);
    /// let refusal = Access::new(&"(4,4,4):(16,4,1)".parse()?, 4).unwrap_err();
    /// assert_eq!(
    ///     refusal.message(),
    ///     "(4,4,4):(16,4,1) is not an access to memory: it does not have two modes, one of threads and one of values"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// With negative strides the memory begins at the smallest offset, and offsets are counted from
    /// there: in `(32,1):(-1,1)` thread 31 has offset 0.
    ///
    /// Refuses a layout that does not have two modes, or that has no elements, steps along axes,
    /// more than 65536 threads or 2^20 elements, or offsets past 2^48. Also refuses elements of no
    /// bytes or of more than 2^14.
    pub fn new(layout: &DynLayout, element: u64) -> Result<Access, Refusal> {
        let (threads, values) = threads_and_values(layout)?;
        demand_bytes(layout, element)?;
        let offsets = counted(layout.table(MOST_ELEMENTS as usize)?);
        let swizzled = Swizzled::of(layout);
        Self::of_offsets(layout, (threads, values), element, offsets, swizzled)
    }

    /// Returns the access with these offsets, named `text` in sentences.
    pub(super) fn of_offsets(
        text: impl fmt::Display,
        (threads, values): (u64, u64),
        element: u64,
        offsets: Vec<u64>,
        swizzled: Option<Swizzled>,
    ) -> Result<Access, Refusal> {
        if offsets.iter().any(|&offset| offset > FARTHEST) {
            return Err(Refusal::access_far(text));
        }
        Ok(Access {
            text: text.to_string(),
            threads,
            values,
            element,
            vector: values * element,
            offsets,
            swizzled,
        })
    }

    /// Returns the same access with its offsets moved, and without swizzles.
    pub(super) fn moved(&self, to: impl Fn(u64) -> u64) -> Access {
        let mut access = self.clone();
        access.offsets.iter_mut().for_each(|offset| *offset = to(*offset));
        access.swizzled = None;
        access
    }

    /// Returns the largest offset.
    pub(super) fn last(&self) -> u64 {
        self.offsets.iter().copied().max().unwrap_or(0)
    }

    /// Returns the same access with instructions that move `bytes` bytes per thread: the first
    /// instruction moves the first of the thread's values, and so on.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// let all = Access::new(&"(32,8):(8,1)".parse()?, 4)?;        // 32 bytes per thread
    /// assert!(all.vectors().is_err());
    /// assert!(all.by(16)?.vectors().is_ok());
    /// assert_eq!(all.by(16)?.instructions(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a number of bytes that is not a whole number of elements, and values that are not a
    /// whole number of instructions.
    pub fn by(&self, bytes: u64) -> Result<Access, Refusal> {
        let whole = self.values * self.element;
        if bytes == 0 || bytes % self.element != 0 || whole % bytes != 0 {
            return Err(Refusal::access_vector(&self.text, bytes, self.values, self.element));
        }
        let mut access = self.clone();
        access.vector = bytes;
        Ok(access)
    }

    /// Returns the number of threads.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// assert_eq!(Access::new(&"((8,4),2):((32,4),1)".parse()?, 4)?.threads(), 32);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn threads(&self) -> u64 {
        self.threads
    }

    /// Returns the number of values of each thread.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// assert_eq!(Access::new(&"((8,4),2):((32,4),1)".parse()?, 4)?.values(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn values(&self) -> u64 {
        self.values
    }

    /// Returns the number of bytes of an element.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// assert_eq!(Access::new(&"(32,2):(2,1)".parse()?, 4)?.element(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn element(&self) -> u64 {
        self.element
    }

    /// Returns the number of bytes that a thread moves at once.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// assert_eq!(Access::new(&"(32,2):(2,1)".parse()?, 4)?.vector(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vector(&self) -> u64 {
        self.vector
    }

    /// Returns the number of instructions of each thread.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// assert_eq!(Access::new(&"(32,8):(8,1)".parse()?, 4)?.by(16)?.instructions(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn instructions(&self) -> u64 {
        self.values / self.per_vector()
    }

    /// Returns the number of values of a vector.
    pub(super) fn per_vector(&self) -> u64 {
        self.vector / self.element
    }

    /// Returns the offset of a value of a thread in elements, or `None` if there is no such value.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// let access = Access::new(&"(32,2):(66,1)".parse()?, 4)?;
    /// assert_eq!((access.offset(3, 1), access.offset(32, 0)), (Some(199), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn offset(&self, thread: u64, value: u64) -> Option<u64> {
        let there = thread < self.threads && value < self.values;
        there.then(|| self.element_at(thread, value))
    }

    /// Returns the offset of a value that exists.
    pub(super) fn element_at(&self, thread: u64, value: u64) -> u64 {
        self.offsets[self.number(thread, value)]
    }

    /// Returns the number of a value among all, value by value.
    pub(super) fn number(&self, thread: u64, value: u64) -> usize {
        (value * self.threads + thread) as usize
    }

    /// Checks that each instruction of each thread moves one vector: its values are adjacent, in
    /// order, and begin at a multiple of their 1, 2, 4, 8 or 16 bytes. This is
    /// `zellige::contract::vectors` for a layout known at run time.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// assert!(Access::new(&"(32,8):(64,1)".parse()?, 2)?.vectors().is_ok());
    /// let padded = Access::new(&"(32,8):(68,1)".parse()?, 2)?;
    /// assert_eq!(
    ///     padded.vectors().unwrap_err().to_string(),
    ///     "(32,8):(68,1) is not an access by vectors of 16 bytes: thread 1 begins at byte 136"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vectors(&self) -> Result<(), NoVectors> {
        match self.torn() {
            Some(reason) => Err(self.no_vectors(reason, false)),
            None => Ok(()),
        }
    }

    /// Returns the error for an access with a vector that is torn apart; if `conflicts` is set, the
    /// remedy frees it of bank conflicts, too.
    pub(super) fn no_vectors(&self, reason: Torn, conflicts: bool) -> NoVectors {
        NoVectors {
            access: self.text.clone(),
            bytes: self.vector,
            remedy: self.remedy_for(conflicts),
            reason,
        }
    }

    /// Returns the reason why an instruction does not move a vector, if one does not.
    pub(super) fn torn(&self) -> Option<Torn> {
        let per = self.per_vector();
        if !is_vector(self.vector) {
            return Some(Torn::Bytes);
        }
        for first in (0..self.values).step_by(per as usize) {
            for thread in 0..self.threads {
                let at = self.element_at(thread, first);
                let byte = at * self.element;
                if byte % self.vector != 0 {
                    return Some(Torn::Begins { thread, value: first, byte });
                }
                for value in first + 1..first + per {
                    let offset = self.element_at(thread, value);
                    if offset != at + (value - first) {
                        return Some(Torn::Apart {
                            thread,
                            values: [first, value],
                            offsets: [at, offset],
                        });
                    }
                }
            }
        }
        None
    }

    /// Returns the largest number of bytes that each thread can move at once: 16, 8, 4, 2, 1, or 0
    /// if not even single elements are vectors.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// assert_eq!(Access::new(&"(32,8):(68,1)".parse()?, 2)?.widest_vector(), 8);     // rows begin at multiples of 8 bytes
    /// assert_eq!(Access::new(&"(32,8):(8,1)".parse()?, 4)?.widest_vector(), 16);
    /// assert_eq!(Access::new(&"(32,8):(1,32)".parse()?, 4)?.widest_vector(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn widest_vector(&self) -> u64 {
        let widths = [16, 8, 4, 2, 1].into_iter();
        let mut moves = widths.filter(|&bytes| {
            let access = self.by(bytes);
            access.is_ok_and(|access| access.torn().is_none())
        });
        moves.next().unwrap_or(0)
    }

    /// Returns the largest n such that the values of every thread are runs of n adjacent elements,
    /// in order, wherever they begin.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// assert_eq!(Access::new(&"(32,(2,4)):(9,(1,3))".parse()?, 4)?.contiguous(), 2);
    /// assert_eq!(Access::new(&"(32,8):(9,1)".parse()?, 4)?.contiguous(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contiguous(&self) -> u64 {
        let divides = |&n: &u64| self.values % n == 0;
        let runs = |&n: &u64| {
            (0..self.values).all(|value| {
                value % n == 0
                    || (0..self.threads).all(|thread| {
                        let before = self.element_at(thread, value - 1);
                        self.element_at(thread, value) == before + 1
                    })
            })
        };
        (1..=self.values).rev().filter(divides).find(runs).unwrap_or(1)
    }
}

/// Returns true if there are vectors of this number of bytes.
pub(super) fn is_vector(bytes: u64) -> bool {
    bytes.is_power_of_two() && bytes <= 16
}

/// Refuses elements of no bytes, and of too many bytes.
pub(super) fn demand_bytes(layout: &DynLayout, element: u64) -> Result<(), Refusal> {
    match element {
        0 => Err(Refusal::access_no_bytes(layout)),
        1..=0x4000 => Ok(()),
        _ => Err(Refusal::access_bytes(layout, element)),
    }
}

/// Writes the layout that the access was made from.
impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The reason why an access does not move vectors.
///
/// ```
/// use zellige_dynamic::analysis::Access;
/// let strided = Access::new(&"(32,2):(2,64)".parse()?, 4)?;
/// assert_eq!(
///     strided.vectors().unwrap_err().to_string(),
///     "(32,2):(2,64) is not an access by vectors of 8 bytes: the values 0 and 1 of thread 0 are at 0 and 64, not side by side"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoVectors {
    access: String,
    bytes: u64,
    reason: Torn,
    remedy: Remedy,
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Torn {
    Bytes,
    Begins { thread: u64, value: u64, byte: u64 },
    Apart { thread: u64, values: [u64; 2], offsets: [u64; 2] },
}

impl fmt::Display for NoVectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoVectors { access, bytes, reason, remedy } = self;
        write!(f, "{access} is not an access by vectors of {bytes} bytes: ")?;
        match reason {
            Torn::Bytes => f.write_str("a vector has 1, 2, 4, 8 or 16 bytes"),
            Torn::Begins { thread, value: 0, byte } => {
                write!(f, "thread {thread} begins at byte {byte}")
            }
            Torn::Begins { thread, value, byte } => {
                write!(f, "value {value} of thread {thread} begins at byte {byte}")
            }
            Torn::Apart { thread, values: [a, b], offsets: [x, y] } => write!(
                f,
                "the values {a} and {b} of thread {thread} are at {x} and {y}, not side by side"
            ),
        }?;
        remedy.append(f, "is one", "")
    }
}
impl core::error::Error for NoVectors {}

/// Returns the number of bytes that the elements of a layout take, or refuses if it is more than
/// `bytes`. This is `zellige::contract::fits` for a layout known at run time.
///
/// ```
/// use zellige_dynamic::{Code, analysis::fits};
/// assert_eq!(fits(&"(128,64,3):(64,1,8192)".parse()?, 2, 48 * 1024)?, 49152);
/// let refusal = fits(&"(128,64,4):(64,1,8192)".parse()?, 2, 48 * 1024).unwrap_err();
/// assert_eq!(refusal.message(), "(128,64,4):(64,1,8192) takes 65536 bytes, but there are 49152");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fits(layout: &DynLayout, element: u64, bytes: u64) -> Result<u64, Refusal> {
    let need = layout.cosize()?.saturating_mul(element);
    if need > bytes {
        return Err(Refusal::too_many_bytes(layout, need, bytes));
    }
    Ok(need)
}
