#![doc = include_str!("front.md")]
#![no_std]
#![deny(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

// How layouts are written as literals.
mod literal;

// How types compute: branches, numbers, integers and tuples.
mod branches;
pub mod integer;
mod number;
mod ranks;
pub mod stride;
pub mod tuple;

// The algebra: one operation per file, and the trait that lists the operations.
mod algebra;
pub mod construct;
mod layout;
pub mod ops;

// Elements in memory, arranged by a layout.
pub mod tensor;

// The layouts that the hardware prescribes, and what it requires of other layouts.
pub mod atom;
pub mod contract;

// What is refused, and how errors read: by profile and by numbers.
pub mod profile;
pub mod refusal;
mod run_time;
mod sealed;

// Layouts serialized as data.
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
#[path = "macro_support.rs"]
pub mod __private;

pub use algebra::coordinate::Coord;
pub use algebra::outer_function::Outer;
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
pub use tuple::IntTuple;
pub use tuple::compare::elem_less;
pub use typenum;
/// The number of a const parameter; [`StaticInt`] turns it into a static integer.
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
