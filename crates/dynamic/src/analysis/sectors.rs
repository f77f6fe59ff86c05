//! Sectors: the units in which a warp's access to global memory moves data.

use alloc::vec::Vec;
use core::ops::Range;

use super::access::Access;

/// The number of bytes of a sector, the least that global memory moves.
const SECTOR: u64 = 32;
/// The number of bytes of a cache line.
const LINE: u64 = 128;
/// The number of threads of a warp.
const WARP: u64 = 32;

/// The data that one instruction of one warp requests from global memory.
///
/// ```
/// use zellige_dynamic::analysis::{Access, Request};
/// // Every second float: 256 bytes are moved for the 128 that are requested.
/// let access = Access::new(&"(32,1):(2,1)".parse()?, 4)?;
/// assert_eq!(
///     access.requests(),
///     [Request { instruction: 0, threads: 0..32, bytes: 128, sectors: 8, least_sectors: 4, lines: 2 }]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The instruction.
    pub instruction: u64,
    /// The threads of the warp.
    pub threads: Range<u64>,
    /// The number of different bytes that they request.
    pub bytes: u64,
    /// The number of sectors of 32 bytes that contain them, all of which are moved.
    pub sectors: u64,
    /// The smallest number of sectors that can hold this number of bytes.
    pub least_sectors: u64,
    /// The number of lines of 128 bytes that contain them.
    pub lines: u64,
}

impl Request {
    /// Returns true if the request moves no more sectors than its bytes need.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// assert!(Access::new(&"(32,4):(4,1)".parse()?, 4)?.requests()[0].is_coalesced());
    /// assert!(!Access::new(&"(32,1):(100,1)".parse()?, 4)?.requests()[0].is_coalesced());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_coalesced(&self) -> bool {
        self.sectors == self.least_sectors
    }
}

impl Access {
    /// Returns the request of each instruction of each warp to global memory that begins at a
    /// multiple of 128 bytes.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Access;
    /// // 8 threads read 16 bytes each of a row of 128 bytes, 4 rows per warp.
    /// let tile = Access::new(&"((8,4),8):((8,1024),1)".parse()?, 2)?;
    /// let request = &tile.requests()[0];
    /// assert_eq!((request.bytes, request.sectors, request.lines), (512, 16, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn requests(&self) -> Vec<Request> {
        let (per, element) = (self.per_vector(), self.element());
        let mut requests = Vec::new();
        for instruction in 0..self.instructions() {
            for first in (0..self.threads()).step_by(WARP as usize) {
                let threads = first..self.threads().min(first + WARP);
                let values = instruction * per..(instruction + 1) * per;
                let mut begins = Vec::with_capacity(((threads.end - first) * per) as usize);
                for thread in threads.clone() {
                    begins.extend(values.clone().map(|value| self.element_at(thread, value)));
                }
                begins.sort_unstable();
                begins.dedup();
                let bytes = begins.len() as u64 * element;
                requests.push(Request {
                    instruction,
                    threads,
                    bytes,
                    sectors: blocks(&begins, element, SECTOR),
                    least_sectors: bytes.div_ceil(SECTOR),
                    lines: blocks(&begins, element, LINE),
                });
            }
        }
        requests
    }
}

/// Returns the number of blocks of `block` bytes that contain these sorted elements.
fn blocks(elements: &[u64], element: u64, block: u64) -> u64 {
    let (mut count, mut next) = (0, 0);
    for first in elements.iter().map(|at| at * element) {
        let begin = (first / block).max(next);
        let end = (first + element - 1) / block + 1;
        count += end.saturating_sub(begin);
        next = next.max(end);
    }
    count
}
