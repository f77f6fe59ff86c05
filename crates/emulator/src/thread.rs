//! A thread of an emulated grid, as a machine.

use crate::blackwell::InFlight;
use crate::block::Block;
use crate::clock::{Clock, Clocks};
use crate::cluster::Cluster;
use crate::fault::ensure;
use crate::mma;
use crate::shadow::Way;
use crate::shared::{Pending, Shared};
use crate::turns::{Place, Turn};
use crate::warp::{self, Warp};
use std::cell::{Cell, Ref, RefCell};
use std::sync::atomic::{AtomicU32, Ordering::*};
use zellige::prelude::*;
use zellige_gpu::{
    Gpu, Sm80, Sm89, Sm120,
    access::Access,
    gemm::{MmaSync, MmaSyncScaled, Registers, ScaleWord},
    number::Format,
};

/// A thread of an emulated grid: a machine with all capabilities up to Blackwell's.
///
/// ```
/// use zellige_emulator::{Grid, Thread, launch};
/// use zellige_gpu::{Gpu, Sm90, Store};
/// fn kernel<G: Sm90 + Store>(gpu: G) {
///     assert!(gpu.thread() < 32);
/// }
/// launch(Grid { x: 1, y: 1, threads: 32, shared: 0, cluster: 0 }, |gpu: Thread<'_>| kernel(gpu));
/// ```
#[derive(Copy, Clone)]
pub struct Thread<'a> {
    pub(crate) cluster: &'a Cluster,
    pub(crate) block: &'a Block,
    pub(crate) own: &'a Own<'a>,
}

/// The state of a single thread.
pub(crate) struct Own<'a> {
    number: u32,
    turn: Turn<'a>,
    pending: RefCell<Pending>,
    /// The number of products of its warpgroup that the thread has begun.
    pub(crate) products: Cell<usize>,
    /// The number of groups of these products that the thread has made.
    pub(crate) groups: Cell<u32>,
    /// The round in which the thread has arrived at the cluster's barrier without having waited
    /// yet.
    pub(crate) cluster_round: Cell<Option<u32>>,
    /// The loads and stores of tensor memory that it has not waited for.
    pub(crate) in_flight: InFlight,
}
impl<'a> Own<'a> {
    pub(crate) fn new(number: u32, turn: Turn<'a>) -> Self {
        Own {
            number,
            turn,
            pending: RefCell::default(),
            products: Cell::new(0),
            groups: Cell::new(0),
            cluster_round: Cell::new(None),
            in_flight: InFlight::default(),
        }
    }
}

impl Thread<'_> {
    /// Returns the thread's number in the block.
    pub(crate) fn number(&self) -> u32 {
        self.own.number
    }
    /// Returns the thread's number in the cluster.
    pub(crate) fn who(&self) -> u32 {
        self.block.rank * self.cluster.grid.threads + self.own.number
    }
    /// Returns the clocks of the threads of the cluster.
    pub(crate) fn clocks(&self) -> &Clocks {
        &self.cluster.shared.clocks
    }
    /// Returns the thread's clock.
    pub(crate) fn clock(&self) -> Ref<'_, Clock> {
        self.clocks().of(self.who())
    }
    /// Returns the shared memory of the thread's block.
    pub(crate) fn shared_memory(&self) -> &Shared {
        self.shared_memory_of(self.block)
    }
    /// Returns the shared memory of a block of the cluster.
    pub(crate) fn shared_memory_of(&self, block: &Block) -> &Shared {
        self.check();
        &self.cluster.shared.blocks[block.rank as usize]
    }
    /// Ends the thread with a fault if it has run too long without waiting, or has little space
    /// left on its stack.
    fn check(&self) {
        self.cluster.shared.post.check();
    }
    /// Lets other threads run until `happened` returns true.
    pub(crate) fn wait_until(&self, at: Place, happened: impl FnMut() -> bool) {
        self.own.turn.wait_until(at, happened);
    }
    pub(crate) fn warp(&self) -> &Warp {
        &self.block.warps[self.own.number as usize / 32]
    }
    pub(crate) fn lane(&self) -> usize {
        self.own.number as usize % 32
    }
    /// Returns the pointer to bytes of the block's shared memory that the thread accesses.
    fn access(&self, address: u32, bytes: u32, way: Way) -> *mut u8 {
        self.shared_memory().access(&self.clock(), address, bytes, way)
    }
    /// Records that the block signals its writes to global memory to others.
    pub(crate) fn signal(&self) {
        let writers = self.cluster.shared.global.writers();
        writers.signal(&self.shared_memory().writer);
    }
    /// Records that the block sees the signals of others.
    pub(crate) fn see_signals(&self) {
        let writers = self.cluster.shared.global.writers();
        writers.see(&self.shared_memory().writer);
    }
    /// Ends the thread with a fault if one of its instructions reads or writes bytes outside global
    /// memory, or writes bytes that another block wrote.
    pub(crate) fn check_global<T>(&self, pointer: *const T, bytes: u32, writes: bool) {
        let access = self.check_aligned(pointer, bytes, 1, writes);
        let global = &self.cluster.shared.global;
        global.write(&access, &self.shared_memory().writer);
    }
    /// Ends the thread with a fault if it accesses bytes outside global memory, or at an address
    /// that is not a multiple of `align`.
    pub(crate) fn check_aligned<T>(
        &self,
        pointer: *const T,
        bytes: u32,
        align: usize,
        writes: bool,
    ) -> Access {
        self.check();
        let access =
            Access { pointer: pointer.cast(), bytes: bytes as usize, align, writes, shared: false };
        self.cluster.shared.global.check(&access);
        access
    }
    /// Returns the addresses of the rows of matrices of 8 by 8 elements of 16 bits, which the
    /// threads of the warp pass.
    fn rows(&self, row: u32, matrices: usize, way: Way) -> [u32; 32] {
        let rows = |all: &[warp::Shown; 32]| all.map(|shown| shown[0]);
        let rows = self.warp().exchange(*self, [row], rows);
        for row in &rows[..8 * matrices] {
            self.shared_memory().place_of(&self.clock(), *row, 16, way);
        }
        rows
    }
    fn ldmatrix<const N: usize>(&self, row: u32, transposed: bool) -> [u32; N] {
        let rows = self.rows(row, N, Way::Read);
        warp::ldmatrix(self.lane(), transposed, |matrix, i, j| {
            let address = rows[8 * matrix + i] + 2 * j as u32;
            let place = self.access(address, 2, Way::Read);
            // SAFETY: two bytes of shared memory, aligned.
            unsafe { place.cast::<u16>().read() }
        })
    }
    /// Returns the registers of N matrices of 8 rows of 16 numbers, each of a byte after this.
    fn ldmatrix_widening<const N: usize>(&self, row: u32, bits: u32) -> [u32; N] {
        let rows = self.rows(row, N, Way::Read);
        let (i, j) = (self.lane() / 4, self.lane() as u32 % 4);
        std::array::from_fn(|matrix| {
            let numbers = (0..bits / 2).fold(0, |numbers, byte| {
                let place = self.access(rows[8 * matrix + i] + bits / 2 * j + byte, 1, Way::Read);
                // SAFETY: a byte of shared memory.
                numbers | u32::from(unsafe { place.read() }) << (8 * byte)
            });
            let number = |k| numbers >> (bits * k) & ((1 << bits) - 1);
            (0..4).fold(0, |register, k| register | number(k) << (8 * k))
        })
    }
    pub(crate) fn stmatrix<const N: usize>(&self, row: u32, matrices: [u32; N], transposed: bool) {
        let rows = self.rows(row, N, Way::Write);
        warp::stmatrix(self.lane(), transposed, matrices, |matrix, i, j, element| {
            let address = rows[8 * matrix + i] + 2 * j as u32;
            let place = self.access(address, 2, Way::Write);
            // SAFETY: two bytes of shared memory, aligned.
            unsafe { place.cast::<u16>().write(element) }
        });
    }
    /// Begins a copy of `size` bytes, of which the first `bytes` are read.
    fn cp_async(&self, to: u32, from: *const u8, bytes: u32, size: u32) {
        ensure!(bytes <= size, "copies {size} bytes by cp.async, and reads {bytes} of them");
        if bytes > 0 {
            self.check_aligned(from, bytes, size as usize, false);
        }
        self.access(to, size, Way::Copy);
        self.own.pending.borrow_mut().begin(to, from, bytes, size);
    }
}

impl Gpu for Thread<'_> {
    fn thread(self) -> u32 {
        self.check();
        self.own.number
    }
    fn block_x(self) -> u32 {
        self.check();
        self.block.place.0
    }
    fn block_y(self) -> u32 {
        self.check();
        self.block.place.1
    }
    fn grid_x(self) -> u32 {
        self.check();
        self.cluster.grid.x
    }
    fn grid_y(self) -> u32 {
        self.check();
        self.cluster.grid.y
    }

    fn shared(self) -> *mut u8 {
        self.shared_memory().unseen()
    }
    fn shared_of_tensor<T, L: Layout>(self, first: u32, layout: L) -> *mut u8 {
        let tensors = &self.shared_memory().tensors[self.number() as usize];
        tensors.borrow_mut().push::<T, L>(first, layout);
        self.shared_memory().pointer()
    }
    fn shared_address(self) -> u32 {
        Shared::ADDRESS
    }
    unsafe fn sync_threads(self) {
        self.block.meeting.wait(self, self.cluster.grid.threads)
    }
    unsafe fn barrier_sync<const ID: u32, const THREADS: u32>(self) {
        self.block.barrier(ID).wait(self, THREADS)
    }
    unsafe fn barrier_arrive<const ID: u32, const THREADS: u32>(self) {
        self.block.barrier(ID).come(self, THREADS);
    }
    unsafe fn barrier_sync_at<const THREADS: u32>(self, id: u32) {
        self.block.barrier(id).wait(self, THREADS)
    }
    unsafe fn barrier_arrive_at<const THREADS: u32>(self, id: u32) {
        self.block.barrier(id).come(self, THREADS);
    }

    fn fma(self, a: f32, b: f32, c: f32) -> f32 {
        a.mul_add(b, c)
    }
    fn exp2(self, x: f32) -> f32 {
        x.exp2()
    }
    fn log2(self, x: f32) -> f32 {
        x.log2()
    }
    fn reciprocal(self, x: f32) -> f32 {
        x.recip()
    }
    fn sqrt(self, x: f32) -> f32 {
        x.sqrt()
    }
    fn rsqrt(self, x: f32) -> f32 {
        x.sqrt().recip()
    }
    unsafe fn shuffle_up(self, x: f32, by: u32) -> f32 {
        let from = self.lane().checked_sub(by as usize).unwrap_or(self.lane());
        let read = |all: &[warp::Shown; 32]| all[from][0];
        f32::from_bits(self.warp().exchange(self, [x.to_bits()], read))
    }
    unsafe fn shuffle(self, x: f32, lane: u32) -> f32 {
        let read = |all: &[warp::Shown; 32]| all[lane as usize % 32][0];
        f32::from_bits(self.warp().exchange(self, [x.to_bits()], read))
    }
    unsafe fn shuffle_xor(self, x: f32, mask: u32) -> f32 {
        let from = self.lane() ^ mask as usize;
        let read = |all: &[warp::Shown; 32]| all[from][0];
        f32::from_bits(self.warp().exchange(self, [x.to_bits()], read))
    }
    unsafe fn broadcast(self, x: u32) -> u32 {
        let read = |all: &[warp::Shown; 32]| all[0][0];
        self.warp().exchange(self, [x], read)
    }
    unsafe fn any(self, x: bool) -> bool {
        let read = |all: &[warp::Shown; 32]| all.iter().any(|shown| shown[0] != 0);
        self.warp().exchange(self, [u32::from(x)], read)
    }
}

impl Sm80 for Thread<'_> {
    unsafe fn store_release(self, to: *mut u32, number: u32) {
        self.check_aligned(to, 4, 4, true);
        self.signal();
        // SAFETY: four bytes, aligned, the caller's promise.
        unsafe { AtomicU32::from_ptr(to).store(number, Release) }
    }
    unsafe fn load_acquire(self, from: *const u32) -> u32 {
        self.check_aligned(from, 4, 4, false);
        self.cluster.shared.ask_others();
        // SAFETY: four bytes, aligned, the caller's promise.
        let number = unsafe { AtomicU32::from_ptr(from.cast_mut()).load(Acquire) };
        self.see_signals();
        number
    }
    unsafe fn fetch_add(self, to: *mut u32, number: u32) -> u32 {
        self.check_aligned(to, 4, 4, true);
        // SAFETY: four bytes, aligned, the caller's promise.
        unsafe { AtomicU32::from_ptr(to).fetch_add(number, Relaxed) }
    }
    unsafe fn fetch_add_acq_rel(self, to: *mut u32, number: u32) -> u32 {
        self.check_aligned(to, 4, 4, true);
        self.signal();
        // SAFETY: four bytes, aligned, the caller's promise.
        let before = unsafe { AtomicU32::from_ptr(to).fetch_add(number, AcqRel) };
        self.see_signals();
        before
    }
    unsafe fn fetch_add_f32(self, to: *mut f32, number: f32) -> f32 {
        self.check_aligned(to, 4, 4, true);
        let add = |bits| Some((f32::from_bits(bits) + number).to_bits());
        // SAFETY: four bytes, aligned, the caller's promise.
        let number = unsafe { AtomicU32::from_ptr(to.cast()) };
        let before = number.fetch_update(Relaxed, Relaxed, add);
        f32::from_bits(before.unwrap_or_else(|bits| bits))
    }
    unsafe fn prefetch_l2(self, from: *const u8) {
        self.check_aligned(from, 1, 1, false);
    }
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
        self.own.pending.borrow_mut().commit();
    }
    unsafe fn cp_async_wait<const N: u32>(self) {
        // SAFETY: the caller's pointers are valid until the copies are complete.
        unsafe {
            self.own.pending.borrow_mut().wait(N as usize, &self.clock(), self.shared_memory())
        }
    }

    unsafe fn ldmatrix_x1(self, row: u32) -> [u32; 1] {
        self.ldmatrix(row, false)
    }
    unsafe fn ldmatrix_x2(self, row: u32) -> [u32; 2] {
        self.ldmatrix(row, false)
    }
    unsafe fn ldmatrix_x4(self, row: u32) -> [u32; 4] {
        self.ldmatrix(row, false)
    }
    unsafe fn ldmatrix_x1_trans(self, row: u32) -> [u32; 1] {
        self.ldmatrix(row, true)
    }
    unsafe fn ldmatrix_x2_trans(self, row: u32) -> [u32; 2] {
        self.ldmatrix(row, true)
    }
    unsafe fn ldmatrix_x4_trans(self, row: u32) -> [u32; 4] {
        self.ldmatrix(row, true)
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
        let product = |numbers: &_| mma::mma::<I, Self>(lane, *c, numbers);
        let warp = self.warp();
        *c = warp.exchange_numbers(self, shown, mma::operands::<I, Self>, product);
    }
}

impl Sm89 for Thread<'_> {}
impl Sm120 for Thread<'_> {
    unsafe fn mma_sync_scaled<I: MmaSyncScaled<Self>>(
        self,
        c: &mut [f32; 4],
        a: [u32; 4],
        b: [u32; 2],
        factors: [ScaleWord; 2],
    ) {
        let (mut shown, lane) = ([0; 32], self.lane());
        shown[..4].copy_from_slice(&a);
        shown[16..18].copy_from_slice(&b);
        [shown[15], shown[31]] = factors.map(|of| of.word);
        let mut words = c.words();
        let make = |all: &_| mma::scaled_operands::<I, Self>(all, factors);
        let add = |numbers: &_| mma::add::<I>(lane, &mut words, Format::F32, false, numbers);
        self.warp().exchange_numbers(self, shown, make, add);
        *c = Registers::of_words(words);
    }
    unsafe fn ldmatrix_b4_x1(self, row: u32) -> [u32; 1] {
        self.ldmatrix_widening(row, 4)
    }
    unsafe fn ldmatrix_b4_x2(self, row: u32) -> [u32; 2] {
        self.ldmatrix_widening(row, 4)
    }
    unsafe fn ldmatrix_b4_x4(self, row: u32) -> [u32; 4] {
        self.ldmatrix_widening(row, 4)
    }
    unsafe fn ldmatrix_b6_x1(self, row: u32) -> [u32; 1] {
        self.ldmatrix_widening(row, 6)
    }
    unsafe fn ldmatrix_b6_x2(self, row: u32) -> [u32; 2] {
        self.ldmatrix_widening(row, 6)
    }
    unsafe fn ldmatrix_b6_x4(self, row: u32) -> [u32; 4] {
        self.ldmatrix_widening(row, 6)
    }
}
