//! What becomes of the sums s of a product:
//!
//! ```text
//! d(i, j) = f(alpha s(i, j) + bias(j)) + beta c(i, j)
//! ```
//!
//! | number | f(x) | |
//! |---|---|---|
//! | 0 | x | |
//! | 1 | max(x, 0) | relu |
//! | 2 | x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) | gelu, approximated by tanh |
//! | 3 | x / (1 + exp(-x)) | silu |
//! | 4 | x / 2 (1 + erf(x / sqrt(2))) | gelu |
//!
//! A NaN stays one. The error of the erf is less than 2e-7.

use core::f32::consts::LOG2_E;
use zellige::prelude::*;
use zellige_gpu::Gpu;
use zellige_gpu::engine::{Matrix, Narrow, Rmem};
use zellige_gpu::tensor::GpuTensor;
use zellige_gpu::transform::{transform, transform_if};

/// The parameters of the function from a sum to a result; elements of the bias and of C have the
/// type T.
#[derive(Copy, Clone)]
pub struct Linear<T> {
    /// The factor of the sums.
    pub alpha: f32,
    /// The factor of C.
    pub beta: f32,
    /// A number for each column, or null: zeros.
    pub bias: *const T,
    /// The first element of C, or null: zeros, whatever beta is. If beta is 0, C is not read.
    pub c: *const T,
    /// The distance of the rows of C, in elements.
    pub ldc: u32,
    /// The number of f; others than those of the [module](self) stand for 0.
    pub activation: u32,
}
/// A thread's share L of a tile of a matrix of elements T, laid out by D.
type Share<T, D, L> = GpuTensor<Matrix<Narrow<*const T>, D>, L>;

impl<T: Copy + Into<f32>> Linear<T> {
    /// Turns a thread's sums into results. `share` returns the thread's share of the matrix with
    /// this first element and this distance of rows, which has the elements that the sums have.
    ///
    /// # Safety
    ///
    /// The elements of the bias and of C that are inside exist.
    #[inline(always)]
    pub unsafe fn apply<G: Gpu, A: Layout, D: Layout, L: Layout>(
        self,
        gpu: G,
        sums: GpuTensor<Rmem<f32>, A>,
        share: impl Fn(*const T, u32) -> Share<T, D, L>,
    ) {
        if self.bias.is_null() {
            transform(sums, sums, |x| self.alpha * x);
        } else {
            combine(sums, share(self.bias, 0), |x, bias| gpu.fma(self.alpha, x, bias));
        }
        match self.activation {
            1 => transform(sums, sums, |x| if x < 0.0 { 0.0 } else { x }),
            2 => transform(sums, sums, |x| gelu_tanh(gpu, x)),
            3 => transform(sums, sums, |x| x * sigmoid(gpu, x)),
            4 => transform(sums, sums, |x| gelu(gpu, x)),
            _ => {}
        }
        if !self.c.is_null() && self.beta != 0.0 {
            combine(sums, share(self.c, self.ldc), |x, c| gpu.fma(self.beta, c, x));
        }
    }
}
/// Combines each sum with the element at its place; those outside stay as they are.
#[inline(always)]
unsafe fn combine<T: Copy + Into<f32>, A: Layout, D: Layout, L: Layout>(
    sums: GpuTensor<Rmem<f32>, A>,
    with: Share<T, D, L>,
    f: impl Fn(f32, f32) -> f32,
) {
    if with.is_whole() {
        transform((sums, with), sums, |(x, y)| f(x, y.into()))
    } else {
        transform_if((sums, with), sums, |(x, y)| f(x, y.into()))
    }
}

/// Returns 1 / (1 + exp(-x)).
#[inline(always)]
fn sigmoid<G: Gpu>(gpu: G, x: f32) -> f32 {
    gpu.reciprocal(1.0 + gpu.exp2(-LOG2_E * x))
}
/// Returns the gelu of x by tanh: (1 + tanh(u)) / 2 is the sigmoid of 2 u.
#[inline(always)]
fn gelu_tanh<G: Gpu>(gpu: G, x: f32) -> f32 {
    const TWICE: f32 = 1.595_769; // 2 sqrt(2 / pi)
    let u = gpu.fma(TWICE * 0.044_715 * x, x * x, TWICE * x);
    x * sigmoid(gpu, u)
}
/// Returns the gelu of x: x times the normal distribution up to x.
///
/// For x of 0 or more, the distribution up to -x is exp(-x^2 / 2) times a polynomial of
/// u = p x / (1 + p x), as in Abramowitz and Stegun, *Handbook of Mathematical Functions*, 7.1.26.
/// Powers of u, which is 0 for x = 0, lose less by rounding than those of 1 - u there.
#[inline(always)]
pub fn gelu<G: Gpu>(gpu: G, x: f32) -> f32 {
    let v = 0.3 * x.abs().min(20.0);
    let u = v * gpu.reciprocal(1.0 + v);
    let mut tail = -0.034_182_597;
    tail = gpu.fma(tail, u, 0.187_717_85);
    tail = gpu.fma(tail, u, -0.066_432_53);
    tail = gpu.fma(tail, u, -0.698_088_94);
    tail = gpu.fma(tail, u, 1.447_887_7);
    tail = gpu.fma(tail, u, -1.329_806);
    tail = gpu.fma(tail, u, 0.5) * gpu.exp2(-0.5 * LOG2_E * x * x);
    x * if x < 0.0 { tail } else { 1.0 - tail }
}
