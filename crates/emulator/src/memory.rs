//! Global memory.

use crate::regions;
pub use crate::regions::Elements;
use std::{marker::PhantomData, mem::MaybeUninit, ptr};

/// Borrowed elements that the threads of a kernel use at the same time.
///
/// ```
/// use zellige_emulator::Memory;
/// let mut numbers = [1, 2, 3];
/// let memory = Memory::write(&mut numbers);
/// // SAFETY: there are three numbers.
/// unsafe { *memory.pointer_mut().add(2) += 1 };
/// assert_eq!(numbers, [1, 2, 4]);
/// ```
#[derive(Copy, Clone)]
pub struct Memory<'a, T>(*mut T, PhantomData<&'a T>);
// SAFETY: it only gives out pointers; the kernel is responsible for their use.
unsafe impl<T: Send + Sync> Sync for Memory<'_, T> {}

impl<'a, T> Memory<'a, T> {
    /// Borrows elements that the kernel reads.
    pub fn read(elements: &'a [T]) -> Self {
        Memory(elements.as_ptr().cast_mut(), PhantomData)
    }
    /// Borrows elements that the kernel reads and writes.
    pub fn write(elements: &'a mut [T]) -> Self {
        Memory(elements.as_mut_ptr(), PhantomData)
    }
    /// Returns the pointer that a kernel takes for reading.
    pub fn pointer(&self) -> *const T {
        self.0
    }
    /// Returns the pointer that a kernel takes for writing.
    pub fn pointer_mut(&self) -> *mut T {
        self.0
    }
}

/// Memory with the alignment of GPU memory, as far as instructions require it: 128 bytes.
///
/// While it exists, launches know it: an access by a tensor, a vector or a copy before or after it
/// is a fault, with the offset, and with the coordinate if [`lay_out`](GlobalMemory::lay_out) has
/// set the layout of its elements. An access more than 64 KiB away is not attributed to it, except
/// by [`run_in_buffers`](crate::run_in_buffers). Two blocks of a launch that write the same byte of
/// it are a fault, too.
///
/// ```
/// use zellige_emulator::memory::GlobalMemory;
/// let mut memory = GlobalMemory::new(&[1, 2, 3]);
/// assert_eq!(memory.address() % 128, 0);
/// assert_eq!(memory.bytes(), [1, 2, 3]);
/// memory.write(&[4, 5, 6]);
/// assert_eq!(memory.bytes(), [4, 5, 6]);
/// ```
pub struct GlobalMemory {
    /// The bytes, between guards that must not be accessed.
    lines: Box<[MaybeUninit<Line>]>,
    bytes: usize,
}
#[derive(Copy, Clone)]
#[repr(align(128))]
struct Line([u8; 128]);

/// The number of lines before and after the bytes. The address sanitizer has its own guards, and
/// also sees accesses by pointers.
const GUARD: usize = if cfg!(feature = "address-sanitizer") { 0 } else { 512 };

impl GlobalMemory {
    /// Allocates memory with these bytes.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let chunks = bytes.chunks(128);
        // Lines that are not written have no physical memory.
        let mut lines = Box::new_uninit_slice(GUARD + chunks.len() + GUARD);
        for (to, part) in lines[GUARD..].iter_mut().zip(chunks) {
            let mut line = [0xff; 128];
            line[..part.len()].copy_from_slice(part);
            to.write(Line(line));
        }
        let memory = GlobalMemory { bytes: bytes.len(), lines };
        regions::add(memory.start(), memory.bytes, GUARD * size_of::<Line>());
        memory
    }
    /// Returns the address at which the bytes begin.
    fn start(&self) -> usize {
        self.lines[GUARD..].as_ptr().addr()
    }
    /// Returns the address, as a kernel takes it.
    pub fn address(&mut self) -> u64 {
        self.lines[GUARD..].as_mut_ptr().expose_provenance() as u64
    }
    /// Sets the layout of the elements, for the message of a [`Fault`](crate::Fault).
    ///
    /// ```
    /// use zellige_emulator::{Fault, Grid, memory::{GlobalMemory, Elements}, try_launch};
    /// use zellige_gpu::access;
    /// let mut memory = GlobalMemory::new(&[0; 6 * 4]);
    /// memory.lay_out(Elements { bytes: 4, layout: "(2,3):(3,1)".into(), modes: vec![(2, 3), (3, 1)] });
    /// let from = memory.address();
    /// let fault = try_launch(Grid { x: 1, y: 1, threads: 1, shared: 0, cluster: 0 }, |_| {
    ///     let element = std::ptr::with_exposed_provenance::<u32>(from as usize).wrapping_add(7);
    ///     // SAFETY: does not hold: there are six elements, which is the point of this example.
    ///     unsafe { access::read(element) };
    /// });
    /// assert_eq!(
    ///     fault.unwrap_err().to_string(),
    ///     "block (0, 0), thread 0: reads 4 bytes at offset 28 of global memory, which has 24: that is (2, 1) of (2,3):(3,1)"
    /// );
    /// ```
    pub fn lay_out(&self, elements: Elements) {
        regions::lay_out(self.start(), elements);
    }
    /// Overwrites the memory.
    ///
    /// # Panics
    ///
    /// Panics if `bytes` has a different length.
    pub fn write(&mut self, bytes: &[u8]) {
        assert_eq!(bytes.len(), self.bytes, "bytes");
        let to = self.lines[GUARD..].as_mut_ptr().cast();
        // SAFETY: the lines from there on have that many bytes, and only this call borrows them.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) }
    }
    /// Returns the bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let lines = &self.lines[GUARD..self.lines.len() - GUARD];
        // SAFETY: these were written by `new`, and by kernels with bytes.
        let bytes = lines.iter().flat_map(|line| unsafe { line.assume_init() }.0);
        bytes.take(self.bytes).collect()
    }
}
impl Drop for GlobalMemory {
    fn drop(&mut self) {
        regions::remove(self.start());
    }
}
