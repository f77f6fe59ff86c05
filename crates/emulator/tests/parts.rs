//! Parts of `zellige-gpu` kernels, emulated, compared with plain evaluation.

mod common;

use common::block;
use zellige::atom::{
    CopyAtom, CopyTiling, MakeTiledCopy, MmaTiling, OperandA, OperandB, OperandC, copy,
    make_tiled_mma, mma,
};
use zellige::prelude::*;
use zellige_emulator::{Grid, Memory, Thread, launch};
use zellige_gpu::block::Scratch;
use zellige_gpu::engine::Narrow;
use zellige_gpu::epilogue::*;
use zellige_gpu::tensor::{GpuTensor, blas_vector, gmem, rmem, sequence, smem};
use zellige_gpu::transform::{fold, reduce, transform, transform_if};
use zellige_gpu::{Bf16, F16, Gpu, Store, warp};

/// Returns a number for each thread, in no particular order.
fn number(thread: u32) -> f32 {
    (thread * 37 % 101) as f32 - 50.0
}

#[test]
fn lanes_reduce_as_their_layout_says() {
    /// Checks that threads reduce together if their numbers differ only in `bits`.
    fn check<L: Layout>(lanes: L, bits: u32) {
        let sums = block(64, 0, |gpu| {
            // SAFETY: all threads execute this.
            unsafe {
                let x = number(gpu.thread());
                let sum = warp::sum(gpu, x as i32, lanes);
                (sum, warp::max(gpu, x, lanes), warp::min(gpu, x, lanes))
            }
        });
        for (thread, &(sum, max, min)) in (0..64u32).zip(&sums) {
            let others = (0..64).filter(|other| (thread ^ other) & !bits == 0);
            let numbers: Vec<f32> = others.map(number).collect();
            assert_eq!(sum, numbers.iter().sum::<f32>() as i32);
            assert_eq!(max, numbers.iter().copied().fold(f32::MIN, f32::max));
            assert_eq!(min, numbers.iter().copied().fold(f32::MAX, f32::min));
        }
    }
    check(layout!(32), 31);
    check(layout!(4), 3);
    check(layout!(8 : 4), 28);
    check(layout!((2, 2) : (1, 16)), 17);
    check(layout!((2, 2) : (16, 1)), 17);
    check(layout!(1), 0);
}

#[test]
fn threads_and_values_are_transposed() {
    /// Checks that value v of thread t is the former value t of thread v.
    fn check<H: Layout, L: Layout>(lanes: H, values: L) {
        let (of_lanes, others) = (H::SIZE as u32, L::Tail::SIZE as u32);
        let thread_of = |lane: u32| lanes.crd2idx(lane).u32();
        let place = |value: u32, other: u32| values.crd2idx(value + of_lanes * other).usize();
        let number = |thread: u32, value: u32, other: u32| (thread << 16) + (value << 8) + other;
        let results = block(64, 0, |gpu| {
            let mut x = [0u32; 32];
            for (value, other) in pairs(of_lanes, others) {
                x[place(value, other)] = number(gpu.thread(), value, other);
            }
            // SAFETY: all threads execute this, and the array outlives the tensor.
            unsafe {
                let all = rmem(&mut x, layout!(32));
                warp::transpose(gpu, GpuTensor::new(all.engine(), values), lanes);
            }
            x
        });
        let bits = (0..of_lanes).map(thread_of).max().unwrap();
        for (thread, x) in (0u32..).zip(&results) {
            let lane = (0..of_lanes).find(|&lane| thread_of(lane) == thread & bits);
            for (value, other) in pairs(of_lanes, others) {
                let from = (thread & !bits) + thread_of(value);
                let expected = number(from, lane.unwrap(), other);
                assert_eq!(x[place(value, other)], expected, "thread {thread}");
            }
        }
    }
    fn pairs(values: u32, others: u32) -> impl Iterator<Item = (u32, u32)> {
        (0..others).flat_map(move |other| (0..values).map(move |value| (value, other)))
    }
    check(layout!(2), layout!((2, 4)));
    check(layout!(4), layout!((4, 2) : (2, 1)));
    check(layout!(2), layout!((2, (2, 2)) : (2, (1, 4))));
    check(layout!(8 : 4), layout!((8, 3)));
    check(layout!((2, 2) : (16, 1)), layout!((4, 1)));
    check(layout!(32), layout!((32, 1)));
    check(layout!(1), layout!((1, 5)));
}

#[test]
fn any_function_of_pairs_and_arrays() {
    let results = block(32, 0, |gpu| {
        let x = number(gpu.thread());
        let larger = |a: (f32, u32), b: (f32, u32)| if b.0 > a.0 { b } else { a };
        // SAFETY: all threads execute this.
        unsafe {
            let (most, thread) = warp::reduce(gpu, (x, gpu.thread()), layout!(32), larger);
            let both = warp::reduce(gpu, [gpu.thread(), 1], layout!(16), |a, b| {
                [a[0] | b[0], a[1] + b[1]]
            });
            (most, thread, both)
        }
    });
    let most = (0..32).map(number).fold(f32::MIN, f32::max);
    for (i, &(found, thread, both)) in results.iter().enumerate() {
        assert_eq!((found, number(thread)), (most, most));
        assert_eq!(both, [if i < 16 { 15 } else { 31 }, 16]);
    }
}

#[test]
fn blocks_reduce_and_use_their_memory_again() {
    fn check<L: Layout>(warps: L) {
        let threads = 32 * L::SIZE as u32;
        let results = block(threads, 4 * L::COSIZE as u32, |gpu| {
            let x = number(gpu.thread());
            // SAFETY: all threads execute this, and the memory exists and is used for nothing else.
            unsafe {
                let scratch = Scratch::new(smem::<f32, _>(gpu, 0, warps));
                let (sum, used) = scratch.sum(gpu, x);
                let (max, used) = used.again(gpu).max(gpu, x);
                let scratch = used.again(gpu);
                let (least, _) = scratch.reduce(gpu, x, f32::min);
                (sum, max, least)
            }
        });
        let numbers = || (0..threads).map(number);
        let expected = (
            numbers().sum(),
            numbers().fold(f32::MIN, f32::max),
            numbers().fold(f32::MAX, f32::min),
        );
        assert!(results.iter().all(|&result| result == expected));
    }
    check(layout!(1));
    check(layout!(2));
    check(layout!(8));
    check(layout!(4 : 3)); // slots need not be adjacent
}

/// Stores a tile of 4 by 6 sums at (4, 6) of a matrix, where only 3 rows and 5 columns remain.
fn store_with<T, E>(epilogue: E, before: impl Fn(usize) -> T) -> Vec<T>
where
    T: Copy + Send + Sync + for<'a> zellige_gpu::number::Rounded<Thread<'a>, f32>,
    E: Epilogue<f32> + Sync,
{
    let (rows, columns, ld) = (7u32, 11u32, 13u32);
    let mut c: Vec<T> = (0..(rows * ld) as usize).map(before).collect();
    let out = Memory::write(&mut c);
    let grid = Grid { x: 1, y: 1, threads: 1, shared: 0, cluster: 0 };
    launch(grid, |gpu| {
        let mut sums: [f32; 24] = core::array::from_fn(|i| i as f32 - 10.5);
        let c = gmem(Narrow(out.pointer_mut()), layout!((rows, columns) : (ld, 1)));
        let tile = c.local_tile(shape!((4, 6)), (1u32, 1u32)).settled();
        // SAFETY: the matrix exists.
        unsafe { store(gpu, rmem(&mut sums, layout!((4, 6))), tile, epilogue) }
    });
    c
}
/// Returns the expected matrix, if `value` returns the value written for (sum, old value, row,
/// column).
fn expect<T: Copy>(
    before: impl Fn(usize) -> T,
    value: impl Fn(f32, T, usize, usize) -> T,
) -> Vec<T> {
    (0..7 * 13)
        .map(|i| {
            let (row, column) = (i / 13, i % 13);
            if row >= 4 && (6..11).contains(&column) {
                let sum = (row - 4 + 4 * (column - 6)) as f32 - 10.5;
                value(sum, before(i), row, column)
            } else {
                before(i)
            }
        })
        .collect()
}

#[test]
fn epilogues_are_put_together() {
    let old = |i: usize| i as f32 / 4.0;
    assert_eq!(store_with(Identity, old), expect(old, |sum, _, _, _| sum));
    let axpby = LinearCombination { alpha: 2.0, beta: 0.5 };
    assert_eq!(store_with(axpby, old), expect(old, |sum, old, _, _| 2.0 * sum + 0.5 * old));
    let (rows, columns): (Vec<f32>, Vec<f32>) =
        ((0..7).map(|i| 100.0 * i as f32).collect(), (0..11).map(|j| 1000.0 * j as f32).collect());
    let (row_bias, column_bias) = (Memory::read(&rows), Memory::read(&columns));
    // SAFETY: there is a number for each row and each column.
    let all = axpby
        .then(unsafe { RowBias::new(row_bias.pointer()) })
        .then(unsafe { ColumnBias::new(column_bias.pointer()) })
        .then(Activation(|x: f32| x.max(0.0)));
    struct Shared<E>(E);
    // SAFETY: only read.
    unsafe impl<E> Sync for Shared<E> {}
    impl<E: Copy> Clone for Shared<E> {
        fn clone(&self) -> Self {
            *self
        }
    }
    impl<E: Copy> Copy for Shared<E> {}
    impl<E: Epilogue<f32>> Epilogue<f32> for Shared<E> {
        unsafe fn apply<G: Gpu>(
            self,
            gpu: G,
            sum: f32,
            old: impl Fn() -> f32,
            at: (u32, u32),
        ) -> f32 {
            // SAFETY: the caller's promise.
            unsafe { self.0.apply(gpu, sum, old, at) }
        }
    }
    assert_eq!(
        store_with(Shared(all), old),
        expect(old, |sum, old, i, j| { (2.0 * sum + 0.5 * old + rows[i] + columns[j]).max(0.0) })
    );
}

#[test]
fn what_is_not_needed_is_not_read() {
    // If beta is 0, NaN in the matrix does not matter.
    let zero = LinearCombination { alpha: 1.0, beta: 0.0 };
    let c = store_with(zero, |_| f32::NAN);
    for (found, expected) in c.iter().zip(expect(|_| f32::NAN, |sum, _, _, _| sum)) {
        assert_eq!(found.to_bits(), expected.to_bits());
    }
}

#[test]
fn sums_are_rounded_to_16_bits() {
    let axpby = LinearCombination { alpha: 1.0 / 3.0, beta: 1.0 };
    let exact = |sum: f32, old: f32| old.mul_add(1.0, sum * (1.0 / 3.0));
    let old = |i: usize| half::bf16::from_f32(i as f32 / 8.0);
    assert_eq!(
        store_with(axpby, |i| Bf16(old(i).to_bits())),
        expect(
            |i| Bf16(old(i).to_bits()),
            |sum, old, _, _| {
                let old = half::bf16::from_bits(old.0).to_f32();
                Bf16(half::bf16::from_f32(exact(sum, old)).to_bits())
            }
        )
    );
    let old = |i: usize| half::f16::from_f32(i as f32 / 8.0);
    assert_eq!(
        store_with(axpby, |i| F16(old(i).to_bits())),
        expect(
            |i| F16(old(i).to_bits()),
            |sum, old, _, _| {
                let old = half::f16::from_bits(old.0).to_f32();
                F16(half::f16::from_f32(exact(sum, old)).to_bits())
            }
        )
    );
}

/// The accumulators of `mma.sync` have two adjacent columns. Pairs begin at words or between them,
/// and some straddle the end of the matrix.
#[test]
fn neighbours_are_rounded_and_written_together() {
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32BF16BF16F32_TN, layout!((1, 1)));
    let old = |i: u32| Bf16::from_f32(i as f32 / 8.0);
    let (rows, columns) = (13u32, 13u32);
    let bias: Vec<f32> = (0..13).map(|i| 100.0 * i as f32).collect();
    let there = Memory::read(&bias);
    for ld in [13, 14, 15] {
        let mut c: Vec<Bf16> = (0..rows * ld).map(old).collect();
        let out = Memory::write(&mut c);
        block(32, 0, |gpu| {
            for tile in 0..2u32 {
                let mut sums = [0, 1, 2, 3].map(|i| (4 * gpu.thread() + i) as f32);
                let c = gmem(out.pointer_mut(), layout!((rows, columns) : (ld, 1)));
                let tile = c.local_tile(shape!((16, 8)), (0u32, tile));
                let axpby = LinearCombination { alpha: 1.0, beta: 2.0 };
                // SAFETY: the matrix exists, and so does a number for each row and each column.
                unsafe {
                    let epilogue = axpby
                        .then(RowBias::new(there.pointer()))
                        .then(ColumnBias::new(there.pointer()));
                    let mine = tile.partition::<OperandC, _>(mma, gpu.thread());
                    let sums = rmem(&mut sums, layout!(((2, 2), 1, 1)));
                    store(gpu, sums, mine, epilogue)
                }
            }
        });
        for (at, found) in (0..).zip(&c) {
            let (i, j) = (at / ld, at % ld);
            let sum = 16 * (i % 8) + 2 * (i / 8) + 4 * (j % 8 / 2) + j % 2;
            let before = f32::from(old(at));
            let expected = sum as f32 + 2.0 * before + bias[i as usize];
            let expected = match j < columns {
                true => Bf16::from_f32(expected + bias[j as usize]),
                false => old(at),
            };
            assert_eq!(*found, expected, "({i}, {j}), rows of {ld}");
        }
    }
}

#[test]
fn numbers_of_16_bits_are_widened_exactly() {
    fn check<G: Store>(_: G) {
        use zellige_gpu::number::Rounded;
        for bits in 0..=u16::MAX {
            let same = |found: f32, expected: f32| {
                found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan()
            };
            let found = <F16 as Rounded<G, f32>>::widened(F16(bits));
            assert!(same(found, half::f16::from_bits(bits).to_f32()), "{bits}");
            let found = <Bf16 as Rounded<G, f32>>::widened(Bf16(bits));
            assert!(same(found, half::bf16::from_bits(bits).to_f32()), "{bits}");
        }
    }
    block(1, 0, |gpu| check(gpu));
}

#[test]
fn tensors_of_all_memories_are_transformed() {
    let from: Vec<f32> = (0..5 * 9).map(|i| i as f32).collect();
    let from = Memory::read(&from);
    let results = block(32, 4 * 64, |gpu| {
        let thread = gpu.thread();
        let matrix = gmem(from.pointer(), layout!((5u32, 8u32) : (9u32, 1)));
        let tile = matrix.local_tile(shape!((8, 8)), (0u32, 0u32));
        let mine = tile.local_partition(layout!((4, 8)), thread); // two rows, a column
        let shared = smem::<f32, _>(gpu, 0, layout!((8, 8) : (8, 1)));
        let mine_shared = shared.local_partition(layout!((4, 8)), thread);
        let mut x = [-1.0; 2];
        let r = rmem(&mut x, layout!((2, 1)));
        let mut sum = [0.0];
        // SAFETY: the elements inside the matrix exist, and the memory has 64 elements.
        unsafe {
            transform_if(mine, r, |x| x);
            transform(r, mine_shared, |x| 2.0 * x);
            gpu.sync_threads();
            // The thread's column of a tile of 8 by 8 elements.
            let column = shared.at((.., thread % 8));
            let all = fold(column, 0.0, |sum, x| sum + x);
            reduce(column, rmem(&mut sum, layout!(8 : 0)), |a, b| a + b);
            (all, sum[0])
        }
    });
    for (thread, &(fold, reduce)) in results.iter().enumerate() {
        let column = thread % 8;
        // 5 rows are inside; the other 3 have -1.
        let inside: f32 = (0..5).map(|row| (row * 9 + column) as f32).sum();
        assert_eq!(fold, 2.0 * inside - 6.0);
        assert_eq!(reduce, fold);
    }
}

#[test]
fn sequences_have_strides_and_an_end() {
    let from: Vec<f32> = (0..100).map(|i| i as f32).collect();
    let from = Memory::read(&from);
    let stride = |inc: i32| zellige::stride::Signed::new(inc);
    let results = block(16, 0, |gpu| {
        let backwards = blas_vector(from.pointer(), layout!(10u32 : (stride(-3))), 10);
        let forwards = sequence(from.pointer(), layout!((4, 5u32) : (1, 20)), 18);
        let (mut a, mut b) = ([-1.0], [-1.0; 2]);
        // SAFETY: the elements that are inside exist.
        unsafe {
            let threads = layout!(16);
            let backwards = backwards.local_tile(shape!((16,)), (0u32,));
            let backwards = backwards.local_partition(threads, gpu.thread());
            transform_if(backwards, rmem(&mut a, layout!(1)), |x| x);
            let forwards = forwards.local_tile(shape!((32,)), (0u32,));
            let forwards = forwards.local_partition(threads, gpu.thread());
            transform_if(forwards, rmem(&mut b, layout!(2)), |x| x);
        }
        (a[0], b)
    });
    for (i, &(a, b)) in results.iter().enumerate() {
        assert_eq!(a, if i < 10 { 27.0 - 3.0 * i as f32 } else { -1.0 });
        let element = |i: usize| {
            if i < 18 { (i % 4 + i / 4 * 20) as f32 } else { -1.0 }
        };
        assert_eq!(b, [element(i), element(i + 16)]);
    }
}

#[test]
fn threads_multiply_one_element_by_another() {
    let (a, b) = ([2.0f32, -3.0, 5.0, 7.0], [1.0f32, 10.0, 100.0]);
    let mut c = vec![0.5f32; 8 * 6];
    let out = Memory::write(&mut c);
    let grid = Grid { x: 1, y: 1, threads: 4, shared: 0, cluster: 0 };
    launch(grid, |gpu| {
        // 2 by 2 threads, with 4 by 3 elements each.
        let mma = make_tiled_mma(<mma::UniversalFMA<Int<32>>>::default(), layout!((2, 2)));
        let (mut a, mut b, mut sums) = (a, b, [0.0; 12]);
        let ra = rmem(&mut a, mma.partition_fragment::<OperandA, _>(layout!((8, 1))));
        let rb = rmem(&mut b, mma.partition_fragment::<OperandB, _>(layout!((6, 1))));
        let rc = rmem(&mut sums, mma.partition_fragment::<OperandC, _>(layout!((8, 6))));
        let c = gmem(out.pointer_mut(), layout!((8u32, 6u32) : (6u32, 1)));
        let tile = c.local_tile(shape!((8, 6)), (0u32, 0u32));
        // SAFETY: only this thread uses the registers and its elements of the matrix.
        unsafe {
            zellige_gpu::gemm::gemm(gpu, mma, ra, rb, rc);
            zellige_gpu::gemm::gemm(gpu, mma, ra, rb, rc);
            let mine = tile.partition::<OperandC, _>(mma, gpu.thread());
            let add = LinearCombination { alpha: 1.0, beta: 1.0 };
            store(gpu, rc, mine, add);
        }
    });
    for (i, j) in (0..8).flat_map(|i| (0..6).map(move |j| (i, j))) {
        assert_eq!(c[i * 6 + j], 0.5 + 2.0 * a[i / 2] * b[j / 2], "({i}, {j})");
    }
}

#[test]
fn vectors_of_words_are_written() {
    type Rows = MakeTiledCopy<
        CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>,
        layout!((8, 2) : (2, 1)),
        layout!((1, 8)),
    >;
    // 16 bytes for each of 16 threads in each tile of 8 by 16 elements; there are two tiles.
    let mut memory = [[0u128; 4]; 8];
    let to = Memory::write(&mut memory);
    block(16, 0, |gpu| {
        let mut words: [u32; 8] = core::array::from_fn(|i| 8 * gpu.thread() + i as u32);
        let c = gmem(to.pointer_mut().cast::<Bf16>(), layout!((8u32, 32u32) : (32u32, 1)));
        let tile = c.local_tile(shape!((8, 32)), (0u32, 0u32));
        let mine = tile.partition_d(Rows::STATIC, gpu.thread()).at(((.., ..), 0u32, ..));
        // SAFETY: all elements are inside, and only this thread uses them.
        unsafe { store_streaming(gpu, rmem(&mut words, layout!((4, (1, 2)))), mine) }
    });
    for (thread, word) in (0..16u32).flat_map(|t| (0..8).map(move |w| (t, w))) {
        let (row, column) = (thread / 2, thread % 2 + 2 * (word / 4));
        let found = memory[row as usize][column as usize] >> (32 * (word % 4));
        assert_eq!(found as u32, 8 * thread + word);
    }
}
