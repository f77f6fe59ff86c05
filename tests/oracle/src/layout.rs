//! Layouts as plain numbers, and their values.

use crate::Nest;
use std::collections::HashSet;

/// A number: an extent, a stride, an index or an offset.
///
/// Steps along an axis are numbers, too, far above all others: one step along axis `k` is
/// [`axis`]`(k)`. A sum of them contains the number of steps along each axis, so linear functions
/// need no special case for them.
pub type Number = i128;

/// The bits below the steps along axes.
pub const PLAIN: u32 = 68;
/// The bits of the steps along one axis.
pub const STEPS: u32 = 18;
/// The number of axes.
pub const AXES: u32 = 3;

/// Returns one step along an axis.
pub fn axis(number: u32) -> Number {
    1 << (PLAIN + STEPS * number)
}

/// Returns true if a stride is a step along an axis.
pub fn is_axis(stride: Number) -> bool {
    stride.unsigned_abs() >= 1 << (PLAIN - 1)
}

/// Returns the steps along each axis that sum up to a number, unless it is another number.
pub fn steps(n: Number) -> Option<[Number; AXES as usize]> {
    let mut rest = n >> PLAIN;
    if !is_axis(n) || rest << PLAIN != n {
        return None;
    }
    Some(std::array::from_fn(|_| {
        let digit = (rest + (1 << (STEPS - 1))).rem_euclid(1 << STEPS) - (1 << (STEPS - 1));
        rest = (rest - digit) >> STEPS;
        digit
    }))
}

/// One mode: an extent and a stride. The numbers of a form are leaves that are known later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mode<N = Number> {
    /// The number of coordinates.
    pub extent: N,
    /// The distance between the values of adjacent coordinates.
    pub stride: N,
}

/// Returns a mode `extent:stride`.
pub fn mode(extent: Number, stride: Number) -> Mode {
    Mode { extent, stride }
}

/// A layout: nested modes, so that shape and stride have the same profile.
pub type Layout<N = Number> = Nest<Mode<N>>;

impl Layout {
    /// Returns the layout of these modes: a bare `4:1` for one, `(4,2):(1,4)` for two, `1:0` for
    /// none.
    pub fn of(modes: &[Mode]) -> Self {
        match modes {
            [] => Nest::Leaf(mode(1, 0)),
            _ => Nest::flat(modes),
        }
    }

    /// Returns the modes of the flattened layout.
    pub fn modes(&self) -> Vec<Mode> {
        self.leaves().into_iter().copied().collect()
    }

    /// Returns the shape.
    pub fn shape(&self) -> Nest<Number> {
        self.map(&mut |mode| mode.extent)
    }

    /// Returns the number of indices.
    pub fn size(&self) -> Number {
        self.leaves().iter().map(|mode| mode.extent).product()
    }

    /// Returns the smallest and the largest value; 0 and 0 if there are no values.
    pub fn range(&self) -> (Number, Number) {
        let reach = |sign: Number| {
            let modes = self.leaves().into_iter();
            modes
                .filter(|mode| mode.stride.signum() == sign && mode.extent > 1)
                .map(|mode| (mode.extent - 1) * mode.stride)
                .sum()
        };
        (reach(-1), reach(1))
    }

    /// Returns one more than the distance from the smallest to the largest value.
    pub fn cosize(&self) -> Number {
        let (least, most) = self.range();
        most - least + 1
    }

    /// Returns true if an extent is 0, so that there is no index.
    pub fn is_empty(&self) -> bool {
        self.leaves().iter().any(|mode| mode.extent == 0)
    }

    /// Returns the value at an index; the last mode is unbounded, so `(4,2):(1,10)` at 9 is 1 + 2 *
    /// 10 = 21.
    pub fn at(&self, index: Number) -> Number {
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

    /// Returns all values.
    pub fn table(&self) -> Vec<Number> {
        (0..self.size()).map(|index| self.at(index)).collect()
    }

    /// Returns the modes with more than one element and a stride other than 0.
    pub fn moving(&self) -> Vec<Mode> {
        let mut modes = self.modes();
        modes.retain(|mode| mode.extent != 1 && mode.stride != 0);
        modes
    }

    /// Returns true if every stride is an unsigned number.
    pub fn is_unsigned(&self) -> bool {
        let unsigned = |mode: &&Mode| mode.stride >= 0 && !is_axis(mode.stride);
        self.leaves().iter().all(unsigned)
    }

    /// Returns true if some stride is a step along an axis.
    pub fn has_axes(&self) -> bool {
        self.leaves().iter().any(|mode| is_axis(mode.stride))
    }

    /// Returns the number of different values.
    pub fn image_size(&self) -> Number {
        self.table().into_iter().collect::<HashSet<_>>().len() as Number
    }

    /// Returns true if the modes that move take no value twice: true for `(4,2):(1,0)`, false for
    /// `(4,2):(1,2)`, which has 2 twice.
    pub fn moves_injectively(&self) -> bool {
        let moving = Layout::of(&self.moving());
        moving.image_size() == moving.size()
    }

    /// Returns the layout with stride 0 for all modes of one element, since no value determines
    /// another stride.
    pub fn standing(&self) -> Self {
        self.map(&mut |&found| match found.extent {
            1 => mode(1, 0),
            _ => found,
        })
    }
}

/// Returns the product of the leaves.
pub fn product(shape: &Nest<Number>) -> Number {
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
}
