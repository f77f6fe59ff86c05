//! A GPU on the CPU: `cargo test` runs kernels without a GPU, and reports their errors.
//!
//! [`run`] launches a kernel that [`#[kernel]`](mod@zellige_gpu::kernel) defines; [`launch`] runs
//! any function of a [`Thread`], which is a machine with all capabilities up to Blackwell's.
//!
//! ```
//! use zellige_emulator::{Memory, run};
//! use zellige_gpu::{Gpu, kernel};
//!
//! /// y += a x, for n numbers. The grid has a thread for each of them.
//! ///
//! /// # Safety
//! ///
//! /// x and y point to n numbers; nothing else uses those of y meanwhile.
//! #[kernel(threads = 256)]
//! pub unsafe fn saxpy<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
//!     let i = gpu.block_x() * 256 + gpu.thread();
//!     if i < n {
//!         // SAFETY: one of the n numbers, and no other thread has it.
//!         unsafe { *y.add(i as usize) += a * *x.add(i as usize) }
//!     }
//! }
//!
//! let x: Vec<f32> = (0..1000).map(|i| i as f32).collect();
//! let mut y = vec![1.0; 1000];
//! let (from, to) = (Memory::read(&x), Memory::write(&mut y));
//! // SAFETY: x and y have 1000 elements, and the grid has a thread for each.
//! unsafe { run::<saxpy>((4, 1), (1000, 2.0, from.pointer(), to.pointer_mut())) }.unwrap();
//! assert_eq!(y[999], 1999.0);
//! ```
//!
//! # How kernels run
//!
//! A thread of a block runs until it must wait: at a barrier, in a shuffle, or for a copy. Then the
//! next thread has its turn, on the same CPU thread; each has its own stack. All threads of a
//! cluster take turns in this way. Blocks and clusters run on all cores, starting in order, at
//! least two at a time (one, if a cluster has more than 8192 threads). Outside a cluster, a block
//! may wait only for later blocks: any other wait may last forever, and [`within`] sets a bound.
//! Asynchronous copies complete at the last moment allowed. A request to cancel the launch of a
//! cluster may be refused although others have not begun, as on a GPU. Shared memory is filled with
//! NaN when a block begins.
//!
//! # Faults that are found
//!
//! A [`Fault`] is one sentence that names the kernel, the block and the thread:
//!
//! | fault | the sentence, after `reverse, block (0, 1), thread 37: ` |
//! |---|---|
//! | a race in shared memory | `reads 4 bytes at offset 132 of shared memory, which thread 5 wrote without a barrier between: that is (1, 0) of (_8,_33):(_33,_1)` |
//! | a race with a copy or a product in flight | `.., which a product of warpgroup 1 reads, and the thread has not waited for it` |
//! | a `cp.async` that was not waited for | `.., which a copy of thread 37 writes, and no thread has waited for it` |
//! | a race in tensor memory | `reads lane 62, column 480 of tensor memory`, which a product fills |
//! | lanes of another warp | `accesses lane 93, column 392 of tensor memory, but its warp reaches lanes 32 to 63` |
//! | a missing `tcgen05.fence` | `reads lane 62, column 480 of tensor memory, which thread 160 wrote: a barrier is between`, but not both fences |
//! | scale factors that only some lanes have | `reads scale factors from lane 32, column 384 of tensor memory on, which are not those of lane 0` |
//! | a block of a pair that does not allocate | `thread 0 waits for the tensor memory of the other block of the pair, ..`, for the block |
//! | a product of a pair that the wrong block begins | `begins a product of two CTAs in block 1 of the cluster, which is not the leader` |
//! | a request after the last response | `asks to cancel the launch of a cluster after a response without one` |
//! | columns that are not freed | `128 columns of tensor memory, from 384 on, are never freed`, for the block |
//! | uninitialised shared memory | `.., which no thread has written yet` |
//! | an access outside shared memory | `writes 4 bytes at offset 128 of shared memory, which has 128` |
//! | an access outside global memory | `reads 4 bytes at offset 28 of a, which has 24: that is (2, 1) of (2,3):(3,1)` |
//! | a misaligned vector | `writes 16 bytes at offset 20 of shared memory, which is not a multiple of 16` |
//! | a map that was edited and not acquired | `reads 128 bytes at offset 0 of maps, a map that was edited, and that the thread has not acquired` |
//! | a map that is overwritten too early | `writes 128 bytes at offset 0 of maps, a map by which a copy of boxes is under way` |
//! | a misaligned box | `copies a box that begins at byte 4 of a row, which is not a multiple of 16` |
//! | threads that wait for each other | `threads 0 to 62 wait at the barrier of the block, thread 63 has ended`, for the block |
//! | a race between blocks of a cluster | `.. of shared memory of block 1 of the cluster, which thread 5 of block 1 of the cluster read without a barrier between` |
//! | a block of a cluster that may not run yet | `reads 4 bytes at offset 8 of shared memory of block 1 of the cluster, which may not have begun: none of its threads has told this one that it runs` |
//! | a block of a cluster that ends too early | `arrives at the barrier at offset 8 of shared memory of block 1 of the cluster, which may have ended: ..` |
//! | blocks that write the same bytes of global memory | `writes 4 bytes at offset 124 of a, which block (1, 0) wrote without a signal between`, by `store_release` and `load_acquire`, or in a cluster |
//! | a thread that never waits | `runs for more than 2s without waiting`, with the bound of [`within`] |
//! | a stack that is too small | `needs more than the 4194304 bytes of its stack` |
//! | an access by a pointer to no memory | `reads at 0x1c, where it has no memory` |
//! | an access outside all buffers | `reads 4 bytes at 0x7f12c0e41000, which is in no buffer: the nearest is offset 12582912 of pages of 64 bytes`, in [`run_in_buffers`] |
//! | a panic of the kernel | its message |
//!
//! The coordinate, `that is (1, 0) of (_8,_33):(_33,_1)`, is the coordinate of the first byte in
//! the [`smem`](zellige_gpu::tensor::smem) tensor by which the thread knows the position, even if a
//! slice, a copy or a product accesses it. In global memory, it is the coordinate in the layout
//! that was given to [`lay_out`](memory::GlobalMemory::lay_out).
//!
//! ```
//! use zellige::prelude::*;
//! use zellige_emulator::run;
//! use zellige_gpu::transform::fold;
//! use zellige_gpu::{Gpu, engine::Set, kernel, tensor::smem};
//!
//! /// # Safety
//! ///
//! /// None; but a barrier is missing.
//! #[kernel(threads = 64, shared = 256)]
//! unsafe fn sum<G: Gpu>(gpu: G) {
//!     let mine = smem::<f32, _>(gpu, gpu.thread(), layout!(1));
//!     // SAFETY: the memory has 64 numbers. But no thread waits for the others.
//!     unsafe {
//!         mine.engine().set(1.0);
//!         fold(smem::<f32, _>(gpu, 0, layout!(64)), 0.0, |sum, x| sum + x);
//!     }
//! }
//! // SAFETY: only accesses to shared memory are invalid.
//! let fault = unsafe { run::<sum>((1, 1), ()) }.unwrap_err();
//! assert_eq!(
//!     fault.to_string(),
//!     "sum, block (0, 0), thread 0: reads 4 bytes at offset 4 of shared memory, which no thread has written yet: that is 1 of _64:_1"
//! );
//! ```
//!
//! Threads have told each other how far they are if they met at a barrier of the block, in a
//! shuffle or a product of their warp, or at the barrier of their cluster. A thread has told
//! another if it arrived at a barrier in shared memory for which the other waited. The barrier of a
//! cluster waits for all threads, including those that have ended, for which a GPU would not wait.
//!
//! # Faults that are not found
//!
//! - Accesses by pointers: only those of tensors, of [`zellige_gpu::vector`] and of the machine's
//!   methods are seen. A block in which a thread calls [`shared`](zellige_gpu::Gpu::shared) may
//!   read uninitialised memory undetected.
//! - Races in global memory, except for bytes of [`GlobalMemory`](memory::GlobalMemory) that two
//!   blocks write. The thread sanitizer does not see any either: to it, the threads of a block are
//!   one thread.
//! - Accesses outside global memory that is not [`GlobalMemory`](memory::GlobalMemory), or far
//!   outside, except by [`run_in_buffers`]. The address sanitizer sees them, if this crate has the
//!   feature `address-sanitizer`, without which the sanitizer takes a change of stacks for an
//!   error.
//! - Missing fences, `fence.proxy.async` and `wgmma.fence`: here, all memory is one.
//! - Miri does not run this crate: it supports no stacks other than those of threads.
//!
//! # Parts
//!
//! | module | emulates |
//! |---|---|
//! | `thread`, `block` | the machine, and the state that the threads of a block share |
//! | `cluster` | the blocks of a cluster, and their operations on each other |
//! | `turns` | the threads of a cluster in turn |
//! | `watch` | the time that a thread runs without waiting |
//! | `trap` | the stacks of threads, and operations that the CPU refuses |
//! | `meeting` | barriers of a block, of a cluster, of a warp, of a warpgroup |
//! | `mbarrier` | barriers in shared memory |
//! | `shared` | the memory of a block, and asynchronous copies into it |
//! | `tensors` | the tensors in it, which give a position its coordinate |
//! | `shadow`, `clock`, `observer` | the accesses to each byte, and the order of events |
//! | `warp` | operations that the threads of a warp execute together: shuffles, `ldmatrix` |
//! | `hopper` | products of warpgroups |
//! | `launch_control` | the clusters that have not begun, and the requests to cancel their launch |
//! | `products` | the operands of these products |
//! | `blackwell`, `tensor_memory` | products in tensor memory, its loads, stores and copies |
//! | `copies` | asynchronous copies of boxes and of bytes |
//! | `edited_maps` | tensor maps that a kernel edits, releases and acquires |
//! | [`memory`], `regions` | global memory, and accesses outside it |
//! | `writers` | the block that last wrote each byte of global memory |
//! | [`tensor_map`] | the description of a tensor for the tensor memory accelerator |
//! | [`number`] | the values of numbers as tensor cores take them |
//! | [`mma`] | products of matrices that a warp holds in its registers, as their atoms specify |

#![deny(unsafe_op_in_unsafe_fn)]

mod blackwell;
mod block;
mod clock;
mod cluster;
mod copies;
mod edited_maps;
mod fault;
mod hopper;
mod instr_desc;
mod launch_control;
mod mbarrier;
mod meeting;
pub mod memory;
pub mod mma;
pub mod number;
mod observer;
mod products;
mod regions;
mod shadow;
mod shared;
mod shifts;
pub mod tensor_map;
mod tensor_memory;
mod tensors;
mod thread;
mod trap;
mod turns;
mod warp;
mod watch;
mod writers;

pub use fault::Fault;
pub use memory::Memory;
pub use thread::Thread;
pub use watch::within;

use cluster::Cluster;
use launch_control::Clusters;
use regions::Regions;
use shared::SharedMemories;
use std::{
    mem,
    num::NonZero,
    rc::Rc,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::*},
    },
    thread::{Builder, available_parallelism, scope},
};
use trap::Signals;
use watch::{Launch, Stands, resting};
use zellige_gpu::kernel::{Arguments, Kernel, Value};

/// The shape of a launch.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering::*};
/// use zellige_emulator::{Grid, launch};
/// let threads = AtomicU32::new(0);
/// launch(Grid { x: 3, y: 2, threads: 64, shared: 0, cluster: 0 }, |_| {
///     threads.fetch_add(1, Relaxed);
/// });
/// assert_eq!(threads.into_inner(), 3 * 2 * 64);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Grid {
    /// The number of blocks in x.
    pub x: u32,
    /// The number of blocks in y.
    pub y: u32,
    /// The number of threads in a block.
    pub threads: u32,
    /// The number of bytes of shared memory of a block.
    pub shared: u32,
    /// The number of consecutive blocks in x that form a cluster; 0 without clusters.
    pub cluster: u32,
}
impl Grid {
    /// Returns the number of blocks that run together.
    fn blocks_of_cluster(self) -> u32 {
        self.cluster.max(1)
    }
    /// Returns the reason why no GPU supports this grid, or `None` if one does.
    fn refusal(self) -> Option<String> {
        let blocks = self.blocks_of_cluster();
        if !(1..=MOST_THREADS).contains(&self.threads) {
            let threads = self.threads;
            return Some(format!("a block has 1 to {MOST_THREADS} threads, not {threads}"));
        }
        if self.shared > MOST_SHARED {
            let bytes = self.shared;
            return Some(format!(
                "a block has at most {MOST_SHARED} bytes of shared memory, not {bytes}"
            ));
        }
        if blocks > MOST_BLOCKS {
            return Some(format!("a cluster has at most {MOST_BLOCKS} blocks, not {blocks}"));
        }
        (!self.x.is_multiple_of(blocks))
            .then(|| format!("{} blocks in x do not divide into clusters of {blocks}", self.x))
    }
}

/// Runs `kernel` for every thread of the grid.
///
/// ```
/// use zellige_emulator::{Grid, Memory, launch};
/// use zellige_gpu::Gpu;
/// let mut numbers = [0; 64];
/// let to = Memory::write(&mut numbers);
/// let grid = Grid { x: 2, y: 1, threads: 32, shared: 0, cluster: 0 };
/// launch(grid, |gpu| {
///     let i = 32 * gpu.block_x() + gpu.thread();
///     // SAFETY: one of 64 numbers, and no other thread has it.
///     unsafe { *to.pointer_mut().add(i as usize) = i }
/// });
/// assert!(numbers.into_iter().eq(0..64));
/// ```
///
/// # Panics
///
/// Panics with the message of the [`Fault`] if the kernel does something invalid, or as
/// [`try_launch`] does.
#[track_caller]
pub fn launch(grid: Grid, kernel: impl Fn(Thread<'_>) + Sync) {
    if let Err(fault) = try_launch(grid, kernel) {
        panic!("{fault}")
    }
}

/// Runs `kernel` for every thread of the grid: blocks on all cores of the machine, and the threads
/// of a block in turn; with clusters, the threads of all blocks of a cluster in turn.
///
/// ```
/// use zellige_emulator::{Grid, try_launch};
/// use zellige_gpu::Gpu;
/// let grid = Grid { x: 2, y: 2, threads: 32, shared: 0, cluster: 0 };
/// let fault = try_launch(grid, |gpu| assert!(gpu.block_y() == 0, "nothing to do")).unwrap_err();
/// assert_eq!(fault.to_string(), "block (0, 1), thread 0: nothing to do");
/// ```
///
/// # Errors
///
/// Returns the fault of the first block that has one: the kernel panicked, or did something
/// invalid. Also returns an error if no GPU supports the grid:
/// `a block has 1 to 1024 threads, not 0`,
/// `a block has at most 232448 bytes of shared memory, not 232449`,
/// `a cluster has at most 16 blocks, not 17`, `3 blocks in x do not divide into clusters of 2`.
pub fn try_launch(grid: Grid, kernel: impl Fn(Thread<'_>) + Sync) -> Result<(), Fault> {
    let launch = Arc::new(Launch::new(grid.threads));
    resting(|| launch_named(grid, &launch, &[], &kernel))
}
/// Does the same for a kernel with parameters of these names at these addresses; it is compiled
/// once for all kernels.
fn launch_named(
    grid: Grid,
    launch: &Arc<Launch>,
    names: &[(u64, &'static str)],
    kernel: &(dyn Fn(Thread<'_>) + Sync),
) -> Result<(), Fault> {
    if let Some(what) = grid.refusal() {
        return Err(Fault::of_launch(what));
    }
    let clusters = Arc::new(Clusters::of(grid));
    let global = Regions::of_launch(names, launch.only_buffers);
    let failed = Arc::new(AtomicBool::new(false));
    let first: Mutex<Option<(u64, Fault)>> = Mutex::new(None);
    // Clusters begin in their order, and a core that begins one ends it, so the first one that
    // fails is found in every run, unless clusters do each other's work.
    let work = &|global: Regions| {
        let (stands, _signals) = (Stands::of(launch), Signals::handled());
        let post = stands.post();
        let (left, failed) = (&clusters, &failed);
        let mut shared =
            SharedMemories::new(grid, global, post, Arc::clone(left), Arc::clone(failed));
        while !failed.load(Relaxed) {
            let Some((number, place)) = left.take() else { break };
            let memories = Rc::new(shared);
            let ended = Cluster::run(grid, place, Rc::clone(&memories), kernel);
            if let Err(fault) = ended
                && !memories.gave_up()
            {
                failed.store(true, Relaxed);
                let mut first = first.lock().unwrap_or_else(|held| held.into_inner());
                if first.as_ref().is_none_or(|(before, _)| number < *before) {
                    *first = Some((number, fault));
                }
            }
            if post.broken.load(Relaxed) > 0 {
                mem::forget(memories);
                break;
            }
            shared = Rc::into_inner(memories).expect("the cluster has ended");
            shared.clear(grid);
        }
    };
    // At least two: a block may wait for later ones.
    let cores = available_parallelism().map_or(1, NonZero::get).max(2) as u64;
    let at_once = MOST_STACKS / u64::from(grid.blocks_of_cluster() * grid.threads);
    let others = cores.min(clusters.count).min(at_once).saturating_sub(1);
    scope(|scope| {
        for _ in 0..others {
            let global = global.clone();
            let worker = Builder::new().spawn_scoped(scope, move || work(global));
            // If no thread can be created, there are fewer.
            if worker.is_err() {
                break;
            }
        }
        work(global.clone());
    });
    let first = first.into_inner().unwrap_or_else(|held| held.into_inner());
    first.map_or(Ok(()), |(_, fault)| Err(fault))
}
/// The maximum number of threads in a block.
const MOST_THREADS: u32 = 1024;
/// The maximum number of bytes of shared memory of a block, which is Hopper's.
const MOST_SHARED: u32 = 227 << 10;
/// The maximum number of blocks in a cluster.
const MOST_BLOCKS: u32 = 16;
/// The maximum number of stacks in use at a time: an operating system limits a process to some ten
/// thousand memory mappings.
const MOST_STACKS: u64 = 16384;

/// Runs the kernel K on a grid with the given block counts in x and y, with its own thread count
/// and shared memory.
///
/// ```
/// use zellige_emulator::run;
/// use zellige_gpu::{Gpu, kernel};
/// /// # Safety
/// ///
/// /// None.
/// #[kernel(threads = 32)]
/// unsafe fn refuses<G: Gpu>(gpu: G, block: u32) {
///     assert!(gpu.block_x() != block, "not this block");
/// }
/// // SAFETY: the kernel only panics.
/// let fault = unsafe { run::<refuses>((3, 1), (2,)) }.unwrap_err();
/// assert_eq!(fault.to_string(), "refuses, block (2, 0), thread 0: not this block");
/// ```
///
/// # Errors
///
/// Returns the errors of [`try_launch`], with the kernel's name. On Linux, operations that the CPU
/// refuses are errors, too: a stack overflow, or an access by a pointer to no memory. The thread
/// ends where it is, and drops nothing: a lock that it holds stays locked.
///
/// # Safety
///
/// The conditions of the kernel hold: pointers, sizes and grid satisfy its documentation. Nothing
/// needs the contents of a kernel thread's stack after the CPU stopped the thread: it starts no
/// thread that borrows from there.
pub unsafe fn run<K: Kernel>(grid: (u32, u32), arguments: K::Arguments) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    unsafe { run_with::<K>(grid, arguments, false) }
}
/// Runs a kernel as [`run`] does, if all global memory is [`GlobalMemory`](memory::GlobalMemory):
/// each access to memory other than that, the constants of the program and the thread's own
/// variables is a fault, as far as accesses are seen.
///
/// ```
/// use zellige_emulator::{memory::GlobalMemory, run_in_buffers};
/// use zellige_gpu::{Gpu, access, kernel};
/// /// Reads the first number of a page.
/// ///
/// /// # Safety
/// ///
/// /// The page, of 2^20 numbers, exists.
/// #[kernel(threads = 1)]
/// unsafe fn turn<G: Gpu>(_gpu: G, pages: *const u32, page: u32) {
///     // SAFETY: as the caller promises.
///     unsafe { access::read(pages.wrapping_add((page as usize) << 20)) };
/// }
/// let mut pages = GlobalMemory::new(&[0; 64]);
/// let pointer = std::ptr::with_exposed_provenance(pages.address() as usize);
/// // SAFETY: does not hold, which is the point of this example: an access outside all buffers is a
/// // fault.
/// let fault = unsafe { run_in_buffers::<turn>((1, 1), (pointer, 3)) }.unwrap_err();
/// let words = fault.to_string();
/// assert!(words.starts_with("turn, block (0, 0), thread 0: reads 4 bytes at 0x"));
/// assert!(words.ends_with(", which is in no buffer: the nearest is offset 12582912 of pages of 64 bytes"));
/// ```
///
/// # Errors
///
/// Returns the errors of [`run`].
///
/// # Safety
///
/// The conditions of [`run`] hold.
pub unsafe fn run_in_buffers<K: Kernel>(
    grid: (u32, u32),
    arguments: K::Arguments,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    unsafe { run_with::<K>(grid, arguments, true) }
}
/// Runs a kernel; all global memory is buffers if `only_buffers` is true.
///
/// # Safety
///
/// The conditions of [`run`] hold.
unsafe fn run_with<K: Kernel>(
    grid: (u32, u32),
    arguments: K::Arguments,
    only_buffers: bool,
) -> Result<(), Fault> {
    let values = arguments.values();
    let values: &[Value] = values.as_ref();
    let grid = Grid {
        x: grid.0,
        y: grid.1,
        threads: K::DESCRIPTION.threads,
        shared: K::DESCRIPTION.shared,
        cluster: K::DESCRIPTION.cluster,
    };
    let parameters = K::DESCRIPTION.parameters.iter().zip(values);
    let names: Vec<(u64, &'static str)> = parameters
        .filter_map(|(parameter, value)| match *value {
            Value::Pointer(address) => Some((address, parameter.name)),
            _ => None,
        })
        .collect();
    let kernel = |gpu: Thread<'_>| match K::Arguments::of_values(values) {
        // SAFETY: the caller's promise.
        Ok(arguments) => unsafe { K::run(gpu, arguments) },
        Err(i) => unreachable!("argument {i} was of its type"),
    };
    let launch = Arc::new(Launch {
        kernel: Some(K::DESCRIPTION.name),
        may_end: true,
        only_buffers,
        ..Launch::new(grid.threads)
    });
    let ended = resting(|| launch_named(grid, &launch, &names, &kernel));
    ended.map_err(|fault| Fault { kernel: Some(K::DESCRIPTION.name), ..fault })
}
