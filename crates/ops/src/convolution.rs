//! Convolutions of images.

use crate::matmul::{of_boxes, small};
use crate::plan::{Home, by_row, operands, operator};
use crate::rows::{Rows, contiguous, same_shape, same_type};
use crate::tensor::{View, ensure, refuse, refused, words};
use crate::{Activation, Error, Ops, Plan, Tensor, TensorMut};
use std::ptr;
use zellige_gpu::engine::Walk;
use zellige_launch::device::Map;
use zellige_launch::tensor_map::{NoMap, Tensor as Described};
use zellige_ops_kernels::convolution as kernels;

/// The convolution y = activation(x * w + bias) + beta C of images x (n, h, w, c) by filters w
/// (k, r, s, c); y and C are (n, p, q, k).
///
/// ```text
/// (x * w)(n, p, q, k) = sum over r, s, c of w(k, r, s, c)
///                       x(n, step p - padding + dilation r, step q - padding + dilation s, c)
/// p = (h + 2 padding - dilation (r - 1) - 1) / step + 1, rounded down, and q alike
/// ```
///
/// The shapes are those of PyTorch's `channels_last`, permuted by (0, 2, 3, 1). Elements are bf16
/// or f16, and sums are f32. It runs on Hopper: channels are contiguous, and pixels, rows, images
/// and the elements of filters begin at multiples of 16 bytes. Steps are at most 8, paddings 128;
/// `dilation (r - 1)` is less than 256, and at most 128 more than the padding. No workspace is
/// used.
///
/// ```
/// use half::bf16;
/// use zellige_ops::{Activation, Convolution, Ops};
/// let ops = Ops::emulator();
/// let (queue, x) = (ops.queue(), ops.buffer(&[bf16::ONE; 5 * 6 * 8])?); // an image, 8 channels
/// let (w, mut y) = (ops.buffer(&[bf16::ONE; 2 * 9 * 8])?, ops.buffer(&[bf16::ZERO; 5 * 6 * 2])?);
/// let (x, w) = (queue.tensor(&x, [1, 5, 6, 8])?, queue.tensor(&w, [2, 3, 3, 8])?);
/// let y_of = queue.tensor_mut(&mut y, [1, 5, 6, 2])?;
/// Convolution::new(x, w, y_of).padding([1, 1]).activation(Activation::Relu).launch(&queue)?;
/// let y = y.read()?;
/// assert_eq!((y[0].to_f32(), y[2 * 7].to_f32()), (32.0, 72.0)); // at the corner, and inside
/// # Ok::<(), zellige_ops::Error>(())
/// ```
///
/// A result of another shape is refused: `convolution: y has the shape (1,5,6,2), but x and w needs
/// (1,3,4,2)` without the padding.
#[must_use = "an operator does nothing until `launch`"]
pub struct Convolution<'t> {
    x: Tensor<'t>,
    w: Tensor<'t>,
    y: TensorMut<'t>,
    c: Option<Tensor<'t>>,
    bias: Option<Tensor<'t>>,
    beta: f32,
    activation: Activation,
    padding: [usize; 2],
    step: [usize; 2],
    dilation: [usize; 2],
}
impl<'t> Convolution<'t> {
    const NAME: &'static str = "convolution";
    /// Returns the convolution without padding, of neighbouring elements, at each pixel.
    pub fn new(x: Tensor<'t>, w: Tensor<'t>, y: TensorMut<'t>) -> Self {
        let (c, bias, beta, activation) = (None, None, 0.0, Activation::None);
        let (padding, step, dilation) = ([0; 2], [1; 2], [1; 2]);
        Convolution { x, w, y, c, bias, beta, activation, padding, step, dilation }
    }
    /// Adds this many rows and columns of zeros on both sides of an image.
    pub fn padding(self, padding: [usize; 2]) -> Self {
        Convolution { padding, ..self }
    }
    /// Moves the filter by this many rows and columns from one pixel of y to the next.
    pub fn step(self, step: [usize; 2]) -> Self {
        Convolution { step, ..self }
    }
    /// Takes the elements of the filter to be this many rows and columns apart.
    pub fn dilation(self, dilation: [usize; 2]) -> Self {
        Convolution { dilation, ..self }
    }
    /// Adds a number to each channel of y.
    pub fn bias(self, bias: Tensor<'t>) -> Self {
        Convolution { bias: Some(bias), ..self }
    }
    /// Applies a function then.
    pub fn activation(self, activation: Activation) -> Self {
        Convolution { activation, ..self }
    }
    /// Adds beta C at the end: a residual.
    pub fn plus(self, beta: f32, c: Tensor<'t>) -> Self {
        Convolution { beta, c: Some(c), ..self }
    }

    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (x, w, y) = (&self.x.view, &self.w.view, &self.y.view);
        let [c, bias] = [&self.c, &self.bias].map(|x| x.as_ref().map(|x| &x.view));
        let all = operands![w, y, c, bias];
        ops.check(home, &[&operands![x], &all[..]].concat())?;
        let (&[n, h, along, channels], &[k, r, s, of_w]) = (x.shape(), w.shape()) else {
            let (x, w) = (words(x.shape()), words(w.shape()));
            refuse!("x is {x} and w is {w}, not (n,h,w,c) and (k,r,s,c)");
        };
        ensure!(channels == of_w, "x has {channels} channels, and w has {of_w}");
        let (down, below, p) = self.walk(0, h, r)?;
        let (across, behind, q) = self.walk(1, along, s)?;
        same_shape("y", y, &[n, p, q, k], "x and w")?;
        for (name, view) in all {
            view.map_or(Ok(()), |view| same_type(name, view, "x", x))?;
        }
        c.map_or(Ok(()), |c| same_shape("c", c, y.shape(), "y"))?;
        if let Some(bias) = bias {
            same_shape("bias", bias, &[k], "w")?;
            contiguous("bias", bias)?;
        }
        if y.is_empty() {
            return Ok(Plan::nothing());
        }
        ops.hopper()?;
        let (of_y, of_c) = (Rows::of("y", y)?, Rows::of("c", c.unwrap_or(y))?);
        for (name, Rows { ld, .. }) in [("y", of_y), ("c", of_c)] {
            ensure!(
                ld < 1 << 25,
                "the pixels of {name} are {ld} elements apart, which is 2^25 or more"
            );
        }
        let (pixels, filters) = (of_y.rows, of_y.columns);
        of_boxes(&[("the number of pixels", pixels), ("k", filters)])?;
        let tiles = u64::from(pixels.div_ceil(128)) * u64::from(filters.div_ceil(128));
        ensure!(tiles < 1 << 27, "y has {tiles} tiles, which are 2^27 or more");
        let multiprocessors = ops.device().multiprocessors();
        let tile = kernels::best(pixels, filters, multiprocessors);
        // Without elements to multiply, the sums are 0.
        let channels = if x.is_empty() { 0 } else { small("c", channels)? };
        let lower = [across, down].map(|walk| -(walk.padding as i32));
        let steps = [across, down].map(|walk| walk.step);
        let map_x = map(ops, "x", x, channels, |extents, strides| {
            let corners = (lower, [behind, below]);
            Described::im2col(2, extents, strides, corners, steps, (64, 128), 128)
        })?;
        let map_w = map(ops, "w", w, channels, |extents, strides| {
            Described::tiled(2, extents, strides, &[64, 1, 1, tile], 128)
        })?;
        let (at_x, at_w) = (map_x.pointer(), map_w.pointer());
        let pointer = |view: Option<&View>| view.map_or(ptr::null(), |view| view.pointer::<u8>());
        let (c, bias, grid) = (pointer(c), pointer(bias), (multiprocessors as usize, 1));
        let [n, p, q, r, s] = [n, p, q, r, s].map(|extent| extent as u32); // of y, and of maps
        let activation = self.activation as u32;
        let reason = match tile {
            128 => "tiles of 128 filters",
            160 => "tiles of 160 filters",
            _ => "tiles of 256 filters",
        };
        by_row! {
            dependent: tile, x.kind, reason, grid,
            (
                n, p, q, filters, channels, r, s, down.padding, across.padding, down.step,
                across.step, down.dilation, across.dilation, at_x, at_w, c.cast(), of_c.ld,
                y.pointer_mut(), of_y.ld, bias.cast(), 1.0, self.beta, activation,
            ),
            (self, map_x, map_w),
            kernels {
                128 => convolution_bf16_128 convolution_f16_128;
                160 => convolution_bf16_160 convolution_f16_160;
                _ => convolution_bf16_256 convolution_f16_256;
            }
        }
    }
    /// Returns how a filter of this extent moves along mode i of an image, the corner of the last
    /// pixel after the image, and the extent of the result.
    fn walk(&self, i: usize, extent: usize, filter: usize) -> Result<(Walk, i32, usize), Error> {
        let what = ["rows", "columns"][i];
        let (extent, filter) = (small(what, extent)?, small("the filter", filter)?);
        let [padding, step, dilation] = [self.padding[i], self.step[i], self.dilation[i]];
        ensure!(padding <= 128, "the padding is {padding} {what}, which is more than 128");
        let (step, dilation) = (small("the step", step)?, small("the dilation", dilation)?);
        ensure!(
            filter != 0 && step != 0 && dilation != 0,
            "filter, step, dilation are {filter}, {step}, {dilation} {what}, not 1 or more"
        );
        let last = u64::from(filter - 1) * u64::from(dilation);
        let padded = u64::from(extent) + 2 * padding as u64;
        if last >= padded.min(256) {
            let most = padded.min(256);
            refuse!(
                "the filter spans {} {what}, more than {most}: the padded image has {padded}",
                last + 1
            );
        }
        let walk = Walk { padding: padding as u32, step, dilation };
        let results = (padded - last - 1) / u64::from(step) + 1;
        Ok((walk, padding as i32 - last as i32, results as usize))
    }
}
operator!(Convolution);

/// Returns the map of images or filters, with contiguous channels, the first mode.
fn map(
    ops: &Ops,
    name: &str,
    view: &View,
    channels: u32,
    describe: impl FnOnce(&[u32], &[u64]) -> Result<Described, NoMap>,
) -> Result<Map, Error> {
    if channels == 0 {
        return Ok(ops.device().no_map());
    }
    let (mut extents, mut strides) = ([channels; 4], [0; 3]);
    for i in 0..3 {
        let mode = 2 - i;
        extents[1 + i] = small("a mode", view.shape()[mode])?;
        of_boxes(&[("a mode", extents[1 + i])])?;
        let stride = match view.shape()[mode] {
            1 => i64::from(channels.next_multiple_of(8)),
            _ => view.strides()[mode],
        };
        strides[i] = u64::try_from(stride).unwrap_or(0).saturating_mul(2);
    }
    let placed = strides.iter().all(|stride| *stride > 0 && stride.is_multiple_of(16));
    let contiguous = channels == 1 || view.strides()[3] == 1;
    ensure!(
        placed && contiguous && view.address.is_multiple_of(16),
        "the channels of {name}, {view}, are not contiguous from multiples of 16 bytes on"
    );
    let tensor =
        describe(&extents, &strides).map_err(|error| refused(format!("{name}: {error}")))?;
    ops.device().tensor_map(view.address, &tensor)
}
