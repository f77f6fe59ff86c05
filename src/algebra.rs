//! The layout algebra, one operation per file.
//!
//! Every operation is a function on types with a layout as its result, so nothing needs a `where`
//! clause. The same function on values, for run-time integers, is next to it.
//!
//! | file | what it computes |
//! |---|---|
//! | `modes` | the working form: a flat list of modes, and back to a layout |
//! | `tree` | a layout as the tree of its modes, which all operations fold |
//! | `coalesce` | the fewest modes for the same function; filter |
//! | `coordinate` | coordinate to offset, index to coordinate, slices |
//! | `inside` | whether a static coordinate is outside a static shape |
//! | `natural` | the coordinates with one number for each integer of a shape |
//! | `width` | whether an offset fits into the integers that compute it |
//! | `compose` | `A(B(i))`, from |
//! | `extension` | A with an unbounded last mode, |
//! | `walk` | the walk of one mode of B over it, |
//! | `bend` | and the general rule if a step of the walk does not divide |
//! | `complement` | the offsets at which copies of a layout tile |
//! | `inverse` | from offsets back to coordinates: right and left inverse |
//! | `nullspace` | the coordinates with offset 0 |
//! | `tiler` | the operand by which a layout is composed, divided or multiplied |
//! | `divide` | a layout cut into tiles, |
//! | `run` | and by an integer: into runs of N elements |
//! | `evenly` | whether the tiles cover a shape and nothing else |
//! | `product` | copies of a layout, arranged by another layout |
//! | `tile` | copies of a block that fill a shape |
//! | `distribute` | a number of elements, evenly spread over a shape |
//! | `common` | the longest vector that two layouts have in common |
//! | `alignment` | the largest vector such that a layout counts in its multiples |
//! | `recast` | the same memory in wider or narrower elements |
//! | `outer` | functions of the offsets, as in `F(offset + L(c))` |
//! | `swizzle` | offsets with bits moved onto other bits, so that no two accesses meet in a bank |
//! | `through` | a swizzle passed through a layout |
//! | `property` | whether an offset is reached twice, or left out |
//! | `image` | the number of different offsets |
//! | `banks` | which threads of a warp meet in a bank of shared memory, and which swizzle keeps them apart |
//! | `reasons` | why an operation has no result |

pub mod coalesce;
pub mod coordinate;
pub mod inside;
pub mod modes;
pub mod natural;
pub mod tree;
pub mod width;

pub mod bend;
pub mod compose;
pub mod extension;
pub mod walk;

pub mod complement;
pub mod inverse;
pub mod nullspace;

pub mod distribute;
pub mod divide;
pub mod evenly;
pub mod product;
pub mod run;
pub mod tile;
pub mod tiler;

pub mod alignment;
pub mod common;
pub mod recast;

pub mod banks;
pub mod image;
pub mod outer;
pub mod property;
pub mod swizzle;
pub mod through;

pub mod reasons;
