//! Divides: cutting a layout into tiles.
//!
//! `logical_divide(A, B)` is `A o (B, B*)`, where B* is the covering complement of B in the size of
//! A: the first mode runs through the tile that B picks, the second from tile to tile. A list of
//! tilers divides mode by mode; in the zipped form, the tiles come first.

use alloc::vec;
use alloc::vec::Vec;

use zellige::refusal::names::{LOGICAL_DIVIDE, OF_REST};

use super::complement::{Holes, complement};
use super::compose::{compose, extent};
use super::extension::Extension;
use super::tiler::{Tiler, by_mode};
use crate::layout::{DynLayout, Modes, size, unit};
use crate::refusal::Refusal;
use crate::tuple::Tuple;

impl DynLayout {
    /// Returns (tile, rest): the first mode runs through the tile that `t` picks, the second from
    /// tile to tile. A list divides mode by mode. CuTe: `logical_divide`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "24:1".parse()?;
    /// assert_eq!(a.logical_divide(&"4:2".parse::<DynLayout>()?)?.to_string(), "(4,(2,3)):(2,(1,8))");
    /// assert!("(6,4):(4,1)".parse::<DynLayout>()?.logical_divide(4).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a tile without a complement, and a tile and rest that do not compose with the
    /// layout. A layout without elements has no tiles: `(0,32):(32,1)` by `(4,32)` is
    /// `((4,0),(32,1)):((32,128),(1,0))`.
    pub fn logical_divide(&self, t: impl Into<Tiler>) -> Result<DynLayout, Refusal> {
        self.around(divide(&self.modes, &t.into())?)
    }

    /// Returns (tiles, rests): first the tiles of all modes, then the rests. CuTe: `zipped_divide`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(128,64):(64,1)".parse()?;
    /// assert_eq!(a.zipped_divide((32, 16))?.to_string(), "((32,16),(4,4)):((64,1),(2048,16))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses what [`logical_divide`](DynLayout::logical_divide) refuses.
    pub fn zipped_divide(&self, t: impl Into<Tiler>) -> Result<DynLayout, Refusal> {
        let t = t.into();
        let parts = tiles_and_rests(&self.modes, &t);
        let [tiles, rests] = parts.map_err(|refusal| refusal.inside(0))?;
        self.around(Tuple::Modes(vec![tiles, rests]))
    }

    /// Returns (tiles, rest, rest, ...): like [`zipped_divide`](DynLayout::zipped_divide), with
    /// each rest as a mode of its own. CuTe: `tiled_divide`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(128,64):(64,1)".parse()?;
    /// assert_eq!(a.tiled_divide((32, 16))?.to_string(), "((32,16),4,4):((64,1),2048,16)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses what [`logical_divide`](DynLayout::logical_divide) refuses.
    pub fn tiled_divide(&self, t: impl Into<Tiler>) -> Result<DynLayout, Refusal> {
        let t = t.into();
        let parts = tiles_and_rests(&self.modes, &t);
        let [tiles, rests] = parts.map_err(|refusal| t.locate(refusal))?;
        let mut modes = vec![tiles];
        modes.extend(rests.into_spread());
        self.around(Tuple::Modes(modes))
    }

    /// Returns (tile, tile, ..., rest, rest, ...): like
    /// [`zipped_divide`](DynLayout::zipped_divide), with all modes on one level. CuTe:
    /// `flat_divide`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(128,64):(64,1)".parse()?;
    /// assert_eq!(a.flat_divide((32, 16))?.to_string(), "(32,16,4,4):(64,1,2048,16)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses what [`logical_divide`](DynLayout::logical_divide) refuses.
    pub fn flat_divide(&self, t: impl Into<Tiler>) -> Result<DynLayout, Refusal> {
        let t = t.into();
        let [tiles, rests] = tiles_and_rests(&self.modes, &t)?;
        let mut modes = tiles.into_spread();
        modes.extend(rests.into_spread());
        self.around(Tuple::Modes(modes))
    }
}

/// Returns the tile and the rest of the modes `a` for a single tiler.
fn tile_and_rest(a: &Modes, tile: &Modes) -> Result<Modes, Refusal> {
    let rest = complement(tile, size(a), Holes::None, OF_REST)?;
    let both = Tuple::Modes(vec![tile.clone(), rest]);
    compose(&LOGICAL_DIVIDE, &Extension::of(a)?, &both)
}

/// Returns the layout that a number divides by: `4` is `4:1`, and `1` is `1:0`.
pub(crate) fn tile_of(n: u64) -> Result<Modes, Refusal> {
    extent(n, i64::from(n != 1))
}

fn divide(a: &Modes, t: &Tiler) -> Result<Modes, Refusal> {
    match t {
        Tiler::Whole => Ok(a.clone()),
        Tiler::Extent(n) => tile_and_rest(a, &tile_of(*n)?),
        Tiler::Layout(tile) => tile_and_rest(a, tile.demand_strides()?),
        Tiler::Modes(tilers) => super::tiler::map_modes(a, tilers, divide),
    }
}

/// Returns the tile and the rest; for a list, the tuple of all tiles, and the tuple of all rests
/// and of the modes without a tile.
fn tiles_and_rests(a: &Modes, t: &Tiler) -> Result<[Modes; 2], Refusal> {
    match t {
        Tiler::Whole => Ok([a.clone(), unit()]),
        Tiler::Modes(tilers) => {
            let (mut tiles, mut rests) = (Vec::new(), Vec::new());
            for (i, (mode, tiler)) in by_mode(a, tilers)?.enumerate() {
                let parts = tiles_and_rests(mode, tiler);
                let [tile, rest] = parts.map_err(|refusal| refusal.inside(i))?;
                tiles.push(tile);
                rests.push(rest);
            }
            let rests = match tiles.len() {
                0 => a.clone(),
                tiled => {
                    rests.extend_from_slice(&a.modes()[tiled..]);
                    Tuple::Modes(rests)
                }
            };
            Ok([Tuple::Modes(tiles), rests])
        }
        _ => {
            let mut parts = divide(a, t)?.into_modes().into_iter();
            let mut part = || parts.next().unwrap_or_else(unit);
            Ok([part(), part()])
        }
    }
}
