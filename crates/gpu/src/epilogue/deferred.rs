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

/// The parts of a tile that a thread still has to write, at most N, and the tile's tensor:
/// ((values, vectors), 1, parts).
///
/// Registers hold the part of a tile that [`RowStore::begin`] leaves, and each step of the next
/// product writes a part.
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
    /// Creates the value for a tile that is already written.
    #[inline(always)]
    pub fn none(to: GpuTensor<Matrix<P, D>, L>) -> Self {
        let parts = Queue::empty([0; 8]);
        Deferred { parts, to }
    }
    /// Drops the remaining parts of the tile.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.parts.clear();
    }
    /// Begins to store the accumulators, a fragment (V, 1, N), and keeps the rest for later. A
    /// fragment with a different number of parts does not compile.
    ///
    /// # Safety
    ///
    /// The conditions of [`RowStore::begin`] hold until everything is written.
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
    /// All threads of the warp execute this together.
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
    /// All threads of the warp execute this together.
    #[inline(always)]
    pub unsafe fn write_all<G: Store>(&mut self, gpu: G) {
        unroll!(for part in 0..{ Queue::<Parts<N>>::LENGTH } {
            T::finish::<false>(gpu, self.parts.get(part), (self.to, (0, part)));
        });
        self.clear();
    }
}
