//! The operations that Blackwell GPUs add: tensor memory, and products by one thread.
//!
//! A product is computed at once, and its sums belong to the agent of the products until a thread
//! has waited for the commit, which arrives at its barrier at the last moment: when a thread waits
//! there. The copies from shared memory, and the [shifts](crate::shifts), have agents of their own:
//! products follow those that their thread began before, while copies follow nothing, except for
//! shifts in one case. What a pair begins has an agent in each block.

use crate::Thread;
use crate::block::Block;
use crate::clock::{Clock, Known};
use crate::fault::ensure;
use crate::hopper::{Reader, Tile};
use crate::instr_desc::{Descriptor, Factors, bytes, width};
use crate::mma::{dot, elements, line};
use crate::shadow::{Agent, Way};
use crate::tensor_memory::{Begun, By, Commit, Step};
use std::cell::{Cell, RefCell};
use std::mem;
use std::ops::Range;
use zellige::atom::gmma::Major;
use zellige::atom::tmem::Address;
use zellige::prelude::*;
use zellige_gpu::Sm100;
use zellige_gpu::number::Format;
use zellige_gpu::tmem::{
    CtaGroup, ScaledArguments, SourceOfUmma, TmemCopies, TmemLoads, TmemStores, Umma, UmmaScaled,
    UmmaSource,
};
use zellige_gpu::wgmma::{Accumulators, ScaleOut};

/// The transfers of a thread that it has not waited for, and its commits.
#[derive(Default)]
pub(super) struct InFlight {
    /// The registers of each load.
    loads: RefCell<Vec<Vec<u32>>>,
    /// The words that are read, and those that are written: (lane, column).
    read: RefCell<Vec<(u32, u32)>>,
    written: RefCell<Vec<(u32, u32)>>,
    /// What the last fence after a synchronization has ordered before the thread's accesses.
    pub(super) ordered: RefCell<Option<Known>>,
    commits: Cell<u32>,
    /// What it has begun besides products, each once.
    begun: RefCell<Vec<Begun>>,
}
/// Half of a word of tensor memory: its lane, its column, and the bit at which it begins.
type Halfword = (u32, u32, u32);

/// A word that a copy writes: its lane and column, and the row and the word that it reads.
type CopiedWord = ([u32; 2], [u32; 2]);
/// Returns the words of the copy I. The rows of its source are the lanes that it reads.
fn copied_words<I: TmemCopies>() -> Vec<CopiedWord> {
    let (from, to) = (I::LayoutSrc::STATIC, I::LayoutDst::STATIC);
    let place = |bit: usize| {
        let bit = I::ValId::STATIC.crd2idx(bit).usize();
        [(bit >> 21) as u32, (bit & 0x1f_ffff) as u32]
    };
    let word = |[lane, bit]: [u32; 2]| [lane, bit / 32];
    // The first mode counts the CTAs, which copy alike.
    let mut words: Vec<CopiedWord> = (0..to.size().usize())
        .step_by(I::Ctas::CTAS as usize)
        .map(|i| (place(to.crd2idx(i).usize()), i))
        .filter(|([_, bit], _)| bit % 32 == 0)
        .map(|(to, i)| (word(to), word(place(from.crd2idx(i).usize()))))
        .collect();
    let mut lanes: Vec<u32> = words.iter().map(|(_, [lane, _])| *lane).collect();
    lanes.sort_unstable();
    lanes.dedup();
    for (_, [row, _]) in &mut words {
        *row = lanes.partition_point(|lane| lane < row) as u32;
    }
    words
}

impl Thread<'_> {
    /// Meets the other threads of the warp. All of them pass the same numbers. Returns whether this
    /// is the first one.
    fn leads_warp<const N: usize>(&self, what: &str, numbers: [u32; N]) -> bool {
        let same = self.warp().exchange(*self, numbers, |all| {
            let threads = self.cluster.grid.threads - self.number() / 32 * 32;
            all.iter().take(threads as usize).all(|shown| shown[..N] == numbers)
        });
        ensure!(same, "{what} with other numbers than the other threads of its warp");
        self.lane() == 0
    }
    /// Returns the two halfwords of each register of a transfer, from the (thread, bit) layout to
    /// bits of the rectangle, and the layout from there to bits of tensor memory.
    fn halfwords<R: Layout, P: Layout>(
        &self,
        address: u32,
        registers: usize,
    ) -> Vec<[Halfword; 2]> {
        let base = Address::of_bits(address);
        let first = self.number() / 32 % 4 * 32;
        let half = |bit: usize| {
            let place =
                P::STATIC.crd2idx(R::STATIC.crd2idx(self.lane() + 32 * bit).usize()).usize();
            let (lane, bit) = ((place >> 21) as u32, (place & 0x1f_ffff) as u32);
            let (lane, column) = (base.lane() + lane, base.column() + bit / 32);
            ensure!(
                (first..first + 32).contains(&lane),
                "accesses lane {lane}, column {column} of tensor memory, but its warp reaches \
                 lanes {first} to {}",
                first + 31
            );
            (lane, column, bit % 32)
        };
        (0..registers).map(|register| [0, 16].map(|bit| half(32 * register + bit))).collect()
    }
    /// Records that the thread begins something, and returns its agent in a block.
    pub(super) fn begins<'a>(&self, begun: Begun, block: &'a Block) -> Reader<'a> {
        self.block.tensor_memory.begin(self.number(), begun);
        let all = &mut *self.own.in_flight.begun.borrow_mut();
        if begun != Begun::Product && !all.contains(&begun) {
            all.push(begun);
        }
        (block, (self.agent_in(block, begun), self.own.in_flight.commits.get() + 1))
    }
    /// Returns the clock with what the thread has begun of these, which goes before what it begins.
    pub(super) fn after(&self, of: &[Begun], group: &[&Block], clock: Clock) -> Clock {
        let (flight, begun) = (&self.own.in_flight, self.own.in_flight.begun.borrow());
        let begun = of.iter().filter(|one| **one == Begun::Product || begun.contains(one));
        let all = begun.flat_map(|one| group.iter().map(|block| self.agent_in(block, *one)));
        all.map(|agent| (agent, flight.commits.get() + 1)).fold(clock, Clock::knowing)
    }
    /// Lets the commits arrive for which a thread waits at a barrier.
    pub(super) fn commit_for(&self, barrier: u32) {
        for commit in self.block.tensor_memory.arriving(barrier) {
            self.products_arrived(&commit);
        }
    }
    /// Returns the elements of A, row by row, in tensor memory.
    fn rows_in_tensor_memory(
        &self,
        (block, agent): Reader<'_>,
        clock: &Clock,
        of: &Descriptor,
        address: u32,
    ) -> Vec<f64> {
        let (at, in_word, depth) = (Address::of_bits(address), 4 / bytes(of.a), of.depth);
        let columns = (at.column(), depth as u32 / in_word);
        let row = |row| {
            let copies: Vec<_> = (of.lanes(row))
                .map(|lane| {
                    let lane = at.lane() + lane;
                    self.access_lane_in(block, clock, By::Agent(agent), Way::Read, lane, columns);
                    block.tensor_memory.words(lane, columns)
                })
                .collect();
            ensure!(
                copies.iter().all(|words| *words == copies[0]),
                "multiplies row {row} of A, which lane {} does not have, too",
                at.lane() + row + 64
            );
            let words = copies.into_iter().next().unwrap_or_default();
            let bits = 32 / in_word;
            // Numbers of less than 8 bits end at bit 6 of a byte.
            let (first, width) = match width(of.a) {
                Some(width) => (6 - width as u32, width as u32),
                None => (0, bits),
            };
            let element = move |k: u32| {
                let word = u64::from(words[(k / in_word) as usize]) >> (k % in_word * bits + first);
                crate::number::value(of.a, word & ((1 << width) - 1))
            };
            (0..depth as u32).map(element)
        };
        (0..of.rows / of.ctas).flat_map(row).collect()
    }
    /// Returns the bits of number (row, k), of `width` bits. An instruction reads `depth` numbers
    /// of a row from 32 bytes: half of them follow one another in each 16.
    fn narrow_bits(
        &self,
        by: Reader<'_>,
        tile: &Tile,
        (row, k): (usize, usize),
        width: usize,
        depth: usize,
    ) -> u64 {
        let (unit, first) = (k / (depth / 2), k % (depth / 2) * width);
        let byte = |i: usize| self.element_bits(1, by, tile, row, 16 * unit + i);
        let (last, mut bits) = ((first + width - 1) / 8, byte(first / 8));
        if last > first / 8 {
            bits |= byte(last) << 8;
        }
        bits >> (first % 8) & ((1 << width) - 1)
    }
    /// Multiplies each row, of `depth` elements, of A or B by its scale factors, which begin at
    /// byte `first` of the words from an address on, in the reader's block: each of these quarters
    /// of the lanes has them.
    fn scale(
        &self,
        elements: &mut [f64],
        depth: usize,
        (factors, first): (&Factors, u32),
        (clock, (block, agent)): (&Clock, Reader<'_>),
        (address, quarters): (u32, Range<u32>),
    ) {
        ensure!(address >> 16 == 0, "reads scale factors at {address:#x}, not from lane 0 on");
        let rows = (elements.len() / depth) as u32;
        for lane in 0..rows.min(32) {
            let columns = (address, (rows - lane).div_ceil(32));
            let read = |lane| {
                self.access_lane_in(block, clock, By::Agent(agent), Way::Read, lane, columns);
                let bytes = |word| word >> (8 * first) & u32::MAX >> (32 - 8 * factors.count);
                let words = block.tensor_memory.words(lane, columns);
                words.into_iter().map(bytes).collect::<Vec<_>>()
            };
            let top = 32 * quarters.start + lane;
            let words = read(top);
            for lane in (top..32 * quarters.end).step_by(32).skip(1) {
                ensure!(
                    read(lane) == words,
                    "reads scale factors from lane {lane}, column {address} of tensor memory on, \
                     which are not those of lane {top}"
                );
            }
            for (row, word) in (lane..).step_by(32).zip(&words) {
                let row = &mut elements[row as usize * depth..][..depth];
                for (byte, part) in (0..).zip(row.chunks_mut(depth / factors.count as usize)) {
                    let factor = crate::number::value(factors.format, (word >> (8 * byte)).into());
                    part.iter_mut().for_each(|element| *element *= factor);
                }
            }
        }
    }
    /// Multiplies, with scale factors from two addresses on if the kind has them.
    fn multiply<P: CtaGroup>(
        &self,
        of: &Descriptor,
        d: u32,
        (from_a, from_b): (SourceOfUmma, u64),
        addresses: Option<[u32; 2]>,
        out: ScaleOut,
    ) {
        let (depth, group) = (of.depth, self.led_group::<P>("a product"));
        let clock = self.after(&[Begun::Copy, Begun::Shift], &group, self.tensor_clock());
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let agents = group.iter().map(|block| self.begins(Begun::Product, block));
        let agents: Vec<Reader<'_>> = agents.collect();
        for by in agents.iter().copied() {
            let read = |bits, format, major, lines| {
                let tile = Tile::of_umma("multiplies", bits, major);
                let element = |i, k| match width(format) {
                    Some(width) => {
                        let bits = self.narrow_bits(by, &tile, (i, k), width, depth);
                        crate::number::value(format, bits)
                    }
                    None => self.element(format, bytes(format), by, &tile, i, k),
                };
                elements((lines / of.ctas) as usize, depth, element)
            };
            a.extend(match from_a {
                SourceOfUmma::Shared(bits) => read(bits, of.a, of.majors[0], of.rows),
                SourceOfUmma::Tensor(at) => self.rows_in_tensor_memory(by, &clock, of, at),
            });
            b.extend(read(from_b, of.b, of.majors[1], of.columns));
        }
        let rows = of.rows / of.ctas;
        if let (Some(factors), Some([at_a, at_b])) = (&of.factors, addresses) {
            let ([first_a, first_b], plain) = (factors.first, b.clone());
            for (by, a) in agents.iter().zip(a.chunks_mut(rows as usize * depth)) {
                let (leads, mut its) = (by.0.rank == self.block.rank, plain.clone());
                self.scale(a, depth, (factors, first_a), (&clock, *by), (at_a, 0..4));
                // The factors of columns are in the lanes of their sums.
                let parts = of.lanes(0).count();
                let (each, quarters) = (its.len() / parts, 4 / parts as u32);
                for (part, columns) in (0..).zip(its.chunks_mut(each)) {
                    let at = (at_b, part * quarters..(part + 1) * quarters);
                    self.scale(columns, depth, (factors, first_b), (&clock, *by), at);
                }
                let same = |(its, other): (&f64, &f64)| its.to_bits() == other.to_bits();
                ensure!(
                    leads || its.iter().zip(&b).all(same),
                    "reads scale factors of B in block {} of the cluster, which are not those in \
                     block {}",
                    by.0.rank,
                    self.block.rank
                );
                b = its;
            }
        }
        let at = Address::of_bits(d);
        ensure!(
            at.lane() == 0 || of.rows == 64 && at.lane() == 16,
            "accumulates {} rows from lane {} of tensor memory on",
            of.rows,
            at.lane()
        );
        for ((block, agent), a) in agents.into_iter().zip(a.chunks(rows as usize * depth)) {
            // The products of a thread on the same accumulators follow one another.
            let clock = clock.clone().knowing(agent);
            for (i, (lane, columns)) in (0..rows).flat_map(|i| of.parts(i).map(move |at| (i, at))) {
                let (lane, count) = (at.lane() + lane, columns.end - columns.start);
                let access = |way| {
                    let columns = (at.column(), count);
                    self.access_lane_in(block, &clock, By::Agent(agent), way, lane, columns);
                };
                if out == ScaleOut::One {
                    access(Way::Read);
                }
                access(Way::Write);
                for (column, j) in (at.column()..).zip(columns) {
                    let products = dot(line(a, i as usize, depth), line(&b, j as usize, depth));
                    let products = if of.negative { -products } else { products };
                    block.tensor_memory.change_word(lane, column, |word| {
                        let before = match out {
                            ScaleOut::Zero => 0.0,
                            ScaleOut::One => crate::number::value(of.d, (*word).into()),
                        };
                        *word = match (of.d, before + products) {
                            (Format::F32, sum) => (sum as f32).to_bits(),
                            // What the upper half is, nothing says.
                            (Format::F16, sum) => {
                                0xffff_0000 | u32::from(half::f16::from_f64(sum).to_bits())
                            }
                            (_, sum) if of.saturates => sum as i32 as u32,
                            (_, sum) => sum as i64 as u32,
                        };
                    });
                }
            }
        }
    }
    /// Commits what the thread has begun: it arrives at a barrier in each of these blocks.
    fn commit<'a, P: CtaGroup>(&self, barrier: u32, blocks: impl Iterator<Item = &'a Block>) {
        let group = self.group::<P>();
        let mut agents: Vec<u32> =
            (group.iter().map(|block| self.agent_in(block, Begun::Product))).collect();
        // The thread's own block is first.
        agents.rotate_left(if P::CTAS == 2 { self.block.rank as usize % 2 } else { 0 });
        for begun in &*self.own.in_flight.begun.borrow() {
            agents.extend(group.iter().map(|block| self.agent_in(block, *begun)));
        }
        let blocks: Vec<&Block> = blocks.collect();
        blocks.iter().for_each(|block| self.check_barrier(block, barrier));
        self.fence_before(); // the commit implies it
        let epoch = self.own.in_flight.commits.get() + 1;
        self.own.in_flight.commits.set(epoch);
        let known = self.clock().known.clone();
        let begun = self.block.tensor_memory.committed(self.number());
        let commit = Commit { barrier, agents, begun, epoch, known };
        blocks.iter().for_each(|block| block.tensor_memory.commit(commit.clone()));
    }
}

impl Sm100 for Thread<'_> {
    unsafe fn tmem_alloc<P: CtaGroup>(self, to: u32, columns: u32) {
        if self.leads_warp("allocates tensor memory", [to, columns]) {
            let group = self.group::<P>();
            let address = self.block.tensor_memory.allocate(columns);
            self.together(&group, Step::Allocates(columns, address));
            let place = self.shared_memory().access(&self.clock(), to, 4, Way::Write);
            // SAFETY: four bytes of shared memory, aligned.
            unsafe { place.cast::<u32>().write(address) }
        }
    }
    unsafe fn tmem_dealloc<P: CtaGroup>(self, address: u32, columns: u32) {
        if self.leads_warp("frees tensor memory", [address, columns]) {
            let (at, group) = (Address::of_bits(address), self.group::<P>());
            self.block.tensor_memory.check_allocated(address, columns);
            // Nobody accesses the words any more, as far as this thread knows.
            for block in &group {
                // Both blocks of a pair free them, in any order.
                let agent = (group.len() > 1)
                    .then(|| (self.shared_memory_of(block).agent(Agent::PairFrees), 1));
                let (clock, by) = match agent {
                    Some(agent) => (self.tensor_clock().knowing(agent), By::Agent(agent)),
                    None => (self.tensor_clock(), By::Thread),
                };
                for lane in 0..zellige::atom::tmem::LANES {
                    let columns = (at.column(), columns);
                    self.access_lane_in(block, &clock, by, Way::Write, lane, columns);
                }
            }
            self.together(&group, Step::Frees(columns, address));
            self.block.tensor_memory.free(address, columns);
        }
    }
    unsafe fn tmem_relinquish_alloc_permit<P: CtaGroup>(self) {
        if self.leads_warp("gives up the permit to allocate", []) {
            self.together(&self.group::<P>(), Step::Relinquishes);
            self.block.tensor_memory.relinquish();
        }
    }

    unsafe fn tmem_load<I: TmemLoads>(self, address: u32) -> I::Registers {
        self.leads_warp("loads from tensor memory", [address]);
        let flight = &self.own.in_flight;
        let halves = self.halfwords::<I::LayoutDst, I::ValId>(address, I::Registers::REGISTERS);
        let clock = self.tensor_clock();
        let read = |(lane, column, bit): Halfword| {
            self.access_lane(&clock, By::Thread, Way::Read, lane, (column, 1));
            flight.read.borrow_mut().push((lane, column));
            self.block.tensor_memory.words(lane, (column, 1))[0] >> bit & 0xffff
        };
        let words = halves.into_iter().map(|[low, high]| read(low) | read(high) << 16).collect();
        flight.loads.borrow_mut().push(words);
        // The registers are undefined until the thread waits.
        let mut registers = I::Registers::ZERO;
        for i in 0..I::Registers::REGISTERS {
            registers.set_bits(i, u32::MAX);
        }
        registers
    }
    unsafe fn tmem_wait_load<S: Accumulators, const N: usize>(self, registers: &mut [S; N]) {
        self.leads_warp("waits for loads", []);
        let loads = mem::take(&mut *self.own.in_flight.loads.borrow_mut());
        let sizes: Vec<usize> = loads.iter().map(Vec::len).collect();
        ensure!(
            sizes == [S::REGISTERS; N],
            "waits for {N} loads of {} registers, but has begun loads of {sizes:?}",
            S::REGISTERS
        );
        for (to, from) in registers.iter_mut().zip(loads) {
            (0..).zip(from).for_each(|(i, word)| to.set_bits(i, word));
        }
        // Nothing may have written the words meanwhile.
        for (lane, column) in mem::take(&mut *self.own.in_flight.read.borrow_mut()) {
            self.access_lane(&self.tensor_clock(), By::Thread, Way::Read, lane, (column, 1));
        }
    }
    unsafe fn tmem_store<I: TmemStores>(self, address: u32, registers: I::Registers) {
        self.leads_warp("stores to tensor memory", [address]);
        let halves = self.halfwords::<I::LayoutSrc, I::ValId>(address, I::Registers::REGISTERS);
        for (i, halves) in (0..).zip(halves) {
            for ((lane, column, bit), from) in halves.into_iter().zip([0, 16]) {
                if bit == 0 {
                    self.access_lane(
                        &self.tensor_clock(),
                        By::Thread,
                        Way::Copy,
                        lane,
                        (column, 1),
                    );
                    self.own.in_flight.written.borrow_mut().push((lane, column));
                }
                let half = registers.bits(i) >> from & 0xffff;
                self.block.tensor_memory.change_word(lane, column, |word| {
                    *word = *word & !(0xffff << bit) | half << bit;
                });
            }
        }
    }
    unsafe fn tmem_wait_store(self) {
        self.leads_warp("waits for stores", []);
        for (lane, column) in mem::take(&mut *self.own.in_flight.written.borrow_mut()) {
            self.stored(lane, column);
        }
    }

    unsafe fn tmem_copy<I: TmemCopies>(self, to: u32, from: u64) {
        let group = self.led_group::<I::Ctas>("a copy");
        let (at, tile) = (Address::of_bits(to), Tile::of_umma("copies", from, Major::K));
        // This copy alone follows shifts.
        let before: &[Begun] =
            if I::NAME == "SM100_UTCCP_4dp256bit" { &[Begun::Shift] } else { &[] };
        let clock = self.after(before, &group, self.tensor_clock());
        let words = copied_words::<I>();
        for block in group {
            let by = self.begins(Begun::Copy, block);
            for ([lane, column], [row, word]) in words.iter().copied() {
                let word = self.element_bits(4, by, &tile, row as usize, word as usize) as u32;
                let (lane, column) = (at.lane() + lane, at.column() + column);
                self.access_lane_in(block, &clock, By::Agent(by.1), Way::Write, lane, (column, 1));
                block.tensor_memory.change_word(lane, column, |to| *to = word);
            }
        }
    }
    unsafe fn tmem_shift<P: CtaGroup>(self, address: u32) {
        self.shift::<P>(address);
    }

    unsafe fn umma<I: Umma<Self>>(
        self,
        d: u32,
        a: I::OperandA,
        b: u64,
        descriptor: u32,
        out: ScaleOut,
    ) {
        let of = Descriptor::of::<I::Kind>(descriptor, I::Group::CTAS);
        self.multiply::<I::Group>(&of, d, (a.source(), b), None, out);
    }
    unsafe fn umma_scaled<I: UmmaScaled<Self>>(self, arguments: ScaledArguments) {
        let ScaledArguments { d, a, b, descriptor, factors, out } = arguments;
        let of = Descriptor::of::<I::Kind>(descriptor, I::Group::CTAS);
        self.multiply::<I::Group>(&of, d, (SourceOfUmma::Shared(a), b), Some(factors), out);
    }
    unsafe fn umma_commit<P: CtaGroup>(self, barrier: u32) {
        self.commit::<P>(barrier, [self.block].into_iter());
    }
    unsafe fn umma_commit_multicast<P: CtaGroup>(self, barrier: u32, blocks: u16) {
        self.commit::<P>(barrier, self.blocks_of_mask(blocks));
    }
    unsafe fn tcgen05_before_thread_sync(self) {
        self.fence_before();
    }
    unsafe fn tcgen05_after_thread_sync(self) {
        self.fence_after();
    }

    unsafe fn try_cancel(self, to: u32, barrier: u32) {
        self.request(to, barrier, [self.block].into_iter());
    }
    unsafe fn try_cancel_multicast(self, to: u32, barrier: u32) {
        self.request(to, barrier, self.cluster.blocks.iter());
    }
    unsafe fn query_cancel(self, response: u32) -> Option<(u32, u32)> {
        self.query(response)
    }
}
