//! Accesses to memory, and the vectors by which they move values.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::remedy::{Remedy, Swizzled};
use crate::layout::DynLayout;
use crate::refusal::Refusal;

/// An access has at most so many threads.
const MOST_THREADS: u64 = 65_536;
/// An access moves at most so many elements.
const MOST_ELEMENTS: u64 = 1 << 20;
/// Offsets of an access are at most this, so that they have a number of bytes.
const FARTHEST: u64 = 1 << 48;

/// An access to memory: which elements each of some threads loads or stores.
///
/// It is made of a layout `(threads, values)` to elements: its first mode is the number of the
/// thread, its second the elements that the thread moves. More than 32 threads are several warps,
/// 32 each. The memory itself begins at a multiple of 128 bytes.
///
/// ```
/// use zellige_dynamic::analysis::Access;
/// let rows = Access::new(&"(32,8):(64,1)".parse()?, 2)?;           // 16 bytes a thread, in rows of 128 bytes
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
    /// The offsets in elements, value by value, the threads of each side by side.
    offsets: Vec<u64>,
    /// The swizzles that they have passed; none, if they have passed another function, too.
    pub(super) swizzled: Option<Swizzled>,
}

/// The numbers of threads and of values of a layout of two modes, one of threads and one of values.
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

/// Returns offsets counted from the smallest, if one is negative.
fn counted(offsets: Vec<i64>) -> Vec<u64> {
    let least = offsets.iter().copied().min().unwrap_or(0).min(0);
    let counted = offsets.into_iter().map(|offset| offset.abs_diff(least));
    counted.collect()
}

impl Access {
    /// Returns the access of a layout `(threads, values)` to elements of so many bytes. Each thread
    /// moves all of its values at once; see [`by`](Access::by).
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
    /// there: of `(32,1):(-1,1)` thread 31 has offset 0.
    ///
    /// It is refused if the layout has other than two modes, no element, steps along axes, more
    /// than 65536 threads or 2^20 elements, or offsets past 2^48; and for elements of no bytes or
    /// of more than 2^14.
    pub fn new(layout: &DynLayout, element: u64) -> Result<Access, Refusal> {
        let (threads, values) = threads_and_values(layout)?;
        demand_bytes(layout, element)?;
        let offsets = counted(layout.table(MOST_ELEMENTS as usize)?);
        let swizzled = Swizzled::of(layout);
        Self::of_offsets(layout, (threads, values), element, offsets, swizzled)
    }

    /// Returns the access with these offsets, which sentences name `text`.
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
        access
            .offsets
            .iter_mut()
            .for_each(|offset| *offset = to(*offset));
        access.swizzled = None;
        access
    }

    /// Returns the largest offset.
    pub(super) fn last(&self) -> u64 {
        self.offsets.iter().copied().max().unwrap_or(0)
    }

    /// Returns the same access with instructions that move so many bytes a thread each: the first
    /// of its values by the first one, and so on.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// let all = Access::new(&"(32,8):(8,1)".parse()?, 4)?;        // 32 bytes a thread
    /// assert!(all.vectors().is_err());
    /// assert!(all.by(16)?.vectors().is_ok());
    /// assert_eq!(all.by(16)?.instructions(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// It is refused if the bytes are no whole number of elements, or the values no whole number of
    /// instructions.
    pub fn by(&self, bytes: u64) -> Result<Access, Refusal> {
        let whole = self.values * self.element;
        if bytes == 0 || bytes % self.element != 0 || whole % bytes != 0 {
            return Err(Refusal::access_vector(
                &self.text,
                bytes,
                self.values,
                self.element,
            ));
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

    /// Returns the offset of a value of a thread in elements, if there is one.
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

    /// Returns the offset of a value that is there.
    pub(super) fn element_at(&self, thread: u64, value: u64) -> u64 {
        self.offsets[(value * self.threads + thread) as usize]
    }

    /// Checks that each instruction of each thread moves one vector: its values are neighbours, in
    /// order, and begin at a multiple of their 1, 2, 4, 8 or 16 bytes. It is
    /// `zellige::contract::vectors`, for a layout known at run time.
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

    /// Returns what is said of an access that is torn apart; the remedy frees it of bank conflicts,
    /// too, if that is asked for.
    pub(super) fn no_vectors(&self, reason: Torn, conflicts: bool) -> NoVectors {
        NoVectors {
            access: self.text.clone(),
            bytes: self.vector,
            remedy: self.remedy_for(conflicts),
            reason,
        }
    }

    /// Returns why some instruction moves no vector, if one does not.
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
                    return Some(Torn::Begins {
                        thread,
                        value: first,
                        byte,
                    });
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

    /// Returns the most bytes that each thread can move at once: 16, 8, 4, 2, 1, or 0 if not even
    /// single elements are vectors.
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

    /// Returns the largest n such that the values of every thread are runs of n neighbours, in
    /// order, wherever they begin.
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
        (1..=self.values)
            .rev()
            .filter(divides)
            .find(runs)
            .unwrap_or(1)
    }
}

/// True if there are vectors of so many bytes.
pub(super) fn is_vector(bytes: u64) -> bool {
    bytes.is_power_of_two() && bytes <= 16
}

/// Refuses elements of no bytes, and of very many.
pub(super) fn demand_bytes(layout: &DynLayout, element: u64) -> Result<(), Refusal> {
    match element {
        0 => Err(Refusal::access_no_bytes(layout)),
        1..=0x4000 => Ok(()),
        _ => Err(Refusal::access_bytes(layout, element)),
    }
}

/// Writes the layout it was made of.
impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Why an access moves no vectors.
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
    Begins {
        thread: u64,
        value: u64,
        byte: u64,
    },
    Apart {
        thread: u64,
        values: [u64; 2],
        offsets: [u64; 2],
    },
}

impl fmt::Display for NoVectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoVectors {
            access,
            bytes,
            reason,
            remedy,
        } = self;
        write!(f, "{access} is not an access by vectors of {bytes} bytes: ")?;
        match reason {
            Torn::Bytes => f.write_str("a vector has 1, 2, 4, 8 or 16 bytes"),
            Torn::Begins {
                thread,
                value: 0,
                byte,
            } => {
                write!(f, "thread {thread} begins at byte {byte}")
            }
            Torn::Begins {
                thread,
                value,
                byte,
            } => {
                write!(f, "value {value} of thread {thread} begins at byte {byte}")
            }
            Torn::Apart {
                thread,
                values: [a, b],
                offsets: [x, y],
            } => write!(
                f,
                "the values {a} and {b} of thread {thread} are at {x} and {y}, not side by side"
            ),
        }?;
        remedy.append(f, "is one", "")
    }
}
impl core::error::Error for NoVectors {}

/// Returns the number of bytes that the elements of a layout take, or refuses if it is more than
/// `bytes`. It is `zellige::contract::fits`, for a layout known at run time.
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
