//! The picture of a swizzle: a layout before and after.

use zellige_dynamic::{DynLayout, Swizzle};

use crate::face::{sentence, written};
use crate::palette::Class;
use crate::picture::{Cell, Picture};

/// Returns the picture of a swizzle: a layout before and after it. The colour shows the bits of the
/// offset from the lowest bit on that the swizzle flips, and thus where elements go.
///
/// ```
/// use zellige_draw as draw;
/// use zellige_dynamic::{DynLayout, Swizzle};
/// let rows: DynLayout = "(4,4):(4,1)".parse()?;
/// let picture = draw::swizzle(&Swizzle::new(2, 0, 2)?, &rows);
/// assert_eq!(
///     picture.text(),
///     "\
/// Sw<2,0,2> o 0 o (4,4):(4,1)
///
/// before: (4,4):(4,1)     after: Sw<2,0,2> o 0 o (4,4):(4,1)
///      0   1   2   3           0   1   2   3
///   ┌────────────────┐      ┌────────────────┐
/// 0 │  0   1   2   3 │    0 │  0   1   2   3 │
/// 1 │  4   5   6   7 │    1 │  5   4   7   6 │
/// 2 │  8   9  10  11 │    2 │ 10  11   8   9 │
/// 3 │ 12  13  14  15 │    3 │ 15  14  13  12 │
///   └────────────────┘      └────────────────┘
///
/// The colour is the offset modulo 8.
/// "
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A layout with offsets that cannot be swizzled, such as negative ones, is drawn without the
/// swizzle, and [`Picture::problem`] says why.
pub fn swizzle(swizzle: &Swizzle, layout: impl Into<DynLayout>) -> Picture {
    let layout = layout.into();
    let (_, base, shift) = swizzle.parameters();
    // The bits that are flipped: for a negative shift they are the upper ones.
    let lowest = if shift < 0 { base + shift.unsigned_abs() } else { base };
    let after = match swizzle.compose(&layout) {
        Ok(after) => after,
        Err(refusal) => {
            let mut picture = Picture::failed(format!("{swizzle} of {layout}"), refusal.message());
            picture.add_layout(&layout, &format!("before: {layout}"), |point| {
                Cell::new([written(&point.offset)], Class::Plain, sentence(point))
            });
            return picture;
        }
    };
    let mut picture = Picture::titled(after.to_string());
    for (name, of) in [("before", &layout), ("after", &after)] {
        picture.add_layout(of, &format!("{name}: {of}"), |point| {
            let class = match point.offset.number() {
                Some(offset) => Class::Hue((offset >> lowest.min(63)).rem_euclid(8) as u8),
                None => Class::Plain,
            };
            Cell::new([written(&point.offset)], class, sentence(point))
        });
    }
    picture.note(match lowest {
        0 => "The colour is the offset modulo 8.".into(),
        _ => format!("The colour is the offset divided by 2^{lowest}, modulo 8."),
    });
    picture
}
