//! Complement: the layout of the offsets at which copies of a layout tile `[0, M)`.
//!
//! Without strides 0 and extents 1, sorted by stride, the modes are `s_1:d_1, s_2:d_2, ..`. The
//! first i of them span `cur_i = s_i d_i` elements, and the complement fills the gaps between the
//! spans: `(d_1, d_2/cur_1, ..):(1, cur_1, ..)`. A mode must not begin inside the span of the modes
//! before it, and, if no offset may be left out, each span must divide the next stride.

use alloc::vec::Vec;

use zellige::refusal::names::{COMPLEMENT, COMPLEMENT_SPARSE, OfComplement};

use crate::layout::{DynLayout, Mode, Modes, of_list};
use crate::refusal::{Refusal, Sentences, fit};
use crate::tuple::Shape;

/// The offsets that a complement may leave out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holes {
    /// No offset below M.
    None,
    /// Offsets between the copies, as padded blocks need.
    Allowed,
    /// The same, and the last mode is kept even if its extent is 1, so that it continues past M.
    GoingOn,
}

impl DynLayout {
    /// Returns the covering complement in `[0, m)`: the layout of the offsets at which copies of
    /// this layout tile the range. Together with the layout it reaches every offset below `m`
    /// exactly once. A shape is used as its product.
    ///
    /// ```
    /// use zellige_dynamic::{Code, DynLayout};
    /// let a: DynLayout = "(2,2):(1,6)".parse()?;
    /// assert_eq!(a.complement(24)?.to_string(), "(3,2):(2,12)");
    /// let padded: DynLayout = "(4,4):(1,6)".parse()?;
    /// assert_eq!(padded.complement(64).unwrap_err().code, Code::Gap);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses modes that interleave, offsets that no copy reaches, and a layout without elements.
    pub fn complement(&self, m: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        DynLayout::strided(complement(
            self.demand_strides()?,
            m.into().size()?,
            Holes::None,
            COMPLEMENT,
        )?)
    }

    /// Returns the complement that may leave holes, as padded blocks need. CuTe: `complement`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let padded: DynLayout = "(4,4):(1,6)".parse()?;
    /// assert_eq!(padded.complement_sparse(64)?.to_string(), "3:24");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses modes that interleave, and a layout without elements.
    #[doc(alias = "complement")]
    pub fn complement_sparse(&self, m: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        DynLayout::strided(complement(
            self.demand_strides()?,
            m.into().size()?,
            Holes::Allowed,
            COMPLEMENT_SPARSE,
        )?)
    }
}

/// The steps of the computation of a complement, in order.
pub(crate) enum Seen<'a> {
    /// A mode that reaches only one offset.
    Dropped(&'a Mode),
    /// A mode after others that cover so many elements: `copies` of these fit before its stride.
    Sorted { extent: u64, stride: u64, covered: u64, copies: u64 },
    /// All modes together cover `covered` elements, and `copies` of them cover m.
    End { covered: u64, copies: u64 },
}

/// Returns the complement of these modes in `[0, m)`.
pub(crate) fn complement(
    modes: &Modes,
    m: u64,
    holes: Holes,
    names: OfComplement,
) -> Result<Modes, Refusal> {
    complement_seen(modes, m, holes, names, |_| ())
}

/// Returns the complement, and calls `see` with each step.
pub(crate) fn complement_seen(
    modes: &Modes,
    m: u64,
    holes: Holes,
    names: OfComplement,
    mut see: impl FnMut(Seen<'_>),
) -> Result<Modes, Refusal> {
    let (operation, layout, note) = names;
    if let Some(mode) = modes.leaves().into_iter().find(|mode| mode.extent == 0) {
        return Err(Refusal::no_elements(operation, layout, &mode.stride));
    }
    let mut sorted = Vec::new();
    for mode in modes.leaves() {
        if mode.extent > 1 && mode.stride != 0 {
            sorted.push(mode);
        } else {
            see(Seen::Dropped(mode));
        }
    }
    let several = sorted.len() > 1;
    let mut strides = Vec::with_capacity(sorted.len());
    for mode in sorted {
        match mode.stride.unsigned() {
            Some(stride) => strides.push((stride, mode.extent)),
            None if several => return Err(Refusal::no_order()),
            None => return Err(Refusal::not_unsigned(&mode.stride)),
        }
    }
    strides.sort_by_key(|&(stride, _)| stride);
    let mut rest = Vec::with_capacity(strides.len() + 1);
    let mut covered = 1;
    for (stride, extent) in strides {
        let copies = stride / covered;
        see(Seen::Sorted { extent, stride, covered, copies });
        if stride < covered {
            return Err(Refusal::interleaved(operation, layout, extent, stride, covered));
        }
        if stride % covered != 0 && holes == Holes::None && covered * copies < m {
            return Err(Refusal::gap(operation, layout, stride, covered, m, note));
        }
        if copies > 1 {
            rest.push(Mode::of(copies, fit(i64::try_from(covered).ok())?));
        }
        covered = fit(stride.checked_mul(extent))?;
    }
    let mut last = m.div_ceil(covered);
    if holes == Holes::GoingOn {
        last = last.max(2);
    }
    see(Seen::End { covered, copies: last });
    if last != 1 {
        rest.push(Mode::of(last, fit(i64::try_from(covered).ok())?));
    }
    Ok(of_list(rest))
}
