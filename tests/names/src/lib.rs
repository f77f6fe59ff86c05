//! A crate in which zellige has another name: it re-exports the literals, and exports macros that
//! write some. Its tests are the crate that uses these.

/// The library under a third name.
pub use algebra as layouts;
/// A literal under another name.
pub use algebra::layout as cute;

/// A row-major tile, from fragments of an exported macro.
#[macro_export]
macro_rules! tile {
    ($m:expr, $n:expr) => {
        $crate::layouts::layout!(($m, $n) : row)
    };
}

/// Any layout, passed on as tokens by an exported macro.
#[macro_export]
macro_rules! handed_on {
    ($($layout:tt)*) => {
        $crate::cute!($($layout)*)
    };
}

/// An item of an exported macro: a type, its constant, and a check of it.
#[macro_export]
macro_rules! define {
    ($Name:ident = $shape:tt : $stride:tt) => {
        struct $Name($crate::layouts::layout!($shape : $stride));
        impl $Name {
            const VALUE: Self = $Name($crate::layouts::layout!($shape : $stride));
        }
        $crate::layouts::assert_layout!($crate::layouts::layout!($shape : $stride));
    };
}
