//! A GPU made of threads of the CPU: kernels are tested by `cargo test`, without a GPU.
//!
//! [`run`] launches a kernel that [`#[kernel]`](mod@zellige_gpu::kernel) made, [`launch`] any function of a [`Thread`], which is a machine
//! with all capabilities up to Hopper's. Either runs every thread of a grid: one block after the other, and the threads of a block at
//! the same time, each as a thread of the CPU. They meet at barriers, share memory and exchange registers as
//! they would on a GPU, so a kernel that forgets a barrier has a data race here too, which the thread sanitizer
//! reports. What it writes outside of its matrices the comparison finds, and an address outside of all memory the address
//! sanitizer.
//!
//! ```
//! use zellige_emulator::{Memory, run};
//! use zellige_gpu::{Gpu, kernel};
//!
//! /// y += a x, of n numbers. The grid has a thread for each of them.
//! ///
//! /// # Safety
//! ///
//! /// x and y point to n numbers; nobody else uses those of y meanwhile.
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
//! | part | what it emulates |
//! |---|---|
//! | `hopper` | barriers in shared memory, products of warpgroups |
//! | `copies` | copies of boxes and of bytes that run on |
//! | [`memory`] | global memory, aligned as a GPU's |
//! | [`tensor_map`] | what the accelerator that copies boxes has to know of a tensor |
//! | [`number`] | the values of numbers as tensor cores take them |
//! | `meeting` | barriers of a block and of a warp |
//! | `pool` | the threads |
//! | `shared` | the memory of a block, and asynchronous copies into it |
//! | `warp` | what the threads of a warp do together: shuffles, `ldmatrix` |
//! | `mma` | products of matrices that a warp holds in its registers, as their atoms say |

#![deny(unsafe_op_in_unsafe_fn)]

mod copies;
mod hopper;
mod meeting;
pub mod memory;
pub mod mma;
pub mod number;
mod pool;
mod shared;
pub mod tensor_map;
mod warp;

use copies::Copies;
use meeting::{Bell, Meeting};
use shared::{Pending, Shared};
use std::{
    any::Any,
    cell::RefCell,
    marker::PhantomData,
    panic::{AssertUnwindSafe, catch_unwind},
};
use warp::Warp;
use zellige_gpu::{
    Gpu, Sm80, Sm89,
    gemm::{MmaSync, Registers},
    kernel::{Arguments, Kernel, Value},
};

/// The shape of a launch.
#[derive(Copy, Clone, Debug)]
pub struct Grid {
    /// How many blocks there are.
    pub x: u32,
    /// How many rows of so many blocks there are.
    pub y: u32,
    /// How many threads a block has.
    pub threads: u32,
    /// How much shared memory a block has, in bytes.
    pub shared: u32,
}

/// Borrowed elements that the threads of a kernel use at the same time.
#[derive(Copy, Clone)]
pub struct Memory<'a, T>(*mut T, PhantomData<&'a T>);
// SAFETY: only gives pointers; what is done with them is the kernel's to answer for.
unsafe impl<T: Send + Sync> Sync for Memory<'_, T> {}

impl<'a, T> Memory<'a, T> {
    /// Elements that the kernel reads.
    pub fn read(elements: &'a [T]) -> Self {
        Memory(elements.as_ptr().cast_mut(), PhantomData)
    }
    /// Elements that the kernel reads and writes.
    pub fn write(elements: &'a mut [T]) -> Self {
        Memory(elements.as_mut_ptr(), PhantomData)
    }
    /// The pointer that a kernel takes.
    pub fn pointer(&self) -> *const T {
        self.0
    }
    /// The pointer that a kernel takes, to write.
    pub fn pointer_mut(&self) -> *mut T {
        self.0
    }
}

/// Runs `kernel` for every thread of the grid.
///
/// # Panics
///
/// If the kernel panics in any thread, or a block has no threads.
pub fn launch(grid: Grid, kernel: impl Fn(Thread<'_>) + Sync) {
    let block = Block::new(grid);
    pool::run(grid.threads, &|number| {
        let guard = Guard(&block);
        block.run(number, &kernel);
        std::mem::forget(guard);
    });
}

/// Runs `kernel` for every thread of the grid, as [`launch`].
///
/// # Errors
///
/// If the kernel panics in any thread: with its words.
pub fn try_launch(grid: Grid, kernel: impl Fn(Thread<'_>) + Sync) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| launch(grid, kernel)))
        .map_err(|reason| words(&*reason).to_string())
}
/// Why a thread panicked.
fn words(reason: &(dyn Any + Send)) -> &str {
    let text = reason.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| reason.downcast_ref::<&str>().copied())
        .unwrap_or("a thread panicked")
}
/// Runs the kernel K on a grid of so many blocks, in x and y, with the threads and the shared memory that it says.
///
/// # Errors
///
/// If the kernel panics in any thread: with its words.
///
/// # Safety
///
/// That of the kernel: pointers, sizes and grid are what its documentation asks for.
pub unsafe fn run<K: Kernel>(grid: (u32, u32), arguments: K::Arguments) -> Result<(), String> {
    let values = arguments.values();
    let values: &[Value] = values.as_ref();
    let grid = Grid {
        x: grid.0,
        y: grid.1,
        threads: K::DESCRIPTION.threads,
        shared: K::DESCRIPTION.shared,
    };
    try_launch(grid, |gpu| match K::Arguments::of_values(values) {
        // SAFETY: the caller's promise.
        Ok(arguments) => unsafe { K::run(gpu, arguments) },
        Err(i) => unreachable!("argument {i} was of its type"),
    })
}

/// Frees the threads that wait for one that panicked.
struct Guard<'a>(&'a Block);
impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.meeting.fail();
        self.0.end.fail();
        self.0.warps.iter().for_each(|warp| warp.meeting.fail());
        self.0.groups.iter().for_each(Meeting::fail);
        self.0.bell.ring();
    }
}

/// What the threads of a block have together.
struct Block {
    grid: Grid,
    /// For the kernel's barriers.
    meeting: Meeting,
    /// For the end of each block.
    end: Meeting,
    warps: Vec<Warp>,
    /// Of the warpgroups.
    groups: Vec<Meeting>,
    shared: Shared,
    copies: Copies,
    /// Rings when a barrier in shared memory changes, or a copy for one begins.
    bell: Bell,
}
impl Block {
    fn new(grid: Grid) -> Self {
        assert!(grid.threads > 0, "a block needs threads");
        let warps =
            (0..grid.threads.div_ceil(32)).map(|warp| Warp::new(32.min(grid.threads - 32 * warp)));
        Block {
            grid,
            meeting: Meeting::new(grid.threads),
            end: Meeting::new(grid.threads),
            warps: warps.collect(),
            groups: (0..grid.threads / 128).map(|_| Meeting::new(128)).collect(),
            shared: Shared::new(grid.shared),
            copies: Copies::default(),
            bell: Bell::default(),
        }
    }
    /// What one thread of the CPU does: the same thread of one block after the other.
    fn run(&self, thread: u32, kernel: &impl Fn(Thread<'_>)) {
        let pending = RefCell::default();
        for block_y in 0..self.grid.y {
            for block_x in 0..self.grid.x {
                kernel(Thread {
                    block: self,
                    block_x,
                    block_y,
                    thread,
                    pending: &pending,
                });
                // A GPU discards copies that nobody waited for; the next block begins without them.
                *pending.borrow_mut() = Pending::default();
                self.meeting.leave();
                self.end.wait();
                if thread == 0 {
                    self.meeting.all_are_back();
                    self.copies.end();
                    // SAFETY: every other thread has ended this block, and waits in the next line.
                    unsafe { self.shared.poison() }
                }
                self.end.wait();
            }
        }
    }
}

/// A thread of an emulated grid.
#[derive(Copy, Clone)]
pub struct Thread<'a> {
    block: &'a Block,
    block_x: u32,
    block_y: u32,
    thread: u32,
    pending: &'a RefCell<Pending>,
}

impl Thread<'_> {
    fn warp(&self) -> &Warp {
        &self.block.warps[self.thread as usize / 32]
    }
    fn lane(&self) -> usize {
        self.thread as usize % 32
    }
    /// The rows of matrices of 8 by 8 elements of 16 bits, (matrix, row), whose addresses the threads of the warp give.
    fn rows(&self, row: u32) -> impl Fn(usize, usize) -> *mut u16 {
        let shared = &self.block.shared;
        let rows = |all: &[warp::Shown; 32]| all.map(|shown| shown[0]);
        let rows = self.warp().exchange(self.lane(), [row], rows);
        move |matrix, row| shared.at(rows[8 * matrix + row], 16).cast()
    }
    /// Begins a copy of `size` bytes, of which `bytes` are read.
    fn cp_async(&self, to: u32, from: *const u8, bytes: u32, size: u32) {
        assert!(bytes <= size, "cp.async of {size} bytes that reads {bytes}");
        assert!(
            bytes == 0 || from.addr().is_multiple_of(size as usize),
            "cp.async of {size} bytes from {from:p}"
        );
        let to = self.block.shared.at(to, size);
        self.pending.borrow_mut().begin(to, from, bytes, size);
    }
}

impl Gpu for Thread<'_> {
    fn thread(self) -> u32 {
        self.thread
    }
    fn block_x(self) -> u32 {
        self.block_x
    }
    fn block_y(self) -> u32 {
        self.block_y
    }
    fn grid_x(self) -> u32 {
        self.block.grid.x
    }

    fn shared(self) -> *mut u8 {
        self.block.shared.pointer()
    }
    fn shared_address(self) -> u32 {
        Shared::ADDRESS
    }
    unsafe fn sync_threads(self) {
        self.block.meeting.wait()
    }

    fn fma(self, a: f32, b: f32, c: f32) -> f32 {
        a.mul_add(b, c)
    }
    fn exp2(self, x: f32) -> f32 {
        x.exp2()
    }
    fn reciprocal(self, x: f32) -> f32 {
        x.recip()
    }
    unsafe fn shuffle_xor(self, x: f32, mask: u32) -> f32 {
        let from = self.lane() ^ mask as usize;
        let bits = self
            .warp()
            .exchange(self.lane(), [x.to_bits()], |all| all[from][0]);
        f32::from_bits(bits)
    }
}

impl Sm80 for Thread<'_> {
    unsafe fn cp_async_16(self, to: u32, from: *const u8, bytes: u32) {
        self.cp_async(to, from, bytes, 16);
    }
    unsafe fn cp_async_4(self, to: u32, from: *const u8, bytes: u32) {
        self.cp_async(to, from, bytes, 4);
    }
    unsafe fn cp_async_16_if(self, to: u32, from: *const u8, read: bool) {
        self.cp_async(to, from, if read { 16 } else { 0 }, 16);
    }
    unsafe fn cp_async_ca_if<const BYTES: u32>(self, to: u32, from: *const u8, read: bool) {
        self.cp_async(to, from, if read { BYTES } else { 0 }, BYTES);
    }
    unsafe fn cp_async_commit(self) {
        self.pending.borrow_mut().commit();
    }
    unsafe fn cp_async_wait<const N: u32>(self) {
        // SAFETY: the caller's pointers are valid until the copies are complete.
        unsafe { self.pending.borrow_mut().wait(N as usize) }
    }

    unsafe fn ldmatrix_x1(self, row: u32) -> [u32; 1] {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::ldmatrix(self.lane(), false, self.rows(row)) }
    }
    unsafe fn ldmatrix_x2(self, row: u32) -> [u32; 2] {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::ldmatrix(self.lane(), false, self.rows(row)) }
    }
    unsafe fn ldmatrix_x4(self, row: u32) -> [u32; 4] {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::ldmatrix(self.lane(), false, self.rows(row)) }
    }
    unsafe fn ldmatrix_x1_trans(self, row: u32) -> [u32; 1] {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::ldmatrix(self.lane(), true, self.rows(row)) }
    }
    unsafe fn ldmatrix_x2_trans(self, row: u32) -> [u32; 2] {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::ldmatrix(self.lane(), true, self.rows(row)) }
    }
    unsafe fn ldmatrix_x4_trans(self, row: u32) -> [u32; 4] {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::ldmatrix(self.lane(), true, self.rows(row)) }
    }
    unsafe fn mma_sync<I: MmaSync<Self>>(
        self,
        c: &mut I::RegistersC,
        a: I::RegistersA,
        b: I::RegistersB,
    ) {
        let (mut shown, lane) = ([0; 32], self.lane());
        shown[..16].copy_from_slice(&a.words());
        shown[16..].copy_from_slice(&b.words());
        let product = |all: &_| mma::mma::<I, Self>(lane, *c, all);
        *c = self.warp().exchange(lane, shown, product);
    }
}

impl Sm89 for Thread<'_> {}
