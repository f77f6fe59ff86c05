//! Products of matrices that threads hold in their registers, as the atom specifies.

use crate::fault::{ensure, raise};
use crate::number;
use crate::warp::Shown;
use zellige::atom::MmaAtom;
use zellige::integer::Integer;
use zellige::prelude::*;
use zellige::tuple::IntTuple;
use zellige_gpu::{
    FragmentElement,
    gemm::{MmaSync, MmaSyncScaled, Registers, ScaleWord},
    number::Format,
    wgmma::{Accumulators, ScaleOut, Wgmma},
};

/// The number of threads of an atom: a warp.
pub const THREADS: usize = 32;

/// Computes the part of C + A B that the thread `lane` holds: `c` are its registers of C; A and B
/// are given with all elements, row by row and column by column.
pub(crate) fn mma<I: MmaSync<G>, G>(
    lane: usize,
    c: I::RegistersC,
    numbers: &[Vec<f64>; 2],
) -> I::RegistersC {
    let mut words = c.words();
    let format = <I::ElementC as FragmentElement>::FORMAT;
    add::<I>(lane, &mut words, format, I::SATURATES, numbers);
    I::RegistersC::of_words(words)
}
/// Adds the part of A B that the thread `lane` holds to its accumulators.
pub(crate) fn add<I: MmaAtom>(
    lane: usize,
    words: &mut [u32],
    format: Format,
    saturates: bool,
    [a, b]: &[Vec<f64>; 2],
) {
    let [rows, _, depth] = extents::<I>();
    for value in 0..I::LayoutCTv::SIZE / THREADS {
        let of = I::LayoutCTv::STATIC.crd2idx(lane + THREADS * value).usize();
        let sum = dot(line(a, of % rows, depth), line(b, of / rows, depth));
        let sum = number(format, words, value) + sum;
        write(format, words, value, sum, saturates);
    }
}
/// Returns the elements of A, row by row, and of B, column by column. The threads of a warp hold A,
/// and B from word 16 on.
pub(crate) fn operands<I: MmaSync<G>, G>(all: &[Shown; 32]) -> [Vec<f64>; 2] {
    shown::<I>(all, I::ElementA::FORMAT, I::ElementB::FORMAT)
}
/// Returns the same of these formats.
fn shown<I: MmaAtom>(all: &[Shown; 32], a: Format, b: Format) -> [Vec<f64>; 2] {
    let [rows, columns, depth] = extents::<I>();
    let a = elements(rows, depth, |m, k| {
        let (thread, value) = holder::<I::LayoutATv>(m + rows * k);
        operand(a, <I::BitsA as Integer>::KNOWN, &all[thread][..16], value)
    });
    let b = elements(columns, depth, |n, k| {
        let (thread, value) = holder::<I::LayoutBTv>(n + columns * k);
        operand(b, <I::BitsB as Integer>::KNOWN, &all[thread][16..], value)
    });
    [a, b]
}
/// Returns the operands times their scale factors. The threads hold the factors of A in word 15,
/// and those of B in word 31.
pub(crate) fn scaled_operands<I: MmaSyncScaled<G>, G>(
    all: &[Shown; 32],
    factors: [ScaleWord; 2],
) -> [Vec<f64>; 2] {
    let [mut a, mut b] = shown::<I>(all, I::ElementA::FORMAT, I::ElementB::FORMAT);
    scale::<I, G, I::LayoutSfaTv>(&mut a, factors[0], all.map(|words| words[15]));
    scale::<I, G, I::LayoutSfbTv>(&mut b, factors[1], all.map(|words| words[31]));
    [a, b]
}
/// Multiplies elements, line by line, by the chosen factors among the words of the threads, which
/// have them as the layout L says.
fn scale<I: MmaSyncScaled<G>, G, L: Layout>(
    elements: &mut [f64],
    ScaleWord { byte, thread, .. }: ScaleWord,
    words: [u32; THREADS],
) {
    let ([_, _, depth], vector) = (extents::<I>(), <I::SfVecSize as Integer>::KNOWN as usize);
    let (first, count) = (usize::from(byte), depth / vector);
    ensure!(
        first % count == 0 && first < 4,
        "multiplies by scale factors from byte {first} of a word on, {count} for each row"
    );
    for (line, elements) in elements.chunks_mut(depth).enumerate() {
        let has = |lane: &usize| L::STATIC.crd2idx(*lane).usize() == line;
        let Some(lane) = (0..THREADS).filter(has).nth(thread.into()) else {
            raise(format!("multiplies by the scale factors of thread {thread}, which has others"))
        };
        for (k, element) in elements.iter_mut().enumerate() {
            let bits = words[lane] >> (8 * (first + k / vector)) & 0xff;
            *element *= number::value(I::FACTOR, bits.into());
        }
    }
}
/// Returns the elements (i, k), line by line.
pub(crate) fn elements(
    lines: usize,
    depth: usize,
    element: impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let element = &element;
    let line = |i| (0..depth).map(move |k| element(i, k));
    (0..lines).flat_map(line).collect()
}
/// Returns line `i` of elements.
pub(crate) fn line(elements: &[f64], i: usize, depth: usize) -> &[f64] {
    &elements[depth * i..depth * (i + 1)]
}
/// Returns the sum of the products of two lines, in their order.
#[inline(never)] // so that no crate compiles it without optimisation
pub(crate) fn dot(row: &[f64], column: &[f64]) -> f64 {
    let (n, mut sum, mut k) = (row.len().min(column.len()), -0.0, 0);
    // Products spend most of their time here, and iterators of few optimisations are slow.
    while k < n {
        sum += row[k] * column[k];
        k += 1;
    }
    sum
}

/// Returns the extents M, N and K of the atom's product.
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

/// Returns the thread and its value that hold the element with this index in its matrix.
fn holder<L: Layout>(index: usize) -> (usize, usize) {
    held_by::<L>(index, THREADS)
}
/// Returns the same for `threads` threads.
fn held_by<L: Layout>(index: usize, threads: usize) -> (usize, usize) {
    let number = L::LeftInverse::STATIC.crd2idx(index).usize();
    (number % threads, number / threads)
}

/// The number of threads of `wgmma` atoms: a warpgroup.
pub const WARPGROUP: usize = 128;
/// Computes the thread's accumulators of a `wgmma`, from its two rows of A and from B, column by
/// column.
pub(crate) fn wgmma<I: Wgmma<G>, G>(
    thread: usize,
    d: &mut I::Accumulators,
    out: ScaleOut,
    a: [&[f64]; 2],
    b: &[f64],
) {
    let [rows, _, depth] = extents::<I>();
    let format = <I::ElementC as FragmentElement>::FORMAT;
    let mut words: Vec<u32> = (0..I::Accumulators::REGISTERS).map(|i| d.bits(i)).collect();
    for value in 0..I::LayoutCTv::SIZE / WARPGROUP {
        let of = held_at::<I, G>(thread, value);
        let (m, n) = (of % rows, of / rows);
        let products = dot(a[m / 8 % 2], line(b, n, depth));
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
/// Returns the index, counted down the columns, of the accumulator that is this value of the
/// thread.
fn held_at<I: Wgmma<G>, G>(thread: usize, value: usize) -> usize {
    let held = thread + WARPGROUP * value;
    I::LayoutCTv::STATIC.crd2idx(held).usize()
}
/// Returns the two rows of the accumulators that a thread has: they are 8 apart.
pub(crate) fn rows_of<I: Wgmma<G>, G>(thread: usize) -> [usize; 2] {
    let [rows, ..] = extents::<I>();
    let first = held_at::<I, G>(thread, 0) % rows;
    [first, first + 8]
}
/// Returns the element (m, k) of an A that a warpgroup holds in registers, from the registers of a
/// warp.
pub(crate) fn in_registers<I: Wgmma<G>, G>(m: usize, k: usize, all: &[Shown; 32]) -> f64 {
    let [rows, ..] = extents::<I>();
    let (thread, value) = held_by::<I::LayoutATv>(m + rows * k, WARPGROUP);
    number(<I::ElementA as FragmentElement>::FORMAT, &all[thread % THREADS], value)
}

/// Returns the bits of number `value` in these registers.
fn bits(format: Format, words: &[u32], value: usize) -> u64 {
    match format {
        Format::F64 => u64::from(words[2 * value]) | u64::from(words[2 * value + 1]) << 32,
        Format::F32 | Format::Tf32 | Format::S32 => words[value].into(),
        Format::F16 | Format::Bf16 => u64::from(words[value / 2] >> (16 * (value % 2)) & 0xffff),
        Format::E2m1 => u64::from(words[value / 8] >> (4 * (value % 8)) & 0xf),
        Format::E4m3
        | Format::E5m2
        | Format::E2m3
        | Format::E3m2
        | Format::Ue8m0
        | Format::Ue4m3
        | Format::S8
        | Format::U8 => u64::from(words[value / 4] >> (8 * (value % 4)) & 0xff),
    }
}
/// Returns number `value` in these registers.
fn number(format: Format, words: &[u32], value: usize) -> f64 {
    number::value(format, bits(format, words, value))
}
/// Returns number `value` of A or B in these registers, of `container` bits: 4 bits are in the
/// middle of a byte.
fn operand(format: Format, container: u64, words: &[u32], value: usize) -> f64 {
    match (format, container) {
        (Format::E2m1, 8) => number::value(format, bits(Format::U8, words, value) >> 2 & 0xf),
        _ => number(format, words, value),
    }
}
/// Sets number `value` in these registers to the number nearest to `sum`.
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
        _ => unreachable!("no instruction has accumulators of {format:?}"),
    }
}
