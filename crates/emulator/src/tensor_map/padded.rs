//! Maps of numbers of 4 and 6 bits that copies pad.

use super::{MODES, NoMap, Numbers, Tensor};

impl Numbers {
    /// Returns the bits of a number that copies pad.
    pub(crate) fn padded(self) -> Option<u32> {
        match self {
            Numbers::Padded4 => Some(4),
            Numbers::Padded6 => Some(6),
            _ => None,
        }
    }
}
impl Tensor {
    /// Describes a tensor of numbers of 4 or 6 bits, which lie in memory without padding, two in a
    /// byte or four in three bytes. Copies to shared memory pad them as
    /// [`Padded`](zellige_gpu::number::Padded) says; there are no copies from there. CUDA:
    /// `CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B`, `..16U6_ALIGN16B`.
    ///
    /// Besides the rules of [`tiled`](Self::tiled), the first extent is a multiple of 128, that of
    /// the box is 128, and strides and the address are multiples of 32 bytes.
    ///
    /// ```
    /// use zellige_emulator::tensor_map::Tensor;
    /// // 200 rows of 384 numbers of 4 bits: 192 bytes. A box has 64 rows of 128 bytes.
    /// let tensor = Tensor::padded(4, &[384, 200], &[192], &[128, 64], 128)?;
    /// assert_eq!((tensor.bytes(), tensor.arriving()), (64 * 128, 64 * 64));
    /// let no = |extent, stride| Tensor::padded(6, &[extent, 200], &[stride], &[128, 64], 128);
    /// let error = no(320, 240).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: rows of 320 numbers of 6 bits, not of a multiple of 128");
    /// let error = no(384, 304).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: rows begin 304 bytes apart, not a multiple of 32");
    /// # Ok::<(), zellige_emulator::tensor_map::NoMap>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the hardware does not support the map.
    pub fn padded(
        bits: u32,
        extents: &[u32],
        strides: &[u64],
        boxes: &[u32],
        swizzle: u32,
    ) -> Result<Self, NoMap> {
        let no = |words: String| Err(NoMap(words));
        let numbers = match bits {
            4 => Numbers::Padded4,
            6 => Numbers::Padded6,
            _ => return no(format!("numbers of {bits} bits are not padded")),
        };
        let tensor = Self::of_bits(bits, 1, extents, strides, boxes, swizzle)?;
        if !extents[0].is_multiple_of(128) {
            let extent = extents[0];
            return no(format!(
                "rows of {extent} numbers of {bits} bits, not of a multiple of 128"
            ));
        }
        if boxes[0] != 128 {
            return no(format!(
                "a row of the box has {} numbers of {bits} bits, not 128",
                boxes[0]
            ));
        }
        if let Some(stride) = strides.iter().find(|stride| !stride.is_multiple_of(32)) {
            return no(format!("rows begin {stride} bytes apart, not a multiple of 32"));
        }
        Ok(Tensor { numbers, ..tensor })
    }
    /// Returns the number of bytes of a box that arrive at a barrier: those without padding.
    #[must_use]
    pub fn arriving(&self) -> u32 {
        self.bytes() * self.numbers.padded().unwrap_or(8) / 8
    }
    /// Returns the alignment of the address, and of a box in a row, in bytes.
    pub(crate) fn unit(&self) -> u64 {
        if self.numbers.padded().is_some() { 32 } else { 16 }
    }
    /// Returns the parts that are copied as they are: the bytes from one to the next in shared
    /// memory, and the size and the number of the pieces of each.
    pub(crate) fn parts(&self) -> (u32, u32, u32) {
        match self.numbers.padded() {
            Some(bits) => (16, 4, bits / 2),
            None => (self.element, self.element, 1),
        }
    }
    /// Returns the error if a box does not begin at these coordinates.
    pub(crate) fn no_start(&self, at: &[i32; MODES]) -> Option<String> {
        let first = i64::from(at[0]);
        if let Some(bits) = self.numbers.padded() {
            return (first % 128 != 0).then(|| {
                format!(
                    "copies a box that begins at number {first} of a row of numbers of {bits} \
                         bits, which is not a multiple of 128"
                )
            });
        }
        let byte = first * i64::from(self.element);
        (byte % 16 != 0).then(|| {
            format!(
                "copies a box that begins at byte {byte} of a row, which is not a multiple of 16"
            )
        })
    }
}
