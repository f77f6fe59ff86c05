//! Strides without gaps: column-major, row-major, or in a given order. An extent of 1 has stride 0,
//! as in CuTe.

use alloc::vec::Vec;

use super::Tuple;
use crate::refusal::{Refusal, Sentences, fit};

impl Tuple<u64> {
    /// Returns the strides of this shape without gaps, with the first mode fastest. CuTe:
    /// `compact_col_major`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((3, (4, 5))).compact_col_major()?, (1, (3, 12)).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a stride of more than 63 bits.
    pub fn compact_col_major(&self) -> Result<Tuple<u64>, Refusal> {
        self.compact_col_major_from(1)
    }

    /// Returns the strides of this shape without gaps, with the last mode fastest. CuTe:
    /// `compact_row_major`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((3, (4, 5))).compact_row_major()?, (20, (5, 1)).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a stride of more than 63 bits.
    pub fn compact_row_major(&self) -> Result<Tuple<u64>, Refusal> {
        self.compact_row_major_from(&Tuple::Leaf(1))
    }

    /// Returns the column-major strides for the whole shape, starting with `start`.
    pub(crate) fn compact_col_major_from(&self, start: u64) -> Result<Tuple<u64>, Refusal> {
        self.compact_col_major_by(&Tuple::Leaf(start))
    }

    /// Returns the column-major strides, starting with one number for the whole shape, or with one
    /// for each mode. CuTe: `compact_col_major(shape, current)`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((3, (4, 5))).compact_col_major_by(&(2, 10).into())?, (2, (10, 40)).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses starts of another nesting, and a stride of more than 63 bits.
    pub fn compact_col_major_by(&self, starts: &Tuple<u64>) -> Result<Tuple<u64>, Refusal> {
        self.compact_by(starts, &|modes, mut start| {
            let strides = modes.iter().map(|mode| {
                let stride = mode.compact_col_major_from(start)?;
                start = fit(start.checked_mul(mode.size()?))?;
                Ok(stride)
            });
            strides.collect()
        })
    }

    /// Returns the row-major strides, starting with one number for the whole shape, or with one for
    /// each mode. CuTe: `compact_row_major(shape, current)`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((3, (4, 5))).compact_row_major_from(&2.into())?, (40, (10, 2)).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses starts of another nesting, and a stride of more than 63 bits.
    pub fn compact_row_major_from(&self, starts: &Tuple<u64>) -> Result<Tuple<u64>, Refusal> {
        self.compact_by(starts, &|modes, mut start| {
            let strides = modes.iter().rev().map(|mode| {
                let stride = mode.compact_row_major_from(&Tuple::Leaf(start))?;
                start = fit(start.checked_mul(mode.size()?))?;
                Ok(stride)
            });
            let mut strides: Vec<Tuple<u64>> = strides.collect::<Result<_, Refusal>>()?;
            strides.reverse();
            Ok(strides)
        })
    }

    /// Returns the strides that begin with these starts, where `from` computes the strides of modes
    /// from a single start.
    fn compact_by(
        &self,
        starts: &Tuple<u64>,
        from: &impl Fn(&[Tuple<u64>], u64) -> Result<Vec<Tuple<u64>>, Refusal>,
    ) -> Result<Tuple<u64>, Refusal> {
        match (self, starts) {
            (Tuple::Leaf(1), Tuple::Leaf(_)) => Ok(Tuple::Leaf(0)),
            (Tuple::Leaf(_), Tuple::Leaf(start)) => Ok(Tuple::Leaf(*start)),
            (Tuple::Modes(modes), Tuple::Leaf(start)) => from(modes, *start).map(Tuple::Modes),
            (Tuple::Modes(modes), Tuple::Modes(starts)) if modes.len() == starts.len() => {
                Tuple::try_of(modes.iter().zip(starts), |(mode, start)| {
                    mode.compact_by(start, from)
                })
            }
            _ => Err(Refusal::not_congruent(self, starts)),
        }
    }

    /// Returns the strides of this shape without gaps, with the modes in the order of the numbers
    /// of `order`: the smallest is the fastest. Modes with equal numbers get equal strides, as in
    /// CuTe. CuTe: `compact_order`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((3, 2, 5)).compact_order(&(2, 0, 1).into())?, (10, 1, 2).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses an order with a finer or another nesting than the shape, and a stride of more than
    /// 63 bits.
    pub fn compact_order(&self, order: &Tuple<u64>) -> Result<Tuple<u64>, Refusal> {
        fn collect(
            shape: &Tuple<u64>,
            order: &Tuple<u64>,
            list: &mut Vec<(u64, u64)>,
        ) -> Option<()> {
            match (shape, order) {
                (_, Tuple::Leaf(order)) => list.push((*order, shape.size().ok()?)),
                (Tuple::Modes(modes), Tuple::Modes(orders)) if modes.len() == orders.len() => {
                    let mut pairs = modes.iter().zip(orders);
                    pairs.try_for_each(|(mode, order)| collect(mode, order, list))?;
                }
                _ => return None,
            }
            Some(())
        }
        fn strides(
            shape: &Tuple<u64>,
            order: &Tuple<u64>,
            list: &[(u64, u64)],
        ) -> Result<Tuple<u64>, Refusal> {
            match (shape, order) {
                (Tuple::Modes(modes), Tuple::Modes(orders)) => {
                    Tuple::try_of(modes.iter().zip(orders), |(mode, order)| {
                        strides(mode, order, list)
                    })
                }
                _ => {
                    let this = *order.leaves().first().copied().unwrap_or(&0);
                    let mut before = list.iter().filter(|(order, _)| *order < this);
                    let start = before.try_fold(1u64, |start, (_, size)| start.checked_mul(*size));
                    shape.compact_col_major_from(fit(start)?)
                }
            }
        }
        let mut list = Vec::new();
        self.size()?;
        collect(self, order, &mut list).ok_or_else(|| Refusal::not_congruent(self, order))?;
        strides(self, order, &list)
    }
}
