//! Attention by FlashAttention-3's algorithm.

use crate::plan::{Home, by_type, operands, operator};
use crate::rows::{contiguous, map_rows, same_shape, same_type};
use crate::tensor::{View, ensure, refuse, refused, words};
use crate::{Error, Ops, Plan, Tensor, TensorMut, Type};
use std::ptr;
use zellige_gpu::{Bf16, E4m3, F16, storage::TmaTile};
use zellige_kernels::attention::{self as kernels, Config};
use zellige_launch::device::Map;

/// Gives an operator with `scores` the methods that set them.
macro_rules! of_scores {
    ($Operator:ident) => {
        impl<'t> $Operator<'t> {
            /// Sets the factor of the scores; without it, 1 / sqrt(d).
            pub fn scale(mut self, scale: f32) -> Self {
                self.scores.scale = Some(scale);
                self
            }
            /// Lets a query see no key after its own token.
            pub fn causal(mut self) -> Self {
                self.scores.causal = true;
                self
            }
            /// Lets a query see only so many keys before its own, its own, and so many after it:
            /// `usize::MAX` are all. If attention is causal, it sees none after its own.
            pub fn window(mut self, before: usize, after: usize) -> Self {
                self.scores.window = Some([before, after]);
                self
            }
            /// Limits scores to the numbers from -cap to cap, smoothly.
            pub fn softcap(mut self, cap: f32) -> Self {
                self.scores.cap = Some(cap);
                self
            }
        }
    };
}
pub(crate) use of_scores;

/// O = softmax(scale Q K^T) V for each head of each sequence, on Hopper.
///
/// Q and O are (tokens, heads, d), K and V (tokens of K, heads of K, d), of bf16 or f16, with d of
/// 64, 128, 192 or 256; if it is 192, V and O have 128. Q, K and V of e4m3 have d of 64 or 128 and
/// [`scales`](Self::scales), and O is bf16. Sequences are packed one after the other: `q_starts`
/// and `k_starts`, u32, have the first token of each, and at the end the number of tokens. Heads of
/// Q in the same number for each head of K share it.
///
/// If attention is causal, the last query of a sequence sees all of its keys, and each earlier one
/// a key less. Of a window, a query sees so many keys before and after its own. A cap c makes
/// c tanh(s / c) of each score s = scale q k; a sink is one score more of each query, without a
/// value, and takes a part of the probability.
///
/// The workspace, u32, has [`workspace`](Attention::workspace) elements; the first two are 0 before
/// the first launch, and again after each.
///
/// ```
/// use half::bf16;
/// use zellige_ops::{Attention, Ops};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let queue = ops.queue();
/// let [q, k] = [1, 2].map(|x| ops.buffer(&vec![bf16::from_f32(x as f32); 3 * 64]));
/// let (q, k, v) = (q?, k?, ops.buffer(&vec![bf16::from_f32(0.5); 3 * 64])?);
/// let (starts, mut o) = (ops.buffer(&[0u32, 1, 3])?, ops.buffer(&vec![bf16::ZERO; 3 * 64])?);
/// let mut workspace = ops.buffer(&vec![0u32; Attention::workspace(3, 1)])?;
/// let [q, k, v] = [&q, &k, &v].map(|x| queue.tensor(x, [3, 1, 64]));
/// let starts = || queue.tensor(&starts, [3]);
/// let o_of_queue = queue.tensor_mut(&mut o, [3, 1, 64])?;
/// let workspace_of_queue = queue.tensor_mut(&mut workspace, [Attention::workspace(3, 1)])?;
/// let starts = (starts()?, starts()?);
/// // SAFETY: the sequences have 1 and 2 tokens, 3 together.
/// let attention = unsafe {
///     Attention::packed(q?, k?, v?, starts, 2, o_of_queue, workspace_of_queue)
/// };
/// attention.causal().launch(&queue)?;
/// assert!(o.read()?.iter().all(|o| o.to_f32() == 0.5)); // the values are all the same
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct Attention<'t> {
    q: Tensor<'t>,
    k: Tensor<'t>,
    v: Tensor<'t>,
    starts: (Tensor<'t>, Tensor<'t>),
    longest: usize,
    o: TensorMut<'t>,
    workspace: TensorMut<'t>,
    scores: Scores,
    sinks: Option<Tensor<'t>>,
    lse: Option<TensorMut<'t>>,
    scales: [f32; 3],
}
impl<'t> Attention<'t> {
    const NAME: &'static str = "attention";
    /// Returns the elements of the workspace, u32, for Q of this many tokens and heads.
    pub fn workspace(tokens: usize, heads: usize) -> usize {
        tokens.saturating_mul(heads).saturating_add(2)
    }
    /// Returns the attention of sequences; the longest has `longest` queries.
    ///
    /// # Safety
    ///
    /// When the kernel runs, `starts` begin with 0 and do not descend, and their last elements are
    /// the numbers of tokens of Q and of K: the GPU alone knows them.
    pub unsafe fn packed(
        q: Tensor<'t>,
        k: Tensor<'t>,
        v: Tensor<'t>,
        starts: (Tensor<'t>, Tensor<'t>),
        longest: usize,
        o: TensorMut<'t>,
        workspace: TensorMut<'t>,
    ) -> Self {
        let (scores, sinks, lse, scales) = (Scores::default(), None, None, [1.0; 3]);
        Attention { q, k, v, starts, longest, o, workspace, scores, sinks, lse, scales }
    }
    /// Sets the numbers by which the elements of Q, K and V are multiplied, 1 without them: e4m3
    /// has numbers up to 448. Of such operands, probabilities are rounded to e4m3, too.
    ///
    /// ```
    /// use half::bf16;
    /// use zellige_gpu::E4m3;
    /// use zellige_ops::{Attention, Ops};
    /// let ops = Ops::first()?;
    /// let queue = ops.queue();
    /// let (ones, twos) = (ops.buffer(&[E4m3(0x38); 64])?, ops.buffer(&[E4m3(0x40); 64])?);
    /// let (starts, mut o) = (ops.buffer(&[0u32, 1])?, ops.buffer(&[bf16::ZERO; 64])?);
    /// let mut workspace = ops.buffer(&[0u32; 3])?;
    /// let [q, v] = [&ones, &twos].map(|x| queue.tensor(x, [1, 1, 64])); // a token and a head
    /// let (q, k, v) = (q?, queue.tensor(&ones, [1, 1, 64])?, v?);
    /// let starts = (queue.tensor(&starts, [2])?, queue.tensor(&starts, [2])?);
    /// let of_queue = queue.tensor_mut(&mut o, [1, 1, 64])?;
    /// let workspace = queue.tensor_mut(&mut workspace, [3])?;
    /// // SAFETY: the sequence has one token.
    /// let attention = unsafe { Attention::packed(q, k, v, starts, 1, of_queue, workspace) };
    /// attention.scales(1.0, 1.0, 0.75).launch(&queue)?;
    /// assert!(o.read()?.iter().all(|o| o.to_f32() == 1.5));
    /// # Ok::<(), zellige_ops::Error>(())
    /// ```
    pub fn scales(self, q: f32, k: f32, v: f32) -> Self {
        Attention { scales: [q, k, v], ..self }
    }
    /// Adds a score, f32, to the queries of each head.
    pub fn sinks(self, sinks: Tensor<'t>) -> Self {
        Attention { sinks: Some(sinks), ..self }
    }
    /// Also returns the logarithm of the sum of e^(scale q k) of each query, f32 (heads, tokens):
    /// minus infinity if it sees no key. [`AttentionBackward`](crate::AttentionBackward) needs it.
    /// The workspace needs only its first two elements then.
    pub fn lse(self, lse: TensorMut<'t>) -> Self {
        Attention { lse: Some(lse), ..self }
    }

    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (q, k, v, o) = (&self.q.view, &self.k.view, &self.v.view, &self.o.view);
        let (q_starts, k_starts) = (&self.starts.0.view, &self.starts.1.view);
        let workspace = &self.workspace.view;
        let sinks = self.sinks.as_ref().map(|sinks| &sinks.view);
        let lse = self.lse.as_ref().map(|lse| &lse.view);
        let all = operands![q, k, v, o, q_starts, k_starts, "the workspace": workspace, sinks, lse];
        ops.check(home, &all)?;
        let ([tokens, heads, d], [_, heads_k, d_k]) = (
            <[usize; 3]>::try_from(q.shape()).map_err(|_| modes("q", q))?,
            <[usize; 3]>::try_from(k.shape()).map_err(|_| modes("k", k))?,
        );
        let value = |d| if d == 192 { 128 } else { d };
        same_shape("o", o, &[tokens, heads, value(d)], "q")?;
        match (q.kind, o.kind) {
            (Type::E4m3, Type::Bf16) => {}
            (Type::E4m3, kind) => refuse!("o is {kind}, but q is e4m3, which needs bf16"),
            _ => same_type("o", o, "q", q)?,
        }
        same_shape("v", v, &[k.shape()[0], heads_k, value(d_k)], "k")?;
        same_type("v", v, "k", k)?;
        same_type("k", k, "q", q)?;
        check_heads((q, heads, d), (k, heads_k, d_k))?;
        let sequences = check_starts(q_starts, k_starts)?;
        sinks.map_or(Ok(()), |sinks| check_sinks("sinks", sinks, heads))?;
        lse.map_or(Ok(()), |lse| check_lse(lse, [heads, tokens]))?;
        self.scores.check_cap()?;
        let needed = Attention::workspace(tokens, heads);
        check_workspace(workspace, if lse.is_some() { 2 } else { needed })?;
        if o.is_empty() || sequences == 0 || self.longest == 0 {
            return Ok(Plan::nothing());
        }
        ops.hopper()?;
        let (heads, group) =
            (small("the number of heads", heads)?, small("a group", heads / heads_k)?);
        let sequences = small("the number of sequences", sequences)?;
        let tokens = small("the number of tokens of q", tokens)?;
        let longest = tokens.min(u32::try_from(self.longest).unwrap_or(tokens));
        let tokens_k = small("the number of tokens of k", k.shape()[0])?;
        small("the number of tokens of q and k", tokens as usize + tokens_k as usize)?;
        ensure!(needed <= u32::MAX as usize, "the workspace needs {needed} elements, 2^32 or more");
        let ldo = check_aligned("o", o)?;
        let [scale_q, scale_k, scale_v] = self.scales;
        for (name, scale) in [("q", scale_q), ("k", scale_k), ("v", scale_v)] {
            positive(&format!("scale of {name}"), scale)?;
        }
        let scale = scale_of(self.scores.scale, d)? * scale_q * scale_k;
        ensure!(
            scale > 0.0 && scale.is_finite(),
            "the scales of q and k make the scale {scale}, which is not finite and larger than 0"
        );
        let multiprocessors = ops.device().multiprocessors();
        let columns = u64::from(heads).saturating_mul(sequences.into());
        let tiles = columns.saturating_mul(longest.div_ceil(128).into());
        // The kernel counts up to 8 more columns, and 8 more tiles for each block.
        let counted = columns.saturating_add(8).saturating_mul(longest.div_ceil(128).into());
        ensure!(
            counted.saturating_add(8 * u64::from(multiprocessors)) < 1 << 32,
            "{sequences} sequences of {longest} queries and {heads} heads are too many tiles"
        );
        let blocks = tiles.min(multiprocessors.into()) as usize;
        let lse = lse.map_or(workspace.pointer_mut::<f32>().wrapping_add(2), View::pointer_mut);
        let (left, right, cap) = self.scores.arguments();
        let sees = (self.scores.has_window() || sinks.is_some(), self.scores.causal);
        macro_rules! attention {
            ($($T:ident $d:literal $all:ident $causal:ident $window:ident;)+) => {
                match (q.kind, d, sees) {
                    $(
                        (Type::$T, $d, (false, false)) => attention!(@ $T $d false false $all),
                        (Type::$T, $d, (false, true)) => attention!(@ $T $d true false $causal),
                        (Type::$T, $d, _) => attention!(@ $T $d true true $window),
                    )+
                    (Type::E4m3, ..) => {
                        refuse!("d is {d}, and the kernels of e4m3 are for 64 and 128")
                    }
                    (Type::Bf16 | Type::F16, ..) => {
                        refuse!("d is {d}, and the kernels are for 64, 128, 192 and 256")
                    }
                    (kind, ..) => refuse!("there is no kernel for {kind}"),
                }
            };
            (@ $T:ident $d:literal $causal:literal $window:literal $kernel:ident) => {{
                let maps = maps::<kernels::Attention<$T, $d, $causal, $window>>(ops, [q, k, v])?;
                let [map_q, map_k, map_v] = maps.each_ref().map(|map| map.pointer());
                by_type!(
                    q.kind, [$T: kernels::$kernel],
                    "FlashAttention-3's algorithm: TMA and wgmma", (blocks, 1),
                    (
                        heads, group, sequences, longest, scale, q_starts.pointer(),
                        k_starts.pointer(), map_q, map_k, map_v, o.pointer_mut(), ldo, lse,
                        workspace.pointer_mut(), left, right, cap,
                        sinks.map_or(ptr::null(), View::pointer), scale_v,
                    ),
                    (self, maps)
                )
            }};
        }
        attention! {
            Bf16 64 attention_bf16_64 attention_bf16_64_causal attention_bf16_64_window;
            F16 64 attention_f16_64 attention_f16_64_causal attention_f16_64_window;
            Bf16 128 attention_bf16_128 attention_bf16_128_causal attention_bf16_128_window;
            F16 128 attention_f16_128 attention_f16_128_causal attention_f16_128_window;
            E4m3 64 attention_e4m3_64 attention_e4m3_64_causal attention_e4m3_64_window;
            E4m3 128 attention_e4m3_128 attention_e4m3_128_causal attention_e4m3_128_window;
            Bf16 192 attention_bf16_192 attention_bf16_192_causal attention_bf16_192_window;
            F16 192 attention_f16_192 attention_f16_192_causal attention_f16_192_window;
            Bf16 256 attention_bf16_256 attention_bf16_256_causal attention_bf16_256_window;
            F16 256 attention_f16_256 attention_f16_256_causal attention_f16_256_window;
        }
    }
}
operator!(Attention);
of_scores!(Attention);

/// What the scores of attention are: their factor, the keys that a query sees, and their cap.
#[derive(Copy, Clone, Default)]
pub(crate) struct Scores {
    pub(crate) scale: Option<f32>,
    pub(crate) causal: bool,
    pub(crate) window: Option<[usize; 2]>,
    pub(crate) cap: Option<f32>,
}
impl Scores {
    /// Checks that a cap is finite and larger than 0.
    pub(crate) fn check_cap(self) -> Result<(), Error> {
        match self.cap.filter(|&cap| !(cap > 0.0 && cap.is_finite())) {
            Some(cap) => refuse!("the cap is {cap}, and not finite and larger than 0"),
            None => Ok(()),
        }
    }
    /// Returns whether they need a kernel with a window.
    pub(crate) fn has_window(self) -> bool {
        self.window.is_some() || self.cap.is_some()
    }
    /// Returns the arguments `left`, `right` and `cap` of the kernels.
    pub(crate) fn arguments(self) -> (u32, u32, f32) {
        let all = i32::MAX as u32;
        let [left, right] = self
            .window
            .unwrap_or([usize::MAX; 2])
            .map(|n| u32::try_from(n).unwrap_or(all).min(all));
        (left, if self.causal { 0 } else { right }, self.cap.unwrap_or(0.0))
    }
}

/// Returns the maps of Q, K and V for a kernel.
fn maps<C: Config>(ops: &Ops, [q, k, v]: [&View; 3]) -> Result<[Map; 3], Error> {
    Ok([
        map(ops, "q", q, C::Q::map())?,
        map(ops, "k", k, C::K::map())?,
        map(ops, "v", v, C::V::map())?,
    ])
}
/// Checks that heads of Q share those of K: an operand, its heads and their elements.
pub(crate) fn check_heads(
    (q, heads, d): (&View, usize, usize),
    (k, heads_k, d_k): (&View, usize, usize),
) -> Result<(), Error> {
    ensure!(
        d == d_k && heads_k != 0 && heads % heads_k == 0,
        "q is {} and k is {}: heads of q do not share those of k",
        words(q.shape()),
        words(k.shape())
    );
    Ok(())
}
/// Returns whether a tensor is a contiguous one of u32, of one mode.
fn is_list(view: &View) -> bool {
    view.kind == Type::U32 && view.rank == 1 && view.strides() == [1]
}
/// Checks the first tokens of sequences, and returns the number of sequences.
pub(crate) fn check_starts(q_starts: &View, k_starts: &View) -> Result<usize, Error> {
    for (name, starts) in [("q_starts", q_starts), ("k_starts", k_starts)] {
        ensure!(
            is_list(starts) && !starts.is_empty(),
            "{name}, {starts}, is not a contiguous u32 tensor of one mode and one element or \
                 more"
        );
    }
    ensure!(
        q_starts.shape() == k_starts.shape(),
        "q_starts has {} elements, and k_starts {}",
        q_starts.size(),
        k_starts.size()
    );
    Ok(q_starts.size() - 1)
}
/// Checks that tokens begin at multiples of 16 bytes, and returns the elements from one to another.
pub(crate) fn check_aligned(name: &str, view: &View) -> Result<u32, Error> {
    let (_, ld) = packed(name, view)?;
    ensure!(
        view.address.is_multiple_of(16) && ld % 8 == 0,
        "{name}, {view}, and its tokens do not begin at multiples of 16 bytes"
    );
    Ok(ld)
}
/// Returns a number that the kernels count with, below 2^31.
pub(crate) fn small(what: &str, number: usize) -> Result<u32, Error> {
    match u32::try_from(number) {
        Ok(number) if number < 1 << 31 => Ok(number),
        _ => Err(refused(format!("{what}, {number}, is 2^31 or more"))),
    }
}
/// Checks that an operand has the logarithms of (heads, tokens).
pub(crate) fn check_lse(lse: &View, shape: [usize; 2]) -> Result<(), Error> {
    same_shape("lse", lse, &shape, "a logarithm for each head and token of q")?;
    contiguous("lse", lse)?;
    match lse.kind {
        Type::F32 => Ok(()),
        kind => Err(refused(format!("lse is {kind}, not f32"))),
    }
}
/// Checks that an operand has a number for each head.
pub(crate) fn check_sinks(name: &str, sinks: &View, heads: usize) -> Result<(), Error> {
    same_shape(name, sinks, &[heads], "a score for each head of q")?;
    contiguous(name, sinks)?;
    ensure!(sinks.kind == Type::F32, "{name} are {}, not f32", sinks.kind);
    Ok(())
}
/// Checks that a workspace has enough elements.
pub(crate) fn check_workspace(workspace: &View, needed: usize) -> Result<(), Error> {
    ensure!(
        is_list(workspace) && workspace.size() >= needed,
        "the workspace, {workspace}, does not have {needed} contiguous elements of u32"
    );
    Ok(())
}
/// Returns the factor of the scores, 1 / sqrt(d) unless another one is set.
pub(crate) fn scale_of(scale: Option<f32>, d: usize) -> Result<f32, Error> {
    positive("scale", scale.unwrap_or((d as f32).sqrt().recip()))
}
/// Checks that a scale is larger than 0.
pub(crate) fn positive(name: &str, scale: f32) -> Result<f32, Error> {
    match scale > 0.0 {
        true => Ok(scale),
        false => Err(refused(format!("the {name} is {scale}, and not larger than 0"))),
    }
}

pub(crate) fn modes(name: &str, view: &View) -> Error {
    refused(format!("{name}, {view}, does not have the modes (tokens, heads, d)"))
}
/// Returns the number of tokens and the elements from one to the next, of a tensor with the heads
/// of a token side by side.
fn packed(name: &str, view: &View) -> Result<(u32, u32), Error> {
    let (&[tokens, heads, d], &[token, head, element]) = (view.shape(), view.strides()) else {
        return Err(modes(name, view));
    };
    let side_by_side = element == 1 && (head == d as i64 || heads == 1);
    let token = if tokens == 1 { heads.saturating_mul(d) as i64 } else { token };
    match (u32::try_from(tokens), u32::try_from(token)) {
        (Ok(tokens), Ok(token)) if side_by_side => Ok((tokens, token)),
        _ => Err(refused(format!("the heads of {name}, {view}, are not side by side"))),
    }
}
/// Returns the map of the rows of a token in boxes of this shape.
pub(crate) fn map(
    ops: &Ops,
    name: &str,
    view: &View,
    boxes: ((u32, u32), u32),
) -> Result<Map, Error> {
    if view.is_empty() {
        return Ok(ops.device().no_map());
    }
    let (tokens, stride) = packed(name, view)?;
    let width = view.shape()[1].saturating_mul(view.shape()[2]);
    let width = u32::try_from(width)
        .map_err(|_| refused(format!("a token of {name} has {width} elements, 2^32 or more")))?;
    let bytes = view.kind.bytes() as u32;
    map_rows(ops, name, view, [width, tokens], (bytes, u64::from(bytes) * u64::from(stride)), boxes)
}
