//! Layouts: the trait that lists every operation, those on the modes and on the elements as supertraits.

use core::fmt;

use crate::algebra::banks::Swizzles;
use crate::algebra::complement::Rule;
use crate::algebra::coordinate::Coord;
use crate::algebra::divide::Tiler;
use crate::algebra::extension::Extension;
use crate::algebra::outer::Outer;
use crate::algebra::width::Ranged;
use crate::integer::*;
use crate::number::*;
use crate::profile::*;
use crate::refusal::{Message, Operation, Refusal, keep_call};
use crate::run_time::{Faults, ModeList, demand, size};
use crate::sealed::Sealed;
use crate::tensor::bounds::Bound;
use crate::tuple::measure::{Depth, Rank};
use crate::tuple::*;

mod check;
mod composed;
mod conversion;
mod coordinates;
mod divide;
mod equality;
mod fallible;
mod iter;
mod modes;
pub(crate) mod partition;
mod product;
mod profiled;
mod property;
mod recast;
mod simplify;
mod strided;
pub(crate) use check::check;
use check::{check_strides, static_number};
pub use composed::ComposedLayout;
pub use conversion::Conversion;
pub use coordinates::Coordinates;
pub use divide::Divides;
pub use fallible::TryLayout;
pub(crate) use iter::NthLeaf;
pub use iter::{Coords, FlatModes, Offsets};
pub use modes::Modes;
pub use partition::{Partition, Sharing, ThreadTile};
pub(crate) use partition::{check_thread, find_thread};
pub use product::Products;
pub use profiled::Profiled;
pub use property::{
    Bijective, Disjoint, DisjointOrRunTime, Injective, InjectiveOrRunTime, Properties,
};
pub use recast::Recast;
pub use simplify::Simplify;
pub use strided::Strided;
pub(crate) use strided::strided;

/// A layout, a function from coordinates to offsets: all operations, on types and on values. Those on
/// the list of its modes are in [`Modes`] and [`Simplify`], tiles in [`Divides`], copies of it in [`Products`], those that change the
/// elements in [`Recast`], and what it does with coordinates is in [`Coordinates`]; every layout has them, too.
///
/// There are two kinds: [`Strided`], a shape with its strides, and [`ComposedLayout`], `F(offset +
/// L(c))` with an outer function F such as a [`Swizzle`](crate::Swizzle). Both have a shape, so all
/// that acts on coordinates is the same for both, and generic code takes a swizzled layout, too. A
/// composed layout has no strides: what needs them is refused.
///
/// Every operation is an associated type whose result is a layout again, with a method of nearly
/// the same name that carries the run-time integers. Nothing is partial, so generic code needs no
/// bound but `Layout`:
///
/// ```
/// use zellige::prelude::*;
/// fn tile<L: Layout, T: Layout>(l: L, t: T) -> L::ZippedDivide<T> { l.zipped_divide(t) }
/// let z = tile(layout!((8, 6) : (6, 1)), layout!(4 : 1));
/// assert_eq!(z.to_string(), "(_4,(_2,_6)):(_6,(_24,_1))");
/// ```
///
/// An operation that has no result returns a refused layout, which says why in
/// [`REFUSAL`](Layout::REFUSAL); the methods raise it when the program is built.
/// [`assert_layout!`](crate::assert_layout) raises it already under `cargo check`.
#[diagnostic::on_unimplemented(
    message = "this type is not a layout",
    label = "a layout is needed here",
    note = "a layout is a shape with its strides, `layout!(shape : stride)`; a tuple alone is a shape, a coordinate or a tiler by mode"
)]
pub trait Layout:
    Profiled<ShapeForm = <Self as Layout>::Profile>
    + Modes
    + Simplify
    + Divides
    + Products
    + Recast
    + Partition
    + Conversion<Nesting = <Self as Layout>::Profile>
    + Tiler<TilerForm = AnyLayout<<Self as Layout>::Profile>>
    + Copy
    + Send
    + Sync
    + PartialEq
    + fmt::Debug
    + fmt::Display
    + 'static
{
    #[doc(hidden)]
    const SEALED: Sealed;
    /// The layout with strides of which this is a swizzle; itself, if it has strides.
    #[doc(hidden)]
    type Unswizzled: Layout;
    /// The function around it: a swizzle, or a layout; the swizzle of no bit, if it has strides. CuTe: `get_swizzle_portion`.
    type Swizzle: Outer;
    /// The layout without the function around it; itself, if it has strides. CuTe: `get_nonswizzle_portion`.
    type Inner: Layout<Profile = Self::Profile>;
    /// Can its offsets be those of a tensor's elements?
    #[doc(hidden)]
    const IN_MEMORY: bool;
    /// What is done to the offsets of `Unswizzled`.
    #[doc(hidden)]
    const SWIZZLES: Swizzles;
    /// The form of the shape, without numbers: `usize` for an integer, tuples for tuples.
    type Profile: Profile;
    /// The shape.
    type Shape: IntTuple<Profile = Self::Profile>;
    /// The strides, congruent with the shape: unsigned integers, or those of
    /// [`stride`](crate::stride); refused if there are none, as in a composed layout.
    type Stride: IntTuple;
    /// The shape as part of another layout's: refused together with the strides.
    #[doc(hidden)]
    type ModeShape: IntTuple;
    /// The product of the shape: how many coordinates there are.
    type Size: Integer;
    /// 1 + the largest offset.
    type Cosize: Integer;
    /// The first mode.
    #[doc(hidden)]
    type Head: Layout;
    /// The other modes.
    #[doc(hidden)]
    type Tail: Layout;
    /// With a mode H in front.
    #[doc(hidden)]
    type PrependMode<H: Layout>: Layout;
    /// The layout (self, R).
    #[doc(hidden)]
    type Pair<R: Layout>: Layout<Profile = (Self::Profile, R::Profile)>;
    /// The copies of this block that B, of cosize C, lays out; parameters, so that they are worked out
    /// once.
    #[doc(hidden)]
    type CopiesBy<B: Layout, C: Integer>: Layout;
    /// The pairs of modes that correspond here and in C; those that are missing are 1:0.
    #[doc(hidden)]
    type Ahead<C: Layout>: Layout;
    /// The pairs of modes that correspond in C and here; those that are missing are 1:0.
    #[doc(hidden)]
    type Behind<C: Layout>: Layout;
    /// The runs of N elements, and from run to run.
    #[doc(hidden)]
    type Runs<N: Positive>: Layout;
    /// The first run of N elements.
    #[doc(hidden)]
    type Run<N: Positive>: Layout;
    /// From run to run of N elements.
    #[doc(hidden)]
    type ByRuns<N: Positive>: Layout;
    /// The composition with the layout R, in the name of Op.
    #[doc(hidden)]
    type ComposeAs<Op: Operation, R: Layout>: Layout;
    /// The composition of the extension A with this layout, in the name of Op.
    #[doc(hidden)]
    type ComposeAfter<Op: Operation, A: Extension>: Layout;
    /// See [`compose`](Layout::compose).
    type Compose<T: Tiler>: Layout<Profile = ComposeForm<Self, T>>;
    /// The complement by the rule K.
    #[doc(hidden)]
    type ComplementBy<K: Rule, M: Integer>: Layout;
    /// See [`complement`](Layout::complement).
    type Complement<M: IntTuple>: Layout;
    /// See [`complement_sparse`](Layout::complement_sparse).
    type ComplementSparse<M: IntTuple>: Layout;
    /// See [`right_inverse`](Layout::right_inverse).
    type RightInverse: Layout;
    /// See [`left_inverse`](Layout::left_inverse).
    type LeftInverse: Layout;
    /// See [`with_shape`](Layout::with_shape).
    type WithShape<S: IntTuple>: Layout<Profile = ShapedForm<Self, S>>;
    /// The offset of the coordinate C. See [`crd2idx`](Coordinates::crd2idx).
    type Crd2Idx<C: Coord>: Integer;
    /// The offsets of all coordinates of the type C.
    #[doc(hidden)]
    type Range<C: Coord>: Ranged;
    /// The sublayout of [`slice`](Coordinates::slice).
    type Slice<C: Coord>: Layout<Profile = SliceForm<Self::Profile, C>>;
    /// The offset of [`slice`](Coordinates::slice).
    type SliceOffset<C: Coord>: Integer;
    /// See [`dice`](Coordinates::dice).
    type Dice<C: Coord>: Layout;
    /// The layout of [`domain_offset`](Coordinates::domain_offset).
    type DomainOffset<C: Coord>: Layout<Profile = Self::Profile>;

    /// [`size`](Layout::size) as a number at compile time, if it is static.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// type Registers = layout!((8, 4) : (4, 1));
    /// let sums = [0f32; Registers::SIZE];
    /// assert_eq!(sums.len(), 32);
    /// ```
    ///
    /// A run-time extent is refused at compile time: ``a static value is needed here, but (?,_4):(_4,_1)
    /// has run-time integers (`?`)``. So is a size that is no `usize`: `the size of
    /// (_281474976710656,_131072):(_0,_0) is 36893488147419103232, which is too large: it must be below
    /// 18446744073709551615`.
    const SIZE: usize = static_number::<Self, Self::Size>("the size");
    /// [`cosize`](Layout::cosize) as a number at compile time, if it is static: the length of an
    /// array, in shared memory for example, that the layout addresses.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// type Padded = layout!((32, 32) : (33, 1));
    /// let tile = [0f32; Padded::COSIZE];
    /// assert_eq!((tile.len(), Padded::SIZE), (31 * 33 + 32, 1024));
    /// ```
    ///
    /// A run-time extent or stride, and a cosize that is no `usize`, are refused as in
    /// [`SIZE`](Layout::SIZE).
    const COSIZE: usize = static_number::<Self, Self::Cosize>("the cosize");
    /// The value, if every integer is static; refused at compile time otherwise.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// static A: layout!((8, 4) : (4, 1)) = Layout::STATIC;
    /// assert_eq!(A.crd2idx((1u32, 2u32)), 6);
    /// ```
    const STATIC: Self = {
        check_static(Self::REFUSAL, Self::IS_STATIC, &Self::TEXT);
        Self::UNCHECKED
    };
    /// The value, if every integer is static; any value otherwise.
    #[doc(hidden)]
    const UNCHECKED: Self;
    /// Is every integer static? Then the layout is a type without bytes.
    const IS_STATIC: bool;
    /// Why it is no layout, if an operation was refused.
    const REFUSAL: Option<Refusal>;
    /// In CuTe's notation; `?` is a run-time integer.
    #[doc(hidden)]
    const TEXT: Message;

    /// The function around it: a swizzle, or a layout; the swizzle of no bit, if it has strides. CuTe: `get_swizzle_portion`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1)).swizzle(), Swizzle::<3, 3, 3>::new());
    /// assert_eq!(layout!((8, 64) : (64, 1)).swizzle(), Swizzle::<0, 0, 0>::new());
    /// ```
    fn swizzle(self) -> Self::Swizzle;
    /// What is added to the offsets of [`inner`](Layout::inner) before the swizzle; 0 without one.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let tile = layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1));
    /// assert_eq!(tile.slice((1u32, ..)).0.swizzle_start(), 64);
    /// ```
    fn swizzle_start(self) -> u32;
    /// The layout without the function around it; itself, if it has strides. CuTe: `get_nonswizzle_portion`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// fn rows<L: Layout>(tile: L) -> String { tile.inner().to_string() }
    /// assert_eq!(rows(layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1))), "(_8,_64):(_64,_1)");
    /// assert_eq!(rows(layout!((8, 64) : (64, 1))), "(_8,_64):(_64,_1)");
    /// ```
    fn inner(self) -> Self::Inner;
    /// The shape, a plain tuple, which is printed and compared by its [`display`](IntTuple::display).
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((8, 4) : (4, 1)).shape(), shape!((8, 4)));
    /// ```
    fn shape(self) -> Self::Shape;
    /// The strides, in elements. CuTe: `stride`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((8, 4) : (4, 1)).stride(), shape!((4, 1)));
    /// ```
    ///
    /// Those of a composed layout are refused: `Sw<3,4,3> o _0 o (_8,_64):(_64,_1) is a composed layout: it has no strides,
    /// which this operation needs`.
    #[inline(always)]
    fn stride(self) -> Self::Stride {
        keep_call!(Self);
        const { check_strides::<Self>() }
        self.mode_stride()
    }
    /// The strides, or what they are refused by.
    #[doc(hidden)]
    fn mode_stride(self) -> Self::Stride;
    #[doc(hidden)]
    fn mode_shape(self) -> Self::ModeShape;
    #[doc(hidden)]
    fn unswizzled(self) -> Self::Unswizzled;
    /// The product of the shape: how many coordinates there are. CuTe: `size`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((8, 4u32) : (4, 1)).size(), 32);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the product does not fit the type of the run-time extents: `size(L): the product of the extents
    /// (65536,65536), 4294967296, does not fit their type`.
    #[inline(always)]
    #[track_caller]
    fn size(self) -> Self::Size {
        demand!(|faults| size::product(self.shape(), "size(L)", faults));
        self.size_modulo()
    }
    /// The size, modulo 2^32 or 2^64 if it does not fit the run-time integers.
    #[doc(hidden)]
    fn size_modulo(self) -> Self::Size;
    /// 1 + the largest offset: how many elements the memory must have. With negative strides it is
    /// 1 + the largest offset - the smallest. CuTe: `cosize`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((4, 2) : (2, 16));
    /// assert_eq!((a.size().usize(), a.cosize().usize()), (8, 3 * 2 + 16 + 1));
    /// ```
    ///
    /// Of a swizzled layout it is rounded up to the whole block that the swizzle permutes, unless no
    /// offset has a bit that moves; CuTe returns that of the inner layout, which may be too small. Of
    /// another composed layout with negative numbers it may be larger than the offsets need.
    ///
    /// # Panics
    ///
    /// Panics if it does not fit the type of the run-time integers.
    #[inline(always)]
    #[track_caller]
    fn cosize(self) -> Self::Cosize {
        demand!(|faults| {
            if const { !(Self::ModeShape::IS_STATIC && Self::Stride::IS_STATIC) } {
                faults.find(|| {
                    let computed = self.cosize_modulo().projected();
                    let modes = ModeList::of(self.mode_shape(), self.mode_stride());
                    size::cosize_fault(&modes, computed)
                });
            }
            self.cosize_modulo()
        })
    }
    /// The cosize, modulo 2^32 or 2^64 if it does not fit the run-time integers.
    #[doc(hidden)]
    fn cosize_modulo(self) -> Self::Cosize;
    /// Size and cosize, computed without overflow.
    #[doc(hidden)]
    fn bound(self) -> Option<Bound>;
    #[doc(hidden)]
    fn head(self) -> Self::Head;
    #[doc(hidden)]
    fn tail(self) -> Self::Tail;
    #[doc(hidden)]
    fn prepend_mode<H: Layout>(self, h: H) -> Self::PrependMode<H>;
    #[doc(hidden)]
    fn pair<R: Layout>(self, r: R) -> Self::Pair<R>;
    #[doc(hidden)]
    fn copies_by<B: Layout, C: Integer>(
        self,
        b: B,
        c: C,
        faults: impl Faults,
    ) -> Self::CopiesBy<B, C>;
    #[doc(hidden)]
    fn ahead<C: Layout>(self, c: C) -> Self::Ahead<C>;
    #[doc(hidden)]
    fn behind<C: Layout>(self, c: C) -> Self::Behind<C>;
    #[doc(hidden)]
    fn runs<N: Positive>(self, n: N, faults: impl Faults) -> Self::Runs<N>;
    #[doc(hidden)]
    fn run<N: Positive>(self, n: N, faults: impl Faults) -> Self::Run<N>;
    #[doc(hidden)]
    fn by_runs<N: Positive>(self, n: N, faults: impl Faults) -> Self::ByRuns<N>;
    #[doc(hidden)]
    fn compose_as<Op: Operation, R: Layout>(
        self,
        r: R,
        faults: impl Faults,
    ) -> Self::ComposeAs<Op, R>;
    #[doc(hidden)]
    fn compose_after<Op: Operation, A: Extension>(
        self,
        a: A,
        faults: impl Faults,
    ) -> Self::ComposeAfter<Op, A>;
    #[doc(hidden)]
    fn complement_by<K: Rule, M: Integer>(
        self,
        m: M,
        faults: impl Faults,
    ) -> Self::ComplementBy<K, M>;
    #[doc(hidden)]
    fn offset_at<C: Coord>(self, c: C) -> Self::Crd2Idx<C>;
    #[doc(hidden)]
    fn sliced<C: Coord>(self, c: C) -> Self::Slice<C>;
    #[doc(hidden)]
    fn slice_offset<C: Coord>(self, c: C) -> Self::SliceOffset<C>;
    #[doc(hidden)]
    fn diced<C: Coord>(self, c: C) -> Self::Dice<C>;
    #[doc(hidden)]
    fn displaced<C: Coord>(self, c: C) -> Self::DomainOffset<C>;
    #[doc(hidden)]
    fn compose_noting<T: Tiler>(self, t: T, faults: impl Faults) -> Self::Compose<T>;
    #[doc(hidden)]
    fn complement_noting<M: IntTuple>(self, m: M, faults: impl Faults) -> Self::Complement<M>;
    #[doc(hidden)]
    fn complement_sparse_noting<M: IntTuple>(
        self,
        m: M,
        faults: impl Faults,
    ) -> Self::ComplementSparse<M>;
    #[doc(hidden)]
    fn right_inverse_noting(self, faults: impl Faults) -> Self::RightInverse;
    #[doc(hidden)]
    fn left_inverse_noting(self, faults: impl Faults) -> Self::LeftInverse;
    #[doc(hidden)]
    fn with_shape_noting<S: IntTuple>(self, shape: S, faults: impl Faults) -> Self::WithShape<S>;

    /// The number of modes of the outermost level. CuTe: `rank`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((8, (4, 2)) : (1, (8, 32))).rank().usize(), 2);
    /// ```
    #[inline(always)]
    fn rank(self) -> Rank<Self::Shape> {
        Nat::UNIT
    }
    /// The number of levels: 0 for `8:1`, 1 for `(8,4):(4,1)`. CuTe: `depth`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((8, (4, 2)) : (1, (8, 32))).depth().usize(), 2);
    /// ```
    #[inline(always)]
    fn depth(self) -> Depth<Self::Shape> {
        Nat::UNIT
    }

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
    /// ```
    ///
    /// It is refused if no layout is `self(t(i))` everywhere: `(6,2):(1,7)` with `(3,2):(2,3)` gives
    /// `composition(A, B): the modes of B carry into mode 1 of A: ..`. With run-time integers, what
    /// is known is checked at compile time, and the rest when the program runs: see
    /// [the crate's front page](crate#what-is-checked-and-when).
    ///
    /// # When it exists
    ///
    /// `A o B` is accepted if a layout R exists whose shape refines that of B, with `R(i) = A(B(i))`
    /// for all i. Past its size A goes on through its last mode, since predication computes such
    /// coordinates, too. Let A be coalesced, with extents `s_k` and strides `D_k`, and put
    /// `P_k = s_0 * .. * s_(k-1)` and `c_k = D_k - s_(k-1) * D_(k-1)` (`c_0 = D_0`): the *bend* of A
    /// at `P_k`. Digit k of x is `floor(x / P_k) - s_k * floor(x / P_(k+1))`, so
    ///
    /// ```text
    /// A(x) = sum of c_k * floor(x / P_k)                                       (1)
    /// ```
    ///
    /// *One mode `n:d` of B.* The functions `floor(i / Q)`, `Q = 1, 2, ..`, are 0 below Q and 1 at
    /// Q, so every function f on `[0, n)` with `f(0) = 0` is the sum of `e_Q * floor(i / Q)` for
    /// unique `e_Q`; and by (1) it is a layout of size n exactly if the Q > 1 with `e_Q != 0`,
    /// followed by n, are a chain in which each divides the next. With `g = d mod P_k`, the term k
    /// of `A(d * i)` is a multiple of i plus `c_k * floor(g * i / P_k)`, and that is
    /// `floor(i / Q)` with `Q = ceil(P_k / g)` until the excess `Q * g - P_k` has added up to one
    /// more crossing. So the mode is accepted if no excess does so before step n and the Q at which
    /// A bends are a chain of divisors up to n; the extents of the result are its ratios.
    ///
    /// *Several modes.* By (1) the sum of their functions misses `A(B(i))` by the sum of
    /// `c_k * floor(r_k / P_k)`, where `r_k` adds up the remainders modulo `P_k` of the single
    /// modes. It is 0 for all i if the largest `r_k` is below `P_k` for all k: no carry. If there are
    /// carries whose `c_k` have one sign, they cannot cancel, and no layout exists. If the signs
    /// differ, they might cancel by accident everywhere. Only a scan of all values can tell such
    /// *resonant* compositions apart; they are refused, with
    /// [`Code::Resonant`](crate::refusal::Code::Resonant).
    ///
    /// Nothing here asks that strides are positive numbers: where A has negative strides or points,
    /// the `c_k` are these. What B may have besides unsigned strides is said in
    /// [`stride`](crate::stride#on-the-right-of-a-composition).
    #[doc(alias = "composition")]
    #[inline(always)]
    #[track_caller]
    fn compose<T: Tiler<TilerForm: FitsTiler<Self::Profile>>>(self, t: T) -> Self::Compose<T> {
        const { check::<Self::Compose<T>>() }
        demand!(|faults| self.compose_noting(t, faults))
    }

    /// The covering complement in `[0, m)`: the offsets at which copies of this layout tile. With
    /// the layout it reaches every offset below `m` exactly once. A shape stands for its product.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!(4 : 3).complement(int!(24)), layout!((3, 2) : (1, 12)));
    /// assert_eq!(layout!((2, 2) : (1, 6)).complement(int!(24)), layout!((3, 2) : (2, 12)));
    /// ```
    ///
    /// `(4,4):(1,6)` in 64 is refused: `complement(L, M): the modes of L below stride 6 span 4,
    /// which does not divide 6; index 4, below 64, belongs to no translate of L`.
    #[inline(always)]
    #[track_caller]
    fn complement<M: IntTuple>(self, m: M) -> Self::Complement<M> {
        const { check::<Self::Complement<M>>() }
        demand!(|faults| self.complement_noting(m, faults))
    }
    /// The complement that may leave holes, as padded blocks need it: `(4,4):(1,6)` in 64 gives
    /// `3:24`. CuTe: `complement`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((4, 4) : (1, 6)).complement_sparse(int!(64)), layout!(3 : 24));
    /// ```
    #[doc(alias = "complement")]
    #[inline(always)]
    #[track_caller]
    fn complement_sparse<M: IntTuple>(self, m: M) -> Self::ComplementSparse<M> {
        const { check::<Self::ComplementSparse<M>>() }
        demand!(|faults| self.complement_sparse_noting(m, faults))
    }

    /// The right inverse R: `self(R(i)) = i` for all i below its size, the longest run 0, 1, 2, ..
    /// of offsets. Never refused. CuTe: `right_inverse`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, 16, 4) : (64, 1, 16));
    /// assert_eq!(a.right_inverse(), layout!((64, 8) : (8, 1)));
    /// ```
    ///
    /// That of a swizzled layout is swizzled, too, and refused where no swizzle does it:
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!(Sw<2, 0, 3> o 0 o (8, 8) : (8, 1));
    /// assert_eq!(a.right_inverse(), layout!(Sw<2, 0, -3> o 0 o (8, 8) : (8, 1)));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn right_inverse(self) -> Self::RightInverse {
        const { check::<Self::RightInverse>() }
        demand!(|faults| self.right_inverse_noting(faults))
    }
    /// The left inverse R: `R(self(i)) = i` for all i, unless there are strides 0 (then
    /// `self(R(self(i))) = self(i)`). CuTe: `left_inverse`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((4, 8) : (16, 1)).left_inverse(), layout!((16, 4) : (4, 1)));
    /// ```
    ///
    /// `(4,4):(1,2)` is refused: `left_inverse(L): mode 4:1 spans 4, past the next stride 2: offset 2
    /// is reached twice`.
    #[inline(always)]
    #[track_caller]
    fn left_inverse(self) -> Self::LeftInverse {
        const { check::<Self::LeftInverse>() }
        demand!(|faults| self.left_inverse_noting(faults))
    }

    /// The same function of an index, with another shape of the same size: the composition with the
    /// column-major layout of `shape`. CuTe: `with_shape`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!(((4, 8), 1) : ((8, 32), 0));
    /// assert_eq!(a.with_shape(shape!((32, 1))), layout!((32, 1) : (8, 0)));
    /// ```
    ///
    /// A shape of another size is refused: `with_shape(L, S): the shape (_4,_4) has 16 elements, but
    /// ((_4,_8),_1):((_8,_32),_0) has 32`. What lies past the end of a layout, or only its beginning, is a
    /// [composition](Layout::compose).
    #[inline(always)]
    #[track_caller]
    fn with_shape<S: IntTuple>(self, shape: S) -> Self::WithShape<S> {
        const { check::<Self::WithShape<S>>() }
        demand!(|faults| self.with_shape_noting(shape, faults))
    }
}
