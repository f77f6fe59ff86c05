//! The plan of a launch: the modes in the order of a kernel, its tile, and the number of blocks.
//!
//! A permutation moves the element at (c0, ..., c5) of the source to the same coordinate of the
//! destination, with other strides. So the order of the modes has no meaning, and the plan chooses
//! it for the kernel:
//!
//! ```text
//! source (32, 32, 32, 32, 32), rows first, as (4, 2, 0, 3, 1)      extents         from                            to
//! as it is said                                                    32 32 32 32 32  32^4  32^3   32^2   32    1     32^2  1  32^3   32    32^4
//! contiguous in the source, in the destination; then by `to`       32 32 32 32 32  1     32^3   32     32^4  32^2  32^4  1  32     32^2  32^3
//! ```
//!
//! 1. Modes of one element are dropped; at most six remain.
//! 2. Two modes become one if on both sides one continues where the other ends:
//!    `from(b) = extent(a) from(a)`, and the same for `to`.
//! 3. The mode that is contiguous in the source comes first; then the one that is contiguous in the
//!    destination, or if it is the same, the longest one. All others follow, by their stride in the
//!    destination.
//! 4. Vectors need extents, strides and addresses that are multiples of them; otherwise elements
//!    are copied one by one.
//! 5. The plan takes the largest possible tile, unless a smaller one fits so much better that it
//!    covers less than 3/4 of what the larger one does.

use super::{exchange, rows};
use core::cmp::Reverse;

/// A mode of a tensor. Extent and strides are in elements.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// The number of coordinates.
    pub extent: u32,
    /// The stride in the source.
    pub from: u32,
    /// The stride in the destination.
    pub to: u32,
}
impl Mode {
    /// A mode of one element, which is contiguous everywhere.
    const ONE: Self = Mode { extent: 1, from: 1, to: 1 };
    /// Returns the modes of a tensor with these extents and strides, permuted by `permutation` in
    /// the destination, with these strides there: mode i of the destination is mode
    /// `permutation[i]` of the source, as in NumPy's `transpose` and PyTorch's `permute`.
    ///
    /// # Panics
    ///
    /// Panics if it is not a permutation.
    pub fn permuted<const R: usize>(
        extents: [u32; R],
        from: [u32; R],
        permutation: [usize; R],
        to: [u32; R],
    ) -> [Self; R] {
        core::array::from_fn(|mode| {
            let place = permutation.iter().position(|&of| of == mode);
            Mode {
                extent: extents[mode],
                from: from[mode],
                to: to[place.expect("a permutation has each mode once")],
            }
        })
    }
    /// Returns the mode that combines both, if `next` continues where this one ends.
    fn merged(self, next: Self) -> Option<Self> {
        let goes_on = |stride: u32, to: u32| self.extent.checked_mul(stride) == Some(to);
        let follows = goes_on(self.from, next.from) && goes_on(self.to, next.to);
        let extent = self.extent.checked_mul(next.extent)?;
        follows.then_some(Mode { extent, ..self })
    }
}

/// A kernel, and what it accepts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The name of the kernel.
    pub kernel: &'static str,
    /// The number of bytes of an element.
    pub bytes: u32,
    /// The number of elements of a vector.
    pub vector: u32,
    /// The extents of a tile along modes 0 and 1.
    pub extents: (u32, u32),
    /// The number of tiles of a block.
    pub tiles: u32,
    /// Whether mode 1 is contiguous in the destination; otherwise mode 0 is.
    pub exchanges: bool,
}
/// The reason why a permutation is refused.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no kernel for elements of this many bytes.
    Bytes(u32),
    /// Addresses are multiples of this many bytes, but not of an element.
    Alignment(u32),
    /// More than six modes remain; the number is the count.
    Modes(usize),
    /// There are 2^32 tiles or more, or 2^31 blocks.
    Tiles,
    /// Two elements of a tile are 2^32 elements or more apart.
    Far,
}
impl core::fmt::Display for Refusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Refusal::Bytes(bytes) => write!(f, "elements have 1, 2, 4 or 8 bytes, and not {bytes}"),
            Refusal::Alignment(bytes) => write!(f, "elements are aligned, not to {bytes} bytes"),
            Refusal::Modes(modes) => write!(f, "a kernel takes 6 modes, and {modes} are left"),
            Refusal::Tiles => f.write_str("there are 2^32 tiles or more, or 2^31 blocks"),
            Refusal::Far => f.write_str("elements of a tile are 2^32 or more elements apart"),
        }
    }
}
impl core::error::Error for Refusal {}

/// A launch: the kernel, its blocks and its arguments.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The kernel and its tile.
    pub tile: Tile,
    /// The number of blocks.
    pub blocks: u32,
    /// The six modes, in the order of the kernel.
    pub modes: [Mode; 6],
}
impl Plan {
    /// Returns the fastest known launch for elements of `bytes` bytes and these modes, with
    /// addresses in both memories that are multiples of `alignment` bytes.
    ///
    /// ```
    /// use zellige_kernels::permute::plan::{Mode, Plan};
    /// // PyTorch's x.permute(2, 1, 0).contiguous() for a tensor of f32 of the shape (128, 256, 512).
    /// let modes = Mode::permuted([128, 256, 512], [256 * 512, 512, 1], [2, 1, 0], [256 * 128, 128, 1]);
    /// let plan = Plan::new(4, 16, &modes)?;
    /// assert_eq!((plan.tile.kernel, plan.blocks), ("permute_u32_64", 8 * 2 * 256));
    /// # Ok::<(), zellige_kernels::permute::plan::Refusal>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the refusal, if no tile fits.
    pub fn new(bytes: u32, alignment: u32, modes: &[Mode]) -> Result<Self, Refusal> {
        let modes = ordered(modes)?;
        // Single elements need only the address of an element.
        let mut refusal = match bytes {
            1 | 2 | 4 | 8 => Refusal::Alignment(alignment),
            _ => Refusal::Bytes(bytes),
        };
        let mut best: Option<(Plan, u64)> = None;
        for tile in tiles().filter(|tile| tile.takes(bytes, alignment, modes)) {
            let covered = tile.covered(modes);
            let fits_better = |(best, area): (Plan, u64)| {
                best.tile.vector == tile.vector && covered < area / 4 * 3
            };
            match tile.plan(modes) {
                Ok(plan) if best.is_none_or(fits_better) => best = Some((plan, covered)),
                Ok(_) => {}
                Err(why) => refusal = why,
            }
        }
        Ok(best.ok_or(refusal)?.0)
    }
    /// Returns the arguments of the kernel without the pointers: six extents, and the strides that
    /// are not 1 in the source, and in the destination.
    pub fn arguments(&self) -> ([u32; 6], [u32; 5], [u32; 5]) {
        let contiguous = usize::from(self.tile.exchanges);
        let others: [usize; 5] = core::array::from_fn(|i| if i < contiguous { i } else { i + 1 });
        (
            self.modes.map(|mode| mode.extent),
            core::array::from_fn(|i| self.modes[i + 1].from),
            others.map(|i| self.modes[i].to),
        )
    }
}
impl Tile {
    /// Returns whether the kernel accepts elements of `bytes` bytes, at multiples of `alignment`
    /// bytes, and these modes, which are in its order.
    pub fn takes(self, bytes: u32, alignment: u32, modes: [Mode; 6]) -> bool {
        let contiguous = usize::from(self.exchanges);
        // All steps are multiples of a vector: strides, and the whole length where a mode is
        // contiguous.
        let steps_by_vectors = |i: usize, at: usize, mode: Mode, stride: u32| match i == at {
            true => mode.extent % self.vector == 0,
            false => mode.extent == 1 || stride % self.vector == 0,
        };
        let mut steps = modes.iter().enumerate();
        let all_by_vectors = steps.all(|(i, &mode)| {
            steps_by_vectors(i, 0, mode, mode.from)
                && steps_by_vectors(i, contiguous, mode, mode.to)
        });
        self.bytes == bytes
            && self.exchanges == (modes[0].to != 1)
            && alignment % (bytes * self.vector) == 0
            && all_by_vectors
    }
    /// Returns the number of elements that the tiles of a plane cover.
    pub fn covered(self, modes: [Mode; 6]) -> u64 {
        let along = |mode: Mode, tile: u32| u64::from(mode.extent.div_ceil(tile)) * u64::from(tile);
        along(modes[0], self.extents.0) * along(modes[1], self.extents.1)
    }
    /// Returns the launch of this kernel for modes that are in its order, and that it accepts.
    ///
    /// # Errors
    ///
    /// Returns the refusal.
    pub fn plan(self, modes: [Mode; 6]) -> Result<Plan, Refusal> {
        let reach = |mode: Mode, tile: u32, stride: u32| {
            let last = mode.extent.min(tile).saturating_sub(1);
            last.checked_mul(stride).ok_or(Refusal::Far)
        };
        reach(modes[0], self.extents.0, modes[0].to)?;
        reach(modes[1], self.extents.1, modes[1].from)?;
        reach(modes[1], self.extents.1, modes[1].to)?;
        let mut tiles = u64::from(modes[0].extent.div_ceil(self.extents.0))
            * u64::from(modes[1].extent.div_ceil(self.extents.1));
        for mode in &modes[2..] {
            tiles = tiles.saturating_mul(mode.extent.into());
        }
        let blocks = tiles.div_ceil(self.tiles.into()).max(1);
        // The indices of the tiles of the last block are less than 2^32, too.
        if tiles.saturating_add(self.tiles.into()) >> 32 != 0 || blocks >> 31 != 0 {
            return Err(Refusal::Tiles);
        }
        Ok(Plan { tile: self, blocks: blocks as u32, modes })
    }
}

/// Returns the tiles of all kernels; among those that accept the same, vectors before elements, and
/// larger ones first.
pub fn tiles() -> impl Iterator<Item = Tile> {
    exchange::TILES.iter().chain(rows::TILES).copied()
}
/// Returns the modes in the order of the kernels: merged, the contiguous ones first. Missing modes
/// have one element.
///
/// # Errors
///
/// Returns their count, if there are more than six.
pub fn ordered(modes: &[Mode]) -> Result<[Mode; 6], Refusal> {
    let mut all = [Mode::ONE; 6];
    let long = modes.iter().filter(|mode| mode.extent != 1);
    let count = long.clone().count();
    if count > all.len() {
        return Err(Refusal::Modes(count));
    }
    for (place, &mode) in all.iter_mut().zip(long) {
        *place = mode;
    }
    while let Some((i, j, both)) = pair(&all) {
        (all[i], all[j]) = (both, Mode::ONE);
    }
    // A mode with stride 1, or else one of one element.
    let place = |all: &[Mode], is: fn(&Mode) -> bool| {
        let long = all.iter().position(|mode| mode.extent != 1 && is(mode));
        long.or_else(|| all.iter().position(|mode| mode.extent == 1))
    };
    let first = place(&all, |mode| mode.from == 1).ok_or(Refusal::Modes(7))?;
    all.swap(0, first);
    let rest = &all[1..];
    let second = match all[0].to {
        1 => (0..5).max_by_key(|&i| (rest[i].extent, Reverse(rest[i].from))),
        _ => place(rest, |mode| mode.to == 1),
    };
    all.swap(1, 1 + second.ok_or(Refusal::Modes(7))?);
    all[2..].sort_unstable_by_key(|mode| (mode.extent == 1, mode.to));
    Ok(all)
}
/// Returns the positions of two modes that can be merged, and the merged mode.
fn pair(all: &[Mode; 6]) -> Option<(usize, usize, Mode)> {
    let pairs = (0..6).flat_map(|i| (0..6).map(move |j| (i, j)));
    let mut long = pairs.filter(|&(i, j)| i != j && all[i].extent != 1 && all[j].extent != 1);
    long.find_map(|(i, j)| Some((i, j, all[i].merged(all[j])?)))
}
