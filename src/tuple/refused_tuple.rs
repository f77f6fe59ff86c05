//! A refused integer as a tuple of any profile, and of refused modes.

use core::fmt;

use crate::integer::*;
use crate::number::*;
use crate::profile::{Profile, ProfileOfRefused};
use crate::refusal::{Leaves, Message, Reason, Refusal, Refused};
use crate::tuple::{IntTuple, Leaf};

#[diagnostic::do_not_recommend]
impl<E: Reason, P: Profile> IntTuple for Refused<E, P> {
    type Kind = Leaf;
    type Profile = P;
    type Leaf = Refused<E>;
    type Head = Refused<E, P::Head>;
    type Tail = Refused<E, P::Tail>;
    type IsEmpty = B0;
    type IsRefused = B1;
    type AllStatic = B0;
    type HasElements = B0;
    type Rank = N1;
    type Elements = Refused<E>;
    type Prepend<X: IntTuple> = Refused<E, ProfileOfRefused>;
    type Stack<X: IntTuple> = Refused<E, ProfileOfRefused>;
    type WithProfile<F: Profile> = Refused<E, F>;
    #[inline(always)]
    fn with_profile<F: Profile>(self) -> Refused<E, F> {
        Refused::UNIT
    }
    type Refined<B: Profile> = Refused<E, B::Refined<P>>;
    #[inline(always)]
    fn refined<B: Profile>(self) -> Self::Refined<B> {
        Refused::UNIT
    }
    type ZipModes = Self;
    #[inline(always)]
    fn zip_modes(self) -> Self {
        self
    }
    type AtRunTime<W: Dynamic> = Self;
    const UNCHECKED: Self = Self::UNIT;
    const REFUSAL: Option<Refusal> = Some(E::REFUSAL);
    const IS_UNSIGNED: bool = false;
    const TEXT: Message = Message::new().s("(refused)");
    const LEAVES: Leaves = Leaves::refused(E::REFUSAL);
    #[inline(always)]
    fn leaf(self) -> Refused<E> {
        Refused::UNIT
    }
    #[inline(always)]
    fn head(self) -> Self::Head {
        Refused::UNIT
    }
    #[inline(always)]
    fn tail(self) -> Self::Tail {
        Refused::UNIT
    }
    #[inline(always)]
    fn elements(self) -> Refused<E> {
        Refused::UNIT
    }
    #[inline(always)]
    fn prepend_mode<X: IntTuple>(self, _: X) -> Self::Prepend<X> {
        Refused::UNIT
    }
    #[inline(always)]
    fn stack_mode<X: IntTuple>(self, _: X) -> Self::Stack<X> {
        Refused::UNIT
    }
    #[inline(always)]
    fn combine<O: BinOp, A: IntTuple, B: IntTuple>(_: A, _: B) -> Self {
        Refused::UNIT
    }
    fn leaves(self) -> Leaves {
        Leaves::refused(E::REFUSAL)
    }
    fn write(self, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str("(refused)")
    }
}
