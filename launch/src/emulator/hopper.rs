//! What Hopper GPUs have in addition: barriers in shared memory, copies of boxes, products of warpgroups.
//!
//! A box is copied when somebody waits for it, as late as can be. Products are computed at once, and the threads
//! of a warpgroup meet where they wait for them: nobody goes on before all have computed.

use super::{Thread, shared::Shared, warp};
use crate::tensor_map::Encoded;
use half::{bf16, f16};
use std::{
    cell::UnsafeCell,
    mem, ptr,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::*},
    thread,
};
use zellige_gpu::{Sm90, Store, TensorMap};

/// A barrier in shared memory: 8 bytes, as the fields of one number.
#[derive(Copy, Clone)]
struct Barrier {
    /// How many arrivals a phase has.
    arrivals: u64,
    /// How many are to come in this phase.
    missing: u64,
    /// How many bytes are expected in this phase, and not there.
    bytes: i64,
    /// The phase, modulo 2.
    phase: u64,
}
impl Barrier {
    fn of(bits: u64) -> Self {
        Barrier {
            arrivals: bits & 0xffff,
            missing: bits >> 16 & 0xffff,
            bytes: (bits >> 32 & 0x7fff_ffff).cast_signed() - (1 << 30),
            phase: bits >> 63,
        }
    }
    fn bits(self) -> u64 {
        let bytes = (self.bytes + (1 << 30)).cast_unsigned();
        self.arrivals | self.missing << 16 | bytes << 32 | self.phase << 63
    }
    /// A phase ends when nothing is missing.
    fn settled(self) -> Self {
        if self.missing > 0 || self.bytes != 0 {
            return self;
        }
        Barrier {
            missing: self.arrivals,
            phase: self.phase ^ 1,
            ..self
        }
    }
}

/// A copy of a box that has begun.
struct BoxCopy {
    to: u32,
    map: *const TensorMap,
    at: (u32, u32),
    barrier: u32,
}
/// The copies of boxes that a block has begun.
#[derive(Default)]
pub(super) struct Copies {
    locked: AtomicBool,
    begun: UnsafeCell<Vec<BoxCopy>>,
}
// SAFETY: only who has the lock uses what is inside; the pointers are the kernel's to answer for.
unsafe impl Sync for Copies {}

impl Copies {
    fn with<R>(&self, f: impl FnOnce(&mut Vec<BoxCopy>) -> R) -> R {
        while self.locked.swap(true, Acquire) {
            thread::yield_now();
        }
        // SAFETY: this thread has the lock.
        let result = f(unsafe { &mut *self.begun.get() });
        self.locked.store(false, Release);
        result
    }
    /// Ends the block.
    ///
    /// # Panics
    ///
    /// If a copy is under way: a GPU would write into the memory of the next block.
    pub(super) fn end(&self) {
        assert!(
            self.with(mem::take).is_empty(),
            "a copy of a box is under way when the block ends"
        );
    }
}

/// The address at which a unit of 16 bytes is that belongs to `address`, swizzled in blocks of so many units.
fn swizzled(address: u32, units: u32) -> u32 {
    address ^ (address >> 7 & (units - 1)) << 4
}

/// A descriptor of a tile that is contiguous along K.
struct Tile {
    address: u32,
    leading: u32,
    stride: u32,
    units: u32,
}
impl Tile {
    fn of(bits: u64) -> Self {
        let field = |from: u32| (bits >> from & 0x3fff) as u32 * 16;
        Tile {
            address: field(0),
            leading: field(16),
            stride: field(32),
            units: [1, 8, 4, 2][(bits >> 62) as usize],
        }
    }
    /// Where element (row, k) is.
    fn at(&self, row: u32, k: u32) -> u32 {
        // Units of 16 bytes along K are neighbours inside of a swizzled block.
        let along_k = if self.units == 1 { self.leading } else { 16 };
        let rows = row % 8 * (16 * self.units) + row / 8 * self.stride;
        swizzled(self.address + rows + k / 8 * along_k, self.units) + k % 8 * 2
    }
}

impl Thread<'_> {
    fn barrier(&self, address: u32) -> &AtomicU64 {
        // SAFETY: inside of shared memory and aligned; the kernel uses barriers as barriers only.
        unsafe { AtomicU64::from_ptr(self.block.shared.at(address, 8).cast()) }
    }
    fn update(&self, address: u32, change: impl Fn(Barrier) -> Barrier) {
        let barrier = self.barrier(address);
        let mut before = barrier.load(Acquire);
        loop {
            let after = change(Barrier::of(before)).settled().bits();
            match barrier.compare_exchange_weak(before, after, AcqRel, Acquire) {
                Ok(_) => break,
                Err(changed) => before = changed,
            }
        }
        self.block.bell.ring();
    }
    /// Copies a box, and tells its barrier.
    ///
    /// # Safety
    ///
    /// The map must be valid, and so must be the matrix that it tells of.
    unsafe fn copy(&self, copy: &BoxCopy) {
        // SAFETY: as the caller says.
        let map = Encoded::of(unsafe { &*copy.map });
        let size = map.element;
        for row in 0..map.boxes.1 {
            for i in 0..map.boxes.0 {
                let (inner, outer) = (copy.at.0 + i, copy.at.1 + row);
                let place = copy.to + (row * map.boxes.0 + i) * size;
                let to = swizzled(place & !15, (map.swizzle / 16).max(1)) + place % 16;
                let to = self.block.shared.at(to, size);
                let inside = inner < map.extents.0 && outer < map.extents.1;
                let offset = outer as usize * map.stride as usize + (inner * size) as usize;
                // SAFETY: an element inside of the matrix, and one inside of shared memory.
                unsafe {
                    if inside {
                        let from = map.address.add(offset);
                        ptr::copy_nonoverlapping(from, to, size as usize);
                    } else {
                        ptr::write_bytes(to, 0, size as usize);
                    }
                }
            }
        }
        let bytes = i64::from(map.boxes.0 * map.boxes.1 * size);
        self.update(copy.barrier, |barrier| Barrier {
            bytes: barrier.bytes - bytes,
            ..barrier
        });
    }
    /// The element of a tile as a number.
    fn element(&self, tile: &Tile, row: u32, k: u32) -> f32 {
        // SAFETY: inside of shared memory and aligned.
        let bits = unsafe {
            self.block
                .shared
                .at(tile.at(row, k), 2)
                .cast::<u16>()
                .read()
        };
        bf16::from_bits(bits).to_f32()
    }
}

impl Sm90 for Thread<'_> {
    unsafe fn stmatrix_x1(self, row: u32, matrices: [u32; 1]) {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::stmatrix(self.lane(), false, matrices, self.rows(row)) }
    }
    unsafe fn stmatrix_x2(self, row: u32, matrices: [u32; 2]) {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::stmatrix(self.lane(), false, matrices, self.rows(row)) }
    }
    unsafe fn stmatrix_x4(self, row: u32, matrices: [u32; 4]) {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::stmatrix(self.lane(), false, matrices, self.rows(row)) }
    }
    unsafe fn stmatrix_x1_trans(self, row: u32, matrices: [u32; 1]) {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::stmatrix(self.lane(), true, matrices, self.rows(row)) }
    }
    unsafe fn stmatrix_x2_trans(self, row: u32, matrices: [u32; 2]) {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::stmatrix(self.lane(), true, matrices, self.rows(row)) }
    }
    unsafe fn stmatrix_x4_trans(self, row: u32, matrices: [u32; 4]) {
        // SAFETY: the caller's addresses are those of rows of 16 bytes.
        unsafe { warp::stmatrix(self.lane(), true, matrices, self.rows(row)) }
    }
    unsafe fn mbarrier_init(self, barrier: u32, arrivals: u32) {
        let new = Barrier {
            arrivals: arrivals.into(),
            missing: arrivals.into(),
            bytes: 0,
            phase: 0,
        };
        self.barrier(barrier).store(new.bits(), Release);
    }
    unsafe fn mbarrier_fence(self) {}
    unsafe fn mbarrier_arrive(self, barrier: u32) {
        // SAFETY: as the caller says.
        unsafe { self.mbarrier_arrive_expect(barrier, 0) }
    }
    unsafe fn mbarrier_arrive_expect(self, barrier: u32, bytes: u32) {
        self.update(barrier, |barrier| Barrier {
            missing: barrier.missing.checked_sub(1).expect("no arrival too many"),
            bytes: barrier.bytes + i64::from(bytes),
            ..barrier
        });
    }
    unsafe fn mbarrier_wait(self, barrier: u32, parity: u32) {
        assert!(parity < 2, "the parity {parity}");
        self.block.bell.wait_until(|| {
            let mine = self.block.copies.with(|begun| {
                let (mine, others) = mem::take(begun)
                    .into_iter()
                    .partition::<Vec<_>, _>(|copy| copy.barrier == barrier);
                *begun = others;
                mine
            });
            // SAFETY: the caller's maps are valid until the copies are complete.
            mine.iter().for_each(|copy| unsafe { self.copy(copy) });
            self.block.meeting.check();
            Barrier::of(self.barrier(barrier).load(Acquire)).phase != u64::from(parity)
        });
    }

    unsafe fn tma_load_2d(
        self,
        to: u32,
        map: *const TensorMap,
        inner: u32,
        outer: u32,
        barrier: u32,
    ) {
        assert!(!map.is_null(), "a box of an empty matrix, which has no map");
        // SAFETY: as the caller says.
        let swizzle = Encoded::of(unsafe { &*map }).swizzle;
        let alignment = (8 * swizzle).max(128);
        assert!(
            to.is_multiple_of(alignment),
            "a box to {to}, no multiple of {alignment}"
        );
        let at = (inner, outer);
        self.block.copies.with(|begun| {
            begun.push(BoxCopy {
                to,
                map,
                at,
                barrier,
            })
        });
        self.block.bell.ring();
    }

    unsafe fn wgmma_fence(self) {}
    unsafe fn wgmma_64x256x16(self, d: &mut [f32; 128], a: u64, b: u64) {
        let (a, b) = (Tile::of(a), Tile::of(b));
        let (warp, lane) = (self.thread / 32 % 4, self.thread % 32);
        let row = 16 * warp + lane / 4;
        // The table of the PTX manual for the accumulator of wgmma.m64nNk16.
        let rows: [[f32; 16]; 2] =
            [row, row + 8].map(|row| std::array::from_fn(|k| self.element(&a, row, k as u32)));
        for (pair, d) in d.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            for v in 0..2 {
                let column = 8 * pair as u32 + lane % 4 * 2 + v;
                let column: [f32; 16] = std::array::from_fn(|k| self.element(&b, column, k as u32));
                for (i, row) in rows.iter().enumerate() {
                    let products = row.iter().zip(&column).map(|(a, b)| a * b);
                    d[2 * i + v as usize] += products.sum::<f32>();
                }
            }
        }
    }
    unsafe fn wgmma_commit(self) {}
    unsafe fn wgmma_wait<const N: u32>(self) {
        self.block.groups[self.thread as usize / 128].wait();
    }

    unsafe fn warpgroup_fence_operand(self, _: &mut [f32; 128]) {}

    unsafe fn registers_down<const N: u32>(self) {}
    unsafe fn registers_up<const N: u32>(self) {}
}

impl Store for Thread<'_> {
    fn round_bf16(self, low: f32, high: f32) -> u32 {
        let bits = |x| u32::from(bf16::from_f32(x).to_bits());
        bits(low) | bits(high) << 16
    }
    fn round_f16(self, low: f32, high: f32) -> u32 {
        let bits = |x| u32::from(f16::from_f32(x).to_bits());
        bits(low) | bits(high) << 16
    }
    unsafe fn stream_128(self, to: *mut f32, x: f32, y: f32, z: f32, w: f32) {
        assert!(
            to.cast::<u128>().is_aligned(),
            "16 bytes that are not aligned"
        );
        // SAFETY: as the caller says.
        unsafe { to.cast::<[f32; 4]>().write([x, y, z, w]) }
    }
    unsafe fn write_32_below(self, x: u32, end: u32, to: *mut f32, value: f32) {
        if x < end {
            // SAFETY: as the caller says.
            unsafe { to.write(value) }
        }
    }
    unsafe fn write_16_below(self, x: u32, end: u32, to: *mut u16, value: u16) {
        if x < end {
            // SAFETY: as the caller says.
            unsafe { to.write(value) }
        }
    }
}

// The address 0 is none, so that a descriptor of nothing is seen.
const _: () = assert!(Shared::ADDRESS > 0);
