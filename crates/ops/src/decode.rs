//! Attention of new tokens to a cache of keys and values.

use crate::attention::{check_heads, check_workspace, positive, scale_of};
use crate::matmul::small;
use crate::plan::{Home, by_row, operands, operator};
use crate::rows::{aligned, contiguous, integers, same, same_type};
use crate::tensor::{View, ensure, refuse, refused};
use crate::{Error, Ops, Plan, Tensor, TensorMut, Type};
use std::ptr;
use zellige_ops_kernels::decode::{self as kernels, MAX_ROWS};

/// O = softmax(scale Q K^T) V for the newest tokens of each sequence, with a cache of its keys and
/// values: a step of generation.
///
/// | operand | shape |
/// |---|---|
/// | Q, O | (sequences, tokens, heads, d), contiguous |
/// | K, V | (sequences, capacity, heads of K, d), or (pages, tokens, heads of K, d) [in pages] |
/// | lengths | (sequences): the keys of each one, with those of the new tokens |
///
/// Elements are bf16 or f16, those of K and V also e4m3 [with scales]; d is 64 or 128. Lengths are
/// u32 or i32 on the device, and the host never reads them. The last new token sees all keys, and
/// each earlier one a key less. Heads of Q in the same number for each head of K share it: the
/// tokens and these heads together are 64 at most, and all of them multiply a key when it is
/// loaded. A token that sees no key becomes 0. A length past the room of a sequence counts as that,
/// so no number on the device makes the kernel read outside of the cache.
///
/// [in pages]: Self::pages
/// [with scales]: Self::scales
///
/// K and V have the same strides. Their elements are contiguous, and all else begins at multiples
/// of 16 bytes.
///
/// ```
/// use half::bf16;
/// use zellige_ops::{Decode, Ops};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let queue = ops.queue();
/// let q = ops.buffer(&[bf16::ONE; 2 * 64])?; // a token for each of two sequences
/// let k = ops.buffer(&[bf16::ONE; 2 * 5 * 64])?; // there is room for five keys each
/// let values: Vec<_> = (0..2 * 5 * 64).map(|i| bf16::from_f32((i / 64) as f32)).collect();
/// let (v, lengths) = (ops.buffer(&values)?, ops.buffer(&[3u32, 5])?);
/// let mut o = ops.buffer(&[bf16::ZERO; 2 * 64])?;
/// let q = queue.tensor(&q, [2, 1, 1, 64])?;
/// let [k, v] = [&k, &v].map(|x| queue.tensor(x, [2, 5, 1, 64]));
/// let o_of_queue = queue.tensor_mut(&mut o, [2, 1, 1, 64])?;
/// Decode::new(q, k?, v?, queue.tensor(&lengths, [2])?, o_of_queue).launch(&queue)?;
/// let o = o.read()?;
/// assert_eq!((o[0].to_f32(), o[64].to_f32()), (1.0, 7.0)); // the means of 0, 1, 2 and of 5 to 9
/// # Ok::<(), zellige_ops::Error>(())
/// ```
///
/// More rows are refused: `decode: 8 tokens and 16 heads for each head of k are 128 rows, more than
/// 64`.
#[must_use = "an operator does nothing until `launch`"]
pub struct Decode<'t> {
    q: Tensor<'t>,
    k: Tensor<'t>,
    v: Tensor<'t>,
    lengths: Tensor<'t>,
    o: TensorMut<'t>,
    table: Option<Tensor<'t>>,
    workspace: Option<TensorMut<'t>>,
    scale: Option<f32>,
    scales: [f32; 2],
}
impl<'t> Decode<'t> {
    const NAME: &'static str = "decode";
    /// Returns the attention of these tokens.
    pub fn new(
        q: Tensor<'t>,
        k: Tensor<'t>,
        v: Tensor<'t>,
        lengths: Tensor<'t>,
        o: TensorMut<'t>,
    ) -> Self {
        let (table, workspace, scale) = (None, None, None);
        Decode { q, k, v, lengths, o, table, workspace, scale, scales: [1.0; 2] }
    }
    /// Takes keys and values from pages of the same number of tokens, a multiple of 16. The table,
    /// (sequences, pages of a sequence) of u32 or i32 on the device, has the numbers of the pages:
    /// key i of sequence s is in page `table[s, i / n]`, at `i % n`.
    ///
    /// Only numbers of pages with keys are read. A number that the cache does not have, such as -1,
    /// stands for keys that no token sees.
    ///
    /// ```
    /// use half::bf16;
    /// use zellige_ops::{Decode, Ops};
    /// let (ops, d) = (Ops::first()?, 64); // a GPU, or the emulator
    /// let (queue, q) = (ops.queue(), ops.buffer(&[bf16::ONE; 64])?);
    /// // Three pages of 16 tokens, with the number of the page as values.
    /// let values: Vec<_> = (0..48 * d).map(|i| bf16::from_f32((i / (16 * d)) as f32)).collect();
    /// let v = ops.buffer(&values)?;
    /// let (lengths, table) = (ops.buffer(&[32u32])?, ops.buffer(&[2u32, 1])?);
    /// let mut o = ops.buffer(&[bf16::ZERO; 64])?;
    /// let [k, v] = [&v, &v].map(|x| queue.tensor(x, [3, 16, 1, d]));
    /// let (lengths, table) = (queue.tensor(&lengths, [1])?, queue.tensor(&table, [1, 2])?);
    /// let (q, to) = (queue.tensor(&q, [1, 1, 1, d])?, queue.tensor_mut(&mut o, [1, 1, 1, d])?);
    /// Decode::new(q, k?, v?, lengths, to).pages(table).scale(1e-6).launch(&queue)?;
    /// assert_eq!(o.read()?[0].to_f32(), 1.5); // the mean of pages 2 and 1
    /// # Ok::<(), zellige_ops::Error>(())
    /// ```
    pub fn pages(self, table: Tensor<'t>) -> Self {
        Decode { table: Some(table), ..self }
    }
    /// Sets the factor of the scores; without it, 1 / sqrt(d).
    pub fn scale(self, scale: f32) -> Self {
        Decode { scale: Some(scale), ..self }
    }
    /// Multiplies the elements of K by the first number, and those of V by the second one. A cache
    /// of e4m3 has elements up to 448 and needs such scales. Its products are computed in f16, to
    /// which the elements of Q are rounded: those past 65504 become infinite.
    ///
    /// ```
    /// use half::bf16;
    /// use zellige_gpu::E4m3;
    /// use zellige_ops::{Decode, Ops};
    /// let ops = Ops::first()?; // a GPU, or the emulator
    /// let (queue, q) = (ops.queue(), ops.buffer(&[bf16::ONE; 64])?);
    /// let k = ops.buffer(&[E4m3(0x38); 3 * 64])?; // ones
    /// let (v, lengths) = (ops.buffer(&[E4m3(0x44); 3 * 64])?, ops.buffer(&[3u32])?); // threes
    /// let mut o = ops.buffer(&[bf16::ZERO; 64])?;
    /// let [k, v] = [&k, &v].map(|x| queue.tensor(x, [1, 3, 1, 64]));
    /// let (q, to) = (queue.tensor(&q, [1, 1, 1, 64])?, queue.tensor_mut(&mut o, [1, 1, 1, 64])?);
    /// let decode = Decode::new(q, k?, v?, queue.tensor(&lengths, [1])?, to);
    /// decode.scales(0.01, 0.5).launch(&queue)?;
    /// assert_eq!(o.read()?[0].to_f32(), 1.5);
    /// # Ok::<(), zellige_ops::Error>(())
    /// ```
    ///
    /// `decode: the scale of v is 0, and not larger than 0`
    pub fn scales(self, k: f32, v: f32) -> Self {
        Decode { scales: [k, v], ..self }
    }
    /// Lends memory with [`workspace_elements`](Self::workspace_elements) of u32, so that several
    /// blocks share the keys of a sequence, if there are fewer heads and sequences than the GPU has
    /// room for. The elements are 0 before the first launch. After each launch, those that the next
    /// one needs are 0 again, if it is for as many sequences and heads of K.
    ///
    /// ```
    /// use half::bf16;
    /// use zellige_ops::{Decode, Ops};
    /// let ops = Ops::first()?; // a GPU, or the emulator
    /// let (queue, q) = (ops.queue(), ops.buffer(&[bf16::ONE; 64])?);
    /// let (k, lengths) = (ops.buffer(&[bf16::ONE; 1000 * 64])?, ops.buffer(&[1000u32])?);
    /// let mut o = ops.buffer(&[bf16::ZERO; 64])?;
    /// let all = [(&q, 1), (&k, 1000), (&k, 1000)];
    /// let [q, k, v] = all.map(|(x, n)| queue.tensor(x, [1, n, 1, 64]));
    /// let o_of_queue = queue.tensor_mut(&mut o, [1, 1, 1, 64])?;
    /// let decode = Decode::new(q?, k?, v?, queue.tensor(&lengths, [1])?, o_of_queue);
    /// let elements = decode.workspace_elements(&ops);
    /// let mut workspace = ops.buffer(&vec![0u32; elements])?;
    /// decode.workspace(queue.tensor_mut(&mut workspace, [elements])?).launch(&queue)?;
    /// assert_eq!(o.read()?, [bf16::ONE; 64]);
    /// # Ok::<(), zellige_ops::Error>(())
    /// ```
    pub fn workspace(self, workspace: TensorMut<'t>) -> Self {
        Decode { workspace: Some(workspace), ..self }
    }
    /// Returns the elements of a workspace for these operands, of u32: 0 if none is needed.
    pub fn workspace_elements(&self, ops: &Ops) -> usize {
        self.splits(ops).1
    }
    /// Returns the number of blocks that share the keys of a sequence, and the elements of the
    /// workspace that they need.
    fn splits(&self, ops: &Ops) -> (usize, usize) {
        let (q, k) = (self.q.view.shape(), self.k.view.shape());
        let (&[sequences, tokens, heads, d], &[_, page_size, heads_k, _]) = (q, k) else {
            return (1, 0);
        };
        let pages = self.table.as_ref().and_then(|table| table.shape().last().copied());
        let capacity = pages.unwrap_or(1).saturating_mul(page_size);
        let steps = capacity.div_ceil(kernels::KEYS as usize).max(1);
        let columns = sequences.saturating_mul(heads_k).max(1);
        // The blocks that run at the same time.
        let of_each = kernels::blocks(d.min(128) as u32, self.k.view.kind == Type::E4m3);
        let slots = (of_each * ops.device().multiprocessors()) as usize;
        let candidates = [0, 1, 2, 3, 4].map(|waves| (waves * slots / columns).clamp(1, steps));
        let busy = |splits: usize| {
            let waves = columns as f64 * splits as f64 / slots as f64;
            waves / waves.ceil()
        };
        let best = candidates.iter().map(|&splits| busy(splits)).fold(0.0, f64::max);
        let splits = candidates.into_iter().find(|&splits| busy(splits) >= 0.95 * best);
        let rows = tokens.saturating_mul(heads) / heads_k.max(1);
        match splits {
            Some(splits) if splits > 1 && rows <= MAX_ROWS as usize => {
                let share = kernels::share(rows as u32, d.min(1 << 20) as u32) as usize;
                (splits, columns.next_multiple_of(4) + columns * splits * share)
            }
            _ => (1, 0),
        }
    }

    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (q, k, v, o) = (&self.q.view, &self.k.view, &self.v.view, &self.o.view);
        let lengths = &self.lengths.view;
        let table = self.table.as_ref().map(|table| &table.view);
        let workspace = self.workspace.as_ref().map(|workspace| &workspace.view);
        let all = operands![q, k, v, o, lengths, "the table": table, "the workspace": workspace];
        ops.check(home, &all)?;
        let [sequences, tokens, heads, d] = modes("q", q, "(sequences, tokens, heads, d)")?;
        let of_k = if table.is_some() {
            "(pages, tokens, heads, d)"
        } else {
            "(sequences, tokens, heads, d)"
        };
        let [pages, page_size, heads_k, d_k] = modes("k", k, of_k)?;
        same("o", o, "q", q)?;
        same("v", v, "k", k)?;
        if k.kind != Type::E4m3 {
            same_type("k", k, "q", q)?;
        }
        same_type("v", v, "k", k)?;
        check_heads((q, heads, d), (k, heads_k, d_k))?;
        integers("lengths", lengths, &[sequences], "q")?;
        let max_pages = match table {
            None if pages == sequences => 1,
            None => refuse!("k has {pages} sequences, and q has {sequences}"),
            Some(_) if page_size % 16 != 0 => {
                refuse!("a page has {page_size} tokens, not a multiple of 16");
            }
            Some(table) => {
                let max_pages = table.shape().last().copied().unwrap_or(0);
                integers("the table", table, &[sequences, max_pages], "q")?;
                max_pages
            }
        };
        let max_pages = if k.is_empty() { 0 } else { max_pages };
        let capacity = max_pages.saturating_mul(page_size);
        ensure!(capacity < 1 << 31, "a sequence has room for {capacity} keys, 2^31 or more");
        let group = heads / heads_k;
        let rows = tokens.saturating_mul(group);
        ensure!(
            rows <= MAX_ROWS as usize,
            "{tokens} tokens and {group} heads for each head of k are {rows} rows, more than {MAX_ROWS}"
        );
        if o.is_empty() {
            return Ok(Plan::nothing());
        }
        for (name, view) in [("q", q), ("o", o)] {
            contiguous(name, view)?;
            aligned(name, view)?;
        }
        let (of_k, of_v) = (distances("k", k)?, distances("v", v)?);
        ensure!(of_k == of_v, "v, {v}, does not have the strides of k, {k}");
        let scale = scale_of(self.scale, d)? * positive("scale of k", self.scales[0])?;
        let scale_v = positive("scale of v", self.scales[1])?;
        let (splits, needed) = match workspace {
            Some(workspace) => {
                let (splits, needed) = self.splits(ops);
                check_workspace(workspace, needed)?;
                if needed > 0 {
                    aligned("the workspace", workspace)?;
                }
                (splits, needed)
            }
            None => (1, 0),
        };
        let columns = sequences.saturating_mul(heads_k);
        let blocks = columns.saturating_mul(splits);
        ensure!(
            blocks < 1 << 31,
            "{sequences} sequences of {heads_k} heads of k are {blocks} blocks, 2^31 or more"
        );
        let counters = workspace.filter(|_| needed > 0);
        let counters = counters.map_or(ptr::null_mut(), View::pointer_mut::<u32>);
        let shares = counters.wrapping_add(columns.next_multiple_of(4)).cast();
        let [page, token, head] = of_k;
        small("the size of a token of q", heads.saturating_mul(d))?;
        let token =
            u32::try_from(token).ok().filter(|&token| token < 1 << 25).ok_or_else(|| {
                let bytes = 2 * token;
                refused(format!("tokens of k, {k}, begin {bytes} bytes apart, 2^26 or more"))
            })?;
        let pages = small("the number of pages", pages)?;
        let table = table.map_or(ptr::null(), View::pointer);
        let reason = match splits {
            1 => "a block has all keys of a sequence",
            _ => "several blocks share the keys of a sequence",
        };
        ensure!(d == 64 || d == 128, "d is {d}, and the kernels are for 64 and 128");
        by_row! {
            dependent: (d, k.kind), q.kind, reason, (blocks, 1),
            (
                sequences as u32, heads_k as u32, group as u32, tokens as u32, splits as u32, scale,
                scale_v, lengths.pointer(), table, max_pages as u32,
                page_size.clamp(1, u32::MAX as usize) as u32, pages, q.pointer(), k.pointer(),
                v.pointer(), page, token, head, o.pointer_mut(), counters, shares,
            ),
            self,
            kernels {
                (64, Type::E4m3) => decode_bf16_e4m3_64 decode_f16_e4m3_64;
                (_, Type::E4m3) => decode_bf16_e4m3_128 decode_f16_e4m3_128;
                (64, _) => decode_bf16_64 decode_f16_64;
                _ => decode_bf16_128 decode_f16_128;
            }
        }
    }
}
operator!(Decode);

fn modes(name: &str, view: &View, modes: &str) -> Result<[usize; 4], Error> {
    let refuse = |_| refused(format!("{name}, {view}, does not have the modes {modes}"));
    <[usize; 4]>::try_from(view.shape()).map_err(refuse)
}
/// Returns the distances of the pages, tokens and heads of a cache, in units of 16 bits.
fn distances(name: &str, view: &View) -> Result<[u64; 3], Error> {
    if view.is_empty() {
        return Ok([0; 3]);
    }
    let steps = [0, 1, 2].map(|mode| view.step(mode));
    let in_unit = 2 / view.kind.bytes().clamp(1, 2) as i64;
    let fits = steps.iter().all(|&step| step >= 0 && step % (8 * in_unit) == 0);
    ensure!(
        fits && view.strides()[3] == 1 && view.address.is_multiple_of(16),
        "the heads of {name}, {view}, are not contiguous from multiples of 16 bytes on"
    );
    Ok(steps.map(|step| step.cast_unsigned() / in_unit as u64))
}
