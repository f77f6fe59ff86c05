//! The gradients of attention.

use crate::attention::{Scores, check_workspace, map, modes, of_scores, scale_of, small};
use crate::attention::{check_aligned, check_heads, check_lse, check_sinks, check_starts};
use crate::plan::{Home, by_row, operator};
use crate::rows::{aligned, same_shape, same_type};
use crate::tensor::{ensure, refused};
use crate::{Error, Ops, Plan, Tensor, TensorMut};
use std::rc::Rc;
use zellige_gpu::{Bf16, storage::TmaTile};
use zellige_launch::tensor_map::{Numbers, Tensor as Described};
use zellige_ops_kernels::attention_backward::{self as kernels, Config};

/// The gradients of O = softmax(scale Q K^T) V for each head of each sequence, on Hopper: dQ, dK
/// and dV from the gradient dO, with P = softmax(scale Q K^T).
///
/// ```text
/// dV = P^T dO        dS = P (dO V^T - sum of the columns of dO O)
/// dQ = scale dS K    dK = scale dS^T Q
/// ```
///
/// Tensors, sequences, shared heads, the causal mask, windows and caps are those of [`Attention`],
/// of bf16 or f16; O and the logarithms, f32 (heads, tokens), are what [`Attention`] has returned,
/// with the same scale, window and cap. A cap c gives dS the factor 1 - (u / c)^2 of the capped
/// scores u. Sinks change the logarithms only; the gradient of the sink x of a head is the sum of
/// -e^(x - lse) delta over its queries, where delta is the sum of dO times O over the columns.
/// Blocks add to dQ, in f32, in an order that differs from run to run, and so do its last bits.
///
/// The workspace, u32, begins at a multiple of 16 bytes and has
/// [`workspace`](AttentionBackward::workspace) elements, whatever they are.
///
/// ```
/// use half::bf16;
/// use zellige_ops::{Attention, AttentionBackward, Ops};
/// let ops = Ops::emulator();
/// let (queue, one) = (ops.queue(), vec![bf16::ONE; 2 * 64]); // a sequence of two tokens
/// let [q, k, v, d_o] = [0; 4].map(|_| ops.buffer(&one));
/// let (q, k, v, d_o) = (q?, k?, v?, d_o?);
/// let [o, d_q, d_k, d_v] = [0; 4].map(|_| ops.buffer(&one));
/// let (mut o, mut d_q, mut d_k, mut d_v) = (o?, d_q?, d_k?, d_v?);
/// let (starts, mut lse) = (ops.buffer(&[0u32, 2])?, ops.buffer(&[0f32; 2])?);
/// let needed = AttentionBackward::workspace([2, 1, 64], 1);
/// let (mut two, mut workspace) = (ops.buffer(&[0u32; 2])?, ops.buffer(&vec![0u32; needed])?);
/// let of = |x| queue.tensor(x, [2, 1, 64]);
/// let starts = || queue.tensor(&starts, [2]);
/// let (to_o, two) = (queue.tensor_mut(&mut o, [2, 1, 64])?, queue.tensor_mut(&mut two, [2])?);
/// let both = (starts()?, starts()?);
/// // SAFETY: the sequence has 2 tokens.
/// let attention = unsafe { Attention::packed(of(&q)?, of(&k)?, of(&v)?, both, 2, to_o, two) };
/// attention.lse(queue.tensor_mut(&mut lse, [1, 2])?).launch(&queue)?;
///
/// let inputs = [of(&q)?, of(&k)?, of(&v)?];
/// let outputs = [of(&o)?, of(&d_o)?, queue.tensor(&lse, [1, 2])?];
/// let [d_q_of_queue, d_k_of_queue, d_v_of_queue] =
///     [&mut d_q, &mut d_k, &mut d_v].map(|x| queue.tensor_mut(x, [2, 1, 64]));
/// let gradients = [d_q_of_queue?, d_k_of_queue?, d_v_of_queue?];
/// let of_queue = queue.tensor_mut(&mut workspace, [needed])?;
/// let starts = (starts()?, starts()?);
/// // SAFETY: as above.
/// let gradients = unsafe {
///     AttentionBackward::packed(inputs, outputs, starts, [2, 2], gradients, of_queue)
/// };
/// gradients.launch(&queue)?;
/// // Both queries have probabilities of 1/2, and all values are the same.
/// assert!(d_v.read()?.iter().all(|x| x.to_f32() == 1.0));
/// assert!(d_q.read()?.iter().chain(&d_k.read()?).all(|x| x.to_f32().abs() < 1e-3));
/// # Ok::<(), zellige_ops::Error>(())
/// ```
///
/// Other dimensions are refused: `attention_backward: d is 96, and the kernels are for 64, 128, 192
/// and 256`.
///
/// [`Attention`]: crate::Attention
#[must_use = "an operator does nothing until `launch`"]
pub struct AttentionBackward<'t> {
    inputs: [Tensor<'t>; 3],
    outputs: [Tensor<'t>; 3],
    starts: (Tensor<'t>, Tensor<'t>),
    longest: [usize; 2],
    gradients: [TensorMut<'t>; 3],
    workspace: TensorMut<'t>,
    scores: Scores,
    sinks: Option<(Tensor<'t>, TensorMut<'t>)>,
}
/// The number of queries of a step.
fn queries(d: usize) -> usize {
    if d == 64 { 128 } else { 64 }
}
/// The number of keys of a block.
fn keys(d: usize) -> usize {
    if d <= 128 { 128 } else { 64 }
}
/// Returns the boxes of the maps of Q, K, V and dO: those of bf16 and f16 are the same.
fn boxes<C: Config>() -> [((u32, u32), u32); 4] {
    [C::Q::map(), C::K::map(), C::V::map(), C::Do::map()]
}
impl<'t> AttentionBackward<'t> {
    const NAME: &'static str = "attention_backward";
    /// Returns the elements of the workspace, u32, for Q of this shape, (tokens, heads, d), and
    /// this many sequences: heads (tokens / Q + sequences) Q (d + 2), where Q is 128 if d is 64,
    /// and 64 if it is larger, and tokens / Q is rounded down.
    pub fn workspace([tokens, heads, d]: [usize; 3], sequences: usize) -> usize {
        let tiles = (tokens / queries(d)).saturating_add(sequences).saturating_mul(heads);
        tiles.saturating_mul(queries(d)).saturating_mul(d.saturating_add(2))
    }
    /// Returns the gradients [dQ, dK, dV] for [Q, K, V] and [O, dO, the logarithms]. The longest
    /// sequence of Q, and that of K, have `longest` tokens.
    ///
    /// # Safety
    ///
    /// When the kernels run, `starts` begin with 0 and do not descend, and their last elements are
    /// the numbers of tokens of Q and of K; no sequence is longer than `longest`. The GPU alone
    /// knows them.
    pub unsafe fn packed(
        inputs: [Tensor<'t>; 3],
        outputs: [Tensor<'t>; 3],
        starts: (Tensor<'t>, Tensor<'t>),
        longest: [usize; 2],
        gradients: [TensorMut<'t>; 3],
        workspace: TensorMut<'t>,
    ) -> Self {
        let (scores, sinks) = (Scores::default(), None);
        AttentionBackward { inputs, outputs, starts, longest, gradients, workspace, scores, sinks }
    }
    /// Also returns the gradient of these sinks of [`Attention`](crate::Attention), both f32.
    pub fn sinks(self, sinks: Tensor<'t>, gradient: TensorMut<'t>) -> Self {
        AttentionBackward { sinks: Some((sinks, gradient)), ..self }
    }

    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let [q, k, v] = &self.inputs.each_ref().map(|x| x.view);
        let [o, d_o, lse] = &self.outputs.each_ref().map(|x| x.view);
        let [d_q, d_k, d_v] = &self.gradients.each_ref().map(|x| x.view);
        let [q_starts, k_starts] = &[self.starts.0.view, self.starts.1.view];
        let workspace = &{ self.workspace.view };
        let like = [
            ("v", v, "k", k, true), // with the columns of V
            ("o", o, "q", q, true),
            ("do", d_o, "q", q, true),
            ("dq", d_q, "q", q, false),
            ("dk", d_k, "k", k, false),
            ("dv", d_v, "k", k, true),
        ];
        let others = [
            ("q", q),
            ("k", k),
            ("lse", lse),
            ("q_starts", q_starts),
            ("k_starts", k_starts),
            ("the workspace", workspace),
        ];
        let of_sinks = self.sinks.as_ref().map(|(sinks, gradient)| [sinks.view, gradient.view]);
        let of_sinks = of_sinks.as_ref().map(|[x, dx]| [("sinks", x), ("dsinks", dx)]);
        let all = like.iter().map(|(name, view, ..)| (*name, *view)).chain(others);
        let all = all.chain(of_sinks.into_iter().flatten());
        ops.check(home, &all.map(|(name, view)| (name, Some(view))).collect::<Vec<_>>())?;
        let ([tokens, heads, d], [tokens_k, heads_k, d_of_k]) = (
            <[usize; 3]>::try_from(q.shape()).map_err(|_| modes("q", q))?,
            <[usize; 3]>::try_from(k.shape()).map_err(|_| modes("k", k))?,
        );
        for (name, view, of, other, of_v) in like {
            let mut shape = other.shape().to_vec();
            if of_v && shape[2] == 192 {
                shape[2] = 128;
            }
            same_shape(name, view, &shape, of)?;
            same_type(name, view, of, other)?;
        }
        same_type("k", k, "q", q)?;
        check_heads((q, heads, d), (k, heads_k, d_of_k))?;
        check_lse(lse, [heads, tokens])?;
        for (name, sinks) in of_sinks.into_iter().flatten() {
            check_sinks(name, sinks, heads)?;
        }
        let sequences = check_starts(q_starts, k_starts)?;
        ensure!(
            matches!(d, 64 | 128 | 192 | 256),
            "d is {d}, and the kernels are for 64, 128, 192 and 256"
        );
        ensure!(heads != 0, "q, {q}, has no heads");
        let needed = Self::workspace([tokens, heads, d], sequences);
        check_workspace(workspace, needed)?;
        aligned("the workspace", workspace)?;
        let scale = scale_of(self.scores.scale, d)?;
        self.scores.check_cap()?;
        let longest = [tokens.min(self.longest[0]), tokens_k.min(self.longest[1])];
        let numbers = workspace.pointer_mut::<f32>();
        let (scores, all) = (self.scores, Rc::new(self));
        let reason = "FlashAttention-3's algorithm: TMA and wgmma";
        let with_sinks = |plan: Plan<'t>| {
            let Some([(_, sinks), (_, d_sinks)]) = of_sinks else { return Ok(plan) };
            let arguments = (
                if longest[0] == 0 { 0 } else { sequences as u32 }, // else nobody writes the numbers
                q_starts.pointer(),
                numbers.cast_const(),
                sinks.pointer(),
                d_sinks.pointer_mut(),
            );
            // SAFETY: the kernels before it have written the numbers, and `all` holds the memory.
            let last = unsafe {
                match d {
                    64 => Plan::of::<kernels::attention_dsinks_64>(
                        true,
                        reason,
                        (heads, 1),
                        arguments,
                        all.clone(),
                    ),
                    _ => Plan::of::<kernels::attention_dsinks_128>(
                        true,
                        reason,
                        (heads, 1),
                        arguments,
                        all.clone(),
                    ),
                }
            };
            last.map(|last| plan.before(last))
        };
        if sequences == 0 || longest == [0; 2] {
            return with_sinks(Plan::nothing());
        }
        ops.hopper()?;
        small("the number of tokens of q and k", tokens.saturating_add(tokens_k))?;
        // Rows of 256 numbers: the map of sums has coordinates of 32 bits with a sign.
        let tiles = (tokens / queries(d)).saturating_add(sequences).saturating_mul(heads);
        let rows = tiles.saturating_mul(queries(d) * d / 256);
        let rows = small("the number of rows of the sums of dq", rows)?;
        let grid = |tiles: usize, heads: usize| {
            let blocks = tiles.saturating_mul(heads).saturating_mul(sequences);
            small("the number of blocks", blocks).map(|blocks| blocks as usize)
        };
        let parts = queries(d) * d / kernels::PART as usize;
        let of_queries = grid(longest[0].div_ceil(queries(d)), parts * heads)? / parts;
        let of_keys = grid(longest[1].div_ceil(keys(d)), heads_k)?;
        let [ldo, ld_do] = [check_aligned("o", o)?, check_aligned("do", d_o)?];
        let ld_dq = check_aligned("dq", d_q)?;
        let [ld_dk, ld_dv] = [check_aligned("dk", d_k)?, check_aligned("dv", d_v)?];
        let [heads, group, sequences] = [heads, heads / heads_k, sequences].map(|x| x as u32);
        let [longest_q, longest_k] = longest.map(|x| x as u32);
        let sums = numbers.wrapping_add(tiles * 2 * queries(d));
        let of_sums = Described::tiled(4, &[256, rows], &[1024], &[256, 16], 0)
            .and_then(|sums| sums.of_numbers(Numbers::of::<f32>()))
            .map_err(|error| refused(format!("the sums of dq: {error}")))?;
        let address = workspace.address + (tiles * 2 * queries(d) * 4) as u64;
        let map_sums = ops.device().tensor_map(address, &of_sums)?;
        let (left, right, cap) = scores.arguments();
        let of_kernel = (d, scores.has_window(), scores.causal);
        let delta = || {
            by_row!(
                dependent: d, q.kind, reason, (of_queries, 1),
                (
                    heads, sequences, longest_q, q_starts.pointer(), o.pointer(), ldo,
                    d_o.pointer(), ld_do, lse.pointer(), numbers, sums,
                ),
                (all.clone(),),
                kernels {
                    64 => attention_delta_bf16_64 attention_delta_f16_64;
                    128 => attention_delta_bf16_128 attention_delta_f16_128;
                    192 => attention_delta_bf16_192 attention_delta_f16_192;
                    _ => attention_delta_bf16_256 attention_delta_f16_256;
                }
            )
        };
        let backward = || {
            let [of_q, of_k, of_v, of_do] = match d {
                64 => boxes::<kernels::Backward<Bf16, 64, false>>(),
                128 => boxes::<kernels::Backward<Bf16, 128, false>>(),
                192 => boxes::<kernels::Backward<Bf16, 192, false>>(),
                _ => boxes::<kernels::Backward<Bf16, 256, false>>(),
            };
            let (map_q, map_k) = (map(ops, "q", q, of_q)?, map(ops, "k", k, of_k)?);
            let (map_v, map_do) = (map(ops, "v", v, of_v)?, map(ops, "do", d_o, of_do)?);
            let maps = [map_q, map_k, map_v, map_do, map_sums];
            let [q_map, k_map, v_map, do_map, sums_map] = maps.each_ref().map(|map| map.pointer());
            /// The kernels of a table, which take the sums of dQ as a map or as numbers.
            macro_rules! backward {
                ($sums:ident $table:tt) => {
                    by_row!(
                        dependent: of_kernel, q.kind, reason, (of_keys, 1),
                        (
                            heads, group, sequences, longest_k, scale, q_starts.pointer(),
                            k_starts.pointer(), q_map, k_map, v_map, do_map, numbers, $sums,
                            d_k.pointer_mut(), ld_dk, d_v.pointer_mut(), ld_dv, left, right, cap,
                        ),
                        (all.clone(), maps),
                        kernels $table
                    )
                };
            }
            if d > 128 {
                return backward! { sums {
                    (192, false, false) => attention_backward_bf16_192 attention_backward_f16_192;
                    (192, false, true) =>
                        attention_backward_bf16_192_causal attention_backward_f16_192_causal;
                    (192, true, _) =>
                        attention_backward_bf16_192_window attention_backward_f16_192_window;
                    (_, false, false) => attention_backward_bf16_256 attention_backward_f16_256;
                    (_, false, true) =>
                        attention_backward_bf16_256_causal attention_backward_f16_256_causal;
                    (_, true, _) =>
                        attention_backward_bf16_256_window attention_backward_f16_256_window;
                } };
            }
            backward! { sums_map {
                (64, false, false) => attention_backward_bf16_64 attention_backward_f16_64;
                (64, false, true) =>
                    attention_backward_bf16_64_causal attention_backward_f16_64_causal;
                (64, true, _) =>
                    attention_backward_bf16_64_window attention_backward_f16_64_window;
                (_, false, false) => attention_backward_bf16_128 attention_backward_f16_128;
                (_, false, true) =>
                    attention_backward_bf16_128_causal attention_backward_f16_128_causal;
                (_, true, _) =>
                    attention_backward_bf16_128_window attention_backward_f16_128_window;
            } }
        };
        let dq = || {
            by_row!(
                dependent: d, q.kind, reason, (parts * of_queries, 1),
                (
                    heads, sequences, longest_q, scale, q_starts.pointer(), sums,
                    d_q.pointer_mut(), ld_dq,
                ),
                (all.clone(),),
                kernels {
                    64 => attention_dq_bf16_64 attention_dq_f16_64;
                    128 => attention_dq_bf16_128 attention_dq_f16_128;
                    192 => attention_dq_bf16_192 attention_dq_f16_192;
                    _ => attention_dq_bf16_256 attention_dq_f16_256;
                }
            )
        };
        with_sinks(match longest {
            [0, _] => backward()?,
            [_, 0] => dq()?.after(delta()?),
            _ => backward()?.after(delta()?).before(dq()?),
        })
    }
}
operator!(AttentionBackward);
of_scores!(AttentionBackward);
