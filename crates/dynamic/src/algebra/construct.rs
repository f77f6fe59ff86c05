//! Construction of layouts: from a shape in a given order, and like other layouts.

use alloc::vec;
use alloc::vec::Vec;

use super::extension::push_coalesced;
use super::inverse::step;
use super::product::tiled_product;
use super::recast::gcd;
use super::tiler::Tiler;
use crate::layout::{DynLayout, Modes, of_list};
use crate::offset::Offset;
use crate::refusal::{Refusal, Sentences, fit};
use crate::tuple::{Shape, Tuple};

/// Returns the layout of a shape with strides that are numbers.
fn of_compact(shape: Shape, stride: &Shape) -> Result<DynLayout, Refusal> {
    let stride = stride.try_map(&mut |&n| {
        let n = fit(i64::try_from(n).ok())?;
        Ok(Tuple::Leaf(Offset::Number(n)))
    })?;
    DynLayout::new(shape, stride)
}

impl DynLayout {
    /// Returns the layout of a shape with the first mode fastest. An extent of 1 has stride 0.
    /// CuTe: `make_layout(shape)`, `make_layout(shape, LayoutLeft{})`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// assert_eq!(DynLayout::col_major((3, (4, 5)))?.to_string(), "(3,(4,5)):(1,(3,12))");
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a size of more than 63 bits.
    #[doc(alias("make_layout", "LayoutLeft", "GenColMajor"))]
    pub fn col_major(shape: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        let shape = shape.into();
        let stride = shape.compact_col_major()?;
        of_compact(shape, &stride)
    }

    /// Returns the layout of a shape with the last mode fastest. An extent of 1 has stride 0. CuTe:
    /// `make_layout(shape, LayoutRight{})`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// assert_eq!(DynLayout::row_major((3, (4, 5)))?.to_string(), "(3,(4,5)):(20,(5,1))");
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a size of more than 63 bits.
    #[doc(alias("make_layout", "LayoutRight", "GenRowMajor"))]
    pub fn row_major(shape: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        let shape = shape.into();
        let stride = shape.compact_row_major()?;
        of_compact(shape, &stride)
    }

    /// Returns the layout of a shape without gaps, with the modes in the order of the numbers of
    /// `order`; the smallest is the fastest. Modes with equal numbers get equal strides, as in
    /// CuTe, and offsets are then reached twice. CuTe: `make_ordered_layout`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// assert_eq!(DynLayout::ordered((3, 2, 5), (2, 0, 1))?.to_string(), "(3,2,5):(10,1,2)");
    /// assert_eq!(DynLayout::ordered((4, 8), (0, 0))?.to_string(), "(4,8):(1,1)");
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses an order with a finer or another nesting than the shape.
    #[doc(alias = "make_ordered_layout")]
    pub fn ordered(shape: impl Into<Shape>, order: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        let shape = shape.into();
        let stride = shape.compact_order(&order.into())?;
        of_compact(shape, &stride)
    }

    /// Returns the layout of a shape that maps each coordinate to itself: its strides are one step
    /// along each mode. CuTe: `make_identity_layout`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let here = DynLayout::identity((4, (2, 3)))?;
    /// assert_eq!(here.to_string(), "(4,(2,3)):(1@0,(1@0@1,1@1@1))");
    /// assert_eq!(here.at(21)?.to_string(), "ArithTuple(1,(1,2))");
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a size of more than 63 bits.
    #[doc(alias = "make_identity_layout")]
    pub fn identity(shape: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        fn steps(shape: &Shape, axis: &mut Vec<u64>) -> Tuple<Offset> {
            match shape {
                Tuple::Leaf(_) if axis.is_empty() => Tuple::Leaf(Offset::Number(1)),
                Tuple::Leaf(_) => Tuple::Leaf(Offset::Steps(1, axis.clone())),
                Tuple::Modes(modes) => {
                    let modes = (0..).zip(modes).map(|(i, mode)| {
                        axis.push(i);
                        let steps = steps(mode, axis);
                        axis.pop();
                        steps
                    });
                    Tuple::Modes(modes.collect())
                }
            }
        }
        let shape = shape.into();
        let stride = steps(&shape, &mut Vec::new());
        DynLayout::new(shape, stride)
    }

    /// Returns the layout of this shape without gaps, with the modes in the order of their strides;
    /// stride 0 is kept. CuTe: `make_layout_like`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let view: DynLayout = "(8,16,4):(64,1,0)".parse()?;
    /// assert_eq!(view.layout_like()?.to_string(), "(8,16,4):(16,1,0)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Modes with the same stride again get the same stride, as in CuTe. Refuses a composed layout,
    /// and strides that have no order.
    #[doc(alias = "make_layout_like")]
    pub fn layout_like(&self) -> Result<DynLayout, Refusal> {
        let modes = self.demand_strides()?;
        let order = modes.try_map(&mut |mode| Ok(Tuple::Leaf(mode.stride.demand_unsigned()?)))?;
        let stride = filtered_shape(modes).compact_order(&order)?;
        of_compact(self.shape(), &stride)
    }

    /// Returns the layout of the registers that hold the elements of this layout: the first mode,
    /// which an instruction reads at once, is contiguous, and the others follow without gaps in the
    /// order of their strides. CuTe: `make_fragment_like`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let thread: DynLayout = "((2,2),4,2):((8,1),16,128)".parse()?;
    /// assert_eq!(thread.fragment_like()?.to_string(), "((2,2),4,2):((1,2),4,16)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// For a layout of one mode, this is the column-major layout of the shape. Refuses a composed
    /// layout of more modes, and strides that have no order.
    #[doc(alias = "make_fragment_like")]
    pub fn fragment_like(&self) -> Result<DynLayout, Refusal> {
        if self.rank() < 2 {
            return DynLayout::col_major(self.shape());
        }
        let modes = self.demand_strides()?.modes();
        let (first, others) = (&modes[0], Tuple::Modes(modes[1..].to_vec()));
        let stride = filtered_shape(first).compact_col_major()?;
        let atom = of_compact(first.map(|mode| mode.extent), &stride)?;
        let order = others.try_each(&mut |mode| mode.stride.demand_unsigned())?;
        let rest = DynLayout::ordered(others.map(|mode| mode.extent), order)?;
        DynLayout::strided(tiled_product(&atom.modes, &Tiler::Layout(rest))?)
    }
}

impl Tuple<u64> {
    /// Returns a layout of `n` elements spread over this shape as evenly as its extents allow: each
    /// extent, from the first on, takes the greatest common divisor of itself and the remaining
    /// part of `n`. CuTe: `domain_distribute`.
    ///
    /// ```
    /// use zellige_dynamic::Shape;
    /// assert_eq!(Shape::from((15, 14)).domain_distribute(6)?.to_string(), "(3,2):(1,15)");
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a tuple for `n`, and an extent of 0.
    pub fn domain_distribute(&self, n: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        let n = n.into();
        let Tuple::Leaf(mut left) = n else {
            return Err(Refusal::count_of_elements(n));
        };
        if self.size()? == 0 {
            return Err(Refusal::no_element(self));
        }
        let (mut place, mut modes) = (1, vec![]);
        for &extent in self.leaves() {
            let part = gcd(extent, left);
            left /= part;
            if part > 1 {
                push_coalesced(&mut modes, step(part, place)?)?;
            }
            place *= extent;
        }
        DynLayout::strided(of_list(modes))
    }
}

/// Returns the shape with extent 1 for every mode of stride 0, except a mode without elements.
fn filtered_shape(modes: &Modes) -> Shape {
    modes.map(|mode| if mode.stride == 0 { mode.extent.min(1) } else { mode.extent })
}
