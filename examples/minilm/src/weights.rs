//! The model's file: its weights as the kernels need them, in f16 on the device.

use crate::{HEAD, HEADS, HIDDEN, LAYERS, PADDED, Result};
use half::f16;
use safetensors::{Dtype, SafeTensors};
use std::{fs, path::Path};

use zellige_ops::{Buffer, Ops};

/// All weights on the device.
pub struct Weights {
    /// A row for each word of the vocabulary.
    pub words: (Buffer<f16>, usize),
    /// A row for each position, plus the row of token type 0.
    pub positions: (Buffer<f16>, usize),
    pub norm: Affine,
    pub layers: Vec<Layer>,
}
/// A layer of the encoder. A projection's weight is (outputs, inputs), as in PyTorch.
pub struct Layer {
    /// Queries, keys and values, one after the other: (3 heads of 64, 384). The last 32 rows of a
    /// head are 0.
    pub qkv: Affine,
    /// (384, heads of 64). The last 32 columns of a head are 0.
    pub out: Affine,
    pub norm_of_attention: Affine,
    pub up: Affine,
    pub down: Affine,
    pub norm_of_mlp: Affine,
}
/// A factor and a summand.
pub struct Affine {
    pub weight: Buffer<f16>,
    pub bias: Buffer<f16>,
}

impl Weights {
    /// Loads `model.safetensors` of this folder.
    pub fn load(ops: &Ops, folder: &Path) -> Result<Self> {
        let bytes = fs::read(folder.join("model.safetensors"))?;
        let file = File { ops, tensors: SafeTensors::deserialize(&bytes)? };
        let words = file.numbers("embeddings.word_embeddings.weight")?;
        let kind = file.numbers("embeddings.token_type_embeddings.weight")?;
        let positions = file.numbers("embeddings.position_embeddings.weight")?;
        let positions: Vec<f32> =
            positions.iter().zip(kind[..HIDDEN].iter().cycle()).map(|(x, y)| x + y).collect();
        Ok(Weights {
            words: (file.buffer(&words)?, words.len() / HIDDEN),
            positions: (file.buffer(&positions)?, positions.len() / HIDDEN),
            norm: file.affine("embeddings.LayerNorm")?,
            layers: (0..LAYERS).map(|i| file.layer(i)).collect::<Result<_>>()?,
        })
    }
}

struct File<'f> {
    ops: &'f Ops,
    tensors: SafeTensors<'f>,
}
impl File<'_> {
    fn layer(&self, i: usize) -> Result<Layer> {
        let name = |part: &str| format!("encoder.layer.{i}.{part}");
        let (mut weight, mut bias) = (vec![], vec![]);
        for part in ["query", "key", "value"] {
            let part = name(&format!("attention.self.{part}"));
            weight.extend(pad(&self.numbers(&format!("{part}.weight"))?, HIDDEN));
            bias.extend(pad(&self.numbers(&format!("{part}.bias"))?, 1));
        }
        let out = self.numbers(&name("attention.output.dense.weight"))?;
        let out_bias = self.numbers(&name("attention.output.dense.bias"))?;
        Ok(Layer {
            qkv: Affine { weight: self.buffer(&weight)?, bias: self.buffer(&bias)? },
            out: Affine { weight: self.buffer(&pad(&out, 1))?, bias: self.buffer(&out_bias)? },
            norm_of_attention: self.affine(&name("attention.output.LayerNorm"))?,
            up: self.affine(&name("intermediate.dense"))?,
            down: self.affine(&name("output.dense"))?,
            norm_of_mlp: self.affine(&name("output.LayerNorm"))?,
        })
    }
    fn affine(&self, name: &str) -> Result<Affine> {
        let [weight, bias] =
            ["weight", "bias"].map(|part| self.buffer(&self.numbers(&format!("{name}.{part}"))?));
        Ok(Affine { weight: weight?, bias: bias? })
    }
    fn numbers(&self, name: &str) -> Result<Vec<f32>> {
        let tensor = self.tensors.tensor(name)?;
        if tensor.dtype() != Dtype::F32 {
            return Err(format!("{name} is {:?}, not F32", tensor.dtype()).into());
        }
        let numbers = tensor.data().as_chunks::<4>().0;
        Ok(numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
    }
    fn buffer(&self, numbers: &[f32]) -> Result<Buffer<f16>> {
        let numbers: Vec<f16> = numbers.iter().map(|x| f16::from_f32(*x)).collect();
        Ok(self.ops.buffer(&numbers)?)
    }
}

/// Pads each head of 32 to one of 64 with zeros. An element of a head has `inner` numbers.
fn pad(numbers: &[f32], inner: usize) -> Vec<f32> {
    assert_eq!(numbers.len() % (HEADS * HEAD * inner), 0);
    let zeros = vec![0.0; (PADDED - HEAD) * inner];
    numbers.chunks(HEAD * inner).flat_map(|head| [head, &zeros].concat()).collect()
}
