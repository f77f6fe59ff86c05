//! Tensor maps: the description of a tensor for the tensor memory accelerator, in one form for
//! every machine.
//!
//! A matrix has contiguous rows (or columns); `inner` is the number inside a row, `outer` the
//! number of the row. A tensor has 1 to 5 modes; the first is contiguous. [`Tensor::new`] checks
//! the rules of the hardware, except for the address, which [`Tensor::check_address`] checks when a
//! map is created, and for the coordinates at which boxes begin, which a kernel determines.
//!
//! | property | rule |
//! |---|---|
//! | the address | a multiple of 16 bytes, not 0 |
//! | the elements | 1, 2, 4 or 8 bytes |
//! | the row stride | a multiple of 16 bytes, below 2^40 |
//! | the extents | 1 to 2^32 - 1 |
//! | the box | 1 to 256 elements in each mode, rows of a multiple of 16 bytes, no more bytes than a block has; zellige's `TmaBox` derives it from a tile's layout |
//! | the start of a box | at a multiple of 16 bytes in a row, also outside the tensor |
//! | the swizzle | 0, 32, 64 or 128 bytes; if not 0, at least a row of the box |
//!
//! [`Tensor::padded`] has the rules for numbers of 4 and 6 bits.

mod im2col;
mod padded;

use crate::number::value;
use im2col::Pixels;
use std::{
    any::TypeId,
    fmt,
    ops::Add,
    sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed},
};
use zellige_gpu::number::Format;
use zellige_gpu::{Bf16, F16, Reduction, TensorMap};

/// The maximum number of bytes of shared memory of a block.
const MOST: u64 = 227 << 10;
/// The maximum number of modes of a tensor.
pub const MODES: usize = 5;

/// The type of a tensor's elements. Only reductions depend on it: copies move bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Integers without a sign, or any other elements that are only copied.
    Unsigned,
    /// Integers with a sign.
    Signed,
    /// `f16`.
    F16,
    /// `bf16`.
    Bf16,
    /// `f32` or `f64`, by the size of an element.
    Float,
    /// Numbers of 4 bits. Copies to shared memory pad each 16 of them to 16 bytes.
    Padded4,
    /// Numbers of 6 bits, padded likewise.
    Padded6,
}
impl Numbers {
    const ALL: [Numbers; 7] = [
        Numbers::Unsigned,
        Numbers::Signed,
        Numbers::F16,
        Numbers::Bf16,
        Numbers::Float,
        Numbers::Padded4,
        Numbers::Padded6,
    ];
    /// Returns the type of elements T.
    ///
    /// ```
    /// use zellige_emulator::tensor_map::Numbers;
    /// use zellige_gpu::{Bf16, E4m3};
    /// assert_eq!((Numbers::of::<Bf16>(), Numbers::of::<i32>()), (Numbers::Bf16, Numbers::Signed));
    /// assert_eq!(Numbers::of::<E4m3>(), Numbers::Unsigned); // it is only copied
    /// ```
    #[must_use]
    pub fn of<T: 'static>() -> Self {
        let is = |all: &[TypeId]| all.contains(&TypeId::of::<T>());
        let signed = [TypeId::of::<i32>(), TypeId::of::<i64>()];
        let float = [TypeId::of::<f32>(), TypeId::of::<f64>()];
        match () {
            () if is(&[TypeId::of::<F16>(), TypeId::of::<half::f16>()]) => Numbers::F16,
            () if is(&[TypeId::of::<Bf16>(), TypeId::of::<half::bf16>()]) => Numbers::Bf16,
            () if is(&signed) => Numbers::Signed,
            () if is(&float) => Numbers::Float,
            () => Numbers::Unsigned,
        }
    }
}

/// A tensor, and the boxes that are copied from or to it. Modes are counted from the contiguous
/// one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// The number of bytes of an element, in shared memory if it is padded there.
    element: u32,
    /// The number of modes, 1 to 5.
    modes: usize,
    /// The number of elements of each mode; 1 for unused modes.
    pub(crate) extents: [u32; MODES],
    /// The distance in bytes between adjacent elements along each mode after the first.
    pub(crate) strides: [u64; MODES - 1],
    /// The number of elements of a box along each mode.
    boxes: [u32; MODES],
    /// The number of bytes of the blocks in which a box is swizzled: 0, 32, 64 or 128.
    swizzle: u32,
    numbers: Numbers,
    /// The pixels of im2col mode; none for tiles.
    pixels: Option<Pixels>,
}

/// The reason why the hardware does not support a map of a matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMap(String);
impl fmt::Display for NoMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no tensor map: {}", self.0)
    }
}
impl std::error::Error for NoMap {}

impl Tensor {
    /// Describes a matrix of `rows` by `columns` elements of `element` bytes, contiguous along its
    /// rows, which begin `leading` elements apart.
    ///
    /// ```
    /// use zellige_emulator::tensor_map::Tensor;
    /// let error = Tensor::new(2, (10, 12), 13, (64, 128), 128).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: rows begin 26 bytes apart, not a multiple of 16");
    /// let error = Tensor::new(2, (512, 512), 512, (64, 300), 128).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: a box of 64 elements by 300 rows");
    /// let error = Tensor::new(2, (512, 512), 512, (128, 64), 128).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: a row of the box has 256 bytes, but the swizzle permutes 128");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the hardware does not support the map.
    pub fn new(
        element: u32,
        (rows, columns): (u32, u32),
        leading: u32,
        (inner, outer): (u32, u32),
        swizzle: u32,
    ) -> Result<Self, NoMap> {
        let strides = [u64::from(leading) * u64::from(element)];
        Self::tiled(element, &[columns, rows], &strides, &[inner, outer], swizzle)
    }
    /// Describes a tensor with these extents, the contiguous mode first; `strides` are the strides
    /// of the other modes, in bytes.
    ///
    /// ```
    /// use zellige_emulator::tensor_map::Tensor;
    /// // 6 matrices of 100 by 64 numbers of 16 bits, in boxes of 32 rows of one matrix.
    /// let tensor = Tensor::tiled(2, &[64, 100, 6], &[128, 12800], &[64, 32, 1], 128).unwrap();
    /// assert_eq!((tensor.modes(), tensor.bytes()), (3, 64 * 32 * 2));
    /// assert_eq!((tensor.extents(), tensor.boxes()), ([64, 100, 6].as_slice(), [64, 32, 1].as_slice()));
    /// let error = Tensor::tiled(2, &[64; 6], &[128; 5], &[1; 6], 0).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: a tensor of 6 modes");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the hardware does not support the map.
    pub fn tiled(
        element: u32,
        extents: &[u32],
        strides: &[u64],
        boxes: &[u32],
        swizzle: u32,
    ) -> Result<Self, NoMap> {
        if !matches!(element, 1 | 2 | 4 | 8) {
            return Err(NoMap(format!("elements of {element} bytes")));
        }
        Self::of_bits(8 * element, element, extents, strides, boxes, swizzle)
    }
    /// Describes a tensor of elements of `bits` bits, which are `element` bytes of shared memory.
    fn of_bits(
        bits: u32,
        element: u32,
        extents: &[u32],
        strides: &[u64],
        boxes: &[u32],
        swizzle: u32,
    ) -> Result<Self, NoMap> {
        let no = |words: String| Err(NoMap(words));
        let modes = extents.len();
        if !(1..=MODES).contains(&modes) {
            return no(format!("a tensor of {modes} modes"));
        }
        if boxes.len() != modes || strides.len() != modes - 1 {
            let (boxes, strides) = (boxes.len(), strides.len());
            return no(format!(
                "{modes} extents, but {boxes} extents of the box and {strides} strides"
            ));
        }
        if boxes.iter().any(|extent| !(1..=256).contains(extent)) {
            return no(match *boxes {
                [inner, outer] => format!("a box of {inner} elements by {outer} rows"),
                _ => format!("a box of {boxes:?} elements"),
            });
        }
        let bytes = boxes.iter().map(|&extent| u64::from(extent));
        let bytes = bytes.product::<u64>() * u64::from(element);
        if bytes > MOST {
            return no(format!("a box of {bytes} bytes, more than the {MOST} of a block"));
        }
        let row = boxes[0] * element;
        if !row.is_multiple_of(16) {
            return no(format!("a row of the box has {row} bytes, not a multiple of 16"));
        }
        if !matches!(swizzle, 0 | 32 | 64 | 128) {
            return no(format!("a swizzle in blocks of {swizzle} bytes"));
        }
        if swizzle != 0 && row > swizzle {
            return no(format!(
                "a row of the box has {row} bytes, but the swizzle permutes {swizzle}"
            ));
        }
        if extents.contains(&0) {
            return no(match *extents {
                [columns, rows] => format!("a matrix of {rows} by {columns} elements"),
                _ => format!("a tensor of {extents:?} elements"),
            });
        }
        if let [stride, ..] = *strides {
            let (columns, leading) = (extents[0], 8 * u128::from(stride) / u128::from(bits));
            if leading < u128::from(columns) {
                return no(format!("rows of {columns} elements begin {leading} apart"));
            }
        }
        for stride in strides {
            if !stride.is_multiple_of(16) {
                return no(format!("rows begin {stride} bytes apart, not a multiple of 16"));
            }
            if *stride >= 1 << 40 {
                return no(format!("rows begin {stride} bytes apart, 2^40 or more"));
            }
        }
        let all = |given: &[u32]| {
            let mut all = [1; MODES];
            all[..modes].copy_from_slice(given);
            all
        };
        let mut steps = [0; MODES - 1];
        steps[..modes - 1].copy_from_slice(strides);
        Ok(Tensor {
            element,
            modes,
            extents: all(extents),
            strides: steps,
            boxes: all(boxes),
            swizzle,
            numbers: Numbers::Unsigned,
            pixels: None,
        })
    }
    /// Describes the same tensor with elements of this type, for reductions; without this, they are
    /// unsigned integers.
    ///
    /// ```
    /// use zellige_emulator::tensor_map::{Numbers, Tensor};
    /// let tensor = Tensor::new(4, (512, 512), 512, (32, 64), 128)?;
    /// assert_eq!(tensor.of_numbers(Numbers::Float)?.numbers(), Numbers::Float);
    /// let error = tensor.of_numbers(Numbers::Bf16).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: elements of 4 bytes are not of the type Bf16");
    /// # Ok::<(), zellige_emulator::tensor_map::NoMap>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the type does not have elements of this size.
    pub fn of_numbers(self, numbers: Numbers) -> Result<Self, NoMap> {
        let element = self.element;
        let fits = match numbers {
            _ if self.numbers.padded().is_some() => false,
            Numbers::Padded4 | Numbers::Padded6 => false,
            Numbers::Unsigned => true,
            Numbers::F16 | Numbers::Bf16 => element == 2,
            Numbers::Signed | Numbers::Float => matches!(element, 4 | 8),
        };
        if !fits {
            return Err(NoMap(format!(
                "elements of {element} bytes are not of the type {numbers:?}"
            )));
        }
        Ok(Tensor { numbers, ..self })
    }
    /// Returns the type of the elements.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        self.numbers
    }
    /// Returns the error if the accelerator does not combine such elements in this way.
    pub(crate) fn no_reduction(&self, by: Reduction) -> Option<String> {
        let (numbers, bits) = (self.numbers, 8 * self.element);
        let combines = match numbers {
            Numbers::Unsigned | Numbers::Signed => bits >= 32,
            Numbers::F16 | Numbers::Bf16 => true,
            Numbers::Float => by == Reduction::Add,
            Numbers::Padded4 | Numbers::Padded6 => false,
        };
        (!combines).then(|| {
            format!(
                "combines elements of {bits} bits, of the type {numbers:?}, by {by:?}, which the accelerator does not"
            )
        })
    }
    /// Combines an element of the tensor, atomically, with an element of a box.
    ///
    /// # Safety
    ///
    /// Both pointers point to an element, aligned. Only reductions use the first one meanwhile.
    pub(crate) unsafe fn combine(&self, by: Reduction, to: *mut u8, from: *const u8) {
        macro_rules! update {
            ($Atomic:ident $T:ty) => {{
                // SAFETY: as the caller promises.
                let (all, y) = unsafe { ($Atomic::from_ptr(to.cast()), from.cast::<$T>().read()) };
                let f = |x: $T| Some(self.combined(by, x.into(), y.into()) as $T);
                let _ = all.fetch_update(Relaxed, Relaxed, f);
            }};
        }
        match self.element {
            2 => update!(AtomicU16 u16),
            4 => update!(AtomicU32 u32),
            _ => update!(AtomicU64 u64),
        }
    }
    /// Returns the bits of the combination of two elements, given by their bits.
    fn combined(&self, by: Reduction, x: u64, y: u64) -> u64 {
        macro_rules! combine {
            ($x:expr, $y:expr, $add:ident) => {
                match by {
                    Reduction::Add => $x.$add($y),
                    Reduction::Min => $x.min($y),
                    Reduction::Max => $x.max($y),
                }
            };
        }
        let floats = |format| combine!(value(format, x), value(format, y), add);
        let unused = 64 - 8 * self.element;
        let signed = |x: u64| (x << unused).cast_signed() >> unused;
        match self.numbers {
            Numbers::Unsigned | Numbers::Padded4 | Numbers::Padded6 => {
                combine!(x, y, wrapping_add)
            }
            Numbers::Signed => combine!(signed(x), signed(y), wrapping_add).cast_unsigned(),
            Numbers::F16 => half::f16::from_f64(floats(Format::F16)).to_bits().into(),
            Numbers::Bf16 => half::bf16::from_f64(floats(Format::Bf16)).to_bits().into(),
            Numbers::Float if self.element == 4 => (floats(Format::F32) as f32).to_bits().into(),
            Numbers::Float => floats(Format::F64).to_bits(),
        }
    }
    /// Returns the number of bytes of an element.
    #[must_use]
    pub fn element(&self) -> u32 {
        self.element
    }
    /// Returns the number of modes, 1 to 5.
    #[must_use]
    pub fn modes(&self) -> usize {
        self.modes
    }
    /// Returns the number of elements of each mode.
    #[must_use]
    pub fn extents(&self) -> &[u32] {
        &self.extents[..self.modes]
    }
    /// Returns the distance in bytes between adjacent elements along each mode after the first.
    #[must_use]
    pub fn strides(&self) -> &[u64] {
        &self.strides[..self.modes - 1]
    }
    /// Returns the number of elements of a box along each mode; the channels and the pixels of a
    /// column of im2col mode.
    #[must_use]
    pub fn boxes(&self) -> &[u32] {
        &self.boxes[..if self.pixels.is_some() { 2 } else { self.modes }]
    }
    /// Returns the number of bytes of the blocks in which a box is swizzled: 0, 32, 64 or 128.
    #[must_use]
    pub fn swizzle(&self) -> u32 {
        self.swizzle
    }
    /// Returns an error unless a tensor may begin at this address.
    ///
    /// ```
    /// use zellige_emulator::tensor_map::Tensor;
    /// let tensor = Tensor::new(2, (512, 512), 512, (64, 64), 128).unwrap();
    /// assert!(tensor.check_address(0x1000).is_ok());
    /// let words = |address| tensor.check_address(address).unwrap_err().to_string();
    /// assert_eq!(words(0x1008), "no tensor map: the address 0x1008 is not a multiple of 16");
    /// assert_eq!(words(0), "no tensor map: the address is 0");
    /// assert_eq!(words(u64::MAX - 0xfff), "no tensor map: 524288 bytes from 0xfffffffffffff000 on reach past the last address");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the address is 0 or not a multiple of 16, or if the tensor reaches past
    /// the last address.
    pub fn check_address(&self, address: u64) -> Result<(), NoMap> {
        let steps = [&[u64::from(self.element)], self.strides()].concat();
        let last = |(extent, step): (&u32, u64)| u128::from(*extent - 1) * u128::from(step);
        let last: u128 = self.extents().iter().zip(steps).map(last).sum();
        let bytes = last + u128::from(self.element);
        if address == 0 {
            Err(NoMap("the address is 0".into()))
        } else if !address.is_multiple_of(self.unit()) {
            let unit = self.unit();
            Err(NoMap(format!("the address {address:#x} is not a multiple of {unit}")))
        } else if u128::from(address) + bytes > 1 << 64 {
            Err(NoMap(format!("{bytes} bytes from {address:#x} on reach past the last address")))
        } else {
            Ok(())
        }
    }
    /// Returns the number of bytes of a box in shared memory.
    #[must_use]
    pub fn bytes(&self) -> u32 {
        self.element * self.boxes.iter().product::<u32>()
    }
    /// Returns the map of the matrix at this address for the emulator.
    ///
    /// # Errors
    ///
    /// Returns an error if the hardware would not support the map, as
    /// [`check_address`](Self::check_address) does.
    pub fn emulated(self, address: u64) -> Result<TensorMap, NoMap> {
        self.check_address(address)?;
        Ok(self.encoded(address))
    }
    /// Returns the map of the matrix at this address, whatever it is.
    pub(crate) fn encoded(self, address: u64) -> TensorMap {
        let pair = |a: u32, b: u32| u64::from(a) | u64::from(b) << 32;
        let Tensor { extents: e, boxes: b, .. } = self;
        let mut map = [0; 16];
        map[..8].copy_from_slice(&[
            MARK,
            address,
            pair(self.element, self.swizzle),
            pair(e[0], e[1]),
            pair(e[2], e[3]),
            pair(e[4], b[4]),
            pair(b[0], b[1]),
            pair(b[2], b[3]),
        ]);
        map[8..12].copy_from_slice(&self.strides);
        map[12] = self.modes as u64;
        map[13] = self.numbers as u64;
        if let Some(pixels) = self.pixels {
            map[13] |= Pixels::words(pixels)[0] << 16;
            map[14..].copy_from_slice(&Pixels::words(pixels)[1..]);
        }
        TensorMap(map)
    }
    /// Returns the map that a kernel releases, with the number of the release, which is not 0.
    pub(crate) fn released(self, address: u64, number: u32) -> TensorMap {
        let TensorMap(mut map) = self.encoded(address);
        map[0] = u64::from(RELEASED) | u64::from(number) << 32;
        TensorMap(map)
    }
    /// Returns the number of the release of a map; 0 if the host created it.
    pub(crate) fn release(map: &TensorMap) -> u32 {
        if map.0[0] as u32 == RELEASED { (map.0[0] >> 32) as u32 } else { 0 }
    }
    /// Returns the content of an emulated map, and the address of the tensor.
    ///
    /// # Panics
    ///
    /// Panics if the map was not created by [`emulated`](Self::emulated), or by a kernel from such
    /// a map.
    pub(crate) fn of(map: &TensorMap) -> (Self, *mut u8) {
        let is_map = map.0[0] == MARK || Self::release(map) > 0;
        assert!(is_map, "this is not an emulated tensor map");
        let map = &map.0;
        let pair = |x: u64| [x as u32, (x >> 32) as u32];
        let ([element, swizzle], [e4, b4]) = (pair(map[2]), pair(map[5]));
        let ([e0, e1], [e2, e3]) = (pair(map[3]), pair(map[4]));
        let ([b0, b1], [b2, b3]) = (pair(map[6]), pair(map[7]));
        let tensor = Tensor {
            element,
            pixels: Pixels::of([map[13] >> 16, map[14], map[15]]),
            modes: map[12] as usize,
            extents: [e0, e1, e2, e3, e4],
            strides: [map[8], map[9], map[10], map[11]],
            boxes: [b0, b1, b2, b3, b4],
            swizzle,
            numbers: Numbers::ALL[(map[13] & 0xffff) as usize],
        };
        (tensor, std::ptr::with_exposed_provenance_mut(map[1] as usize))
    }
}

/// The mark that distinguishes an emulated map from a GPU's.
const MARK: u64 = u64::from_le_bytes(*b"emulated");
/// The mark of a map that a kernel has edited and released.
const RELEASED: u32 = u32::from_le_bytes(*b"edit");
