//! Products with quantised weights.

use crate::attention::check_workspace;
use crate::matmul_fp8::map;
use crate::plan::{Home, by_row, operands, operator};
use crate::rows::{Rows, aligned, check_bias, contiguous, same_shape, same_type};
use crate::tensor::{View, ensure, refuse, refused};
use crate::{Activation, Error, Ops, Plan, Tensor, TensorMut, Type};
use half::{bf16, f16};
use std::ptr;
use zellige_ops_kernels::quantised::{self as kernels, Format, Fp8, Int4, Int8, few};

/// D = activation(X W^T + bias) for X (m, k) of bf16 or f16, and weights W (n, k) of 4 or 8 bits.
/// Up to 16 tokens, rows of X, run on Ampere too if k is a multiple of 8; all others need Hopper.
///
/// | weights | W(i, p), for a code q | packed by |
/// |---|---|---|
/// | [`int4`](Self::int4) | (q - zero) scale, for 128 codes of a row | [`pack_int4`](Self::pack_int4) |
/// | [`int8`](Self::int8) | q scale, for a row | [`pack_int8`](Self::pack_int8) |
/// | [`e4m3`](Self::e4m3) | q scale, for a row | [`pack_e4m3`](Self::pack_e4m3) |
///
/// The scheme of `int4` is that of AWQ and GPTQ. The weights are packed once, on the host, to words
/// of 32 bits in the order in which the threads multiply them. Numbers of `int4` are rounded once
/// to the type of X, but not those that up to 16 tokens multiply if k is a multiple of 8; codes of
/// 8 bits are exact in it, and the products are summed in f32. D and the bias have the type of X.
///
/// X may have several modes in place of m, and so may D, if their strides make one mode of them.
/// Both have contiguous rows; those of X begin at multiples of 16 bytes.
///
/// ```
/// use half::bf16;
/// use zellige_ops::{MatmulQuantised, Ops, Type};
/// let ops = Ops::first()?; // a GPU, or the emulator
/// let (queue, x) = (ops.queue(), ops.buffer(&[bf16::ONE; 2 * 8])?);
/// // Three rows of eight codes, two in each byte, with one scale and one zero for each row.
/// let codes = [[0x99; 4], [0x87; 4], [0xf0; 4]].concat();
/// let scales = [0.5, 2.0, 1.0];
/// let words = MatmulQuantised::pack_int4([3, 8], &codes, &scales, &[8, 8, 0], Type::Bf16)?;
/// let (w, mut d) = (ops.buffer(&words)?, ops.buffer(&[bf16::ZERO; 2 * 3])?);
/// let (x, w) = (queue.tensor(&x, [2, 8])?, queue.tensor(&w, [words.len()])?);
/// MatmulQuantised::int4(x, w, queue.tensor_mut(&mut d, [2, 3])?).launch(&queue)?;
/// // 8 (9 - 8) 0.5, then 4 (8 - 8) 2 + 4 (7 - 8) 2, and 4 (15 - 0)
/// let d: Vec<f32> = d.read()?.into_iter().map(bf16::to_f32).collect();
/// assert_eq!(d[..3], [4.0, -8.0, 60.0]);
/// # Ok::<(), zellige_ops::Error>(())
/// ```
#[must_use = "an operator does nothing until `launch`"]
pub struct MatmulQuantised<'t> {
    x: Tensor<'t>,
    w: Tensor<'t>,
    weights: Weights<'t>,
    d: TensorMut<'t>,
    bias: Option<Tensor<'t>>,
    workspace: Option<TensorMut<'t>>,
    activation: Activation,
}
/// The format of the weights, and the scales that are not among them.
enum Weights<'t> {
    Int4,
    Int8(Tensor<'t>),
    E4m3(Tensor<'t>),
}
/// The blocks of a product.
struct Blocks {
    /// The tokens of a tile, which has 128 rows of W.
    tokens: usize,
    /// The number of tiles that one block computes or, of 16 tokens, of the blocks of a tile.
    whole_or_splits: u32,
    blocks: usize,
    /// The flags in the workspace, and all of its elements: 0 if none is needed.
    flags: usize,
    elements: usize,
}

impl<'t> MatmulQuantised<'t> {
    const NAME: &'static str = "matmul_quantised";
    /// Returns the product with weights of 4 bits, which [`pack_int4`](Self::pack_int4) returned.
    pub fn int4(x: Tensor<'t>, w: Tensor<'t>, d: TensorMut<'t>) -> Self {
        Self::new(x, w, Weights::Int4, d)
    }
    /// Returns the product with integers of 8 bits, which [`pack_int8`](Self::pack_int8) returned,
    /// and a scale of f32 for each row of W.
    pub fn int8(x: Tensor<'t>, w: Tensor<'t>, scales: Tensor<'t>, d: TensorMut<'t>) -> Self {
        Self::new(x, w, Weights::Int8(scales), d)
    }
    /// Returns the product with e4m3, which [`pack_e4m3`](Self::pack_e4m3) returned, and a scale of
    /// f32 for each row of W.
    pub fn e4m3(x: Tensor<'t>, w: Tensor<'t>, scales: Tensor<'t>, d: TensorMut<'t>) -> Self {
        Self::new(x, w, Weights::E4m3(scales), d)
    }
    fn new(x: Tensor<'t>, w: Tensor<'t>, weights: Weights<'t>, d: TensorMut<'t>) -> Self {
        let activation = Activation::None;
        MatmulQuantised { x, w, weights, d, bias: None, workspace: None, activation }
    }
    /// Adds a row of n numbers to each row.
    pub fn bias(self, bias: Tensor<'t>) -> Self {
        MatmulQuantised { bias: Some(bias), ..self }
    }
    /// Applies a function then.
    pub fn activation(self, activation: Activation) -> Self {
        MatmulQuantised { activation, ..self }
    }
    /// Lends memory with [`workspace_elements`](Self::workspace_elements) of u32, so that all
    /// multiprocessors share the steps along k of tiles that would leave some of them idle. The
    /// elements are 0 before the first launch; a launch leaves as 0 those that need it.
    pub fn workspace(self, workspace: TensorMut<'t>) -> Self {
        MatmulQuantised { workspace: Some(workspace), ..self }
    }
    /// Returns the elements of a workspace for these operands, of u32: 0 if none is needed.
    pub fn workspace_elements(&self, ops: &Ops) -> usize {
        let extents = [&self.x.view, &self.d.view].map(|view| view.shape().split_last());
        match extents {
            [Some((&k, rows)), Some((&n, _))] => {
                let m = rows.iter().product();
                self.blocks(ops, [m, n, k], true).elements
            }
            _ => 0,
        }
    }
    /// Returns the blocks of a product, which may share tiles if there is a workspace.
    fn blocks(&self, ops: &Ops, [m, n, k]: [usize; 3], may_share: bool) -> Blocks {
        let vectors = || Rows::of("x", &self.x.view).is_ok_and(|of_x| of_x.vectors);
        let tokens = match m {
            ..=16 if vectors() => 16,
            ..=64 => 64,
            _ => 256,
        };
        let (tiles, steps) =
            (m.div_ceil(tokens) * n.div_ceil(128), k.div_ceil(self.weights.step()));
        let most = ops.device().multiprocessors().max(1) as usize;
        let (whole_or_splits, blocks, flags) = if tokens == 16 {
            // The rounds of blocks, each as long as the steps of a group of warps, and two more to
            // begin; the reduction takes another one.
            let time = |splits: usize| {
                let steps = steps.div_ceil(splits * few::GROUPS as usize) + 2;
                (tiles * splits).div_ceil(most) * steps + usize::from(splits > 1)
            };
            let splits = (1..=16).min_by_key(|&splits| time(splits)).filter(|_| may_share);
            let splits = splits.unwrap_or(1);
            (splits, tiles * splits, if splits > 1 { tiles } else { 0 })
        } else {
            // A last round that keeps most multiprocessors busy is computed in whole tiles.
            let rest =
                if may_share && k > 0 && 4 * (tiles % most) < 3 * most { tiles % most } else { 0 };
            let blocks = if rest > 0 { most.min(tiles * steps) } else { tiles.min(most) };
            (tiles - rest, blocks, if rest > 0 { blocks } else { 0 })
        };
        let flags = flags.next_multiple_of(4);
        let elements = if flags > 0 { flags + blocks * 128 * tokens } else { 0 };
        Blocks { tokens, whole_or_splits: whole_or_splits as u32, blocks, flags, elements }
    }

    /// Packs n rows of k codes of 4 bits. The codes 2 j and 2 j + 1 of a row are the lower and the
    /// upper half of byte j, so that a row has k / 2 bytes, rounded up. A row has a scale and a
    /// zero for each 128 codes, ceil(k / 128) of them. Scales are rounded to `kind`, the type of X:
    /// bf16 or f16; zeros are at most 16.
    ///
    /// ```
    /// use zellige_ops::{MatmulQuantised, Type};
    /// let pack = |scale| MatmulQuantised::pack_int4([1, 2], &[0x21], &[scale], &[8], Type::F16);
    /// let words = pack(1.0)?;
    /// assert_eq!(words.len(), 128 * 128 / 8 + 128); // a tile of 128 by 128, and scales
    /// assert_eq!((words[0], words[2048]), (0x0002_0001, 0xe408_3c00)); // -(1024 + 8) and 1, of f16
    /// assert_eq!(
    ///     pack(1e6).unwrap_err().to_string(),
    ///     "pack_int4: the scale of row 0 for the codes from 0 on is 1000000, which f16 cannot hold"
    /// );
    /// # Ok::<(), zellige_ops::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a sentence if there are other numbers of codes, scales or zeros, and for a scale
    /// that the type does not have, such as NaN, or a zero of more than 16.
    pub fn pack_int4(
        [n, k]: [usize; 2],
        codes: &[u8],
        scales: &[f32],
        zeros: &[u8],
        kind: Type,
    ) -> Result<Vec<u32>, Error> {
        let (row, groups) = (k.div_ceil(2), k.div_ceil(128));
        count("pack_int4", "bytes", codes.len(), [n, row])?;
        count("pack_int4", "scales", scales.len(), [n, groups])?;
        count("pack_int4", "zeros", zeros.len(), [n, groups])?;
        let mut words = pack::<Int4>([n, k], |i, p| codes[row * i + p / 2] >> (4 * (p % 2)) & 15);
        let tiles = words.chunks_mut(Int4::WORDS as usize);
        for (tile, number) in tiles.zip(0..) {
            let (first, group) = (128 * (number / groups), number % groups);
            for (word, i) in tile[2048..].iter_mut().zip(first..n) {
                let (scale, zero) = (scales[groups * i + group], zeros[groups * i + group]);
                let (bits, rounded, unit) = match kind {
                    Type::Bf16 => {
                        let rounded = bf16::from_f32(scale);
                        (rounded.to_bits(), rounded.to_f32(), 0xc300)
                    }
                    Type::F16 => {
                        let rounded = f16::from_f32(scale);
                        (rounded.to_bits(), rounded.to_f32(), 0xe400)
                    }
                    other => {
                        refuse!("pack_int4: x is {other}, not bf16 or f16");
                    }
                };
                let of = format!("of row {i} for the codes from {} on", 128 * group);
                ensure!(
                    rounded.is_finite(),
                    "pack_int4: the scale {of} is {scale}, which {kind} cannot hold"
                );
                ensure!(zero <= 16, "pack_int4: the zero {of} is {zero}, more than 16");
                *word = u32::from(bits) | (unit + u32::from(zero)) << 16;
            }
        }
        Ok(words)
    }
    /// Packs n rows of k integers of 8 bits.
    ///
    /// # Errors
    ///
    /// Returns a sentence if there are other numbers of codes.
    pub fn pack_int8([n, k]: [usize; 2], codes: &[i8]) -> Result<Vec<u32>, Error> {
        count("pack_int8", "codes", codes.len(), [n, k])?;
        Ok(pack::<Int8>([n, k], |i, p| codes[k * i + p].cast_unsigned() ^ 128))
    }
    /// Packs n rows of k numbers of e4m3, by their bits.
    ///
    /// # Errors
    ///
    /// Returns a sentence if there are other numbers of codes, or if one is NaN.
    pub fn pack_e4m3([n, k]: [usize; 2], codes: &[u8]) -> Result<Vec<u32>, Error> {
        count("pack_e4m3", "codes", codes.len(), [n, k])?;
        if let Some(at) = codes.iter().position(|code| code & 127 == 127) {
            refuse!("pack_e4m3: code ({}, {}) is NaN", at / k, at % k);
        }
        Ok(pack::<Fp8>([n, k], |i, p| codes[k * i + p]))
    }

    fn choose(self, ops: &Ops, home: &mut Home) -> Result<Plan<'t>, Error> {
        let (x, w, d) = (&self.x.view, &self.w.view, &self.d.view);
        let bias = self.bias.as_ref().map(|bias| &bias.view);
        let workspace = self.workspace.as_ref().map(|workspace| &workspace.view);
        let scales = self.weights.scales();
        ops.check(home, &operands![x, w, d, bias, scales, "the workspace": workspace])?;
        let (Some((&k, rows)), Some((&n, _))) = (x.shape().split_last(), d.shape().split_last())
        else {
            refuse!("x, {x}, and d, {d}, are not (m, k) and (m, n)");
        };
        same_shape("d", d, &[rows, &[n]].concat(), "x")?;
        same_type("d", d, "x", x)?;
        check_bias(bias, d, n)?;
        if let Some(scales) = scales {
            ensure!(scales.kind == Type::F32, "scales is {}, and not f32", scales.kind);
            same_shape("scales", scales, &[n], "d")?;
            contiguous("scales", scales)?;
        }
        let words = self.weights.words();
        let tiles = n.div_ceil(128).saturating_mul(k.div_ceil(self.weights.step()));
        same_shape("w", w, &[tiles.saturating_mul(words)], "d with x")?;
        ensure!(
            w.kind == Type::U32 || w.kind == Type::I32,
            "w is {}, and not words of 32 bits",
            w.kind
        );
        contiguous("w", w)?;
        if d.is_empty() {
            return Ok(Plan::nothing());
        }
        let of_d = Rows::of("d", d)?;
        let (m, ldd) = (of_d.rows, of_d.ld);
        ensure!(ldd < 1 << 24, "the rows of d are {ldd} elements apart, which is 2^24 or more");
        for (name, extent) in [("m", m as usize), ("n", n), ("k", k)] {
            ensure!(extent < 1 << 26, "{name} is {extent}, which is 2^26 or more");
        }
        if !w.is_empty() {
            aligned("w", w)?;
        }
        let plan = self.blocks(ops, [m as usize, n, k], workspace.is_some());
        let Blocks { tokens, whole_or_splits, blocks, flags, elements } = plan;
        let tiles = (m as usize).div_ceil(tokens) * n.div_ceil(128).next_multiple_of(16);
        ensure!(tiles < 1 << 31, "d has {tiles} tiles, 2^31 or more");
        if let Some(workspace) = workspace {
            check_workspace(workspace, elements)?;
            if elements > 0 {
                aligned("the workspace", workspace)?;
            }
        }
        let memory = workspace.filter(|_| elements > 0);
        let memory = memory.map_or(ptr::null_mut(), View::pointer_mut::<u32>);
        let shares = memory.wrapping_add(flags).cast();
        ensure!(x.kind.bytes() == 2, "there is no kernel for {}", x.kind);
        let bias = bias.map_or(ptr::null(), |bias| bias.pointer::<u8>());
        let scales = scales.map_or(ptr::null(), View::pointer);
        let (n, k, activation) = (n as u32, k as u32, self.activation as u32);
        if tokens == 16 {
            let ldx = Rows::of("x", x)?.ld;
            let reason = match elements {
                0 => "mma.sync: a block has all of k",
                _ => "mma.sync: several blocks share k",
            };
            return by_row! {
                dependent: &self.weights, x.kind, reason, (blocks, 1),
                (
                    m, n, k, whole_or_splits, x.pointer(), ldx, w.pointer(), scales, d.pointer_mut(), ldd,
                    bias.cast(), activation, shares, memory,
                ),
                self,
                few {
                    Weights::Int4 => quantised_bf16_int4_16 quantised_f16_int4_16;
                    Weights::Int8(_) => quantised_bf16_int8_16 quantised_f16_int8_16;
                    Weights::E4m3(_) => quantised_bf16_e4m3_16 quantised_f16_e4m3_16;
                }
            };
        }
        ops.hopper()?;
        let boxes = ((64, tokens as u32), 128);
        let map = map(ops, "x", "k", x, boxes)?;
        let reason = match elements {
            0 => "wgmma: a block has all of k",
            _ => "wgmma: several blocks share k",
        };
        by_row! {
            dependent: (&self.weights, tokens), x.kind, reason, (blocks, 1),
            (
                m, n, k, whole_or_splits, map.pointer(), w.pointer(), scales, d.pointer_mut(), ldd,
                bias.cast(), activation, shares, memory,
            ),
            (self, map),
            kernels {
                (Weights::Int4, 64) => quantised_bf16_int4_64 quantised_f16_int4_64;
                (Weights::Int4, _) => quantised_bf16_int4_256 quantised_f16_int4_256;
                (Weights::Int8(_), 64) => quantised_bf16_int8_64 quantised_f16_int8_64;
                (Weights::Int8(_), _) => quantised_bf16_int8_256 quantised_f16_int8_256;
                (Weights::E4m3(_), 64) => quantised_bf16_e4m3_64 quantised_f16_e4m3_64;
                (Weights::E4m3(_), _) => quantised_bf16_e4m3_256 quantised_f16_e4m3_256;
            }
        }
    }
}
operator!(MatmulQuantised);

impl Weights<'_> {
    /// Returns the codes along k of a tile.
    fn step(&self) -> usize {
        if matches!(self, Weights::Int4) { 128 } else { 64 }
    }
    /// Returns the words of a tile.
    fn words(&self) -> usize {
        (if matches!(self, Weights::Int4) { Int4::WORDS } else { Int8::WORDS }) as usize
    }
    fn scales(&self) -> Option<&View> {
        match self {
            Weights::Int4 => None,
            Weights::Int8(scales) | Weights::E4m3(scales) => Some(&scales.view),
        }
    }
}
/// Checks the number of elements of an argument, which has rows.
fn count(name: &str, what: &str, has: usize, [rows, each]: [usize; 2]) -> Result<(), Error> {
    match rows.checked_mul(each) {
        Some(needs) if needs == has => Ok(()),
        _ => Err(refused(format!("{name}: there are {has} {what}, not {rows} rows of {each}"))),
    }
}
/// Returns the words of all tiles, with the codes at their places, and zeros elsewhere.
fn pack<F: Format>([n, k]: [usize; 2], code: impl Fn(usize, usize) -> u8) -> Vec<u32> {
    let (step, bits) = (F::STEP as usize, F::BITS as usize);
    let (steps, words) = (k.div_ceil(step), F::WORDS as usize);
    let mut all = vec![0; n.div_ceil(128) * steps * words];
    let places = (0..128 * step as u32).map(|at| kernels::place::<F>(at % 128, at / 128));
    let places: Vec<usize> = places.map(|place| bits * place as usize).collect();
    for (i, p) in (0..n).flat_map(|i| (0..k).map(move |p| (i, p))) {
        let tile = words * (steps * (i / 128) + p / step);
        let place = places[i % 128 + 128 * (p % step)];
        all[tile + place / 32] |= u32::from(code(i, p)) << (place % 32);
    }
    all
}
