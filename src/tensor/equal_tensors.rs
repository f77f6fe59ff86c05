//! The operator `==` of tensors: the same elements at the same coordinates.

use super::Tensor;
use super::memory::Engine;
use crate::layout::Layout;
use crate::tuple::equality::equal;

/// Two tensors are equal if they have the same shape and the same elements at the same coordinates,
/// wherever these lie in memory.
///
/// ```
/// use zellige::prelude::*;
/// let rows = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2, 3) : (3, 1)));
/// let columns = Tensor::new([1, 4, 2, 5, 3, 6], layout!((2, 3) : (1, 2)));
/// assert_eq!(rows, columns);
/// assert_ne!(rows, Tensor::new([1, 4, 2, 5, 3, 6], layout!((3, 2) : (1, 3))));       // another shape
/// ```
impl<E, L, F, M> PartialEq<Tensor<F, M>> for Tensor<E, L>
where
    E: Engine<Element: PartialEq<F::Element>>,
    L: Layout,
    F: Engine,
    M: Layout,
{
    #[inline]
    fn eq(&self, other: &Tensor<F, M>) -> bool {
        equal(self.shape(), other.shape()) && self.iter().zip(other).all(|(a, b)| a == b)
    }
}
impl<E: Engine<Element: Eq>, L: Layout> Eq for Tensor<E, L> {}
