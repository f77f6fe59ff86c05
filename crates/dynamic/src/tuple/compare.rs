//! Comparisons of tuples: congruent, compatible, element-wise less, in lexicographic order, evenly
//! divided.

use core::cmp::Ordering;

use super::Tuple;
use crate::algebra::tiler::Tiler;
use crate::layout::DynLayout;
use crate::refusal::{Refusal, Sentences};

impl<T> Tuple<T> {
    /// Returns true if both have the same nesting. CuTe: `congruent`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert!(Shape::from((8, (4, 4))).congruent(&Shape::from((1, (8, 32)))));
    /// assert!(!Shape::from((8, (4, 4))).congruent(&Shape::from((8, 16))));
    /// ```
    pub fn congruent<U>(&self, other: &Tuple<U>) -> bool {
        match (self, other) {
            (Tuple::Leaf(_), Tuple::Leaf(_)) => true,
            (Tuple::Modes(a), Tuple::Modes(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.congruent(b))
            }
            _ => false,
        }
    }

    /// Returns true if `other` has the nesting of this tuple, or a finer one. CuTe:
    /// `weakly_congruent`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert!(Shape::from((8, 16)).weakly_congruent(&Shape::from((1, (8, 32)))));
    /// assert!(!Shape::from((1, (8, 32))).weakly_congruent(&Shape::from((8, 16))));
    /// ```
    pub fn weakly_congruent<U>(&self, other: &Tuple<U>) -> bool {
        match (self, other) {
            (Tuple::Leaf(_), _) => true,
            (Tuple::Modes(a), Tuple::Modes(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.weakly_congruent(b))
            }
            _ => false,
        }
    }
}

impl Tuple<u64> {
    /// Returns true if each number of this shape is the product of the corresponding part of
    /// `other`. CuTe: `compatible`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert!(Shape::from((4, 6)).compatible(&((2, 2), 6).into()));
    /// assert!(!Shape::from((4, 6)).compatible(&((2, 3), 6).into()));
    /// ```
    pub fn compatible(&self, other: &Tuple<u64>) -> bool {
        match (self, other) {
            (Tuple::Leaf(size), _) => other.size() == Ok(*size),
            (Tuple::Modes(a), Tuple::Modes(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.compatible(b))
            }
            _ => false,
        }
    }

    /// Returns true if every number is less than the corresponding number of `other`, so that the
    /// coordinate is inside the shape. CuTe: `elem_less`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert!(Shape::from((7, 3)).elem_less(&(8, 4).into()));
    /// assert!(!Shape::from((7, 4)).elem_less(&(8, 4).into()));
    /// ```
    pub fn elem_less(&self, other: &Tuple<u64>) -> bool {
        match (self, other) {
            (Tuple::Leaf(a), Tuple::Leaf(b)) => a < b,
            (Tuple::Modes(a), Tuple::Modes(b)) => {
                a.len() <= b.len() && a.iter().zip(b).all(|(a, b)| a.elem_less(b))
            }
            (Tuple::Modes(a), Tuple::Leaf(_)) => a.is_empty(),
            _ => false,
        }
    }

    /// Returns true if this tuple comes before `other`, with the first mode the most significant.
    /// CuTe: `lex_less`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert!(Shape::from((1, 5)).lex_less(&(2, 0).into())?);
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses tuples of different nesting.
    pub fn lex_less(&self, other: &Tuple<u64>) -> Result<bool, Refusal> {
        self.demand_congruent(other)?;
        Ok(self.leaves().cmp(&other.leaves()) == Ordering::Less)
    }

    /// Returns true if this tuple comes before `other`, with the last mode the most significant, as
    /// in the order of the indices. CuTe: `colex_less`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert!(Shape::from((5, 1)).colex_less(&(0, 2).into())?);
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses tuples of different nesting.
    pub fn colex_less(&self, other: &Tuple<u64>) -> Result<bool, Refusal> {
        self.demand_congruent(other)?;
        let (a, b) = (self.leaves(), other.leaves());
        Ok(a.iter().rev().cmp(b.iter().rev()) == Ordering::Less)
    }

    /// Returns true if the tiler divides this shape evenly: its tiles cover the shape and nothing
    /// else. CuTe: `evenly_divides`.
    ///
    /// ```
    /// use zellige_dynamic::{Shape, Tiler};
    /// let shape = Shape::from((100, 64));
    /// assert!(shape.evenly_divides((4, 16)));
    /// assert!(!shape.evenly_divides((8, 16))); // the last tile of 13 hangs over by 4
    /// ```
    ///
    /// Returns false for a tiler with more modes than the shape, and for one with a layout that has
    /// no rest.
    pub fn evenly_divides(&self, tiler: impl Into<Tiler>) -> bool {
        fn go(shape: &Tuple<u64>, tiler: &Tiler) -> Option<bool> {
            let size = shape.size().ok()?;
            match (tiler, shape) {
                (Tiler::Whole, _) => Some(true),
                (Tiler::Extent(n), _) => {
                    let tiles = shape.ceil_div(&Tuple::Leaf(*n)).ok()?.size().ok()?;
                    Some(n.checked_mul(tiles)? == size)
                }
                (Tiler::Layout(tile), _) => {
                    let rest = tile.complement(size).ok()?;
                    Some(tile.size().checked_mul(rest.size())? == size)
                }
                (Tiler::Modes(tilers), _) if tilers.is_empty() => Some(true),
                (Tiler::Modes(tilers), _) if tilers.len() <= shape.rank() => {
                    let mut pairs = shape.modes().iter().zip(tilers);
                    pairs.try_fold(true, |all, (mode, tiler)| Some(all && go(mode, tiler)?))
                }
                _ => None,
            }
        }
        go(self, &tiler.into()).unwrap_or(false)
    }

    /// Refuses a tuple of another nesting.
    pub(crate) fn demand_congruent(&self, other: &Tuple<u64>) -> Result<(), Refusal> {
        if self.congruent(other) { Ok(()) } else { Err(Refusal::not_congruent(self, other)) }
    }
}

impl DynLayout {
    /// Returns true if both layouts have shapes of the same nesting. CuTe: `congruent`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let (a, b): (DynLayout, DynLayout) = ("(8,4):(4,1)".parse()?, "(3,5):(0,1)".parse()?);
    /// assert!(a.congruent(&b));
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn congruent(&self, other: &DynLayout) -> bool {
        self.modes.congruent(&other.modes)
    }
}
