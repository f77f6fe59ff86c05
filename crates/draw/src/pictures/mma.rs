//! The picture of a matrix product by one instruction, or by several.

use zellige::atom::{MmaAtom, MmaTiling, OperandA, OperandB, OperandC};
use zellige::construct::col_major;
use zellige::tuple::IntTuple;
use zellige_dynamic::{DynLayout, Shape};

use crate::owners::{Tile, fixed, no_element};
use crate::picture::Picture;

/// The thread-value layouts of a matrix product, known at run time. Every atom of
/// `zellige::atom::mma` converts to it.
///
/// ```
/// use zellige::atom::mma;
/// use zellige_draw::MmaLayouts;
/// let atom = MmaLayouts::from(mma::SM80_16x8x16_F32F16F16F32_TN);
/// assert_eq!(atom.name, "SM80_16x8x16_F32F16F16F32_TN");
/// assert_eq!(atom.shape, [16, 8, 16]);
/// assert_eq!(atom.c.to_string(), "((4,8),(2,2)):((32,1),(16,8))");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MmaLayouts {
    /// The name of the picture.
    pub name: String,
    /// M, N and K.
    pub shape: [u64; 3],
    /// From (thread, value) to the element `m + M k` of A.
    pub a: DynLayout,
    /// From (thread, value) to the element `n + N k` of B.
    pub b: DynLayout,
    /// From (thread, value) to the element `m + M n` of C.
    pub c: DynLayout,
}

impl MmaLayouts {
    /// Returns the layouts of one tile of a tiled MMA.
    ///
    /// ```
    /// use zellige::{atom::*, prelude::*};
    /// use zellige_draw::MmaLayouts;
    /// let tiled = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// assert_eq!(MmaLayouts::tiled(tiled).shape, [32, 16, 16]);
    /// ```
    pub fn tiled<T: MmaTiling>(tiled: T) -> MmaLayouts {
        MmaLayouts {
            name: format!("{}, tiled", T::Atom::NAME),
            shape: mnk(tiled.tile_shape()),
            a: DynLayout::from(&tiled.layout_tv::<OperandA>()),
            b: DynLayout::from(&tiled.layout_tv::<OperandB>()),
            c: DynLayout::from(&tiled.layout_tv::<OperandC>()),
        }
    }
}

/// Returns the layouts of an atom.
///
/// ```
/// use zellige::atom::mma;
/// use zellige_draw::MmaLayouts;
/// assert_eq!(MmaLayouts::from(mma::SM70_8x8x4_F32F16F16F32_TN).shape, [8, 8, 4]);
/// ```
impl<A: MmaAtom> From<A> for MmaLayouts {
    fn from(_: A) -> MmaLayouts {
        MmaLayouts {
            name: A::NAME.into(),
            shape: mnk(A::ShapeMnk::STATIC),
            a: fixed::<A::LayoutATv>(),
            b: fixed::<A::LayoutBTv>(),
            c: fixed::<A::LayoutCTv>(),
        }
    }
}

/// Returns the three extents of a shape.
fn mnk(shape: impl IntTuple) -> [u64; 3] {
    let shape = DynLayout::from(&col_major(shape)).shape();
    let mut extents = shape.modes().iter().map(|mode| mode.size().unwrap_or(0));
    std::array::from_fn(|_| extents.next().unwrap_or(1))
}

/// Returns the picture of a matrix product: the thread and value that have each element of A, B and
/// C, with B above C and A to the left of C, so that the row of A and the column of B meet at their
/// element of C. CuTe: `print_latex_mma`.
///
/// ```
/// use zellige::atom::mma;
/// use zellige_draw as draw;
/// let text = draw::mma(mma::SM80_16x8x8_F32F16F16F32_TN).text();
/// let lines: Vec<&str> = text.lines().collect();
/// assert!(lines[2].ends_with(" B: (k,n), ((4,8),2):((16,1),8)"));
/// assert!(lines[15].starts_with("A: (m,k), ((4,8),(2,2)):((32,1),(16,8)) "));
/// assert!(lines[15].ends_with(" C: (m,n), ((4,8),(2,2)):((32,1),(16,8))"));
/// assert!(lines[18].starts_with(" 0 │ T0  V0  T0  V1  T1  V0  T1  V1 "));
/// ```
///
/// An offset outside its matrix, and a shape with an extent of 0, are a [`Picture::problem`].
#[doc(alias = "print_latex_mma")]
pub fn mma(atom: impl Into<MmaLayouts>) -> Picture {
    let atom = atom.into();
    let [m, n, k] = atom.shape;
    let mut picture = Picture::titled(format!("{}: {m} x {n} x {k}", atom.name));
    if atom.shape.contains(&0) {
        picture.note_problem(no_element(&Shape::from((m, n, k))));
        return picture;
    }
    let operands = [
        // B is drawn as k by n: its elements, numbered along n first, go along the rows.
        ("B: (k,n)", (0, 1), &atom.b, (k, n), true),
        ("A: (m,k)", (1, 0), &atom.a, (m, k), false),
        ("C: (m,n)", (1, 1), &atom.c, (m, n), false),
    ];
    for (name, place, tv, shape, by_rows) in operands {
        picture.add_tile(&Tile {
            place,
            caption: format!("{name}, {tv}"),
            tv,
            shape: shape.into(),
            by_rows,
        });
    }
    picture
}
