//! Accumulators by row: the fragment of a product as the rows and columns of its tile.
//!
//! `mma.sync` and `wgmma` leave the accumulators of 16 rows in the same positions. Of each 8
//! columns, thread t of a warp has two adjacent ones in row t / 4, and two in the row 8 below:
//!
//! ```text
//! index in the fragment   0 1 | 2 3 | 4 5  | 6 7  | 8 9 ...         ((2,2,n),m,n'), or ((2,2),m,n)
//! row                     0   | 1   | 0    | 1    | 0                of the thread's 2 m rows
//! column                  0 1 | 0 1 | 8 9  | 8 9  | 16 17            + 2 (t mod 4)
//! ```
//!
//! A function of a row therefore needs no view of the fragment: [`transform_rows`] computes the row
//! from the index. The indices 2 i and 2 i + 1 are the pairs of columns in which accumulators are
//! rounded to 16 bits.
//!
//! Source: PTX ISA, "Matrix fragments for mma.m16n8k16"; FlashAttention:
//! `convert_layout_acc_rowcol`.

use crate::engine::Rmem;
use crate::tensor::GpuTensor;
use crate::transform::each;
use crate::unroll;
use zellige::Steps;
use zellige::ops::Append;
use zellige::prelude::*;
use zellige::refusal::Message;

/// Transforms accumulators in place: each x in the thread's row i becomes `f(i, x)`. A fragment (V,
/// M, N) has the rows 2 m and 2 m + 1 for each m.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{gemm::transform_rows, tensor::rmem};
/// let mut acc = [1.0; 8]; // of 16 columns: two blocks of 8
/// // SAFETY: the array outlives the tensor.
/// unsafe { transform_rows(rmem(&mut acc, layout!(((2, 2, 2), 1, 1))), |row, x| x + row as f32) }
/// assert_eq!(acc, [1.0, 1.0, 2.0, 2.0, 1.0, 1.0, 2.0, 2.0]);
/// ```
///
/// A fragment in another order does not compile:
/// `accumulators by row: the values (_4,_2):(_1,_4) of one instruction are not (2,2,n), two columns in two rows`.
///
/// # Safety
///
/// The accumulators exist, and this thread may write them.
#[doc(alias = "convert_layout_acc_rowcol")]
#[inline(always)]
pub unsafe fn transform_rows<T: Copy, L: Layout>(
    acc: GpuTensor<Rmem<T>, L>,
    mut f: impl FnMut(usize, T) -> T,
) {
    const { check_rows::<L>() }
    each!(i in L::SIZE => {
        let x = acc.element(i).pointer();
        *x = f(const { rows::<L>() }.row(i), *x)
    });
}

/// The order in which a fragment (V, M, N) of accumulators counts its values.
#[derive(Copy, Clone)]
pub(crate) struct Rows {
    /// The number of values of an instruction.
    values: u32,
    /// The number of instructions one below the other.
    tiles: u32,
}
/// Returns the order in which the fragment L counts its values.
pub(crate) const fn rows<L: Layout>() -> Rows {
    Rows { values: L::Head::SIZE as u32, tiles: <L::Tail as Steps>::Head::SIZE as u32 }
}
impl Rows {
    /// Returns the number of instructions one below the other.
    #[inline(always)]
    pub(crate) const fn tiles(self) -> u32 {
        self.tiles
    }
    /// Returns the thread's row of value `i`.
    #[inline(always)]
    pub(crate) const fn row(self, i: u32) -> usize {
        (i / 2 % 2 + i / self.values % self.tiles * 2) as usize
    }
    /// Returns the index of value `i` of the four values that a tile has in a block of 8 columns.
    #[inline(always)]
    const fn index(self, i: u32, tile: u32, block: u32) -> u32 {
        let blocks = self.values / 4;
        i + block % blocks * 4 + (tile + block / blocks * self.tiles) * self.values
    }
}
/// Returns the accumulators of 32 columns of a tile: (two columns, two rows, four blocks).
///
/// # Safety
///
/// The accumulators exist.
#[inline(always)]
pub(crate) unsafe fn columns_32<L: Layout>(
    acc: GpuTensor<Rmem<f32>, L>,
    (tile, part): (u32, u32),
) -> [f32; 16] {
    let mut values = [0.0; 16];
    unroll!(for i in 0..16 {
        let index = const { rows::<L>() }.index(i % 4, tile, 4 * part + i / 4);
        values[i as usize] = *acc.element(index).pointer();
    });
    values
}

/// The values of an instruction, in two modes or more.
type Values<L> = Append<<L as Steps>::Head, layout!(1 : 0)>;
/// Panics if an instruction of the fragment L does not have its values as (2, 2, n).
pub(crate) const fn check_rows<L: Layout>() {
    let columns = <Values<L> as Steps>::Head::SIZE;
    let rows = <<Values<L> as Steps>::Tail as Steps>::Head::SIZE;
    if columns != 2 || rows != 2 {
        let message = Message::new().s("accumulators by row: the values ");
        message
            .cat(&L::Head::TEXT)
            .s(" of one instruction are not (2,2,n), two columns in two rows")
            .raise()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::rmem;

    /// Returns the row and the column of value i, by the order of instructions that have `values`
    /// values each, with m of them one below the other.
    fn place(i: u32, values: u32, m: u32) -> (u32, u32) {
        let (within, instruction) = (i % values, i / values);
        let (tile, number) = (instruction % m, instruction / m);
        let block = number * (values / 4) + within / 4;
        (2 * tile + within / 2 % 2, 8 * block + within % 2)
    }

    #[test]
    fn rows_of_ampere_and_of_hopper() {
        let mut acc: [u32; 48] = core::array::from_fn(|i| i as u32);
        // SAFETY: the array outlives the tensors.
        unsafe {
            transform_rows(rmem(&mut acc, layout!(((2, 2), 3, 4))), |row, i| {
                assert_eq!(row as u32, place(i, 4, 3).0);
                i
            });
            transform_rows(rmem(&mut acc, layout!(((2, 2, 6), 2, 1))), |row, i| {
                assert_eq!(row as u32, place(i, 24, 2).0);
                i
            });
        }
    }

    #[test]
    fn parts_of_32_columns() {
        let mut acc: [f32; 96] = core::array::from_fn(|i| i as f32);
        let check = |part: [f32; 16], (values, m): (u32, u32), (tile, number): (u32, u32)| {
            for (i, value) in (0..).zip(part) {
                let (row, column) = place(value as u32, values, m);
                assert_eq!(row, 2 * tile + i / 2 % 2);
                assert_eq!(column, 32 * number + i / 4 * 8 + i % 2);
            }
        };
        // SAFETY: the array outlives the tensors.
        unsafe {
            for at in [(0, 0), (2, 0), (1, 1)] {
                let acc = rmem(&mut acc, layout!(((2, 2), 3, 8)));
                check(columns_32(acc, at), (4, 3), at);
            }
            for at in [(0, 0), (1, 0), (1, 2)] {
                let acc = rmem(&mut acc, layout!(((2, 2, 12), 2, 1)));
                check(columns_32(acc, at), (48, 2), at);
            }
        }
    }

    #[test]
    #[should_panic(
        expected = "accumulators by row: the values (_4,_2):(_1,_4) of one instruction are not (2,2,n), two columns in two rows"
    )]
    fn values_of_another_instruction() {
        check_rows::<layout!(((4, 2), 1, 1))>();
    }
}
