//! Products of every mixture of 8, 6 and 4 bits by `tcgen05.mma`, with and without scale factors,
//! by one block and by pairs, against sums computed one by one.

#[path = "common/columns.rs"]
mod columns;

use columns::{Load, Store, grid, init, lanes, loaded, meet};
use std::array::from_fn;
use std::marker::PhantomData;
use zellige::atom::gmma::Major;
use zellige::atom::instr_desc::make_instr_desc;
use zellige::atom::smem::LayoutKSw128Atom;
use zellige::atom::tmem::{TmemFragment, TmemFrg1sm};
use zellige::atom::umma::*;
use zellige::atom::{MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{Thread, number::value, try_launch};
use zellige_gpu::number::{E2m1, E2m3, E3m2, Format, Padded, Ue8m0};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tmem::{
    Accumulator, CtaGroup, Fragments, GivesUmmaA, ScaledArguments, TmemStorage, Umma, UmmaScaled,
};
use zellige_gpu::wgmma::ScaleOut;
use zellige_gpu::{E4m3, E5m2, F16, FragmentElement, Gpu, Sm90, Sm100};

/// Numbers as an operand has them.
trait Number: FragmentElement {
    /// The bits of a number that is neither infinite nor NaN.
    const MASK: u8;
    /// Returns the bytes of 16 numbers.
    fn unit(bits: [u8; 16]) -> [u8; 16];
}
macro_rules! numbers {
    ($($T:ident $mask:literal << $first:literal;)*) => { $(
        impl Number for Padded<$T> {
            const MASK: u8 = $mask;
            fn unit(bits: [u8; 16]) -> [u8; 16] {
                Padded::<$T>::of(bits.map($T)).map(|byte| byte.0)
            }
        }
        numbers!(@bytes $T $mask $first);
    )* };
    (@bytes $T:ident $mask:literal $first:literal) => {
        impl Number for $T {
            const MASK: u8 = $mask;
            fn unit(bits: [u8; 16]) -> [u8; 16] {
                bits.map(|bits| bits << $first)
            }
        }
    };
}
numbers! {
    E2m1 0xf << 2;
    E2m3 0x3f << 0;
    E3m2 0x3f << 0;
}
numbers!(@bytes E4m3 0xb7 0);
numbers!(@bytes E5m2 0xb7 0);
/// Returns bits of a number that differ from place to place.
fn bits<T: Number>(seed: u32, row: u32, k: u32) -> u8 {
    ((row * 131 + k * 31 + seed).wrapping_mul(0x9e37_79b1) >> 16) as u8 & T::MASK
}
/// Returns the scale factor of 32 numbers of a row, a power of two near 1.
fn factor(seed: u32, row: u32, k: u32) -> u8 {
    (125 + (row * 5 + k / 32 * 3 + seed) % 4) as u8
}
/// Returns the 128 bytes of 128 numbers.
fn row<T: Number>(seed: u32, row: u32) -> impl Iterator<Item = u8> {
    let unit = move |first| T::unit(from_fn(|k| bits::<T>(seed, row, first + k as u32)));
    (0u32..128).step_by(16).flat_map(unit)
}
fn of<T: Number>(seed: u32, row: u32, k: u32) -> f64 {
    value(T::FORMAT, bits::<T>(seed, row, k).into())
}

/// Rows of 128 bytes under a swizzle: of A, and of B.
type Rows<N> = TileToShape<LayoutKSw128Atom<int!(8)>, (N, int!(128))>;
type Storage<F> =
    (SmemTensor<E4m3, Rows<int!(128)>>, SmemTensor<E4m3, Rows<int!(16)>>, TmemStorage<F>);
/// The share of a block: 128 rows of A and 16 of B, of the same layout for all kinds of numbers.
type Share = TiledMma<SM100_MMA_F8F6F4_SS<E4m3, E4m3, f32, int!(128), int!(16)>>;
/// Tensor memory for sums in 32 columns, and for factors or A behind them.
type One = TmemFragment<shape!(((128, 64), 1, 1)), TmemFrg1sm<int!(32)>>;
type Two = Accumulator<
    TiledMma<
        SM100_MMA_TF32_2x1SM_SS<zellige_gpu::Tf32, zellige_gpu::Tf32, f32, int!(256), int!(64)>,
    >,
    shape!((256, 64)),
>;

/// Multiplies by `begin`, which begins an instruction at these sums, with these descriptors and the
/// addresses of factors, or of A and what follows, of step k along K.
fn multiplies<F: Fragments, A: Number, B: Number>(
    (is_scaled, of_c): (bool, Format),
    begin: impl Fn(Thread<'_>, u32, [u64; 2], [u32; 2], u32) + Sync,
) {
    let (ctas, shared) = (F::Ctas::CTAS, <Storage<F>>::BYTES);
    // SAFETY: all threads execute this, in memory of their own.
    let done = try_launch(grid::<F::Ctas>(shared + 16), |gpu| unsafe {
        let (thread, rank) = (gpu.thread(), gpu.block_x());
        let (a, b, storage) = <Storage<F>>::allocate(gpu);
        let memory = storage.alloc(gpu);
        let barrier = gpu.shared_address() + shared;
        init(gpu, barrier);
        (0u32..).zip(row::<A>(1, 128 * rank + thread)).for_each(|(k, byte)| {
            a.write((thread, k), E4m3(byte));
        });
        if thread < 16 {
            (0u32..).zip(row::<B>(2, 16 * rank + thread)).for_each(|(k, byte)| {
                b.write((thread, k), E4m3(byte));
            });
        }
        let d = memory.address().bits();
        let lanes = lanes(gpu);
        // Each quarter of the lanes has the factors of all rows, four of a row in a word.
        let words = from_fn(|i| {
            let (is_b, row) = (i >= 4, i as u32 % 4 * 32 + thread % 32);
            let (seed, row) = if is_b { (4, row) } else { (3, 128 * rank + row) };
            u32::from_le_bytes(from_fn(|k| factor(seed, row, 32 * k as u32)))
        });
        if is_scaled {
            gpu.tmem_store::<Store<int!(8)>>(d + 32 + lanes, words);
        } else {
            let bytes: Vec<u8> = row::<A>(1, 128 * rank + thread).collect();
            let word = |i| u32::from_le_bytes(from_fn(|byte| bytes[4 * i + byte]));
            gpu.tmem_store::<Store<int!(32)>>(d + 32 + lanes, from_fn(word));
        }
        gpu.tmem_wait_store();
        gpu.fence_proxy_async();
        meet::<F::Ctas>(gpu);
        if thread == 0 && rank == 0 {
            let a = a.umma_descriptors::<OperandA, _>(Share::STATIC).engine().operand();
            let b = b.umma_descriptors::<OperandB, _>(Share::STATIC).engine().operand();
            for k in 0..4 {
                // A step is 32 bytes, and a descriptor counts 16.
                let step = u64::from(2 * k);
                begin(gpu, d, [a + step, b + step], [d + 32, d + 36], k);
            }
            gpu.umma_commit_multicast::<F::Ctas>(barrier, (1 << ctas) - 1);
        }
        gpu.mbarrier_wait(barrier, 0);
        gpu.tcgen05_after_thread_sync();
        let m = 128 * rank + thread;
        let sums = |column| loaded::<Load<int!(16)>>(gpu, d + column + lanes);
        for (n, word) in (0..).zip((0..ctas).flat_map(|half| sums(16 * half))) {
            let product = |k| {
                let scales = [factor(3, m, k), factor(4, n, k)];
                let scale =
                    |bits: u8| if is_scaled { value(Format::Ue8m0, bits.into()) } else { 1.0 };
                of::<A>(1, m, k) * scale(scales[0]) * (of::<B>(2, n, k) * scale(scales[1]))
            };
            let sum = |before: f64, k: u32| {
                let sum = before + (32 * k..32 * k + 32).map(product).sum::<f64>();
                match of_c {
                    Format::F16 => half::f16::from_f64(sum).to_f64(),
                    _ => f64::from(sum as f32),
                }
            };
            assert_eq!(value(of_c, word.into()), (0..4).fold(0.0, sum), "({m}, {n})");
        }
        memory.free(gpu);
    });
    done.unwrap();
}
/// Multiplies by the instruction I without scale factors.
fn plain<F: Fragments, I>(_: PhantomData<I>)
where
    I: for<'a> Umma<Thread<'a>, OperandA = u64, ElementA: Number, ElementB: Number>,
{
    let descriptor = make_instr_desc::<I>(Major::K, Major::K).bits();
    // SAFETY: one thread begins it, with the operands of a tile.
    let formats = (false, I::ElementC::FORMAT);
    multiplies::<F, I::ElementA, I::ElementB>(formats, |gpu, d, [a, b], _, k| unsafe {
        let out = if k == 0 { ScaleOut::Zero } else { ScaleOut::One };
        gpu.umma::<I>(d, a, b, descriptor, out);
    });
}
/// The same for A in tensor memory.
fn in_tmem<F: Fragments, I>(_: PhantomData<I>)
where
    I: for<'a> Umma<Thread<'a>, OperandA = u32, ElementA: Number, ElementB: Number>,
{
    let descriptor = make_instr_desc::<I>(Major::K, Major::K).bits();
    // SAFETY: one thread begins it, with the operands of a tile.
    let formats = (false, I::ElementC::FORMAT);
    multiplies::<F, I::ElementA, I::ElementB>(formats, |gpu, d, [_, b], [a, _], k| unsafe {
        let out = if k == 0 { ScaleOut::Zero } else { ScaleOut::One };
        gpu.umma::<I>(d, a + 8 * k, b, descriptor, out); // 32 bytes are 8 columns
    });
}
/// Multiplies by the instruction I with scale factors.
fn scaled<F: Fragments, I>(_: PhantomData<I>)
where
    I: for<'a> UmmaScaled<Thread<'a>, ElementA: Number, ElementB: Number>,
{
    let descriptor = make_instr_desc::<I>(Major::K, Major::K);
    // SAFETY: one thread begins it, with the operands of a tile and their factors.
    let formats = (true, Format::F32);
    multiplies::<F, I::ElementA, I::ElementB>(formats, |gpu, d, [a, b], factors, k| unsafe {
        let out = if k == 0 { ScaleOut::Zero } else { ScaleOut::One };
        let descriptor = descriptor.scale_ids(k, k).bits();
        gpu.umma_scaled::<I>(ScaledArguments { d, a, b, descriptor, factors, out });
    });
}

/// Multiplies A by each of the types of B, in shared memory, and from tensor memory as T.
macro_rules! mixtures {
    ($($name:ident $A:ty, $T:ty;)*) => { $(
        #[test]
        fn $name() {
            mixtures!(@by $A, $T, E4m3);
            mixtures!(@by $A, $T, E5m2);
            mixtures!(@by $A, $T, Padded<E2m3>);
            mixtures!(@by $A, $T, Padded<E3m2>);
            mixtures!(@by $A, $T, Padded<E2m1>);
        }
    )* };
    (@by $A:ty, $T:ty, $B:ty) => {
        in_tmem::<One, _>(PhantomData::<SM100_MMA_F8F6F4_TS<$T, $B, f32, int!(128), int!(16)>>);
        in_tmem::<One, _>(PhantomData::<SM100_MMA_F8F6F4_TS<$T, $B, F16, int!(128), int!(16)>>);
        in_tmem::<Two, _>(
            PhantomData::<SM100_MMA_F8F6F4_2x1SM_TS<$T, $B, f32, int!(256), int!(32)>>,
        );
        plain::<One, _>(PhantomData::<SM100_MMA_F8F6F4_SS<$A, $B, f32, int!(128), int!(16)>>);
        plain::<One, _>(PhantomData::<SM100_MMA_F8F6F4_SS<$A, $B, F16, int!(128), int!(16)>>);
        plain::<Two, _>(PhantomData::<SM100_MMA_F8F6F4_2x1SM_SS<$A, $B, f32, int!(256), int!(32)>>);
        scaled::<One, _>(
            PhantomData::<SM100_MMA_MXF8F6F4_SS<$A, $B, f32, Ue8m0, int!(128), int!(16)>>,
        );
        scaled::<Two, _>(
            PhantomData::<SM100_MMA_MXF8F6F4_2x1SM_SS<$A, $B, f32, Ue8m0, int!(256), int!(32)>>,
        );
    };
}
mixtures! {
    of_e4m3 E4m3, E4m3;
    of_e5m2 E5m2, E5m2;
    of_e2m3 Padded<E2m3>, E2m3;
    of_e3m2 Padded<E3m2>, E3m2;
    of_e2m1 Padded<E2m1>, E2m1;
}
