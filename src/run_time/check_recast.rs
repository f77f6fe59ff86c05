//! The check of recasts: the modes must be those of wider or narrower elements.
//!
//! Each integer of a shape stays a single integer, so the modes are compared one by one.

use super::mode_list::{ModeList, other_modes};
use crate::refusal::{Code, Message, Refusal};

/// Returns why `wider` is not `layout` in elements `n` times as wide.
#[inline(never)]
pub fn upcast_fault(layout: &ModeList, n: u64, wider: &ModeList) -> Option<Refusal> {
    let (step, mut reach) = (n as i128, 0);
    for &(extent, stride) in layout.modes() {
        if stride % step != 0 && (stride < 0 || step % stride != 0) {
            return Some(Refusal::upcast_stride(extent, stride as u64, n as u128));
        }
        if 0 < stride && stride < step && extent > 0 {
            reach += ((extent as i128).min(step / stride) - 1) * stride;
        }
    }
    if reach >= step {
        return Some(Refusal::upcast_carries(&layout.text(), n, reach as u64));
    }
    let expected = layout.modes().iter().map(|&(extent, stride)| {
        if stride % step == 0 {
            (extent, stride / step)
        } else {
            (extent.div_ceil((step / stride) as u64), 1)
        }
    });
    compared("upcast", layout, n, wider, expected)
}

/// Returns why `narrower` is not `layout` in elements that are narrower by the factor `n`.
#[inline(never)]
pub fn downcast_fault(layout: &ModeList, n: u64, narrower: &ModeList) -> Option<Refusal> {
    let units = layout.modes().iter().filter(|mode| mode.1 == 1).count();
    if units > 1 && n > 1 {
        return Some(Refusal::two_unit_strides(&layout.text(), n as u128, units as u128));
    }
    let expected = layout.modes().iter().map(|&(extent, stride)| {
        if stride == 1 {
            (extent.saturating_mul(n), 1)
        } else {
            (extent, stride.saturating_mul(n as i128))
        }
    });
    compared("downcast", layout, n, narrower, expected)
}

/// Returns why the modes of `recast` are not the expected ones.
fn compared(
    operation: &'static str,
    layout: &ModeList,
    n: u64,
    recast: &ModeList,
    expected: impl Iterator<Item = (u64, i128)>,
) -> Option<Refusal> {
    if expected.eq(recast.modes().iter().copied()) {
        return None;
    }
    let operands = Message::new().s("L: ").cat(&layout.text()).s(", N: ").u(n);
    Some(other_modes(operation, &recast.text(), operands))
}

/// Returns why the offset of a composed layout is not an offset of elements `n` times as wide.
#[inline(never)]
pub fn offset_fault(offset: i128, n: u64) -> Option<Refusal> {
    (offset % n as i128 != 0).then(|| Refusal::recast_offset(n, offset.unsigned_abs()))
}

/// Returns why `computed` is not the offset of a composed layout in elements that are narrower by
/// the factor `n`: it does not fit.
#[inline(never)]
pub fn start_fault(offset: i128, n: u64, computed: i128) -> Option<Refusal> {
    let exact = offset.saturating_mul(n as i128);
    (exact != computed).then(|| {
        let m = Message::new().s("downcast by ").u(n).s(": the offset ");
        let m = m.u(offset.unsigned_abs() as u64).s(" of the composed layout becomes ");
        let m = m.u(exact.unsigned_abs() as u64).s(", which does not fit its type");
        Refusal::new(Code::DoesNotFit, m)
    })
}
