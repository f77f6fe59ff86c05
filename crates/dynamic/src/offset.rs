//! Offsets, and strides, which are differences of offsets.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::refusal::{Refusal, Sentences, fit};
use crate::tuple::{Tuple, converts, write_number};

/// An offset, or a stride, which is a difference of offsets.
///
/// Usually it is a number. In layouts that return coordinates, a stride is a number of steps along
/// an axis of the shape, CuTe's `ScaledBasis`, and a sum of steps along several axes is a point,
/// CuTe's `ArithmeticTuple`:
///
/// ```
/// use zellige_dynamic::{DynLayout, Offset};
/// let here: DynLayout = "(4,(2,3)):(1@0,(1@0@1,1@1@1))".parse()?;
/// let point = here.crd2idx((3, (1, 2)))?;
/// assert_eq!(point, Offset::Point((3, (1, 2)).into()));
/// assert_eq!(point.to_string(), "ArithTuple(3,(1,2))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Offset {
    /// A number of elements.
    Number(i64),
    /// A number of steps along the axis with this path: `2@0@1` is 2 steps along axis 0 of axis 1,
    /// whose path is `[1, 0]`. CuTe's `E<1,0>` is one step along it.
    Steps(i64, Vec<u64>),
    /// A number of steps along each of several axes.
    Point(Tuple<i64>),
}

impl Offset {
    /// Zero.
    pub(crate) const ZERO: Offset = Offset::Number(0);

    /// Returns the number, or `None` for steps along axes.
    ///
    /// ```
    /// use zellige_dynamic::Offset;
    /// assert_eq!((Offset::from(-3).number(), Offset::Steps(1, vec![0]).number()), (Some(-3), None));
    /// ```
    pub fn number(&self) -> Option<i64> {
        match self {
            Offset::Number(n) => Some(*n),
            _ => None,
        }
    }

    /// Returns the number, if it is one and is not negative.
    pub(crate) fn unsigned(&self) -> Option<u64> {
        self.number().and_then(|n| u64::try_from(n).ok())
    }

    /// Returns the number, or refuses it if it is negative or not a number.
    pub(crate) fn demand_unsigned(&self) -> Result<u64, Refusal> {
        self.unsigned().ok_or_else(|| Refusal::not_unsigned(self))
    }

    /// Returns true if the offset is zero.
    pub(crate) fn vanishes(&self) -> bool {
        match self {
            Offset::Number(n) | Offset::Steps(n, _) => *n == 0,
            Offset::Point(entries) => entries.leaves().into_iter().all(|&n| n == 0),
        }
    }

    /// Returns the sum of the absolute values of the numbers.
    pub(crate) fn norm(&self) -> Option<u64> {
        match self {
            Offset::Number(n) | Offset::Steps(n, _) => Some(n.unsigned_abs()),
            Offset::Point(entries) => entries
                .leaves()
                .into_iter()
                .try_fold(0u64, |sum, n| sum.checked_add(n.unsigned_abs())),
        }
    }

    /// Returns the offset multiplied by `count`.
    pub(crate) fn times(&self, count: i64) -> Result<Offset, Refusal> {
        let times = |n: i64| fit(n.checked_mul(count));
        Ok(match self {
            Offset::Number(n) => Offset::Number(times(*n)?),
            Offset::Steps(n, axis) => Offset::Steps(times(*n)?, axis.clone()),
            Offset::Point(entries) => {
                Offset::Point(entries.try_map(&mut |&n| Ok(Tuple::Leaf(times(n)?)))?)
            }
        })
    }

    /// Returns the sum. Refuses to add steps and a number other than 0.
    pub(crate) fn plus(&self, other: &Offset) -> Result<Offset, Refusal> {
        match (self, other) {
            (Offset::Number(a), Offset::Number(b)) => Ok(Offset::Number(fit(a.checked_add(*b))?)),
            (Offset::Number(0), x) | (x, Offset::Number(0)) => Ok(x.clone()),
            (Offset::Steps(a, axis), Offset::Steps(b, other)) if axis == other => {
                Ok(Offset::Steps(fit(a.checked_add(*b))?, axis.clone()))
            }
            (Offset::Number(_), _) | (_, Offset::Number(_)) => Err(Refusal::unlike(self, other)),
            _ => Ok(Offset::Point(plus(&self.point(), &other.point())?)),
        }
    }

    /// Returns the numbers along all axes.
    fn point(&self) -> Tuple<i64> {
        match self {
            Offset::Number(n) => Tuple::Leaf(*n),
            Offset::Point(entries) => entries.clone(),
            Offset::Steps(n, axis) => axis.iter().rev().fold(Tuple::Leaf(*n), |inner, &i| {
                let mut modes = vec![Tuple::Leaf(0); i as usize];
                modes.push(inner);
                Tuple::Modes(modes)
            }),
        }
    }
}

/// Returns the sum of two points, entry by entry; the shorter one, or 0, is padded with zeros.
fn plus(a: &Tuple<i64>, b: &Tuple<i64>) -> Result<Tuple<i64>, Refusal> {
    match (a, b) {
        (Tuple::Leaf(a), Tuple::Leaf(b)) => Ok(Tuple::Leaf(fit(a.checked_add(*b))?)),
        (Tuple::Leaf(0), point) | (point, Tuple::Leaf(0)) => Ok(point.clone()),
        (Tuple::Modes(of_a), Tuple::Modes(of_b)) => {
            let zero = Tuple::Leaf(0);
            let entry = |modes: &'_ [Tuple<i64>], i: usize| modes.get(i).cloned();
            let entries = (0..of_a.len().max(of_b.len())).map(|i| {
                let (a, b) = (entry(of_a, i), entry(of_b, i));
                plus(a.as_ref().unwrap_or(&zero), b.as_ref().unwrap_or(&zero))
            });
            entries.collect::<Result<_, _>>().map(Tuple::Modes)
        }
        _ => Err(Refusal::unlike(a, b)),
    }
}

/// Writes `-8`, `1@0` or `ArithTuple(3,5)`; the alternate form writes CuTe's `_` before static
/// integers.
impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Offset::Number(n) => write_number(n, f),
            Offset::Steps(n, axis) => {
                write_number(n, f)?;
                axis.iter().rev().try_for_each(|i| write!(f, "@{i}"))
            }
            Offset::Point(entries) => {
                f.write_str("ArithTuple")?;
                entries.fmt(f)
            }
        }
    }
}

converts! {
    i64 => Offset: |n| Offset::Number(n);
    i64 => Tuple<Offset>: |n| Tuple::Leaf(Offset::Number(n));
    Offset => Tuple<Offset>: |offset| Tuple::Leaf(offset);
    i64 => Tuple<i64>: |n| Tuple::Leaf(n);
}
impl PartialEq<i64> for Offset {
    fn eq(&self, other: &i64) -> bool {
        self.number() == Some(*other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn sums_of_steps_are_points() {
        let (a, b) = (Offset::Steps(2, vec![0]), Offset::Steps(5, vec![1, 1]));
        let sum = a.plus(&b).unwrap();
        assert_eq!(sum.to_string(), "ArithTuple(2,(0,5))");
        assert_eq!(sum.plus(&a).unwrap().to_string(), "ArithTuple(4,(0,5))");
        assert_eq!(a.plus(&a).unwrap().to_string(), "4@0");
        assert_eq!(
            a.plus(&Offset::from(1)).unwrap_err().message(),
            "2@0 and 1 cannot be added or multiplied: offsets and steps along axes do not mix"
        );
        assert!(a.times(i64::MAX).is_err());
    }
}
