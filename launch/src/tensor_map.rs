//! Tensor maps: what the accelerator that copies boxes has to know of a matrix, said once for every machine.
//!
//! The matrix is in rows (or columns) that are contiguous; `inner` is the number inside of one, `outer` that of
//! the row. Hardware has its rules, which [`Tensor::new`] checks, but for the address: that is up to who makes the map.
//!
//! | what | rule |
//! |---|---|
//! | the address | a multiple of 16 bytes |
//! | the elements | 1, 2, 4 or 8 bytes |
//! | from row to row | a multiple of 16 bytes, below 2^40 |
//! | the extents | 1 to 2^32 - 1 |
//! | the box | 1 to 256 elements in each mode, rows of a multiple of 16 bytes; zellige's `TmaBox` reads it off a tile's layout |
//! | the swizzle | 0, 32, 64 or 128 bytes, not less than a row of the box if there is one |

use std::fmt;
use zellige_gpu::TensorMap;

/// A matrix, and the boxes that are copied out of it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// How many bytes an element has.
    pub element: u32,
    /// How many elements a row has, and how many rows there are.
    pub extents: (u32, u32),
    /// How many bytes further on the next row begins.
    pub stride: u64,
    /// The same of a box, in elements and rows.
    pub boxes: (u32, u32),
    /// In blocks of how many bytes a box is swizzled: 0, 32, 64, 128.
    pub swizzle: u32,
}

/// Why the hardware has no map of a matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMap(String);
impl fmt::Display for NoMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no tensor map: {}", self.0)
    }
}
impl std::error::Error for NoMap {}

impl Tensor {
    /// A matrix of `rows` by `columns` elements of so many bytes, contiguous along its rows, which begin
    /// `leading` elements apart.
    ///
    /// ```
    /// use zellige_launch::tensor_map::Tensor;
    /// let error = Tensor::new(2, (10, 12), 13, (64, 128), 128).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: rows begin 26 bytes apart, no multiple of 16");
    /// let error = Tensor::new(2, (512, 512), 512, (64, 300), 128).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: a box of 64 elements by 300 rows");
    /// let error = Tensor::new(2, (512, 512), 512, (128, 64), 128).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: a row of the box has 256 bytes, but the swizzle permutes 128");
    /// ```
    ///
    /// # Errors
    ///
    /// If the hardware has no such map.
    pub fn new(
        element: u32,
        (rows, columns): (u32, u32),
        leading: u32,
        boxes: (u32, u32),
        swizzle: u32,
    ) -> Result<Self, NoMap> {
        let stride = u64::from(leading) * u64::from(element);
        let no = |words: String| Err(NoMap(words));
        if !matches!(element, 1 | 2 | 4 | 8) {
            return no(format!("elements of {element} bytes"));
        }
        let (inner, outer) = boxes;
        if !(1..=256).contains(&inner) || !(1..=256).contains(&outer) {
            return no(format!("a box of {inner} elements by {outer} rows"));
        }
        let row = inner * element;
        if !row.is_multiple_of(16) {
            return no(format!(
                "a row of the box has {row} bytes, no multiple of 16"
            ));
        }
        if !matches!(swizzle, 0 | 32 | 64 | 128) {
            return no(format!("a swizzle in blocks of {swizzle} bytes"));
        }
        if swizzle != 0 && row > swizzle {
            return no(format!(
                "a row of the box has {row} bytes, but the swizzle permutes {swizzle}"
            ));
        }
        if rows == 0 || columns == 0 {
            return no(format!("a matrix of {rows} by {columns} elements"));
        }
        if leading < columns {
            return no(format!("rows of {columns} elements begin {leading} apart"));
        }
        if !stride.is_multiple_of(16) {
            return no(format!(
                "rows begin {stride} bytes apart, no multiple of 16"
            ));
        }
        if stride >= 1 << 40 {
            return no(format!("rows begin {stride} bytes apart, 2^40 or more"));
        }
        Ok(Tensor {
            element,
            extents: (columns, rows),
            stride,
            boxes,
            swizzle,
        })
    }
    /// The map of the matrix at this address for the emulator.
    ///
    /// # Errors
    ///
    /// If the hardware had no such map.
    pub fn emulated(self, address: u64) -> Result<TensorMap, NoMap> {
        let Tensor {
            element,
            extents,
            stride,
            boxes,
            swizzle,
        } = self;
        if !address.is_multiple_of(16) {
            return Err(NoMap(format!(
                "the address {address:#x} is no multiple of 16"
            )));
        }
        let pair = |(a, b): (u32, u32)| u64::from(a) | u64::from(b) << 32;
        let mut map = [0; 16];
        map[..6].copy_from_slice(&[
            address,
            pair(extents),
            stride,
            pair(boxes),
            pair((element, swizzle)),
            MARK,
        ]);
        Ok(TensorMap(map))
    }
}

/// Tells an emulated map from a GPU's.
const MARK: u64 = u64::from_le_bytes(*b"emulated");

/// What is in an emulated map.
pub(crate) struct Encoded {
    pub(crate) address: *const u8,
    pub(crate) extents: (u32, u32),
    pub(crate) stride: u64,
    pub(crate) boxes: (u32, u32),
    pub(crate) element: u32,
    pub(crate) swizzle: u32,
}
impl Encoded {
    /// # Panics
    ///
    /// If the map is not one of [`Tensor::emulated`].
    pub(crate) fn of(map: &TensorMap) -> Self {
        let [address, extents, stride, boxes, element, mark, ..] = map.0;
        assert_eq!(mark, MARK, "a tensor map that is none");
        let pair = |x: u64| (x as u32, (x >> 32) as u32);
        let (element, swizzle) = pair(element);
        Encoded {
            address: std::ptr::with_exposed_provenance(address as usize),
            extents: pair(extents),
            stride,
            boxes: pair(boxes),
            element,
            swizzle,
        }
    }
}
