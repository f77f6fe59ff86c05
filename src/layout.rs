//! Layouts: what a layout is, with every operation in a supertrait of [`Layout`].
//!
//! | file | operations | computed in `src/algebra` by |
//! |---|---|---|
//! | `compositions` | `compose`, `with_shape` | `compose` |
//! | | `complement`, `complement_sparse` | `complement` |
//! | | `right_inverse`, `left_inverse` | `inverse` |
//! | `divisions` | `logical_divide`, `zipped_divide`, `tiled_divide`, `flat_divide` | `tiler`, `divide` |
//! | `products` | `logical_product`, `zipped_product`, `tiled_product`, `flat_product`, `blocked_product`, `raked_product` | `tiler`, `product` |
//! | | `tile_to_shape`, `tile_to_shape_ordered` | `tile_to_shape` |
//! | `simplify` | `coalesce`, `filter`, `filter_zeros`, `nullspace` | `coalesce`, `nullspace` |
//! | `modes` | `get`, `select`, `group`, `take`, `replace`, `append`, `prepend`, `zip`, `flatten`, `unflatten`, `modes` | `src/tuple` |
//! | `recasts` | `upcast`, `downcast`, `recast_layout` | `recast` |
//! | | `max_common_layout`, `max_common_vector`, `max_alignment` | `max_common_vector`, `max_alignment` |
//! | `coordinates` | `crd2idx`, `idx2crd`, `slice`, `dice`, `domain_offset`, `coords`, `offsets` | `coordinate` |
//! | | `local_tile`, `outer_partition`, `local_partition`, by `partitions` | `tiler` |
//! | `properties` | `is_injective` and its siblings, `contiguous_run` | `property`, `image` |
//! | `conversions` | `to_dynamic`, `try_to_static`, `to_strided`, `to_composed` | |
//! | `fallible` | the `try_` forms | |
//! | `internal_operations` | parts of the operations | |
//!
//! `strided` and `composed` are the two kinds of layouts, `iter` their iterators. `result_profiles`
//! and `profiled` say what generic code knows about results; `operand_bounds` and
//! `wrong_arguments` which operands fit. `bounds` and `check` check numbers.

use core::fmt;

use crate::algebra::banks::Swizzles;
use crate::algebra::coordinate::Coord;
use crate::algebra::outer_function::Outer;
use crate::algebra::tiler::Tiler;
use crate::algebra::width::Ranged;
use crate::integer::*;
use crate::number::*;
use crate::profile::*;
use crate::refusal::{Message, Refusal, keep_call};
use crate::run_time::check_sizes::cosize_fault;
use crate::run_time::{Faults, demand};
use crate::sealed::Sealed;
use crate::tuple::checked_size;
use crate::tuple::measure::{Depth, Rank};
use crate::tuple::*;

pub(crate) mod bounds;
mod check;
mod composed;
pub(crate) mod compositions;
mod conversions;
mod coordinates;
pub(crate) mod divisions;
mod equal_layouts;
pub(crate) mod fallible;
mod internal_operations;
mod iter;
pub(crate) mod modes;
pub(crate) mod operand_bounds;
pub(crate) mod partitions;
pub(crate) mod products;
mod profiled;
mod properties;
pub(crate) mod recasts;
pub(crate) mod result_profiles;
pub(crate) mod simplify;
mod strided;
pub(crate) mod wrong_arguments;
use bounds::Bound;
pub(crate) use check::check;
use check::{check_strides, static_number};
pub use composed::ComposedLayout;
pub use compositions::Algebra;
pub use conversions::Conversion;
pub use coordinates::Coordinates;
pub use divisions::Divides;
pub use fallible::TryLayout;
#[doc(hidden)]
pub use internal_operations::Steps;
pub(crate) use iter::NthLeaf;
pub use iter::{Coords, FlatModes, Offsets};
pub use modes::Modes;
pub use operand_bounds::{CoordFor, CoordOf, TilerFor};
pub(crate) use partitions::ThreadsOf;
pub(crate) use partitions::thread_tile;
pub use partitions::{Partition, Sharing, ThreadTile};
pub(crate) use partitions::{check_thread, find_thread};
pub use products::Products;
pub use profiled::Profiled;
pub use properties::{
    Bijective, Disjoint, DisjointOrRunTime, Injective, InjectiveOrRunTime, Properties,
};
pub use recasts::Recast;
pub use simplify::Simplify;
pub use strided::Strided;
pub(crate) use strided::{StrideOf, stride_of, strided};

/// A layout, a function from coordinates to offsets: its shape, its strides, its size.
///
/// The supertraits compute from these, so every layout has their operations, on types and on
/// values: composition and inverses in [`Algebra`], tiles in [`Divides`], copies in [`Products`],
/// fewer modes in [`Simplify`], the list of modes in [`Modes`], other elements in [`Recast`], and
/// the operations on coordinates in [`Coordinates`].
///
/// There are two kinds: [`Strided`], a shape with its strides, and [`ComposedLayout`],
/// `F(offset + L(c))` with an outer function F such as a [`Swizzle`](crate::Swizzle). Both have a
/// shape, so all operations on coordinates are the same for both, and generic code also accepts
/// swizzled layouts. A composed layout has no strides, so operations that need strides are refused.
///
/// Every operation is an associated type that is a layout again, with a method of nearly the same
/// name that carries the run-time integers. No operation is partial, so generic code needs no bound
/// but `Layout`:
///
/// ```
/// use zellige::prelude::*;
/// fn tile<L: Layout, T: Layout>(l: L, t: T) -> L::ZippedDivide<T> { l.zipped_divide(t) }
/// let z = tile(layout!((8, 6) : (6, 1)), layout!(4 : 1));
/// assert_eq!(z.to_string(), "(_4,(_2,_6)):(_6,(_24,_1))");
/// ```
///
/// An operation without a result returns a refused layout, which says why in
/// [`REFUSAL`](Layout::REFUSAL). The methods report it when the program is built.
/// [`assert_layout!`](crate::assert_layout) reports it already under `cargo check`.
#[doc(alias("is_layout", "is_composed_layout", "print", "printf", "pretty_str"))]
#[diagnostic::on_unimplemented(
    message = "this type is not a layout",
    label = "a layout is needed here",
    note = "a layout is a shape with its strides, `layout!(shape : stride)`; a tuple alone is a shape, a coordinate or a tiler by mode"
)]
pub trait Layout:
    Profiled<ShapeProfile = <Self as Layout>::Profile>
    + Steps
    + Algebra
    + Modes
    + Simplify
    + Divides
    + Products
    + Recast
    + Partition
    + Conversion
    + Tiler<TilerProfile = AnyLayout<<Self as Layout>::Profile>>
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
    /// The layout with strides that is swizzled; the layout itself, if it has strides.
    #[doc(hidden)]
    type Unswizzled: Layout;
    /// The function around it: a swizzle, or a layout; the swizzle without bits, if it has strides.
    /// CuTe: `get_swizzle_portion`.
    type Swizzle: Outer;
    /// The number that is added to the offsets of `Inner` before the swizzle; 0 without one.
    type SwizzleStart: Integer;
    /// The layout without the function around it; the layout itself, if it has strides. CuTe:
    /// `get_nonswizzle_portion`.
    type Inner: Layout<Profile = Self::Profile>;
    /// Whether its offsets can be those of a tensor's elements.
    #[doc(hidden)]
    const IN_MEMORY: bool;
    /// The swizzles of the offsets of `Unswizzled`.
    #[doc(hidden)]
    const SWIZZLES: Swizzles;
    /// The profile of the shape: `usize` for an integer, tuples for tuples.
    type Profile: Profile;
    /// The shape.
    type Shape: IntTuple<Profile = Self::Profile>;
    /// The strides, congruent with the shape: unsigned integers, or those of
    /// [`stride`](crate::stride); refused if there are none, as in a composed layout.
    type Stride: IntTuple;
    /// The shape as part of another layout's: refused together with the strides.
    #[doc(hidden)]
    type ModeShape: IntTuple;
    /// The product of the shape: the number of coordinates.
    type Size: Integer;
    /// 1 + the largest offset.
    type Cosize: Integer;
    /// The offset of the coordinate C. See [`crd2idx`](Coordinates::crd2idx).
    type Crd2Idx<C: Coord>: Integer;
    /// The offsets of all coordinates of the type C.
    #[doc(hidden)]
    type Range<C: Coord>: Ranged;
    /// The sublayout of [`slice`](Coordinates::slice).
    type Slice<C: Coord>: Layout<Profile = SlicedProfile<Self::Profile, C>>;
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
    /// A run-time extent is refused at compile time: ``a static value is needed here, but
    /// (?,_4):(_4,_1) has run-time integers (`?`)``. So is a size that does not fit `usize`: `the
    /// size of (_281474976710656,_131072):(_0,_0) is 36893488147419103232, which is too large: it
    /// must be below 18446744073709551615`.
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
    /// A run-time extent or stride, and a cosize that does not fit `usize`, are refused as in
    /// [`SIZE`](Layout::SIZE).
    #[doc(alias = "size_in_bytes")]
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
    /// Whether every integer is static: then the layout is a type without bytes.
    #[doc(alias = "is_static")]
    const IS_STATIC: bool;
    /// The reason why this is not a layout, if an operation was refused.
    const REFUSAL: Option<Refusal>;
    /// In CuTe's notation; `?` is a run-time integer.
    #[doc(hidden)]
    const TEXT: Message;

    /// The function around it: a swizzle, or a layout; the swizzle without bits, if it has strides.
    /// CuTe: `get_swizzle_portion`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1)).swizzle(), Swizzle::<3, 3, 3>::new());
    /// assert_eq!(layout!((8, 64) : (64, 1)).swizzle(), Swizzle::<0, 0, 0>::new());
    /// ```
    #[doc(alias = "get_swizzle_portion")]
    fn swizzle(self) -> Self::Swizzle;
    /// Returns the number that is added to the offsets of [`inner`](Layout::inner) before the
    /// swizzle; 0 without a swizzle.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let tile = layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1));
    /// assert_eq!(tile.slice((1u32, ..)).0.swizzle_start(), 64);
    /// ```
    fn swizzle_start(self) -> Self::SwizzleStart;
    /// The layout without the function around it; the layout itself, if it has strides. CuTe:
    /// `get_nonswizzle_portion`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// fn rows<L: Layout>(tile: L) -> String { tile.inner().to_string() }
    /// assert_eq!(rows(layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1))), "(_8,_64):(_64,_1)");
    /// assert_eq!(rows(layout!((8, 64) : (64, 1))), "(_8,_64):(_64,_1)");
    /// ```
    #[doc(alias = "get_nonswizzle_portion")]
    fn inner(self) -> Self::Inner;
    /// The shape, a plain tuple. Its [`display`](IntTuple::display) prints and compares it.
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
    /// The strides of a composed layout are refused: `Sw<3,4,3> o _0 o (_8,_64):(_64,_1) is a
    /// composed layout: it has no strides, which this operation needs`.
    #[inline(always)]
    fn stride(self) -> Self::Stride {
        keep_call!(Self);
        const { check_strides::<Self>() }
        self.mode_stride()
    }
    /// The strides, or the reason why they are refused.
    #[doc(hidden)]
    fn mode_stride(self) -> Self::Stride;
    #[doc(hidden)]
    fn mode_shape(self) -> Self::ModeShape;
    #[doc(hidden)]
    fn unswizzled(self) -> Self::Unswizzled;
    /// The product of the shape: the number of coordinates. CuTe: `size`. For a static layout it is
    /// a static integer. [`usize()`](Integer::usize) returns it as a number, and
    /// [`display()`](IntTuple::display) prints the static integer itself.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((8, 4u32) : (4, 1)).size(), 32);
    /// let size = layout!((8, 4) : (4, 1)).size();
    /// assert_eq!(format!("{} {}", size.usize(), size.display()), "32 _32");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the product does not fit the type of the run-time extents: `size(L): the product
    /// of the extents (65536,65536), 4294967296, does not fit their type`.
    #[inline(always)]
    #[track_caller]
    fn size(self) -> Self::Size {
        demand!(|faults| checked_size::product(self.shape(), "size(L)", faults));
        self.size_modulo()
    }
    /// The size, modulo 2^32 or 2^64 if it does not fit the run-time integers.
    #[doc(hidden)]
    fn size_modulo(self) -> Self::Size;
    /// 1 + the largest offset: the number of elements that the memory must have; 0 if the layout
    /// has no element. With negative strides it is 1 + the largest offset - the smallest. CuTe:
    /// `cosize`. It prints as [`size`](Layout::size) does.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((4, 2) : (2, 16));
    /// assert_eq!((a.size().usize(), a.cosize().usize()), (8, 3 * 2 + 16 + 1));
    /// ```
    ///
    /// The cosize is static if all run-time extents have stride 0. It then counts these as if they
    /// had elements: 4 for `(m,4):(0,1)`, for every m.
    ///
    /// For a swizzled layout it is rounded up to the whole block that the swizzle permutes, unless
    /// no offset has a bit that moves. CuTe returns the cosize of the inner layout, which may be
    /// too small. For another composed layout with negative numbers it may be larger than the
    /// offsets need.
    ///
    /// # Panics
    ///
    /// Panics if it does not fit the type of the run-time integers.
    #[inline(always)]
    #[track_caller]
    fn cosize(self) -> Self::Cosize {
        demand!(|faults| {
            if const { <Self::Cosize as Integer>::IS_RUN_TIME } {
                faults.find(|| {
                    let computed = self.cosize_modulo().projected();
                    cosize_fault(self.exact_cosize(), computed, &self.value_text())
                });
            }
            self.cosize_modulo()
        })
    }
    /// The cosize, modulo 2^32 or 2^64 if it does not fit the run-time integers.
    #[doc(hidden)]
    fn cosize_modulo(self) -> Self::Cosize;
    /// The cosize with run-time integers, computed without overflow, or the reason why these are
    /// too large.
    #[doc(hidden)]
    fn exact_cosize(self) -> Result<i128, Refusal>;
    /// In CuTe's notation, with the run-time integers.
    #[doc(hidden)]
    fn value_text(self) -> Message;
    /// Size and cosize, computed without overflow.
    #[doc(hidden)]
    fn bound(self) -> Option<Bound>;
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
}
