//! Products: copies of a layout, arranged by another layout.
//!
//! `logical_product(A, B)` is `(A, A* o B)`, where A* is the sparse complement of A in
//! `size(A) cosize(B)`: copy j begins at the `B(j)`-th gap of A. If B reaches past the end of A*,
//! the last mode of A* continues after A.

use alloc::vec;

use zellige::refusal::names::{LOGICAL_PRODUCT, OF_COPIES};

use super::complement::{Holes, complement};
use super::divide::tile_of;
use super::tiler::{Tiler, by_mode, map_modes};
use crate::layout::{DynLayout, Mode, Modes, is_empty, size, unit};
use crate::refusal::{Refusal, fit};
use crate::tuple::Tuple;

impl DynLayout {
    /// Returns (block, copies): the first mode runs through this layout, the second from copy to
    /// copy, as arranged by `t`. A list multiplies mode by mode. CuTe: `logical_product`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let block: DynLayout = "(2,2):(4,1)".parse()?;
    /// assert_eq!(block.logical_product(6)?.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a block with interleaved modes, and copies whose offsets are not a layout. Copies of
    /// a block without elements have strides of 0.
    pub fn logical_product(&self, t: impl Into<Tiler>) -> Result<DynLayout, Refusal> {
        self.around(product(&self.modes, &t.into())?)
    }

    /// Returns (blocks, copies): first the blocks of all modes, then the copies. CuTe:
    /// `zipped_product`.
    ///
    /// ```
    /// use zellige_dynamic::{DynLayout, Tiler};
    /// let block: DynLayout = "(2,5):(5,1)".parse()?;
    /// let t: Tiler = "(3:5,4:6)".parse()?;
    /// assert_eq!(block.zipped_product(t)?.to_string(), "((2,5),(3,4)):((5,1),(10,30))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses what [`logical_product`](DynLayout::logical_product) refuses.
    pub fn zipped_product(&self, t: impl Into<Tiler>) -> Result<DynLayout, Refusal> {
        let t = t.into();
        let blocks = blocks(&self.modes, &t).map_err(|refusal| refusal.inside(0))?;
        let copies = copies(&self.modes, &t).map_err(|refusal| refusal.inside(1))?;
        self.around(Tuple::Modes(vec![blocks, copies]))
    }

    /// Returns (blocks, copies, copies, ...): like [`zipped_product`](DynLayout::zipped_product),
    /// with the copies as modes of their own. CuTe: `tiled_product`.
    ///
    /// ```
    /// use zellige_dynamic::{DynLayout, Tiler};
    /// let block: DynLayout = "(2,5):(5,1)".parse()?;
    /// let t: Tiler = "(3:5,4:6)".parse()?;
    /// assert_eq!(block.tiled_product(t)?.to_string(), "((2,5),3,4):((5,1),10,30)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses what [`logical_product`](DynLayout::logical_product) refuses.
    pub fn tiled_product(&self, t: impl Into<Tiler>) -> Result<DynLayout, Refusal> {
        self.around(tiled_product(&self.modes, &t.into())?)
    }

    /// Returns (block, block, ..., copies, copies, ...): like
    /// [`zipped_product`](DynLayout::zipped_product), with all modes on one level. CuTe:
    /// `flat_product`.
    ///
    /// ```
    /// use zellige_dynamic::{DynLayout, Tiler};
    /// let block: DynLayout = "(2,5):(5,1)".parse()?;
    /// let t: Tiler = "(3:5,4:6)".parse()?;
    /// assert_eq!(block.flat_product(t)?.to_string(), "(2,5,3,4):(5,1,10,30)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses what [`logical_product`](DynLayout::logical_product) refuses.
    pub fn flat_product(&self, t: impl Into<Tiler>) -> Result<DynLayout, Refusal> {
        let t = t.into();
        let mut modes = blocks(&self.modes, &t)?.into_spread();
        let copies = copies(&self.modes, &t).map_err(|refusal| refusal.behind(modes.len()))?;
        modes.extend(copies.into_spread());
        self.around(Tuple::Modes(modes))
    }

    /// Returns copies of this block side by side: mode i runs through mode i of the block, then
    /// through mode i of `b`. The layout with fewer modes is padded with 1:0. CuTe:
    /// `blocked_product`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let block: DynLayout = "(2,5):(5,1)".parse()?;
    /// let tiled = block.blocked_product(&"(3,4):(1,3)".parse()?)?;
    /// assert_eq!(tiled.to_string(), "((2,3),(5,4)):((5,10),(1,30))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses what [`logical_product`](DynLayout::logical_product) refuses.
    pub fn blocked_product(&self, b: &DynLayout) -> Result<DynLayout, Refusal> {
        let copies = self.copies_by_modes(b)?;
        self.around(side_by_side(&self.modes, &copies, false))
    }

    /// Returns copies of this block, interleaved: mode i runs through mode i of `b`, then through
    /// mode i of the block. CuTe: `raked_product`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let block: DynLayout = "(2,5):(5,1)".parse()?;
    /// let raked = block.raked_product(&"(3,4):(1,3)".parse()?)?;
    /// assert_eq!(raked.to_string(), "((3,2),(4,5)):((10,5),(30,1))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses what [`logical_product`](DynLayout::logical_product) refuses.
    pub fn raked_product(&self, b: &DynLayout) -> Result<DynLayout, Refusal> {
        let copies = self.copies_by_modes(b)?;
        self.around(side_by_side(&self.modes, &copies, true))
    }

    /// Returns the offsets at which the copies begin that `b`, as a tuple of modes, arranges.
    fn copies_by_modes(&self, b: &DynLayout) -> Result<Modes, Refusal> {
        let cosize = b.cosize()?;
        let b = Tuple::Modes(b.demand_strides()?.clone().into_modes());
        copies_by(&self.modes, &DynLayout::strided(b)?, cosize)
    }
}

/// Returns the offsets at which the copies of `a` begin that `b`, with offsets below `cosize`,
/// arranges.
pub(crate) fn copies_by(a: &Modes, b: &DynLayout, cosize: u64) -> Result<Modes, Refusal> {
    if is_empty(a) {
        return Ok(copies_of_nothing(b));
    }
    let target = fit(size(a).checked_mul(cosize))?;
    let mut star = complement(a, target, Holes::Allowed, OF_COPIES)?;
    if cosize > size(&star) {
        star = complement(a, target, Holes::GoingOn, OF_COPIES)?;
    }
    let copies = b.drawn_through(&LOGICAL_PRODUCT, &star)?;
    copies.demand_strides().cloned()
}

/// Returns the offsets at which the copies of a block without elements begin: each 0 elements after
/// the one before.
pub(crate) fn copies_of_nothing(b: &DynLayout) -> Modes {
    b.modes.map(|mode| Mode::of(mode.extent, 0))
}

/// Returns the offsets at which the copies begin for a single tiler that is not a list.
fn copies_of(a: &Modes, t: &Tiler) -> Result<Modes, Refusal> {
    match t {
        Tiler::Extent(n) => {
            let b = DynLayout::strided(tile_of(*n)?)?;
            copies_by(a, &b, b.cosize()?)
        }
        Tiler::Layout(b) => copies_by(a, b, b.cosize()?),
        Tiler::Whole | Tiler::Modes(_) => Ok(unit()),
    }
}

fn product(a: &Modes, t: &Tiler) -> Result<Modes, Refusal> {
    match t {
        Tiler::Whole => Ok(a.clone()),
        Tiler::Modes(tilers) => map_modes(a, tilers, product),
        _ => {
            let copies = copies_of(a, t).map_err(|refusal| refusal.inside(1))?;
            Ok(Tuple::Modes(vec![a.clone(), copies]))
        }
    }
}

/// Returns the block, or the tuple of all blocks for a list.
fn blocks(a: &Modes, t: &Tiler) -> Result<Modes, Refusal> {
    match t {
        Tiler::Modes(tilers) => {
            Tuple::try_of(by_mode(a, tilers)?, |(mode, tiler)| blocks(mode, tiler))
        }
        _ => Ok(a.clone()),
    }
}

/// Returns the copies; for a list, the tuple of all copies and of the modes without a tiler.
fn copies(a: &Modes, t: &Tiler) -> Result<Modes, Refusal> {
    match t {
        Tiler::Modes(tilers) => map_modes(a, tilers, copies),
        _ => copies_of(a, t),
    }
}

pub(crate) fn tiled_product(a: &Modes, t: &Tiler) -> Result<Modes, Refusal> {
    let mut modes = vec![blocks(a, t)?];
    let copies = copies(a, t).map_err(|refusal| refusal.behind(modes.len()))?;
    modes.extend(copies.into_spread());
    Ok(Tuple::Modes(modes))
}

/// Returns the pairs of corresponding modes, with the mode of the block or that of the copies
/// first; `1:0` replaces missing modes.
pub(crate) fn side_by_side(block: &Modes, copies: &Modes, raked: bool) -> Modes {
    let (block, copies) = (block.modes(), copies.modes());
    let mode = |modes: &[Modes], i: usize| modes.get(i).cloned().unwrap_or_else(unit);
    let pair = |i| {
        let (block, copies) = (mode(block, i), mode(copies, i));
        Tuple::Modes(if raked { vec![copies, block] } else { vec![block, copies] })
    };
    Tuple::Modes((0..block.len().max(copies.len())).map(pair).collect())
}
