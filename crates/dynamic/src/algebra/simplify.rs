//! Simplifications: the same offsets with fewer modes.

use alloc::vec::Vec;

use super::extension::push_coalesced;
use super::inverse::{placed, step};
use crate::layout::{DynLayout, Mode, Modes, nothing, of_list};
use crate::refusal::{Refusal, Sentences};
use crate::tuple::{Shape, Tuple};

impl DynLayout {
    /// Returns the layout with the fewest modes that is the same function of an index; in a layout
    /// without elements, modes that continue where others end are merged. CuTe: `coalesce`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,(1,6)):(1,(7,2))".parse()?;
    /// assert_eq!(a.coalesce()?.to_string(), "12:1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coalesce(&self) -> Result<DynLayout, Refusal> {
        self.around(of_list(coalesced(&self.modes)?))
    }

    /// Returns the layout with each part coalesced for which the profile has a number, so that its
    /// nesting is kept. CuTe: `coalesce(layout, profile)`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,(1,6)):(1,(6,2))".parse()?;
    /// assert_eq!(a.coalesce_by((1, 1))?.to_string(), "(2,6):(1,2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a profile with more modes than the layout.
    #[doc(alias = "coalesce")]
    pub fn coalesce_by(&self, profile: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        self.around(by_profile(&self.modes, &profile.into(), &coalesced)?)
    }

    /// Returns the coalesced layout without the modes of stride 0, which has the same offsets
    /// without those repetitions. CuTe: `filter`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,5,4):(1,0,2)".parse()?;
    /// assert_eq!(a.filter()?.to_string(), "8:1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filter(&self) -> Result<DynLayout, Refusal> {
        self.around(of_list(filtered(&self.modes)?))
    }

    /// Returns the layout with each part filtered for which the profile has a number; modes beyond
    /// the profile are kept. CuTe: `filter(layout, profile)`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,(5,4),3):(1,(0,2),0)".parse()?;
    /// assert_eq!(a.filter_by((1, 1))?.to_string(), "(2,4,3):(1,2,0)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a profile with more modes than the layout.
    #[doc(alias = "filter")]
    pub fn filter_by(&self, profile: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        self.around(by_profile(&self.modes, &profile.into(), &filtered)?)
    }

    /// Returns the layout with extent 1 for every mode of stride 0, except a mode without elements.
    /// CuTe: `filter_zeros`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,5,4):(1,0,2)".parse()?;
    /// assert_eq!(a.filter_zeros()?.to_string(), "(2,1,4):(1,0,2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filter_zeros(&self) -> Result<DynLayout, Refusal> {
        self.around(self.modes.map(|mode| Mode {
            extent: if mode.stride == 0 { mode.extent.min(1) } else { mode.extent },
            stride: mode.stride.clone(),
        }))
    }

    /// Returns the layout with extent 1 for every part for which the profile is 0, except a part
    /// without elements. CuTe: `filter_zeros(layout, profile)`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,(5,4)):(1,(8,2))".parse()?;
    /// assert_eq!(a.filter_zeros_by((1, 0))?.to_string(), "(2,(1,1)):(1,(8,2))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses a profile with another nesting than the layout, or a finer one.
    #[doc(alias = "filter_zeros")]
    pub fn filter_zeros_by(&self, profile: impl Into<Shape>) -> Result<DynLayout, Refusal> {
        fn go(modes: &Modes, profile: &Shape) -> Option<Modes> {
            match (profile, modes) {
                (Tuple::Leaf(0), _) => {
                    Some(modes.map(|mode| Mode {
                        extent: mode.extent.min(1),
                        stride: mode.stride.clone(),
                    }))
                }
                (Tuple::Leaf(_), _) => Some(modes.clone()),
                (Tuple::Modes(profiles), Tuple::Modes(modes)) if profiles.len() == modes.len() => {
                    let pairs = modes.iter().zip(profiles);
                    let modes = pairs.map(|(mode, profile)| go(mode, profile));
                    modes.collect::<Option<_>>().map(Tuple::Modes)
                }
                _ => None,
            }
        }
        let profile = profile.into();
        match go(&self.modes, &profile) {
            Some(modes) => self.around(modes),
            None => Err(Refusal::not_congruent(self.shape(), profile)),
        }
    }

    /// Returns the layout of the indices that all have offset 0: the modes of stride 0, each with
    /// its step of the index; `0:1` if there is no index. CuTe: `nullspace`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(2,5,4):(1,0,2)".parse()?;
    /// assert_eq!(a.nullspace()?.to_string(), "5:2");
    /// assert_eq!(a.at(2 * 3)?, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nullspace(&self) -> Result<DynLayout, Refusal> {
        if self.has_no_element() {
            return DynLayout::strided(nothing());
        }
        let mut null = Vec::new();
        for found in placed(self.modes.leaves().into_iter().cloned()) {
            let extent = found.mode.extent;
            if found.mode.stride == 0 {
                null.push(step(extent, if extent == 1 { 0 } else { found.place })?);
            }
        }
        DynLayout::strided(of_list(null))
    }
}

/// Returns the coalesced modes: none of extent 1, and none that continues where the one before
/// ends.
pub(crate) fn coalesced(modes: &Modes) -> Result<Vec<Mode>, Refusal> {
    push_all(modes, |mode| mode.extent != 1)
}

/// Returns the coalesced modes with a stride other than 0, and those without elements.
fn filtered(modes: &Modes) -> Result<Vec<Mode>, Refusal> {
    push_all(modes, |mode| mode.extent != 1 && (mode.stride != 0 || mode.extent == 0))
}

fn push_all(modes: &Modes, keep: impl Fn(&Mode) -> bool) -> Result<Vec<Mode>, Refusal> {
    let mut pushed = Vec::new();
    for mode in modes.leaves() {
        if keep(mode) {
            push_coalesced(&mut pushed, mode.clone())?;
        }
    }
    Ok(pushed)
}

/// Returns the result of `simplify` on each part for which the profile has a number.
fn by_profile(
    modes: &Modes,
    profile: &Shape,
    simplify: &impl Fn(&Modes) -> Result<Vec<Mode>, Refusal>,
) -> Result<Modes, Refusal> {
    match (profile, modes) {
        (Tuple::Leaf(_), _) => Ok(of_list(simplify(modes)?)),
        (Tuple::Modes(profiles), _) if profiles.is_empty() => Ok(modes.clone()),
        (Tuple::Modes(profiles), _) if profiles.len() <= modes.rank() => {
            let modes = modes.modes();
            let pairs = modes.iter().zip(profiles);
            let made = Tuple::try_of(pairs, |(mode, profile)| by_profile(mode, profile, simplify))?;
            let mut made = made.into_modes();
            made.extend_from_slice(&modes[profiles.len()..]);
            Ok(Tuple::Modes(made))
        }
        _ => Err(Refusal::no_such_mode()),
    }
}
