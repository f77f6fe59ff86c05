#![doc = include_str!("../README.md")]
#![deny(unsafe_op_in_unsafe_fn)]

mod attention;
mod call;

pub use attention::{attention, attention_varlen};
pub use zellige_ops::Activation;

use call::{Call, Operands};
use candle_core::{Result, Tensor, shape::Dims};
use zellige_ops::{Matmul, Norm, Permute, Queue, Softmax};

/// Returns softmax(x) along the last mode: `y[i] = exp(x[i]) / sum of exp(x[j])`.
///
/// Elements are f32, bf16 or f16; rows are contiguous and the same number of elements apart.
///
/// ```
/// use candle_core::{Device, Tensor};
/// let x = Tensor::new(&[[0f32, 1.0], [f32::NEG_INFINITY, 1.0]], &Device::Cpu)?;
/// let y = zellige_candle::softmax(&x)?.to_vec2::<f32>()?;
/// assert!((y[0][0] - 0.268941).abs() < 1e-6);
/// assert_eq!(y[1], [0.0, 1.0]);
/// # Ok::<(), candle_core::Error>(())
/// ```
///
/// ```
/// # use candle_core::{DType, Device, Tensor};
/// let x = Tensor::zeros((4, 8), DType::F32, &Device::Cpu)?;
/// let error = zellige_candle::softmax(&x.t()?).unwrap_err();
/// assert!(error.to_string().starts_with(
///     "softmax: the rows of x, f32 (8,4):(1,8), are not contiguous and the same number of \
///      elements apart: copy it with Permute first"
/// ));
/// # Ok::<(), candle_core::Error>(())
/// ```
pub fn softmax(x: &Tensor) -> Result<Tensor> {
    let launch =
        |queue: &Queue<'_>, mut all: Operands<'_>| Softmax::new(all.next(), all.y).launch(queue);
    Call::new("softmax", x.shape(), launch).on(&[x])
}

/// Returns x / sqrt(mean(x^2) + eps) weight, along the last mode. Arguments as in
/// `candle_nn::ops::rms_norm`.
///
/// Elements are f32, bf16 or f16; rows are contiguous and the same number of elements apart. The
/// weight is contiguous, one element for each of a row.
///
/// ```
/// use candle_core::{Device, Tensor};
/// let x = Tensor::new(&[[3f32, 4.0, 0.0, 0.0]], &Device::Cpu)?;
/// let weight = Tensor::new(&[1f32, 10.0, 1.0, 1.0], &Device::Cpu)?;
/// let y = zellige_candle::rms_norm(&x, &weight, 0.0)?;
/// assert_eq!(y.to_vec2::<f32>()?, [[1.2, 16.0, 0.0, 0.0]]); // the root of the mean square is 2.5
/// # Ok::<(), candle_core::Error>(())
/// ```
pub fn rms_norm(x: &Tensor, weight: &Tensor, eps: f32) -> Result<Tensor> {
    let launch = move |queue: &Queue<'_>, mut all: Operands<'_>| {
        let (x, weight) = (all.next(), all.next());
        Norm::rms(x, all.y).weight(weight).epsilon(eps).launch(queue)
    };
    Call::new("rms_norm", x.shape(), launch).on(&[x, weight])
}

/// Returns (x - mean(x)) / sqrt(mean((x - mean(x))^2) + eps) weight + bias, along the last mode.
/// Arguments as in `candle_nn::ops::layer_norm`, limits as in [`rms_norm`].
///
/// ```
/// use candle_core::{Device, Tensor};
/// let x = Tensor::new(&[[1f32, 3.0]], &Device::Cpu)?;
/// let weight = Tensor::new(&[1f32, 10.0], &Device::Cpu)?;
/// let bias = Tensor::new(&[0.5f32, 0.0], &Device::Cpu)?;
/// let y = zellige_candle::layer_norm(&x, &weight, &bias, 0.0)?;
/// assert_eq!(y.to_vec2::<f32>()?, [[-0.5, 10.0]]);
/// # Ok::<(), candle_core::Error>(())
/// ```
pub fn layer_norm(x: &Tensor, weight: &Tensor, bias: &Tensor, eps: f32) -> Result<Tensor> {
    let launch = move |queue: &Queue<'_>, mut all: Operands<'_>| {
        let (x, weight, bias) = (all.next(), all.next(), all.next());
        Norm::layer(x, all.y).weight(weight).bias(bias).epsilon(eps).launch(queue)
    };
    Call::new("layer_norm", x.shape(), launch).on(&[x, weight, bias])
}

/// Returns A B, for matrices A (m, k) and B (k, n), or batches of them in modes before these two.
/// One of the two may be a single matrix, for all of the batch.
///
/// Elements are f32, bf16 or f16, and sums f32. One of the two modes of A, and of B, is contiguous:
/// a transposed view is as good as its original. On Hopper, rows that do not begin at multiples of
/// 16 bytes are copied to aligned memory first.
///
/// ```
/// use candle_core::{DType, Device, Tensor};
/// let a = Tensor::arange(0f32, 16.0, &Device::Cpu)?.to_dtype(DType::F16)?.reshape((2, 8))?;
/// let d = zellige_candle::matmul(&a, &a.t()?)?.to_dtype(DType::F32)?;
/// assert_eq!(d.to_vec2::<f32>()?, [[140.0, 364.0], [364.0, 1100.0]]);
/// # Ok::<(), candle_core::Error>(())
/// ```
///
/// ```
/// # use candle_core::{DType, Device, Tensor};
/// # let a = Tensor::zeros((2, 8), DType::BF16, &Device::Cpu)?;
/// # let b = Tensor::zeros((3, 8), DType::BF16, &Device::Cpu)?;
/// let error = zellige_candle::matmul(&a, &b).unwrap_err();
/// assert!(error.to_string().starts_with("matmul: a is (2,8) and b is (3,8), so k is 8 and 3"));
/// # Ok::<(), candle_core::Error>(())
/// ```
pub fn matmul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    product(a, b, None, Activation::None)
}

/// Returns activation(x W^T + bias) in one kernel, for x (..., k), a weight W (n, k) as
/// `candle_nn::Linear` has it, and a bias of n elements.
///
/// Elements as in [`matmul`].
///
/// ```
/// use candle_core::{DType, Device, Tensor};
/// use zellige_candle::Activation;
/// let [x, weight] = [1f32, 0.5].map(|x| Tensor::full(x, (2, 8), &Device::Cpu));
/// let (x, weight) = (x?.to_dtype(DType::F16)?, weight?.to_dtype(DType::F16)?);
/// let bias = Tensor::new(&[-5f32, 1.0], &Device::Cpu)?.to_dtype(DType::F16)?;
/// let y = zellige_candle::linear(&x, &weight, Some(&bias), Activation::Relu)?;
/// assert_eq!(y.to_dtype(DType::F32)?.to_vec2::<f32>()?, [[0.0, 5.0], [0.0, 5.0]]);
/// # Ok::<(), candle_core::Error>(())
/// ```
pub fn linear(
    x: &Tensor,
    weight: &Tensor,
    bias: Option<&Tensor>,
    activation: Activation,
) -> Result<Tensor> {
    product(x, &weight.t()?, bias, activation)
}
fn product(
    a: &Tensor,
    b: &Tensor,
    bias: Option<&Tensor>,
    activation: Activation,
) -> Result<Tensor> {
    if b.rank() == 2 && a.rank() > 2 && a.is_contiguous() {
        // The rows of all matrices are those of one.
        let rows = a.flatten_to(a.rank() - 2)?;
        let d = product(&rows, b, bias, activation)?;
        return d.reshape([&a.dims()[..a.rank() - 1], &d.dims()[1..]].concat());
    }
    let (m, n) = (a.dims().iter().nth_back(1), b.dims().last());
    let batch = if a.rank() > b.rank() { a } else { b };
    let batch = &batch.dims()[..batch.rank().saturating_sub(2)];
    let shape = [batch, &[m.copied().unwrap_or(1), n.copied().unwrap_or(1)]].concat();
    let launch = move |queue: &Queue<'_>, mut all: Operands<'_>| {
        let product = Matmul::new(all.next(), all.next(), all.y).activation(activation);
        let product = all.x.next().into_iter().fold(product, Matmul::bias);
        all.workspace.into_iter().fold(product, Matmul::workspace).launch(queue)
    };
    let mut call = Call::new("matmul", shape, launch);
    if !(aligned(a) && aligned(b)) {
        call.workspace = copied(a).saturating_add(copied(b));
    }
    call.on(&[&[a, b], bias.as_slice()].concat())
}
/// Returns whether the rows of matrices begin at multiples of 8 elements.
fn aligned(matrices: &Tensor) -> bool {
    let layout = matrices.layout();
    let mut steps = layout.dims().iter().zip(layout.stride());
    let whole = |(&n, &stride): (_, &usize)| n == 1 || stride == 1 || stride.is_multiple_of(8);
    layout.start_offset().is_multiple_of(8) && steps.all(whole)
}
/// Returns the elements, u32, of a copy of matrices with aligned rows or columns.
fn copied(matrices: &Tensor) -> usize {
    let dims = matrices.dims().iter().rev().enumerate();
    let padded = dims.map(|(i, &n)| if i < 2 { n.next_multiple_of(8) } else { n });
    padded.fold(1, usize::saturating_mul).div_ceil(2)
}

/// Returns a contiguous copy of x with its modes in another order: mode i of the result is mode
/// `order[i]` of x. Arguments as in [`Tensor::permute`], which makes no copy.
///
/// Elements have 1, 2, 4 or 8 bytes; x may have any strides.
///
/// ```
/// use candle_core::{Device, Tensor};
/// let x = Tensor::new(&[[1u32, 2, 3], [4, 5, 6]], &Device::Cpu)?;
/// let y = zellige_candle::permute(&x, (1, 0))?;
/// assert!(y.is_contiguous());
/// assert_eq!(y.to_vec2::<u32>()?, [[1, 4], [2, 5], [3, 6]]);
/// # Ok::<(), candle_core::Error>(())
/// ```
pub fn permute(x: &Tensor, order: impl Dims) -> Result<Tensor> {
    let x = x.permute(order)?;
    let launch =
        |queue: &Queue<'_>, mut all: Operands<'_>| Permute::new(all.next(), all.y).launch(queue);
    Call::new("permute", x.shape(), launch).on(&[&x])
}
