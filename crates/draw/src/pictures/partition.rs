//! The pictures of partitions: by tiles, and by threads.

use std::collections::HashMap;

use zellige_dynamic::{DynLayout, Shape, Tiler, Tuple};

use crate::axis::size;
use crate::face::{Point, sentence, written};
use crate::palette::Class;
use crate::picture::{Cell, Picture};

/// The maximum number of elements of a mode that are considered if a layout divides it.
const MOST_LOOKED_AT: u64 = 1 << 16;

/// The division of one mode: for each index, the number of its tile and its position in the tile.
struct Division {
    tiles: u128,
    inside: u128,
    /// For a layout as tiler: the elements that were considered.
    table: Option<HashMap<u64, (u128, u128)>>,
}

impl Division {
    /// Returns the division of a mode by a tiler.
    fn of(mode: &Shape, tiler: &Tiler) -> Result<Division, String> {
        let all = size(mode);
        match tiler {
            Tiler::Extent(0) => Err("a tile of 0 elements cannot divide".into()),
            Tiler::Extent(n) => Ok(Division::by(all, *n)),
            Tiler::Whole => Ok(Division::by(all, all.max(1))),
            _ => {
                let divided =
                    DynLayout::col_major(mode).and_then(|mode| mode.zipped_divide(tiler.clone()));
                let divided = divided.map_err(|refusal| refusal.message().to_string())?;
                let shape = divided.shape();
                let inside = shape.modes().first().map_or(1, size).max(1);
                let mut table = HashMap::new();
                for index in 0..divided.size().min(MOST_LOOKED_AT) {
                    let at = divided.at(index).ok().and_then(|offset| offset.number());
                    if let Some(at) = at.and_then(|n| u64::try_from(n).ok()) {
                        let (tile, place) = (index / inside, index % inside);
                        table.entry(at).or_insert((tile.into(), place.into()));
                    }
                }
                Ok(Division {
                    tiles: (divided.size() / inside).into(),
                    inside: inside.into(),
                    table: Some(table),
                })
            }
        }
    }

    /// Returns the division of `all` elements into tiles of `n`.
    fn by(all: u64, n: u64) -> Division {
        Division { tiles: all.div_ceil(n).into(), inside: n.into(), table: None }
    }

    /// Returns the number of the tile, and the position in it.
    fn find(&self, index: u64) -> Option<(u128, u128)> {
        let index_wide = u128::from(index);
        match &self.table {
            None => Some((index_wide / self.inside, index_wide % self.inside)),
            Some(table) => table.get(&index).copied(),
        }
    }
}

/// The division of a layout: one division for the whole, or one for each mode.
struct Divisions {
    by_mode: bool,
    each: Vec<Division>,
}

impl Divisions {
    fn of(layout: &DynLayout, tiler: &Tiler) -> Result<Divisions, String> {
        let shape = layout.shape();
        let Tiler::Modes(tilers) = tiler else {
            return Ok(Divisions {
                by_mode: false,
                each: vec![
                    Division::of(&shape, tiler)
                        .map_err(|sentence| format!("The tiler: {sentence}."))?,
                ],
            });
        };
        let modes = shape.modes();
        if tilers.len() > modes.len() {
            return Err(too_many("tiler", tilers.len(), layout));
        }
        let each = modes.iter().enumerate().map(|(i, mode)| {
            // A mode without a tiler is not divided: each of its coordinates is a tile of its own.
            let tiler = tilers.get(i).unwrap_or(&Tiler::Extent(1));
            let division = Division::of(mode, tiler);
            division.map_err(|sentence| format!("Mode {i} of the tiler: {sentence}."))
        });
        Ok(Divisions { by_mode: true, each: each.collect::<Result<_, _>>()? })
    }

    /// Returns for each mode the number of the tile and the position in it.
    fn find(&self, shape: &Shape, point: &Point) -> Option<Vec<(u128, u128)>> {
        let indices = match self.by_mode {
            false => vec![point.index],
            true => mode_indices(shape, point.index),
        };
        let pairs = self.each.iter().zip(indices);
        pairs.map(|(division, index)| division.find(index)).collect()
    }
}

/// Returns the index in each mode.
fn mode_indices(shape: &Shape, mut index: u64) -> Vec<u64> {
    let modes = shape.modes().iter();
    let digit = |mode| {
        let all = size(mode);
        let digit = index % all;
        index /= all;
        digit
    };
    modes.map(digit).collect()
}

/// Returns the number with these digits, the first fastest.
fn number(digits: impl Iterator<Item = (u128, u128)>) -> u128 {
    let mut scale = 1u128;
    digits.fold(0, |sum, (digit, extent)| {
        let sum = u128::saturating_add(sum, digit.saturating_mul(scale));
        scale = scale.saturating_mul(extent);
        sum
    })
}

fn too_many(what: &str, modes: usize, layout: &DynLayout) -> String {
    format!("The {what} has {modes} modes, but {layout} has {}.", layout.rank())
}

/// Returns the picture of a partition by tiles: the number of the tile, `B3`, and the offset of
/// each element, with a colour for each tile modulo 8. CuTe: `zipped_divide`, `local_tile`.
///
/// ```
/// use zellige_draw as draw;
/// use zellige_dynamic::DynLayout;
/// let rows: DynLayout = "(4,6):(6,1)".parse()?;
/// assert_eq!(
///     draw::partition(&rows, (2, 3)).text(),
///     "\
/// (4,6):(6,1) in tiles of (2,3): ((2,3),(2,2)):((6,1),(12,3))
///
///       0      1      2      3      4      5
///   ┌──────────────────────────────────────────┐
/// 0 │ B0  0  B0  1  B0  2  B2  3  B2  4  B2  5 │
/// 1 │ B0  6  B0  7  B0  8  B2  9  B2 10  B2 11 │
/// 2 │ B1 12  B1 13  B1 14  B3 15  B3 16  B3 17 │
/// 3 │ B1 18  B1 19  B1 20  B3 21  B3 22  B3 23 │
///   └──────────────────────────────────────────┘
/// "
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
///
/// A mode of the tiler may be a number, `_` for a whole mode, or a layout, whose elements need not
/// be side by side. A division that the algebra refuses is a [`Picture::problem`].
pub fn partition(layout: impl Into<DynLayout>, tiler: impl Into<Tiler>) -> Picture {
    let (layout, tiler) = (layout.into(), tiler.into());
    let mut title = format!("{layout} in tiles of {tiler}");
    let divisions = match Divisions::of(&layout, &tiler) {
        Ok(divisions) => divisions,
        Err(problem) => return Picture::failed(title, problem),
    };
    let divided = layout.zipped_divide(tiler);
    if let Ok(divided) = &divided {
        title.push_str(&format!(": {divided}"));
    }
    let mut picture = Picture::titled(title);
    if let Err(refusal) = divided {
        picture.note_problem(refusal.message());
    }
    let shape = layout.shape();
    let mut unknown = false;
    picture.add_layout(&layout, "", |point| {
        let offset = written(&point.offset);
        let Some(found) = divisions.find(&shape, point) else {
            unknown = true;
            return Cell::new(["?".into(), offset], Class::Missing, sentence(point));
        };
        let each = || divisions.each.iter().zip(&found);
        let tile = number(each().map(|(division, &(tile, _))| (tile, division.tiles)));
        let inside = number(each().map(|(division, &(_, place))| (place, division.inside)));
        let tiles: Vec<String> = found.iter().map(|(tile, _)| tile.to_string()).collect();
        let of = match tiles.len() {
            1 => String::new(),
            _ => format!(" ({})", tiles.join(",")),
        };
        let title = format!("{}; tile {tile}{of}, element {inside} of it", sentence(point));
        Cell::new([format!("B{tile}"), offset], Class::hue(tile), title)
    });
    if unknown {
        picture.note(format!("The tile of cells with ? is not known: {MOST_LOOKED_AT} elements of a mode were looked at."));
    }
    picture
}

/// Returns the picture of a partition by threads: for each element, the thread and the number of
/// its value, where the layout of the threads repeats across the layout. CuTe: `local_partition`.
///
/// ```
/// use zellige_draw as draw;
/// use zellige_dynamic::DynLayout;
/// let (tile, threads): (DynLayout, DynLayout) = ("(4,4):(4,1)".parse()?, "(2,2):(2,1)".parse()?);
/// assert_eq!(
///     draw::threads(&tile, &threads).text(),
///     "\
/// (4,4):(4,1) on threads (2,2):(2,1)
///
///       0      1      2      3
///   ┌────────────────────────────┐
/// 0 │ T0 V0  T1 V0  T0 V2  T1 V2 │
/// 1 │ T2 V0  T3 V0  T2 V2  T3 V2 │
/// 2 │ T0 V1  T1 V1  T0 V3  T1 V3 │
/// 3 │ T2 V1  T3 V1  T2 V3  T3 V3 │
///   └────────────────────────────┘
/// "
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
///
/// Threads with more modes than the layout, or with offsets that are not numbers, are a
/// [`Picture::problem`].
pub fn threads(layout: impl Into<DynLayout>, threads: impl Into<DynLayout>) -> Picture {
    let (layout, threads) = (layout.into(), threads.into());
    let title = format!("{layout} on threads {threads}");
    if threads.rank() > layout.rank() {
        return Picture::failed(title, too_many("layout of threads", threads.rank(), &layout));
    }
    let extents: Vec<u64> = threads.shape().modes().iter().map(size).collect();
    let tiler = Tiler::Modes(extents.iter().map(|&n| Tiler::Extent(n)).collect());
    let divisions = match Divisions::of(&layout, &tiler) {
        Ok(divisions) => divisions,
        Err(problem) => return Picture::failed(title, problem),
    };
    let mut picture = Picture::titled(title);
    let shape = layout.shape();
    let mut problem = None;
    picture.add_layout(&layout, "", |point| {
        let found = divisions.find(&shape, point).unwrap_or_default();
        let each = || divisions.each.iter().zip(&found);
        let places = found.iter().take(extents.len());
        let coordinate =
            Shape::Modes(places.map(|&(_, place)| Tuple::Leaf(place as u64)).collect());
        let thread = match threads.shape() {
            Tuple::Leaf(_) => threads.at(found.first().map_or(0, |&(_, place)| place as u64)),
            Tuple::Modes(_) => threads.crd2idx(&coordinate),
        };
        let thread = thread.map_err(|refusal| refusal.message().to_string());
        let thread = thread.and_then(|thread| {
            let number = thread.number().and_then(|n| u64::try_from(n).ok());
            number.ok_or_else(|| {
                format!(
                    "The layout of threads has the offset {}, which is not the number of a thread.",
                    written(&thread)
                )
            })
        });
        let value = number(each().map(|(division, &(tile, _))| (tile, division.tiles)));
        match thread {
            Ok(thread) => {
                let title = format!("{}; value {value} of thread {thread}", sentence(point));
                let lines = [format!("T{thread}"), format!("V{value}")];
                Cell::new(lines, Class::hue(thread.into()), title)
            }
            Err(sentence) => {
                problem.get_or_insert_with(|| sentence.clone());
                Cell::new(["?".into()], Class::Missing, sentence)
            }
        }
    });
    if let Some(problem) = problem {
        picture.note_problem(problem);
    }
    picture
}
