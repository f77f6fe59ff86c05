//! The picture of a composition.

use std::collections::HashMap;

use zellige_dynamic::DynLayout;

use crate::face::{Point, sentence, shade, written};
use crate::palette::Class;
use crate::picture::{Cell, Picture};
use crate::window::MOST_CELLS;

/// Returns the picture of a composition: `A` with the cells that `B` picks, `B`, and `A o B`. The
/// element that `B` picks at its index i is marked `#i` in all three.
///
/// ```
/// use zellige_draw as draw;
/// use zellige_dynamic::DynLayout;
/// let (a, b): (DynLayout, DynLayout) = ("(4,2):(2,10)".parse()?, "4:2".parse()?);
/// assert_eq!(
///     draw::compose(&a, &b).text(),
///     "\
/// A o B = (2,2):(4,10)
///
/// A: (4,2):(2,10)        B: 4:2
///       0      1             0      1      2      3
///   ┌──────────────┐     ┌────────────────────────────┐
/// 0 │  0 #0  10 #2 │     │  0 #0   2 #1   4 #2   6 #3 │
/// 1 │  2     12    │     └────────────────────────────┘
/// 2 │  4 #1  14 #3 │
/// 3 │  6     16    │
///   └──────────────┘
///
/// A o B: (2,2):(4,10)
///       0      1
///   ┌──────────────┐
/// 0 │  0 #0  10 #2 │
/// 1 │  4 #1  14 #3 │
///   └──────────────┘
/// "
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
///
/// A composition that the algebra refuses is drawn without its result, and [`Picture::problem`]
/// returns the refusal's sentence.
pub fn compose(a: impl Into<DynLayout>, b: impl Into<DynLayout>) -> Picture {
    let (a, b) = (a.into(), b.into());
    let result = a.compose(&b);
    let mut picture = match &result {
        Ok(result) => Picture::titled(format!("A o B = {result}")),
        Err(refusal) => Picture::failed("A o B", refusal.message()),
    };
    // For each index of A, the first index of B that picks it, and the number of indices that do.
    let mut picks: HashMap<u64, (u64, u64)> = HashMap::new();
    let looked = b.size().min(MOST_CELLS as u64);
    for index in 0..looked {
        let picked = b.at(index).ok().and_then(|offset| offset.number());
        if let Some(picked) = picked.and_then(|n| u64::try_from(n).ok()) {
            picks.entry(picked).or_insert((index, 0)).1 += 1;
        }
    }
    picture.add_layout(&a, &format!("A: {a}"), |point| match picks.get(&point.index) {
        Some(&(index, times)) => {
            let more = match times {
                1 => String::new(),
                _ => format!(" and {} more", times - 1),
            };
            let title = format!("{}, picked by B at index {index}{more}", sentence(point));
            let lines = [written(&point.offset), format!("#{index}")];
            Cell::new(lines, Class::hue(index.into()), title)
        }
        None => Cell::new([written(&point.offset), String::new()], Class::Plain, sentence(point)),
    });
    picture.add_layout(&b, &format!("B: {b}"), marked);
    if let Ok(result) = &result {
        // The result has the size of B, and has B's index i at its index i.
        picture.add_layout(result, &format!("A o B: {result}"), marked);
    }
    if looked < b.size() {
        picture.note(format!(
            "Only the cells that the first {looked} of {} elements of B pick are marked in A.",
            b.size()
        ));
    }
    picture
}

/// Returns the cell of an index of B, or of the result.
fn marked(point: &Point) -> Cell {
    let class = match point.offset.number() {
        Some(_) => Class::hue(point.index.into()),
        None => shade(&point.offset),
    };
    let lines = [written(&point.offset), format!("#{}", point.index)];
    Cell::new(lines, class, sentence(point))
}
