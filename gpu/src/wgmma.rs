//! Products of warpgroups, which run on while their threads do something else.
//!
//! ```text
//! Idle  --run-->  Running  --fence, wgmma, commit, wait_but-->  Running  --wait-->  Idle
//!  get()                                                                             get()
//! ```
//!
//! The sums are in registers that the tensor cores write to while the threads go on. Rust knows nothing of that. So
//! the sums have two types: of [`Running`] ones nothing can be read, and [`wait`](Running::wait), which makes them [`Idle`] again,
//! takes the registers through [`warpgroup_fence_operand`](Sm90::warpgroup_fence_operand), past which the compiler moves no read.
//!
//! ```compile_fail,E0599
//! # use zellige_gpu::{Sm90, wgmma::Idle};
//! # unsafe fn f<G: Sm90>(gpu: G) {
//! let mut sums = Idle::zero().run();
//! sums.fence(gpu);
//! let early = sums.get()[0]; // no method named `get` found for struct `Running`
//! # }
//! ```

use crate::engine::{Engine, Moved};
use crate::tensor::GpuTensor;
use crate::{Sm90, unroll};
use core::ops::RangeFull;
use zellige::Outer;
use zellige::atom::gmma::{GmmaDescriptor, make_gmma_desc};
use zellige::atom::smem::SharedTile;
use zellige::atom::{MmaAtom, MmaTiling, mma};
use zellige::integer::Integer;
use zellige::ops::Upcast;
use zellige::prelude::*;

/// Shared memory as `wgmma` takes it, by a descriptor: moved in units of 16 bytes.
pub struct Descriptors<L, N>(GmmaDescriptor<L, N>);
impl<L: Copy, N: Copy> Clone for Descriptors<L, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<L: Copy, N: Copy> Copy for Descriptors<L, N> {}
impl<L: Copy, N: Copy> Engine for Descriptors<L, N> {
    type Element = u64;
}
impl<L: SharedTile, N: Integer, O: Integer> Moved<O> for Descriptors<L, N> {
    #[inline(always)]
    fn moved(self, by: O) -> Self {
        Descriptors(self.0 + by.u32())
    }
}
/// One instruction's operand in a share (V, M, K, stage).
type First = ((RangeFull, RangeFull), int!(0), int!(0), int!(0));
/// The tensor of the descriptors of a share: (V, M, K, stage) in units of 16 bytes.
pub type DescriptorsOf<F, O, L> = GpuTensor<
    Descriptors<<ComposedLayout<F, O, L> as Layout>::Slice<First>, int!(16)>,
    Upcast<L, int!(8)>,
>;
/// The descriptors of a thread's share (V, M, K, stage) of elements of 16 bits, whose tiles begin at the address. CuTe:
/// `make_fragment_A`, `make_fragment_B` of a tensor in shared memory.
///
/// A layout that the hardware does not know is refused as by [`make_gmma_desc`].
#[inline(always)]
pub fn descriptors<F: Outer, O: Integer, L: Layout>(
    address: u32,
    share: ComposedLayout<F, O, L>,
) -> DescriptorsOf<F, O, L>
where
    <ComposedLayout<F, O, L> as Layout>::Slice<First>: SharedTile,
{
    let one: First = Default::default();
    let first = make_gmma_desc(share.sliced(one), Default::default(), address);
    GpuTensor::new(Descriptors(first), share.inner().upcast(Default::default()))
}

/// Sums that are not being computed.
pub struct Idle([f32; 128]);
/// Sums that may be being computed: nothing can read them.
#[must_use = "sums are there after `wait`"]
pub struct Running([f32; 128]);
impl Idle {
    /// Zeros.
    #[inline(always)]
    pub fn zero() -> Self {
        Idle([0.0; 128])
    }
    /// The sums.
    #[inline(always)]
    pub fn get(&self) -> &[f32; 128] {
        &self.0
    }
    /// Lets them be computed.
    #[inline(always)]
    pub fn run(self) -> Running {
        Running(self.0)
    }
}
impl Running {
    /// Orders what was written to registers and shared memory before the products that follow.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup are here.
    #[inline(always)]
    pub unsafe fn fence(&mut self, gpu: impl Sm90) {
        gpu.wgmma_fence()
    }
    /// Makes a group of the products that were begun.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup are here.
    #[inline(always)]
    pub unsafe fn commit(&mut self, gpu: impl Sm90) {
        gpu.wgmma_commit()
    }
    /// Waits for all groups but the last M: their shared memory may be written again.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup are here.
    #[inline(always)]
    pub unsafe fn wait_but<const M: u32>(&mut self, gpu: impl Sm90) {
        gpu.wgmma_wait::<M>()
    }
    /// Waits for all groups: the sums are there.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup are here.
    #[inline(always)]
    pub unsafe fn wait(mut self, gpu: impl Sm90) -> Idle {
        gpu.wgmma_wait::<0>();
        gpu.warpgroup_fence_operand(&mut self.0);
        Idle(self.0)
    }
}

/// The instruction of a warpgroup's atom on two descriptors on the machine G.
#[diagnostic::on_unimplemented(
    message = "the atom `{Self}` is not executed on the machine `{G}` with both operands in shared memory",
    label = "has no instruction there"
)]
pub trait WgmmaInstruction<G>: MmaAtom {
    /// Begins to add A B to the sums.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup are here, after a fence, and the operands stay as they are until the product is waited for.
    unsafe fn begin(gpu: G, a: u64, b: u64, sums: &mut [f32; 128]);
}
impl<G: Sm90> WgmmaInstruction<G> for mma::SM90_64x256x16_F32BF16BF16_SS {
    #[inline(always)]
    unsafe fn begin(gpu: G, a: u64, b: u64, sums: &mut [f32; 128]) {
        gpu.wgmma_64x256x16(sums, a, b)
    }
}
/// Begins to add A B to the sums, where A and B are (V, 1, K) of descriptors. CuTe: `warpgroup_arrive` apart, `gemm(tiled_mma, a, b, c)`.
///
/// # Safety
///
/// As of [`WgmmaInstruction::begin`].
#[inline(always)]
pub unsafe fn wgmma<G, M, A, AN, AL, B, BN, BL>(
    gpu: G,
    _: M,
    a: GpuTensor<Descriptors<A, AN>, AL>,
    b: GpuTensor<Descriptors<B, BN>, BL>,
    sums: &mut Running,
) where
    G: Sm90,
    M: MmaTiling,
    M::Atom: WgmmaInstruction<G>,
    A: SharedTile,
    AN: Integer,
    AL: Layout,
    B: SharedTile,
    BN: Integer,
    BL: Layout,
{
    const {
        assert!(
            AL::Tail::SIZE == BL::Tail::SIZE,
            "wgmma: A and B have different numbers of steps along K"
        )
    }
    unroll!(for k in 0..{ <AL::Tail as Layout>::SIZE as u32 } {
        let (a, b) = (a.vector(k).engine.0, b.vector(k).engine.0);
        M::Atom::begin(gpu, a.bits(), b.bits(), &mut sums.0)
    });
}
