//! Composition: a layout exists if the table of values is the table of a layout.

use crate::Nest;
use crate::layout::{Layout, Mode, Number, is_axis, mode};
use crate::tables::layout_of;

/// Tables of up to so many values are written out.
pub const LARGEST: Number = 1 << 12;

/// Why there is no layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum No {
    /// None has these values.
    Layout,
    /// There are too many values to tell.
    Answer,
}

/// A layout, if there is one and that can be told.
pub type Answer = Result<Layout, No>;

/// Returns the layout of `a(b(i))` whose shape refines that of `b`.
pub fn compose(a: &Layout, b: &Layout) -> Answer {
    let extended = a.extended();
    let result = compose_parts(a, &extended, b)?;
    if extended.len() < 2 {
        return Ok(result); // a multiple of the index: nothing can carry
    }
    let size = b.size();
    if size > LARGEST {
        return Err(No::Answer);
    }
    let same = (0..size).all(|index| result.at(index) == a.at(b.at(index)));
    if same { Ok(result) } else { Err(No::Layout) }
}

/// The composition of each mode of `b` alone, in the nesting of `b`. A mode that is no layout decides, also beside one
/// that is too large.
fn compose_parts(a: &Layout, extended: &[Mode], b: &Layout) -> Answer {
    match b {
        Nest::Leaf(mode) => compose_mode(a, extended, *mode),
        Nest::Tuple(parts) => {
            let parts: Vec<Answer> = parts
                .iter()
                .map(|part| compose_parts(a, extended, part))
                .collect();
            if parts.contains(&Err(No::Layout)) {
                return Err(No::Layout);
            }
            parts.into_iter().collect::<Result<_, _>>().map(Nest::Tuple)
        }
    }
}

/// The layout of `a(stride * i)` for `i` below the extent.
fn compose_mode(a: &Layout, extended: &[Mode], Mode { extent, stride }: Mode) -> Answer {
    if stride == 0 {
        return Ok(Nest::Leaf(mode(extent, 0)));
    }
    match extended {
        [] => return Ok(Nest::Leaf(mode(extent, 0))),
        [single] => return Ok(Nest::Leaf(mode(extent, stride * single.stride))),
        _ => {}
    }
    if stride < 0 {
        return Err(No::Layout); // there is nothing before the first mode
    }
    if extent == 1 {
        return Ok(Nest::Leaf(mode(1, stride_of_one(extended, stride))));
    }
    if extent > LARGEST {
        return Err(No::Answer);
    }
    let table: Vec<Number> = (0..extent).map(|i| a.at(i * stride)).collect();
    layout_of(&table).ok_or(No::Layout)
}

/// The stride that a mode `1:stride` gets by convention, for no value shows it: what is left of the stride after each
/// inner mode, rounded up, times the last mode's stride.
fn stride_of_one(extended: &[Mode], stride: Number) -> Number {
    let Some((last, inner)) = extended.split_last() else {
        return 0;
    };
    let rest = inner
        .iter()
        .fold(stride, |rest, mode| (rest + mode.extent - 1) / mode.extent);
    rest * last.stride
}

/// True if carries between the modes of `a` might cancel: only then may a composition be refused as resonant.
///
/// Each mode but the first bends the function by its stride less what the mode before it spans; cancelling takes a bend
/// up and a bend down, as in `(4,2,8):(1,5,9)`, where they are 1 and -1.
pub fn may_resonate(a: &Layout) -> bool {
    let modes = a.extended();
    let bends: Vec<Number> = modes
        .windows(2)
        .map(|pair| pair[1].stride - pair[0].extent * pair[0].stride)
        .collect();
    let has_axes = modes.iter().any(|mode| is_axis(mode.stride));
    let up = bends.iter().any(|&bend| bend > 0);
    let down = bends.iter().any(|&bend| bend < 0);
    up && down || has_axes && bends.len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;

    fn composed(a: &str, b: &str) -> Answer {
        compose(&layout(a), &layout(b))
    }

    #[test]
    fn examples_of_the_specification() {
        assert_eq!(composed("(4,8):(1,10)", "8:1"), Ok(layout("(4,2):(1,10)")));
        assert_eq!(composed("(4,8):(1,10)", "6:1"), Err(No::Layout));
        assert_eq!(composed("(2,4):(1,7)", "4:3"), Ok(layout("(2,2):(8,21)")));
        assert_eq!(composed("(6,2):(1,7)", "(3,2):(2,3)"), Err(No::Layout));
        assert_eq!(composed("(4,1):(1,0)", "8:1"), Ok(layout("(4,2):(1,0)")));
        let resonant = composed("(4,2,8):(1,5,9)", "(2,2):(3,5)");
        assert_eq!(resonant, Ok(layout("(2,2):(3,6)")));
        assert!(may_resonate(&layout("(4,2,8):(1,5,9)")));
        assert!(!may_resonate(&layout("(4,2):(1,5)")));
    }

    #[test]
    fn what_is_too_large_is_not_judged() {
        let large = composed("(3,5):(1,7)", "9999:2");
        assert_eq!(large, Err(No::Answer));
        assert_eq!(
            composed("10:7", "4294967295:3"),
            Ok(layout("4294967295:21"))
        );
        assert_eq!(composed("(4,8):(1,10)", "(6,9999):(1,3)"), Err(No::Layout));
    }
}
