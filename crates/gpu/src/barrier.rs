//! Barriers for parts of a block and for the blocks of a cluster, as types that make misuse a
//! compile error.
//!
//! | barrier | location | who waits | PTX |
//! |---|---|---|---|
//! | [`Gpu::sync_threads`](crate::Gpu::sync_threads) | hardware, number 0 | all threads of the block | `bar.sync 0` |
//! | [`NamedBarrier`] | hardware, numbers 1 to 15 | as many threads as its type says | `bar.sync`, `bar.arrive` |
//! | [`Turns`] | hardware, one of these numbers per warpgroup | warpgroups, for their turn | `bar.sync`, `bar.arrive` |
//! | [`Mbarriers`] | 8 bytes of shared memory each | any thread, for threads that arrive and for bytes that are copied | `mbarrier` |
//! | [`ClusterBarrier`] | hardware, one per cluster | all threads of the blocks of a cluster | `barrier.cluster` |
//!
//! # In shared memory
//!
//! A barrier goes through phases. A phase ends when the expected number of threads and all bytes
//! that they expect have arrived; then the next phase begins. A thread's barriers are values that
//! change their type as the thread uses them, so that each method exists only after the previous
//! step:
//!
//! ```text
//!  Uninit --init--> Initialized --publish--> Mbarriers --arrive, arrive_expect--> Arrived
//!                                              ^                                    |
//!                                              +--------------- wait ---------------+
//! ```
//!
//! - Bytes that were not initialised as a barrier have no `arrive`, and neither do barriers that
//!   other threads may not see yet.
//! - A thread that has not arrived cannot wait: the phase would not end. A thread that only
//!   observes the others states this, by [`watch`](Mbarriers::watch).
//! - A thread that has arrived cannot arrive again before it has waited, and waits only once.
//! - The value knows its phase, so no thread counts phases by hand.
//!
//! Threads of other blocks of a cluster can arrive, too, by
//! [`arrive_cluster`](Mbarriers::arrive_cluster), if the barriers were [published to the
//! cluster](Initialized::publish_to_cluster).
//!
//! All 64 threads of a block write numbers to shared memory, and read those of other threads:
//!
//! ```
//! use zellige_gpu::{Gpu, Sm90, barrier::Uninit};
//! /// Returns the number of the thread at the mirrored position in the block.
//! unsafe fn mirrored<G: Sm90>(gpu: G, x: u32) -> u32 {
//!     // SAFETY: the block has 264 bytes of shared memory, of which 256 hold a number per thread,
//!     // and all 64 threads execute this.
//!     unsafe {
//!         let barrier = <Uninit>::new(gpu.shared_address() + 256).init(gpu, 64).publish(gpu);
//!         let numbers = gpu.shared().cast::<u32>();
//!         *numbers.add(gpu.thread() as usize) = x;
//!         let arrived = barrier.arrive(gpu);
//!         // Other work can be done here.
//!         arrived.wait(gpu);
//!         *numbers.add(63 - gpu.thread() as usize)
//!     }
//! }
//! ```
//!
//! ```compile_fail,E0599
//! # use zellige_gpu::{Gpu, Sm90, barrier::Mbarriers};
//! # unsafe fn f<G: Sm90>(gpu: G, barrier: Mbarriers) {
//! barrier.wait(gpu); // no method named `wait` found for struct `Mbarriers`
//! # }
//! ```
//!
//! ```compile_fail,E0382
//! # use zellige_gpu::{Gpu, Sm90, barrier::Mbarriers};
//! # unsafe fn f<G: Sm90>(gpu: G, barrier: Mbarriers) {
//! let arrived = barrier.arrive(gpu);
//! let twice = barrier.arrive(gpu); // use of moved value: `barrier`
//! # }
//! ```
//!
//! Rings of stages, with producers and consumers that wait for each other at two rows of such
//! barriers, are in [`pipeline`](crate::pipeline).
//!
//! Source: PTX ISA, `mbarrier` and `bar`; CUTLASS: `ClusterTransactionBarrier`, `NamedBarrier`. The
//! states are those of cuda-oxide's `ManagedBarrier`, but its tokens can be copied.

mod cluster;
mod mbarrier;
mod named;
mod turns;
pub use cluster::{ClusterArrived, ClusterBarrier};
pub use mbarrier::{Arrived, Filling, Initialized, Mbarriers, Uninit};
pub(crate) use mbarrier::{Place, Row, check_bytes, publish};
pub use named::{Free, Ids, NamedBarrier, Signalled};
pub use turns::{Turn, Turns};
