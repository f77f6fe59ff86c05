//! Global memory.

use std::{marker::PhantomData, ptr};

/// Borrowed elements that the threads of a kernel use at the same time.
///
/// ```
/// use zellige_emulator::Memory;
/// let mut numbers = [1, 2, 3];
/// let memory = Memory::write(&mut numbers);
/// // SAFETY: there are three of them.
/// unsafe { *memory.pointer_mut().add(2) += 1 };
/// assert_eq!(numbers, [1, 2, 4]);
/// ```
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

/// Memory with the alignment that a GPU's has, as far as instructions ask for it: 128 bytes.
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
    lines: Vec<Line>,
    bytes: usize,
}
#[derive(Copy, Clone)]
#[repr(align(128))]
struct Line([u8; 128]);

impl GlobalMemory {
    /// The memory with these bytes.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let line = |part: &[u8]| {
            let mut line = [0xff; 128];
            line[..part.len()].copy_from_slice(part);
            Line(line)
        };
        GlobalMemory {
            lines: bytes.chunks(128).map(line).collect(),
            bytes: bytes.len(),
        }
    }
    /// Its address, as a kernel takes it.
    pub fn address(&mut self) -> u64 {
        self.lines.as_mut_ptr().expose_provenance() as u64
    }
    /// Overwrites it.
    ///
    /// # Panics
    ///
    /// If these are not as many bytes.
    pub fn write(&mut self, bytes: &[u8]) {
        assert_eq!(bytes.len(), self.bytes, "bytes");
        let to = self.lines.as_mut_ptr().cast();
        // SAFETY: the lines have that many bytes. No reference to them is made, so addresses that kernels have stay good.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) }
    }
    /// What is in it.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.lines.iter().flat_map(|line| line.0).collect();
        bytes.truncate(self.bytes);
        bytes
    }
}
