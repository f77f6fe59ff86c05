//! The forward pass over a batch of sentences, packed one after the other without padding.

use crate::weights::{Affine, Weights};
use crate::{HEAD, HEADS, HIDDEN, INNER, PADDED, Result};
use half::f16;

use zellige_ops::{
    Activation, Attention, Buffer, Cast, Gather, Matmul, Norm, Ops, Plan, Queue, Tensor, TensorMut,
};

const EPSILON: f32 = 1e-12;
/// The elements of all heads of a token.
const WIDE: usize = HEADS * PADDED;
/// The mean over the tokens sees a row of 384 elements as 6 heads of 64.
const PARTS: [usize; 2] = [HIDDEN / 64, 64];

/// The memory for a batch, which the device allocates once.
pub struct Batch {
    sentences: usize,
    tokens: usize,
    longest: usize,
    ids: Buffer<u32>,
    positions: Buffer<u32>,
    /// The first token of each sentence, and the number of tokens.
    starts: Buffer<u32>,
    /// 0, 1, 2 and so on to the number of sentences: each has one query of the mean.
    queries: Buffer<u32>,
    /// The states between layers, (tokens, 384).
    x: Buffer<f16>,
    /// The states within a layer.
    y: Buffer<f16>,
    /// What a layer adds to a state.
    change: Buffer<f16>,
    qkv: Buffer<f16>,
    heads: Buffer<f16>,
    inner: Buffer<f16>,
    workspace: Buffer<u32>,
    /// The queries of the mean.
    zeros: Buffer<f16>,
    means: Buffer<f16>,
    wide_means: Buffer<f32>,
    /// 1 / sqrt(384), 384 times.
    unit: Buffer<f32>,
    embeddings: Buffer<f32>,
}
impl Batch {
    /// Allocates the memory for sentences of these tokens.
    pub fn new(ops: &Ops, sentences: &[Vec<u32>]) -> Result<Self> {
        let ids = sentences.concat();
        let positions: Vec<u32> = sentences.iter().flat_map(|ids| 0..ids.len() as u32).collect();
        let mut starts = vec![0u32];
        starts.extend(sentences.iter().scan(0, |end, ids| {
            *end += ids.len() as u32;
            Some(*end)
        }));
        let (count, tokens) = (sentences.len(), ids.len());
        let queries: Vec<u32> = (0..=count as u32).collect();
        let halves = |rows: usize, columns: usize| ops.buffer(&vec![f16::ZERO; rows * columns]);
        let workspace =
            Attention::workspace(tokens, HEADS).max(Attention::workspace(count, PARTS[0]));
        Ok(Batch {
            sentences: count,
            tokens,
            longest: sentences.iter().map(Vec::len).max().unwrap_or(0),
            ids: ops.buffer(&ids)?,
            positions: ops.buffer(&positions)?,
            starts: ops.buffer(&starts)?,
            queries: ops.buffer(&queries)?,
            x: halves(tokens, HIDDEN)?,
            y: halves(tokens, HIDDEN)?,
            change: halves(tokens, HIDDEN)?,
            qkv: halves(tokens, 3 * WIDE)?,
            heads: halves(tokens, WIDE)?,
            inner: halves(tokens, INNER)?,
            workspace: ops.buffer(&vec![0u32; workspace])?,
            zeros: halves(count, HIDDEN)?,
            means: halves(count, HIDDEN)?,
            wide_means: ops.buffer(&vec![0f32; count * HIDDEN])?,
            unit: ops.buffer(&[(HIDDEN as f32).sqrt().recip(); HIDDEN])?,
            embeddings: ops.buffer(&vec![0f32; count * HIDDEN])?,
        })
    }
    /// Returns the number of tokens.
    pub fn tokens(&self) -> usize {
        self.tokens
    }
    /// Waits, and returns the embeddings, one after the other.
    pub fn embeddings(&self) -> Result<Vec<f32>> {
        Ok(self.embeddings.read()?)
    }
    /// Begins the forward pass. `see` gets the plan of each launch.
    pub fn launch(
        &mut self,
        queue: &Queue<'_>,
        weights: &Weights,
        see: &mut dyn FnMut(&Plan<'_>),
    ) -> Result<()> {
        let (tokens, longest) = (self.tokens, self.longest);
        let row = [tokens, HIDDEN];
        let mut run = |plan: Plan<'_>| {
            see(&plan);
            plan.launch(queue)
        };
        let ops = queue.ops();

        for (table, indices, y) in [
            (&weights.words, &self.ids, &mut self.change),
            (&weights.positions, &self.positions, &mut self.y),
        ] {
            let rows = queue.tensor(&table.0, [table.1, HIDDEN])?;
            let indices = queue.tensor(indices, [tokens])?;
            run(Gather::new(rows, indices, queue.tensor_mut(y, row)?).plan(ops)?)?;
        }
        let sum = (queue.tensor(&self.change, row)?, queue.tensor(&self.y, row)?);
        run(norm(queue, sum, &weights.norm, queue.tensor_mut(&mut self.x, row)?)?.plan(ops)?)?;

        for layer in &weights.layers {
            let x = queue.tensor(&self.x, row)?;
            let qkv = queue.tensor_mut(&mut self.qkv, [tokens, 3 * WIDE])?;
            run(linear(queue, x, &layer.qkv, qkv)?.plan(ops)?)?;

            let part = |i: usize| {
                queue.tensor(&self.qkv, [tokens, 3 * HEADS, PADDED])?.narrowed(1, i * HEADS, HEADS)
            };
            let starts = || queue.tensor(&self.starts, [self.sentences + 1]);
            let heads = queue.tensor_mut(&mut self.heads, [tokens, HEADS, PADDED])?;
            let size = self.workspace.len();
            let workspace = queue.tensor_mut(&mut self.workspace, [size])?;
            let (q, k, v, starts) = (part(0)?, part(1)?, part(2)?, (starts()?, starts()?));
            // SAFETY: the starts are those of the sentences, and end with the number of tokens.
            let attention =
                unsafe { Attention::packed(q, k, v, starts, longest, heads, workspace) };
            run(attention.scale((HEAD as f32).sqrt().recip()).plan(ops)?)?;

            let heads = queue.tensor(&self.heads, [tokens, WIDE])?;
            let change = queue.tensor_mut(&mut self.change, row)?;
            run(linear(queue, heads, &layer.out, change)?.plan(ops)?)?;
            let sum = (queue.tensor(&self.change, row)?, queue.tensor(&self.x, row)?);
            let y = queue.tensor_mut(&mut self.y, row)?;
            run(norm(queue, sum, &layer.norm_of_attention, y)?.plan(ops)?)?;

            let y = queue.tensor(&self.y, row)?;
            let inner = queue.tensor_mut(&mut self.inner, [tokens, INNER])?;
            let up = linear(queue, y, &layer.up, inner)?;
            run(up.activation(Activation::Gelu).plan(ops)?)?;
            let inner = queue.tensor(&self.inner, [tokens, INNER])?;
            let change = queue.tensor_mut(&mut self.change, row)?;
            run(linear(queue, inner, &layer.down, change)?.plan(ops)?)?;
            let sum = (queue.tensor(&self.change, row)?, queue.tensor(&self.y, row)?);
            let x = queue.tensor_mut(&mut self.x, row)?;
            run(norm(queue, sum, &layer.norm_of_mlp, x)?.plan(ops)?)?;
        }

        // The mean over the tokens of each sentence is an attention with scores of 0: one launch
        // for all sentences.
        let count = self.sentences;
        let shape = |rows: usize| [rows, PARTS[0], PARTS[1]];
        let x = || queue.tensor(&self.x, shape(tokens));
        let zeros = queue.tensor(&self.zeros, shape(count))?;
        let (queries, starts) = (&self.queries, &self.starts);
        let starts = (queue.tensor(queries, [count + 1])?, queue.tensor(starts, [count + 1])?);
        let means = queue.tensor_mut(&mut self.means, shape(count))?;
        let size = self.workspace.len();
        let workspace = queue.tensor_mut(&mut self.workspace, [size])?;
        // SAFETY: each sentence has a query, and the starts of keys are as above.
        let means = unsafe { Attention::packed(zeros, x()?, x()?, starts, 1, means, workspace) };
        run(means.plan(ops)?)?;

        let row = [count, HIDDEN];
        let means = queue.tensor(&self.means, row)?;
        run(Cast::new(means, queue.tensor_mut(&mut self.wide_means, row)?).plan(ops)?)?;
        let means = queue.tensor(&self.wide_means, row)?;
        let embeddings = queue.tensor_mut(&mut self.embeddings, row)?;
        let unit = queue.tensor(&self.unit, [HIDDEN])?;
        run(Norm::rms(means, embeddings).epsilon(0.0).weight(unit).plan(ops)?)?;
        Ok(())
    }
}

/// Returns y = x W^T + b.
fn linear<'t>(
    queue: &'t Queue<'_>,
    x: Tensor<'t>,
    of: &'t Affine,
    y: TensorMut<'t>,
) -> Result<Matmul<'t>> {
    let (outputs, inputs) = (y.shape()[1], x.shape()[1]);
    let weight = queue.tensor(&of.weight, [outputs, inputs])?.transposed()?;
    Ok(Matmul::new(x, weight, y).bias(queue.tensor(&of.bias, [outputs])?))
}
/// Returns y = the layer norm of a sum.
fn norm<'t>(
    queue: &'t Queue<'_>,
    sum: (Tensor<'t>, Tensor<'t>),
    of: &'t Affine,
    y: TensorMut<'t>,
) -> Result<Norm<'t>> {
    let norm = Norm::layer(sum.0, y).residual(sum.1).epsilon(EPSILON);
    let norm = norm.weight(queue.tensor(&of.weight, [HIDDEN])?);
    Ok(norm.bias(queue.tensor(&of.bias, [HIDDEN])?))
}
