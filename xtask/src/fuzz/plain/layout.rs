//! Layouts as plain numbers, and their values.

use super::nest::Nest;
use std::collections::HashSet;

/// A number: an extent, a stride, an index or an offset.
///
/// Steps along an axis are numbers, too, far above all others: one step along axis `k` is [`axis`]`(k)`. A sum of them
/// tells how many there are along each axis, so all that is linear needs no case for them.
pub(crate) type Number = i128;

/// The bits below the steps along axes.
pub(crate) const PLAIN: u32 = 68;
/// The bits of the steps along one axis.
pub(crate) const STEPS: u32 = 18;
/// How many axes there are.
pub(crate) const AXES: u32 = 3;

/// One step along an axis.
pub(crate) fn axis(number: u32) -> Number {
    1 << (PLAIN + STEPS * number)
}

/// Whether a stride is a step along an axis.
pub(crate) fn is_axis(stride: Number) -> bool {
    stride.unsigned_abs() >= 1 << (PLAIN - 1)
}

/// One mode: an extent and a stride. The numbers of a form are leaves that are known later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mode<N = Number> {
    pub(crate) extent: N,
    pub(crate) stride: N,
}

/// A mode `extent:stride`.
pub(crate) fn mode(extent: Number, stride: Number) -> Mode {
    Mode { extent, stride }
}

/// A layout: modes, nested. So shape and stride have one form.
pub(crate) type Layout<N = Number> = Nest<Mode<N>>;

impl Layout {
    /// The layout of these modes: a bare `4:1` for one, `(4,2):(1,4)` for two, `1:0` for none.
    pub(crate) fn of(modes: &[Mode]) -> Self {
        match modes {
            [] => Nest::Leaf(mode(1, 0)),
            _ => Nest::flat(modes),
        }
    }

    /// The modes of the flattened layout.
    pub(crate) fn modes(&self) -> Vec<Mode> {
        self.leaves().into_iter().copied().collect()
    }

    /// The shape.
    pub(crate) fn shape(&self) -> Nest<Number> {
        self.map(&mut |mode| mode.extent)
    }

    /// The number of indices.
    pub(crate) fn size(&self) -> Number {
        self.leaves().iter().map(|mode| mode.extent).product()
    }

    /// The smallest and the largest value; 0 and 0 if there is none.
    pub(crate) fn range(&self) -> (Number, Number) {
        let reach = |sign: Number| {
            let modes = self.leaves().into_iter();
            modes
                .filter(|mode| mode.stride.signum() == sign && mode.extent > 1)
                .map(|mode| (mode.extent - 1) * mode.stride)
                .sum()
        };
        (reach(-1), reach(1))
    }

    /// One more than the distance from the smallest to the largest value.
    pub(crate) fn cosize(&self) -> Number {
        let (least, most) = self.range();
        most - least + 1
    }

    /// Whether an extent is 0, so that there is no index.
    pub(crate) fn is_empty(&self) -> bool {
        self.leaves().iter().any(|mode| mode.extent == 0)
    }

    /// The value at an index; the last mode is unbounded, so `(4,2):(1,10)` at 9 is 1 + 2 * 10 = 21.
    pub(crate) fn at(&self, index: Number) -> Number {
        let modes = self.leaves();
        let Some((last, inner)) = modes.split_last() else {
            return 0;
        };
        let (mut rest, mut value) = (index, 0);
        for mode in inner {
            value += rest % mode.extent * mode.stride;
            rest /= mode.extent;
        }
        value + rest * last.stride
    }

    /// All values.
    pub(crate) fn table(&self) -> Vec<Number> {
        (0..self.size()).map(|index| self.at(index)).collect()
    }

    /// The modes of more than one element that move.
    pub(crate) fn moving(&self) -> Vec<Mode> {
        let mut modes = self.modes();
        modes.retain(|mode| mode.extent != 1 && mode.stride != 0);
        modes
    }

    /// Whether every stride is an unsigned number.
    pub(crate) fn is_unsigned(&self) -> bool {
        let unsigned = |mode: &&Mode| mode.stride >= 0 && !is_axis(mode.stride);
        self.leaves().iter().all(unsigned)
    }

    /// How many different values are taken.
    pub(crate) fn image_size(&self) -> Number {
        self.table().into_iter().collect::<HashSet<_>>().len() as Number
    }

    /// The same function in the fewest modes.
    pub(crate) fn coalesce(&self) -> Self {
        let mut modes = self.modes();
        modes.retain(|mode| mode.extent != 1);
        Layout::of(&merged(&modes))
    }

    /// The modes of the extension, which goes on through the last mode: a last mode of extent 1 stays, as its stride is
    /// that of what comes after.
    pub(crate) fn extended(&self) -> Vec<Mode> {
        let mut modes = self.modes();
        if let Some(last) = modes.last_mut() {
            last.extent = last.extent.max(2);
        }
        modes.retain(|mode| mode.extent > 1);
        merged(&modes)
    }
}

/// The modes, each merged with those after it that go on where it ends.
fn merged(modes: &[Mode]) -> Vec<Mode> {
    let mut merged: Vec<Mode> = Vec::new();
    for &next in modes {
        match merged.last_mut() {
            Some(before) if before.extent * before.stride == next.stride => {
                before.extent *= next.extent;
            }
            _ => merged.push(next),
        }
    }
    merged
}

/// The column-major layout of a shape: strides are the products of the extents before, 0 where the extent is 1.
pub(crate) fn column_major(shape: &Nest<Number>) -> Layout {
    let mut before = 1;
    shape.map(&mut |&extent| {
        let stride = if extent == 1 { 0 } else { before };
        before *= extent;
        mode(extent, stride)
    })
}

/// The product of the leaves.
pub(crate) fn product(shape: &Nest<Number>) -> Number {
    shape.leaves().into_iter().product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modes(pairs: &[(Number, Number)]) -> Layout {
        let modes: Vec<Mode> = pairs.iter().map(|&(n, d)| mode(n, d)).collect();
        Layout::of(&modes)
    }

    #[test]
    fn values_go_on_through_the_last_mode() {
        let layout = modes(&[(4, 1), (2, 10)]);
        assert_eq!(layout.table(), [0, 1, 2, 3, 10, 11, 12, 13]);
        assert_eq!((layout.at(9), layout.cosize()), (21, 14));
        assert_eq!(modes(&[(4, -1), (2, 8)]).range(), (-3, 8));
    }

    #[test]
    fn coalescing_keeps_the_function() {
        let layout = modes(&[(2, 1), (1, 7), (3, 2), (4, 0), (2, 0)]);
        assert_eq!(layout.coalesce(), modes(&[(6, 1), (8, 0)]));
        assert_eq!(layout.coalesce().table(), layout.table());
        assert_eq!(
            modes(&[(4, 1), (1, 0)]).extended(),
            [mode(4, 1), mode(2, 0)]
        );
    }
}
