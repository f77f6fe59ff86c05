//! Generic code over layouts: the operations that it may use on results without a where-clause,
//! with the same results as concrete code.

use zellige::atom::*;
use zellige::integer::*;
use zellige::ops::*;
use zellige::prelude::*;

/// Matrices: layouts with the profile of two modes.
trait Matrix: Layout<Profile = (usize, usize)> {}
impl<L: Layout<Profile = (usize, usize)>> Matrix for L {}

/// Returns the offset of (1,1) in the tile (1,2) of a run-time matrix, cut by tiles of M x 4.
fn in_tile_of<M: Integer>(m: M, rows: usize, columns: usize) -> usize {
    let (tile, at) =
        layout!((rows, columns) : (columns, 1)).local_tile((m, int!(4)), (1usize, 2usize));
    tile.crd2idx((1u32, 1u32)).usize() + at.usize()
}

#[test]
fn tiles_whose_size_is_a_parameter() {
    for m in [4usize, 8] {
        assert_eq!(in_tile_of(m, 128, 64), (m + 1) * 64 + 9);
    }
    assert_eq!(in_tile_of(int!(8), 128, 64), 9 * 64 + 9);
    assert_eq!(in_tile_of(16u32, 128, 64), 17 * 64 + 9);
}

/// Finds the element (5,11) of a matrix in tiles of 4 x 4, in each way.
fn each_way<L: Matrix>(l: L) -> [usize; 8] {
    let tiler = (int!(4), int!(4));
    let (tile, at) = l.local_tile(tiler, (1u32, 2u32));
    let zipped = l.zipped_divide(tiler);
    let (slice, start) = zipped.slice(((.., ..), (1u32, 2u32)));
    let (whole, begin) = zipped.slice((.., (1u32, 2u32)));
    let (outer, corner) = l.outer_partition(tiler, (1u32, 3u32));
    [
        tile.crd2idx((1u32, 3u32)).usize() + at.usize(),
        zipped.crd2idx(((1u32, 3u32), (1u32, 2u32))).usize(),
        slice.crd2idx((1u32, 3u32)).usize() + start.usize(),
        whole.crd2idx(((1u32, 3u32),)).usize() + begin.usize(),
        outer.crd2idx((1u32, 2u32)).usize() + corner.usize(),
        l.logical_divide(tiler).crd2idx(((1u32, 1u32), (3u32, 2u32))).usize(),
        l.tiled_divide(tiler).crd2idx(((1u32, 3u32), 1u32, 2u32)).usize(),
        l.flat_divide(tiler).crd2idx((1u32, 3u32, 1u32, 2u32)).usize(),
    ]
}

#[test]
fn divisions_of_any_matrix() {
    let l = layout!((16, 32) : (32, 1));
    assert_eq!(each_way(l), [5 * 32 + 11; 8]);
    let (rows, columns) = (16u32, 32usize);
    assert_eq!(each_way(layout!((rows, columns) : (columns, 1))), [5 * 32 + 11; 8]);
    let swizzled = layout!(Sw<2, 3, 3> o 0 o (16, 32) : (32, 1));
    assert_eq!(each_way(swizzled), [swizzled.crd2idx((5u32, 11u32)) as usize; 8]);
}

/// Tiles of tiles, and a row of tiles, one of which is cut again.
fn nested<L: Matrix, M: Integer>(l: L, m: M) -> [usize; 2] {
    let (block, at) = l.local_tile((int!(16), m), (1u32, 0u32));
    let (warp, inner) = block.local_tile((int!(4), int!(2)), (2u32, 1u32));
    let (row, start) = l.local_tile((int!(16), m), (1u32, ..));
    let (first, offset) = row.slice((.., .., 0u32));
    let (again, within) = first.local_tile((int!(4), int!(2)), (2u32, 1u32));
    [
        warp.crd2idx((3u32, 1u32)).usize() + inner.usize() + at.usize(),
        again.crd2idx((3u32, 1u32)).usize() + within.usize() + offset.usize() + start.usize(),
    ]
}

#[test]
fn tiles_of_tiles() {
    let at = (16 + 8 + 3) * 32 + 2 + 1;
    assert_eq!(nested(layout!((32, 32) : (32, 1)), int!(8)), [at; 2]);
    assert_eq!(nested(layout!((32, 32) : (32, 1)), 8usize), [at; 2]);
}

/// A(B(i, j)), and a tile of the composition.
fn composed<A: Layout, B: Matrix>(a: A, b: B, i: u32, j: u32) -> [usize; 2] {
    let c = a.compose(b);
    let tiles = c.zipped_divide((int!(2), int!(8)));
    [c.crd2idx((i, j)).usize(), tiles.crd2idx(((i % 2, j % 8), (i / 2, j / 8))).usize()]
}

#[test]
fn a_composition_has_the_form_of_the_right_side() {
    let (a, b) = (layout!((8, 16, 4) : (64, 1, 16)), layout!((4, 32) : (1, 4)));
    for i in 0..4u32 {
        for j in 0..32u32 {
            let offset = a.crd2idx(b.crd2idx((i, j))) as usize;
            assert_eq!(composed(a, b, i, j), [offset; 2]);
        }
    }
}

/// Operations whose results have the profile of an operand.
fn others<L: Matrix, T: Matrix>(l: L, t: T) -> [usize; 7] {
    [
        l.compose((int!(4), int!(8))).crd2idx((3u32, 5u32)).usize(),
        l.zipped_divide(t).crd2idx(((1u32, 1u32), 2u32)).usize(),
        l.with_shape(shape!((8, 64))).crd2idx((3u32, 5u32)).usize(),
        l.upcast(int!(4)).crd2idx((3u32, 5u32)).usize(),
        l.downcast(int!(2)).crd2idx((3u32, 5u32)).usize(),
        l.tile_to_shape(shape!((64, 64))).crd2idx(((3u32, 1u32), 37u32)).usize(),
        l.logical_product(t).crd2idx((7u32, (1u32, 1u32))).usize(),
    ]
}

#[test]
fn other_operations() {
    let l = layout!((16, 32) : (32, 1));
    let t = layout!((2, 4) : (1, 2));
    let concrete = [
        3 * 32 + 5,
        l.zipped_divide(t).crd2idx(((1u32, 1u32), 2u32)),
        l.with_shape(shape!((8, 64))).crd2idx((3u32, 5u32)),
        3 * 8 + 5,
        3 * 64 + 5,
        l.tile_to_shape(shape!((64, 64))).crd2idx(((3u32, 1u32), 37u32)),
        l.logical_product(t).crd2idx((7u32, (1u32, 1u32))),
    ];
    assert_eq!(others(l, t), concrete.map(|offset| offset as usize));
}

/// A configuration that specifies the shape of a tile as a type.
trait Config {
    type Rows: Integer;
    type Columns: Integer;
    type Shared: Layout<Profile = (usize, usize)>;
}
struct Tile<const ROWS: usize, const COLUMNS: usize>;
impl<const ROWS: usize, const COLUMNS: usize> Config for Tile<ROWS, COLUMNS>
where
    Const<ROWS>: StaticInt,
    Const<COLUMNS>: StaticInt,
{
    type Rows = Int<ROWS>;
    type Columns = Int<COLUMNS>;
    type Shared = RowMajor<(Int<ROWS>, Int<COLUMNS>)>;
}

/// Copies each tile to shared memory and back.
fn copy_by_tiles<C: Config, G: Matrix>(from: &[u32], to: &mut [u32], g: G) {
    let tiler = (C::Rows::STATIC, C::Columns::STATIC);
    let shared = <C::Shared as Layout>::STATIC;
    let mut memory = vec![0; shared.cosize().usize()];
    let tiles = g.zipped_divide(tiler).shape().tail().head();
    let (rows, columns) = (tiles.head().elements().usize(), tiles.tail().head().elements().usize());
    let source = Tensor::new(from, g);
    for i in 0..rows {
        for j in 0..columns {
            let tile = source.view().local_tile(tiler, (i, j));
            let mut stage = Tensor::new(&mut memory[..], shared);
            for r in 0..C::Rows::STATIC.usize() {
                for c in 0..C::Columns::STATIC.usize() {
                    stage[(r, c)] = tile[(r, c)];
                }
            }
            let mut target = Tensor::new(&mut to[..], g);
            let mut target = target.view_mut().local_tile(tiler, (i, j));
            for r in 0..C::Rows::STATIC.usize() {
                for c in 0..C::Columns::STATIC.usize() {
                    target[(r, c)] = stage[(r, c)];
                }
            }
        }
    }
}

#[test]
fn a_kernel_with_a_configuration() {
    let from: Vec<u32> = (0..32 * 64).collect();
    for copy in [copy_by_tiles::<Tile<8, 16>, _>, copy_by_tiles::<Tile<16, 32>, _>] {
        let mut to = vec![0; from.len()];
        copy(&from, &mut to, layout!((32, 64) : (64, 1)));
        assert_eq!(from, to);
    }
}

/// Returns the first value of a thread of each atom, for an MMA of any atom on any threads.
fn of_thread<A: MmaAtom, T: Layout<Profile = (usize, usize)>, L: Matrix>(
    mma: TiledMma<A, T>,
    l: L,
    thread: u32,
) -> usize {
    let (mine, at) = mma.get_slice(thread).partition_c(l);
    mine.crd2idx((0u32, 1u32, 2u32)).usize() + at.usize()
}

#[test]
fn partitions_by_atoms() {
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    let c = layout!((128, 128) : (128, 1));
    let (mine, at) = mma.get_slice(37u32).partition_c(c);
    assert_eq!(of_thread(mma, c, 37), (mine.crd2idx((0u32, 1u32, 2u32)) + at) as usize);

    fn copied<L: Matrix>(l: L, thread: u32) -> usize {
        type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
        let copy = make_tiled_copy(Atom::default(), layout!((16, 8) : (8, 1)), layout!((1, 8)));
        let (mine, at) = copy.get_slice(thread).partition_s(l);
        mine.crd2idx((0u32, 1u32, 1u32)).usize() + at.usize()
    }
    assert_eq!(copied(layout!((64, 128) : (128, 1)), 9), (1 + 16) * 128 + 8 + 64);
}

/// The same holds for tensors.
fn element<L: Matrix, M: Integer>(data: &[u32], l: L, m: M, thread: u32) -> [u32; 5] {
    let tensor = Tensor::new(data, l);
    let row = tensor.view().local_tile((m, m), (1u32, ..));
    let threads = layout!((4, 2) : (2, 1));
    [
        tensor.view().local_tile((m, m), (1u32, 2u32))[(1u32, 3u32)],
        row[(1u32, 3u32, 2u32)],
        row.slice((.., .., 2u32)).local_tile((int!(2), int!(2)), (0u32, 1u32))[(1u32, 1u32)],
        tensor.view().zipped_divide((m, m))[((1u32, 3u32), (1u32, 2u32))],
        tensor.view().local_partition(threads, thread)[(1u32, 5u32)],
    ]
}

#[test]
fn tensors() {
    let data: Vec<u32> = (0..16 * 32).collect();
    let l = layout!((16, 32) : (32, 1));
    assert_eq!(element(&data, l, int!(4), 3), [5 * 32 + 11; 5]);
    assert_eq!(element(&data, l, 4usize, 3), [5 * 32 + 11; 5]);
}

/// Parts of parts of layouts with a parameter for an integer: the compiler treats each as an opaque
/// name. If it computed as far as the other integers allow, checking the types of these functions
/// would take minutes.
fn tile_of_tile<D: IntTuple<Profile = (usize, usize)>>(l: Strided<(u32, u32), D>) -> usize {
    let (tile, at) = l.local_tile(shape!((8, 8)), (0u32, 1u32));
    let (inner, start) = tile.local_tile(shape!((4, 2)), (1u32, 1u32));
    inner.crd2idx((1u32, 1u32)).usize() + start.usize() + at.usize()
}
fn tile_among_threads<D: IntTuple<Profile = (usize, usize)>>(
    l: Strided<(u32, u32), D>,
) -> [usize; 3] {
    type Copy = MakeTiledCopy<
        CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>,
        layout!((8, 4) : (4, 1)),
        layout!((1, 4)),
    >;
    type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))>;
    let (tile, at) = l.local_tile(shape!((32, 32)), (1u32, 0u32));
    let (copied, to) = Copy::default().get_slice(6u32).partition_s(tile);
    let (sums, from) = Mma::default().get_slice(37u32).partition_c(tile);
    let (mine, start) = tile.local_partition(layout!((4, 8) : (8, 1)), 13u32);
    [
        copied.crd2idx((1u32, 2u32, 1u32)).usize() + to.usize() + at.usize(),
        sums.crd2idx((1u32, 0u32, 1u32)).usize() + from.usize() + at.usize(),
        mine.crd2idx((2u32, 3u32)).usize() + start.usize() + at.usize(),
    ]
}
fn column_of_tile<N: Integer>(n: N) -> usize {
    let (tile, at) = layout!((16u32, 64u32) : (64u32, 1)).local_tile((int!(1), n), (3u32, 1u32));
    let (one, start) = tile.local_tile(shape!((1, 1)), (0u32, 3u32));
    one.crd2idx(0u32).usize() + start.usize() + at.usize()
}

#[test]
fn parts_of_layouts_with_a_parameter() {
    let l = layout!((64u32, 32u32) : (32u32, 1));
    assert_eq!(tile_of_tile(l), 5 * 32 + 8 + 3);
    assert_eq!(tile_of_tile(layout!((64u32, 32u32) : (32, 1))), 5 * 32 + 8 + 3);
    // Thread 6 has row 1 and columns 8 to 11 of 8 x 16; thread 37 has row 17 and columns 2 and 3 of
    // 32 x 16.
    let expected = [
        (32 + 1 + 2 * 8) * 32 + 8 + 1 + 16,
        (32 + 16 + 1) * 32 + 2 + 1 + 16,
        (32 + 1 + 2 * 4) * 32 + 5 + 3 * 8,
    ];
    assert_eq!(tile_among_threads(l), expected);
    for n in [4u32, 8] {
        assert_eq!(column_of_tile(n), 3 * 64 + n as usize + 3);
    }
    assert_eq!(column_of_tile(int!(16)), 3 * 64 + 16 + 3);
}
