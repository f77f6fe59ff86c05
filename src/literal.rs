//! The literals: layouts, integers, shapes and coordinates, written once for a type and its value.
//!
//! Each macro here wraps the macro of the same name in `zellige_macros`, and passes it the name of
//! this crate. So it works under any name of this crate, through crates that re-export it, and in
//! macros that these export.

/// Names a layout, `layout!(shape : stride)`, as a type and as a value.
///
/// ```
/// use zellige::prelude::*;
///
/// type A = layout!((8, 16, 4) : (64, 1, 16));      // a type
/// let a: A = layout!((8, 16, 4) : (64, 1, 16));    // its one value, zero-sized
/// assert_eq!(a.crd2idx((3u32, 5u32, 2u32)), 229);  // 3*64 + 5*1 + 2*16
/// ```
///
/// # What may be written
///
/// | literal | layout |
/// |---|---|
/// | `layout!((8, 4) : (4, 1))` | `(8,4):(4,1)` |
/// | `layout!((8, 4))`, `layout!((8, 4) : col)` | `(8,4):(1,8)`, column-major: the first mode is the fastest |
/// | `layout!((8, 4) : row)` | `(8,4):(4,1)`, row-major: the last mode is the fastest |
/// | `layout!((3, (2, 3)) : (3, (12, 1)))` | nested: mode 1 is `(2,3):(12,1)` |
/// | `layout!(8 : 1)`, `layout!((8,) : (1,))` | an integer, and a tuple of one mode; they differ |
/// | `layout!(() : ())` | rank 0: one element, at 0 |
/// | `layout!((8, 4) : (-4, 1))` | a negative stride: mode 0 runs backwards |
/// | `layout!((8, 4) : (1@0, 1@1))` | strides along axes: the coordinate `(i, j)` goes to the point `(i, j)` |
/// | `layout!((2, 3) : (1@0@1, 1@1@1))` | axes 0 and 1 within axis 1, the outermost written last |
/// | `layout!(({BM}, { BK * 2 }) : row)` | static extents from constant expressions, of type `usize` |
/// | `layout!((m, 64) : (64, 1))` | the extent of mode 0 is the run-time integer `m` |
/// | `layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1))` | composed: the offsets of `(8,64):(64,1)`, from 0 on, swizzled |
/// | `layout!((8u32, 4) : (4, 1))` | the extent of mode 0 is a run-time `u32`, namely 8 |
///
/// Without a stride, or with `col` or `row`, the modes lie one after the other; a mode of extent 1
/// then gets stride 0.
///
/// Integer literals (`1152`, `1_152`, `0x480`, `0b11`, up to 2^48 = 281474976710656) are static:
/// part of the type. Any other expression, and a literal with the suffix `u32` or `usize`, is a
/// leaf known at run time. With such a leaf the literal is a value only. If a variable is called
/// `row` or `col` and is the whole stride, write it in parentheses: `(row)`.
///
/// # Constants
///
/// A constant expression in braces is also static, wherever an integer literal may appear:
///
/// ```
/// use zellige::prelude::*;
///
/// const BM: usize = 128;
/// const BK: usize = 3000;
/// type Tile = layout!(({BM}, {BK}) : ({ BK + 8 }, 1));
/// let tile: Tile = layout!(({BM}, {BK}) : ({ BK + 8 }, 1));
/// assert_eq!(tile.to_string(), "(_128,_3000):(_3008,_1)");
/// assert_eq!(size_of_val(&tile), 0);
///
/// let m = 5u32;
/// assert_eq!(layout!((m, {BM}) : ({BM}, 1)).to_string(), "(5,_128):(_128,_1)");
/// let backwards = layout!(({BM}, 4) : (-{ BM / 2 }, 1));   // a minus sign precedes the braces
/// assert_eq!(backwards, layout!((128, 4) : (-64, 1)));
/// ```
///
/// A macro sees names, not what they refer to. So that no layout gets run-time integers by mistake,
/// a name in capitals without braces is refused. `(BM)`, in parentheses, is a leaf that is known at
/// run time.
///
/// As in every constant in a type, the expression can't contain a generic parameter. A const
/// parameter `BM` is the type `Int<BM>` and the value `Int::<BM>::STATIC`, with the bound
/// [`StaticInt`](crate::StaticInt). The tile sizes of a configuration are types:
///
/// ```
/// use zellige::prelude::*;
///
/// trait Config {
///     type BM: Integer;
///     type BN: Integer;
/// }
/// fn tile<C: Config>(ldc: usize) -> impl Layout {
///     layout!((C::BM::STATIC, C::BN::STATIC) : (ldc, 1))
/// }
///
/// struct Gemm<const BM: usize, const BN: usize>;
/// impl<const BM: usize, const BN: usize> Config for Gemm<BM, BN>
/// where
///     Const<BM>: StaticInt,
///     Const<BN>: StaticInt,
/// {
///     type BM = Int<BM>;
///     type BN = Int<BN>;
/// }
/// assert_eq!(tile::<Gemm<64, 32>>(1000).to_string(), "(_64,_32):(1000,_1)");
///
/// fn column<const BM: usize>() -> impl Layout
/// where
///     Const<BM>: StaticInt,
/// {
///     layout!((Int::<BM>::STATIC, 2) : (1, Int::<BM>::STATIC))
/// }
/// assert_eq!(column::<128>().to_string(), "(_128,_2):(_1,_128)");
/// ```
///
/// # What is refused
///
/// ```text
/// layout!((8, 4, 2) : (4, 1))        2 strides for the 3 modes of the shape
/// layout!((8, (4, 2)) : (8, 1))      mode 1: the shape is a tuple of 2 modes, but its stride is one integer
/// layout!((8, 4) (4, 1))             expected `:` between shape and stride
/// layout!(Sw<3, 4> o 0 o 8 : 1)      a swizzle has three integer literals, or constants in braces, `Sw<bits, base, shift>`: `Sw<3, 4, 3>`
/// layout!((BM, 4) : (4, 1))          `BM` is a constant: write `{BM}` for a static integer, `(BM)` for one known at run time
/// layout!((8, -4) : (4, 1))          extents cannot be negative
/// layout!((8.5, 4) : (4, 1))         an integer is needed, but `8.5` is a float
/// layout!((8) : (1,))                a number in parentheses is just that number: write `8`, or `(8,)` for a tuple of one mode
/// layout!(8 : 281474976710657)       `281474976710657` is more than 281474976710656 (2^48), the largest static integer
/// ```
///
/// So are a missing shape or stride, tokens after the stride, ranges, literals of another type, and
/// more than 10 modes at one level.
///
/// As the type in `impl MyTrait for layout!(...)`, the literal conflicts with every other impl of
/// that trait (E0119), because rustc doesn't expand it there: write `Strided<S, D>` instead.
#[doc(alias = "make_layout")]
#[macro_export]
macro_rules! layout {
    ($($input:tt)*) => { $crate::__private::literal::layout! { [$crate] $($input)* } };
}

/// Names a static integer up to 2^48, as a type and as a value.
///
/// ```
/// use zellige::prelude::*;
///
/// const BM: usize = 64;
/// const BK: usize = 32;
/// type Padded = int!({ BM * BK + 8 });
/// assert_type_eq_all!(Padded, int!(2056), int!(0x808));
///
/// let a = layout!((8, 16) : (16, 1));
/// let offset: int!(53) = a.crd2idx((int!(3), int!(5)));    // static coordinates, 3*16 + 5
/// assert_eq!(offset.usize(), 53);
/// ```
///
/// The argument is an integer literal or a constant expression of type `usize`, in braces or not,
/// at most 2^48. A literal compiles faster. As in every constant in a type, the expression can't
/// contain a generic parameter: write `Int<N>` for that.
///
/// # What is refused
///
/// ```text
/// int!(-3)                   a static integer cannot be negative
/// int!(1.5)                  an integer is needed, but `1.5` is a float
/// int!(8u32)                 a static integer has no type suffix: write `8`
/// int!(3, 5)                 `int!` takes one integer
/// int!(281474976710657)      `281474976710657` is more than 281474976710656 (2^48), the largest static integer
/// ```
#[macro_export]
macro_rules! int {
    ($($input:tt)*) => { $crate::__private::literal::int! { [$crate] $($input)* } };
}

/// Names a shape, a nested tuple of static integers, as a type and as a value.
///
/// ```
/// use zellige::prelude::*;
///
/// type Tile = shape!((32, 16));                   // the tuple of the types of 32 and 16
/// let tile: Tile = shape!(32, 16);                // the outer parentheses may be left out
/// let nested = shape!((4, (2, 8)));
/// let by_mode = shape!((4, ..));                  // a tiler that leaves mode 1 whole
/// const BM: usize = 64;
/// type Padded = shape!(({ BM + 8 }, 16));         // a constant expression in braces is static
/// let m = 5u32;
/// let partly = shape!((m, 16));                   // m is known at run time: a value only
/// assert_eq!(partly, (5, int!(16)));
/// # let (_, _, _): (Tile, (int!(4), (int!(2), int!(8))), (int!(4), core::ops::RangeFull)) = (tile, nested, by_mode);
/// # let _: Padded = shape!((72, 16));
/// ```
///
/// `shape!(32)` is the integer 32, `shape!((32,))` the tuple of one mode, `shape!(())` the tuple of
/// rank 0.
///
/// # What is refused
///
/// ```text
/// shape!((BM, 16))           `BM` is a constant: write `{BM}` for a static integer, `(BM)` for one known at run time
/// shape!((32, -16))          extents cannot be negative
/// shape!((32, 16.0))         an integer is needed, but `16.0` is a float
/// shape!((8, 4) : (4, 1))    `shape!` takes no stride: a layout is `layout!(shape : stride)`
/// shape!((1..3, 4))          the only range is `..`, a whole mode
/// ```
#[doc(alias("make_int_tuple", "make_step", "make_shape", "make_stride", "make_tile"))]
#[macro_export]
macro_rules! shape {
    ($($input:tt)*) => { $crate::__private::literal::shape! { [$crate] $($input)* } };
}

/// Names a coordinate, a nested tuple of static integers and `..`, as a type and as a value.
///
/// ```
/// use zellige::{ops::*, prelude::*};
///
/// type A = layout!((8, 16, 4) : (64, 1, 16));
/// const OFFSET: usize = A::offset(coord!((3, 5, 2)));
/// assert_eq!(OFFSET, 3 * 64 + 5 * 1 + 2 * 16);
/// type Row = Slice<coord!((3, .., ..)), A>;
/// assert_type_eq_all!(Row, layout!((16, 4) : (1, 16)));
/// const LAST: usize = 15;
/// let last = coord!((7, {LAST}, 3));              // a constant expression in braces is static
/// assert_eq!(A::STATIC.crd2idx(last).usize(), A::COSIZE - 1);
/// let k = 2u32;
/// let c = coord!(3, 5, k);                        // k is known at run time: a value only
/// assert_eq!(A::STATIC.crd2idx(c), 229);
/// ```
///
/// # What is refused
///
/// ```text
/// coord!((3, -5, 2))         coordinates cannot be negative
/// coord!((3, 5.0, 2))        an integer is needed, but `5.0` is a float
/// coord!((3, 1..4, 2))       the only range is `..`, a whole mode
/// ```
#[doc(alias = "make_coord")]
#[macro_export]
macro_rules! coord {
    ($($input:tt)*) => { $crate::__private::literal::coord! { [$crate] $($input)* } };
}

/// Names the layout that maps 0, 1, 2, ... to the entries of a table, as a type and as a value.
///
/// ```
/// use zellige::prelude::*;
///
/// assert_type_eq_all!(find_layout!([0, 2, 4, 7, 9, 11]), layout!((3, 2) : (2, 7)));
/// assert_type_eq_all!(find_layout!([0, 1, 5, 6, 10]), layout!((2, 3) : (1, 5)));  // the last column is partial
/// assert_type_eq_all!(find_layout!([0; 8]), layout!(8 : 0));
/// assert_type_eq_all!(find_layout!([0, 1, 2, 3, 5, 4, 7, 6]), layout!(Sw<1, 0, 2> o 0 o 8 : 1));
/// ```
///
/// The layout is the coalesced one, which is unique except for its last extent: that is the
/// smallest that covers the table. A single mode is written as an integer, `4:3`. If no strides
/// produce the table, the result is a layout with a swizzle around it, the swizzle with the fewest
/// bits. For M entries, the search reads O(M) of them, and with swizzles O(M log M).
///
/// # What is refused
///
/// ```text
/// find_layout!([0, 2, 4, 7, 8, 11])     entry 4 is 8, but 9 was expected: from entry 3 on, entries 0 to 2
///                                       come again with 7 added, and entry 1 is 2 (a new mode can begin
///                                       only at a multiple of 3)
/// find_layout!([5, 6, 7])               entry 0 is 5, but every layout maps 0 to 0: subtract 5 from the table
/// find_layout!([0, -2])                 entry 1 is -2: a stride would have to be negative
/// find_layout!([])                      an empty table has no layout: entry 0, which is 0, is missing
/// find_layout!(TABLE)                   expected a table of integer literals in square brackets, such as
///                                       `[0, 2, 4, 7, 9, 11]`: a macro sees source text, not values
/// ```
#[macro_export]
macro_rules! find_layout {
    ($($input:tt)*) => { $crate::__private::literal::find_layout! { [$crate] $($input)* } };
}

/// Checks a layout at compile time: that it was not refused, and that it is the expected layout.
///
/// ```
/// use zellige::{ops::*, prelude::*};
///
/// type A = layout!((6, 2) : (8, 2));
/// type B = layout!((4, 3) : (3, 1));
/// assert_layout!(Compose<A, B>);                                     // accepted
/// assert_layout!(Compose<A, B> == ((2, 2), 3) : ((24, 2), 8));       // and this layout
/// assert_layout!(RowMajor<shape!((64, 4))> == (64, 4) : row);
/// assert_layout!(Coalesce<A> == A);                                  // the same as another type
/// ```
///
/// It is an item or a statement. A side that starts with `(`, `{` or an integer literal is read as
/// by [`layout!`], and has no run-time leaf. Anything else is a type, without generic parameters of
/// the enclosing function.
///
/// # What is refused
///
/// ```text
/// assert_layout!(Compose<layout!((6, 2) : (1, 7)), layout!((3, 2) : (2, 3))>)    the refusal's own sentence
/// assert_layout!(A == (64, 4) : (8, 1))      layouts differ: (_6,_2):(_8,_2) is not the expected (_64,_4):(_8,_1)
/// assert_layout!(A = (6, 2) : (8, 2))        expected `==` and a second layout, or nothing
/// assert_layout!(A == (m, 2) : (8, 2))       a literal, or a constant in braces, is needed here: this is a type, or is known only at run time
/// ```
#[doc(alias("static_assert", "CUTE_STATIC_ASSERT_V"))]
#[macro_export]
macro_rules! assert_layout {
    ($($input:tt)*) => { $crate::__private::literal::assert_layout! { [$crate] $($input)* } };
}
