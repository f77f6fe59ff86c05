//! Tilers: the operands by which a layout is composed, divided or multiplied.
//!
//! A tiler that represents a single layout defines the result of each operation in [`OneTiler`]. A
//! tuple of tilers applies its tilers mode by mode, for every operation: an operation is a
//! [`Tiling`], and [`Tiler::By`] covers them all.

use core::marker::PhantomData;
use core::ops::RangeFull;

use super::algebra_reasons::{Composition, LogicalDivide};
use super::complement::OfRest;
use super::compose::RefusedLayout;
use super::divide::{by_composition, into_runs};
use crate::integer::{Integer, Mul, SameBit, mul, same_bit};
use crate::layout::result_profiles::TilerProfile;
use crate::layout::{Layout, Steps, Strided};
use crate::number::*;
use crate::profile::{AnyLayout, Profile};
use crate::ranks::for_tuples;
use crate::refusal::{Reason, Refused};
use crate::run_time::{Faults, Ignored};
use crate::sealed::Sealed;
use crate::stride::stride_reasons::NotUnsigned;
use crate::stride::{AlongModes, ArithmeticTuple, Negative, ScaledBasis, Signed, along_modes};
use crate::tuple::arithmetic::{CeilDiv, ceil_div};
use crate::tuple::{IntTuple, checked_size, measure};

/// A tiler, by which a layout can be composed, divided or multiplied: a layout, an integer N (as
/// the layout N:1), `..` (the whole mode), or a tuple of these, one for each mode.
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
    /// Its profile, for comparison with that of the layout.
    #[doc(hidden)]
    type TilerProfile: TilerProfile;
    /// True if it is known to have strides, and all its integers to be static.
    #[doc(hidden)]
    type IsStaticTiler: Bool;
    /// The result of the operation O on L with this tiler.
    #[doc(hidden)]
    type By<O: Tiling, L: Layout>: Layout;
    #[doc(hidden)]
    fn by<O: Tiling, L: Layout>(self, l: L, faults: impl Faults) -> Self::By<O, L>;
    /// R if the tiles cover the shape S and nothing else, 0 if not; refused if there is no rest.
    #[doc(hidden)]
    type Even<S: IntTuple, R: Integer>: Integer;
    #[doc(hidden)]
    fn even<S: IntTuple, R: Integer>(self, s: S, r: R) -> Self::Even<S, R>;
}

/// The results of the operations on a layout with a tiler that represents a single layout.
#[doc(hidden)]
pub trait OneTiler: Copy + 'static {
    /// (tile, rest)
    type Divide<L: Layout>: Layout;
    /// The composition.
    type Applied<L: Layout>: Layout;
    /// The tile.
    type Tiles<L: Layout>: Layout;
    /// The rest.
    type Rests<L: Layout>: Layout;
    /// (block, copies)
    type Product<L: Layout>: Layout;
    /// The block.
    type Blocks<L: Layout>: Layout;
    /// The copies.
    type Copies<L: Layout>: Layout;
    fn divide<L: Layout>(self, l: L, faults: impl Faults) -> Self::Divide<L>;
    fn applied<L: Layout>(self, l: L, faults: impl Faults) -> Self::Applied<L>;
    fn tiles<L: Layout>(self, l: L, faults: impl Faults) -> Self::Tiles<L>;
    fn rests<L: Layout>(self, l: L, faults: impl Faults) -> Self::Rests<L>;
    fn product<L: Layout>(self, l: L, faults: impl Faults) -> Self::Product<L>;
    fn blocks<L: Layout>(self, l: L, faults: impl Faults) -> Self::Blocks<L>;
    fn copies<L: Layout>(self, l: L, faults: impl Faults) -> Self::Copies<L>;
}

/// An operation by a tiler.
#[doc(hidden)]
pub trait Tiling: 'static {
    /// The result for a tiler that represents a single layout.
    type One<T: OneTiler, L: Layout>: Layout;
    /// The result for `..`, which leaves a mode whole.
    type Whole<L: Layout>: Layout;
    /// The result for the modes after the last tiler.
    type After<L: Layout>: Layout;
    fn one<T: OneTiler, L: Layout>(t: T, l: L, faults: impl Faults) -> Self::One<T, L>;
    fn whole<L: Layout>(l: L) -> Self::Whole<L>;
    fn after<L: Layout>(l: L) -> Self::After<L>;
}

/// 1:0
type Unit = Strided<N1, UTerm>;
/// ():()
type Empty = Strided<(), ()>;

/// The operation O on the layout L by the tiler T, not yet computed.
struct Operation<O, T, L, F> {
    by: PhantomData<O>,
    tiler: T,
    layout: L,
    faults: F,
}
impl<O: Tiling, T: Tiler, L: Layout, F: Faults> Deferred for Operation<O, T, L, F> {
    type Value = T::By<O, L>;
    #[inline(always)]
    fn compute(self) -> T::By<O, L> {
        self.tiler.by::<O, L>(self.layout, self.faults)
    }
}

/// True if the tilers A and B are static.
pub type BothStatic<A, B> = <<A as Tiler>::IsStaticTiler as Bool>::And<<B as Tiler>::IsStaticTiler>;

/// The operations. For each: the result for a whole mode, and for the modes after the last tiler.
/// The alias and the function are the operation by any tiler.
macro_rules! tilings {
    ($($(#[$m:meta])* $By:ident $Op:ident $f:ident: |$l:ident|
        $Whole:ty = $whole:expr, $After:ty = $after:expr;)+) => { $(
        $(#[$m])*
        #[doc(hidden)]
        pub struct $By;
        impl Tiling for $By {
            type One<T: OneTiler, L: Layout> = T::$Op<L>;
            type Whole<L: Layout> = $Whole;
            type After<L: Layout> = $After;
            #[inline(always)]
            fn one<T: OneTiler, L: Layout>(t: T, l: L, faults: impl Faults) -> Self::One<T, L> {
                t.$f(l, faults)
            }
            #[inline(always)]
            fn whole<L: Layout>($l: L) -> Self::Whole<L> {
                $whole
            }
            #[inline(always)]
            fn after<L: Layout>($l: L) -> Self::After<L> {
                $after
            }
        }
        $(#[$m])*
        pub type $Op<T, L> = <T as Tiler>::By<$By, L>;
        $(#[$m])*
        #[inline(always)]
        pub fn $f<T: Tiler, L: Layout>(t: T, l: L, faults: impl Faults) -> $Op<T, L> {
            let result = Operation { by: PhantomData::<$By>, tiler: t, layout: l, faults };
            <BothStatic<T, L> as Bool>::known_or(<$Op<T, L>>::UNCHECKED, result)
        }
    )+ };
}
tilings! {
    /// (tile, rest), mode by mode for a tuple.
    ByDivide Divide divide: |l| L = l, L = l;
    /// The composition, mode by mode for a tuple (further modes of the layout are dropped).
    ByApplied Applied applied: |l| L = l, Empty = empty(l);
    /// The tile, or the tuple of all tiles.
    ByTiles Tiles tiles: |l| L = l, Empty = empty(l);
    /// The rest, or the tuple of all rests.
    ByRests Rests rests: |l| Unit = unit(l), L = l;
    /// (block, copies), mode by mode for a tuple.
    ByProduct Product product: |l| L = l, L = l;
    /// The block, or the tuple of all blocks.
    ByBlocks Blocks blocks: |l| L = l, Empty = empty(l);
    /// The copies, or the tuple of all copies.
    ByCopies Copies copies: |l| Unit = unit(l), L = l;
}
#[inline(always)]
fn unit<L>(_: L) -> Unit {
    Strided::of(N1::UNIT, UTerm)
}
#[inline(always)]
fn empty<L>(_: L) -> Empty {
    Strided::of((), ())
}

/// A tiler that represents a single layout: it delegates to [`OneTiler`].
macro_rules! by_one {
    () => {
        type By<Op: $crate::algebra::tiler::Tiling, M: Layout> = Op::One<Self, M>;
        #[inline(always)]
        fn by<Op: $crate::algebra::tiler::Tiling, M: Layout>(
            self,
            l: M,
            faults: impl Faults,
        ) -> Self::By<Op, M> {
            Op::one(self, l, faults)
        }
    };
}
pub(crate) use by_one;

/// A tiler without a number: `..`, and `()`. `$S` is the shape that it covers, `$Even` the result
/// for an even division.
macro_rules! without_number {
    ($t:ty, $Of:ident $of:ident, |$s:ident: $S:ident, $r:ident: $R:ident| $Even:ty = $even:expr) => {
        #[diagnostic::do_not_recommend]
        impl Tiler for $t {
            const SEALED: Sealed = Sealed;
            type TilerProfile = $t;
            type IsStaticTiler = B1;
            type By<O: Tiling, L: Layout> = O::$Of<L>;
            #[inline(always)]
            fn by<O: Tiling, L: Layout>(self, l: L, _: impl Faults) -> Self::By<O, L> {
                O::$of(l)
            }
            type Even<$S: IntTuple, $R: Integer> = $Even;
            #[inline(always)]
            #[allow(unused_variables)]
            fn even<$S: IntTuple, $R: Integer>(self, $s: $S, $r: $R) -> Self::Even<$S, $R> {
                $even
            }
        }
    };
}
// A mode that the shape lacks is refused, so its size is refused, too, and with it the comparison.
without_number!(RangeFull, Whole whole, |s: S, r: R| Mul<SameBit<measure::Product<S>, measure::Product<S>>, R>
    = mul(same_bit(s.elements(), s.elements()), r));
without_number!((), After after, |s: S, r: R| R = r);

/// A tuple of tilers: each for its mode.
macro_rules! node {
    ($H:ident $($t:ident)*) => {
        #[allow(non_snake_case)]
        impl<$H: Tiler $(, $t: Tiler)*> Tiler for ($H, $($t,)*) {
            const SEALED: Sealed = Sealed;
            type TilerProfile = ($H::TilerProfile, $($t::TilerProfile,)*);
            type IsStaticTiler = <$H::IsStaticTiler as Bool>::And<<($($t,)*) as Tiler>::IsStaticTiler>;
            type By<O: Tiling, L: Layout> =
                <<($($t,)*) as Tiler>::By<O, L::Tail> as Steps>::PrependMode<$H::By<O, L::Head>>;
            #[inline(always)]
            fn by<O: Tiling, L: Layout>(self, l: L, faults: impl Faults) -> Self::By<O, L> {
                let ($H, $($t,)*) = self;
                let tail = ($($t,)*).by::<O, _>(l.tail(), faults.behind_mode());
                tail.prepend_mode($H.by::<O, _>(l.head(), faults.in_mode()))
            }
            type Even<S: IntTuple, R: Integer> =
                $H::Even<S::Head, <($($t,)*) as Tiler>::Even<S::Tail, R>>;
            #[inline(always)]
            fn even<S: IntTuple, R: Integer>(self, s: S, r: R) -> Self::Even<S, R> {
                let ($H, $($t,)*) = self;
                $H.even(s.head(), ($($t,)*).even(s.tail(), r))
            }
        }
    };
}
for_tuples!(node);

/// A tiler that represents a single layout. It divides and multiplies as `$D` and composes as `$C`:
/// the integer 1 is 1:0 in the first and 1:1 in the second. `$Q` is the macro of `divide`
/// that writes the division, `by_composition` or `into_runs`. `$N` tiles cover the shape X.
macro_rules! one_tiler {
    (
        [$($g:tt)*] $t:ty, $Profile:ty, $IsStaticTiler:ty, |$x:ident| $D:ty = $d:expr,
        |$l:ident: L, $faults:ident| $Q:ident, $C:ty = $c:expr, |$s:ident: X| $N:ty = $n:expr
    ) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Tiler for $t {
            const SEALED: Sealed = Sealed;
            type TilerProfile = $Profile;
            type IsStaticTiler = $IsStaticTiler;
            by_one!();
            type Even<X: IntTuple, R: Integer> = Mul<SameBit<measure::Product<X>, Mul<<$D as Layout>::Size, $N>>, R>;
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
one_tiler!([S: IntTuple, D: IntTuple] Strided<S, D>, AnyLayout<S::Profile>,
    <S::AllStatic as Bool>::And<D::AllStatic>, |x| Self = x,
    |l: L, faults| by_composition, Strided<S, AlongModes<D, S, L::Shape>> = Strided::of(x.shape(), along_modes(x.mode_stride(), x.shape(), l.shape(), faults)),
    |s: X| <<Self as Steps>::ComplementBy<OfRest, measure::Product<X>> as Layout>::Size
        = x.complement_by::<OfRest, _>(s.elements(), Ignored).size_modulo());

/// An integer composes as N:1 and divides as N:d.
macro_rules! integer_tiler {
    ([$($g:tt)*] $t:ty, $d:ty, $divide:ident) => {
        one_tiler!([$($g)*] $t, usize, <$t as IntTuple>::AllStatic, |x|
            Strided<$t, $d> = <Strided<$t, $d>>::of(x, Nat::UNIT),
            |l: L, faults| $divide, Strided<$t, N1> = <Strided<$t, N1>>::of(x, N1::UNIT),
            |s: X| measure::Product<CeilDiv<X, $t>> = ceil_div(s, x).elements());
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
            type TilerProfile = usize;
            type IsStaticTiler = B0;
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
