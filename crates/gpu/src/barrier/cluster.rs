//! The hardware barrier for all threads of a cluster.

use crate::Sm90;

/// The barrier at which all threads of all blocks of a cluster meet.
///
/// A thread arrives, and may do something else before it waits for the others:
///
/// ```text
///  ClusterBarrier --arrive--> ClusterArrived
///       ^                          |
///       +----------- wait ---------+
/// ```
///
/// Blocks of a cluster must meet before one accesses the shared memory of another, because the
/// other must be running by then, with its barriers initialised. They must also meet before they
/// end, because the memory must exist as long as others use it.
///
/// ```
/// use zellige_gpu::{Gpu, Sm90, barrier::{ClusterBarrier, Mbarriers, Uninit}};
/// /// Waits until both blocks of a cluster have signalled each other. Each block has 8 bytes of
/// /// shared memory.
/// unsafe fn greet<G: Sm90>(gpu: G) {
///     // SAFETY: all threads of the cluster execute this; each barrier counts thread 0 of both
///     // blocks, and the memory exists until both have waited.
///     unsafe {
///         let mut cluster = ClusterBarrier::new();
///         let init = <Uninit>::new(gpu.shared_address()).init(gpu, 2);
///         let barrier = init.publish_to_cluster(gpu, &mut cluster);
///         if gpu.thread() == 0 {
///             barrier.arrive_cluster(gpu, 0b11).wait(gpu);
///         }
///         cluster.sync(gpu);
///     }
/// }
/// ```
///
/// ```compile_fail,E0599
/// # use zellige_gpu::{Sm90, barrier::ClusterBarrier};
/// # unsafe fn f<G: Sm90>(gpu: G, cluster: ClusterBarrier) {
/// cluster.wait(gpu); // no method named `wait` found for struct `ClusterBarrier`
/// # }
/// ```
///
/// PTX: `barrier.cluster`. CuTe: `cluster_arrive`, `cluster_wait`, `cluster_sync`. CUTLASS's class
/// of the same name is one of the [`Mbarriers`](super::Mbarriers).
#[derive(Debug)]
pub struct ClusterBarrier(());
/// The same barrier for a thread that has arrived, and must wait before it arrives again.
#[must_use = "call `wait` to see what others did before they arrived"]
#[derive(Debug)]
pub struct ClusterArrived(());

impl ClusterBarrier {
    /// Returns the only barrier of the cluster.
    ///
    /// # Safety
    ///
    /// A thread calls this once in a kernel, and the kernel uses the barrier in no other way.
    #[inline(always)]
    pub unsafe fn new() -> Self {
        ClusterBarrier(())
    }
    /// Arrives without waiting. Threads that have waited see what this thread has written. PTX:
    /// `barrier.cluster.arrive.release`. CuTe: `cluster_arrive`.
    ///
    /// # Safety
    ///
    /// All threads of the cluster arrive as often as this one.
    #[doc(alias = "cluster_arrive_relaxed")]
    #[inline(always)]
    #[doc(alias = "cluster_arrive")]
    pub unsafe fn arrive(self, gpu: impl Sm90) -> ClusterArrived {
        gpu.cluster_arrive();
        ClusterArrived(())
    }
    /// Arrives and waits. CuTe: `cluster_sync`.
    ///
    /// # Safety
    ///
    /// The conditions of [`arrive`](Self::arrive) hold.
    #[inline(always)]
    #[doc(alias = "cluster_sync")]
    pub unsafe fn sync(&mut self, gpu: impl Sm90) {
        gpu.cluster_arrive();
        gpu.cluster_wait();
    }
}
impl ClusterArrived {
    /// Waits until all threads of the cluster have arrived. PTX: `barrier.cluster.wait.acquire`.
    /// CuTe: `cluster_wait`.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that arrived.
    #[inline(always)]
    #[doc(alias = "cluster_wait")]
    pub unsafe fn wait(self, gpu: impl Sm90) -> ClusterBarrier {
        gpu.cluster_wait();
        ClusterBarrier(())
    }
}
