//! The named barriers of the hardware, for some of a block's threads.

use crate::Gpu;
use zellige::refusal::Message;

/// The numbers of named barriers that a kernel has not assigned yet: FIRST to 15.
///
/// Each [`give`](Ids::give) assigns the first of them to a barrier, and returns the others. No
/// number is thus used twice, and a sixteenth barrier does not compile:
/// `the block has no named barrier left`.
///
/// ```
/// use zellige_gpu::barrier::{Ids, NamedBarrier};
/// // SAFETY: once in the kernel.
/// let ids = unsafe { Ids::new() };
/// let (full, ids) = ids.give::<256>();
/// let (empty, _) = ids.give::<256>();
/// let both: (NamedBarrier<1, 256>, NamedBarrier<2, 256>) = (full, empty);
/// ```
///
/// ```compile_fail,E0382
/// # use zellige_gpu::barrier::{Ids, NamedBarrier};
/// # let ids = unsafe { Ids::new() };
/// let (full, _) = ids.give::<256>();
/// let (empty, _) = ids.give::<256>(); // use of moved value: `ids`
/// ```
#[derive(Debug)]
pub struct Ids<const FIRST: u32>(());
impl Ids<1> {
    /// Returns all numbers.
    ///
    /// # Safety
    ///
    /// A thread calls this once in a kernel, and the kernel uses no hardware barrier by its number.
    #[inline(always)]
    pub unsafe fn new() -> Self {
        Ids(())
    }
}
impl<const FIRST: u32> Ids<FIRST> {
    /// Returns the barrier FIRST, for THREADS threads of the block, a multiple of 32 up to 1024,
    /// and the remaining numbers.
    #[inline(always)]
    pub fn give<const THREADS: u32>(self) -> (NamedBarrier<FIRST, THREADS>, <Self as Free>::Rest)
    where
        Self: Free,
    {
        const { check_threads(THREADS) }
        (NamedBarrier(()), self.rest())
    }
}
/// Numbers with at least one left: [`Ids`] from 1 to 15.
#[diagnostic::on_unimplemented(
    message = "the block has no named barrier left",
    label = "all numbers are taken",
    note = "a block has the numbers 1 to 15, and 0 for the barrier of all its threads"
)]
pub trait Free {
    /// The numbers after the first.
    type Rest;
    /// Returns the numbers after the first, which remains unused.
    fn rest(self) -> Self::Rest;
}
macro_rules! free {
    ($($first:literal $next:literal)+) => { $(
        impl Free for Ids<$first> {
            type Rest = Ids<$next>;
            #[inline(always)]
            fn rest(self) -> Ids<$next> {
                Ids(())
            }
        }
    )+ };
}
free! { 1 2  2 3  3 4  4 5  5 6  6 7  7 8  8 9  9 10  10 11  11 12  12 13  13 14  14 15  15 16 }

/// The hardware barrier ID, at which any THREADS threads of the block meet.
///
/// Some threads may only arrive and continue, while others wait for them. Two barriers can thus
/// hand data over and back:
///
/// ```text
///                     writers                        readers
///            empty.sync      <---------------  empty.arrive       (what was there before is read)
///            write
///            full.arrive     --------------->  full.sync
///                                              read
/// ```
///
/// ```
/// use zellige_gpu::{Gpu, barrier::{Ids, NamedBarrier, Signalled}};
/// /// The first 32 threads of a block of 64 write, and the others read.
/// unsafe fn hand_over<G: Gpu>(gpu: G, numbers: *mut u32) -> Option<u32> {
///     // SAFETY: called once in the kernel; all 64 threads execute this, and `numbers` has 32
///     // elements.
///     unsafe {
///         let (full, _) = Ids::new().give::<64>();
///         let place = numbers.add(gpu.thread() as usize % 32);
///         if gpu.thread() < 32 {
///             *place = gpu.thread();
///             full.arrive(gpu);
///             None
///         } else {
///             full.sync(gpu);
///             Some(*place)
///         }
///     }
/// }
/// ```
///
/// Other thread counts do not compile, because a warp arrives as a whole.
///
/// ```compile_fail,E0080
/// # use zellige_gpu::barrier::Ids;
/// # let ids = unsafe { Ids::new() };
/// ids.give::<100>(); // a named barrier of 100 threads: the number must be a multiple of 32, at most 1024
/// ```
///
/// PTX: `bar`. CUTLASS: `cutlass::arch::NamedBarrier`.
#[doc(alias("OrderedSequenceBarrier", "PipelineOrder"))]
#[derive(Debug)]
pub struct NamedBarrier<const ID: u32, const THREADS: u32>(());
/// The same barrier for a thread that has arrived without waiting.
///
/// It can neither wait nor arrive again: the barrier may not have completed yet, and a thread that
/// arrives twice is counted twice.
#[derive(Debug)]
pub struct Signalled<const ID: u32, const THREADS: u32>(NamedBarrier<ID, THREADS>);

impl<const ID: u32, const THREADS: u32> NamedBarrier<ID, THREADS> {
    /// Waits until THREADS threads have arrived. PTX: `bar.sync ID, THREADS`. CUTLASS:
    /// `arrive_and_wait`.
    ///
    /// # Safety
    ///
    /// All threads of the warp execute this together, and no threads of the block arrive other than
    /// those that the barrier is for.
    #[inline(always)]
    pub unsafe fn sync(&self, gpu: impl Gpu) {
        gpu.barrier_sync::<ID, THREADS>()
    }
    /// Arrives at the barrier without waiting; others wait for this thread. PTX:
    /// `bar.arrive ID, THREADS`.
    ///
    /// # Safety
    ///
    /// The conditions of [`sync`](Self::sync) hold.
    #[inline(always)]
    pub unsafe fn arrive(self, gpu: impl Gpu) -> Signalled<ID, THREADS> {
        gpu.barrier_arrive::<ID, THREADS>();
        Signalled(self)
    }
}
impl<const ID: u32, const THREADS: u32> Signalled<ID, THREADS> {
    /// Returns the barrier again, after all threads have arrived at it.
    ///
    /// # Safety
    ///
    /// All threads have arrived, which this thread knows by other means: for example, it met them
    /// at another barrier afterwards.
    #[inline(always)]
    pub unsafe fn again(self) -> NamedBarrier<ID, THREADS> {
        self.0
    }
}

/// Panics on a thread count that no barrier can have.
const fn check_threads(threads: u32) {
    if threads == 0 || threads % 32 != 0 || threads > 1024 {
        let m = Message::new().s("a named barrier of ").u(threads as u64);
        m.s(" threads: the number must be a multiple of 32, at most 1024").raise()
    }
}
