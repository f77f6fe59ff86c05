//! Whether a coordinate is outside a shape, as far as both are static.

use core::marker::PhantomData;

use crate::integer::Integer;
use crate::number::Bool;
use crate::refusal::Message;
use crate::tuple::IntTuple;

/// The position of a coordinate in a shape, as far as both are static.
pub trait Place {
    /// True if it is known to be outside. This is false for `..` and for a run-time integer.
    const IS_OUTSIDE: bool;
    /// The coordinate in CuTe's notation: `(_8,_)`, where `_` is `..`.
    const TEXT: Message;
    /// As the last modes of a coordinate: `,_8,_)`.
    const LAST: Message;
}
/// The index C in the shape S.
pub struct At<C, S>(PhantomData<(C, S)>);
/// All of a mode.
pub struct WholeMode;
/// The position H in the first mode, T in the others.
pub struct In<H, T>(PhantomData<(H, T)>);
/// No mode is left.
pub struct NoModeLeft;

impl<C: Integer, S: IntTuple> Place for At<C, S> {
    // The largest `u64` may represent a larger number.
    const IS_OUTSIDE: bool = <C::IsStatic as Bool>::VALUE
        && <<S::Elements as Integer>::IsStatic as Bool>::VALUE
        && <S::Elements as Integer>::KNOWN < u64::MAX
        && C::KNOWN >= <S::Elements as Integer>::KNOWN;
    const TEXT: Message = C::TEXT;
    const LAST: Message = C::TEXT;
}
impl Place for WholeMode {
    const IS_OUTSIDE: bool = false;
    const TEXT: Message = Message::new().s("_");
    const LAST: Message = Self::TEXT;
}
impl<H: Place, T: Place> Place for In<H, T> {
    const IS_OUTSIDE: bool = H::IS_OUTSIDE || T::IS_OUTSIDE;
    const TEXT: Message = Message::new().s("(").cat(&H::TEXT).cat(&T::LAST);
    const LAST: Message = Message::new().s(",").cat(&H::TEXT).cat(&T::LAST);
}
impl Place for NoModeLeft {
    const IS_OUTSIDE: bool = false;
    const TEXT: Message = Message::new().s("()");
    const LAST: Message = Message::new().s(")");
}

/// Panics if the coordinate with the position P is known to be outside the shape S.
#[track_caller]
pub const fn check_place<P: Place, S: IntTuple>() {
    if P::IS_OUTSIDE {
        Message::new()
            .s("the coordinate ")
            .cat(&P::TEXT)
            .s(" is outside the shape ")
            .cat(&S::TEXT)
            .raise()
    }
}
