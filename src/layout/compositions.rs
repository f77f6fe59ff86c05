//! The algebra of layouts: composition, complements and inverses.

use zellige_macros::operations;

use crate::algebra::algebra_reasons::Operation;
use crate::algebra::complement::{Covering, Sparse};
use crate::algebra::tiler::{self, Tiler};
use crate::algebra::walk::{Extension, ExtensionOf, extension_of};
use crate::algebra::{compose, inverse, swizzle_through_layout};
use crate::layout::result_profiles::{ComposeProfile, ShapedProfile, TilerProfile};
use crate::profile::FitsTiler;
use crate::run_time::Faults;
use crate::tuple::IntTuple;
use crate::tuple::checked_size;
use crate::tuple::measure::Product;

use super::strided::WithProfile;
use super::{Layout, Profiled, Steps};

/// Composition, complements and inverses.
///
/// Every [`Layout`] has these operations.
///
/// ```
/// use zellige::prelude::*;
/// let a = layout!((4, 8) : (16, 1));
/// assert_eq!(a.compose(layout!(8 : 4)), layout!(8 : 1));               // one row: the indices 0, 4, 8, ...
/// assert_eq!(a.compose(a.right_inverse()), layout!(8 : 1));            // the offsets 0, 1, 2, ...
/// ```
#[operations]
pub trait Algebra: Profiled {
    /// The composition `i -> self(t(i))`, with the nesting of `t`. CuTe: `composition`.
    ///
    /// An integer N composes as the layout `N:1`; a tuple composes mode by mode with the first
    /// modes and drops the others; `..` keeps a mode.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, 16, 4) : (64, 1, 16));
    /// assert_eq!(a.compose(layout!((4, 32) : (1, 4))), layout!((4, (2, 16)) : (64, (256, 1))));
    /// assert_eq!(a.compose((int!(2), layout!(4 : 4))), layout!((2, 4) : (64, 4)));
    /// let a = layout!((4, 4) : (4, 1));
    /// assert_eq!(a.compose(layout!((2, 2) : (2, 4))), layout!((2, 2) : (8, 1)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/compose.svg"))]
    ///
    /// It is refused if no layout is `self(t(i))` everywhere: `(6,2):(1,7)` with `(3,2):(2,3)`
    /// gives `composition(A, B): the modes of B carry into mode 1 of A: ...`. With run-time
    /// integers, static facts are checked at compile time, and the rest when the program runs: see
    /// [what is checked, and when](crate::guide::checks).
    ///
    /// # When it exists
    ///
    /// `A o B` is accepted if there is a layout R with a shape that refines the shape of B, and
    /// with `R(i) = A(B(i))` for all i. Past its size A continues through its last mode, since
    /// predication computes such coordinates, too. Let A be coalesced, with extents `s_k` and
    /// strides `D_k`, and let `P_k = s_0 * ... * s_(k-1)` and `c_k = D_k - s_(k-1) * D_(k-1)`
    /// (`c_0 = D_0`): the *bend* of A at `P_k`. Digit k of x is
    /// `floor(x / P_k) - s_k * floor(x / P_(k+1))`, so
    ///
    /// ```text
    /// A(x) = sum of c_k * floor(x / P_k)                                       (1)
    /// ```
    ///
    /// *One mode `n:d` of B.* The functions `floor(i / Q)`, `Q = 1, 2, ...`, are 0 below Q and 1 at
    /// Q, so every function f on `[0, n)` with `f(0) = 0` is the sum of `e_Q * floor(i / Q)` for
    /// unique `e_Q`. By (1), f is a layout of size n if and only if the Q > 1 with `e_Q != 0`,
    /// followed by n, are a chain in which each divides the next. With `g = d mod P_k`, the term k
    /// of `A(d * i)` is a multiple of i plus `c_k * floor(g * i / P_k)`. The latter is
    /// `floor(i / Q)` with `Q = ceil(P_k / g)` until the excess `Q * g - P_k` has added up to one
    /// more crossing. So the mode is accepted if no excess does so before step n and the Q at which
    /// A bends are a chain of divisors up to n. The extents of the result are the ratios of the
    /// chain.
    ///
    /// *Several modes.* By (1), the sum of their functions differs from `A(B(i))` by the sum of
    /// `c_k * floor(r_k / P_k)`, where `r_k` adds up the remainders modulo `P_k` of the single
    /// modes. It is 0 for all i if the largest `r_k` is below `P_k` for all k: there is no carry.
    /// If there are carries and their `c_k` have the same sign, they cannot cancel, and no layout
    /// exists. If the signs differ, they might cancel by accident everywhere. Only a scan of all
    /// values can detect such *resonant* compositions; they are refused, with
    /// [`Code::Resonant`](crate::refusal::Code::Resonant).
    ///
    /// Nothing here requires strides to be positive numbers: if A has negative strides or points,
    /// so are the `c_k`. For the strides other than unsigned integers that B may have, see
    /// [`stride`](crate::stride#on-the-right-of-a-composition).
    #[doc(alias = "composition")]
    #[fallible]
    /// [`compose`](crate::Algebra::compose), or why there is no composition.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let rows = 12u32;
    /// let a = layout!((rows, 8) : (8, 1));
    /// assert_eq!(a.try_compose(layout!(24 : 1)).unwrap().to_string(), "(12,2):(_8,1)");
    /// assert!(a.try_compose(layout!(18 : 1)).is_err());              // 12 does not divide 18
    /// ```
    #[alias(
        "assert_layout!(Compose<layout!((4, 4) : (4, 1)), layout!((2, 2) : (2, 4))> == (2, 2) : (8, 1));"
    )]
    #[strided(<T::TilerProfile as TilerProfile>::TilesOf<S::Profile, tiler::Applied<T, Self>>)]
    fn compose<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>(
        self,
        t: T,
        faults: impl Faults,
    ) -> impl Layout<Profile = ComposeProfile<Self, T>> {
        T::TilerProfile::tiles_of::<S::Profile, _>(tiler::applied(t, self, faults))
    }
    /// The composition with the layout R, in the name of Op.
    #[doc(hidden)]
    #[strided(R::ComposeAfter<Op, ExtensionOf<S, D>>)]
    fn compose_as<Op: Operation, R: Layout>(self, r: R, faults: impl Faults) -> impl Layout {
        r.compose_after::<Op, _>(extension_of(self.shape, self.stride), faults)
    }
    /// The composition of the extension A with this layout, in the name of Op.
    #[doc(hidden)]
    #[strided(compose::Composed<Op, A, S, D>)]
    #[composed(swizzle_through_layout::Within<Op, A, F, O, L> = swizzle_through_layout::within::<Op, _, _, _, _>(a, self.outer, self.start, self.inner, faults))]
    fn compose_after<Op: Operation, A: Extension>(self, a: A, faults: impl Faults) -> impl Layout {
        compose::composed::<Op, _, _, _>(a, self.shape, self.stride, faults)
    }
    /// The covering complement in `[0, m)`: the offsets at which copies of this layout tile
    /// `[0, m)`. Together with the layout it reaches every offset below `m` exactly once. A shape
    /// counts as its product.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!(4 : 3).complement(int!(24)), layout!((3, 2) : (1, 12)));
    /// assert_eq!(layout!((2, 2) : (1, 6)).complement(int!(24)), layout!((3, 2) : (2, 12)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/complement.svg"))]
    ///
    /// `(4,4):(1,6)` in 64 is refused: `complement(L, M): the modes of L below stride 6 span 4,
    /// which does not divide 6; index 4, below 64, belongs to no translate of L; complement_sparse
    /// allows such gaps`.
    #[fallible]
    /// [`complement`](crate::Algebra::complement), or why copies do not tile `[0, m)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 4) : (4, 12));
    /// let (n, more) = (8u32, 12u32);
    /// assert_eq!(a.try_complement(n).unwrap().size(), 4);
    /// assert!(a.try_complement(more).is_err());                      // index 8 belongs to no copy
    /// ```
    #[strided(<Self as Steps>::ComplementBy<Covering, Product<M>>)]
    #[composed(none)]
    fn complement<M: IntTuple>(self, m: M, faults: impl Faults) -> impl Layout {
        let m = checked_size::product(m, "complement(L, M)", faults);
        self.complement_by::<Covering, _>(m, faults)
    }
    /// The complement that may leave holes, as padded blocks need: `(4,4):(1,6)` in 64 gives
    /// `3:24`. CuTe: `complement`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((4, 4) : (1, 6)).complement_sparse(int!(64)), layout!(3 : 24));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/complement_sparse.svg"))]
    #[doc(alias = "complement")]
    #[fallible]
    /// [`complement_sparse`](crate::Algebra::complement_sparse), or why modes interleave.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 64u32;
    /// assert_eq!(layout!((4, 4) : (1, 6)).try_complement_sparse(n).unwrap().to_string(), "3:_24");
    /// ```
    #[strided(<Self as Steps>::ComplementBy<Sparse, Product<M>>)]
    #[composed(none)]
    fn complement_sparse<M: IntTuple>(self, m: M, faults: impl Faults) -> impl Layout {
        let m = checked_size::product(m, "complement_sparse(L, M)", faults);
        self.complement_by::<Sparse, _>(m, faults)
    }
    /// The right inverse R: `self(R(i)) = i` for all i below the size of R, which is the longest
    /// run 0, 1, 2, ... of offsets. Never refused; `0:1` for a layout with a static extent of 0.
    /// CuTe: `right_inverse`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, 16, 4) : (64, 1, 16));
    /// assert_eq!(a.right_inverse(), layout!((64, 8) : (8, 1)));
    /// assert_eq!(layout!((4, 2) : (2, 1)).right_inverse(), layout!((2, 4) : (4, 1)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/right_inverse.svg"))]
    ///
    /// The right inverse of a swizzled layout is also swizzled. It is refused if no swizzle yields
    /// it:
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!(Sw<2, 0, 3> o 0 o (8, 8) : (8, 1));
    /// assert_eq!(a.right_inverse(), layout!(Sw<2, 0, -3> o 0 o (8, 8) : (8, 1)));
    /// ```
    #[fallible]
    /// [`right_inverse`](crate::Algebra::right_inverse), or why it does not exist.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let m = 6u32;
    /// let inverse = layout!((m, 4) : (4, 1)).try_right_inverse().unwrap();
    /// assert_eq!(inverse.to_string(), "(_4,6):(6,_1)");
    /// ```
    #[alias("assert_layout!(RightInverse<layout!((4, 2) : (2, 1))> == (2, 4) : (4, 1));")]
    #[strided(inverse::RightInverse<S, D>)]
    #[composed(swizzle_through_layout::RightInverse<F, O, L> = swizzle_through_layout::right_inverse(self.outer, self.start, self.inner, faults))]
    fn right_inverse(self, faults: impl Faults) -> impl Layout {
        inverse::right_inverse(self.shape, self.stride, faults)
    }
    /// The left inverse R: `R(self(i)) = i` for all i, unless there are strides 0 (then
    /// `self(R(self(i))) = self(i)`); `0:1` for a layout with a static extent of 0. CuTe:
    /// `left_inverse`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((4, 8) : (16, 1)).left_inverse(), layout!((16, 4) : (4, 1)));
    /// assert_eq!(layout!((2, 4) : (8, 1)).left_inverse(), layout!((8, 2) : (2, 1)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/left_inverse.svg"))]
    ///
    /// `(4,4):(1,2)` is refused: `left_inverse(L): mode 4:1 spans 4, past the next stride 2: offset
    /// 2 is reached twice`.
    #[fallible]
    /// [`left_inverse`](crate::Algebra::left_inverse), or why the layout is not injective, or
    /// strides do not divide.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let m = 2u32;
    /// assert_eq!(layout!((m, 6) : (1, 2)).try_left_inverse().unwrap().crd2idx(11u32), 11);
    /// assert!(layout!((4u32, 6) : (1, 2)).try_left_inverse().is_err()); // offset 2 is reached twice
    /// ```
    #[alias("assert_layout!(LeftInverse<layout!((2, 4) : (8, 1))> == (8, 2) : (2, 1));")]
    #[strided(inverse::LeftInverse<S, D>)]
    #[composed(swizzle_through_layout::LeftInverse<F, O, L> = swizzle_through_layout::left_inverse(self.outer, self.start, self.inner, faults))]
    fn left_inverse(self, faults: impl Faults) -> impl Layout {
        inverse::left_inverse(self.shape, self.stride, faults)
    }
    /// The same function of an index, with another shape of the same size: the composition with the
    /// column-major layout of `shape`. CuTe: `with_shape`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!(((4, 8), 1) : ((8, 32), 0));
    /// assert_eq!(a.with_shape(shape!((32, 1))), layout!((32, 1) : (8, 0)));
    /// let rows = layout!((2, 4) : (4, 1));
    /// assert_eq!(rows.with_shape(shape!((4, 2))), layout!(((2, 2), 2) : ((4, 1), 2)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/with_shape.svg"))]
    ///
    /// A shape of another size is refused: `with_shape(L, S): the shape (_4,_4) has 16 elements,
    /// but ((_4,_8),_1):((_8,_32),_0) has 32`. For only the beginning of a layout, or for indices
    /// past its end, use a [composition](Algebra::compose).
    #[fallible]
    /// [`with_shape`](crate::Algebra::with_shape), or why the shape has another size, or no such
    /// layout exists.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, n) = (6u32, 4u32);
    /// let a = layout!((m, 8) : (8, 1));
    /// assert_eq!(a.try_with_shape((m, (int!(2), n))).unwrap().crd2idx((5u32, 3u32)), 5 * 8 + 3);
    /// let refusal = a.try_with_shape((m, n)).unwrap_err();
    /// assert_eq!(refusal.message(), "with_shape(L, S): the shape (6,4) has 24 elements, but (6,8):(8,1) has 48");
    /// ```
    #[alias(
        "assert_layout!(WithShape<layout!((2, 4) : (4, 1)), shape!((4, 2))> == ((2, 2), 2) : ((4, 1), 2));"
    )]
    #[strided(WithProfile<compose::WithShape<S, D, T>, ShapedProfile<Self, T>>)]
    fn with_shape<T: IntTuple>(
        self,
        shape: T,
        faults: impl Faults,
    ) -> impl Layout<Profile = ShapedProfile<Self, T>> {
        compose::with_shape(self.shape, self.stride, shape, faults).with_profile()
    }
}
