//! An engine for the shared memory of another block of the cluster.

use super::{Engine, Get, Set, SharedAddress, Smem};
use crate::copy::{Readable, Writable, check_shared};
use crate::tensor::{GpuTensor, Settle, Settled};
use crate::vector::{Vector8, Vector16};
use crate::{Sm90, unroll};
use core::mem::MaybeUninit;
use zellige::prelude::*;

/// The elements of an engine E in the shared memory of another block of the cluster, at the offsets
/// that they have in this block's. The machine G reads and writes them.
///
/// ```text
/// offset       0 to 127    128 to 255
///            +------------+------------+
/// block 0    |     a      |     b      |      b, an engine of any block
///            +------------+------------+
/// block 1    |     a      |     b      |      of_block(gpu, 1): this b, for all blocks
///            +------------+------------+
/// ```
///
/// [`of_block`](GpuTensor::of_block) creates it.
#[derive(Copy, Clone)]
pub struct Remote<G, E> {
    gpu: G,
    /// Its address is an address in the cluster. Its pointer is not used.
    at: E,
}
impl<G: Copy, E: Engine> Engine for Remote<G, E> {
    type Element = E::Element;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        Remote { at: self.at.moved(by), ..self }
    }
}
impl<G: Copy, E: Settle> Settle for Remote<G, E> {
    type Engine<L: Layout> = Remote<G, E::Engine<L>>;
    type Layout<L: Layout> = E::Layout<L>;
    #[inline(always)]
    fn settle<L: Layout, S: Integer>(self, layout: L, start: S) -> Settled<Self, L> {
        let settled = self.at.settle(layout, start);
        GpuTensor::new(Remote { gpu: self.gpu, at: settled.engine }, settled.layout)
    }
}
/// Returns the number of parts V of a T: 0, unless they are as large as its alignment allows.
const fn parts<T, V>() -> u32 {
    let bytes = if align_of::<T>() < 16 { align_of::<T>() } else { 16 };
    if size_of::<V>() == bytes { (size_of::<T>() / bytes) as u32 } else { 0 }
}
impl<G: Sm90, E: SharedAddress> Remote<G, E> {
    /// Reads the element in parts V.
    #[inline(always)]
    unsafe fn get_by<V: Copy>(self) -> E::Element {
        let mut element = MaybeUninit::<E::Element>::uninit();
        unroll!(for i in 0..{ parts::<E::Element, V>() } {
            let part = self.gpu.load_shared_cluster(self.at.address() + i * size_of::<V>() as u32);
            element.as_mut_ptr().cast::<V>().add(i as usize).write(part);
        });
        element.assume_init()
    }
    /// Writes the element in the same parts.
    #[inline(always)]
    unsafe fn set_by<V: Copy>(self, element: E::Element) {
        unroll!(for i in 0..{ parts::<E::Element, V>() } {
            let part = (&raw const element).cast::<V>().add(i as usize).read();
            self.gpu.store_shared_cluster(self.at.address() + i * size_of::<V>() as u32, part);
        });
    }
}
impl<G: Sm90, E: SharedAddress<Element: Copy>> Get for Remote<G, E> {
    #[inline(always)]
    unsafe fn get(self) -> E::Element {
        match const { align_of::<E::Element>() } {
            1 => self.get_by::<u8>(),
            2 => self.get_by::<u16>(),
            4 => self.get_by::<u32>(),
            8 => self.get_by::<Vector8>(),
            _ => self.get_by::<Vector16>(),
        }
    }
}
impl<G: Sm90, E: SharedAddress<Element: Copy>> Set for Remote<G, E> {
    #[inline(always)]
    unsafe fn set(self, element: E::Element) {
        match const { align_of::<E::Element>() } {
            1 => self.set_by::<u8>(element),
            2 => self.set_by::<u16>(element),
            4 => self.set_by::<u32>(element),
            8 => self.set_by::<Vector8>(element),
            _ => self.set_by::<Vector16>(element),
        }
    }
}
impl<M, G: Sm90, E: SharedAddress, L: Layout, const BYTES: usize> Readable<M, L, BYTES>
    for Remote<G, E>
{
    const CHECK: () = check_shared::<E, L>(BYTES);
    #[inline(always)]
    unsafe fn read<V: Copy>(_: M, from: GpuTensor<Self, L>) -> V {
        from.engine.gpu.load_shared_cluster(from.engine.at.address())
    }
}
impl<M, G: Sm90, E: SharedAddress, L: Layout, const BYTES: usize> Writable<M, L, BYTES>
    for Remote<G, E>
{
    const CHECK: () = check_shared::<E, L>(BYTES);
    #[inline(always)]
    unsafe fn write<V: Copy>(_: M, to: GpuTensor<Self, L>, vector: V) {
        to.engine.gpu.store_shared_cluster(to.engine.at.address(), vector)
    }
}

impl<T, L: Layout, S: Integer> GpuTensor<Smem<T>, L, S> {
    /// Returns the tensor at the same place in the shared memory of block `block` of the cluster,
    /// which this thread can read and write; `block` may be its own. PTX: `mapa.shared::cluster`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::barrier::ClusterBarrier;
    /// use zellige_gpu::{Sm90, storage::{Allocate, SmemTensor}};
    /// /// Returns the numbers of the next block of the cluster. Blocks have 32 threads.
    /// unsafe fn rotate<G: Sm90>(gpu: G, x: f32) -> f32 {
    ///     // SAFETY: all threads of the cluster execute this, nothing else uses shared memory, and
    ///     // the blocks meet after the write and after the read.
    ///     unsafe {
    ///         let mut cluster = ClusterBarrier::new();
    ///         let numbers = <SmemTensor<f32, layout!(32)>>::allocate(gpu);
    ///         numbers.write(gpu.thread(), x);
    ///         cluster.sync(gpu);
    ///         let next = (gpu.cluster_rank() + 1) % gpu.cluster_blocks();
    ///         let x = numbers.of_block(gpu, next).read(gpu.thread());
    ///         cluster.sync(gpu);
    ///         x
    ///     }
    /// }
    /// ```
    ///
    /// A T has no padding: its bytes are written as numbers.
    ///
    /// Its parts are copied as those of other tensors, 16 bytes at once if the atom has 128 bits.
    ///
    /// The blocks meet at the [`ClusterBarrier`](crate::barrier::ClusterBarrier) before one
    /// accesses the memory of another, and before the other ends: these are conditions of each
    /// access, as they are for any element that another thread writes.
    #[doc(alias("set_block_rank", "map_shared_rank", "mapa"))]
    #[inline(always)]
    pub fn of_block<G: Sm90>(self, gpu: G, block: u32) -> GpuTensor<Remote<G, Smem<T>>, L, S> {
        let address = gpu.map_shared_rank(self.engine.address(), block);
        let at = Smem::new(core::ptr::null_mut(), address);
        GpuTensor { engine: Remote { gpu, at }, layout: self.layout, start: self.start }
    }
}
