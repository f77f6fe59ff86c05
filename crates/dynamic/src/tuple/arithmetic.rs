//! Arithmetic on tuples: products of modes, the inner product, division of shapes.

use super::Tuple;
use crate::refusal::{Refusal, Sentences, fit};

impl Tuple<u64> {
    /// Returns the product of each mode, one number per mode. CuTe: `product_each`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from(((8, 4), 2)).product_each()?, (32, 2).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a product of more than 63 bits.
    pub fn product_each(&self) -> Result<Tuple<u64>, Refusal> {
        match self {
            Tuple::Leaf(_) => Ok(self.clone()),
            Tuple::Modes(modes) => Tuple::try_of(modes, |mode| mode.size().map(Tuple::Leaf)),
        }
    }

    /// Returns this tuple with the product of each part for which `guide` has a number. CuTe:
    /// `product_like`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from(((2, 3), (5, 7))).product_like(&(0, (0, 0)).into())?, (6, (5, 7)).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a guide of a finer or another nesting.
    pub fn product_like(&self, guide: &Tuple<u64>) -> Result<Tuple<u64>, Refusal> {
        match (self, guide) {
            (_, Tuple::Leaf(_)) => self.size().map(Tuple::Leaf),
            (Tuple::Modes(modes), Tuple::Modes(guides)) if modes.len() == guides.len() => {
                Tuple::try_of(modes.iter().zip(guides), |(mode, guide)| mode.product_like(guide))
            }
            _ => Err(Refusal::not_congruent(self, guide)),
        }
    }

    /// Returns the sum of the products of corresponding numbers. CuTe: `inner_product`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((2, (3, 5))).inner_product(&(1, (10, 100)).into())?, 532);
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses tuples of different nesting, and a sum of more than 63 bits.
    pub fn inner_product(&self, other: &Tuple<u64>) -> Result<u64, Refusal> {
        self.demand_congruent(other)?;
        let (a, b) = (self.leaves(), other.leaves());
        let mut pairs = a.into_iter().zip(b);
        let sum = pairs.try_fold(0u64, |sum, (a, b)| sum.checked_add(a.checked_mul(*b)?));
        fit(sum.filter(|&sum| sum <= i64::MAX as u64))
    }

    /// Returns this tuple divided by `other`, rounded up: the number of tiles of the shape `other`
    /// that cover this shape. Tuples divide mode by mode, and `other` may have fewer modes; a
    /// number divides the first modes of a tuple first. CuTe: `ceil_div`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((1000, 64)).ceil_div(&(128, 64).into())?, (8, 1).into());
    /// assert_eq!(Shape::from((4, 5, 6)).ceil_div(&40.into())?, (1, 1, 3).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a divisor with more modes, and a division by 0.
    pub fn ceil_div(&self, other: &Tuple<u64>) -> Result<Tuple<u64>, Refusal> {
        let divide = |a: u64, b: u64| match b {
            0 => Err(Refusal::divided_by_zero()),
            _ => Ok(a.div_ceil(b)),
        };
        self.divided(other, &divide, true)
    }

    /// Returns this tuple divided by `other`, where one divides the other: 8 by 2 is 4, and 2 by 8
    /// is 1. Tuples divide mode by mode; a number divides the first modes of a tuple first. CuTe:
    /// `shape_div`.
    ///
    /// ```
    /// use zellige_dynamic::{Code, Shape};
    /// assert_eq!(Shape::from((4, 5, 6)).shape_div(&40.into())?, (1, 1, 3).into());
    /// let refusal = Shape::from(6).shape_div(&4.into()).unwrap_err();
    /// assert_eq!(refusal.message(), "shape_div: neither of 6 and 4 divides the other");
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses two numbers if neither divides the other, a divisor with more modes, and a division
    /// by 0.
    pub fn shape_div(&self, other: &Tuple<u64>) -> Result<Tuple<u64>, Refusal> {
        let divide = |a: u64, b: u64| match (a, b) {
            (_, 0) => Err(Refusal::divided_by_zero()),
            (0, _) => Ok(0),
            _ if a % b == 0 || b % a == 0 => Ok(a.div_ceil(b)),
            _ => Err(Refusal::not_divisible(a, b)),
        };
        self.divided(other, &divide, false)
    }

    /// Returns this tuple divided by `other`; `rest` says whether `other` may have fewer modes.
    fn divided(
        &self,
        other: &Tuple<u64>,
        divide: &impl Fn(u64, u64) -> Result<u64, Refusal>,
        rest: bool,
    ) -> Result<Tuple<u64>, Refusal> {
        match (self, other) {
            (Tuple::Leaf(a), _) => divide(*a, other.size()?).map(Tuple::Leaf),
            (Tuple::Modes(modes), Tuple::Leaf(b)) => {
                let mut left = *b;
                Tuple::try_of(modes, |mode| {
                    let quotient = mode.divided(&Tuple::Leaf(left), divide, rest)?;
                    let size = mode.size()?;
                    left = divide(left, size)?;
                    Ok(quotient)
                })
            }
            (Tuple::Modes(modes), Tuple::Modes(others))
                if modes.len() == others.len() || rest && modes.len() > others.len() =>
            {
                let mut others = others.iter();
                Tuple::try_of(modes, |mode| match others.next() {
                    Some(other) => mode.divided(other, divide, rest),
                    None => Ok(mode.clone()),
                })
            }
            _ => Err(Refusal::not_congruent(self, other)),
        }
    }

    /// Returns this tuple rounded up to a multiple of `other`, mode by mode; `other` may have fewer
    /// modes. CuTe: `round_up`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((100, 64)).round_up(&(32, 64).into())?, (128, 64).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses multiples with more modes, a multiple of 0, and a number of more than 63 bits.
    pub fn round_up(&self, other: &Tuple<u64>) -> Result<Tuple<u64>, Refusal> {
        match (self, other) {
            (Tuple::Leaf(_), Tuple::Leaf(0)) => Err(Refusal::divided_by_zero()),
            (Tuple::Leaf(a), Tuple::Leaf(b)) => {
                fit(a.checked_next_multiple_of(*b)).map(Tuple::Leaf)
            }
            (Tuple::Modes(modes), Tuple::Modes(others)) if modes.len() >= others.len() => {
                let mut others = others.iter();
                Tuple::try_of(modes, |mode| match others.next() {
                    Some(other) => mode.round_up(other),
                    None => Ok(mode.clone()),
                })
            }
            _ => Err(Refusal::not_congruent(self, other)),
        }
    }

    /// Returns this tuple times `other`, mode by mode; a number is multiplied by the product of the
    /// mode that corresponds to it. CuTe: `elem_scale`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((1, 5, 8)).elem_scale(&(1, (1, 5), 8).into())?, (1, 25, 64).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses tuples that do not correspond, and a product of more than 63 bits.
    pub fn elem_scale(&self, other: &Tuple<u64>) -> Result<Tuple<u64>, Refusal> {
        match (self, other) {
            (Tuple::Leaf(a), _) => fit(a.checked_mul(other.size()?)).map(Tuple::Leaf),
            (Tuple::Modes(modes), Tuple::Modes(others)) if modes.len() == others.len() => {
                Tuple::try_of(modes.iter().zip(others), |(mode, other)| mode.elem_scale(other))
            }
            _ => Err(Refusal::not_congruent(self, other)),
        }
    }
}
