//! Accumulators that are written while the next product runs.

use super::RowStore;
use super::rows::{check_parts, parts};
use crate::engine::{Matrix, PointerMut, Rmem};
use crate::gemm::rows::{columns_32, rows};
use crate::queue::Queue;
use crate::tensor::GpuTensor;
use crate::{Store, unroll};
use zellige::prelude::*;

/// Eight words for each part of 32 columns.
type Parts<N> = Registers<[u32; 8], N>;

/// The parts of a tile that a thread has still to write, N at most, and the place of the tile:
/// ((values, vectors), 1, parts).
///
/// Registers hold what [`RowStore::begin`] leaves of a tile, and each step of the next product
/// writes a part.
pub struct Deferred<N: ArrayLength, E, L> {
    parts: Queue<Parts<N>>,
    to: GpuTensor<E, L>,
}
impl<N, T, P, D, L> Deferred<N, Matrix<P, D>, L>
where
    N: ArrayLength,
    T: RowStore,
    P: PointerMut<Element = T>,
    D: Layout<Shape = (u32, u32)>,
    L: Layout,
{
    /// Makes one of a tile that is written.
    #[inline(always)]
    pub fn none(to: GpuTensor<Matrix<P, D>, L>) -> Self {
        let parts = Queue::empty([0; 8]);
        Deferred { parts, to }
    }
    /// Forgets what is left of the tile.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.parts.clear();
    }
    /// Begins to store the accumulators, a fragment (V, 1, N), and keeps what is written later. A
    /// fragment of another number of parts does not compile.
    ///
    /// # Safety
    ///
    /// The conditions of [`RowStore::begin`] hold, until all is written.
    #[inline(always)]
    pub unsafe fn begin<G: Store, CL: Layout>(
        gpu: G,
        acc: GpuTensor<Rmem<f32>, CL>,
        to: GpuTensor<Matrix<P, D>, L>,
    ) -> Self {
        const {
            check_parts::<CL, L>("Deferred");
            assert!(
                rows::<CL>().tiles() == 1 && parts::<CL>() == Queue::<Parts<N>>::LENGTH,
                "Deferred: the accumulators are not one row of N parts of 32 columns"
            )
        }
        let mut deferred = Self::none(to);
        unroll!(for part in 0..{ Queue::<Parts<N>>::LENGTH } {
            let acc = columns_32(acc, (0, part));
            deferred.parts.push(T::begin::<false>(gpu, acc, (to, (0, part)), |_, x| x));
        });
        deferred
    }
    /// Writes the next part, if there is one.
    ///
    /// # Safety
    ///
    /// All threads of the warp are here.
    #[inline(always)]
    pub unsafe fn write_next<G: Store>(&mut self, gpu: G) {
        if !self.parts.is_empty() {
            let part = self.parts.free();
            T::finish::<false>(gpu, self.parts.pop(), (self.to, (0, part)));
        }
    }
    /// Writes all parts.
    ///
    /// # Safety
    ///
    /// All threads of the warp are here.
    #[inline(always)]
    pub unsafe fn write_all<G: Store>(&mut self, gpu: G) {
        unroll!(for part in 0..{ Queue::<Parts<N>>::LENGTH } {
            T::finish::<false>(gpu, self.parts.get(part), (self.to, (0, part)));
        });
        self.clear();
    }
}
