//! CuTe's layout algebra on layouts that are known only at run time.
//!
//! The crate `zellige` represents layouts as types, and the compiler evaluates their operations.
//! Here a layout is a value of a single type, [`DynLayout`], with any nesting and any rank, which
//! is parsed from text and printed as text. Every operation is a method that returns a layout, or a
//! [`Refusal`] with the same code and the same sentence as zellige's. Programs can thus show,
//! search and explain layouts:
//!
//! ```
//! use zellige_dynamic::DynLayout;
//! let a: DynLayout = "(8,16,4):(64,1,16)".parse()?;
//! let tiles = a.zipped_divide((4, 4))?;
//! assert_eq!(tiles.to_string(), "((4,4),(2,4,4)):((64,1),(256,4,16))");
//! let tile = tiles.slice("(_,(1,2,3))".parse::<zellige_dynamic::Coord>()?)?;
//! assert_eq!((tile.0.to_string(), tile.1), ("((4,4)):((64,1))".into(), 312.into()));
//!
//! let b: DynLayout = "4:3".parse()?;
//! let refusal = DynLayout::new((4, 6), (1, 8))?.compose(&b).unwrap_err();
//! assert_eq!(
//!     refusal.message(),
//!     "composition(A, B): mode 0 of B (4:3) walks A with stride 3 across extent 4 of A's mode 0, which 3 does not divide; \
//!      it crosses unevenly at step 3 of 4 [A coalesced: (4,6):(1,8)]"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The algorithms are written from the definitions, on plain numbers with checked arithmetic, and
//! share no code with those on types. Each implementation is tested against the other, and both
//! against the recorded results of CuTe C++.
//!
//! # The operations
//!
//! | | |
//! |---|---|
//! | coordinates | [`crd2idx`](DynLayout::crd2idx), [`at`](DynLayout::at), [`idx2crd`](DynLayout::idx2crd), [`slice`](DynLayout::slice), [`dice`](DynLayout::dice), [`domain_offset`](DynLayout::domain_offset) |
//! | modes | [`flatten`](DynLayout::flatten), [`unflatten`](DynLayout::unflatten), [`get`](DynLayout::get), [`select`](DynLayout::select), [`group`](DynLayout::group), [`take`](DynLayout::take), [`replace`](DynLayout::replace), [`append`](DynLayout::append), [`prepend`](DynLayout::prepend), [`zip`](DynLayout::zip) |
//! | fewer modes | [`coalesce`](DynLayout::coalesce), [`filter`](DynLayout::filter), [`filter_zeros`](DynLayout::filter_zeros), [`nullspace`](DynLayout::nullspace) |
//! | the algebra | [`compose`](DynLayout::compose), [`with_shape`](DynLayout::with_shape), [`complement`](DynLayout::complement), [`right_inverse`](DynLayout::right_inverse), [`left_inverse`](DynLayout::left_inverse) |
//! | tiles | [`logical_divide`](DynLayout::logical_divide), [`zipped_divide`](DynLayout::zipped_divide), [`tiled_divide`](DynLayout::tiled_divide), [`flat_divide`](DynLayout::flat_divide) |
//! | copies | [`logical_product`](DynLayout::logical_product), [`blocked_product`](DynLayout::blocked_product), [`raked_product`](DynLayout::raked_product), [`tile_to_shape`](DynLayout::tile_to_shape) |
//! | other elements | [`upcast`](DynLayout::upcast), [`downcast`](DynLayout::downcast), [`recast_layout`](DynLayout::recast_layout), [`max_common_vector`](DynLayout::max_common_vector), [`max_alignment`](DynLayout::max_alignment) |
//! | new ones | [`col_major`](DynLayout::col_major), [`ordered`](DynLayout::ordered), [`identity`](DynLayout::identity), [`layout_like`](DynLayout::layout_like), [`find`](DynLayout::find) of a table of offsets |
//! | shapes | the methods of [`Tuple`]: [`compatible`](Tuple::compatible), [`ceil_div`](Tuple::ceil_div), [`shape_div`](Tuple::shape_div) and so on |
//! | swizzles | the methods of [`Swizzle`] |
//!
//! # More than results
//!
//! - [`explain`] describes step by step how an operation arrives at its result, or at its refusal.
//! - [`analysis`] computes how the hardware handles a layout, and searches for a swizzle that
//!   improves it.
//!
//! # What an operation refuses
//!
//! Nothing panics, except the conversion with `DynLayout::from` of a layout of zellige's types that
//! `DynLayout::of` refuses. An operation refuses to compute what has no correct result, and what
//! does not fit in 63 bits.

#![no_std]
#![deny(missing_docs)]

extern crate alloc;

// The parts of a layout.
mod layout;
mod offset;
mod swizzle;
mod tuple;

// Text, and the layouts that are types.
#[cfg(feature = "serde")]
mod serialize;
mod text;
mod typed;

// The operations.
mod algebra;
pub mod analysis;
#[cfg(feature = "json")]
pub mod eval;
pub mod explain;
mod refusal;

pub use algebra::tiler::Tiler;
pub use layout::{DynLayout, MOST_LEVELS, Mode, Outer};
pub use offset::Offset;
pub use refusal::{Code, Refusal};
pub use swizzle::Swizzle;
pub use text::{ParseError, ParseErrorKind};
pub use tuple::{Coord, Pick, Shape, Tuple};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
