//! The barrier of the hardware for all threads of a cluster.

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
/// Blocks of a cluster must meet before one accesses the shared memory of another, which has to run by then, and whose barriers
/// have to be initialised; and they must meet before they end, so that the memory stays as long as others use it.
///
/// ```
/// use zellige_gpu::{Gpu, Sm90, barrier::{ClusterBarrier, Mbarriers, Uninit}};
/// /// Waits until both blocks of a cluster have told each other that they are here. Each block has 8 bytes of shared memory.
/// unsafe fn greet<G: Sm90>(gpu: G) {
///     // SAFETY: all threads of the cluster are here; each barrier counts thread 0 of either block, and the memory is there until
///     // both have waited.
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
/// PTX: `barrier.cluster`. CuTe: `cluster_arrive`, `cluster_wait`, `cluster_sync`. CUTLASS's class of this name is one of [`Mbarriers`](super::Mbarriers).
#[derive(Debug)]
pub struct ClusterBarrier(());
/// The same barrier for a thread that has arrived, and has to wait before it arrives again.
#[must_use = "call `wait` to see what others did before they arrived"]
#[derive(Debug)]
pub struct ClusterArrived(());

impl ClusterBarrier {
    /// Returns the cluster's one barrier.
    ///
    /// # Safety
    ///
    /// A thread calls this once in a kernel, and the kernel uses the barrier by nothing else.
    #[inline(always)]
    pub unsafe fn new() -> Self {
        ClusterBarrier(())
    }
    /// Arrives, and goes on: all that have waited see what this thread has written. PTX: `barrier.cluster.arrive.release`. CuTe:
    /// `cluster_arrive`.
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
    /// Waits until all threads of the cluster have arrived. PTX: `barrier.cluster.wait.acquire`. CuTe: `cluster_wait`.
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
