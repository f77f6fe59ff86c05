//! Maps of im2col mode: the pixels at which a filter begins.

use super::{MODES, MOST, NoMap, Tensor};

/// The pixels of images of im2col mode, in each of the one to three modes of an image: where the
/// first ones are, and where the last ones may be after the last element, and the steps.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Pixels {
    lower: [i16; MODES - 2],
    upper: [i16; MODES - 2],
    steps: [u16; MODES - 2],
}
impl Pixels {
    /// Returns the steps, the lower and the upper corners as words of 48 bits.
    pub(super) fn words(self) -> [u64; 3] {
        let Pixels { lower, upper, steps } = self;
        let signed = |x: [i16; 3]| x.map(i16::cast_unsigned);
        let word = |x: [u16; 3]| x.into_iter().rev().fold(0, |all, x| all << 16 | u64::from(x));
        [steps, signed(lower), signed(upper)].map(word)
    }
    /// Returns the pixels with these words; `None` for tiles, which have steps of 0.
    pub(super) fn of(words: [u64; 3]) -> Option<Self> {
        let parts = |word: u64| [0, 16, 32].map(|from| (word >> from) as u16);
        let [steps, lower, upper] = words.map(parts);
        let signed = |x: [u16; 3]| x.map(u16::cast_signed);
        (steps[0] > 0).then_some(Pixels { lower: signed(lower), upper: signed(upper), steps })
    }
}

impl Tensor {
    /// Describes images for im2col mode, with 1 to 3 modes between the channels, which are
    /// contiguous, and the number of the image. A copy brings a column: `pixels` pixels, with
    /// `channels` channels each.
    ///
    /// The pixels are those at which a filter begins. In each mode of an image of x elements, they
    /// are `steps` apart, from the corner `lower` to x - 1 plus the corner `upper`. A filter of r
    /// elements that are d apart, with a padding of p before and q after the image, has the
    /// corners -p and q - d (r - 1).
    ///
    /// ```
    /// use zellige_emulator::tensor_map::Tensor;
    /// // 4 images of 20 by 30 pixels with 64 channels, under a filter of 3 by 5 with a padding of
    /// // 1 by 2 and steps of 1 by 2. The contiguous mode is first.
    /// let (extents, strides) = ([64, 30, 20, 4], [128, 3840, 76800]);
    /// let corners = ([-2, -1], [-2, -1]);
    /// let images = Tensor::im2col(2, &extents, &strides, corners, [2, 1], (64, 128), 128)?;
    /// assert_eq!((images.boxes(), images.bytes()), ([64, 128].as_slice(), 64 * 128 * 2));
    /// let column = (64, 128);
    /// let no = |corners, steps| Tensor::im2col(2, &extents, &strides, corners, steps, column, 128);
    /// let error = no(corners, [9, 1]).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: steps of 9 pixels, not 1 to 8");
    /// let error = no(([-200, -1], [-2, -1]), [2, 1]).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: a corner of -200 pixels, not -128 to 127");
    /// let error = no((corners.0, [-32, -1]), [2, 1]).unwrap_err();
    /// assert_eq!(error.to_string(), "no tensor map: no pixel from -2 to 29 - 32");
    /// # Ok::<(), zellige_emulator::tensor_map::NoMap>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the hardware does not support the map.
    pub fn im2col<const S: usize>(
        element: u32,
        extents: &[u32],
        strides: &[u64],
        (lower, upper): ([i32; S], [i32; S]),
        steps: [u32; S],
        (channels, pixels): (u32, u32),
        swizzle: u32,
    ) -> Result<Self, NoMap> {
        let no = |words: String| Err(NoMap(words));
        if !(1..=MODES - 2).contains(&S) || extents.len() != S + 2 {
            return no(format!("images of {S} modes in a tensor of {} modes", extents.len()));
        }
        if !(1..=1024).contains(&pixels) {
            return no(format!("a column of {pixels} pixels, not 1 to 1024"));
        }
        let mut boxes = [1; MODES];
        boxes[0] = channels;
        // All but the number of pixels is as for a box of one pixel.
        let tensor = Self::tiled(element, extents, strides, &boxes[..S + 2], swizzle)?;
        boxes[1] = pixels;
        let tensor = Tensor { boxes, ..tensor };
        if u64::from(tensor.bytes()) > MOST {
            return no(format!(
                "a column of {} bytes, more than the {MOST} of a block",
                tensor.bytes()
            ));
        }
        let most = [1 << 15, 1 << 7, 1 << 4][S - 1];
        let mut all = Pixels { lower: [0; 3], upper: [0; 3], steps: [1; 3] };
        for i in 0..S {
            let (first, last, x) = (lower[i], upper[i], i64::from(extents[1 + i]) - 1);
            for corner in [first, last] {
                if !(-most..most).contains(&corner) {
                    let range = format!("{} to {}", -most, most - 1);
                    return no(format!("a corner of {corner} pixels, not {range}"));
                }
            }
            if !(1..=8).contains(&steps[i]) {
                return no(format!("steps of {} pixels, not 1 to 8", steps[i]));
            }
            if x + i64::from(last) < i64::from(first) {
                let sign = if last < 0 { '-' } else { '+' };
                let last = last.unsigned_abs();
                return no(format!("no pixel from {first} to {x} {sign} {last}"));
            }
            (all.lower[i], all.upper[i]) = (first as i16, last as i16);
            all.steps[i] = steps[i] as u16;
        }
        Ok(Tensor { pixels: Some(all), ..tensor })
    }
    /// Returns the corners and the steps of im2col mode, in each mode of an image: `lower`,
    /// `upper`, `steps`. `None` for tiles.
    #[must_use]
    pub fn pixels(&self) -> Option<([i32; 3], [i32; 3], [u32; 3])> {
        let Pixels { lower, upper, steps } = self.pixels?;
        Some((lower.map(i32::from), upper.map(i32::from), steps.map(u32::from)))
    }
    /// Returns the error if a column of im2col mode does not begin at these coordinates, or has no
    /// elements at these offsets.
    pub(crate) fn no_column(&self, at: &[i32; MODES], offsets: &[u16]) -> Option<String> {
        let Some(pixels) = self.pixels else {
            return Some("copies a column of pixels by a map of tiles".into());
        };
        let most = [1u32 << 16, 1 << 8, 1 << 5][offsets.len() - 1];
        for (i, offset) in offsets.iter().enumerate() {
            let (x, n) = (i64::from(at[1 + i]), self.positions(&pixels, i));
            let (first, step) = (i64::from(pixels.lower[i]), i64::from(pixels.steps[i]));
            if (x - first) % step != 0 || !(0..n).contains(&((x - first) / step)) {
                let last = first + (n - 1) * step;
                return Some(format!(
                    "copies a column from pixel {x} on, not one from {first} to {last} in steps of {step}"
                ));
            }
            if u32::from(*offset) >= most {
                return Some(format!(
                    "copies a column at the offset {offset}, not less than {most}"
                ));
            }
        }
        None
    }
    /// Returns the number of pixels of im2col mode in mode i of an image.
    fn positions(&self, pixels: &Pixels, i: usize) -> i64 {
        let last = i64::from(self.extents[1 + i]) - 1 + i64::from(pixels.upper[i]);
        (last - i64::from(pixels.lower[i])) / i64::from(pixels.steps[i]) + 1
    }
    /// Returns the offset in bytes of element `i` of the box at these coordinates; of a column of
    /// im2col mode, at these offsets in an image. `None` if it is outside of the tensor.
    pub(crate) fn offset(&self, at: &[i32; MODES], offsets: &[u16; 3], i: u32) -> Option<u64> {
        let mut rest = i64::from(i);
        let mut part = |of: i64| {
            let part = rest % of;
            rest /= of;
            part
        };
        let mut x = [0; MODES];
        if let Some(pixels) = &self.pixels {
            x[0] = i64::from(at[0]) + part(self.boxes[0].into());
            let last = self.modes - 1;
            let mut pixel = part(self.boxes[1].into());
            for mode in 1..last {
                let (first, step) =
                    (i64::from(pixels.lower[mode - 1]), i64::from(pixels.steps[mode - 1]));
                let (n, begin) = (self.positions(pixels, mode - 1), i64::from(at[mode]));
                pixel += (begin - first) / step;
                x[mode] = first + pixel % n * step + i64::from(offsets[mode - 1]);
                pixel /= n;
            }
            x[last] = i64::from(at[last]) + pixel;
        } else {
            for (mode, x) in x.iter_mut().enumerate() {
                *x = i64::from(at[mode]) + part(self.boxes[mode].into());
            }
        }
        let mut offset = 0;
        for (mode, x) in x.into_iter().enumerate().take(self.modes) {
            let x = u64::try_from(x).ok().filter(|x| *x < self.extents[mode].into())?;
            offset += match (mode, self.numbers.padded()) {
                (0, Some(bits)) => x * u64::from(bits) / 8,
                (0, None) => x * u64::from(self.element),
                _ => x * self.strides[mode - 1],
            };
        }
        Some(offset)
    }
}
