//! The picture of a copy.

use zellige::Integer;
use zellige::atom::{
    CopyAtom, CopyAtomLayouts, CopyOperation, CopyTile, CopyTiling, Destination, Source,
};
use zellige::construct::col_major;
use zellige_dynamic::{DynLayout, Shape, Tuple};

use crate::owners::{Tile, fixed};
use crate::picture::Picture;

/// The number of bits of a row in the picture of an atom's block: the most that a thread reads at
/// once.
const ROW_BITS: u64 = 128;

/// The thread-value layouts of the two ends of a copy, known at run time. Every `CopyAtom` converts
/// to it.
///
/// ```
/// use zellige::{atom::*, prelude::*};
/// use zellige_draw::CopyLayouts;
/// let atom = CopyLayouts::from(CopyAtom::<copy::SM75_U32x4_LDSM_N, int!(16)>::default());
/// assert_eq!(atom.name, "SM75_U32x4_LDSM_N, elements of 16 bits");
/// assert_eq!(atom.shape, (32, 8).into());
/// assert_eq!(atom.source.to_string(), "(32,8):(8,1)");
/// assert_eq!(atom.destination.to_string(), "(32,(2,4)):(2,(1,64))");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyLayouts {
    /// The name of the picture.
    pub name: String,
    /// The rows and columns of the block that is copied.
    pub shape: Shape,
    /// True if the elements are numbered along rows first, as in the block of an atom, rather than
    /// along columns, as in a tile.
    pub by_rows: bool,
    /// From (thread, value) to the number of the element that is read.
    pub source: DynLayout,
    /// From (thread, value) to the number of the element that is written.
    pub destination: DynLayout,
}

impl CopyLayouts {
    /// Returns the layouts of one tile of a tiled copy.
    ///
    /// ```
    /// use zellige::{atom::*, prelude::*};
    /// use zellige_draw::CopyLayouts;
    /// type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>;
    /// let tiled = make_tiled_copy(Atom::default(), layout!((32, 8) : (1, 32)), layout!((4, 1)));
    /// let layouts = CopyLayouts::tiled(tiled);
    /// assert_eq!(layouts.shape, (128, 8).into());
    /// assert_eq!(layouts.source.to_string(), "(256,(4,1)):(4,(1,0))");
    /// ```
    pub fn tiled<C: CopyTiling>(tiled: C) -> CopyLayouts {
        let shape = DynLayout::from(&col_major(tiled.tile().tile_shape())).shape();
        CopyLayouts {
            name: format!("tiled copy of {shape}"),
            shape,
            by_rows: false,
            source: DynLayout::from(&tiled.layout_tv::<Source>()),
            destination: DynLayout::from(&tiled.layout_tv::<Destination>()),
        }
    }
}

/// Returns the layouts of an atom, whose block is drawn in rows of 128 bits.
///
/// ```
/// use zellige::{atom::*, prelude::*};
/// use zellige_draw::CopyLayouts;
/// let atom = CopyLayouts::from(CopyAtom::<copy::SM75_U32x1_LDSM_N, int!(16)>::default());
/// assert_eq!(atom.shape, (8, 8).into());
/// ```
impl<Op: CopyOperation, N: Integer> From<CopyAtom<Op, N>> for CopyLayouts {
    fn from(_: CopyAtom<Op, N>) -> CopyLayouts {
        let source = fixed::<<CopyAtom<Op, N> as CopyAtomLayouts>::LayoutSrc>();
        let destination = fixed::<<CopyAtom<Op, N> as CopyAtomLayouts>::LayoutDst>();
        let bits = fixed::<Op::LayoutRef>().cosize().unwrap_or(1);
        let elements = source.cosize().unwrap_or(1).max(1);
        let width = (bits / elements).max(1);
        let columns = (ROW_BITS / width).clamp(1, elements);
        CopyLayouts {
            name: format!("{}, elements of {width} bits", Op::NAME),
            shape: (elements.div_ceil(columns), columns).into(),
            by_rows: true,
            source,
            destination,
        }
    }
}

/// Returns the picture of a copy: the thread and value that read each element, and those that write
/// it.
///
/// ```
/// use zellige::{atom::*, prelude::*};
/// use zellige_draw as draw;
/// let picture = draw::copy(CopyAtom::<copy::SM75_U32x1_LDSM_N, int!(16)>::default());
/// let text = picture.text();
/// let first = text.lines().nth(5).expect("a first row");
/// assert!(first.starts_with("0 │ T0  V0  T0  V1  T0  V2  T0  V3 "));  // thread 0 gives the address of the row
/// assert!(first.ends_with(" T2  V0  T2  V1  T3  V0  T3  V1 │"));      // four threads get it
/// ```
///
/// An offset outside the block is a [`Picture::problem`].
#[doc(alias = "print_latex_copy")]
pub fn copy(copy: impl Into<CopyLayouts>) -> Picture {
    let copy = copy.into();
    let mut picture = Picture::titled(&copy.name);
    let shape = match &copy.shape {
        Tuple::Modes(modes) if modes.len() > 2 => {
            (modes[0].clone(), crate::axis::grouped(&modes[1..])).into()
        }
        shape => shape.clone(),
    };
    let ends = [("source", &copy.source), ("destination", &copy.destination)];
    for (number, (name, tv)) in ends.into_iter().enumerate() {
        picture.add_tile(&Tile {
            place: (0, number),
            caption: format!("{name}: {tv}"),
            tv,
            shape: shape.clone(),
            by_rows: copy.by_rows,
        });
    }
    picture
}
