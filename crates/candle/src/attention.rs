//! Attention of dense batches and of packed sequences.

use crate::call::{Call, Operands};
use candle_core::{Error, Result, Tensor};
use zellige_ops::{Attention, Queue, Tensor as Operand};

/// Returns softmax(scale Q K^T) V for each head of each sequence of a batch, on Hopper.
///
/// Arguments are those of `candle_flash_attn::flash_attn`: q is (batch, tokens, heads, d), and k
/// and v are (batch, tokens of k, heads of k, d), of bf16 or f16, with d of 64, 128 or 256. Heads
/// of q in the same number for each head of k share it. If attention is causal, the last query of a
/// sequence sees all of its keys, and each earlier one a key less.
///
/// The heads of a token lie side by side, and sequences follow each other, so q, k and v may be
/// parts of one tensor: `qkv.narrow(2, 0, heads)`.
///
/// ```
/// use candle_core::{DType, Device, Tensor};
/// let q = Tensor::ones((2, 3, 4, 64), DType::BF16, &Device::Cpu)?;
/// let v = Tensor::full(0.5f32, (2, 5, 2, 64), &Device::Cpu)?.to_dtype(DType::BF16)?;
/// let o = zellige_candle::attention(&q, &v, &v, 0.125, true)?;
/// assert_eq!(o.dims(), [2, 3, 4, 64]);
/// let o = o.to_dtype(DType::F32)?.flatten_all()?.to_vec1::<f32>()?;
/// assert!(o.iter().all(|&o| o == 0.5)); // the values are all the same
/// # Ok::<(), candle_core::Error>(())
/// ```
///
/// ```
/// # use candle_core::{DType, Device, Tensor};
/// let q = Tensor::zeros((1, 4, 3, 64), DType::BF16, &Device::Cpu)?;
/// let heads_first = q.transpose(1, 2)?;
/// let error = zellige_candle::attention(&heads_first, &q, &q, 0.125, false).unwrap_err();
/// assert!(error.to_string().starts_with(
///     "attention: q is (3,4,64) and k is (4,3,64): heads of q do not share those of k"
/// ));
/// # Ok::<(), candle_core::Error>(())
/// ```
pub fn attention(q: &Tensor, k: &Tensor, v: &Tensor, scale: f32, causal: bool) -> Result<Tensor> {
    let starts = |name: &str, x: &Tensor| match *x.dims() {
        [batch, tokens, _, _] => {
            let start = |i: usize| u32::try_from(i.saturating_mul(tokens)).unwrap_or(u32::MAX);
            Ok((0..=batch).map(start).collect())
        }
        _ => Err(modes(name, x, "(batch, tokens, heads, d)")),
    };
    let starts = [starts("q", q)?, starts("k", k)?];
    // SAFETY: each sequence of a batch has as many tokens.
    unsafe { packed(q, k, v, starts, scale, causal) }
}

/// Returns the attention of sequences packed one after the other: q is (tokens, heads, d), and k
/// and v are (tokens of k, heads of k, d). `q_starts` and `k_starts` have the first token of each
/// sequence, and at the end the number of tokens.
///
/// All else is as for [`attention`]. The starts are on the host, where they can be checked, unlike
/// those of `candle_flash_attn::flash_attn_varlen`; a call copies them to the GPU.
///
/// ```
/// use candle_core::{DType, Device, Tensor};
/// let q = Tensor::ones((3, 1, 64), DType::F16, &Device::Cpu)?;
/// let v = Tensor::cat(&[&q, &(&q * 2.0)?, &(&q * 4.0)?], 0)?; // 9 tokens
/// // A query for 6 keys, then two queries for 3 keys.
/// let o = zellige_candle::attention_varlen(&q, &v, &v, &[0, 1, 3], &[0, 6, 9], 1e-6, false)?;
/// let o = o.to_dtype(DType::F32)?.narrow(2, 0, 1)?.flatten_all()?.to_vec1::<f32>()?;
/// assert_eq!(o, [1.5, 4.0, 4.0]); // means, because all scores are nearly 0
///
/// let wrong = zellige_candle::attention_varlen(&q, &v, &v, &[0, 2], &[0, 9], 1.0, false);
/// let error = wrong.unwrap_err();
/// assert!(error.to_string().starts_with(
///     "attention: q has 3 tokens, but its starts do not ascend from 0 to 3: [0, 2]"
/// ));
/// # Ok::<(), candle_core::Error>(())
/// ```
pub fn attention_varlen(
    q: &Tensor,
    k: &Tensor,
    v: &Tensor,
    q_starts: &[u32],
    k_starts: &[u32],
    scale: f32,
    causal: bool,
) -> Result<Tensor> {
    let checked = |name: &str, x: &Tensor, starts: &[u32]| {
        let [tokens, _, _] = *x.dims() else {
            return Err(modes(name, x, "(tokens, heads, d)"));
        };
        let ends = (starts.first(), starts.last().map(|&end| end as usize));
        match ends == (Some(&0), Some(tokens)) && starts.is_sorted() {
            true => Ok(starts.to_vec()),
            false => Err(Error::msg(format!(
                "attention: {name} has {tokens} tokens, but its starts do not ascend from 0 to \
                 {tokens}: {starts:?}"
            ))),
        }
    };
    let starts = [checked("q", q, q_starts)?, checked("k", k, k_starts)?];
    // SAFETY: checked.
    unsafe { packed(q, k, v, starts, scale, causal) }
}

fn modes(name: &str, x: &Tensor, modes: &str) -> Error {
    Error::msg(format!("attention: {name} is {:?}, and not {modes}", x.dims()))
}
/// Returns the attention of sequences with these starts of q and of k.
///
/// # Safety
///
/// Starts begin with 0 and do not descend, and the last ones are the numbers of tokens of q and of
/// k, or `u32::MAX` if there are more.
unsafe fn packed(
    q: &Tensor,
    k: &Tensor,
    v: &Tensor,
    starts: [Vec<u32>; 2],
    scale: f32,
    causal: bool,
) -> Result<Tensor> {
    let (all_k, all_v) = (k.dims(), v.dims());
    let modes = all_k.len().saturating_sub(1);
    if all_v.len() != all_k.len() || all_v[..modes] != all_k[..modes] {
        let words = format!("attention: v is {:?}, but k is {:?}", v.dims(), k.dims());
        return Err(Error::msg(words));
    }
    let longest = starts[0].windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0) as usize;
    let launch = move |queue: &Queue<'_>, mut all: Operands<'_>| {
        let q = tokens("q", all.next())?;
        let (k, v) = (tokens("k", all.next())?, tokens("v", all.next())?);
        let shape = [q.shape()[0], q.shape()[1], *v.shape().last().unwrap_or(&0)];
        let (starts, o) = ((all.next(), all.next()), all.y.reshaped(shape)?);
        let workspace = all.workspace.expect("a workspace of two elements or more");
        // SAFETY: the caller's promise; the operator refuses 2^31 tokens or more.
        let attention = unsafe { Attention::packed(q, k, v, starts, longest, o, workspace) };
        let attention = attention.scale(scale);
        if causal { attention.causal() } else { attention }.launch(queue)
    };
    let mut shape = q.dims().to_vec();
    if let (Some(columns), Some(&value)) = (shape.last_mut(), all_v.last()) {
        *columns = value;
    }
    let mut call = Call::new("attention", shape, launch);
    let heads = q.dims().iter().nth_back(1).map_or(0, |&heads| heads);
    call.workspace = Attention::workspace(starts[0].last().map_or(0, |&all| all as usize), heads);
    call.starts = starts.into();
    call.on(&[q, k, v])
}
/// Returns (batch, tokens, heads, d) as (all tokens, heads, d).
fn tokens<'t>(name: &str, x: Operand<'t>) -> std::result::Result<Operand<'t>, zellige_ops::Error> {
    let (&[batch, tokens, heads, d], &[sequence, token, head, element]) = (x.shape(), x.strides())
    else {
        return Ok(x);
    };
    if batch > 1 && tokens > 1 && sequence != (tokens as i64).saturating_mul(token) {
        let words = format!("attention: the sequences of {name}, {x}, do not follow each other");
        return Err(zellige_ops::Error::Refused(words));
    }
    let token = if tokens == 1 { sequence } else { token };
    x.strided(0, [batch.saturating_mul(tokens), heads, d], [token, head, element])
}
