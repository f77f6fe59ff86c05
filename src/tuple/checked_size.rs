//! The product of the integers of a tuple, checked: it must fit their type.

use super::measure::Product;
use super::{Empty, IntTuple, Leaf, Node};
use crate::integer::Integer;
use crate::run_time::check_sizes::product_fault;
use crate::run_time::{Faults, ModeList};

/// Returns whether the product of the integers of S may exceed their type.
pub const fn can_exceed<S: IntTuple>() -> bool {
    S::HAS_RUN_TIME && S::COUNT > 1
}
/// Returns the integers of `s`, as the extents of modes.
pub fn extents<S: IntTuple>(s: S) -> ModeList {
    let mut list = ModeList::NONE;
    <S::Kind as ExtentsOf>::push(s, &mut list);
    list
}
/// The list of the integers of a tuple, dispatched on its kind.
#[doc(hidden)]
pub trait ExtentsOf {
    /// Appends the integers of `s`.
    fn push<S: IntTuple>(s: S, list: &mut ModeList);
}
impl ExtentsOf for Leaf {
    #[inline(always)]
    fn push<S: IntTuple>(s: S, list: &mut ModeList) {
        let n = s.leaf().projected();
        list.push(n as u64, n)
    }
}
impl ExtentsOf for Empty {
    #[inline(always)]
    fn push<S: IntTuple>(_: S, _: &mut ModeList) {}
}
impl ExtentsOf for Node {
    #[inline(always)]
    fn push<S: IntTuple>(s: S, list: &mut ModeList) {
        <<S::Head as IntTuple>::Kind as ExtentsOf>::push(s.head(), list);
        <<S::Tail as IntTuple>::Kind as ExtentsOf>::push(s.tail(), list);
    }
}

/// Returns the product of the integers of `s`, unless it does not fit their type.
#[inline(always)]
pub fn product<S: IntTuple>(s: S, operation: &'static str, faults: impl Faults) -> Product<S> {
    let product = s.elements();
    if const { can_exceed::<S>() } {
        faults.find(|| product_fault(operation, &extents(s), product.projected() as u64));
    }
    product
}
