//! The instruction descriptors of `tcgen05.mma`, read as the tensor cores read them.

use crate::fault::{ensure, raise};
use std::ops::Range;
use zellige::atom::gmma::Major;
use zellige::atom::umma::Kind;
use zellige::prelude::*;
use zellige_gpu::number::Format;

/// An instruction descriptor.
pub(super) struct Descriptor {
    pub(super) a: Format,
    pub(super) b: Format,
    pub(super) d: Format,
    pub(super) negative: bool,
    pub(super) saturates: bool,
    pub(super) majors: [Major; 2],
    /// The number of CTAs that compute the product.
    pub(super) ctas: u32,
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// The elements along K.
    pub(super) depth: usize,
    pub(super) factors: Option<Factors>,
}
/// The scale factors of an instruction.
pub(super) struct Factors {
    pub(super) format: Format,
    /// The number of factors of a row.
    pub(super) count: u32,
    /// The bytes of a word at which those of A and B begin.
    pub(super) first: [u32; 2],
}
impl Descriptor {
    pub(super) fn of<K: Kind>(bits: u32, ctas: u32) -> Self {
        let kind = K::NAME;
        let field = |from: u32, bits_of: u32| bits >> from & ((1 << bits_of) - 1);
        let format = |code: u32| match (kind, code) {
            ("f16", 0) => Format::F16,
            ("f16", 1) => Format::Bf16,
            ("tf32", 2) => Format::Tf32,
            ("f8f6f4" | "mxf8f6f4", 0) => Format::E4m3,
            ("f8f6f4" | "mxf8f6f4", 1) => Format::E5m2,
            ("f8f6f4" | "mxf8f6f4", 3) => Format::E2m3,
            ("f8f6f4" | "mxf8f6f4", 4) => Format::E3m2,
            ("f8f6f4" | "mxf8f6f4", 5) => Format::E2m1,
            ("mxf4" | "mxf4nvf4", 1) => Format::E2m1,
            ("i8", 0) => Format::U8,
            ("i8", 1) => Format::S8,
            _ => raise(format!("multiplies numbers of format {code} by tcgen05.mma.kind::{kind}")),
        };
        let (depth, vector) = (K::K::KNOWN as u32, K::Vector::KNOWN as u32);
        let factors = (vector > 0).then(|| Factors {
            format: if field(23, 1) == 1 { Format::Ue8m0 } else { Format::Ue4m3 },
            count: depth / vector,
            first: [field(29, 2), field(4, 2)],
        });
        let sum = match field(4, 2) {
            _ if factors.is_some() => Format::F32,
            0 if kind == "f8f6f4" || kind == "f16" && field(7, 3) + field(10, 3) == 0 => {
                Format::F16
            }
            1 if kind != "i8" => Format::F32,
            2 if kind == "i8" => Format::S32,
            code => raise(format!("accumulates in format {code} by tcgen05.mma.kind::{kind}")),
        };
        let major = |bit| if field(bit, 1) == 0 { Major::K } else { Major::Mn };
        let (rows, columns) = (16 * field(24, 5), 8 * field(17, 6));
        ensure!(
            (rows == 64 * ctas || rows == 128 * ctas)
                && (8 * ctas..=256).contains(&columns)
                && columns.is_multiple_of(8 * ctas)
                && field(0, 3) == 0,
            "multiplies {rows} rows by {columns} columns by the instruction descriptor {bits:#x}"
        );
        if let Some(Factors { count, first, .. }) = factors {
            ensure!(
                (rows == 128 * ctas || ctas == 2) && first.iter().all(|byte| byte % count == 0),
                "multiplies {rows} rows, with {count} scale factors of each at the bytes {first:?} \
                 of words"
            );
        }
        Descriptor {
            a: format(field(7, 3)),
            b: format(field(10, 3)),
            d: sum,
            negative: field(13, 1) != field(14, 1),
            saturates: field(3, 1) == 1,
            majors: [major(15), major(16)],
            ctas,
            rows,
            columns,
            depth: depth as usize,
            factors,
        }
    }
    /// Returns the lanes that have a row of A, in its block, from the first lane on.
    pub(super) fn lanes(&self, row: u32) -> impl Iterator<Item = u32> {
        let [first, second] = match (self.ctas, self.rows) {
            (1, 64) => [row / 16 * 32 + row % 16; 2],
            (2, 128) => [row, row + 64],
            _ => [row; 2],
        };
        [first, second].into_iter().take(if first == second { 1 } else { 2 })
    }
    /// Returns the columns of D that each lane with a row has, in the block of the row.
    pub(super) fn parts(&self, row: u32) -> impl Iterator<Item = (u32, Range<u32>)> {
        let lanes: Vec<u32> = self.lanes(row).collect();
        let each = self.columns / lanes.len() as u32;
        (0..).zip(lanes).map(move |(part, lane)| (lane, part * each..(part + 1) * each))
    }
}
/// Returns the number of bytes of a number that is multiplied.
pub(super) fn bytes(format: Format) -> u32 {
    match format {
        Format::F16 | Format::Bf16 => 2,
        Format::Tf32 => 4,
        _ => 1,
    }
}
/// Returns the number of bits of a number that shares bytes with others.
pub(super) fn width(format: Format) -> Option<usize> {
    match format {
        Format::E2m1 => Some(4),
        Format::E2m3 | Format::E3m2 => Some(6),
        _ => None,
    }
}
