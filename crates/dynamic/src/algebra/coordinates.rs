//! Coordinates: from coordinates to offsets and back, and parts of a layout selected by
//! coordinates.

use alloc::vec::Vec;

use crate::layout::{DynLayout, Mode, Modes, size};
use crate::offset::Offset;
use crate::refusal::{Refusal, Sentences, fit};
use crate::tuple::{Coord, Pick, Shape, Tuple};

impl DynLayout {
    /// Returns the offset of a coordinate: an index for the whole layout or for any of its modes,
    /// or a tuple of these. CuTe: `crd2idx`, `layout(c)`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "((2,4),(3,5)):((3,6),(1,24))".parse()?;
    /// assert_eq!(a.crd2idx((11, 12))?, 129);
    /// assert_eq!(a.crd2idx(((1, 5), 12))?, 129);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The last mode continues past the end. Refuses a coordinate of another nesting, an offset of
    /// more than 63 bits, and an index past a mode without elements.
    #[doc(alias = "operator()")]
    pub fn crd2idx(&self, c: impl Into<Coord>) -> Result<Offset, Refusal> {
        self.apply_functions(offset(&c.into(), &self.modes)?)
    }

    /// Returns the offset at an index, with the first mode fastest. CuTe: `layout(i)`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,3):(3,1)".parse()?;
    /// assert_eq!((a.at(1)?, a.at(4)?), (3.into(), 2.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The last mode continues past the end. Refuses an offset of more than 63 bits, and an index
    /// past a mode without elements.
    pub fn at(&self, index: u64) -> Result<Offset, Refusal> {
        let mut sum = Offset::ZERO;
        add_offset(index, &self.modes, &mut sum)?;
        self.apply_functions(sum)
    }

    /// Returns the offsets at all indices 0, 1, 2, ...: the table of the function.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,3):(3,1)".parse()?;
    /// assert_eq!(a.table(100)?, [0, 3, 1, 4, 2, 5]);
    /// assert!(a.table(5).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a layout of more than `most` elements, and one whose offsets are not numbers.
    pub fn table(&self, most: usize) -> Result<Vec<i64>, Refusal> {
        let size = self.size();
        if size > most as u64 {
            return Err(Refusal::table_too_long(size, most));
        }
        let number = |offset: Offset| offset.number().ok_or_else(|| Refusal::not_unsigned(&offset));
        (0..size).map(|index| number(self.at(index)?)).collect()
    }

    /// Returns the coordinate of an index: its digits in the mixed radix of the shape, with the
    /// first mode fastest. CuTe: `idx2crd(idx, layout.shape())`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(3,(2,3)):(3,(12,1))".parse()?;
    /// assert_eq!(a.idx2crd(16)?, (1, (1, 2)).into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a layout without elements.
    pub fn idx2crd(&self, index: u64) -> Result<Shape, Refusal> {
        let shape = self.shape();
        demand_elements(&shape)?;
        Ok(digits(index, &shape))
    }

    /// Returns the sublayout of the modes that are `_` in `c`, and the offset of the other modes.
    /// CuTe: `slice_and_offset`, `slice`.
    ///
    /// ```
    /// use zellige_dynamic::{DynLayout, Pick};
    /// let a: DynLayout = "(8,16,4):(64,1,16)".parse()?;
    /// let (rows, offset) = a.slice((Pick::Whole, 3, Pick::Whole))?;
    /// assert_eq!((rows.to_string(), offset), ("(8,4):(64,16)".into(), 3.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// In a composed layout the offset stays inside the outer function, and the returned offset is
    /// 0. Refuses a coordinate of another nesting.
    #[doc(alias = "slice_and_offset")]
    pub fn slice(&self, c: impl Into<Coord>) -> Result<(DynLayout, Offset), Refusal> {
        let c = c.into();
        self.displaced(part(&self.modes, &c, true)?, offset(&c, &self.modes)?)
    }

    /// Returns the sublayout of the modes that are indices in `c`, which
    /// [`slice`](DynLayout::slice) leaves out. CuTe: `dice`.
    ///
    /// ```
    /// use zellige_dynamic::{DynLayout, Pick};
    /// let a: DynLayout = "(8,16,4):(64,1,16)".parse()?;
    /// assert_eq!(a.dice((Pick::Whole, 3, Pick::Whole))?.to_string(), "(16):(1)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a coordinate of another nesting.
    pub fn dice(&self, c: impl Into<Coord>) -> Result<DynLayout, Refusal> {
        self.around(part(&self.modes, &c.into(), false)?)
    }

    /// Returns the layout as seen from a coordinate: the layout itself, and the offset of the
    /// coordinate. CuTe: `domain_offset`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(8,4):(4,1)".parse()?;
    /// assert_eq!(a.domain_offset((3, 2))?, (a, 14.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// In a composed layout the offset stays inside the outer function, and the returned offset is
    /// 0. Refuses a coordinate of another nesting.
    pub fn domain_offset(&self, c: impl Into<Coord>) -> Result<(DynLayout, Offset), Refusal> {
        self.displaced(self.modes.clone(), offset(&c.into(), &self.modes)?)
    }

    /// Returns the layout of the modes starting at an offset; a composed layout takes the offset
    /// inside.
    fn displaced(&self, modes: Modes, offset: Offset) -> Result<(DynLayout, Offset), Refusal> {
        if self.has_strides() {
            return Ok((DynLayout::strided(modes)?, offset));
        }
        let by = offset.number().ok_or_else(|| Refusal::not_unsigned(&offset))?;
        let mut moved = DynLayout { modes: self.modes.clone(), functions: self.functions.clone() };
        if let Some(function) = moved.functions.last_mut() {
            function.start = fit(function.start.checked_add(by))?;
        }
        Ok((moved.around(modes)?, Offset::ZERO))
    }

    /// Returns the coordinate of an offset in a compact layout, with the nesting of its shape.
    /// CuTe: `get_hier_coord`.
    ///
    /// ```
    /// use zellige_dynamic::{Code, DynLayout};
    /// let a: DynLayout = "(8,(4,2)):(1,(16,8))".parse()?;
    /// assert_eq!(a.hier_coord(27)?, (3, (1, 1)).into());
    /// assert_eq!("4:2".parse::<DynLayout>()?.hier_coord(0).unwrap_err().code, Code::NotCompact);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a layout that leaves out an offset or reaches one twice, and a layout without
    /// elements.
    #[doc(alias = "get_hier_coord")]
    pub fn hier_coord(&self, offset: u64) -> Result<Shape, Refusal> {
        let modes = self.demand_strides()?;
        demand_elements(&self.shape())?;
        if self.right_inverse()?.size() != self.size() {
            return Err(Refusal::not_compact(self));
        }
        modes.try_map(&mut |mode| {
            let digit = match mode.stride.unsigned() {
                _ if mode.extent == 1 => 0,
                Some(stride @ 1..) => offset / stride % mode.extent,
                _ => return Err(Refusal::not_compact(self)),
            };
            Ok(Tuple::Leaf(digit))
        })
    }

    /// Returns the coordinate of an offset in a compact layout, one index for each mode. CuTe:
    /// `get_flat_coord`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(8,(4,2)):(1,(16,8))".parse()?;
    /// assert_eq!(a.flat_coord(27)?, (3, 5).into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a layout that leaves out an offset or reaches one twice, and a layout without
    /// elements.
    #[doc(alias = "get_flat_coord")]
    pub fn flat_coord(&self, offset: u64) -> Result<Shape, Refusal> {
        let shape = self.shape();
        self.hier_coord(offset)?.crd2crd(&shape, &shape.product_each()?)
    }

    /// Returns the index of an offset in a compact layout. CuTe: `get_1d_coord`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(8,(4,2)):(1,(16,8))".parse()?;
    /// assert_eq!(a.index_of(27)?, 43);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a layout that leaves out an offset or reaches one twice, and a layout without
    /// elements.
    #[doc(alias = "get_1d_coord")]
    pub fn index_of(&self, offset: u64) -> Result<u64, Refusal> {
        index(&self.hier_coord(offset)?, &self.shape())
    }
}

impl Tuple<u64> {
    /// Returns the coordinate in this shape of an index, or of one index for each mode. CuTe:
    /// `idx2crd(idx, shape)`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// let shape = Shape::from((3, (2, 3)));
    /// assert_eq!(shape.idx2crd(16)?, (1, (1, 2)).into());
    /// assert_eq!(shape.idx2crd((1, 5))?, (1, (1, 2)).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses indices of another nesting, and an extent of 0.
    pub fn idx2crd(&self, index: impl Into<Shape>) -> Result<Shape, Refusal> {
        fn go(index: &Shape, shape: &Shape) -> Result<Shape, Refusal> {
            match (index, shape) {
                (Tuple::Leaf(index), _) => Ok(digits(*index, shape)),
                (Tuple::Modes(indices), Tuple::Modes(modes)) if indices.len() == modes.len() => {
                    Tuple::try_of(indices.iter().zip(modes), |(index, mode)| go(index, mode))
                }
                _ => Err(Refusal::not_congruent(index, shape)),
            }
        }
        demand_elements(self)?;
        go(&index.into(), self)
    }

    /// Returns the coordinate of an index in the compact layout of this shape with these strides:
    /// `i / d mod s`, mode by mode. CuTe: `idx2crd(idx, shape, stride)`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((3, 4, 5)).idx2crd_by(33, (20, 5, 1))?, (1, 2, 3).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses indices or strides of another nesting, and a stride of 0 for more than one element.
    #[doc(alias = "idx2crd")]
    pub fn idx2crd_by(
        &self,
        index: impl Into<Shape>,
        stride: impl Into<Shape>,
    ) -> Result<Shape, Refusal> {
        fn by_index(index: u64, shape: &Shape, stride: &Shape) -> Result<Shape, Refusal> {
            match (shape, stride) {
                (Tuple::Leaf(1), _) => Ok(Tuple::Leaf(0)),
                (Tuple::Leaf(extent), Tuple::Leaf(stride)) => match (extent, stride) {
                    (0, _) | (_, 0) => Err(Refusal::divided_by_zero()),
                    _ => Ok(Tuple::Leaf(index / stride % extent)),
                },
                (Tuple::Modes(_), Tuple::Leaf(start)) => {
                    by_index(index, shape, &shape.compact_col_major_from(*start)?)
                }
                (Tuple::Modes(modes), Tuple::Modes(strides)) if modes.len() == strides.len() => {
                    Tuple::try_of(modes.iter().zip(strides), |(mode, stride)| {
                        by_index(index, mode, stride)
                    })
                }
                _ => Err(Refusal::not_congruent(shape, stride)),
            }
        }
        fn go(index: &Shape, shape: &Shape, stride: &Shape) -> Result<Shape, Refusal> {
            match (index, shape, stride) {
                (Tuple::Leaf(index), ..) => by_index(*index, shape, stride),
                (Tuple::Modes(indices), Tuple::Modes(modes), Tuple::Modes(strides))
                    if indices.len() == modes.len() && modes.len() == strides.len() =>
                {
                    let triples = indices.iter().zip(modes).zip(strides);
                    Tuple::try_of(triples, |((index, mode), stride)| go(index, mode, stride))
                }
                _ => Err(Refusal::not_congruent(index, shape)),
            }
        }
        go(&index.into(), self, &stride.into())
    }

    /// Returns the coordinate of the shape `to` that has the same index as this coordinate of the
    /// shape `from`. CuTe: `crd2crd`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// let coordinate = Shape::from((1, 5));
    /// assert_eq!(coordinate.crd2crd(&(3, 6).into(), &(3, (2, 3)).into())?, (1, (1, 2)).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses tuples of different ranks, a coordinate of another nesting than `from`, and an
    /// extent of 0.
    pub fn crd2crd(&self, from: &Shape, to: &Shape) -> Result<Shape, Refusal> {
        fn go(c: &Shape, from: &Shape, to: &Shape) -> Result<Shape, Refusal> {
            match (c, from, to) {
                (Tuple::Modes(coordinates), Tuple::Modes(froms), Tuple::Modes(tos))
                    if coordinates.len() == froms.len() && froms.len() == tos.len() =>
                {
                    let triples = coordinates.iter().zip(froms).zip(tos);
                    Tuple::try_of(triples, |((c, from), to)| go(c, from, to))
                }
                (Tuple::Modes(_), Tuple::Modes(_), Tuple::Modes(_)) => {
                    Err(Refusal::not_congruent(from, to))
                }
                _ if c.weakly_congruent(from) => Ok(digits(index(c, from)?, to)),
                _ => Err(Refusal::not_congruent(c, from)),
            }
        }
        demand_elements(from)?;
        demand_elements(to)?;
        go(self, from, to)
    }

    /// Returns the parts of this tuple that are `_` in `c`. CuTe: `slice(c, tuple)`.
    ///
    /// ```
    /// use zellige_dynamic::{Pick, Shape};
    /// assert_eq!(Shape::from((8, 16, 4)).slice((Pick::Whole, 3, Pick::Whole))?, (8, 4).into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a coordinate of another nesting.
    pub fn slice(&self, c: impl Into<Coord>) -> Result<Shape, Refusal> {
        part(self, &c.into(), true)
    }

    /// Returns the parts of this tuple that are indices in `c`. CuTe: `dice(c, tuple)`.
    ///
    /// ```
    /// use zellige_dynamic::{Pick, Shape};
    /// assert_eq!(Shape::from((8, 16, 4)).dice((Pick::Whole, 3, Pick::Whole))?, [16].into());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a coordinate of another nesting.
    pub fn dice(&self, c: impl Into<Coord>) -> Result<Shape, Refusal> {
        part(self, &c.into(), false)
    }
}

/// Refuses a shape without elements.
fn demand_elements(shape: &Shape) -> Result<(), Refusal> {
    if shape.size()? == 0 {
        return Err(Refusal::no_element(shape));
    }
    Ok(())
}

/// Returns the offset of a coordinate; a `_` has the offset 0.
fn offset(c: &Coord, modes: &Modes) -> Result<Offset, Refusal> {
    fn go(c: &Coord, modes: &Modes, sum: &mut Offset) -> Result<(), Refusal> {
        match (c, modes) {
            (Tuple::Leaf(Pick::Whole), _) => Ok(()),
            (Tuple::Leaf(Pick::At(index)), _) => add_offset(*index, modes, sum),
            (Tuple::Modes(coordinates), Tuple::Modes(modes))
                if coordinates.len() == modes.len() =>
            {
                let mut pairs = coordinates.iter().zip(modes);
                pairs.try_for_each(|(c, mode)| go(c, mode, sum))
            }
            (Tuple::Modes(coordinates), Tuple::Modes(modes)) if coordinates.len() < modes.len() => {
                Err(Refusal::no_such_coordinate())
            }
            _ => Err(Refusal::no_such_mode()),
        }
    }
    let mut sum = Offset::ZERO;
    go(c, modes, &mut sum)?;
    Ok(sum)
}

/// Adds the offset of an index.
fn add_offset(index: u64, modes: &Modes, sum: &mut Offset) -> Result<(), Refusal> {
    match modes {
        Tuple::Leaf(Mode { stride, .. }) => {
            let index = fit(i64::try_from(index).ok())?;
            *sum = sum.plus(&stride.times(index)?)?;
            Ok(())
        }
        Tuple::Modes(modes) => {
            let mut rest = index;
            for (i, mode) in modes.iter().enumerate() {
                if i + 1 == modes.len() {
                    return add_offset(rest, mode, sum);
                }
                let size = size(mode);
                let digit = rest.checked_rem(size);
                add_offset(digit.ok_or_else(Refusal::divided_by_zero)?, mode, sum)?;
                rest /= size;
            }
            Ok(())
        }
    }
}

/// Returns the coordinate of an index in a shape whose size is known to be neither 0 nor too large.
fn digits(index: u64, shape: &Shape) -> Shape {
    match shape {
        Tuple::Leaf(_) => Tuple::Leaf(index),
        Tuple::Modes(modes) => {
            let (mut rest, last) = (index, modes.len().wrapping_sub(1));
            let digits = modes.iter().enumerate().map(|(i, mode)| {
                let size = mode.leaves().into_iter().product::<u64>();
                let digit = if i == last { rest } else { rest % size };
                rest /= size;
                digits(digit, mode)
            });
            Tuple::Modes(digits.collect())
        }
    }
}

/// Returns the index of a coordinate with the nesting of the shape or a coarser one.
fn index(c: &Shape, shape: &Shape) -> Result<u64, Refusal> {
    fn go(c: &Shape, shape: &Shape, place: u64) -> Option<u64> {
        match (c, shape) {
            (Tuple::Leaf(index), _) => index.checked_mul(place),
            (Tuple::Modes(coordinates), _) => {
                let (mut sum, mut place) = (0u64, place);
                for (c, mode) in coordinates.iter().zip(shape.modes()) {
                    sum = sum.checked_add(go(c, mode, place)?)?;
                    place = place.checked_mul(mode.leaves().into_iter().product::<u64>())?;
                }
                Some(sum)
            }
        }
    }
    fit(go(c, shape, 1))
}

/// Returns the parts under `_`, or those under indices; a single `_` or index selects all or
/// nothing.
pub(crate) fn part<T: Clone>(
    tuple: &Tuple<T>,
    c: &Coord,
    whole: bool,
) -> Result<Tuple<T>, Refusal> {
    fn go<T: Clone>(
        tuple: &Tuple<T>,
        c: &Coord,
        whole: bool,
        parts: &mut Vec<Tuple<T>>,
    ) -> Result<(), Refusal> {
        match (c, tuple) {
            (Tuple::Leaf(pick), _) => {
                if (*pick == Pick::Whole) == whole {
                    parts.push(tuple.clone());
                }
                Ok(())
            }
            (Tuple::Modes(coordinates), Tuple::Modes(modes))
                if coordinates.len() == modes.len() =>
            {
                let mut pairs = coordinates.iter().zip(modes);
                pairs.try_for_each(|(c, mode)| go(mode, c, whole, parts))
            }
            (Tuple::Modes(coordinates), Tuple::Modes(modes)) if coordinates.len() < modes.len() => {
                Err(Refusal::no_such_coordinate())
            }
            _ => Err(Refusal::no_such_mode()),
        }
    }
    if let Tuple::Leaf(pick) = c {
        let all = (*pick == Pick::Whole) == whole;
        return Ok(if all { tuple.clone() } else { Tuple::empty() });
    }
    let mut parts = Vec::new();
    go(tuple, c, whole, &mut parts)?;
    Ok(Tuple::Modes(parts))
}
