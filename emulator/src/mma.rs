//! Products of matrices whose elements threads hold in their registers: which thread holds which, the atom says.

use crate::number;
use crate::warp::Shown;
use zellige::atom::MmaAtom;
use zellige::integer::Integer;
use zellige::prelude::*;
use zellige::tuple::IntTuple;
use zellige_gpu::{
    FragmentElement,
    gemm::{MmaSync, Registers},
    number::Format,
    wgmma::{ScaleOut, Sums, Wgmma},
};

/// Threads of the atoms: a warp.
pub const THREADS: usize = 32;

/// C + A B, as far as the thread `lane` holds it: `c` are its registers of C, `all` those that all threads hold of A, and of
/// B from word 16 on.
pub(crate) fn mma<I: MmaSync<G>, G>(
    lane: usize,
    c: I::RegistersC,
    all: &[Shown; 32],
) -> I::RegistersC {
    let [rows, columns, depth] = extents::<I>();
    let a = |m: usize, k: usize| {
        let (thread, value) = holder::<I::LayoutATv>(m + rows * k);
        number(
            <I::ElementA as FragmentElement>::FORMAT,
            &all[thread][..16],
            value,
        )
    };
    let b = |n: usize, k: usize| {
        let (thread, value) = holder::<I::LayoutBTv>(n + columns * k);
        number(
            <I::ElementB as FragmentElement>::FORMAT,
            &all[thread][16..],
            value,
        )
    };
    let format = <I::ElementC as FragmentElement>::FORMAT;
    let mut words = c.words();
    for value in 0..I::LayoutCTv::SIZE / THREADS {
        let of = I::LayoutCTv::STATIC.crd2idx(lane + THREADS * value).usize();
        let (m, n) = (of % rows, of / rows);
        let sum = (0..depth).map(|k| a(m, k) * b(n, k)).sum::<f64>();
        let sum = number(format, &words, value) + sum;
        write(format, &mut words, value, sum, I::SATURATES);
    }
    I::RegistersC::of_words(words)
}

/// The extents M, N and K of the atom's product.
pub fn extents<I: MmaAtom>() -> [usize; 3] {
    type Tail<S> = <S as IntTuple>::Tail;
    [
        <<I::ShapeMnk as IntTuple>::Head as Product>::N,
        <<Tail<I::ShapeMnk> as IntTuple>::Head as Product>::N,
        <<Tail<Tail<I::ShapeMnk>> as IntTuple>::Head as Product>::N,
    ]
}
/// The product of the integers of a shape.
trait Product {
    const N: usize;
}
impl<S: IntTuple> Product for S {
    const N: usize = <zellige::tuple::measure::Product<S> as Integer>::KNOWN as usize;
}

/// The thread and its value that are the element with this index in its matrix.
fn holder<L: Layout>(index: usize) -> (usize, usize) {
    held_by::<L>(index, THREADS)
}
/// The same among so many threads.
fn held_by<L: Layout>(index: usize, threads: usize) -> (usize, usize) {
    let number = L::LeftInverse::STATIC.crd2idx(index).usize();
    (number % threads, number / threads)
}

/// Threads of the atoms `wgmma`: a warpgroup.
pub const WARPGROUP: usize = 128;
/// The most elements along K of an instruction.
const DEPTH: usize = 32;

/// The sums of a `wgmma` that the thread holds, where `a` and `b` give elements (m, k) and (n, k).
///
/// A thread has two rows, 8 apart, and pairs of columns: they are asked for once.
pub(crate) fn wgmma<I: Wgmma<G>, G>(
    thread: usize,
    d: &mut I::Sums,
    out: ScaleOut,
    a: impl Fn(usize, usize) -> f64,
    b: impl Fn(usize, usize) -> f64,
) {
    let [rows, _, depth] = extents::<I>();
    let format = <I::ElementC as FragmentElement>::FORMAT;
    let mut words: Vec<u32> = (0..I::Sums::REGISTERS).map(|i| d.bits(i)).collect();
    let mut known_a = [None; 2];
    let mut known_b = [None; 2];
    for value in 0..I::LayoutCTv::SIZE / WARPGROUP {
        let of = I::LayoutCTv::STATIC
            .crd2idx(thread + WARPGROUP * value)
            .usize();
        let (m, n) = (of % rows, of / rows);
        let row = known(&mut known_a[m / 8 % 2], m, depth, &a);
        let column = known(&mut known_b[n % 2], n, depth, &b);
        let products = row.iter().zip(&column).map(|(a, b)| a * b).sum::<f64>();
        let products = if I::NEGATIVE { -products } else { products };
        let before = match out {
            ScaleOut::Zero => 0.0,
            ScaleOut::One => number(format, &words, value),
        };
        write(format, &mut words, value, before + products, false);
    }
    for (i, word) in words.into_iter().enumerate() {
        d.set_bits(i, word);
    }
}
/// The elements (i, k) for all k, of which the last ones that were asked for are kept.
fn known(
    kept: &mut Option<(usize, [f64; DEPTH])>,
    i: usize,
    depth: usize,
    element: impl Fn(usize, usize) -> f64,
) -> [f64; DEPTH] {
    match *kept {
        Some((at, elements)) if at == i => elements,
        _ => {
            let elements = std::array::from_fn(|k| if k < depth { element(i, k) } else { 0.0 });
            *kept = Some((i, elements));
            elements
        }
    }
}
/// The element (m, k) of an A that a warpgroup holds in registers: those of a warp.
pub(crate) fn in_registers<I: Wgmma<G>, G>(m: usize, k: usize, all: &[Shown; 32]) -> f64 {
    let [rows, ..] = extents::<I>();
    let (thread, value) = held_by::<I::LayoutATv>(m + rows * k, WARPGROUP);
    number(
        <I::ElementA as FragmentElement>::FORMAT,
        &all[thread % THREADS],
        value,
    )
}

/// The bits of number `value` of these registers.
fn bits(format: Format, words: &[u32], value: usize) -> u64 {
    match format {
        Format::F64 => u64::from(words[2 * value]) | u64::from(words[2 * value + 1]) << 32,
        Format::F32 | Format::Tf32 | Format::S32 => words[value].into(),
        Format::F16 | Format::Bf16 => u64::from(words[value / 2] >> (16 * (value % 2)) & 0xffff),
        Format::E4m3 | Format::E5m2 | Format::S8 | Format::U8 => {
            u64::from(words[value / 4] >> (8 * (value % 4)) & 0xff)
        }
    }
}
/// Number `value` of these registers.
fn number(format: Format, words: &[u32], value: usize) -> f64 {
    number::value(format, bits(format, words, value))
}
/// Makes number `value` of these registers the nearest one to `sum`.
fn write(format: Format, words: &mut [u32], value: usize, sum: f64, saturates: bool) {
    match format {
        Format::F64 => {
            let bits = sum.to_bits();
            (words[2 * value], words[2 * value + 1]) = (bits as u32, (bits >> 32) as u32);
        }
        Format::F32 => words[value] = (sum as f32).to_bits(),
        Format::F16 => {
            let shift = 16 * (value % 2);
            let bits = u32::from(half::f16::from_f64(sum).to_bits());
            words[value / 2] = words[value / 2] & !(0xffff << shift) | bits << shift;
        }
        Format::S32 if saturates => words[value] = sum as i32 as u32,
        Format::S32 => words[value] = sum as i64 as u32,
        _ => unreachable!("no instruction has sums of {format:?}"),
    }
}
