//! Launch bounds as data in the PTX.

use super::{Kind, Parameter};
use zellige::refusal::Message;

/// The launch bounds of a kernel, which its PTX carries beside its instructions: a static symbol
/// named `zellige_launch_bounds_` followed by the kernel's name. `zellige-kernel-build` turns it
/// into the directives `.maxntid`, `.minnctapersm` and `.reqnctapercluster`.
///
/// ```
/// use zellige_gpu::kernel::LaunchBounds;
/// const BOUNDS: LaunchBounds = LaunchBounds::new(384, 200 << 10, 1, 0);
/// assert_eq!(BOUNDS.threads(), 384);
/// ```
///
/// ```compile_fail,E0080
/// # use zellige_gpu::kernel::LaunchBounds;
/// const BOUNDS: LaunchBounds = LaunchBounds::new(2048, 0, 0, 0); // a block has 1 to 1024 threads, not 2048
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct LaunchBounds {
    /// The number of threads in a block.
    threads: u32,
    /// The number of bytes of shared memory that a launch gives to a block.
    shared: u32,
    /// The number of blocks that a multiprocessor must hold at a time; 0 for any number.
    min_blocks: u32,
    /// The number of blocks in a cluster; 0 without clusters.
    cluster: u32,
    /// Bit i is set if parameter i is a tensor map.
    maps: u32,
}

impl LaunchBounds {
    /// Creates the launch bounds.
    ///
    /// # Panics
    ///
    /// Panics if no GPU supports the block: a block has 1 to 1024 threads and at most 227 KiB of
    /// shared memory, and a cluster has at most 16 blocks. In a constant, such as the one that
    /// `#[kernel]` writes, this is a compile error.
    #[track_caller]
    pub const fn new(threads: u32, shared: u32, min_blocks: u32, cluster: u32) -> Self {
        if threads == 0 || threads > 1024 {
            let m = Message::new().s("a block has 1 to 1024 threads, not ");
            m.u(threads as u64).raise()
        }
        if shared > 227 << 10 {
            let m = Message::new().s("a block has at most 232448 bytes of shared memory, not ");
            m.u(shared as u64).raise()
        }
        if cluster > 16 {
            let m = Message::new().s("a cluster has at most 16 blocks, not ");
            m.u(cluster as u64).raise()
        }
        LaunchBounds { threads, shared, min_blocks, cluster, maps: 0 }
    }
    /// Returns these bounds for a kernel with these parameters: a launch passes the content of a
    /// [`TensorMap`](crate::TensorMap), not its address.
    #[must_use]
    pub const fn of(self, parameters: &[Parameter]) -> Self {
        let (mut maps, mut i) = (0, 0);
        while i < parameters.len() {
            if let Kind::Map = parameters[i].kind {
                maps |= 1 << i;
            }
            i += 1;
        }
        LaunchBounds { maps, ..self }
    }
    /// Returns the number of threads in a block.
    #[must_use]
    pub const fn threads(self) -> u32 {
        self.threads
    }
    /// Returns the number of bytes of shared memory that a launch gives to a block.
    #[must_use]
    pub const fn shared(self) -> u32 {
        self.shared
    }
    /// Returns the number of blocks that a multiprocessor must hold at a time; 0 for any number.
    #[must_use]
    pub const fn min_blocks(self) -> u32 {
        self.min_blocks
    }
    /// Returns the number of blocks in a cluster; 0 without clusters.
    #[must_use]
    pub const fn cluster(self) -> u32 {
        self.cluster
    }
}
