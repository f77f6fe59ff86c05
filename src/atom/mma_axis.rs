//! The modes M, N and K of a tiled MMA: the extent of the atom, the atoms side by side, the order
//! of the elements.

use core::ops::RangeFull;

use super::copy_tile::EvenTiler;
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::tuple::IntTuple;
use crate::tuple::measure::Product;

/// The assignment of the elements of one mode (M, N or K) to the atoms: `..` keeps their order, a
/// static integer N assigns N of them at a time in their order, and a layout permutes as many as
/// its size. CuTe: a mode of `PermutationMNK`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
/// // Two atoms along N; a thread has their columns side by side.
/// let permuted = mma.permuted((.., layout!((2, 4, 4) : (1, 8, 2)), ..));
/// assert_eq!(permuted.tile_shape(), shape!((32, 32, 16)));
/// ```
#[diagnostic::on_unimplemented(
    message = "this does not permute a mode of an MMA",
    label = "must be `..`, a static integer or a layout"
)]
pub trait Permutation: Copy + 'static {
    /// The layout that divides the mode; `..` if nothing is permuted.
    #[doc(hidden)]
    type Tile: EvenTiler;
    /// The value, if it is static; using it fails to compile otherwise.
    #[doc(hidden)]
    const VALUE: Self;
    /// The number of elements that it takes, if the atoms alone take D.
    #[doc(hidden)]
    type Extent<D: Integer>: Integer;
    #[doc(hidden)]
    fn tile(self) -> Self::Tile;
    #[doc(hidden)]
    fn extent<D: Integer>(self, d: D) -> Self::Extent<D>;
}
#[diagnostic::do_not_recommend]
impl Permutation for RangeFull {
    type Tile = RangeFull;
    const VALUE: RangeFull = ..;
    type Extent<D: Integer> = D;
    #[inline(always)]
    fn tile(self) -> RangeFull {
        self
    }
    #[inline(always)]
    fn extent<D: Integer>(self, d: D) -> D {
        d
    }
}
#[diagnostic::do_not_recommend]
impl<U: Nat, B: Bool> Permutation for UInt<U, B>
where
    UInt<U, B>: Nat,
{
    type Tile = RangeFull;
    const VALUE: Self = Nat::UNIT;
    type Extent<D: Integer> = Self;
    #[inline(always)]
    fn tile(self) -> RangeFull {
        ..
    }
    #[inline(always)]
    fn extent<D: Integer>(self, _: D) -> Self {
        self
    }
}
#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Permutation for Strided<S, D> {
    type Tile = Self;
    const VALUE: Self = Layout::STATIC;
    type Extent<E: Integer> = Product<S>;
    #[inline(always)]
    fn tile(self) -> Self {
        self
    }
    #[inline(always)]
    fn extent<E: Integer>(self, _: E) -> Self::Extent<E> {
        self.shape().elements()
    }
}

/// The permutations of M, N and K: a tuple of three. CuTe: `PermutationMNK`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
/// assert_eq!(mma.permuted((.., int!(32), ..)).tile_shape(), shape!((32, 32, 16)));
/// ```
#[doc(alias = "PermutationMNK")]
#[diagnostic::on_unimplemented(
    message = "this does not permute the modes M, N and K of an MMA",
    label = "must be a tuple of three: each `..`, a static integer or a layout"
)]
pub trait Permutations: Copy + 'static {
    #[doc(hidden)]
    type M: Permutation;
    #[doc(hidden)]
    type N: Permutation;
    #[doc(hidden)]
    type K: Permutation;
    /// The value, if all three are static; using it fails to compile otherwise.
    #[doc(hidden)]
    const VALUE: Self;
    #[doc(hidden)]
    fn modes(self) -> (Self::M, Self::N, Self::K);
}
#[diagnostic::do_not_recommend]
impl<M: Permutation, N: Permutation, K: Permutation> Permutations for (M, N, K) {
    type M = M;
    type N = N;
    type K = K;
    const VALUE: Self = (M::VALUE, N::VALUE, K::VALUE);
    #[inline(always)]
    fn modes(self) -> (M, N, K) {
        self
    }
}

/// One of the modes M, N and K of a tiled MMA.
#[doc(hidden)]
pub trait Axis: Copy + 'static {
    /// The extent of the atom.
    type Atom: Integer;
    /// The number of atoms side by side, on different threads.
    type Threads: Integer;
    /// The layout that divides the mode first.
    type Tile: EvenTiler;
    /// The extent of the tile.
    type Extent: Integer;
    fn atom(self) -> Self::Atom;
    fn threads(self) -> Self::Threads;
    fn tile(self) -> Self::Tile;
    fn extent(self) -> Self::Extent;
}
/// A mode with an atom of E elements, T of them side by side, in the order P.
#[doc(hidden)]
#[derive(Copy, Clone)]
pub struct Along<E, T, P>(pub(super) E, pub(super) T, pub(super) P);
impl<E: Integer, T: Integer, P: Permutation> Axis for Along<E, T, P> {
    type Atom = E;
    type Threads = T;
    type Tile = P::Tile;
    type Extent = P::Extent<Mul<E, T>>;
    #[inline(always)]
    fn atom(self) -> E {
        self.0
    }
    #[inline(always)]
    fn threads(self) -> T {
        self.1
    }
    #[inline(always)]
    fn tile(self) -> P::Tile {
        self.2.tile()
    }
    #[inline(always)]
    fn extent(self) -> Self::Extent {
        self.2.extent(mul(self.0, self.1))
    }
}
