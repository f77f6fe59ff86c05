//! Compares each function on a GPU with candle's own operations on the CPU, in f32, and prints a
//! line for each comparison. It exits with 1 if one is wrong.
//!
//! ```sh
//! cargo run --release --features cuda --example check
//! cargo run --release --example check -- --emulated
//! ```

use candle_core::{D, DType, Device, Result, Tensor};
use zellige_candle as zellige;
use zellige_candle::Activation;

/// The device of the functions, and the number of wrong results.
struct Check {
    device: Device,
    seed: u32,
    wrong: usize,
}
/// Numbers on the CPU, f32, and the same ones on the device.
type Both = (Tensor, Tensor);

impl Check {
    fn new(device: Device) -> Self {
        Check { device, seed: 1, wrong: 0 }
    }
    /// Returns numbers from -1 to 1 that the type has.
    fn numbers(&mut self, shape: &[usize], dtype: DType) -> Result<Both> {
        let number = |_| {
            self.seed = self.seed.wrapping_mul(1664525).wrapping_add(1013904223);
            (self.seed >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        let numbers: Vec<_> = (0..shape.iter().product()).map(number).collect();
        let x = Tensor::from_vec(numbers, shape, &Device::Cpu)?.to_dtype(dtype)?;
        Ok((x.to_dtype(DType::F32)?, x.to_device(&self.device)?))
    }
    /// Compares the result for these operands with the one that the CPU computes in f32: the
    /// largest difference, as a part of the largest number.
    fn compare(
        &mut self,
        what: &str,
        operands: &[&Both],
        on_device: impl Fn(&[&Tensor]) -> Result<Tensor>,
        on_cpu: impl Fn(&[&Tensor]) -> Result<Tensor>,
    ) -> Result<()> {
        let [cpu, device]: [Vec<_>; 2] = [
            operands.iter().map(|(cpu, _)| cpu).collect(),
            operands.iter().map(|(_, device)| device).collect(),
        ];
        let (got, expected) = (on_device(&device)?, on_cpu(&cpu)?);
        let (dtype, shape) = (got.dtype(), got.shape().clone());
        let list = |x: &Tensor| x.to_dtype(DType::F32)?.flatten_all()?.to_vec1::<f32>();
        let (got, numbers) = (list(&got.to_device(&Device::Cpu)?)?, list(&expected)?);
        let scale = numbers.iter().fold(f32::MIN_POSITIVE, |most, x| most.max(x.abs()));
        let differences = got.iter().zip(&numbers).map(|(a, b)| (a - b).abs() / scale);
        // Not `f32::max`, which ignores NaN.
        let largest = differences.fold(0f32, |most, x| if x <= most { most } else { x });
        let tolerance = if dtype == DType::F32 { 1e-5 } else { 8e-3 }; // bf16 rounds by 4e-3
        let right = shape == *expected.shape() && largest <= tolerance;
        self.wrong += usize::from(!right);
        let verdict = if right { "right" } else { "WRONG" };
        println!("{verdict}  {what} {dtype:?} {shape:?}: differs by {largest:.1e}");
        Ok(())
    }

    fn rows(&mut self, shape: &[usize], dtype: DType) -> Result<()> {
        let columns = &shape[shape.len() - 1..];
        let x = self.numbers(shape, dtype)?;
        let (weight, bias) = (self.numbers(columns, dtype)?, self.numbers(columns, dtype)?);
        let part = |x: &Tensor| x.narrow(D::Minus1, columns[0] / 2, columns[0].div_ceil(2));
        let part = (part(&x.0)?, part(&x.1)?);
        for (what, x) in [("softmax", &x), ("softmax of a part", &part)] {
            self.compare(what, &[x], |x| zellige::softmax(x[0]), |x| probabilities(x[0]))?;
        }
        let rms = |x: &Tensor| {
            let mean = x.sqr()?.mean_keepdim(D::Minus1)?;
            x.broadcast_div(&(mean + 1e-5)?.sqrt()?)
        };
        self.compare(
            "rms_norm",
            &[&x, &weight],
            |x| zellige::rms_norm(x[0], x[1], 1e-5),
            |x| rms(x[0])?.broadcast_mul(x[1]),
        )?;
        let layer = |x: &[&Tensor]| zellige::layer_norm(x[0], x[1], x[2], 1e-5);
        self.compare("layer_norm", &[&x, &weight, &bias], layer, |x| {
            let centred = x[0].broadcast_sub(&x[0].mean_keepdim(D::Minus1)?)?;
            rms(&centred)?.broadcast_mul(x[1])?.broadcast_add(x[2])
        })
    }
    fn products(&mut self, m: usize, n: usize, k: usize, dtype: DType) -> Result<()> {
        let (a, b) = (self.numbers(&[m, k], dtype)?, self.numbers(&[k, n], dtype)?);
        let product = |x: &[&Tensor]| zellige::matmul(x[0], x[1]);
        self.compare("matmul", &[&a, &b], product, |x| x[0].matmul(x[1]))?;
        let (a, b) = (self.numbers(&[k, m], dtype)?, self.numbers(&[n, k], dtype)?);
        let (a, b) = ((a.0.t()?, a.1.t()?), (b.0.t()?, b.1.t()?));
        self.compare("matmul of transposed", &[&a, &b], product, |x| x[0].matmul(x[1]))?;
        let (a, b) = (self.numbers(&[3, m, k], dtype)?, self.numbers(&[3, n, k], dtype)?);
        let b = (b.0.t()?, b.1.t()?);
        self.compare("matmul of a batch", &[&a, &b], product, |x| x[0].matmul(x[1]))?;
        let (w, bias) = (self.numbers(&[n, k], dtype)?, self.numbers(&[n], dtype)?);
        for activation in [Activation::None, Activation::Silu, Activation::Gelu] {
            let on_device = |x: &[&Tensor]| zellige::linear(x[0], x[1], Some(x[2]), activation);
            self.compare(&format!("linear {activation:?}"), &[&a, &w, &bias], on_device, |x| {
                let y = x[0].broadcast_matmul(&x[1].t()?)?.broadcast_add(x[2])?;
                match activation {
                    Activation::Silu => y.silu(),
                    Activation::Gelu => y.gelu_erf(),
                    _ => Ok(y),
                }
            })?;
        }
        Ok(())
    }
    fn permutations(&mut self, shape: &[usize; 4], dtype: DType) -> Result<()> {
        let x = self.numbers(shape, dtype)?;
        let part = (x.0.narrow(1, 1, shape[1] - 1)?, x.1.narrow(1, 1, shape[1] - 1)?);
        for order in [(0, 2, 1, 3), (3, 1, 2, 0)] {
            let copy = |x: &[&Tensor]| zellige::permute(x[0], order);
            for (what, x) in [("permute", &x), ("permute of a part", &part)] {
                self.compare(what, &[x], copy, |x| x[0].permute(order)?.contiguous())?;
            }
        }
        Ok(())
    }
    /// Compares attention of q, k and v that are parts of one tensor, (batch, tokens, heads, d).
    fn attention(&mut self, [batch, tokens, heads, d]: [usize; 4], dtype: DType) -> Result<()> {
        let scale = 1.0 / (d as f64).sqrt();
        let (groups, all) = (heads / 2, heads * 2);
        let qkv = self.numbers(&[batch, tokens, all, d], dtype)?;
        let part = |first, heads| -> Result<Both> {
            Ok((qkv.0.narrow(2, first, heads)?, qkv.1.narrow(2, first, heads)?))
        };
        let (q, k) = (part(0, heads)?, part(heads, groups)?);
        let v = part(heads + groups, groups)?;
        for causal in [false, true] {
            let on_cpu = |x: &[&Tensor]| {
                let rows = |x: &Tensor| x.transpose(1, 2)?.contiguous();
                let shared = |x: &Tensor| {
                    let shape = (batch, groups, heads / groups, tokens, d);
                    let repeated = rows(x)?.unsqueeze(2)?.broadcast_as(shape)?.contiguous()?;
                    repeated.reshape((batch, heads, tokens, d))
                };
                let scores = (rows(x[0])?.matmul(&shared(x[1])?.t()?)? * scale)?;
                let unseen =
                    |i: usize| if causal && i % tokens > i / tokens { -1e9f32 } else { 0.0 };
                let mask: Vec<_> = (0..tokens * tokens).map(unseen).collect();
                let mask = Tensor::from_vec(mask, (tokens, tokens), &Device::Cpu)?;
                let p = probabilities(&scores.broadcast_add(&mask)?)?;
                p.matmul(&shared(x[2])?)?.transpose(1, 2)
            };
            let what = if causal { "causal attention" } else { "attention" };
            let dense = |x: &[&Tensor]| zellige::attention(x[0], x[1], x[2], scale as f32, causal);
            self.compare(what, &[&q, &k, &v], dense, on_cpu)?;
            // The same sequences, packed.
            let starts: Vec<_> = (0..=batch).map(|i| (i * tokens) as u32).collect();
            let packed = |x: &[&Tensor]| {
                let x = x.iter().map(|x| x.flatten(0, 1)).collect::<Result<Vec<_>>>()?;
                let scale = scale as f32;
                zellige::attention_varlen(&x[0], &x[1], &x[2], &starts, &starts, scale, causal)
            };
            let q = self.numbers(&[batch, tokens, heads, d], dtype)?;
            let k = self.numbers(&[batch, tokens, groups, d], dtype)?;
            let v = self.numbers(&[batch, tokens, groups, d], dtype)?;
            let flat = |x: &[&Tensor]| on_cpu(x)?.flatten(0, 1);
            self.compare(&format!("{what}, packed"), &[&q, &k, &v], packed, flat)?;
        }
        Ok(())
    }
    /// Compares all functions, on sizes for a GPU or for the emulator.
    fn all(&mut self, large: bool) -> Result<()> {
        use DType::{BF16, F16, F32};
        for dtype in [F32, BF16, F16] {
            for shape in [&[1, 1][..], &[3, 7], &[2, 3, 64], &[5, 1025]] {
                self.rows(shape, dtype)?;
            }
            self.permutations(&[2, 5, 7, 8], dtype)?;
        }
        for (m, n, k) in [(1, 1, 1), (3, 5, 7), (16, 8, 24), (129, 65, 40)] {
            self.products(m, n, k, BF16)?;
        }
        self.products(16, 24, 64, F16)?;
        self.attention([2, 3, 2, 64], BF16)?;
        self.attention([1, 130, 2, 128], F16)?;
        if large {
            self.rows(&[1000, 4096], BF16)?;
            self.rows(&[64, 32768], F32)?;
            self.products(1024, 1000, 512, BF16)?;
            self.products(511, 513, 509, F16)?;
            self.permutations(&[8, 65, 16, 128], BF16)?;
            self.attention([3, 517, 8, 64], F16)?;
            self.attention([2, 1024, 4, 128], BF16)?;
            self.attention([2, 300, 2, 256], BF16)?;
        }
        Ok(())
    }
}

/// Returns the softmax of small numbers.
fn probabilities(x: &Tensor) -> Result<Tensor> {
    let e = x.exp()?;
    e.broadcast_div(&e.sum_keepdim(D::Minus1)?)
}

fn main() -> Result<()> {
    let emulated = std::env::args().any(|argument| argument == "--emulated");
    let device = if emulated { Device::Cpu } else { Device::new_cuda(0)? };
    let mut check = Check::new(device);
    check.all(!emulated)?;
    println!("{} wrong", check.wrong);
    std::process::exit((check.wrong > 0).into());
}

#[test]
fn emulated() -> Result<()> {
    let mut check = Check::new(Device::Cpu);
    check.all(false)?;
    assert_eq!(check.wrong, 0);
    Ok(())
}
