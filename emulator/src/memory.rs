//! Global memory.

/// Memory with the alignment that a GPU's has, as far as instructions ask for it: 128 bytes.
///
/// ```
/// use zellige_emulator::memory::GlobalMemory;
/// let mut memory = GlobalMemory::new(&[1, 2, 3]);
/// assert_eq!(memory.address() % 128, 0);
/// assert_eq!(memory.bytes(), [1, 2, 3]);
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
    /// What is in it.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.lines.iter().flat_map(|line| line.0).collect();
        bytes.truncate(self.bytes);
        bytes
    }
}
