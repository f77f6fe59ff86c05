//! Where to find an operation: by task here, and by its name in CuTe on the page [`porting`].
//!
//! The operations are methods of the traits that the [`prelude`] imports. Each also has a type
//! alias in [`ops`], for layouts that are types alone: `a.compose(b)` is a `Compose<A, B>`. The
//! search box finds both, also by CuTe's spelling.
//!
//! # By task
//!
//! ## Write down a layout
//!
//! | to | use |
//! |---|---|
//! | write shape and stride | [`layout!`](crate::layout!): `layout!((8, 4) : (4, 1))`, a type or a value; [`Strided::new`] from two tuples |
//! | let the library compute the strides | `layout!((8, 4))` or `layout!((8, 4) : row)`; [`col_major`], [`row_major`], [`make_ordered_layout`] |
//! | combine layouts as the modes of one | [`make_layout`] |
//! | find the layout of a table of offsets | [`find_layout!`] |
//! | pack what another layout addresses | [`make_layout_like`]; for registers [`make_fragment_like`] |
//! | name a static integer, a shape, a coordinate | [`int!`], [`shape!`], [`coord!`] |
//!
//! ## From coordinates to memory and back
//!
//! | to | use |
//! |---|---|
//! | get the offset of a coordinate or an index | [`crd2idx`]; in a `const`, [`Strided::offset`] |
//! | get the coordinate of an index | [`idx2crd`] |
//! | get the coordinate of an offset | [`get_hier_coord`], [`get_flat_coord`]; as a layout, [`right_inverse`] or [`left_inverse`] |
//! | get the number of elements, and the memory that they need | [`size`], [`cosize`]; as constants, `SIZE` and `COSIZE` |
//! | fix some modes and keep the others | [`slice`](crate::Coordinates::slice) |
//! | move the origin | [`domain_offset`] |
//!
//! ## Cut into tiles
//!
//! | to | use |
//! |---|---|
//! | take one tile of many | [`local_tile`](crate::Coordinates::local_tile) |
//! | get all tiles, as (tile, rest) | [`zipped_divide`]; with the modes in another order [`logical_divide`], [`tiled_divide`], [`flat_divide`] |
//! | cut a tensor | the same on a [`Tensor`]: [`Tensor::local_tile`], [`Tensor::zipped_divide`] |
//! | take the same element of each tile | [`outer_partition`](crate::Coordinates::outer_partition) |
//! | check whether the tiles fit | [`evenly_divides`]; for their number, [`ceil_div`] |
//! | skip what hangs over the edge | [the section below](#tiles-that-hang-over-the-edge) |
//!
//! ## Build a large layout of small ones
//!
//! | to | use |
//! |---|---|
//! | repeat a block | [`logical_product`]; with the modes in another order [`zipped_product`], [`tiled_product`], [`flat_product`] |
//! | lay copies side by side, or interleave them | [`blocked_product`], [`raked_product`] |
//! | fill a shape with copies | [`tile_to_shape`]; in a given order, [`tile_to_shape_ordered`] |
//! | find where the copies may go | [`complement`] |
//!
//! ## Say who holds what
//!
//! | to | use |
//! |---|---|
//! | share the elements of a tile among threads | [`local_partition`](crate::Coordinates::local_partition) |
//! | let threads write at the same time | [`Tensor::partition_mut`] by threads, [`Tensor::split_mut`] by tiles |
//! | partition for tensor cores | [`make_tiled_mma`], [`ThrMma::partition_c`] and its counterparts for A and B |
//! | partition for a copy instruction | [`make_tiled_copy`], [`ThrCopy::partition_s`], [`ThrCopy::partition_d`] |
//! | hand the registers of a copy to an MMA | [`make_tiled_copy_a`], [`ThrCopy::retile_d`] |
//! | look up which thread holds an element | the layout from threads and values to elements, [`MmaTiling::layout_tv`], and its [`right_inverse`] |
//!
//! ## Look at the same elements in another way
//!
//! | to | use |
//! |---|---|
//! | permute or pick elements | [`compose`] |
//! | reduce to as few modes as possible | [`coalesce`]; without modes of stride 0, [`filter`]; only within the modes of a profile, [`coalesce_by`], [`filter_by`] |
//! | replace extents of stride 0 by 1 | [`filter_zeros`], [`filter_zeros_by`] |
//! | find the indices with offset 0 | [`nullspace`] |
//! | change the shape | [`with_shape`] |
//! | pick, group and replace modes | [`get`], [`select`], [`group`], [`take`], [`replace`], [`flatten`], and its inverse [`unflatten`] |
//! | add modes | [`append`], [`prepend`]; up to a rank, [`append_to`], [`prepend_to`] |
//! | pair the modes of modes | [`zip`] |
//! | count in wider or narrower elements | [`upcast`], [`downcast`], [`recast_layout`]; for a tensor, [`Tensor::recast`] |
//!
//! ## Write it once, for any size and layout
//!
//! | to | use |
//! |---|---|
//! | take a tile size as a type | `M: `[`Integer`]; as a const parameter, `where Const<M>: `[`StaticInt`] |
//! | take a layout with any integers | `L: Layout<Profile = (usize, usize)>`, for two integers as modes; the profiles of the results are known, too |
//! | take a coordinate or a tiler that fits | [`CoordFor`], [`TilerFor`] |
//! | get the value of a static type | `L::STATIC`, `M::STATIC` |
//! | compute with an offset or a size | [`Integer::usize`]: `l.crd2idx(c).usize()`, `l.size().usize()` |
//! | count the tiles along a mode | `tiles.shape().tail().head().size().usize()`, from the rest modes of a [`zipped_divide`] |
//! | iterate over a layout | [`coords`](crate::Coordinates::coords), [`offsets`](crate::Coordinates::offsets), [`modes`](crate::Modes::modes) |
//! | forget static numbers, or find them again | [`to_dynamic`], [`try_to_static`] |
//!
//! ## Make it fast, and prove it
//!
//! | to | use |
//! |---|---|
//! | swizzle shared memory | `layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1))`, [`Sw`] |
//! | prove that a warp has no bank conflicts | [`contract::bank_conflict_free`] |
//! | find the swizzle that avoids a bank conflict | the error message of [`contract::bank_conflict_free`] |
//! | prove that accesses are vectorized | [`contract::vectors`] |
//! | know how wide an access may be | [`max_common_vector`]; as a layout, [`max_common_layout`]; [`max_alignment`] |
//! | copy as wide as both sides allow | [`Tensor::copy_vectors_from`] |
//! | add offsets or coordinates in generic code, without a bound | [`integer::add`](crate::integer::add()) |
//! | require in generic code that no element is reached twice | [`Injective`], [`Disjoint`], [`Bijective`] |
//! | describe shared memory to `wgmma` and TMA | [`smem`], [`gmma`], [`tma`] |
//! | describe a product to Blackwell's `tcgen05.mma` | [`umma`], [`instr_desc`] |
//! | describe a product with a sparse A, or with scale factors on SM120 | [`gmma_sparse`], [`mma_sm120`] |
//! | know where Blackwell's accumulators are, and copy them | [`tmem`], [`tmem_copy`] |
//! | lay out Blackwell's operands and scale factors in memory | [`umma_desc`], [`block_scaled`] |
//! | copy Blackwell's scale factors to tensor memory | [`utccp`] |
//!
//! ## See what goes wrong
//!
//! | to | use |
//! |---|---|
//! | print a layout | `a.to_string()`, in CuTe's notation |
//! | print a static integer, a shape or a stride | `a.size().usize()`, `a.shape().display()` |
//! | assert a layout under `cargo check` | [`assert_layout!`] |
//! | get a refusal as a value | the `try_` methods of [`TryLayout`]; of a type, [`Layout::REFUSAL`] |
//!
//! # Tiles that hang over the edge
//!
//! An extent that the tile does not divide is rounded up, so the last tile has coordinates past the
//! end. A second layout says which ones: the identity, [`make_identity_layout`], cut exactly as the
//! data is. Its offsets are the coordinates in the whole matrix, and [`elem_less`] compares such a
//! coordinate with the shape. That comparison is the predicate. It costs one comparison for each
//! mode.
//!
//! ```
//! use zellige::{integer::add, prelude::*};
//!
//! let shape = (60usize, 100usize);                       // in tiles of 32 by 64: 2 by 2
//! let matrix = layout!((shape.0, shape.1) : (shape.1, 1));
//! let memory: Vec<usize> = (0..6000).collect();
//! let tiler = (int!(32), int!(64));
//!
//! let (mut inside, mut sum) = (0, 0);
//! for number in [(0usize, 0usize), (1, 0), (0, 1), (1, 1)] {
//!     let (tile, start) = matrix.local_tile(tiler, number);
//!     let (here, origin) = make_identity_layout(shape).local_tile(tiler, number);
//!     for index in 0..32 * 64usize {
//!         let coordinate = add(origin, here.crd2idx(index)).coordinate();
//!         if elem_less(coordinate, shape) {
//!             sum += memory[start + tile.crd2idx(index)];
//!             inside += 1;
//!         }
//!     }
//! }
//! assert_eq!((inside, sum), (6000, 6000 * 5999 / 2));    // of 4 * 32 * 64 = 8192 elements of tiles
//! ```
//!
//! The identity is partitioned among threads like any other layout:
//! `mma.get_slice(thread).partition_c(...)` of the identity gives the coordinates that a thread
//! holds, see [`atom`](crate::atom#errors). A [`Tensor`] needs no separate predicate, because
//! [`Tensor::get`] returns `None` for a coordinate outside the shape. But a tensor has no part that
//! hangs over the edge.
//!
//! ```
//! use zellige::{integer::add, prelude::*};
//!
//! let data = [1u32; 60 * 100];
//! let matrix = Tensor::new(&data, layout!((60, 100) : (100, 1)));
//! let (here, origin) = make_identity_layout(shape!((60, 100))).local_tile((int!(32), int!(64)), (1usize, 1usize));
//! let mut tile = [0u32; 32 * 64];                        // with zeros where there is no element
//! for (index, value) in tile.iter_mut().enumerate() {
//!     let coordinate: (usize, usize) = add(origin, here.crd2idx(index)).coordinate();
//!     *value = matrix.get(coordinate).copied().unwrap_or(0);
//! }
//! assert_eq!(tile.iter().sum::<u32>(), 28 * 36);
//! ```
//!
//! Where the sizes of a tile are parameters, generic code does not know how many modes such a
//! coordinate has. There, compute the coordinate in the matrix from the number of the tile and the
//! coordinate inside the tile:
//!
//! ```
//! use zellige::prelude::*;
//!
//! fn sum<L: Layout<Profile = (usize, usize)>, M: Integer, N: Integer>(data: &[u32], l: L, m: M, n: N) -> u32 {
//!     let matrix = Tensor::new(data, l);
//!     let tiles = l.zipped_divide((m, n)).shape().tail().head();
//!     let (mut sum, rows, columns) = (0, tiles.head().size().usize(), tiles.tail().head().size().usize());
//!     for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
//!         for (r, c) in l.local_tile((m, n), (i, j)).0.coords() {
//!             sum += matrix.get((i * m.usize() + r, j * n.usize() + c)).copied().unwrap_or(0);
//!         }
//!     }
//!     sum
//! }
//! let data: Vec<u32> = (0..60 * 100).collect();
//! let rows = 60usize;
//! assert_eq!(sum(&data, layout!((60, 100) : (100, 1)), int!(32), int!(64)), 6000 * 5999 / 2);
//! assert_eq!(sum(&data, layout!((rows, 100) : (100, 1)), 7usize, 11u32), 6000 * 5999 / 2);
//! ```
//!
//! # From CuTe
//!
//! A function of a layout in CuTe is a method here: `coalesce(a)` is `a.coalesce()`. Most names are
//! CuTe's. `_` in a coordinate is `..` here. The page [`porting`] has a table from every name of
//! CuTe C++ and CuTe DSL to the names here.
//!
//! [`Bijective`]: crate::Bijective
//! [`Disjoint`]: crate::Disjoint
//! [`CoordFor`]: crate::CoordFor
//! [`Injective`]: crate::Injective
//! [`Integer`]: crate::Integer
//! [`Integer::usize`]: crate::Integer::usize
//! [`StaticInt`]: crate::StaticInt
//! [`TilerFor`]: crate::TilerFor
//! [`to_dynamic`]: crate::Conversion::to_dynamic
//! [`try_to_static`]: crate::Conversion::try_to_static
//! [`Layout::REFUSAL`]: crate::Layout::REFUSAL
//! [`MmaTiling::layout_tv`]: crate::atom::MmaTiling::layout_tv
//! [`Strided::new`]: crate::Strided::new
//! [`Strided::offset`]: crate::Strided::offset
//! [`Sw`]: crate::Sw
//! [`Tensor::copy_vectors_from`]: crate::Tensor::copy_vectors_from
//! [`Tensor::get`]: crate::Tensor::get
//! [`Tensor::local_tile`]: crate::Tensor::local_tile
//! [`Tensor::partition_mut`]: crate::Tensor::partition_mut
//! [`Tensor::recast`]: crate::Tensor::recast
//! [`Tensor::split_mut`]: crate::Tensor::split_mut
//! [`Tensor::zipped_divide`]: crate::Tensor::zipped_divide
//! [`Tensor`]: crate::Tensor
//! [`ThrCopy::partition_d`]: crate::atom::ThrCopy::partition_d
//! [`ThrCopy::partition_s`]: crate::atom::ThrCopy::partition_s
//! [`ThrCopy::retile_d`]: crate::atom::ThrCopy::retile_d
//! [`ThrMma::partition_c`]: crate::atom::ThrMma::partition_c
//! [`TryLayout`]: crate::TryLayout
//! [`assert_layout!`]: crate::assert_layout!
//! [`blocked_product`]: crate::Products::blocked_product
//! [`ceil_div`]: crate::tuple::arithmetic::ceil_div
//! [`coalesce`]: crate::Simplify::coalesce
//! [`col_major`]: crate::construct::col_major
//! [`complement`]: crate::Algebra::complement
//! [`compose`]: crate::Algebra::compose
//! [`contract::bank_conflict_free`]: crate::contract::bank_conflict_free
//! [`contract::vectors`]: crate::contract::vectors
//! [`coord!`]: crate::coord!
//! [`cosize`]: crate::Layout::cosize
//! [`crd2idx`]: crate::Coordinates::crd2idx
//! [`domain_offset`]: crate::Coordinates::domain_offset
//! [`downcast`]: crate::Recast::downcast
//! [`elem_less`]: crate::elem_less
//! [`evenly_divides`]: crate::tuple::compare::evenly_divides
//! [`filter`]: crate::Simplify::filter
//! [`find_layout!`]: crate::find_layout!
//! [`flat_divide`]: crate::Divides::flat_divide
//! [`flat_product`]: crate::Products::flat_product
//! [`flatten`]: crate::Modes::flatten
//! [`get_flat_coord`]: crate::Coordinates::get_flat_coord
//! [`get_hier_coord`]: crate::Coordinates::get_hier_coord
//! [`get`]: crate::Modes::get
//! [`gmma`]: crate::atom::gmma
//! [`gmma_sparse`]: crate::atom::gmma_sparse
//! [`instr_desc`]: crate::atom::instr_desc
//! [`mma_sm120`]: crate::atom::mma_sm120
//! [`umma`]: crate::atom::umma
//! [`umma_desc`]: crate::atom::umma_desc
//! [`block_scaled`]: crate::atom::block_scaled
//! [`group`]: crate::Modes::group
//! [`idx2crd`]: crate::Coordinates::idx2crd
//! [`int!`]: crate::int!
//! [`left_inverse`]: crate::Algebra::left_inverse
//! [`logical_divide`]: crate::Divides::logical_divide
//! [`logical_product`]: crate::Products::logical_product
//! [`make_fragment_like`]: crate::construct::make_fragment_like
//! [`make_identity_layout`]: crate::make_identity_layout
//! [`make_layout_like`]: crate::construct::make_layout_like
//! [`make_layout`]: crate::construct::make_layout
//! [`make_ordered_layout`]: crate::construct::make_ordered_layout
//! [`make_tiled_copy_a`]: crate::atom::make_tiled_copy_a
//! [`make_tiled_copy`]: crate::atom::make_tiled_copy
//! [`make_tiled_mma`]: crate::atom::make_tiled_mma
//! [`max_alignment`]: crate::Recast::max_alignment
//! [`max_common_vector`]: crate::Recast::max_common_vector
//! [`ops`]: crate::ops
//! [`prelude`]: crate::prelude
//! [`raked_product`]: crate::Products::raked_product
//! [`recast_layout`]: crate::Recast::recast_layout
//! [`replace`]: crate::Modes::replace
//! [`right_inverse`]: crate::Algebra::right_inverse
//! [`row_major`]: crate::construct::row_major
//! [`select`]: crate::Modes::select
//! [`shape!`]: crate::shape!
//! [`size`]: crate::Layout::size
//! [`smem`]: crate::atom::smem
//! [`take`]: crate::Modes::take
//! [`tile_to_shape`]: crate::Products::tile_to_shape
//! [`tiled_divide`]: crate::Divides::tiled_divide
//! [`tiled_product`]: crate::Products::tiled_product
//! [`tma`]: crate::atom::tma
//! [`tmem`]: crate::atom::tmem
//! [`tmem_copy`]: crate::atom::tmem_copy
//! [`utccp`]: crate::atom::utccp
//! [`upcast`]: crate::Recast::upcast
//! [`with_shape`]: crate::Algebra::with_shape
//! [`zipped_divide`]: crate::Divides::zipped_divide
//! [`append`]: crate::Modes::append
//! [`append_to`]: crate::Modes::append_to
//! [`coalesce_by`]: crate::Simplify::coalesce_by
//! [`filter_by`]: crate::Simplify::filter_by
//! [`filter_zeros`]: crate::Simplify::filter_zeros
//! [`filter_zeros_by`]: crate::Simplify::filter_zeros_by
//! [`max_common_layout`]: crate::Recast::max_common_layout
//! [`nullspace`]: crate::Simplify::nullspace
//! [`prepend`]: crate::Modes::prepend
//! [`prepend_to`]: crate::Modes::prepend_to
//! [`tile_to_shape_ordered`]: crate::Products::tile_to_shape_ordered
//! [`unflatten`]: crate::Modes::unflatten
//! [`zip`]: crate::Modes::zip
//! [`zipped_product`]: crate::Products::zipped_product

#[doc = include_str!("../docs/checks.md")]
pub mod checks {}
#[doc = include_str!("../docs/comparison.md")]
pub mod comparison {}
#[doc = include_str!("../docs/cost.md")]
pub mod cost {}
#[doc = include_str!("../docs/errors.md")]
pub mod errors {}
#[doc = include_str!("../docs/generic-kernels.md")]
pub mod generic_kernels {}
#[doc = include_str!("../docs/limits.md")]
pub mod limits {}
#[doc = include_str!("../docs/porting.md")]
pub mod porting {}
