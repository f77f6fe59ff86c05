//! Attention for Hopper, forward.

use super::{MULTIPROCESSORS, Problem, Scale, Work, compared};
use zellige_bench::case::{Case, Output};
use zellige_bench::compare::Tolerance;
use zellige_bench::data::{Element, Matrix};
use zellige_bench::reference;
use zellige_gpu::storage::TmaTile;
use zellige_gpu::{Bf16, F16};
use zellige_kernels::attention::{Attention, Config, tile};

/// A result of more rows than this is [`compared`] in [`SAMPLE`] of them.
const WHOLE: usize = 2048;
const SAMPLE: usize = 128;

/// Sequences: the counts of queries and keys of each, and the heads.
#[derive(Clone, Debug)]
struct Size {
    /// The number of queries and the number of keys of each sequence.
    lengths: Vec<(u32, u32)>,
    /// The number of heads of Q, and of those that share a head of K and V.
    heads: (u32, u32),
    /// The gaps between rows of Q, K, V and O.
    gaps: [u32; 4],
}

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    [
        of::<Attention<Bf16, 64, false>>("attention_bf16_64", scale),
        of::<Attention<Bf16, 64, true>>("attention_bf16_64_causal", scale),
        of::<Attention<Bf16, 128, false>>("attention_bf16_128", scale),
        of::<Attention<Bf16, 128, true>>("attention_bf16_128_causal", scale),
        of::<Attention<Bf16, 192, false>>("attention_bf16_192", scale),
        of::<Attention<Bf16, 192, true>>("attention_bf16_192_causal", scale),
        of::<Attention<Bf16, 256, false>>("attention_bf16_256", scale),
        of::<Attention<Bf16, 256, true>>("attention_bf16_256_causal", scale),
        of::<Attention<F16, 64, false>>("attention_f16_64", scale),
        of::<Attention<F16, 64, true>>("attention_f16_64_causal", scale),
        of::<Attention<F16, 128, false>>("attention_f16_128", scale),
        of::<Attention<F16, 128, true>>("attention_f16_128_causal", scale),
        of::<Attention<F16, 192, false>>("attention_f16_192", scale),
        of::<Attention<F16, 192, true>>("attention_f16_192_causal", scale),
        of::<Attention<F16, 256, false>>("attention_f16_256", scale),
        of::<Attention<F16, 256, true>>("attention_f16_256_causal", scale),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn of<C: Config<Element: Element>>(kernel: &'static str, scale: Scale) -> Vec<Problem> {
    let (queries, keys) = tile::<C>();
    let size =
        |lengths: &[(u32, u32)], heads, gaps| Size { lengths: lengths.to_vec(), heads, gaps };
    let (none, some) = ([0; 4], [8, 16, 24, 8]);
    let sizes = match scale {
        Scale::Small => vec![
            size(&[], (1, 1), none),
            size(&[(1, 1)], (1, 1), none),
            size(&[(0, 5), (3, 0), (7, 13)], (2, 1), some),
            size(&[(queries - 1, keys + 1), (queries + 1, keys - 1)], (2, 2), some),
            size(&[(5, 3 * keys + 2), (2 * queries + 3, 11)], (1, 1), some),
        ],
        Scale::Real => vec![
            size(&[(1, 1)], (1, 1), none),
            size(&[(0, 5), (3, 0), (7, 13)], (2, 1), some),
            size(&[(queries - 1, keys + 1), (queries + 1, keys - 1), (17, 1009)], (6, 3), some),
            size(&[(1009, 1013), (512, 2048), (512, 208)], (4, 4), some),
            size(&[(4096, 4096)], (8, 1), none),
            size(&[(1000, 1000); 5], (3, 1), none),
        ],
        Scale::Timed => [512u32, 1024, 2048, 4096, 8192, 16384]
            .iter()
            .map(|&s| size(&vec![(s, s); 16384 / s as usize], (2048 / C::DIMENSION, 1), none))
            .collect(),
    };
    sizes.into_iter().map(|size| problem::<C>(kernel, size, scale)).collect()
}

fn problem<C: Config<Element: Element>>(kernel: &'static str, size: Size, at: Scale) -> Problem {
    let (d, dv) = (C::DIMENSION, C::VALUE);
    let Size { lengths, heads: (heads, group), gaps } = size.clone();
    // Causal attention computes half of a square.
    let pairs: u64 = lengths.iter().map(|&(q, k)| u64::from(q) * u64::from(k)).sum::<u64>()
        / if C::CAUSAL { 2 } else { 1 };
    let work = Work::Flops(2 * pairs * u64::from(heads) * u64::from(d + dv));
    let words = match &lengths[..] {
        [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|other| other == first) => {
            format!("{} of {} x {}, {heads} heads", lengths.len(), first.0, first.1)
        }
        all => format!("{all:?}, {heads} heads, {group} each"),
    };
    Problem::new(kernel, words, work, move || {
        let starts = |of: fn(&(u32, u32)) -> u32| -> Vec<usize> {
            let mut starts = vec![0];
            for length in &lengths {
                starts.push(starts[starts.len() - 1] + of(length) as usize);
            }
            starts
        };
        let (q_starts, k_starts) = (starts(|l| l.0), starts(|l| l.1));
        let matrix = |starts: &[usize], heads: u32, d: u32, gap: u32| {
            let columns = (heads * d) as usize;
            Matrix::<C::Element>::new(*starts.last().unwrap(), columns, (columns + gap as usize, 1))
        };
        let q = matrix(&q_starts, heads, d, gaps[0]).random_up_to(2.0, 1);
        let k = matrix(&k_starts, heads / group, d, gaps[1]).random_up_to(2.0, 2);
        let v = matrix(&k_starts, heads / group, dv, gaps[2]).random(3);
        let before = matrix(&q_starts, heads, dv, gaps[3]);
        let of = reference::Attention {
            q_starts: q_starts.clone(),
            k_starts: k_starts.clone(),
            dimensions: (d as usize, dv as usize),
            heads: heads as usize,
            group: group as usize,
            scale: f64::from(d).sqrt().recip(),
            causal: C::CAUSAL,
        };
        let tokens = before.rows;
        let rows = compared(tokens, tokens <= WHOLE, SAMPLE);
        let attended = of.of(&rows, &q, &k, &v);
        let epsilon = <C::Element as Element>::EPSILON;
        // Each p is rounded once, and so is the result; scores have errors of 2^-13 at most.
        let mut bounds = attended.sizes;
        bounds.elements.iter_mut().for_each(|size| *size *= epsilon / 2.0 + 1e-4);
        let tolerance = Tolerance { absolute: 1e-6, relative: epsilon };
        let as_memory = |starts: &[usize]| {
            let starts: Vec<i32> = starts.iter().map(|&start| start as i32).collect();
            Matrix::<i32>::vector(starts.len()).fill(&starts)
        };
        let longest = lengths.iter().map(|length| length.0).max().unwrap_or(0);
        let sequences = lengths.len() as u32;
        let tiles = longest.div_ceil(tile::<C>().0) * heads * sequences;
        let (box_q, box_k, box_v) = (C::Q::map(), C::K::map(), C::V::map());
        let (ldo, columns) = (before.strides.0 as u32, heads as usize);
        Case::new((tiles.clamp(1, if at == Scale::Small { 2 } else { MULTIPROCESSORS }), 1))
            .u32(heads)
            .u32(group)
            .u32(sequences)
            .u32(longest)
            .f32(of.scale as f32)
            .input(as_memory(&q_starts))
            .input(as_memory(&k_starts))
            .map(q, box_q.0, box_q.1)
            .map(k, box_k.0, box_k.1)
            .map(v, box_v.0, box_v.1)
            .result(Output {
                before,
                rows: rows.clone(),
                expected: attended.output,
                bounds: Some(bounds),
                tolerance,
            })
            .u32(ldo)
            .result(Output {
                before: Matrix::<f32>::new(tokens, columns, (1, tokens.max(1))),
                rows,
                expected: attended.logarithms,
                bounds: None,
                tolerance: Tolerance { absolute: 1e-4, relative: 1e-5 },
            })
            .output(
                Matrix::<i32>::vector(2).fill(&[0; 2]),
                Matrix::vector(2).fill(&[0.0; 2]),
                Tolerance::EXACT,
            )
            .u32(0) // no kernel here has a window
            .u32(0)
            .f32(0.0)
            .input(Matrix::<f32>::vector(columns))
            .f32(1.0)
    })
}
