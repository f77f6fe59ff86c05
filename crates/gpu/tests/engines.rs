//! Engines compared with plain evaluation: where an offset leads, and which elements are inside.

use zellige::Swizzle;
use zellige::prelude::*;
use zellige_gpu::engine::{Engine, Matrix, SharedAddress, Smem, SwizzledSmem};
use zellige_gpu::tensor::gmem;

#[test]
fn shared_addresses_count_bytes() {
    let at = Smem::<u32>::new(core::ptr::null_mut(), 4096).moved(5u32);
    assert_eq!(at.address(), 4096 + 20);
    assert_eq!(at.moved(int!(3)).address(), 4096 + 32);
}

/// A thread's share of swizzled memory begins at an element before the swizzle, and continues by
/// steps that stay in the row of vectors, or are multiples of the period.
#[test]
fn swizzled_addresses_are_those_of_the_layout() {
    /// Checks a swizzle that exchanges `vectors` vectors of 8 elements.
    fn check<F: zellige::Outer>(swizzle: F, vectors: u32) {
        let period = 64 * vectors;
        let memory = Smem::<u16>::new(core::ptr::without_provenance_mut(4096), 1024);
        let layout = ComposedLayout::new(swizzle, 0u32, layout!((64, 64) : (64, 1)));
        // Every row of a stage, a column of each of its vectors, and elements whole periods further
        // on.
        for (row, vector) in (0..8u32).flat_map(|row| (0..vectors).map(move |v| (row, v))) {
            let start = 64 * row % period;
            let engine = SwizzledSmem::new(memory, start, swizzle);
            for far in [0, period, 3 * period] {
                let offset = 8 * vector;
                let place = layout.crd2idx(((start + far) / 64, offset)).u32();
                let at = engine.moved(offset + far);
                assert_eq!(at.address(), 1024 + 2 * place, "{start} + {offset} + {far}");
                assert_eq!(at.pointer().addr(), 4096 + 2 * place as usize);
            }
        }
    }
    check(Swizzle::<3, 3, 3>::new(), 8);
    check(Swizzle::<2, 3, 3>::new(), 4);
}

#[test]
fn a_matrix_knows_what_is_left_of_it() {
    let (rows, columns, pitch) = (5u32, 7u32, 9usize);
    let memory: Vec<u32> = (0..rows * pitch as u32).collect();
    let matrix = Matrix::new(memory.as_ptr(), layout!((rows, columns) : (9u32, 1)));
    let points = make_identity_layout((8u32, 8u32));
    for (i, j) in (0..8u32).flat_map(|i| (0..8u32).map(move |j| (i, j))) {
        let at = matrix.moved(points.crd2idx((i, j)));
        assert_eq!(at.is_inside(), i < rows && j < columns, "({i}, {j})");
        if at.is_inside() {
            // SAFETY: the element is inside the matrix, and so inside the memory.
            assert_eq!(unsafe { *at.pointer() }, i * pitch as u32 + j);
        }
        // The remaining rows and columns are counted from there on.
        let further = at.moved(points.crd2idx((1u32, 2u32)));
        assert_eq!(further.is_inside(), i + 1 < rows && j + 2 < columns);
    }
}

#[test]
fn tiles_hang_over() {
    let memory = [0u16; 5 * 7];
    let matrix = gmem(memory.as_ptr(), layout!((5u32, 7u32) : (7u32, 1)));
    let tile = matrix.local_tile((int!(4), int!(4)), (1u32, 1u32));
    assert_eq!(tile.layout().to_string(), "(_4,_4):(_1@0,_1@1)");
}

/// If a thread's share begins right of the matrix or below it, no element of it is inside, along
/// whichever axis it continues.
#[test]
fn a_share_that_begins_outside_has_nothing_inside() {
    use zellige::atom::{CopyAtom, MakeTiledCopy, copy};
    type Copy = MakeTiledCopy<
        CopyAtom<copy::UniversalCopy<int!(32)>, int!(32)>,
        layout!((4, 4) : (4, 1)),
        layout!((1, 1)),
    >;
    // Filled with 1, so that copied elements are not 0.
    let memory = [1u32; 8 * 8];
    for (rows, columns) in [(8, 8), (8, 3), (3, 8), (3, 3), (0, 8), (8, 0)] {
        let matrix = gmem(memory.as_ptr(), layout!((rows, columns) : (8u32, 1)));
        let tile = matrix.local_tile((int!(8), int!(8)), (0u32, 0u32));
        for thread in 0..16 {
            let mine = tile.partition_s(Copy::default(), thread);
            let (row, column) = (thread / 4, thread % 4);
            assert_eq!(mine.contains_at((0u32, 0u32, 0u32)), row < rows && column < columns);
            assert_eq!(mine.contains_at((0u32, 1u32, 0u32)), row + 4 < rows && column < columns);
            assert_eq!(mine.contains_at((0u32, 0u32, 1u32)), row < rows && column + 4 < columns);
        }
    }
}

/// Whether the element at a coordinate is inside.
trait ContainsAt<C> {
    fn contains_at(self, c: C) -> bool;
}
impl<C, P, D, L> ContainsAt<C> for zellige_gpu::tensor::GpuTensor<Matrix<P, D>, L>
where
    P: zellige_gpu::engine::Pointer,
    D: Layout,
    L: Layout,
    C: CoordFor<L>,
{
    fn contains_at(self, c: C) -> bool {
        self.engine().moved(self.layout().crd2idx(c)).is_inside()
    }
}

#[test]
fn what_is_settled_stays_so() {
    use zellige_gpu::engine::{SharedAddress, Smem};
    let memory = Smem::<f32>::new(std::ptr::null_mut(), 4096);
    let tile =
        zellige_gpu::tensor::GpuTensor::new(memory, layout!(Sw<2, 0, 3> o 0 o (8, 32) : (32, 1)));
    let once = tile.slice((3u32, ..)).settled();
    for column in 0..32u32 {
        let place = once.at(column).settled().engine().address();
        let x = 96 + column;
        assert_eq!(place, 4096 + 4 * (x ^ (x >> 3 & 3)));
        assert_eq!(once.settled().at(column).settled().engine().address(), place);
    }
}

/// Returns an element of a tile of a tile, with its width as a parameter. The compiler must not
/// compute its type as far as the other numbers allow, which took a minute.
#[test]
fn tiles_of_tiles_whose_size_is_a_parameter() {
    fn element<N: Integer>(memory: &[u32], (rows, columns): (u32, u32), n: N) -> u32 {
        let matrix = gmem(memory.as_ptr(), layout!((rows, columns) : (columns, 1)));
        let tile = matrix.local_tile((int!(1), n), (2u32, 1u32));
        let one = tile.local_tile(shape!((1, 1)), (0u32, 3u32)).settled();
        // SAFETY: the memory has 4 rows of 32 elements at least.
        unsafe { one.read(0u32) }
    }
    let memory: Vec<u32> = (0..4 * 32).collect();
    for n in [4, 8] {
        assert_eq!(element(&memory, (4, 32), n), 2 * 32 + n + 3);
    }
    assert_eq!(element(&memory, (4, 32), int!(16)), 2 * 32 + 16 + 3);
}
