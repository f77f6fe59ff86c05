//! Pictures of CuTe layouts: the offset of each coordinate, the thread that has each element, the
//! bank that each element lies in.
//!
//! A single function makes a [`Picture`], which is written as plain text, as text with ANSI
//! colours, as SVG, or as LaTeX with TikZ:
//!
//! ```
//! use zellige_draw as draw;
//! use zellige_dynamic::DynLayout;
//! let nested: DynLayout = "((2,2),(2,2)):((1,4),(2,8))".parse()?;
//! assert_eq!(
//!     draw::layout(&nested).text(),
//!     "\
//! ((2,2),(2,2)):((1,4),(2,8))
//!
//!           (_,0)    (_,1)
//!            0   1    2   3
//!         ┌────────┬────────┐
//! (_,0) 0 │  0   2 │  8  10 │
//!       1 │  1   3 │  9  11 │
//!         ├────────┼────────┤
//! (_,1) 2 │  4   6 │ 12  14 │
//!       3 │  5   7 │ 13  15 │
//!         └────────┴────────┘
//! "
//! );
//! # Ok::<(), zellige_dynamic::ParseError>(())
//! ```
//!
//! | | |
//! |---|---|
//! | [`layout`] | the offset of each coordinate |
//! | [`thread_values`] | the thread and the value that have each element of a tile |
//! | [`mma`] | A, B and C of a tensor-core instruction, as CuTe's `print_latex_mma` arranges them |
//! | [`copy`] | the source and the destination of a copy |
//! | [`swizzle`] | a layout before and after a swizzle |
//! | [`compose`] | the elements that a layout picks of another one |
//! | [`operation`] | the operands and the result of any other operation |
//! | [`partition`], [`threads`] | the tile, or the thread, that has each element |
//! | [`banks`] | the bank of shared memory in which each element lies |
//!
//! # How modes are drawn
//!
//! A layout of one mode is a row, one of two modes is a table of rows and columns. If there are
//! more modes, the first two are the rows and columns of tables, with one table for each coordinate
//! of the others; the picture says so. A nested mode is drawn as blocks within blocks, with a line
//! between them, and the coordinate of each block beside it: `(_,1)`.
//!
//! # What cannot be drawn
//!
//! Nothing panics, and nothing is drawn for hours: of a large layout the first [`MOST_ROWS`] rows
//! and columns are drawn, and [`Picture::notes`] says what was left out. If something is wrong with
//! the request, such as a composition that the algebra refuses, the picture says so, and
//! [`Picture::problem`] returns the sentence.

#![deny(missing_docs)]

// The parts of a picture.
mod axis;
mod palette;
mod picture;
mod window;

// The pictures.
mod face;
mod owners;
mod pictures;

// The writers.
mod write;

pub use picture::Picture;
pub use pictures::banks::banks;
pub use pictures::compose::compose;
pub use pictures::copy::{CopyLayouts, copy};
pub use pictures::layout::layout;
pub use pictures::mma::{MmaLayouts, mma};
pub use pictures::operation::{Colours, operation};
pub use pictures::partition::{partition, threads};
pub use pictures::swizzle::swizzle;
pub use pictures::thread_values::thread_values;
pub use window::MOST_ROWS;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
