//! Conversion from the layouts that are types.

use alloc::string::ToString;

use crate::layout::DynLayout;
use crate::refusal::Refusal;

impl DynLayout {
    /// Converts a layout of zellige's types, whether its integers are static or not.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_dynamic::DynLayout;
    /// let rows = 100usize;
    /// let a = DynLayout::of(&layout!((rows, 64) : (64, 1)))?;
    /// assert_eq!(a.to_string(), "(100,64):(64,1)");
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a layout whose size or offsets do not fit in 63 bits. Passing the result of a
    /// refused operation does not compile.
    pub fn of<L: zellige::Layout>(layout: &L) -> Result<DynLayout, Refusal> {
        const {
            if let Some(refusal) = L::REFUSAL {
                refusal.raise()
            }
        }
        let text = layout.to_string();
        text.parse().map_err(|error: crate::ParseError| {
            Refusal::does_not_fit(format_args!("{text}: {error}, which"))
        })
    }
}

/// Converts the layout, keeping its numbers.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_dynamic::DynLayout;
/// let tile = DynLayout::from(&layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1)));
/// assert_eq!(tile, "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?);
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
///
/// # Panics
///
/// Panics if [`DynLayout::of`] refuses the layout.
impl<L: zellige::Layout> From<&L> for DynLayout {
    #[track_caller]
    fn from(layout: &L) -> Self {
        match DynLayout::of(layout) {
            Ok(layout) => layout,
            Err(refusal) => panic!("{refusal}"),
        }
    }
}
