//! Registers that warpgroups hand over to others, and the roles of warpgroups afterwards.
//!
//! All threads of a block start with equally many registers. Some only begin copies and need few,
//! others hold accumulators and need many. The first warpgroups of a block, the producers,
//! therefore give registers up, and the others, the consumers, take them:
//!
//! ```text
//! registers of a thread        at first         then
//!
//! warpgroup 0, producer          168             40
//! warpgroup 1, consumer          168            232
//! warpgroup 2, consumer          168            232
//!                               -----          -----
//!                                504            504      of 65536 / 128 = 512
//! ```
//!
//! A thread obtains its role from [`Roles::of`]: it either gives up registers or takes them, and
//! has one method to do so. That method returns its role from then on, as one of two types. Thus no
//! thread does both, none does so twice, and no producer can do what consumers do: the halves of a
//! [`TmaRing`](crate::pipeline::TmaRing) are created from roles.
//!
//! ```
//! use zellige_gpu::{Sm90, registers::{Roles, WarpRoles, Warpgroup}};
//! type Warps = WarpRoles<1, 2, 40, 232>;
//! assert_eq!(Warps::THREADS, 384);
//! /// Returns the row of a matrix that a thread multiplies, if any.
//! unsafe fn row<G: Sm90>(gpu: G) -> Option<u32> {
//!     // SAFETY: all threads of the block execute this, and the kernel is compiled for one block
//!     // per multiprocessor.
//!     unsafe {
//!         match Warps::of(gpu) {
//!             Warpgroup::Producer(warpgroup) => {
//!                 warpgroup.reg_dealloc(gpu);
//!                 None
//!             }
//!             Warpgroup::Consumer(warpgroup) => Some(warpgroup.reg_alloc(gpu).thread()),
//!         }
//!     }
//! }
//! ```
//!
//! ```compile_fail,E0599
//! # use zellige_gpu::{Sm90, registers::{Roles, WarpRoles, Warpgroup}};
//! # unsafe fn f<G: Sm90>(gpu: G) {
//! if let Warpgroup::Producer(warpgroup) = WarpRoles::<1, 2, 40, 232>::of(gpu) {
//!     warpgroup.reg_alloc(gpu); // no method named `reg_alloc` found for struct `RegDealloc`
//! }
//! # }
//! ```
//!
//! Register counts that the hardware does not accept do not compile, and neither do more registers
//! than there are:
//!
//! ```compile_fail,E0080
//! # use zellige_gpu::registers::{Roles, WarpRoles};
//! let threads = WarpRoles::<1, 2, 40, 240>::THREADS; // a thread of each of the 3 warpgroups wants 520 registers in all, but there are 504
//! ```
//!
//! PTX: `setmaxnreg`. CUTLASS: `warpgroup_reg_dealloc`, `warpgroup_reg_alloc`, and `WarpGroupRole`
//! of its warp-specialised kernels.

use crate::Sm90;
use core::marker::PhantomData;
use zellige::atom::MmaTiling;
use zellige::refusal::Message;
use zellige::typenum::Unsigned;

/// The consumers of a ring: the number of arrivals that free a stage, and the number of threads
/// that read it.
///
/// | type | arrivals per stage | threads |
/// |---|---|---|
/// | [`WarpRoles`] | one per consumer warpgroup | 128 per warpgroup |
/// | a number, `int!(128)` | one per thread | that number |
/// | [`ThreadsOf<M>`], of a tiled MMA | one per thread | `M::THREADS` |
/// | [`Changed<R, N>`](Changed) | as R | as R |
pub trait Consumers: 'static {
    /// The number of arrivals that free a stage.
    const ARRIVALS: u32;
    /// The number of threads that read a stage.
    const READERS: u32;
    /// The number of threads that change a stage before they read it.
    const CHANGERS: u32 = 0;
}
impl<N: Unsigned + 'static> Consumers for N {
    const ARRIVALS: u32 = N::U32;
    const READERS: u32 = N::U32;
}

/// The threads of the tiled MMA M as consumers of a ring, in a kernel in which all of them load and
/// multiply: `TmaRing<(C::A, C::B), ThreadsOf<C::Mma>>`.
///
/// ```
/// use zellige::{atom::{TiledMma, mma}, prelude::*};
/// use zellige_gpu::registers::{Consumers, ThreadsOf};
/// type Mma = TiledMma<mma::SM90_64x64x16_F32BF16BF16_SS, layout!((2, 1))>;
/// assert_eq!(<ThreadsOf<Mma>>::ARRIVALS, 256);
/// ```
pub struct ThreadsOf<M>(PhantomData<M>);
impl<M: MmaTiling + 'static> Consumers for ThreadsOf<M> {
    const ARRIVALS: u32 = M::THREADS;
    const READERS: u32 = M::THREADS;
}

/// The consumers R of a ring with stages that N threads
/// [change](crate::pipeline::TmaRing::changer) in place, after the copies and before R read them.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{pipeline::TmaRing, registers::Changed, storage::{SharedStorage, Stages}};
/// /// Four stages of 1024 bytes: a third barrier of each signals that it was changed.
/// type Ring = TmaRing<Stages<u8, layout!((1024, 4))>, Changed<int!(32), 128>>;
/// assert_eq!(Ring::BYTES, 4 * 1024 + 3 * 4 * 8);
/// ```
pub struct Changed<R, const N: u32>(PhantomData<R>);
impl<R: Consumers, const N: u32> Consumers for Changed<R, N> {
    const ARRIVALS: u32 = R::ARRIVALS;
    const READERS: u32 = R::READERS;
    const CHANGERS: u32 = N;
}

/// The warpgroups of a block by role, implemented by [`WarpRoles`]. In a configuration, write the
/// bound `type Roles: Roles`.
pub trait Roles: Consumers + Sized + sealed::Sealed {
    /// The number of threads in the block.
    const THREADS: u32;
    /// The number of consumer warpgroups.
    const CONSUMERS: u32;
    /// Returns the role of this thread's warpgroup.
    ///
    /// # Safety
    ///
    /// The block has [`THREADS`](Self::THREADS) threads, as its launch bounds say, and each acts
    /// according to the result. One block runs on a multiprocessor, and the kernel calls this once.
    unsafe fn of(gpu: impl Sm90) -> Warpgroup<Self>;
    #[doc(hidden)]
    unsafe fn reg_dealloc(gpu: impl Sm90);
    #[doc(hidden)]
    unsafe fn reg_alloc(gpu: impl Sm90);
}
mod sealed {
    pub trait Sealed {}
}

/// The roles of a block: the first PRODUCERS warpgroups continue with PRODUCER_REGS registers per
/// thread, and the next CONSUMERS with CONSUMER_REGS.
///
/// Both register counts are multiples of 8 from 24 to 256. Together they are at most the registers
/// that the warpgroups start with if a multiprocessor runs one block: 65536, rounded down to a
/// multiple of 8 per thread.
#[doc(alias(
    "warpgroup_reg_alloc",
    "warpgroup_reg_dealloc",
    "setmaxregister_increase",
    "setmaxregister_decrease",
    "WarpGroupRole"
))]
#[derive(Copy, Clone, Debug)]
pub struct WarpRoles<
    const PRODUCERS: u32,
    const CONSUMERS: u32,
    const PRODUCER_REGS: u32,
    const CONSUMER_REGS: u32,
>;

/// The role of a thread's warpgroup among the roles R.
#[derive(Debug)]
pub enum Warpgroup<R> {
    /// The warpgroup becomes a producer.
    Producer(RegDealloc<R>),
    /// The warpgroup becomes a consumer.
    Consumer(RegAlloc<R>),
}
/// A thread of a warpgroup that gives up registers, and then is a producer.
#[derive(Debug)]
#[must_use = "the consumers wait for the registers"]
pub struct RegDealloc<R>(ProducerWarpgroup, PhantomData<R>);
/// A thread of a warpgroup that takes registers, and then is a consumer.
#[derive(Debug)]
#[must_use = "the warpgroup keeps the registers it began with"]
pub struct RegAlloc<R>(ConsumerWarpgroup, PhantomData<R>);

/// A thread of a warpgroup that has given up registers: it loads data for the consumers.
#[derive(Debug)]
pub struct ProducerWarpgroup {
    thread: u32,
}
/// A thread of a warpgroup that has taken registers: it computes with the loaded data.
#[derive(Debug)]
pub struct ConsumerWarpgroup {
    /// The number of the thread in the block.
    thread: u32,
    /// The number of the first consumer thread in the block.
    first: u32,
}

impl<const P: u32, const C: u32, const FEW: u32, const MANY: u32> sealed::Sealed
    for WarpRoles<P, C, FEW, MANY>
{
}
impl<const P: u32, const C: u32, const FEW: u32, const MANY: u32> Consumers
    for WarpRoles<P, C, FEW, MANY>
{
    const ARRIVALS: u32 = C;
    const READERS: u32 = 128 * C;
}
impl<const P: u32, const C: u32, const FEW: u32, const MANY: u32> Roles
    for WarpRoles<P, C, FEW, MANY>
{
    const THREADS: u32 = {
        check(P, C, FEW, MANY);
        128 * (P + C)
    };
    const CONSUMERS: u32 = C;
    #[inline(always)]
    unsafe fn of(gpu: impl Sm90) -> Warpgroup<Self> {
        const { check(P, C, FEW, MANY) }
        let thread = gpu.thread();
        if thread < 128 * P {
            Warpgroup::Producer(RegDealloc(ProducerWarpgroup { thread }, PhantomData))
        } else {
            let first = 128 * P;
            Warpgroup::Consumer(RegAlloc(ConsumerWarpgroup { thread, first }, PhantomData))
        }
    }
    #[inline(always)]
    unsafe fn reg_dealloc(gpu: impl Sm90) {
        gpu.registers_down::<FEW>()
    }
    #[inline(always)]
    unsafe fn reg_alloc(gpu: impl Sm90) {
        gpu.registers_up::<MANY>()
    }
}
impl<R: Roles> RegDealloc<R> {
    /// Gives up registers. PTX: `setmaxnreg.dec`.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup execute this together.
    #[inline(always)]
    pub unsafe fn reg_dealloc(self, gpu: impl Sm90) -> ProducerWarpgroup {
        R::reg_dealloc(gpu);
        self.0
    }
}
impl<R: Roles> RegAlloc<R> {
    /// Waits until enough registers are free, and takes them. PTX: `setmaxnreg.inc`.
    ///
    /// # Safety
    ///
    /// All threads of the warpgroup execute this together.
    #[inline(always)]
    pub unsafe fn reg_alloc(self, gpu: impl Sm90) -> ConsumerWarpgroup {
        R::reg_alloc(gpu);
        self.0
    }
}
impl ProducerWarpgroup {
    /// Returns the number of this thread among all producers.
    #[inline(always)]
    pub fn thread(&self) -> u32 {
        self.thread
    }
}
impl ConsumerWarpgroup {
    /// Returns the number of this thread among all consumers.
    #[inline(always)]
    pub fn thread(&self) -> u32 {
        self.thread - self.first
    }
}

/// Panics on register counts that the hardware cannot hand over.
const fn check(producers: u32, consumers: u32, few: u32, many: u32) {
    let groups = producers + consumers;
    if producers == 0 || consumers == 0 || groups > 8 {
        let m = Message::new().u(producers as u64);
        let m = m.s(" warpgroups produce and ").u(consumers as u64);
        m.s(" consume: each role needs one, and a block has at most 8").raise()
    }
    check_registers(few);
    check_registers(many);
    // All registers of a multiprocessor, in units of 8 per thread.
    let each = 65536 / (128 * groups) / 8 * 8;
    if few > each || many < each {
        let m = Message::new().s("threads start with ").u(each as u64);
        let m = m.s(" registers: producers must keep at most that, not ");
        let m = m.u(few as u64).s(", and consumers must take at least that, not ");
        m.u(many as u64).raise()
    }
    let (all, wanted) = (groups * each, producers * few + consumers * many);
    if wanted > all {
        let m = Message::new().s("a thread of each of the ").u(groups as u64);
        let m = m.s(" warpgroups wants ").u(wanted as u64);
        let m = m.s(" registers in all, but there are ").u(all as u64);
        m.raise()
    }
}
/// Panics on register counts that `setmaxnreg` does not accept.
const fn check_registers(registers: u32) {
    if registers % 8 != 0 || registers < 24 || registers > 256 {
        let m = Message::new().s("setmaxnreg: ").u(registers as u64);
        m.s(" registers are not a multiple of 8 from 24 to 256").raise()
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn hand_overs_of_cutlass() {
        check(1, 2, 40, 232);
        check(1, 1, 56, 256);
        check(1, 3, 32, 160);
    }
    #[test]
    #[should_panic(
        expected = "a thread of each of the 3 warpgroups wants 520 registers in all, but there are 504"
    )]
    fn more_than_there_are() {
        check(1, 2, 40, 240);
    }
    #[test]
    #[should_panic(expected = "setmaxnreg: 36 registers are not a multiple of 8 from 24 to 256")]
    fn no_multiple_of_8() {
        check(1, 2, 36, 232);
    }
    #[test]
    #[should_panic(
        expected = "threads start with 168 registers: producers must keep at most that, not 176, and consumers must take at least that, not 232"
    )]
    fn producers_that_take() {
        check(1, 2, 176, 232);
    }
    #[test]
    #[should_panic(
        expected = "0 warpgroups produce and 3 consume: each role needs one, and a block has at most 8"
    )]
    fn no_producers() {
        check(0, 3, 40, 168);
    }
}
