//! Products of small matrices whose elements a warp holds in its registers: which thread holds which, the atom says.

use super::warp::Shown;
use crate::data::Element;
use zellige::atom::MmaAtom;
use zellige::integer::Integer;
use zellige::prelude::*;
use zellige::tuple::IntTuple;
use zellige_gpu::{
    E4m3, E5m2, FragmentElement,
    gemm::{MmaSync, Registers},
    number::Format,
};

/// Threads of the atoms: a warp.
pub(crate) const THREADS: usize = 32;

/// C + A B, as far as the thread `lane` holds it: `c` are its registers of C, `all` those that all threads hold of A, and of
/// B from word 16 on.
pub(super) fn mma<I: MmaSync<G>, G>(
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
pub(crate) fn extents<I: MmaAtom>() -> [usize; 3] {
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
    let number = L::LeftInverse::STATIC.crd2idx(index).usize();
    (number % THREADS, number / THREADS)
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
    let bits = bits(format, words, value);
    match format {
        Format::F64 => f64::from_bits(bits),
        Format::F32 => f32::from_bits(bits as u32).into(),
        // The last 13 bits of the fraction are not read.
        Format::Tf32 => f32::from_bits(bits as u32 & !0x1fff).into(),
        Format::F16 => half::f16::from_bits(bits as u16).to_f64(),
        Format::Bf16 => half::bf16::from_bits(bits as u16).to_f64(),
        Format::E4m3 => E4m3(bits as u8).value(),
        Format::E5m2 => E5m2(bits as u8).value(),
        Format::S8 => f64::from(bits as u8 as i8),
        Format::U8 => f64::from(bits as u8),
        Format::S32 => f64::from(bits as u32 as i32),
    }
}
/// Makes number `value` of these registers the nearest one to `sum`.
fn write(format: Format, words: &mut [u32; 16], value: usize, sum: f64, saturates: bool) {
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
