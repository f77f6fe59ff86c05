//! Tiling a shape with copies of a block.

use super::product::{copies_by, side_by_side};
use crate::layout::{DynLayout, size};
use crate::refusal::{Refusal, Sentences};
use crate::tuple::{Shape, Tuple};

impl DynLayout {
    /// Returns copies of this block that fill the shape `target`, with the first mode fastest: mode
    /// i runs through mode i of the block, then from copy to copy along it. CuTe: `tile_to_shape`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let block: DynLayout = "(8,4):(4,1)".parse()?;
    /// assert_eq!(block.tile_to_shape((16, 8))?.to_string(), "((8,2),(4,2)):((4,32),(1,64))");
    /// let refusal = block.tile_to_shape((16, 6)).unwrap_err();
    /// let sentence = "in mode 1 of the result: tile_to_shape: block extent 4 does not divide target extent 6";
    /// assert_eq!(refusal.message(), sentence);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a block with more modes than the target, a block whose extents do not divide it, and
    /// what [`logical_product`](DynLayout::logical_product) refuses.
    pub fn tile_to_shape(&self, target: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        let counts = self.counts(&target.into())?;
        self.filled_by(&DynLayout::col_major(counts)?)
    }

    /// Does the same as `tile_to_shape`, with the copies in the order of the numbers of `order`,
    /// where the smallest is the fastest; along modes with equal numbers they overlap, as in CuTe.
    /// CuTe: `tile_to_shape(block, target, order)`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let block: DynLayout = "(8,4):(4,1)".parse()?;
    /// assert_eq!(block.tile_to_shape_ordered((16, 8), (1, 0))?.to_string(), "((8,2),(4,2)):((4,64),(1,32))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses what [`tile_to_shape`](DynLayout::tile_to_shape) refuses, and an order of another
    /// nesting.
    #[doc(alias = "tile_to_shape")]
    pub fn tile_to_shape_ordered(
        &self,
        target: impl Into<Shape>,
        order: impl Into<Shape>,
    ) -> Result<DynLayout, Refusal> {
        let counts = self.counts(&target.into())?;
        self.filled_by(&DynLayout::ordered(counts, order)?)
    }

    /// Returns the number of blocks along each mode of the target.
    fn counts(&self, target: &Shape) -> Result<Shape, Refusal> {
        let (modes, extents) = (self.modes.modes(), target.modes());
        if modes.len() > extents.len() {
            return Err(Refusal::block_rank(self.shape(), target));
        }
        Tuple::try_of(extents.iter().enumerate(), |(i, extent)| {
            let (block, target) = (modes.get(i).map_or(1, size), extent.size()?);
            match target.checked_rem(block) {
                Some(0) => Ok(Tuple::Leaf(target / block)),
                // A mode without elements fills another one.
                None if target == 0 => Ok(Tuple::Leaf(1)),
                _ => Err(Refusal::block_does_not_divide(block, target)),
            }
        })
    }

    /// Returns the copies of this block that a compact layout arranges.
    fn filled_by(&self, copies: &DynLayout) -> Result<DynLayout, Refusal> {
        let copies = copies_by(&self.modes, copies, copies.size())?;
        self.around(side_by_side(&self.modes, &copies, false))
    }
}
