//! Nullspace: the coordinates that all have offset 0.
//!
//! ```text
//! nullspace (2,5,4):(1,0,2)  =  5:2        the index 2 * i has offset 0, for i < 5
//! ```
//!
//! The modes of stride 0, each with the step that its coordinate makes in the index: the product of
//! the extents before it.

use super::inverse::{Inverse, Placed, PlacedModes};
use super::modes::*;
use super::tree::*;
use crate::cases::cases;
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::tuple::IntTuple;

/// Modes with the products of the extents before them, of which some have stride 0.
pub trait Null: Sized {
    /// The modes of stride 0, each with its product for a stride.
    type Null: Modes;
    /// The modes of stride 0.
    fn null(self) -> Self::Null;
}
impl Null for HNil {
    type Null = HNil;
    #[inline(always)]
    fn null(self) -> HNil {
        HNil
    }
}
impl<S: Integer, D: Integer, P: Integer, T: PlacedModes> Null for Placed<S, D, P, T> {
    type Null = <D::IsZero as ConstantStride>::Out<S, P, T::Null>;
    #[inline(always)]
    fn null(self) -> Self::Null {
        <D::IsZero as ConstantStride>::go(self.0, self.2, self.3.null())
    }
}
cases! {
    /// Is the stride of the mode 0?
    ConstantStride[S: Integer, P: Integer, L: Modes](s: S, p: P, l: L) -> Modes {
        B1 => M<S, <S::IsOne as SingleCoordinate>::Out<P>, L> = cons(s, <S::IsOne as SingleCoordinate>::go(p), l);
        B0 => L = l;
    }
}
cases! {
    /// Is the extent 1? Its stride is 0, as in every compact layout.
    SingleCoordinate[P: Integer](p: P) -> Integer {
        B1 => UTerm = UTerm;
        B0 => P = p;
    }
}

cases! {
    /// The nullspace of S:D: is S:D itself refused?
    NullspaceOf[S: IntTuple, D: IntTuple](s: S, d: D) -> Layout {
        B1 => Strided<S, D> = Strided::of(s, d);
        B0 => <<<Flat<S, D> as Inverse>::Place<N1> as Null>::Null as ToLayout>::ToLayout = flat(s, d).place(N1::UNIT).null().to_layout();
    }
}
/// The nullspace of S:D. CuTe: `nullspace`.
pub type Nullspace<S, D> = <<S as IntTuple>::IsRefused as NullspaceOf>::Out<S, D>;
/// The nullspace of `s:d`.
#[inline(always)]
pub fn nullspace<S: IntTuple, D: IntTuple>(s: S, d: D) -> Nullspace<S, D> {
    <S::IsRefused as NullspaceOf>::go(s, d)
}
