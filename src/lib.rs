#![doc = include_str!("../README.md")]
//!
//! # I want to ..
//!
//! | | |
//! |---|---|
//! | write a layout | [`layout!`], [`construct::make_layout`], [`find_layout!`] of a table |
//! | name a static integer, a shape, a coordinate | [`int!`], [`shape!`], [`coord!`] |
//! | go from a coordinate to an offset, and back | [`crd2idx`](Coordinates::crd2idx), [`Strided::offset`] in a `const`; [`idx2crd`](Coordinates::idx2crd), [`right_inverse`](Algebra::right_inverse) |
//! | pick elements, or see them in another order | [`compose`](Algebra::compose), [`with_shape`](Algebra::with_shape) |
//! | take one tile, or have all of them | [`local_tile`](Coordinates::local_tile), [`zipped_divide`](Divides::zipped_divide) |
//! | leave out what hangs over the edge | [`make_identity_layout`], [`elem_less`], [`guide`](guide#tiles-that-hang-over-the-edge) |
//! | build a large layout of small ones | [`blocked_product`](Products::blocked_product), [`tile_to_shape`](Products::tile_to_shape) |
//! | fix, pick, group and flatten modes | [`slice`](Coordinates::slice), [`Modes`]; as few as possible, [`coalesce`](Simplify::coalesce) |
//! | swizzle shared memory, and prove that no bank conflicts | [`Sw`], [`contract::bank_conflict_free`] |
//! | share elements among threads | [`local_partition`](Coordinates::local_partition); on a CPU [`Tensor::partition_mut`] |
//! | partition for tensor cores, and copy for them | [`atom::make_tiled_mma`], [`atom::make_tiled_copy`] |
//! | have elements with a layout | [`Tensor`] on a CPU; in a kernel the crate `zellige-gpu` |
//! | write code for any layout | a bound [`Layout`], [`CoordFor`], [`TilerFor`]; [`guide::generic_kernels`] |
//! | know why it was refused | [`guide::errors`], [`assert_layout!`], [`Layout::REFUSAL`], [`TryLayout`] |
//! | port from CuTe | [`guide::porting`] |
//!
//! The [`guide`] has more of that, and the pages on [checks](guide::checks), [cost](guide::cost), [other libraries](guide::comparison) and
//! [limits](guide::limits). The search box finds operations by CuTe's names, too.
#![no_std]
#![deny(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

// How layouts are written.
mod literal;

// How types compute: branches, numbers, integers, tuples.
mod branches;
pub mod integer;
mod number;
mod ranks;
pub mod stride;
pub mod tuple;

// The algebra, an operation a file, and the trait that lists it.
mod algebra;
pub mod construct;
mod layout;
pub mod ops;

// Elements in memory, laid out by a layout.
pub mod tensor;

// What the hardware prescribes, as layouts, and what it asks of them.
pub mod atom;
pub mod contract;

// What is refused, and how it reads: by its form, by its numbers.
pub mod profile;
pub mod refusal;
mod run_time;
mod sealed;

// Layouts written and read as data.
#[cfg(feature = "serde")]
mod serialize;

pub mod prelude;

#[cfg(doc)]
pub mod guide;

/// Coordinates as free functions on shapes and strides.
pub mod coordinate {
    pub use crate::algebra::coordinate::{crd2crd, crd2idx, idx2crd, idx2crd_by};
}

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use algebra::coordinate::Coord;
pub use algebra::outer::Outer;
pub use algebra::swizzle::{Sw, Swizzle, Swizzled};
pub use algebra::tiler::Tiler;
pub use construct::make_identity_layout;
pub use integer::{Int, Integer, StaticInt};
#[doc(hidden)]
pub use layout::Steps;
pub use layout::{
    Algebra, Bijective, ComposedLayout, Conversion, CoordFor, CoordOf, Coordinates, Coords,
    Disjoint, DisjointOrRunTime, Divides, FlatModes, Injective, InjectiveOrRunTime, Layout, Modes,
    Offsets, Products, Properties, Recast, Simplify, Strided, TilerFor, TryLayout,
};
pub use tensor::Tensor;
pub use tuple::compare::elem_less;
pub use tuple::{AsCoordinate, IntTuple};
pub use typenum;
/// The number of a const parameter, of which [`StaticInt`] makes a static integer.
///
/// ```
/// use zellige::prelude::*;
/// fn tile<const N: usize>(number: usize) -> usize
/// where
///     Const<N>: StaticInt,
/// {
///     let tiles = layout!(64 : 3).zipped_divide(Int::<N>::STATIC);
///     tiles.crd2idx((0usize, number)).usize()
/// }
/// assert_eq!(tile::<8>(2), 2 * 8 * 3);
/// ```
pub use typenum::Const;
