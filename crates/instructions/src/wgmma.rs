//! The instruction `wgmma`: products of matrices by a warpgroup, with both operands in shared
//! memory, or A in registers.

use zellige::atom::smem::*;
use zellige::atom::{OperandA, OperandB, TiledMma, mma};
use zellige::integer::Mul;
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_gpu::tensor::{packed, smem};
use zellige_gpu::wgmma::*;
use zellige_gpu::{Bf16, E4m3, F16, FragmentElement, Sm90, Tf32};

/// The number of consecutive instructions along K: their rows are 128 bytes.
pub const STEPS: usize = 4;
/// The number of threads of a warpgroup.
const THREADS: u32 = 128;
/// The number of bytes of A, of 64 rows.
const BYTES_A: u32 = 64 * 128;

/// Writes a column-major matrix to shared memory, from the element `first` on, at the offsets of
/// the layout.
#[inline(always)]
unsafe fn bring<T: Copy, L: Layout>(gpu: impl Sm90, first: u32, layout: L, from: *const T) {
    let to = gpu.shared().cast::<T>().add(first as usize);
    let mut i = gpu.thread();
    while i < L::SIZE as u32 {
        *to.add(layout.crd2idx(i).usize()) = *from.add(i as usize);
        i += THREADS;
    }
}
/// Makes the writes of all threads to shared memory visible to the tensor cores.
#[inline(always)]
unsafe fn brought(gpu: impl Sm90) {
    gpu.fence_proxy_async();
    gpu.sync_threads();
}

/// The number of elements in a row.
type Row<T> = Mul<int!(8), <T as FragmentElement>::InUnit>;

/// The tile of M or N by K elements of the type T, laid out by copies of an atom.
macro_rules! tile {
    ($Atom:ident $T:ident $rows:literal) => {
        TileToShape<$Atom<<$T as FragmentElement>::Bits>, (int!($rows), Row<$T>)>
    };
}
/// Another layout of the same tile: for 16 bits along M or N, otherwise along K without a swizzle.
macro_rules! other_tile {
    (half $T:ident 8) => { tile!(LayoutMnInterAtom $T 8) };
    (half $T:ident 16) => { tile!(LayoutMnSw32Atom $T 16) };
    (half $T:ident 32) => { tile!(LayoutMnSw64Atom $T 32) };
    (half $T:ident 160) => { tile!(LayoutMnSw64Atom $T 160) };
    (half $T:ident 176) => { tile!(LayoutMnSw32Atom $T 176) };
    (half $T:ident 96) => { tile!(LayoutMnSw64Atom $T 96) };
    (half $T:ident $rows:literal) => { tile!(LayoutMnSw128Atom $T $rows) };
    ($options:ident $T:ident $rows:literal) => { tile!(LayoutKInterAtom $T $rows) };
}
macro_rules! negative {
    (integer $Atom:ty) => { $Atom };
    ($options:ident $Atom:ty) => { Negative<$Atom> };
}
/// Computes one product: copies A and B to shared memory (or A to registers), and returns the
/// accumulators.
macro_rules! product {
    ($gpu:ident $Atom:ty, $B:ident, $LayoutB:ty, $b:ident, $out:expr, $acc:ident, |$mma:ident| $a:expr) => {{
        type B = $LayoutB;
        let $mma = <TiledMma<$Atom, layout!((1, 1))>>::default();
        let first = BYTES_A / size_of::<$B>() as u32;
        bring($gpu, first, B::STATIC, $b);
        let a = $a;
        brought($gpu);
        let b =
            smem::<$B, _>($gpu, first, B::STATIC).descriptors::<OperandB, _>($mma, $gpu.thread());
        let mut running = $acc.run();
        running.fence($gpu);
        wgmma($gpu, $mma, a, b, $out, &mut running);
        running.commit($gpu);
        let [acc] = *running.wait($gpu).get();
        $gpu.sync_threads();
        acc
    }};
}
macro_rules! operand_a {
    (SS $gpu:ident $A:ident $Layout:ty, $a:ident $mma:ident $registers:ident) => {{
        type A = $Layout;
        bring($gpu, 0, A::STATIC, $a.cast::<$A>());
        smem::<$A, _>($gpu, 0, A::STATIC).descriptors::<OperandA, _>($mma, $gpu.thread())
    }};
    // The registers of each thread follow those of the previous one, as (V, M, K).
    (RS $gpu:ident $A:ident $Layout:ty, $a:ident $mma:ident $registers:ident) => {{
        $registers = *$a.cast::<[u32; 4 * STEPS]>().add($gpu.thread() as usize);
        packed::<$A, _, _>(
            &mut $registers,
            layout!((<$A as FragmentElement>::InUnit::STATIC, 1, 4)),
        )
    }};
}
macro_rules! kernels {
    ($($Atom:ident $side:ident $options:ident $shape:literal $n:tt [$A:ident] [$B:ident] [$C:ident $nc:tt];)+) => { $(
        /// Computes C + A B, and behind it -A B (A B of integers) from other layouts. A and B are
        /// column-major, or the registers of A follow one another thread by thread; C has the
        /// registers of 128 threads, twice.
        #[allow(unused_assignments, unused_mut, unused_variables)] // registers, where A is in shared memory
        #[zellige_gpu::kernel(threads = THREADS, shared = BYTES_A + $n * 128)]
        pub unsafe fn $Atom<G: Sm90>(gpu: G, a: *const u32, b: *const $B, c: *mut u32) {
            type C<G> = <mma::$Atom as Wgmma<G>>::Accumulators;
            let c = c.cast::<C<G>>().add(gpu.thread() as usize);
            let mut registers = [0u32; 4 * STEPS];
            let acc = Idle::new([*c]);
            *c = product!(gpu mma::$Atom, $B, tile!(LayoutKSw128Atom $B $n), b, ScaleOut::One, acc, |mma| {
                operand_a!($side gpu $A tile!(LayoutKSw128Atom $A 64), a mma registers)
            });
            let acc = Idle::new([*c]);
            let other = c.add(THREADS as usize);
            *other = product!(gpu negative!($options mma::$Atom), $B, other_tile!($options $B $n), b, ScaleOut::Zero, acc, |mma| {
                operand_a!($side gpu $A other_tile!($options $A 64), a mma registers)
            });
        }
    )+
    zellige_gpu::kernel_list! { $($Atom,)+ } };
}
zellige_gpu::wgmma_atoms!(kernels);
