//! Analysis: how the hardware handles a layout, and which swizzle or padding improves it.
//!
//! - An [`Access`] is a layout `(threads, values)` to elements, as in `zellige::contract`. It
//!   reports the vectors by which the threads move their values ([`vectors`](Access::vectors)), the
//!   threads that collide in the banks of shared memory ([`collision`](Access::collision)), the
//!   swizzle that keeps them apart ([`remedy`](Access::remedy)), and the number of sectors of
//!   global memory that they touch ([`requests`](Access::requests)).
//! - An [`Image`] is the set of all offsets of a layout: which are reached twice, where the gaps
//!   lie, and whether two layouts overlap.
//! - [`search`] tries paddings and swizzles of a tile until the [`Pattern`]s by which threads
//!   access it are free of bank conflicts.
//!
//! ```
//! use zellige_dynamic::DynLayout;
//! use zellige_dynamic::analysis::{Access, Change, Pattern, search};
//! // The warp writes rows of a tile of 32 by 32 floats, and reads columns.
//! let tile: DynLayout = "(32,32):(32,1)".parse()?;
//! let row = Pattern::write("(32,1):(32,0)".parse()?, 4);       // thread t has (0, t)
//! let column = Pattern::read("(32,1):(1,0)".parse()?, 4);      // thread t has (t, 0)
//! assert_eq!(column.access(&tile, 4)?.bank_passes()?, 32);
//!
//! let found = search(&tile, 4, &[row, column])?.found;
//! assert_eq!(found[0].change, Change::Padding { mode: 0, elements: 1 });
//! assert_eq!(found[0].layout.to_string(), "(32,32):(33,1)");
//! let swizzled = found.iter().find(|c| matches!(c.change, Change::Swizzle(_))).ok_or("none")?;
//! assert_eq!(swizzled.layout.to_string(), "Sw<5,0,5> o 0 o (32,32):(32,1)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Banks
//!
//! Shared memory has 32 banks of words of 4 bytes: word w is in bank w mod 32. A bank serves one
//! word at a time, to all threads that ask for it. Threads that move 4 bytes or less at once are
//! served together as a warp, those that move 8 bytes in half-warps, and those that move 16 bytes
//! in quarter-warps. The same holds for the rows of `ldmatrix`, 8 rows of 16 bytes, each of which
//! is a thread here. If such a *phase* asks for n words of one bank, it takes n passes.

mod access;
mod banks;
mod image;
mod pattern;
mod remedy;
mod search;
mod sectors;

pub use access::{Access, NoVectors, fits};
pub use banks::{Collision, Conflict, Phase};
pub use image::{Image, Meeting, Twice};
pub use pattern::{Direction, Pattern};
pub use remedy::Remedy;
pub use search::{Best, Candidate, Change, Search, search};
pub use sectors::Request;
