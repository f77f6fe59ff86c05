//! Division: a layout cut into tiles.
//!
//! ```text
//! logical_divide 24:1 by 4:2   =  (4,(2,3)):(2,(1,8))          (tile, rest)
//! zipped_divide  (8,6):(6,1) by (4, 3)  =  ((4,3),(2,2)):((6,1),(24,3))
//! ```
//!
//! `logical_divide(A, B)` is `A o (B, B*)`, where B* is the covering complement of B in size(A): the
//! first mode runs through the tile that B picks, the second from tile to tile. A tuple of tilers
//! divides mode by mode; zipped, the tiles come first and the rests second.

use core::ops::RangeFull;

use super::complement::OfRest;
use super::compose::RefusedLayout;
use crate::algebra::reasons::{Composition, LogicalDivide};
use crate::integer::{Integer, Mul, SameBit, mul, same_bit};
use crate::layout::Steps;
use crate::layout::forms::TilerProfile;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::profile::{AnyLayout, Profile};
use crate::ranks::for_tuples;
use crate::refusal::{Reason, Refused};
use crate::run_time::{Faults, Ignored};
use crate::sealed::Sealed;
use crate::stride::reasons::NotUnsigned;
use crate::stride::{AlongModes, ArithmeticTuple, Negative, ScaledBasis, Signed, along_modes};
use crate::tuple::IntTuple;
use crate::tuple::access::{Others, others};
use crate::tuple::arithmetic::{CeilDiv, ceil_div};
use crate::tuple::measure::Product;
use crate::tuple::size;

/// A tiler, by which a layout can be composed, divided or multiplied: a layout, an integer N (as the
/// layout N:1), `..` (the whole mode), or a tuple of these, one for each mode.
///
/// ```
/// use zellige::prelude::*;
/// let a = layout!((64, 32) : (32, 1));
/// assert_eq!(a.zipped_divide((int!(16), ..)).to_string(), "((_16,_32),(_4,_1)):((_32,_1),(_512,_0))");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tiler",
    label = "must be a layout, an unsigned integer, `..` or a tuple of these",
    note = "integers are `u32`, `usize` (write `3u32`, not `3`) or static (`int!(3)`)"
)]
pub trait Tiler: Copy + 'static {
    #[doc(hidden)]
    const SEALED: Sealed;
    /// Its form without numbers, to be compared with that of the layout.
    #[doc(hidden)]
    type TilerForm: TilerProfile;
    /// (tile, rest), mode by mode for a tuple.
    #[doc(hidden)]
    type Divide<L: Layout>: Layout;
    /// The composition, mode by mode for a tuple (further modes of the layout are dropped).
    #[doc(hidden)]
    type Applied<L: Layout>: Layout;
    /// The tile, or the tuple of all tiles.
    #[doc(hidden)]
    type Tiles<L: Layout>: Layout;
    /// The rest, or the tuple of all rests.
    #[doc(hidden)]
    type Rests<L: Layout>: Layout;
    /// (block, copies), mode by mode for a tuple.
    #[doc(hidden)]
    type Product<L: Layout>: Layout;
    /// The block, or the tuple of all blocks.
    #[doc(hidden)]
    type Blocks<L: Layout>: Layout;
    /// The copies, or the tuple of all copies.
    #[doc(hidden)]
    type Copies<L: Layout>: Layout;
    /// 1 if the tiles cover the shape S and nothing else, 0 if not; refused if there is no rest.
    #[doc(hidden)]
    type Even<S: IntTuple>: Integer;
    #[doc(hidden)]
    fn even<S: IntTuple>(self, s: S) -> Self::Even<S>;
    #[doc(hidden)]
    fn divide<L: Layout>(self, l: L, faults: impl Faults) -> Self::Divide<L>;
    #[doc(hidden)]
    fn applied<L: Layout>(self, l: L, faults: impl Faults) -> Self::Applied<L>;
    #[doc(hidden)]
    fn tiles<L: Layout>(self, l: L, faults: impl Faults) -> Self::Tiles<L>;
    #[doc(hidden)]
    fn rests<L: Layout>(self, l: L, faults: impl Faults) -> Self::Rests<L>;
    #[doc(hidden)]
    fn product<L: Layout>(self, l: L, faults: impl Faults) -> Self::Product<L>;
    #[doc(hidden)]
    fn blocks<L: Layout>(self, l: L, faults: impl Faults) -> Self::Blocks<L>;
    #[doc(hidden)]
    fn copies<L: Layout>(self, l: L, faults: impl Faults) -> Self::Copies<L>;
}

/// Division by the layout D: composition with (D, D*), where D* is the covering complement of D in the size of L.
macro_rules! by_composition {
    ($x:ident: $D:ty = $d:expr) => {
        type Divide<L: Layout> = L::ComposeAs<
            LogicalDivide,
            <$D as Steps>::Pair<<$D as Steps>::ComplementBy<OfRest, L::Size>>,
        >;
        type Tiles<L: Layout> = <Self::Divide<L> as Steps>::Head;
        type Rests<L: Layout> = <<Self::Divide<L> as Steps>::Tail as Steps>::Head;
        #[inline(always)]
        fn divide<L: Layout>(self, l: L, faults: impl Faults) -> Self::Divide<L> {
            let $x = self;
            size::product(l.shape(), "logical_divide(A, B)", faults);
            let rest = $d.complement_by::<OfRest, _>(l.size_modulo(), faults);
            l.compose_as::<LogicalDivide, _>($d.pair(rest), faults)
        }
        #[inline(always)]
        fn tiles<L: Layout>(self, l: L, faults: impl Faults) -> Self::Tiles<L> {
            self.divide(l, faults).head()
        }
        #[inline(always)]
        fn rests<L: Layout>(self, l: L, faults: impl Faults) -> Self::Rests<L> {
            self.divide(l, faults).tail().head()
        }
    };
}
/// Division by a static number larger than 1: into runs.
macro_rules! into_runs {
    ($x:ident: $D:ty = $d:expr) => {
        type Divide<L: Layout> = L::Runs<Self>;
        type Tiles<L: Layout> = L::Run<Self>;
        type Rests<L: Layout> = L::ByRuns<Self>;
        #[inline(always)]
        fn divide<L: Layout>(self, l: L, faults: impl Faults) -> Self::Divide<L> {
            l.runs(self, faults)
        }
        #[inline(always)]
        fn tiles<L: Layout>(self, l: L, faults: impl Faults) -> Self::Tiles<L> {
            l.run(self, faults)
        }
        #[inline(always)]
        fn rests<L: Layout>(self, l: L, faults: impl Faults) -> Self::Rests<L> {
            l.by_runs(self, faults)
        }
    };
}

/// A tiler that stands for one layout. As `$D` it divides and multiplies, as `$C` it composes: the integer 1 is 1:0 in the first
/// and 1:1 in the second. `$Q` is the name of the macro above that writes how it divides, `by_composition` or `into_runs`; `$N`
/// tiles cover the shape X.
macro_rules! one_tiler {
    ([$($g:tt)*] $t:ty, $Form:ty, |$x:ident| $D:ty = $d:expr, |$l:ident: L, $faults:ident| $Q:ident, $C:ty = $c:expr, |$s:ident: X| $N:ty = $n:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Tiler for $t {
            const SEALED: Sealed = Sealed;
            type TilerForm = $Form;
            $Q!($x: $D = $d);
            type Applied<L: Layout> = L::ComposeAs<Composition, $C>;
            type Product<L: Layout> = L::Pair<L::CopiesBy<$D, <$D as Layout>::Cosize>>;
            type Blocks<L: Layout> = L;
            type Copies<L: Layout> = L::CopiesBy<$D, <$D as Layout>::Cosize>;
            type Even<X: IntTuple> = SameBit<Product<X>, Mul<<$D as Layout>::Size, $N>>;
            #[inline(always)]
            fn even<X: IntTuple>(self, $s: X) -> Self::Even<X> {
                let $x = self;
                same_bit($s.elements(), mul($d.size_modulo(), $n))
            }
            #[inline(always)]
            #[allow(unused_variables)]
            fn applied<L: Layout>(self, $l: L, $faults: impl Faults) -> Self::Applied<L> {
                let $x = self;
                $l.compose_as::<Composition, _>($c, $faults)
            }
            #[inline(always)]
            fn product<L: Layout>(self, l: L, faults: impl Faults) -> Self::Product<L> {
                let $x = self;
                l.pair(l.copies_by($d, $d.cosize_modulo(), faults))
            }
            #[inline(always)]
            fn blocks<L: Layout>(self, l: L, _: impl Faults) -> L {
                l
            }
            #[inline(always)]
            fn copies<L: Layout>(self, l: L, faults: impl Faults) -> Self::Copies<L> {
                let $x = self;
                l.copies_by($d, $d.cosize_modulo(), faults)
            }
        }
    };
}
one_tiler!([S: IntTuple, D: IntTuple] Strided<S, D>, AnyLayout<S::Profile>, |x| Self = x,
    |l: L, faults| by_composition, Strided<S, AlongModes<D, S, L::Shape>> = Strided::of(x.shape(), along_modes(x.mode_stride(), x.shape(), l.shape(), faults)),
    |s: X| <<Self as Steps>::ComplementBy<OfRest, Product<X>> as Layout>::Size
        = x.complement_by::<OfRest, _>(s.elements(), Ignored).size_modulo());

/// An integer composes as N:1 and divides as N:d.
macro_rules! integer_tiler {
    ([$($g:tt)*] $t:ty, $d:ty, $divide:ident) => {
        one_tiler!([$($g)*] $t, usize, |x|
            Strided<$t, $d> = <Strided<$t, $d>>::of(x, Nat::UNIT),
            |l: L, faults| $divide, Strided<$t, N1> = <Strided<$t, N1>>::of(x, N1::UNIT),
            |s: X| Product<CeilDiv<X, $t>> = ceil_div(s, x).elements());
    };
}
integer_tiler!([] UTerm, N1, by_composition);
// As in CuTe, 1 divides as 1:0 (its normal form), but composes as 1:1.
integer_tiler!([] N1, UTerm, by_composition);
integer_tiler!([U: Positive] UInt<U, B0>, N1, into_runs);
integer_tiler!([U: Positive] UInt<U, B1>, N1, into_runs);
integer_tiler!([] u32, N1, by_composition);
integer_tiler!([] usize, N1, by_composition);
integer_tiler!([E: Reason, Q: Profile] Refused<E, Q>, N1, by_composition);
/// A leaf that is no extent: everything is refused.
macro_rules! no_tiler {
    ([$($g:tt)*] $t:ty; $($Out:ident $f:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Tiler for $t {
            const SEALED: Sealed = Sealed;
            type TilerForm = usize;
            type Even<X: IntTuple> = UTerm;
            #[inline(always)]
            fn even<X: IntTuple>(self, _: X) -> UTerm {
                UTerm
            }
            $(
                type $Out<L: Layout> = RefusedLayout<NotUnsigned<$t>>;
                #[inline(always)]
                fn $f<L: Layout>(self, _: L, _: impl Faults) -> Self::$Out<L> {
                    Strided::of(Refused::UNIT, Refused::UNIT)
                }
            )*
        }
    };
    ([$($g:tt)*] $t:ty) => {
        no_tiler!([$($g)*] $t; Divide divide Applied applied Tiles tiles Rests rests Product product Blocks blocks Copies copies);
    };
}
no_tiler!([N: Nat] Negative<N>);
no_tiler!([] Signed<i32>);
no_tiler!([] Signed<isize>);
no_tiler!([V: Integer, P: IntTuple] ScaledBasis<V, P>);
no_tiler!([T: IntTuple] ArithmeticTuple<T>);
/// 1:0
type Unit = Strided<N1, UTerm>;

#[diagnostic::do_not_recommend]
impl Tiler for RangeFull {
    const SEALED: Sealed = Sealed;
    type TilerForm = RangeFull;
    type Divide<L: Layout> = L;
    type Applied<L: Layout> = L;
    type Tiles<L: Layout> = L;
    type Rests<L: Layout> = Unit;
    type Product<L: Layout> = L;
    type Blocks<L: Layout> = L;
    type Copies<L: Layout> = Unit;
    type Even<S: IntTuple> = N1;
    #[inline(always)]
    fn even<S: IntTuple>(self, _: S) -> N1 {
        N1::UNIT
    }
    #[inline(always)]
    fn divide<L: Layout>(self, l: L, _: impl Faults) -> L {
        l
    }
    #[inline(always)]
    fn applied<L: Layout>(self, l: L, _: impl Faults) -> L {
        l
    }
    #[inline(always)]
    fn tiles<L: Layout>(self, l: L, _: impl Faults) -> L {
        l
    }
    #[inline(always)]
    fn rests<L: Layout>(self, _: L, _: impl Faults) -> Unit {
        Strided::of(N1::UNIT, UTerm)
    }
    #[inline(always)]
    fn product<L: Layout>(self, l: L, _: impl Faults) -> L {
        l
    }
    #[inline(always)]
    fn blocks<L: Layout>(self, l: L, _: impl Faults) -> L {
        l
    }
    #[inline(always)]
    fn copies<L: Layout>(self, _: L, _: impl Faults) -> Unit {
        Strided::of(N1::UNIT, UTerm)
    }
}

#[diagnostic::do_not_recommend]
impl Tiler for () {
    const SEALED: Sealed = Sealed;
    type TilerForm = ();
    type Divide<L: Layout> = L;
    type Applied<L: Layout> = Strided<(), ()>;
    type Tiles<L: Layout> = Strided<(), ()>;
    type Rests<L: Layout> = L;
    type Product<L: Layout> = L;
    type Blocks<L: Layout> = Strided<(), ()>;
    type Copies<L: Layout> = L;
    type Even<S: IntTuple> = N1;
    #[inline(always)]
    fn even<S: IntTuple>(self, _: S) -> N1 {
        N1::UNIT
    }
    #[inline(always)]
    fn divide<L: Layout>(self, l: L, _: impl Faults) -> L {
        l
    }
    #[inline(always)]
    fn applied<L: Layout>(self, _: L, _: impl Faults) -> Strided<(), ()> {
        Strided::of((), ())
    }
    #[inline(always)]
    fn tiles<L: Layout>(self, _: L, _: impl Faults) -> Strided<(), ()> {
        Strided::of((), ())
    }
    #[inline(always)]
    fn rests<L: Layout>(self, l: L, _: impl Faults) -> L {
        l
    }
    #[inline(always)]
    fn product<L: Layout>(self, l: L, _: impl Faults) -> L {
        l
    }
    #[inline(always)]
    fn blocks<L: Layout>(self, _: L, _: impl Faults) -> Strided<(), ()> {
        Strided::of((), ())
    }
    #[inline(always)]
    fn copies<L: Layout>(self, l: L, _: impl Faults) -> L {
        l
    }
}

/// A tuple of tilers: each for its mode.
macro_rules! node {
    ($H:ident $($t:ident)*) => {
        node!(@impl $H $($t)*;
            Divide divide, Applied applied, Tiles tiles, Rests rests,
            Product product, Blocks blocks, Copies copies);
    };
    (@impl $H:ident $($t:ident)*; $($Out:ident $f:ident),*) => {
        #[allow(non_snake_case)]
        impl<$H: Tiler $(, $t: Tiler)*> Tiler for ($H, $($t,)*) {
            const SEALED: Sealed = Sealed;
            type TilerForm = ($H::TilerForm, $($t::TilerForm,)*);
            type Even<S: IntTuple> = Mul<$H::Even<S::Head>, <($($t,)*) as Tiler>::Even<Others<S>>>;
            #[inline(always)]
            fn even<S: IntTuple>(self, s: S) -> Self::Even<S> {
                let ($H, $($t,)*) = self;
                mul($H.even(s.head()), ($($t,)*).even(others(s)))
            }
            node!(@each ($H) ($($t)*) $($Out $f),*);
        }
    };
    (@each $H:tt $t:tt $($Out:ident $f:ident),*) => { $( node!(@one $H $t $Out $f); )* };
    (@one ($H:ident) ($($t:ident)*) $Out:ident $f:ident) => {
        type $Out<L: Layout> = <<($($t,)*) as Tiler>::$Out<L::Tail> as Steps>::PrependMode<$H::$Out<L::Head>>;
        #[inline(always)]
        fn $f<L: Layout>(self, l: L, faults: impl Faults) -> Self::$Out<L> {
            let ($H, $($t,)*) = self;
            let tail = ($($t,)*).$f(l.tail(), faults.behind_mode());
            tail.prepend_mode($H.$f(l.head(), faults.in_mode()))
        }
    };
}
for_tuples!(node);
