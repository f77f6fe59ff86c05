//! The operations that Hopper GPUs add: products of warpgroups, and the instructions with effects
//! in other modules.
//!
//! Products are computed at once, and the threads of a warpgroup meet where they wait for them:
//! none continues before all have computed.

use crate::block::Block;
use crate::copies::{What, check_bulk};
use crate::fault::{ensure, raise};
use crate::products::Operands;
use crate::shadow::{Agent, Way};
use crate::tensor_map::{MODES, Tensor};
use crate::{Thread, mma, shared::Shared};
use std::rc::Rc;
use zellige::atom::gmma::Major;
use zellige_gpu::number::Format;
use zellige_gpu::wgmma::{Accumulators, Majors, OperandA, ScaleOut, SourceA, Wgmma};
use zellige_gpu::{
    Bf16, CachePolicy, Evicted, F16, FragmentElement, Half, Reduction, Sm80, Sm90, Store, TensorMap,
};

/// Returns the address of the unit of 16 bytes that corresponds to `address`, swizzled in blocks of
/// `units` units.
pub(super) fn swizzled(address: u32, units: u32) -> u32 {
    address ^ (address >> 7 & (units - 1)) << 4
}

/// The block that has the shared memory, and the agent that reads there, in one of its epochs.
pub(super) type Reader<'a> = (&'a Block, (u32, u32));
/// A tile in shared memory, as its descriptor specifies.
pub(super) struct Tile {
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
    /// Returns the tile of a descriptor of `tcgen05.mma` or `tcgen05.cp`, which `does` something by
    /// it.
    pub(super) fn of_umma(does: &str, bits: u64, major: Major) -> Self {
        ensure!(
            bits >> 46 & 7 == 1,
            "{does} by the matrix descriptor {bits:#x}, which is not one of Blackwell"
        );
        let units = match bits >> 61 {
            0 => 1,
            2 => 8,
            4 => 4,
            6 => 2,
            other => raise(format!("{does} by a matrix descriptor of swizzle {other}")),
        };
        Tile { units, ..Tile::of(bits, major) }
    }
    /// Returns the address of element (row, k), for elements of `bytes` bytes.
    pub(super) fn at(&self, row: u32, k: u32, bytes: u32) -> u32 {
        let (block, in_unit) = (16 * self.units, 16 / bytes);
        let (unit, rest) = match self.major {
            Major::K => (k / in_unit, k % in_unit),
            Major::Mn => (row / in_unit, row % in_unit),
        };
        let offset = match self.major {
            // Units of 16 bytes along K are adjacent inside a swizzled block.
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
    /// Returns the element (row, k) of a tile as a number that a product reads.
    pub(super) fn element(
        &self,
        format: Format,
        bytes: u32,
        by: Reader<'_>,
        tile: &Tile,
        row: usize,
        k: usize,
    ) -> f64 {
        crate::number::value(format, self.element_bits(bytes, by, tile, row, k))
    }
    /// Returns its bits.
    pub(super) fn element_bits(
        &self,
        bytes: u32,
        (block, agent): Reader<'_>,
        tile: &Tile,
        row: usize,
        k: usize,
    ) -> u64 {
        let address = tile.at(row as u32, k as u32, bytes);
        let shared = self.shared_memory_of(block);
        let place = shared.access_by(agent, &self.clock(), address, bytes, Way::Read);
        // SAFETY: inside shared memory; a tile's elements are aligned, because it begins at a
        // multiple of 16 bytes.
        unsafe {
            match bytes {
                1 => u64::from(place.cast::<u8>().read()),
                2 => u64::from(place.cast::<u16>().read()),
                _ => u64::from(place.cast::<u32>().read()),
            }
        }
    }
    fn element_of<T: FragmentElement>(
        &self,
        agent: (u32, u32),
        tile: &Tile,
        row: usize,
        k: usize,
    ) -> f64 {
        let by = (self.block, agent);
        self.element(T::FORMAT, size_of::<T>() as u32, by, tile, row, k)
    }
    /// Returns the number of the thread's warpgroup.
    fn warpgroup(&self) -> u32 {
        let group = self.number() / mma::WARPGROUP as u32;
        ensure!(
            (group as usize) < self.block.groups.len(),
            "computes with a warpgroup of fewer than 128 threads"
        );
        group
    }
}

impl Sm90 for Thread<'_> {
    unsafe fn elect_one(self) -> bool {
        ensure!(self.lane() == 0, "elects lane {} of its warp, not lane 0", self.lane());
        true
    }
    unsafe fn stmatrix_x1(self, row: u32, matrices: [u32; 1]) {
        self.stmatrix(row, matrices, false)
    }
    unsafe fn stmatrix_x2(self, row: u32, matrices: [u32; 2]) {
        self.stmatrix(row, matrices, false)
    }
    unsafe fn stmatrix_x4(self, row: u32, matrices: [u32; 4]) {
        self.stmatrix(row, matrices, false)
    }
    unsafe fn stmatrix_x1_trans(self, row: u32, matrices: [u32; 1]) {
        self.stmatrix(row, matrices, true)
    }
    unsafe fn stmatrix_x2_trans(self, row: u32, matrices: [u32; 2]) {
        self.stmatrix(row, matrices, true)
    }
    unsafe fn stmatrix_x4_trans(self, row: u32, matrices: [u32; 4]) {
        self.stmatrix(row, matrices, true)
    }
    unsafe fn mbarrier_init(self, barrier: u32, arrivals: u32) {
        self.make_barrier(barrier, arrivals);
    }
    unsafe fn mbarrier_fence(self) {}
    unsafe fn fence_proxy_async(self) {}
    unsafe fn mbarrier_arrive(self, barrier: u32) {
        self.arrive_in(self.block, barrier, 0);
    }
    unsafe fn mbarrier_arrive_expect(self, barrier: u32, bytes: u32) {
        self.arrive_in(self.block, barrier, bytes);
    }
    unsafe fn mbarrier_arrive_remote(self, barrier: u32, block: u32) {
        self.arrive_in(self.block_of_cluster(block), barrier, 0);
    }
    unsafe fn mbarrier_wait(self, barrier: u32, parity: u32) {
        // SAFETY: the caller's maps are valid until the copies are complete.
        unsafe { self.wait_at_barrier(barrier, parity) }
    }

    fn cluster_rank(self) -> u32 {
        self.block.rank
    }
    fn cluster_blocks(self) -> u32 {
        self.cluster.blocks.len() as u32
    }
    unsafe fn cluster_arrive(self) {
        self.arrive_at_cluster();
    }
    unsafe fn cluster_wait(self) {
        self.wait_at_cluster();
    }

    // Launches run one after the other.
    fn map_shared_rank(self, address: u32, block: u32) -> u32 {
        self.address_in_cluster(address, block)
    }
    unsafe fn load_shared_cluster<V: Copy>(self, from: u32) -> V {
        let place = self.access_in_cluster(from, size_of::<V>() as u32, Way::Read);
        // SAFETY: the bytes of a V in shared memory, aligned.
        unsafe { place.cast::<V>().read() }
    }
    unsafe fn store_shared_cluster<V: Copy>(self, to: u32, value: V) {
        let place = self.access_in_cluster(to, size_of::<V>() as u32, Way::Write);
        // SAFETY: the bytes of a V in shared memory, aligned.
        unsafe { place.cast::<V>().write(value) }
    }
    unsafe fn store_async(self, to: u32, word: u32, barrier: u32, block: u32) {
        ensure!(self.cluster.blocks.len() > 1, "writes a word to a block of a cluster of one");
        ensure!(
            to.is_multiple_of(4),
            "writes a word at the address {to}, which is not a multiple of 4"
        );
        let block = self.block_of_cluster(block);
        // SAFETY: as the caller promises.
        unsafe { self.begin_load(block, to, What::Word(word.to_ne_bytes()), (barrier, block)) }
    }

    unsafe fn tma_load<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
    ) {
        // SAFETY: as the caller promises.
        let what = unsafe { self.checked(to, map, at, None) };
        // SAFETY: as the caller promises.
        unsafe { self.begin_load(self.block, to, what, (barrier, self.block)) }
    }
    unsafe fn tma_load_pair<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
    ) {
        // SAFETY: as the caller promises.
        let what = unsafe { self.checked(to, map, at, None) };
        // SAFETY: as the caller promises.
        unsafe { self.begin_load(self.block, to, what, (barrier, self.pair()[0])) }
    }
    unsafe fn tma_load_hint<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
        policy: CachePolicy,
    ) {
        let policies = [Evicted::First, Evicted::Last].map(|evicted| self.cache_policy(evicted));
        ensure!(policies.contains(&policy), "copies a box by {policy:?}, which no thread has made");
        // SAFETY: as the caller promises.
        unsafe { self.tma_load(to, map, at, barrier) }
    }
    fn cache_policy(self, evicted: Evicted) -> CachePolicy {
        CachePolicy(1 + evicted as u64)
    }
    unsafe fn tma_prefetch<const D: usize>(self, map: *const TensorMap, at: [i32; D]) {
        // SAFETY: as the caller promises. Any box may be at the beginning of shared memory.
        unsafe { self.checked(Shared::ADDRESS, map, at, None) };
    }
    unsafe fn bulk_prefetch(self, from: *const u8, bytes: u32) {
        ensure!(
            from.addr().is_multiple_of(16) && bytes.is_multiple_of(16),
            "prefetches {bytes} bytes from {from:p}, which are not both multiples of 16"
        );
        self.check_global(from, bytes, false);
    }
    unsafe fn prefetch_tensor_map(self, map: *const TensorMap) {
        self.check_aligned(map, size_of::<TensorMap>() as u32, 64, false);
    }
    unsafe fn tma_load_multicast<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
        blocks: u16,
    ) {
        // SAFETY: as the caller promises.
        let what = unsafe { self.checked(to, map, at, None) };
        for block in self.blocks_of_mask(blocks) {
            // SAFETY: as the caller promises.
            unsafe { self.begin_load(block, to, what, (barrier, block)) }
        }
    }
    unsafe fn tma_load_im2col<const D: usize, const S: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        offsets: [u16; S],
        barrier: u32,
    ) {
        // SAFETY: as the caller promises.
        let what = unsafe { self.checked(to, map, at, Some(&offsets)) };
        // SAFETY: as the caller promises.
        unsafe { self.begin_load(self.block, to, what, (barrier, self.block)) }
    }
    unsafe fn tma_store<const D: usize>(self, map: *const TensorMap, at: [i32; D], from: u32) {
        // SAFETY: as the caller promises.
        let what = unsafe { self.checked(from, map, at, None) };
        // SAFETY: as the caller promises.
        unsafe { self.begin_store(what, from, None) }
    }
    unsafe fn tma_reduce<const D: usize>(
        self,
        by: Reduction,
        map: *const TensorMap,
        at: [i32; D],
        from: u32,
    ) {
        // SAFETY: as the caller promises.
        let what = unsafe { self.checked(from, map, at, None) };
        // SAFETY: as the caller promises.
        if let Some(words) = unsafe { Tensor::of(&*map) }.0.no_reduction(by) {
            raise(words)
        }
        // SAFETY: as the caller promises.
        unsafe { self.begin_store(what, from, Some(by)) }
    }
    unsafe fn add_f32x4(self, to: *mut f32, numbers: [f32; 4]) {
        self.check_aligned(to, 16, 16, true);
        for (i, number) in numbers.into_iter().enumerate() {
            // SAFETY: as the caller promises.
            unsafe { self.fetch_add_f32(to.wrapping_add(i), number) };
        }
    }
    unsafe fn bulk_load(self, to: u32, from: *const u8, bytes: u32, barrier: u32) {
        check_bulk(to, from, bytes);
        self.check_global(from, bytes, false);
        let what = What::Bytes(from.cast_mut(), bytes);
        // SAFETY: as the caller promises.
        unsafe { self.begin_load(self.block, to, what, (barrier, self.block)) }
    }
    unsafe fn bulk_store(self, to: *mut u8, from: u32, bytes: u32) {
        check_bulk(from, to, bytes);
        self.check_global(to, bytes, true);
        // SAFETY: as the caller promises.
        unsafe { self.begin_store(What::Bytes(to, bytes), from, None) }
    }
    unsafe fn bulk_commit(self) {
        self.block.copies.make_group(self.number());
    }
    unsafe fn bulk_wait_read<const N: u32>(self) {
        // SAFETY: the caller's maps are valid until the copies are complete.
        unsafe { self.end_stores(N) }
    }
    unsafe fn bulk_wait<const N: u32>(self) {
        // SAFETY: the caller's maps are valid until the copies are complete.
        unsafe { self.end_stores(N) }
    }

    unsafe fn copy_tensor_map(self, to: u32, map: *const TensorMap) {
        // SAFETY: as the caller promises.
        unsafe { self.map_to_shared(to, map) }
    }
    unsafe fn replace_tensor_map_address(self, map: u32, address: *const u8) {
        self.edit_address(map, address.expose_provenance() as u64);
    }
    unsafe fn replace_tensor_map_extent<const MODE: usize>(self, map: u32, extent: u32) {
        const { assert!(MODE < MODES, "a tensor map has 1 to 5 modes") }
        self.edit_extent(map, MODE, extent);
    }
    unsafe fn replace_tensor_map_stride<const MODE: usize>(self, map: u32, bytes: u64) {
        const { assert!(0 < MODE && MODE < MODES, "a tensor map has strides of modes 1 to 4") }
        self.edit_stride(map, MODE, bytes);
    }
    unsafe fn release_tensor_map(self, to: *mut TensorMap, from: u32) {
        // SAFETY: as the caller promises.
        unsafe { self.release_map(to, from) }
    }
    unsafe fn acquire_tensor_map(self, map: *const TensorMap) {
        // SAFETY: as the caller promises.
        unsafe { self.acquire_map(map) }
    }

    unsafe fn wgmma_fence(self) {}
    unsafe fn wgmma<I: Wgmma<Self>, M: Majors>(
        self,
        d: &mut I::Accumulators,
        a: I::OperandA,
        b: u64,
        out: ScaleOut,
    ) {
        let [m, n, depth] = mma::extents::<I>();
        let (group, number) = (self.warpgroup(), self.own.products.get());
        self.own.products.set(number + 1);
        let (shared, epoch) = (self.shared_memory(), self.own.groups.get() + 1);
        let source = a.source();
        let read = || -> Operands {
            let agent = (shared.agent(Agent::Products(group)), epoch);
            let a = match source {
                SourceA::Shared(a) => {
                    let a = Tile::of(a, M::A);
                    let element = |m, k| self.element_of::<I::ElementA>(agent, &a, m, k);
                    Some(mma::elements(m, depth, element))
                }
                SourceA::Registers(_) => None,
            };
            let b = Tile::of(b, M::B);
            let element = |n, k| self.element_of::<I::ElementB>(agent, &b, n, k);
            Rc::new((a, mma::elements(n, depth, element)))
        };
        let operands = self.block.groups[group as usize].operands(number, read);
        let (a, b) = &*operands;
        let thread = self.number() as usize % mma::WARPGROUP;
        let rows = mma::rows_of::<I, _>(thread);
        match (source, a) {
            (SourceA::Registers(a), _) => self.warp().exchange(self, a, |all| {
                // The rows of a warp's accumulators are the rows of its registers.
                let row = |m| mma::elements(1, depth, |_, k| mma::in_registers::<I, _>(m, k, all));
                let [first, second] = rows.map(row);
                mma::wgmma::<I, _>(thread, d, out, [&first, &second], b);
            }),
            (SourceA::Shared(_), a) => {
                let a = a.as_deref().unwrap_or_default();
                let rows = rows.map(|m| mma::line(a, m, depth));
                mma::wgmma::<I, _>(thread, d, out, rows, b);
            }
        }
    }
    unsafe fn wgmma_commit(self) {
        self.own.groups.set(self.own.groups.get() + 1);
    }
    unsafe fn wgmma_wait<const N: u32>(self) {
        let group = self.warpgroup();
        let done = self.own.groups.get().saturating_sub(N);
        if done > 0 {
            let agent = self.shared_memory().agent(Agent::Products(group));
            self.clocks().waited(self.who(), agent, done);
        }
        self.block.groups[group as usize].wait(self);
    }

    unsafe fn warpgroup_fence_operand<S: Accumulators>(self, _: &mut S) {}

    unsafe fn registers_down<const N: u32>(self) {}
    unsafe fn registers_up<const N: u32>(self) {}
}

impl Thread<'_> {
    /// Multiplies and adds pairs of numbers. The product is exact in f32.
    fn fma_of_pairs<T: Half>(self, a: u32, b: u32, c: u32) -> u32 {
        let (a, b, c) = (T::unpair(a), T::unpair(b), T::unpair(c));
        T::pair(self, a.0.mul_add(b.0, c.0), a.1.mul_add(b.1, c.1))
    }
}
impl Store for Thread<'_> {
    fn round_bf16(self, low: f32, high: f32) -> u32 {
        let bits = |x| u32::from(Bf16::from_f32(x).0);
        bits(low) | bits(high) << 16
    }
    fn round_f16(self, low: f32, high: f32) -> u32 {
        let bits = |x| u32::from(F16::from_f32(x).0);
        bits(low) | bits(high) << 16
    }
    fn fma_bf16(self, a: u32, b: u32, c: u32) -> u32 {
        self.fma_of_pairs::<Bf16>(a, b, c)
    }
    fn fma_f16(self, a: u32, b: u32, c: u32) -> u32 {
        self.fma_of_pairs::<F16>(a, b, c)
    }
    fn f16_of_e4m3(self, four: u32) -> [u32; 2] {
        [four, four >> 16].map(|two| {
            let number =
                |bits: u32| crate::number::value(Format::E4m3, u64::from(bits & 0xff)) as f32;
            self.round_f16(number(two), number(two >> 8))
        })
    }
    unsafe fn stream_128(self, to: *mut f32, x: f32, y: f32, z: f32, w: f32) {
        ensure!(
            to.cast::<u128>().is_aligned(),
            "writes 16 bytes at {to:p}, which is not a multiple of 16"
        );
        self.check_global(to, 16, true);
        // SAFETY: as the caller promises.
        unsafe { to.cast::<[f32; 4]>().write([x, y, z, w]) }
    }
    unsafe fn write_32_below(self, x: u32, end: u32, to: *mut f32, value: f32) {
        if x < end {
            self.check_global(to, size_of_val(&value) as u32, true);
            // SAFETY: as the caller promises.
            unsafe { to.write(value) }
        }
    }
    unsafe fn write_16_below(self, x: u32, end: u32, to: *mut u16, value: u16) {
        if x < end {
            self.check_global(to, size_of_val(&value) as u32, true);
            // SAFETY: as the caller promises.
            unsafe { to.write(value) }
        }
    }
}

// No address is 0, so an empty descriptor is detected.
const _: () = assert!(Shared::ADDRESS > 0);
