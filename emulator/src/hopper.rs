//! What Hopper GPUs have in addition: barriers in shared memory, copies of boxes, products of warpgroups.
//!
//! Products are computed at once, and the threads of a warpgroup meet where they wait for them: nobody goes on before all
//! have computed.

use crate::copies::{What, check_bulk};
use crate::{Thread, mma, shared::Shared, warp};
use half::{bf16, f16};
use std::sync::atomic::{AtomicU64, Ordering::*};
use zellige::atom::gmma::Major;
use zellige_gpu::wgmma::{Majors, OperandA, ScaleOut, SourceA, Sums, Wgmma};
use zellige_gpu::{FragmentElement, Sm90, Store, TensorMap};

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

/// The address at which a unit of 16 bytes is that belongs to `address`, swizzled in blocks of so many units.
pub(super) fn swizzled(address: u32, units: u32) -> u32 {
    address ^ (address >> 7 & (units - 1)) << 4
}

/// A tile in shared memory, as its descriptor says.
struct Tile {
    address: u32,
    leading: u32,
    stride: u32,
    units: u32,
    major: Major,
}
impl Tile {
    fn of(bits: u64, major: Major) -> Self {
        let field = |from: u32| (bits >> from & 0x3fff) as u32 * 16;
        Tile {
            address: field(0),
            leading: field(16),
            stride: field(32),
            units: [1, 8, 4, 2][(bits >> 62) as usize],
            major,
        }
    }
    /// Where element (row, k) of so many bytes is.
    fn at(&self, row: u32, k: u32, bytes: u32) -> u32 {
        let (block, in_unit) = (16 * self.units, 16 / bytes);
        let (unit, rest) = match self.major {
            Major::K => (k / in_unit, k % in_unit),
            Major::Mn => (row / in_unit, row % in_unit),
        };
        let offset = match self.major {
            // Units of 16 bytes along K are neighbours inside of a swizzled block.
            Major::K if self.units == 1 => {
                row % 8 * 16 + row / 8 * self.stride + unit * self.leading
            }
            Major::K => row % 8 * block + row / 8 * self.stride + unit * 16,
            Major::Mn if self.units == 1 => unit * self.stride + k % 8 * 16 + k / 8 * self.leading,
            Major::Mn => {
                let (blocks, in_block) = (unit / self.units, unit % self.units);
                in_block * 16 + blocks * self.leading + k % 8 * block + k / 8 * self.stride
            }
        };
        swizzled(self.address + offset, self.units) + rest * bytes
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
    /// Tells a barrier that so many of the bytes that it expects are there.
    pub(super) fn bytes_arrived(&self, barrier: u32, bytes: u32) {
        self.update(barrier, |barrier| Barrier {
            bytes: barrier.bytes - i64::from(bytes),
            ..barrier
        });
    }
    /// The element (row, k) of a tile as a number.
    fn element<T: FragmentElement>(&self, tile: &Tile, row: u32, k: u32) -> f64 {
        let bytes = size_of::<T>() as u32;
        let place = self.block.shared.at(tile.at(row, k, bytes), bytes);
        // SAFETY: inside of shared memory and aligned.
        let bits = unsafe {
            match bytes {
                1 => u64::from(place.cast::<u8>().read()),
                2 => u64::from(place.cast::<u16>().read()),
                _ => u64::from(place.cast::<u32>().read()),
            }
        };
        crate::number::value(T::FORMAT, bits)
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
    unsafe fn fence_proxy_async(self) {}
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
            // SAFETY: the caller's maps are valid until the copies are complete.
            unsafe { self.load_for(barrier) };
            self.block.meeting.check();
            Barrier::of(self.barrier(barrier).load(Acquire)).phase != u64::from(parity)
        });
    }

    unsafe fn tma_load<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
    ) {
        // SAFETY: as the caller says.
        let what = unsafe { self.checked(to, map, at) };
        self.begin_load(to, what, barrier);
    }
    unsafe fn tma_load_multicast<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
        blocks: u16,
    ) {
        assert_eq!(blocks, 1, "an emulated cluster has one block");
        // SAFETY: as the caller says.
        unsafe { self.tma_load(to, map, at, barrier) }
    }
    unsafe fn tma_store<const D: usize>(self, map: *const TensorMap, at: [i32; D], from: u32) {
        // SAFETY: as the caller says.
        let what = unsafe { self.checked(from, map, at) };
        self.begin_store(what, from);
    }
    unsafe fn bulk_load(self, to: u32, from: *const u8, bytes: u32, barrier: u32) {
        check_bulk(to, from, bytes);
        self.begin_load(to, What::Bytes(from.cast_mut(), bytes), barrier);
    }
    unsafe fn bulk_store(self, to: *mut u8, from: u32, bytes: u32) {
        check_bulk(from, to, bytes);
        self.begin_store(What::Bytes(to, bytes), from);
    }
    unsafe fn bulk_commit(self) {
        self.block.copies.make_group(self.thread);
    }
    unsafe fn bulk_wait_read<const N: u32>(self) {
        // SAFETY: the caller's maps are valid until the copies are complete.
        unsafe { self.end_stores(N) }
    }
    unsafe fn bulk_wait<const N: u32>(self) {
        // SAFETY: the caller's maps are valid until the copies are complete.
        unsafe { self.end_stores(N) }
    }

    unsafe fn wgmma_fence(self) {}
    unsafe fn wgmma<I: Wgmma<Self>, M: Majors>(
        self,
        d: &mut I::Sums,
        a: I::OperandA,
        b: u64,
        out: ScaleOut,
    ) {
        let b = Tile::of(b, M::B);
        let b = |n: usize, k: usize| self.element::<I::ElementB>(&b, n as u32, k as u32);
        let thread = self.thread as usize % 128;
        match a.source() {
            SourceA::Shared(a) => {
                let a = Tile::of(a, M::A);
                let a = |m: usize, k: usize| self.element::<I::ElementA>(&a, m as u32, k as u32);
                mma::wgmma::<I, _>(thread, d, out, a, b);
            }
            SourceA::Registers(a) => self.warp().exchange(self.lane(), a, |all| {
                // The rows of a warp's sums are those of its registers.
                let a = |m: usize, k: usize| mma::in_registers::<I, _>(m, k, all);
                mma::wgmma::<I, _>(thread, d, out, a, b);
            }),
        }
    }
    unsafe fn wgmma_commit(self) {}
    unsafe fn wgmma_wait<const N: u32>(self) {
        self.block.groups[self.thread as usize / 128].wait();
    }

    unsafe fn warpgroup_fence_operand<S: Sums>(self, _: &mut S) {}

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
