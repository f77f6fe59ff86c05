//! The layout itself: a shape, congruent strides, and the functions around them.

use alloc::vec::Vec;
use core::fmt;

use crate::algebra::extension::Extension;
use crate::offset::Offset;
use crate::refusal::{Refusal, Sentences, fit};
use crate::swizzle::Swizzle;
use crate::tuple::{Shape, Tuple, debug_as_display};

/// The maximum number of nesting levels of a layout, and of text that is parsed.
///
/// ```
/// use zellige_dynamic::{DynLayout, MOST_LEVELS, ParseErrorKind};
/// let text = format!("{0}8{1}:{0}1{1}", "(".repeat(MOST_LEVELS + 1), ")".repeat(MOST_LEVELS + 1));
/// assert_eq!(text.parse::<DynLayout>().unwrap_err().kind(), ParseErrorKind::TooDeep);
/// ```
pub const MOST_LEVELS: usize = 64;
/// The number of an axis is less than this.
pub(crate) const MOST_AXES: u64 = 256;

/// A mode of a layout: the number of its coordinates, and the offset from each to the next.
///
/// ```
/// use zellige_dynamic::{DynLayout, Mode};
/// let a: DynLayout = "(8,4):(4,1)".parse()?;
/// assert_eq!(a.leaves()[1], &Mode { extent: 4, stride: 1.into() });
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mode {
    /// The number of coordinates.
    pub extent: u64,
    /// The offset from one coordinate to the next.
    pub stride: Offset,
}

impl Mode {
    /// Returns the mode `extent:stride`.
    pub(crate) fn of(extent: u64, stride: i64) -> Mode {
        Mode { extent, stride: Offset::Number(stride) }
    }
}

/// A nested tuple of modes: a shape together with its strides.
pub(crate) type Modes = Tuple<Mode>;

/// A layout whose shape and strides are known at run time: a function from coordinates to offsets.
///
/// It corresponds to CuTe's `Layout` and, when a swizzle or another layout is applied to its
/// offsets, to CuTe's `ComposedLayout`. Two layouts are equal if they are written alike. The size
/// and the offsets fit in 63 bits; constructing a layout for which they would not is refused.
///
/// A layout with an extent of 0 has no elements: its size and its cosize are 0, and an operation
/// that moves or splits modes again returns a layout without elements. Operations that need an
/// element, such as a complement or the coordinate of an index, are refused.
///
/// ```
/// use zellige_dynamic::DynLayout;
/// let a: DynLayout = "(8,16,4):(64,1,16)".parse()?;
/// assert_eq!(a.crd2idx((3, 5, 2))?, 3 * 64 + 5 + 2 * 16);
/// let c = a.compose(&"(4,32):(1,4)".parse::<DynLayout>()?)?;
/// assert_eq!(c.to_string(), "(4,(2,16)):(64,(256,1))");
/// assert_eq!(format!("{c:#}"), "(_4,(_2,_16)):(_64,(_256,_1))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DynLayout {
    /// The shape with the strides.
    pub(crate) modes: Modes,
    /// The functions that are applied to the offsets, the last one first.
    pub(crate) functions: Vec<Function>,
}

/// A function of offsets: `outer(start + x)`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Function {
    pub(crate) outer: Outer,
    pub(crate) start: i64,
}

/// A function that can be applied to the offsets of a layout: a swizzle, or another layout as a
/// function of its index.
///
/// ```
/// use zellige_dynamic::{DynLayout, Outer, Swizzle};
/// let tile: DynLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?;
/// assert_eq!(tile.outer(), Some(&Outer::Swizzle(Swizzle::new(3, 3, 3)?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Outer {
    /// A swizzle.
    Swizzle(Swizzle),
    /// A layout that has strides.
    Layout(DynLayout),
}

impl Outer {
    /// Returns the layout `self(start + layout(c))`, or the layout itself if `self` is the swizzle
    /// of no bits.
    pub(crate) fn around(self, start: i64, layout: DynLayout) -> Result<DynLayout, Refusal> {
        match self {
            Outer::Swizzle(swizzle) if swizzle.is_identity() && start == 0 => Ok(layout),
            _ => DynLayout::composed(self, start, layout),
        }
    }

    /// Returns the value of the function at an offset.
    fn apply(&self, x: &Offset) -> Result<Offset, Refusal> {
        match self {
            Outer::Swizzle(swizzle) => {
                let x = x.demand_unsigned()?;
                Ok(Offset::Number(fit(i64::try_from(swizzle.apply(x)).ok())?))
            }
            Outer::Layout(layout) => {
                let index = x.number().ok_or_else(|| Refusal::not_unsigned(x))?;
                Extension::of(&layout.modes)?.at(index)
            }
        }
    }

    /// Returns an upper bound of the range of the values below `n`: 1 more than the largest, less
    /// the smallest.
    pub(crate) fn bound(&self, n: u64) -> Result<u64, Refusal> {
        match self {
            Outer::Swizzle(swizzle) => swizzle.bound(n),
            Outer::Layout(layout) => {
                let largest = Extension::of(&layout.modes)?.largest(n)?;
                fit(largest.checked_add(1))
            }
        }
    }
}

impl DynLayout {
    /// Returns the layout `shape:stride`. CuTe: `make_layout(shape, stride)`.
    ///
    /// ```
    /// use zellige_dynamic::{Code, DynLayout};
    /// let a = DynLayout::new((8, (4, 2)), (-1, (8, 32)))?;
    /// assert_eq!(a.to_string(), "(8,(4,2)):(-1,(8,32))");
    /// assert_eq!(DynLayout::new((8, 4), 1).unwrap_err().code, Code::NotCongruent);
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a shape and a stride with different nesting, and numbers of more than 63 bits, where
    /// an extent of 0 counts as 1.
    #[doc(alias = "make_layout")]
    pub fn new(
        shape: impl Into<Tuple<u64>>,
        stride: impl Into<Tuple<Offset>>,
    ) -> Result<Self, Refusal> {
        let (shape, stride) = (shape.into(), stride.into());
        match pair(&shape, &stride) {
            Some(modes) => Self::strided(modes),
            None => Err(Refusal::not_congruent(shape, stride)),
        }
    }

    /// Returns the layout with these modes, if their numbers are in range.
    pub(crate) fn strided(modes: Modes) -> Result<Self, Refusal> {
        if modes.depth() > MOST_LEVELS {
            return Err(Refusal::too_deep(MOST_LEVELS));
        }
        let (mut size, mut reach, mut problem) = (Some(1u64), Some(0u64), None);
        modes.each_leaf(&mut |mode| {
            if let Offset::Steps(_, axis) = &mode.stride {
                if axis.len() > MOST_LEVELS || axis.iter().any(|&i| i >= MOST_AXES) {
                    problem = Some(Refusal::no_axis(&mode.stride, MOST_AXES));
                }
            }
            // This ensures that the size of each part of a layout without elements fits, too.
            size = size.and_then(|size| size.checked_mul(mode.extent.max(1)));
            let far =
                mode.stride.norm().and_then(|norm| norm.checked_mul(mode.extent.saturating_sub(1)));
            reach = reach.zip(far).and_then(|(reach, far)| reach.checked_add(far));
        });
        if let Some(problem) = problem {
            return Err(problem);
        }
        let fits = |n: Option<u64>| n.is_some_and(|n| n <= i64::MAX as u64);
        let layout = DynLayout { modes, functions: Vec::new() };
        match (fits(size), fits(reach)) {
            (true, true) => Ok(layout),
            (false, _) => Err(Refusal::does_not_fit(format_args!("the size of {layout}"))),
            _ => Err(Refusal::does_not_fit(format_args!("an offset of {layout}"))),
        }
    }

    /// Returns the layout `outer(start + inner(c))`. CuTe: `make_composed_layout`.
    ///
    /// ```
    /// use zellige_dynamic::{DynLayout, Outer};
    /// let a = DynLayout::composed(Outer::Layout("(2,2):(1,4)".parse()?), 1, "4:2".parse()?)?;
    /// assert_eq!(a.to_string(), "(2,2):(1,4) o 1 o 4:2");
    /// assert_eq!(a.at(1)?, 5); // index 1 + 2 is (1,1)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses an outer layout that is itself composed, because it has no strides.
    #[doc(alias = "make_composed_layout")]
    pub fn composed(outer: Outer, start: i64, inner: DynLayout) -> Result<Self, Refusal> {
        if let Outer::Layout(layout) = &outer {
            layout.demand_strides()?;
        }
        if inner.functions.len() >= MOST_LEVELS {
            return Err(Refusal::too_deep(MOST_LEVELS));
        }
        let mut functions = Vec::with_capacity(1 + inner.functions.len());
        functions.push(Function { outer, start });
        functions.extend(inner.functions);
        let layout = DynLayout { modes: inner.modes, functions };
        if layout.leaves().iter().all(|mode| mode.stride.number().is_some()) {
            layout.cosize()?;
        }
        Ok(layout)
    }

    /// Returns the shape. CuTe: `shape`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(8,(4,2)):(1,(8,32))".parse()?;
    /// assert_eq!(a.shape(), (8, (4, 2)).into());
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn shape(&self) -> Shape {
        self.modes.map(|mode| mode.extent)
    }

    /// Returns the strides. CuTe: `stride`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(8,(4,2)):(1,(8,32))".parse()?;
    /// assert_eq!(a.stride()?.to_string(), "(1,(8,32))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a composed layout, which has no strides, with
    /// [`Code::NoStrides`](crate::Code::NoStrides).
    pub fn stride(&self) -> Result<Tuple<Offset>, Refusal> {
        self.demand_strides()?;
        Ok(self.modes.map(|mode| mode.stride.clone()))
    }

    /// Returns the modes without the nesting; for a composed layout, those of the innermost layout.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(8,(4,2)):(1,(8,32))".parse()?;
    /// assert_eq!(a.leaves()[2].extent, 2);
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn leaves(&self) -> Vec<&Mode> {
        self.modes.leaves()
    }

    /// Returns the number of coordinates: the product of the shape. CuTe: `size`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(8,(4,2)):(1,(8,32))".parse()?;
    /// assert_eq!(a.size(), 64);
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn size(&self) -> u64 {
        size(&self.modes)
    }

    /// Returns 1 more than the largest offset, which is the number of elements that the memory must
    /// have; 0 for a layout without elements. With negative strides it is 1 more than the
    /// difference between the largest and the smallest offset. CuTe: `cosize`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(4,2):(2,16)".parse()?;
    /// assert_eq!((a.size(), a.cosize()?), (8, 3 * 2 + 16 + 1));
    /// assert_eq!("(0,2):(2,16)".parse::<DynLayout>()?.cosize()?, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// For a swizzled layout it is rounded up to the whole block that the swizzle permutes, unless
    /// no offset has a bit that moves. Refuses strides along axes, whose offsets have no order.
    pub fn cosize(&self) -> Result<u64, Refusal> {
        let mut cosize = 1u64;
        for mode in self.leaves() {
            let stride = mode.stride.number();
            let stride = stride.ok_or_else(|| Refusal::unlike(1, &mode.stride))?;
            cosize += mode.extent.saturating_sub(1) * stride.unsigned_abs();
        }
        if self.has_no_element() {
            return Ok(0);
        }
        for function in self.functions.iter().rev() {
            let n = fit(cosize.checked_add(function.start.unsigned_abs()))?;
            cosize = function.outer.bound(n)?;
        }
        Ok(cosize)
    }

    /// Returns true if the layout has no elements, because an extent is 0.
    pub(crate) fn has_no_element(&self) -> bool {
        is_empty(&self.modes)
    }

    /// Returns the number of modes of the outermost level. CuTe: `rank`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(8,(4,2)):(1,(8,32))".parse()?;
    /// assert_eq!((a.rank(), a.depth()), (2, 2));
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn rank(&self) -> usize {
        self.modes.rank()
    }

    /// Returns the number of levels: 0 for `8:1`, 1 for `(8,4):(4,1)`. CuTe: `depth`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// assert_eq!("8:1".parse::<DynLayout>()?.depth(), 0);
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn depth(&self) -> usize {
        self.modes.depth()
    }

    /// Returns the outer function of a composed layout, or `None` if the layout is not composed.
    /// CuTe: `layout_a`, `get_swizzle_portion`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let tile: DynLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?;
    /// assert!(tile.outer().is_some() && tile.inner().outer().is_none());
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn outer(&self) -> Option<&Outer> {
        self.functions.first().map(|function| &function.outer)
    }

    /// Returns the number that is added to the offsets before the outer function is applied; 0 if
    /// there is none. CuTe: `offset`.
    ///
    /// ```
    /// use zellige_dynamic::{Coord, DynLayout, Pick};
    /// let tile: DynLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?;
    /// let (row, _) = tile.slice((1, Pick::Whole))?;
    /// assert_eq!(row.start(), 64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(&self) -> i64 {
        self.functions.first().map_or(0, |function| function.start)
    }

    /// Returns the layout inside the outer function, or the layout itself if it has strides. CuTe:
    /// `layout_b`, `get_nonswizzle_portion`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let tile: DynLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?;
    /// assert_eq!(tile.inner().to_string(), "(8,64):(64,1)");
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn inner(&self) -> DynLayout {
        let inside = self.functions.get(1..).unwrap_or_default();
        DynLayout { modes: self.modes.clone(), functions: inside.to_vec() }
    }

    /// Returns true if the layout has strides, which means that it is not composed.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let tile: DynLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?;
    /// assert!(!tile.has_strides() && tile.inner().has_strides());
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn has_strides(&self) -> bool {
        self.functions.is_empty()
    }

    /// Refuses a composed layout.
    pub(crate) fn demand_strides(&self) -> Result<&Modes, Refusal> {
        if self.has_strides() { Ok(&self.modes) } else { Err(Refusal::no_strides(self)) }
    }

    /// Returns the layout of other modes with the same functions around it: operations on
    /// coordinates act on the inner layout.
    pub(crate) fn around(&self, modes: Modes) -> Result<DynLayout, Refusal> {
        self.around_layout(DynLayout::strided(modes)?)
    }

    /// Returns `layout` with the functions of this one around it.
    pub(crate) fn around_layout(&self, layout: DynLayout) -> Result<DynLayout, Refusal> {
        let mut functions = self.functions.iter().rev();
        functions.try_fold(layout, |layout, function| {
            function.outer.clone().around(function.start, layout)
        })
    }

    /// Returns the outer function and the layout inside it, if this layout is composed.
    pub(crate) fn opened(&self) -> Option<(&Outer, i64, DynLayout)> {
        let function = self.functions.first()?;
        Some((&function.outer, function.start, self.inner()))
    }

    /// Returns the value of the functions at an offset of the innermost layout.
    pub(crate) fn apply_functions(&self, offset: Offset) -> Result<Offset, Refusal> {
        let mut functions = self.functions.iter().rev();
        functions.try_fold(offset, |offset, function| {
            let moved = offset.plus(&Offset::Number(function.start))?;
            function.outer.apply(&moved)
        })
    }
}

/// Returns the product of the extents, which is known to fit.
pub(crate) fn size(modes: &Modes) -> u64 {
    match modes {
        Tuple::Leaf(mode) => mode.extent,
        Tuple::Modes(modes) => modes.iter().map(size).product(),
    }
}

/// Returns the shape with its strides, if both have the same nesting.
pub(crate) fn pair(shape: &Tuple<u64>, stride: &Tuple<Offset>) -> Option<Modes> {
    match (shape, stride) {
        (Tuple::Leaf(extent), Tuple::Leaf(stride)) => {
            Some(Tuple::Leaf(Mode { extent: *extent, stride: stride.clone() }))
        }
        (Tuple::Modes(shapes), Tuple::Modes(strides)) if shapes.len() == strides.len() => {
            let pairs = shapes.iter().zip(strides);
            let modes = pairs.map(|(shape, stride)| pair(shape, stride));
            modes.collect::<Option<_>>().map(Tuple::Modes)
        }
        _ => None,
    }
}

/// Returns true if an extent is 0.
pub(crate) fn is_empty(modes: &Modes) -> bool {
    modes.leaves().into_iter().any(|mode| mode.extent == 0)
}

/// Returns `0:1`, the layout without an index.
pub(crate) fn nothing() -> Modes {
    Tuple::Leaf(Mode::of(0, 1))
}

/// Returns `1:0`.
pub(crate) fn unit() -> Modes {
    Tuple::Leaf(Mode::of(1, 0))
}

/// Returns a list of modes as a layout: `1:0` for none, a bare mode for one.
pub(crate) fn of_list(mut modes: Vec<Mode>) -> Modes {
    match modes.len() {
        0 => unit(),
        1 => Tuple::Leaf(modes.remove(0)),
        _ => Tuple::Modes(modes.into_iter().map(Tuple::Leaf).collect()),
    }
}

/// The modes as they are written, `(8,4):(4,1)`.
pub(crate) struct Written<'a>(pub(crate) &'a Modes);

/// Writes `(8,4):(4,1)`; the alternate form writes CuTe's `_` before static integers.
impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::tuple::write(self.0, f, &|mode, f| crate::tuple::write_number(&mode.extent, f))?;
        f.write_str(":")?;
        crate::tuple::write(self.0, f, &|mode, f| mode.stride.fmt(f))
    }
}

/// Writes `(8,4):(4,1)` or `Sw<3,3,3> o 0 o (8,64):(64,1)`; the alternate form, `{:#}`, writes
/// CuTe's `_` before static integers.
impl fmt::Display for DynLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for function in &self.functions {
            function.outer.fmt(f)?;
            f.write_str(" o ")?;
            crate::tuple::write_number(&function.start, f)?;
            f.write_str(" o ")?;
        }
        Written(&self.modes).fmt(f)
    }
}

debug_as_display! {
    /// Writes the layout as `Display` does, so that `assert_eq!` and a `derive(Debug)` show
    /// `(8,4):(4,1)`.
    DynLayout
}

/// Writes `Sw<3,4,3>`, or the layout.
impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outer::Swizzle(swizzle) => swizzle.fmt(f),
            Outer::Layout(layout) => layout.fmt(f),
        }
    }
}

debug_as_display! {
    /// Writes the function as `Display` does.
    Outer
}

impl From<&DynLayout> for DynLayout {
    fn from(layout: &DynLayout) -> Self {
        layout.clone()
    }
}
