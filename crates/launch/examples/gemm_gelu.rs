//! C = gelu(A Bᵀ + bias) by `mma.sync`: tiles pass through three stages of shared memory, and the
//! epilogue is a value.
//!
//! The guide's chapters on GEMM derive each of these types.

use core::ops::RangeFull;
use zellige::{atom::*, ops::*, prelude::*};
use zellige_gpu::copy::{copy, copy_if};
use zellige_gpu::epilogue::{Activation, ColumnBias, Epilogue, store};
use zellige_gpu::pipeline::CpAsyncRing;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{gmem, packed, packed_registers, registers, rmem};
use zellige_gpu::{Bf16, Sm80, Store, gemm::gemm, kernel, unroll};
use zellige_launch::device::{Device, LaunchError};

type Tile = layout!((128, 64) : row);
type Stages = TileToShape<smem::LayoutKSw128Atom<int!(16)>, shape!((128, 64, 3))>; // (BLK, BLK_K, PIPE)
type Storage = (SmemTensor<Bf16, Stages>, SmemTensor<Bf16, Stages>);
type Mma = TiledMma<
    mma::SM80_16x8x16_F32BF16BF16F32_TN,
    layout!((2, 2)),
    (RangeFull, int!(32), RangeFull),
>;
type Fill = MakeTiledCopy<
    CopyAtom<copy::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(16)>,
    layout!((16, 8) : row),
    layout!((1, 8)),
>;
type LoadA = TiledCopyOf<CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>, Mma, OperandA>;
type LoadB = TiledCopyOf<CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>, Mma, OperandB>;

/// # Safety
///
/// The grid has a block for each tile of C of 128 by 128. A, B and C have m by k, n by k and m by n
/// elements, and begin at multiples of 16 bytes; k is a multiple of 8.
#[kernel(threads = 128, shared = Storage::BYTES)]
unsafe fn gemm_gelu<G: Sm80 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const Bf16,
    b: *const Bf16,
    bias: *const f32,
    c: *mut Bf16,
) {
    let (thread, tile, (x, y)) = (gpu.thread(), shape!((128, 64)), (gpu.block_x(), gpu.block_y()));
    let (fill, load_a, load_b, mma) = (Fill::STATIC, LoadA::STATIC, LoadB::STATIC, Mma::STATIC);
    let g_a = gmem(a, layout!((m, k) : (k, 1))).local_tile(tile, (x, ..)); // (BLK_M, BLK_K, k)
    let g_b = gmem(b, layout!((n, k) : (k, 1))).local_tile(tile, (y, ..)); // (BLK_N, BLK_K, k)
    let g_c = gmem(c, layout!((m, n) : (n, 1))).local_tile(shape!((128, 128)), (x, y)); // (BLK_M, BLK_N)
    let (tg_a, tg_b) = (g_a.partition_s(fill, thread), g_b.partition_s(fill, thread));
    let fragment_a = mma.partition_fragment::<OperandA, _>(Tile::STATIC);
    let fragment_b = mma.partition_fragment::<OperandB, _>(Tile::STATIC);
    let fragment_c = mma.partition_fragment::<OperandC, _>(layout!((128, 128)));
    let (mut r_a, mut r_b) =
        (packed_registers::<Bf16, _>(fragment_a), packed_registers::<Bf16, _>(fragment_b));
    let mut r_c = registers(fragment_c);
    let (tc_ra, tc_rb) =
        (packed::<Bf16, _, _>(&mut r_a, fragment_a), packed::<Bf16, _, _>(&mut r_b, fragment_b));
    let acc = rmem(&mut r_c, fragment_c);
    // SAFETY: all threads execute this; a stage is read after it has arrived, and written after all
    // threads have read it.
    unsafe {
        let (s_a, s_b) = Storage::allocate(gpu);
        let (tg_sa, tg_sb) = (s_a.partition_d(fill, thread), s_b.partition_d(fill, thread));
        let (ts_sa, ts_ra) = (s_a.partition_s(load_a, thread), tc_ra.retile(load_a));
        let (ts_sb, ts_rb) = (s_b.partition_s(load_b, thread), tc_rb.retile(load_b));
        let begin = |step: u32, stage: u32| {
            let (step, stage) = ((.., .., .., step), (.., .., .., stage));
            copy_if(gpu, fill, tg_a.at(step), tg_sa.at(stage));
            copy_if(gpu, fill, tg_b.at(step), tg_sb.at(stage));
        };
        let mut ring = CpAsyncRing::<int!(3)>::start(gpu, |step| begin(step, step));
        for step in 0..k.div_ceil(64) {
            begin(step + ring.ahead(), ring.writing());
            ring.commit(gpu);
            let stage = (.., .., .., ring.reading());
            let (ts_sa, ts_sb) = (ts_sa.at(stage), ts_sb.at(stage));
            unroll!(for k in 0..4 {
                copy(gpu, load_a, ts_sa.at((.., .., k)), ts_ra.at((.., .., k)));
                copy(gpu, load_b, ts_sb.at((.., .., k)), ts_rb.at((.., .., k)));
                gemm(gpu, mma, tc_ra.at((.., .., k)), tc_rb.at((.., .., k)), acc);
            });
            ring.next(gpu);
        }
        let gelu = |x: f32| x * gpu.reciprocal(1.0 + gpu.exp2(-2.4554 * x)); // 1.702 log2(e)
        let epilogue = ColumnBias::new(bias).then(Activation(gelu));
        let tc_gc = g_c.partition::<OperandC, _>(mma, thread);
        store(gpu, acc, tc_gc, epilogue);
    }
}

fn main() -> Result<(), LaunchError> {
    let (device, m, n, k) = (Device::emulator(), 140u32, 152u32, 136u32);
    let number = |i: u32| (i * 7 % 11) as f32 / 8.0 - 0.5;
    let numbers = |n: u32| (0..n).map(|i| Bf16::from_f32(number(i))).collect::<Vec<_>>();
    let (a, b) = (device.buffer(&numbers(m * k))?, device.buffer(&numbers(n * k))?);
    let bias = device.buffer(&(0..n).map(number).collect::<Vec<_>>())?;
    let mut c = device.buffer(&numbers(m * n))?;
    let arguments = (m, n, k, a.pointer(), b.pointer(), bias.pointer(), c.pointer_mut());
    // SAFETY: the matrices have these sizes, and the grid covers all tiles.
    unsafe { device.launch::<gemm_gelu>((m.div_ceil(128), n.div_ceil(128)), arguments)? };
    for (at, c) in (0..).zip(&*c.read()?) {
        let (i, j) = (at / n, at % n);
        let sum: f32 = (0..k).map(|p| number(i * k + p) * number(j * k + p)).sum();
        let x = sum + number(j);
        let expected = x / (1.0 + (-1.702 * x).exp());
        assert!((f32::from(*c) - expected).abs() <= 0.01 * expected.abs() + 1e-3, "({i}, {j})");
    }
    println!("a product of {m} by {n} by {k}");
    Ok(())
}

#[test]
fn emulated() -> Result<(), LaunchError> {
    main()
}
