//! Attention for Blackwell, emulated, against its definition in f64.

use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::{run_in_buffers, tensor_map::Tensor};
use zellige_gpu::kernel::Kernel;
use zellige_gpu::storage::TmaTile;
use zellige_gpu::{Bf16, TensorMap};
use zellige_kernels::umma_attention::{
    K, Q, V, umma_attention_bf16_128, umma_attention_bf16_128_causal,
};

type Map = *const TensorMap;
type Arguments = (u32, u32, u32, u32, f32, Map, Map, Map, *mut Bf16, u32);
/// Elements of O that no thread writes.
const POISON: f32 = -77.0;

/// Queries and keys of each sequence, heads and how many of them share one of K and V, sequences.
struct Size {
    tokens: (u32, u32),
    heads: (u32, u32),
    sequences: u32,
}
/// Rows of `columns` numbers, rounded to bf16, and of 8 more.
struct Matrix {
    columns: u32,
    numbers: Vec<f64>,
    memory: GlobalMemory,
}
impl Matrix {
    fn new(rows: u32, columns: u32, number: impl Fn(u32, u32) -> f32) -> Self {
        let at = |i: u32| match (i / (columns + 8), i % (columns + 8)) {
            (row, column) if column < columns => number(row, column),
            _ => POISON,
        };
        let bits: Vec<u16> = (0..rows * (columns + 8)).map(|i| Bf16::from_f32(at(i)).0).collect();
        let numbers = bits.iter().map(|&bits| f32::from(Bf16(bits)).into()).collect();
        let bytes: Vec<u8> = bits.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        Matrix { columns, numbers, memory: GlobalMemory::new(&bytes) }
    }
    /// The columns of a head in a row.
    fn row(&self, row: u32, head: u32) -> &[f64] {
        &self.numbers[(row * (self.columns + 8) + 128 * head) as usize..][..128]
    }
    fn map(&mut self, rows: u32, (extents, swizzle): ((u32, u32), u32)) -> TensorMap {
        if rows == 0 {
            return TensorMap([0; 16]);
        }
        let ld = self.columns + 8;
        let tensor = Tensor::new(2, (rows, self.columns), ld, extents, swizzle).unwrap();
        tensor.emulated(self.memory.address()).unwrap()
    }
}

/// Computes attention of this size, and compares O with its definition. Scores are around 0 for the
/// last keys, and larger for earlier ones: the largest one of a row grows from step to step.
fn attends<X: Kernel<Arguments = Arguments>>(causal: bool, size: &Size) {
    let Size { tokens: (queries, keys), heads: (heads, group), sequences } = *size;
    let number = |seed: u32, row: u32, column: u32| {
        let mixed = ((row * 1021 + column) * 31 + seed).wrapping_mul(0x9e37_79b1) >> 16;
        (mixed % 257) as f32 / 128.0 - 1.0
    };
    let (rows_q, rows_k) = (queries * sequences, keys * sequences);
    let (columns, shared) = (128 * heads, 128 * heads / group);
    let mut q = Matrix::new(rows_q, columns, |i, j| number(1, i, j));
    let grown = |j: u32| 1.0 + (keys - 1 - j % keys) as f32 / 32.0;
    let mut k = Matrix::new(rows_k, shared, |i, j| grown(i) * number(2, i, j));
    let mut v = Matrix::new(rows_k, shared, |i, j| number(3, i, j));
    let mut o = Matrix::new(rows_q, columns, |_, _| POISON);
    let scale = 0.25;

    let maps = [q.map(rows_q, Q::map()), k.map(rows_k, K::map()), v.map(rows_k, V::map())];
    let words = maps.map(|map| map.0.map(u64::to_le_bytes).concat());
    let mut maps = GlobalMemory::new(&words.concat());
    let first = maps.address() as usize;
    let map = |i: usize| std::ptr::with_exposed_provenance(first + 128 * i);
    let to = std::ptr::with_exposed_provenance_mut(o.memory.address() as usize);
    let grid = (queries.div_ceil(256), heads * sequences);
    let arguments = (heads, group, queries, keys, scale, map(0), map(1), map(2), to, columns + 8);
    // SAFETY: the matrices have these extents, and the maps describe them.
    unsafe { run_in_buffers::<X>(grid, arguments) }.unwrap();

    let bytes = o.memory.bytes();
    let found = |row: u32, column: u32| {
        let at = 2 * (row * (columns + 8) + column) as usize;
        f64::from(f32::from(Bf16(u16::from_le_bytes([bytes[at], bytes[at + 1]]))))
    };
    for (row, head) in (0..rows_q).flat_map(|row| (0..heads).map(move |head| (row, head))) {
        let (sequence, query) = (row / queries, row % queries);
        let seen = if causal { (query + 1 + keys).saturating_sub(queries) } else { keys };
        let of_key = |j: u32| (keys * sequence + j, head / group);
        let score = |j: u32| {
            let (key, shared) = of_key(j);
            let products = q.row(row, head).iter().zip(k.row(key, shared)).map(|(q, k)| q * k);
            f64::from(scale) * products.sum::<f64>()
        };
        let scores: Vec<f64> = (0..seen).map(score).collect();
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let powers: Vec<f64> = scores.iter().map(|s| (s - most).exp()).collect();
        let sum: f64 = powers.iter().sum();
        let mut sums = [(0.0, 0.0); 128];
        for (j, power) in (0..).zip(&powers) {
            let (key, shared) = of_key(j);
            for ((value, size), v) in sums.iter_mut().zip(v.row(key, shared)) {
                *value += power / sum * v;
                *size += f64::abs(power / sum * v);
            }
        }
        for (i, (expected, size)) in (0..).zip(sums) {
            // Each power is rounded once, and so is the result.
            let bound = size * (1.0 / 512.0 + 1e-4) + f64::abs(expected) / 256.0 + 1e-6;
            let found = found(row, 128 * head + i);
            assert!(
                (found - expected).abs() <= bound,
                "query {query} of sequence {sequence}, head {head}, column {i} of {queries} x \
                 {keys}: {found} instead of {expected}, more than {bound} away"
            );
        }
    }
    let gaps = (0..rows_q).flat_map(|row| (columns..columns + 8).map(move |i| (row, i)));
    assert!(gaps.into_iter().all(|(row, i)| found(row, i) == f64::from(POISON)));
}
fn sizes() -> [Size; 8] {
    let of = |tokens, heads, sequences| Size { tokens, heads, sequences };
    [
        of((1, 1), (2, 1), 2),
        of((127, 129), (1, 1), 1),
        of((128, 128), (2, 2), 1),
        of((129, 127), (1, 1), 1),
        of((256, 256), (1, 1), 1),
        of((300, 300), (1, 1), 1),
        of((3, 0), (1, 1), 2),
        of((300, 20), (1, 1), 1), // if causal, the first block has no key
    ]
}
#[test]
fn of_all_keys() {
    for size in sizes() {
        attends::<umma_attention_bf16_128>(false, &size);
    }
}
#[test]
fn of_earlier_keys() {
    for size in sizes() {
        attends::<umma_attention_bf16_128_causal>(true, &size);
    }
}
