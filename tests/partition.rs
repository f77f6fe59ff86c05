//! Compares partitions with plain evaluation: the elements of each thread, one by one.

use std::collections::{BTreeMap, BTreeSet};

use zellige::atom::*;
use zellige::prelude::*;
use zellige::tuple::measure::product;

/// Returns all offsets of a part: of a layout and the offset at which it begins.
fn offsets<L: Layout>((layout, offset): (L, impl Integer)) -> Vec<usize> {
    (0..layout.size().usize()).map(|index| offset.usize() + layout.crd2idx(index).usize()).collect()
}

/// Returns how many threads hold each offset of a matrix; the number must be the same for all.
fn held_by(threads: usize, partition: impl Fn(usize) -> Vec<usize>, matrix: &[usize]) -> usize {
    let mut held: BTreeMap<usize, usize> = matrix.iter().map(|&offset| (offset, 0)).collect();
    for thread in 0..threads {
        for offset in partition(thread) {
            *held.get_mut(&offset).expect("an element of the matrix") += 1;
        }
    }
    let times = held.values().next().copied().unwrap_or_default();
    assert!(held.values().all(|&count| count == times), "{held:?}");
    times
}

/// Returns the table of an atom's (thread, value) layout: the elements of each thread.
fn table<L: Layout>() -> Vec<Vec<usize>> {
    let layout = L::STATIC;
    let threads = product(layout.shape().head()).usize();
    let values = layout.size().usize() / threads;
    let at = |thread: usize, value: usize| {
        Coordinates::crd2idx(layout, thread + threads * value).usize()
    };
    (0..threads).map(|thread| (0..values).map(|value| at(thread, value)).collect()).collect()
}

/// One mode of an MMA as plain numbers: the extent of the atom, the number of atoms side by side,
/// and where the permutation takes an element of a tile.
struct Mode {
    atom: usize,
    threads: usize,
    permutation: Vec<usize>,
}

impl Mode {
    /// Returns the element at `inside` in the `rest`th atom of this thread.
    fn element(&self, inside: usize, thread: usize, rest: usize) -> usize {
        let index = inside + self.atom * (thread + self.threads * rest);
        let tile = self.permutation.len();
        self.permutation[index % tile] + index / tile * tile
    }
}

/// Returns the mode with the permutation `0..extent`, which changes nothing.
fn in_order(atom: usize, threads: usize) -> Mode {
    Mode { atom, threads, permutation: (0..atom * threads).collect() }
}

/// Returns a thread's elements of a matrix by plain evaluation, in the order of the values: first
/// those of the atom, then those of the rests along both modes.
fn elements<L: Layout>(
    atom: &[usize],
    [first, second]: [&Mode; 2],
    [i, j]: [usize; 2],
    matrix: L,
    extents: [usize; 2],
) -> Vec<usize> {
    let rests = |mode: &Mode, extent: usize| extent / (mode.atom * mode.threads);
    let mut all = Vec::new();
    for rest_j in 0..rests(second, extents[1]) {
        for rest_i in 0..rests(first, extents[0]) {
            for &element in atom {
                let row = first.element(element % first.atom, i, rest_i);
                let column = second.element(element / first.atom, j, rest_j);
                all.push(matrix.crd2idx(row + extents[0] * column).usize());
            }
        }
    }
    all
}

/// Checks the partitions of A, B and C for a tiled MMA: `modes` are its M, N and K as plain
/// numbers, and `coordinate` maps the number of a thread to (V, M, N, K).
macro_rules! check_mma {
    ($mma:expr, $Atom:ty, $threads:expr, $modes:expr, $coordinate:expr, A $a:expr, B $b:expr, C $c:expr) => {{
        let (mma, modes): (_, [Mode; 3]) = ($mma, $modes);
        let [m, n, k] = [&modes[0], &modes[1], &modes[2]];
        let coordinate: fn(usize) -> [usize; 4] = $coordinate;
        check_mma!(@operand mma, $threads, partition_a, table::<<$Atom as MmaAtom>::LayoutATv>(), [m, k], coordinate, [1, 3], $a, n.threads);
        check_mma!(@operand mma, $threads, partition_b, table::<<$Atom as MmaAtom>::LayoutBTv>(), [n, k], coordinate, [2, 3], $b, m.threads);
        check_mma!(@operand mma, $threads, partition_c, table::<<$Atom as MmaAtom>::LayoutCTv>(), [m, n], coordinate, [1, 2], $c, k.threads);
    }};
    (@operand $mma:ident, $threads:expr, $partition:ident, $atom:expr, $modes:expr, $coordinate:ident, $along:expr, $matrix:expr, $times:expr) => {{
        let (matrix, atom, modes, along) = ($matrix, $atom, $modes, $along);
        let extents = [matrix.get(int!(0)).size().usize(), matrix.get(int!(1)).size().usize()];
        let of = |thread: usize| {
            offsets($mma.get_slice(thread).$partition(matrix))
        };
        for thread in 0..$threads {
            let at = $coordinate(thread);
            let expected = elements(&atom[at[0]], modes, [at[along[0]], at[along[1]]], matrix, extents);
            assert_eq!(of(thread), expected, "{}: thread {thread}", stringify!($partition));
        }
        // A value that several threads of one atom share counts for each of them.
        let shared = atom.len() * atom[0].len() / (modes[0].atom * modes[1].atom);
        assert_eq!(held_by($threads, of, &offsets((matrix, 0usize))), $times * shared);
    }};
}

#[test]
fn sm80_on_four_warps() {
    check_mma!(
        make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))),
        mma::SM80_16x8x16_F32F16F16F32_TN,
        128,
        [in_order(16, 2), in_order(8, 2), in_order(16, 1)],
        |t| [t % 32, t / 32 % 2, t / 64, 0],
        A layout!((64, 32) : (32, 1)),
        B layout!((32, 32) : (1, 40)),
        C layout!((64, 32) : (33, 1))
    );
}

#[test]
fn sm80_permuted() {
    let woven = |start: usize| (0..8).map(move |i| start + i);
    let permutation = woven(0).chain(woven(16)).chain(woven(8)).chain(woven(24)).collect();
    check_mma!(
        make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)))
            .permuted((.., layout!((8, 2, 2) : (1, 16, 8)), int!(32))),
        mma::SM80_16x8x16_F32F16F16F32_TN,
        128,
        [in_order(16, 2), Mode { atom: 8, threads: 2, permutation }, in_order(16, 1)],
        |t| [t % 32, t / 32 % 2, t / 64, 0],
        A layout!((32, 64)),
        B layout!((64, 32) : (32, 1)),
        C layout!((32, 64) : (64, 1))
    );
}

#[test]
fn sm80_with_warps_along_k_in_row_major_order() {
    check_mma!(
        make_tiled_mma(mma::SM80_16x8x32_S32S8S8S32_TN, layout!((2, 2, 2) : (4, 2, 1))),
        mma::SM80_16x8x32_S32S8S8S32_TN,
        256,
        [in_order(16, 2), in_order(8, 2), in_order(32, 2)],
        |t| [t % 32, t / 128, t / 64 % 2, t / 32 % 2],
        A layout!((32, 128) : (128, 1)),
        B layout!((16, 64) : (64, 1)),
        C layout!((32, 16) : (16, 1))
    );
}

#[test]
fn sm70_on_quad_pairs() {
    check_mma!(
        make_tiled_mma(mma::SM70_8x8x4_F32F16F16F32_NT, layout!((2, 2))),
        mma::SM70_8x8x4_F32F16F16F32_NT,
        32,
        [in_order(8, 2), in_order(8, 2), in_order(4, 1)],
        |t| [t % 4 + t / 16 * 4, t / 4 % 2, t / 8 % 2, 0],
        A layout!((32, 8)),
        B layout!((16, 8) : (8, 1)),
        C layout!((32, 16) : (16, 1))
    );
}

#[test]
fn sm90_warp_groups() {
    check_mma!(
        make_tiled_mma(mma::SM90_64x32x16_F32F16F16_RS, layout!((2, 1))),
        mma::SM90_64x32x16_F32F16F16_RS,
        256,
        [in_order(64, 2), in_order(32, 1), in_order(16, 1)],
        |t| [t % 128, t / 128, 0, 0],
        A layout!((128, 32) : (32, 1)),
        B layout!((32, 32)),
        C layout!((128, 64) : (64, 1))
    );
}

#[test]
fn one_thread_at_a_time() {
    check_mma!(
        make_tiled_mma(<mma::UniversalFMA>::default(), layout!((4, 8) : (8, 1))),
        mma::UniversalFMA,
        32,
        [in_order(1, 4), in_order(1, 8), in_order(1, 1)],
        |t| [0, t / 8, t % 8, 0],
        A layout!((8, 4) : (4, 1)),
        B layout!((16, 4)),
        C layout!((8, 16) : (16, 1))
    );
    check_mma!(
        make_tiled_mma(mma::SM61_DP4A, layout!((4, 4))),
        mma::SM61_DP4A,
        16,
        [in_order(1, 4), in_order(1, 4), in_order(4, 1)],
        |t| [0, t % 4, t / 4, 0],
        A layout!((8, 8) : (8, 1)),
        B layout!((4, 8) : (8, 1)),
        C layout!((8, 4) : (4, 1))
    );
}

/// The (thread, value) layouts of a tile agree with the partitions of a column-major tile.
#[test]
fn the_layouts_of_a_tile_are_the_partitions_of_a_tile() {
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 2, 2)));
    let (a, b, c) = (layout!((16, 32)), layout!((16, 32)), layout!((16, 16)));
    for thread in 0..128usize {
        let slice = mma.get_slice(thread);
        let of =
            |layout: &dyn Fn(usize) -> usize, values| (0..values).map(layout).collect::<Vec<_>>();
        let tv = mma.layout_tv::<OperandA>();
        assert_eq!(offsets(slice.partition_a(a)), of(&|value| tv.crd2idx((thread, value)), 8));
        let tv = mma.layout_tv::<OperandB>();
        assert_eq!(offsets(slice.partition_b(b)), of(&|value| tv.crd2idx((thread, value)), 4));
        let tv = mma.layout_tv::<OperandC>();
        assert_eq!(offsets(slice.partition_c(c)), of(&|value| tv.crd2idx((thread, value)), 4));
    }
}

/// A warp that multiplies its fragments computes the product of the matrices.
#[test]
fn the_warps_multiply_matrices() {
    const M: usize = 32;
    const N: usize = 32;
    const K: usize = 32;
    type Op = mma::SM80_16x8x16_F32F16F16F32_TN;
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    let (a, b, c) = (layout!((32, 32) : (32, 1)), layout!((32, 32)), layout!((32, 32) : (32, 1)));
    let number = |i: usize| (i * 7 % 11) as i64 - 5;
    let mut product = vec![0; M * N];
    let (ta, tb, tc) = (
        table::<<Op as MmaAtom>::LayoutATv>(),
        table::<<Op as MmaAtom>::LayoutBTv>(),
        table::<<Op as MmaAtom>::LayoutCTv>(),
    );
    for warp in 0..4usize {
        // The registers of all threads, gathered as the instruction does.
        for (i, j, l) in (0..M / 32)
            .flat_map(|i| (0..N / 16).flat_map(move |j| (0..K / 16).map(move |l| (i, j, l))))
        {
            let (mut fa, mut fb) = ([[0; 16]; 16], [[0; 16]; 8]);
            for lane in 0..32usize {
                let slice = mma.get_slice(warp * 32 + lane);
                let ((ra, oa), (rb, ob)) = (slice.partition_a(a), slice.partition_b(b));
                for (value, &element) in ta[lane].iter().enumerate() {
                    fa[element % 16][element / 16] = number(oa + ra.crd2idx((value, i, l)));
                }
                for (value, &element) in tb[lane].iter().enumerate() {
                    fb[element % 8][element / 8] = number(ob + rb.crd2idx((value, j, l)) + 3);
                }
            }
            for (lane, elements) in tc.iter().enumerate() {
                let (rc, oc) = mma.get_slice(warp * 32 + lane).partition_c(c);
                for (value, &element) in elements.iter().enumerate() {
                    let (m, n) = (element % 16, element / 16);
                    let sum: i64 = (0..16).map(|k| fa[m][k] * fb[n][k]).sum();
                    product[oc + rc.crd2idx((value, i, j))] += sum;
                }
            }
        }
    }
    for m in 0..M {
        for n in 0..N {
            let expected: i64 = (0..K).map(|k| number(m * 32 + k) * number(n + 32 * k + 3)).sum();
            assert_eq!(product[m * 32 + n], expected, "({m}, {n})");
        }
    }
}

#[test]
fn copies_reach_every_element_once() {
    type Async = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    let copy = make_tiled_copy(Async::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
    let tensor = layout!((64, 64, 2) : (72, 1, 4608));
    for thread in 0..128usize {
        let (mine, offset) = copy.get_slice(thread).partition_s(tensor);
        let (to, at) = copy.get_slice(thread).partition_d(tensor);
        assert_eq!((mine, offset), (to, at));
        assert_eq!(offset, thread / 4 * 72 + thread % 4 * 8);
        // 8 adjacent elements, from row to row, from column to column, and the third mode
        assert_eq!(mine, layout!(((8, 1), 2, 2, 2) : ((1, 0), 2304, 32, 4608)));
    }
    let of = |thread: usize| offsets(copy.get_slice(thread).partition_s(tensor));
    assert_eq!(held_by(128, of, &offsets((tensor, 0usize))), 1);
}

/// `ldmatrix` reads at the address of thread t, and the data goes to the threads that the atom
/// specifies.
#[test]
fn ldmatrix_reads_where_it_writes() {
    type Op = copy::SM75_U32x4_LDSM_N;
    type Load = CopyAtom<Op, int!(16)>;
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    let load = make_tiled_copy_a(Load::default(), mma);
    let shared = layout!((64, 32) : (32, 1));
    let source = table::<<Load as CopyAtomLayouts>::LayoutSrc>();
    let destination = table::<<Load as CopyAtomLayouts>::LayoutDst>();
    for warp in 0..4 {
        let read = |thread: usize| offsets(load.get_slice(32 * warp + thread).partition_s(shared));
        let written =
            |thread: usize| offsets(load.get_slice(32 * warp + thread).partition_d(shared));
        let atoms = read(0).len() / 8;
        for atom in 0..atoms {
            let block = |table: &[Vec<usize>], of: &dyn Fn(usize) -> Vec<usize>| {
                let mut block = vec![None; 256];
                for (thread, elements) in table.iter().enumerate() {
                    let held = of(thread);
                    for (value, &element) in elements.iter().enumerate() {
                        block[element] = Some(held[atom * 8 + value]);
                    }
                }
                block
            };
            assert_eq!(block(&source, &read), block(&destination, &written));
        }
        // Each thread of the warp then has the elements that it multiplies.
        for thread in 0..32 {
            let mine = offsets(mma.get_slice(32 * warp + thread).partition_a(shared));
            assert_eq!(written(thread), mine);
        }
    }
    let of = |thread: usize| offsets(load.get_slice(thread).partition_s(shared));
    assert_eq!(held_by(128, of, &offsets((shared, 0usize))), 2);
}

/// A copy derived from another one: each thread has the same elements, value by value, as in that
/// one.
#[test]
fn copies_that_go_with_another() {
    type Load = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
    type Pairs = CopyAtom<copy::UniversalCopy<int!(32)>, int!(16)>;
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    let load = make_tiled_copy_a(Load::default(), mma);
    let (read, written) =
        (make_tiled_copy_s(Pairs::default(), load), make_tiled_copy_d(Pairs::default(), load));
    let memory = layout!((32, 16) : (16, 1));
    for thread in 0..128usize {
        let load = load.get_slice(thread);
        let same = offsets(read.get_slice(thread).partition_d(memory));
        assert_eq!(same, offsets(load.partition_s(memory)));
        let same = offsets(written.get_slice(thread).partition_s(memory));
        assert_eq!(same, offsets(load.partition_d(memory)));
        assert_eq!(same, offsets(mma.get_slice(thread).partition_a(memory)));
    }
}

/// A retiled fragment consists of the same registers, in the order of the copy.
#[test]
fn retiled_fragments_keep_their_elements() {
    type Load = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))).permuted((
        ..,
        int!(32),
        ..,
    ));
    let load = make_tiled_copy_b(Load::default(), mma);
    let shared = layout!((64, 32) : (32, 1));
    let fragment =
        zellige::construct::col_major(mma.partition_shape::<OperandB, _>(shape!((64, 32))));
    let retiled = load.retile(fragment);
    for thread in 0..128usize {
        let register_to_element = offsets(mma.get_slice(thread).partition_b(shared));
        let elements = offsets(load.get_slice(thread).partition_d(shared));
        for (value, element) in elements.into_iter().enumerate() {
            assert_eq!(register_to_element[retiled.crd2idx(value)], element);
        }
    }
}

#[test]
fn run_time_extents_and_threads() {
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    let (m, k) = (64u32, 96u32);
    let (mine, offset) = mma.get_slice(37u32).partition_a(layout!((m, k) : (k, 1)));
    let (known, at) = mma.get_slice(int!(37)).partition_a(layout!((64, 96) : (96, 1)));
    let at: int!(1634) = at;
    assert_eq!(offset, at.u32());
    assert_eq!(mine.to_string(), "((_2,_2,_2),2,6):((_1,768,_8),3072,_16)");
    assert_eq!(offsets((mine, 0usize)), offsets((known, 0usize)));
}

#[test]
fn refusals_name_the_mode() {
    type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2, 1))>;
    let message =
        |refusal: Option<zellige::refusal::Refusal>| refusal.unwrap().message().to_owned();
    assert_eq!(
        message(<Partitioned<Mma, OperandA, layout!((100, 32))>>::REFUSAL),
        "partition_a: mode 0 (M) has 100 elements, which the tile's 32 do not divide"
    );
}

/// Run-time extents that the tile does not divide are rounded up, and the elements inside are
/// right.
#[test]
fn run_time_extents_are_rounded_up() {
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    let (m, n) = (100u32, 24u32);
    let c = layout!((m, n) : (n, 1));
    let mut held = vec![0; 100 * 24];
    for thread in 0..128u32 {
        let (mine, offset) = mma.get_slice(thread).partition_c(c);
        // the same partition of the coordinates: (row, column) as one number
        let (rows, row) = mma.get_slice(thread).partition_c(layout!((m, n) : (1, 0)));
        let (columns, column) = mma.get_slice(thread).partition_c(layout!((m, n) : (0, 1)));
        assert_eq!(mine.size(), 4 * 4 * 2);
        for value in 0..mine.size() {
            let (i, j) = (row + rows.crd2idx(value), column + columns.crd2idx(value));
            if i < m && j < n {
                assert_eq!(offset + mine.crd2idx(value), i * n + j);
                held[(i * n + j) as usize] += 1;
            }
        }
    }
    assert!(held.iter().all(|&count| count == 1));
}

/// The partitions of a swizzled tensor are those of the tensor without the swizzle, swizzled.
#[test]
fn swizzled_tensors() {
    type Load = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    let load = make_tiled_copy_a(Load::default(), mma);
    let plain = layout!((64, 64) : (64, 1));
    let swizzled = Swizzle::<3, 3, 3>::new().compose(plain);
    let moved = |offsets: Vec<usize>| -> Vec<usize> {
        let at = |offset| swizzled.crd2idx((offset / 64, offset % 64));
        offsets.into_iter().map(at).collect()
    };
    for thread in 0..128usize {
        let (mma, load) = (mma.get_slice(thread), load.get_slice(thread));
        assert_eq!(offsets(mma.partition_a(swizzled)), moved(offsets(mma.partition_a(plain))));
        assert_eq!(offsets(load.partition_s(swizzled)), moved(offsets(load.partition_s(plain))));
    }
    // Eight rows that ldmatrix reads at once are in eight different groups of banks.
    let start = |thread: usize| offsets(load.get_slice(thread).partition_s(swizzled))[0];
    let groups: BTreeSet<usize> = (0..8).map(|thread| start(thread) / 8 % 8).collect();
    assert_eq!(groups.len(), 8);
}
