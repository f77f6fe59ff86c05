//! Launch bounds, as they stand in the PTX.

use zellige::refusal::Message;

/// What the PTX has to say of a kernel's launch beside its instructions: a static symbol with the name
/// `zellige_launch_bounds_` and the kernel's, of which `zellige-build` makes the directives `.maxntid`, `.minnctapersm` and
/// `.reqnctapercluster`.
///
/// ```
/// use zellige_gpu::kernel::LaunchBounds;
/// const BOUNDS: LaunchBounds = LaunchBounds::new(384, 200 << 10, 1, 0);
/// assert_eq!(BOUNDS.threads, 384);
/// ```
///
/// ```compile_fail,E0080
/// # use zellige_gpu::kernel::LaunchBounds;
/// const BOUNDS: LaunchBounds = LaunchBounds::new(2048, 0, 0, 0); // a block has 1 to 1024 threads, and not 2048
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct LaunchBounds {
    /// How many threads a block has.
    pub threads: u32,
    /// How much shared memory a launch gives to a block, in bytes.
    pub shared: u32,
    /// How many blocks a multiprocessor has to take at a time; 0 for any number.
    pub min_blocks: u32,
    /// How many blocks make a cluster; 0 where there are no clusters.
    pub cluster: u32,
}

impl LaunchBounds {
    /// These bounds.
    ///
    /// # Panics
    ///
    /// If no GPU has such a block: it has 1 to 1024 threads and at most 227 KiB of shared memory, and a cluster has at most
    /// 16 blocks. In a constant, as `#[kernel]` writes one, that is an error of the compiler.
    #[track_caller]
    pub const fn new(threads: u32, shared: u32, min_blocks: u32, cluster: u32) -> Self {
        if threads == 0 || threads > 1024 {
            let m = Message::new().s("a block has 1 to 1024 threads, and not ");
            m.u(threads as u64).raise()
        }
        if shared > 227 << 10 {
            let m = Message::new().s("a block has at most 232448 bytes of shared memory, and not ");
            m.u(shared as u64).raise()
        }
        if cluster > 16 {
            let m = Message::new().s("a cluster has at most 16 blocks, and not ");
            m.u(cluster as u64).raise()
        }
        LaunchBounds {
            threads,
            shared,
            min_blocks,
            cluster,
        }
    }
}
