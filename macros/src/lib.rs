//! The literal macros of zellige, which wraps them all: use them from there.
//!
//! | macro | names | as |
//! |---|---|---|
//! | [`layout!`] | `layout!((8, 16, 4) : (64, 1, 16))`, a layout | type and value |
//! | [`int!`] | `int!(1152)`, a static integer | type and value |
//! | [`shape!`] | `shape!((32, 16))`, a tuple of extents | type and value |
//! | [`coord!`] | `coord!((3, 5, 2))`, a tuple of coordinates | type and value |
//! | [`find_layout!`] | `find_layout!([0, 2, 4, 7, 9, 11])`, the layout of a table | type and value |
//! | [`assert_layout!`] | `assert_layout!(A == (64, 4) : (8, 1))`, a check | item and statement |
//!
//! and, with the feature `kernel`, `#[kernel]` of `zellige-gpu`, an attribute that turns a function
//! into kernels.
//!
//! zellige calls each with its own path before the input, `layout!([$crate] (8, 4) : (4, 1))`,
//! since no macro of this crate can know the name of zellige where it is used; the table shows the
//! rest.
//!
//! *Type and value*: the same tokens are a type where a type is expected, and the only value of
//! this type where an expression is expected.
//!
//! Each error underlines exactly the token that is wrong, and each wrong number has its own error.
//!
//! The files: `tree` reads nested tuples of integers, based on `tokens` (where an entry ends) and
//! `number` (which literals are integers, and how they are spelled as types); `congruence` compares
//! shape and stride; `constant` writes constant expressions as types; `run_time` handles integers
//! that are known later; `strided` reads a shape with its stride, `composed` a swizzle before them;
//! `find` is the search behind `find_layout!`; `errors` collects errors; each macro has a file of
//! its name (`shape!` and `coord!` share `tuple`). `kernel` reads the function's `signature` and
//! its `attribute`. `total`, with which zellige writes its own functions on types, begins with a
//! page that explains it.

extern crate alloc;

mod assert_layout;
mod composed;
mod congruence;
mod constant;
mod errors;
mod find;
mod find_layout;
#[cfg(test)]
mod find_tests;
mod int;
#[cfg(feature = "kernel")]
mod kernel;
mod layout;
mod library;
mod number;
mod operations;
mod run_time;
mod strided;
mod tokens;
mod total;
mod tree;
mod tuple;

#[cfg(test)]
mod random;
#[cfg(test)]
mod testing;

use proc_macro::TokenStream;

/// The layout `layout!(shape : stride)`, as a type and as a value.
#[proc_macro]
pub fn layout(input: TokenStream) -> TokenStream {
    library::expand(input.into(), layout::expand, errors::in_place).into()
}

/// The static integer `int!(1152)`, as a type and as a value.
#[proc_macro]
pub fn int(input: TokenStream) -> TokenStream {
    library::expand(input.into(), int::expand, errors::in_place).into()
}

/// The tuple of extents `shape!((32, 16))`, as a type and as a value.
#[proc_macro]
pub fn shape(input: TokenStream) -> TokenStream {
    library::expand(input.into(), |input| tuple::expand(input, &tuple::SHAPE), errors::in_place)
        .into()
}

/// The tuple of coordinates `coord!((3, 5, 2))`, as a type and as a value.
#[proc_macro]
pub fn coord(input: TokenStream) -> TokenStream {
    library::expand(input.into(), |input| tuple::expand(input, &tuple::COORD), errors::in_place)
        .into()
}

/// The layout of a table, `find_layout!([0, 2, 4, 7, 9, 11])`, as a type and as a value.
#[proc_macro]
pub fn find_layout(input: TokenStream) -> TokenStream {
    library::expand(input.into(), find_layout::expand, errors::in_place).into()
}

/// The check `assert_layout!(A == (64, 4) : (8, 1))`, as an item and a statement.
#[proc_macro]
pub fn assert_layout(input: TokenStream) -> TokenStream {
    library::expand(input.into(), assert_layout::expand, errors::as_items).into()
}

/// Generates a function on types and a function on values from one body. It is only for zellige's
/// own code, since the expansion names zellige's modules.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn total(options: TokenStream, item: TokenStream) -> TokenStream {
    total::expand(options.into(), item.into()).into()
}

/// Turns every function of a trait into an operation of layouts: type, method and alias. It is only
/// for zellige's own code, too.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn operations(options: TokenStream, item: TokenStream) -> TokenStream {
    operations::expand(options.into(), item.into()).into()
}

/// Generates the kernels of a function, `#[kernel(threads = 256)]`; `zellige_gpu::kernel` documents
/// it.
#[cfg(feature = "kernel")]
#[proc_macro_attribute]
pub fn kernel(attribute: TokenStream, item: TokenStream) -> TokenStream {
    kernel::expand(attribute.into(), item.into()).into()
}
