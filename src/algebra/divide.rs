//! Division: a layout cut into tiles.
//!
//! ```text
//! logical_divide 24:1 by 4:2   =  (4,(2,3)):(2,(1,8))          (tile, rest)
//! zipped_divide  (8,6):(6,1) by (4, 3)  =  ((4,3),(2,2)):((6,1),(24,3))
//! ```
//!
//! `logical_divide(A, B)` is `A o (B, B*)`, where B* is the covering complement of B in size(A).
//! The first mode runs through the tile that B picks, the second from tile to tile. A tuple of
//! tilers divides mode by mode. Zipped, the tiles come first and the rests second.

use super::complement::OfRest;
use super::compose::RefusedLayout;
use super::tiler::{OneTiler, Tiler, Tiling, by_one};
use crate::algebra::reasons::{Composition, LogicalDivide};
use crate::integer::{Integer, Mul, SameBit, mul, same_bit};
use crate::layout::Steps;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::profile::{AnyLayout, Profile};
use crate::refusal::{Reason, Refused};
use crate::run_time::{Faults, Ignored};
use crate::sealed::Sealed;
use crate::stride::reasons::NotUnsigned;
use crate::stride::{AlongModes, ArithmeticTuple, Negative, ScaledBasis, Signed, along_modes};
use crate::tuple::IntTuple;
use crate::tuple::arithmetic::{CeilDiv, ceil_div};
use crate::tuple::measure::Product;
use crate::tuple::size;

/// Division by the layout D: composition with (D, D*), where D* is the covering complement of D in
/// the size of L.
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

/// A tiler that represents a single layout. It divides and multiplies as `$D` and composes as `$C`:
/// the integer 1 is 1:0 in the first and 1:1 in the second. `$Q` is the name of the macro above
/// that writes the division, `by_composition` or `into_runs`. `$N` tiles cover the shape X.
macro_rules! one_tiler {
    ([$($g:tt)*] $t:ty, $Form:ty, |$x:ident| $D:ty = $d:expr, |$l:ident: L, $faults:ident| $Q:ident, $C:ty = $c:expr, |$s:ident: X| $N:ty = $n:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Tiler for $t {
            const SEALED: Sealed = Sealed;
            type TilerForm = $Form;
            by_one!();
            type Even<X: IntTuple, R: Integer> = Mul<SameBit<Product<X>, Mul<<$D as Layout>::Size, $N>>, R>;
            #[inline(always)]
            fn even<X: IntTuple, R: Integer>(self, $s: X, r: R) -> Self::Even<X, R> {
                let $x = self;
                mul(same_bit($s.elements(), mul($d.size_modulo(), $n)), r)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($g)*> OneTiler for $t {
            $Q!($x: $D = $d);
            type Applied<L: Layout> = L::ComposeAs<Composition, $C>;
            type Product<L: Layout> = L::Pair<L::CopiesBy<$D, <$D as Layout>::Cosize>>;
            type Blocks<L: Layout> = L;
            type Copies<L: Layout> = L::CopiesBy<$D, <$D as Layout>::Cosize>;
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
/// An integer that cannot be an extent: every operation by it is refused.
macro_rules! no_tiler {
    ([$($g:tt)*] $t:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Tiler for $t {
            const SEALED: Sealed = Sealed;
            type TilerForm = usize;
            type By<O: Tiling, L: Layout> = RefusedLayout<NotUnsigned<$t>>;
            #[inline(always)]
            fn by<O: Tiling, L: Layout>(self, _: L, _: impl Faults) -> Self::By<O, L> {
                Strided::of(Refused::UNIT, Refused::UNIT)
            }
            type Even<X: IntTuple, R: Integer> = UTerm;
            #[inline(always)]
            fn even<X: IntTuple, R: Integer>(self, _: X, _: R) -> UTerm {
                UTerm
            }
        }
    };
}
no_tiler!([N: Nat] Negative<N>);
no_tiler!([] Signed<i32>);
no_tiler!([] Signed<isize>);
no_tiler!([V: Integer, P: IntTuple] ScaledBasis<V, P>);
no_tiler!([T: IntTuple] ArithmeticTuple<T>);
