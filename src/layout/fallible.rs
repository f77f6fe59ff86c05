//! The operations as functions that return why there is no result.

use crate::algebra::coordinate::Coord;
use crate::algebra::divide::Tiler;
use crate::integer::Integer;
use crate::layout::forms::{RestsForm, TilesForm};
use crate::number::{B0, B1};
use crate::profile::{FitsSlice, FitsTiler};
use crate::refusal::Refusal;
use crate::run_time::{Findings, Kept};
use crate::tuple::IntTuple;

use super::{Layout, ThreadTile, find_thread};

/// `try_compose` and its siblings: the operations that make layouts, with an `Err` where there is no result.
///
/// Every [`Layout`] has them. What they compute, and what has no result, is said at the operation of the same name
/// without `try_`, which panics where these return an `Err`: with the same sentence, at the line of the call. Whether the
/// types know it or only the run-time integers makes no difference here; a refusal that the types know is an `Err`, too,
/// while the operation that panics does not compile.
///
/// ```
/// use zellige::{prelude::*, refusal::Code};
/// let (m, n, pitch) = (4u32, 6u32, 4u32);
/// let a = layout!((m, n) : (1, pitch));
/// let columns = a.try_compose(layout!(4 : 1)).unwrap();
/// assert_eq!(columns.crd2idx(3u32), 3);
///
/// // 6 elements of columns of 5 would take one whole column and a part of the next.
/// let refusal = layout!((5u32, n) : (1, 8u32)).try_compose(layout!(6 : 1)).unwrap_err();
/// assert_eq!(refusal.code, Code::ExtentNotDivisible);
/// assert!(refusal.message().starts_with("composition(A, B): mode 0 of B (6:1) leaves extent 5 of A's mode 0"));
/// ```
///
/// On a GPU these check in every build, and the others only with debug assertions. Where every integer is static they
/// cost nothing.
pub trait TryLayout: Layout {
    /// [`compose`](crate::Algebra::compose), or why there is no composition.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let rows = 12u32;
    /// let a = layout!((rows, 8) : (8, 1));
    /// assert_eq!(a.try_compose(layout!(24 : 1)).unwrap().to_string(), "(12,2):(_8,1)");
    /// assert!(a.try_compose(layout!(18 : 1)).is_err());              // 12 does not divide 18
    /// ```
    #[doc(alias = "composition")]
    #[inline(always)]
    fn try_compose<T: Tiler<TilerForm: FitsTiler<Self::Profile>>>(
        self,
        t: T,
    ) -> Result<Self::Compose<T>, Refusal> {
        attempt::<Self::Compose<T>, _>(|faults| self.compose_noting(t, faults))
    }
    /// [`complement`](crate::Algebra::complement), or why copies do not tile `[0, m)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 4) : (4, 12));
    /// let (n, more) = (8u32, 12u32);
    /// assert_eq!(a.try_complement(n).unwrap().size(), 4);
    /// assert!(a.try_complement(more).is_err());                      // index 8 belongs to no copy
    /// ```
    #[inline(always)]
    fn try_complement<M: IntTuple>(self, m: M) -> Result<Self::Complement<M>, Refusal> {
        attempt::<Self::Complement<M>, _>(|faults| self.complement_noting(m, faults))
    }
    /// [`complement_sparse`](crate::Algebra::complement_sparse), or why modes interleave.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 64u32;
    /// assert_eq!(layout!((4, 4) : (1, 6)).try_complement_sparse(n).unwrap().to_string(), "3:_24");
    /// ```
    #[doc(alias = "complement")]
    #[inline(always)]
    fn try_complement_sparse<M: IntTuple>(
        self,
        m: M,
    ) -> Result<Self::ComplementSparse<M>, Refusal> {
        attempt::<Self::ComplementSparse<M>, _>(|faults| self.complement_sparse_noting(m, faults))
    }
    /// [`right_inverse`](crate::Algebra::right_inverse), or why there is none.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let m = 6u32;
    /// let inverse = layout!((m, 4) : (4, 1)).try_right_inverse().unwrap();
    /// assert_eq!(inverse.to_string(), "(_4,6):(6,_1)");
    /// ```
    #[inline(always)]
    fn try_right_inverse(self) -> Result<Self::RightInverse, Refusal> {
        attempt::<Self::RightInverse, _>(|faults| self.right_inverse_noting(faults))
    }
    /// [`left_inverse`](crate::Algebra::left_inverse), or why the layout is not injective, or strides do not divide.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let m = 2u32;
    /// assert_eq!(layout!((m, 6) : (1, 2)).try_left_inverse().unwrap().crd2idx(11u32), 11);
    /// assert!(layout!((4u32, 6) : (1, 2)).try_left_inverse().is_err()); // offset 2 is reached twice
    /// ```
    #[inline(always)]
    fn try_left_inverse(self) -> Result<Self::LeftInverse, Refusal> {
        attempt::<Self::LeftInverse, _>(|faults| self.left_inverse_noting(faults))
    }
    /// [`logical_divide`](crate::Divides::logical_divide), or why the tiles do not divide the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 128u32;
    /// let a = layout!((12, (4, 8)) : (7, (1, 30)));
    /// let refusal = a.try_logical_divide(layout!(n : 1)).unwrap_err();
    /// assert!(refusal.message().starts_with("logical_divide(A, B): mode 0 of (B, rest) (128:1) leaves extent 12"));
    /// ```
    #[inline(always)]
    fn try_logical_divide<T: Tiler<TilerForm: FitsTiler<Self::Profile>>>(
        self,
        t: T,
    ) -> Result<Self::LogicalDivide<T>, Refusal> {
        attempt::<Self::LogicalDivide<T>, _>(|faults| self.logical_divide_noting(t, faults))
    }
    /// [`zipped_divide`](crate::Divides::zipped_divide), or why the tiles do not divide the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, rows) = (100u32, 8u32);
    /// let tiles = layout!((m, 64) : (64, 1)).try_zipped_divide((rows, int!(32))).unwrap();
    /// assert_eq!(tiles.to_string(), "((8,_32),(13,_2)):((_64,_1),(512,_32))");
    /// ```
    #[inline(always)]
    fn try_zipped_divide<T: Tiler<TilerForm: FitsTiler<Self::Profile>>>(
        self,
        t: T,
    ) -> Result<Self::ZippedDivide<T>, Refusal> {
        attempt::<Self::ZippedDivide<T>, _>(|faults| self.zipped_divide_noting(t, faults))
    }
    /// [`tiled_divide`](crate::Divides::tiled_divide), or why the tiles do not divide the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let m = 100u32;
    /// let tiles = layout!((m, 64) : (64, 1)).try_tiled_divide((int!(8), int!(32))).unwrap();
    /// assert_eq!(tiles.to_string(), "((_8,_32),13,_2):((_64,_1),_512,_32)");
    /// ```
    #[inline(always)]
    fn try_tiled_divide<T: Tiler<TilerForm: FitsTiler<Self::Profile>>>(
        self,
        t: T,
    ) -> Result<Self::TiledDivide<T>, Refusal> {
        attempt::<Self::TiledDivide<T>, _>(|faults| self.tiled_divide_noting(t, faults))
    }
    /// [`flat_divide`](crate::Divides::flat_divide), or why the tiles do not divide the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let m = 100u32;
    /// let tiles = layout!((m, 64) : (64, 1)).try_flat_divide((int!(8), int!(32))).unwrap();
    /// assert_eq!(tiles.to_string(), "(_8,_32,13,_2):(_64,_1,_512,_32)");
    /// ```
    #[inline(always)]
    fn try_flat_divide<T: Tiler<TilerForm: FitsTiler<Self::Profile>>>(
        self,
        t: T,
    ) -> Result<Self::FlatDivide<T>, Refusal> {
        attempt::<Self::FlatDivide<T>, _>(|faults| self.flat_divide_noting(t, faults))
    }
    /// [`with_shape`](crate::Algebra::with_shape), or why the shape has another size, or there is no such layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, n) = (6u32, 4u32);
    /// let a = layout!((m, 8) : (8, 1));
    /// assert_eq!(a.try_with_shape((m, (int!(2), n))).unwrap().crd2idx((5u32, 3u32)), 5 * 8 + 3);
    /// let refusal = a.try_with_shape((m, n)).unwrap_err();
    /// assert_eq!(refusal.message(), "with_shape(L, S): the shape (6,4) has 24 elements, but (6,8):(8,1) has 48");
    /// ```
    #[inline(always)]
    fn try_with_shape<S: IntTuple>(self, shape: S) -> Result<Self::WithShape<S>, Refusal> {
        attempt::<Self::WithShape<S>, _>(|faults| self.with_shape_noting(shape, faults))
    }
    /// [`logical_product`](crate::Products::logical_product), or why the copies are no layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 6u32;
    /// let copies = layout!((2, 2) : (4, 1)).try_logical_product(n).unwrap();
    /// assert_eq!(copies.crd2idx((3u32, 5u32)), 4 + 1 + 2 + 2 * 8);
    /// ```
    #[inline(always)]
    fn try_logical_product<T: Tiler<TilerForm: FitsTiler<Self::Profile>>>(
        self,
        t: T,
    ) -> Result<Self::LogicalProduct<T>, Refusal> {
        attempt::<Self::LogicalProduct<T>, _>(|faults| self.logical_product_noting(t, faults))
    }
    /// [`zipped_product`](crate::Products::zipped_product), or why the copies are no layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 3u32;
    /// let copies = layout!((2, 5) : (5, 1)).try_zipped_product((layout!(n : 5), layout!(4 : 6))).unwrap();
    /// assert_eq!(copies.to_string(), "((_2,_5),(3,_4)):((_5,_1),(_10,_30))");
    /// ```
    #[inline(always)]
    fn try_zipped_product<T: Tiler<TilerForm: FitsTiler<Self::Profile>>>(
        self,
        t: T,
    ) -> Result<Self::ZippedProduct<T>, Refusal> {
        attempt::<Self::ZippedProduct<T>, _>(|faults| self.zipped_product_noting(t, faults))
    }
    /// [`tiled_product`](crate::Products::tiled_product), or why the copies are no layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 3u32;
    /// let copies = layout!((2, 5) : (5, 1)).try_tiled_product((layout!(n : 5), layout!(4 : 6))).unwrap();
    /// assert_eq!(copies.to_string(), "((_2,_5),3,_4):((_5,_1),_10,_30)");
    /// ```
    #[inline(always)]
    fn try_tiled_product<T: Tiler<TilerForm: FitsTiler<Self::Profile>>>(
        self,
        t: T,
    ) -> Result<Self::TiledProduct<T>, Refusal> {
        attempt::<Self::TiledProduct<T>, _>(|faults| self.tiled_product_noting(t, faults))
    }
    /// [`flat_product`](crate::Products::flat_product), or why the copies are no layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 3u32;
    /// let copies = layout!((2, 5) : (5, 1)).try_flat_product((layout!(n : 5), layout!(4 : 6))).unwrap();
    /// assert_eq!(copies.to_string(), "(_2,_5,3,_4):(_5,_1,_10,_30)");
    /// ```
    #[inline(always)]
    fn try_flat_product<T: Tiler<TilerForm: FitsTiler<Self::Profile>>>(
        self,
        t: T,
    ) -> Result<Self::FlatProduct<T>, Refusal> {
        attempt::<Self::FlatProduct<T>, _>(|faults| self.flat_product_noting(t, faults))
    }
    /// [`blocked_product`](crate::Products::blocked_product), or why the copies are no layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 4u32;
    /// let copies = layout!((2, 5) : (5, 1)).try_blocked_product(layout!((3, n) : (1, 3))).unwrap();
    /// assert_eq!(copies.crd2idx((5u32, 19u32)), 5 + 4 + 11 * 10);
    /// ```
    #[inline(always)]
    fn try_blocked_product<B: Layout>(self, b: B) -> Result<Self::BlockedProduct<B>, Refusal> {
        attempt::<Self::BlockedProduct<B>, _>(|faults| self.blocked_product_noting(b, faults))
    }
    /// [`raked_product`](crate::Products::raked_product), or why the copies are no layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 4u32;
    /// let copies = layout!((2, 5) : (5, 1)).try_raked_product(layout!((3, n) : (1, 3))).unwrap();
    /// assert_eq!(copies.crd2idx((5u32, 19u32)), 5 + 4 + 11 * 10);
    /// ```
    #[inline(always)]
    fn try_raked_product<B: Layout>(self, b: B) -> Result<Self::RakedProduct<B>, Refusal> {
        attempt::<Self::RakedProduct<B>, _>(|faults| self.raked_product_noting(b, faults))
    }
    /// [`tile_to_shape`](crate::Products::tile_to_shape), or why the block does not divide the target.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let block = layout!((8, 4) : (4, 1));
    /// let (m, n) = (16u32, 6u32);
    /// assert!(block.try_tile_to_shape((m, int!(8))).is_ok());
    /// let refusal = block.try_tile_to_shape((m, n)).unwrap_err();
    /// assert_eq!(refusal.message(), "tile_to_shape: block extent 4 does not divide target extent 6");
    /// ```
    #[inline(always)]
    fn try_tile_to_shape<T: IntTuple>(self, target: T) -> Result<Self::TileToShape<T>, Refusal> {
        attempt::<Self::TileToShape<T>, _>(|faults| self.tile_to_shape_noting(target, faults))
    }
    /// [`tile_to_shape_ordered`](crate::Products::tile_to_shape_ordered), or why the block does not divide the target.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let block = layout!((8, 4) : (4, 1));
    /// let m = 16u32;
    /// let tiled = block.try_tile_to_shape_ordered((m, int!(8)), coord!((1, 0))).unwrap();
    /// assert_eq!(tiled.crd2idx((8u32, 4u32)), 32 + 64);
    /// ```
    #[inline(always)]
    fn try_tile_to_shape_ordered<T: IntTuple, O: IntTuple>(
        self,
        target: T,
        order: O,
    ) -> Result<Self::TileToShapeOrdered<T, O>, Refusal> {
        attempt::<Self::TileToShapeOrdered<T, O>, _>(|faults| {
            self.tile_to_shape_ordered_noting(target, order, faults)
        })
    }
    /// [`upcast`](crate::Recast::upcast), or why the strides do not allow it.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let pitch = 36u32;
    /// assert_eq!(layout!((8, 4) : (1, pitch)).try_upcast(int!(4)).unwrap().to_string(), "(_2,_4):(_1,9)");
    /// let refusal = layout!((8, 4) : (1, 38u32)).try_upcast(int!(4)).unwrap_err();
    /// assert_eq!(refusal.message(), "upcast by 4: stride 38 of the mode 4:38 is neither a multiple nor a divisor of 4");
    /// ```
    #[inline(always)]
    fn try_upcast<N: Integer>(self, n: N) -> Result<Self::Upcast<N>, Refusal> {
        attempt::<Self::Upcast<N>, _>(|faults| self.upcast_noting(n, faults))
    }
    /// [`downcast`](crate::Recast::downcast), or why there is not one mode of adjacent elements.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let pitch = 9u32;
    /// assert_eq!(layout!((2, 4) : (1, pitch)).try_downcast(int!(4)).unwrap().to_string(), "(_8,_4):(_1,36)");
    /// ```
    #[inline(always)]
    fn try_downcast<N: Integer>(self, n: N) -> Result<Self::Downcast<N>, Refusal> {
        attempt::<Self::Downcast<N>, _>(|faults| self.downcast_noting(n, faults))
    }
    /// [`recast_layout`](crate::Recast::recast_layout), or why the strides do not allow it.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let pitch = 36u32;
    /// let words = layout!((8, 4) : (1, pitch)).try_recast_layout(int!(16), int!(32)).unwrap();
    /// assert_eq!(words.to_string(), "(_4,_4):(_1,18)");
    /// ```
    #[inline(always)]
    fn try_recast_layout<Old: Integer, New: Integer>(
        self,
        old: Old,
        new: New,
    ) -> Result<Self::RecastLayout<Old, New>, Refusal> {
        attempt::<Self::RecastLayout<Old, New>, _>(|faults| {
            self.recast_layout_noting(old, new, faults)
        })
    }
    /// [`max_common_layout`](crate::Recast::max_common_layout), or why the two have no elements in common that a layout describes.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let pitch = 12u32;
    /// let common = layout!((8, 4) : (1, pitch)).try_max_common_layout(layout!((8, 4) : (1, 8))).unwrap();
    /// assert_eq!(common.crd2idx(7u32), 7);
    /// ```
    #[inline(always)]
    fn try_max_common_layout<B: Layout>(self, b: B) -> Result<Self::MaxCommonLayout<B>, Refusal> {
        attempt::<Self::MaxCommonLayout<B>, _>(|faults| self.max_common_layout_noting(b, faults))
    }
    /// [`local_tile`](crate::Coordinates::local_tile), or why the tiles do not divide the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, rows) = (100u32, 8u32);
    /// let a = layout!((m, 64) : (64, 1));
    /// let (tile, offset) = a.try_local_tile((rows, int!(32)), (2u32, 1u32)).unwrap();
    /// assert_eq!((tile.to_string(), offset), ("(8,_32):(_64,_1)".into(), 2 * 512 + 32));
    /// ```
    #[inline(always)]
    fn try_local_tile<T, C>(
        self,
        tiler: T,
        c: C,
    ) -> Result<(Self::LocalTile<T, C>, Self::LocalTileOffset<T, C>), Refusal>
    where
        T: Tiler<TilerForm: FitsTiler<Self::Profile>>,
        C: Coord<Form: FitsSlice<RestsForm<Self, T>>>,
    {
        attempt::<Self::LocalTile<T, C>, _>(|faults| self.local_tile_at(tiler, c, faults))
    }
    /// [`outer_partition`](crate::Coordinates::outer_partition), or why the tiles do not divide the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, rows) = (100u32, 8u32);
    /// let a = layout!((m, 64) : (64, 1));
    /// let (elements, offset) = a.try_outer_partition((rows, int!(32)), (2u32, 1u32)).unwrap();
    /// assert_eq!((elements.to_string(), offset), ("(13,_2):(512,_32)".into(), 2 * 64 + 1));
    /// ```
    #[inline(always)]
    fn try_outer_partition<T, C>(
        self,
        tiler: T,
        c: C,
    ) -> Result<(Self::OuterPartition<T, C>, Self::OuterPartitionOffset<T, C>), Refusal>
    where
        T: Tiler<TilerForm: FitsTiler<Self::Profile>>,
        C: Coord<Form: FitsSlice<TilesForm<Self, T>>>,
    {
        attempt::<Self::OuterPartition<T, C>, _>(|faults| self.outer_partition_at(tiler, c, faults))
    }
    /// [`local_partition`](crate::Coordinates::local_partition), or why the tiles of the threads do not divide the layout, or that there is
    /// no such thread.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let m = 100u32;
    /// let a = layout!((m, 64) : (64, 1));
    /// let (mine, offset) = a.try_local_partition(layout!((4, 8) : (8, 1)), 11u32).unwrap();
    /// assert_eq!((mine.to_string(), offset), ("(25,_8):(_256,_8)".into(), 64 + 3));
    /// ```
    #[inline(always)]
    fn try_local_partition<TH, I>(
        self,
        threads: TH,
        thread: I,
    ) -> Result<(Self::LocalPartition<TH, I>, Self::ThreadOffset<TH, I>), Refusal>
    where
        TH: Layout,
        ThreadTile<TH>: Tiler<TilerForm: FitsTiler<Self::Profile>>,
        I: Integer,
    {
        attempt::<Self::LocalPartition<TH, I>, _>(|faults| {
            find_thread(
                thread,
                threads.right_inverse_noting(faults).size_modulo(),
                faults,
            );
            self.local_partition_at(threads, thread, faults)
        })
    }
}
impl<L: Layout> TryLayout for L {}

/// The choice whether to make a result at all, by whether the types know that it is refused. If they do, nothing of it is
/// compiled, which would report the refusal as a compile-time error.
#[doc(hidden)]
pub trait Attempt {
    /// Returns the layout L or something that comes with it.
    fn attempt<L: Layout, T>(make: impl FnOnce(Kept<'_>) -> T) -> Result<T, Refusal>;
}
impl Attempt for B0 {
    #[inline(always)]
    fn attempt<L: Layout, T>(make: impl FnOnce(Kept<'_>) -> T) -> Result<T, Refusal> {
        if let Some(refusal) = const { L::REFUSAL } {
            return Err(refusal);
        }
        let findings = Findings::none();
        let made = make(findings.faults());
        match findings.found() {
            Some(refusal) => Err(refusal),
            None => Ok(made),
        }
    }
}
impl Attempt for B1 {
    fn attempt<L: Layout, T>(_: impl FnOnce(Kept<'_>) -> T) -> Result<T, Refusal> {
        Err(const {
            match L::REFUSAL {
                Some(refusal) => refusal,
                None => panic!("zellige: a refused layout does not say why; this is a bug"),
            }
        })
    }
}
/// Returns what `make` makes, the layout L or something that comes with it, or why it is wrong, by what the types know or
/// only the run-time integers.
#[inline(always)]
fn attempt<L: Layout, T>(make: impl FnOnce(Kept<'_>) -> T) -> Result<T, Refusal> {
    <<L::Shape as IntTuple>::IsRefused as Attempt>::attempt::<L, T>(make)
}
