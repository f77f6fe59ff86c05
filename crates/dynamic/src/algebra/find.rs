//! The layout of a table of offsets.

use alloc::vec::Vec;

use super::table::{Break, Found, find, find_strided};
use crate::layout::{DynLayout, Mode, Outer, of_list};
use crate::refusal::{Refusal, fit};
use crate::swizzle::Swizzle;

impl DynLayout {
    /// Returns the layout whose offsets at 0, 1, 2, ... are those of the table; its last column may
    /// be partial. If no strides give the table, the result is a layout with a swizzle of the
    /// fewest bits around it. For a table of M offsets the search takes O(M) time, and O(M log M)
    /// with swizzles.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// assert_eq!(DynLayout::find(&[0, 2, 4, 7, 9, 11])?.to_string(), "(3,2):(2,7)");
    /// assert_eq!(DynLayout::find(&[0, 1, 5, 6, 10])?.to_string(), "(2,3):(1,5)");
    /// assert_eq!(DynLayout::find(&[0, 1, 2, 3, 5, 4, 7, 6])?.to_string(), "Sw<1,0,2> o 0 o 8:1");
    /// let refusal = DynLayout::find(&[0, 1, 2, 3, 5, 4, 7, 6, 10, 11, 8, 9, 15, 14, 12, 13]).unwrap_err();
    /// assert_eq!(
    ///     refusal.message(),
    ///     "entry 5 is 4, but 6 was expected: from entry 4 on, entries 0 to 3 come again with 5 added, and entry 1 is 1 \
    ///      (a new mode can begin only at a multiple of 4); \
    ///      with the swizzle Sw<2,0,2> the pattern continues up to entry 15, which would have to be 16"
    /// );
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a table that breaks its pattern with
    /// [`Code::OtherNumbers`](crate::Code::OtherNumbers); the sentence names the swizzle with which
    /// the pattern continues furthest. Also refuses a table that does not begin with 0, if no
    /// swizzle moves an offset there.
    pub fn find(table: &[i64]) -> Result<DynLayout, Refusal> {
        let found = find(table.len(), |index| table[index].into());
        let Found { swizzle, modes } = found.map_err(|no| refusal(table, &no))?;
        let layout = of_modes(modes)?;
        let Some((bits, start)) = swizzle else {
            return Ok(layout);
        };
        let (bits, base, shift) = bits.parameters();
        let swizzle = Outer::Swizzle(Swizzle::new(bits, base, shift)?);
        DynLayout::composed(swizzle, fit(i64::try_from(start).ok())?, layout)
    }

    /// Does the same as [`find`](DynLayout::find), without swizzles: returns the only strided
    /// layout with so few modes that has the table.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// assert_eq!(DynLayout::find_strided(&[0, 1, 5, 6, 10])?.to_string(), "(2,3):(1,5)");
    /// assert!(DynLayout::find_strided(&[0, 1, 2, 3, 5, 4, 7, 6]).is_err());
    /// # Ok::<(), zellige_dynamic::Refusal>(())
    /// ```
    ///
    /// Refuses a table that does not begin with 0, and one that breaks its pattern, with
    /// [`Code::OtherNumbers`](crate::Code::OtherNumbers).
    pub fn find_strided(table: &[i64]) -> Result<DynLayout, Refusal> {
        let found = find_strided(table.len(), |index| table[index].into());
        of_modes(found.map_err(|no| refusal(table, &no))?)
    }
}

/// Returns the layout of these modes.
fn of_modes(modes: Vec<(u64, i128)>) -> Result<DynLayout, Refusal> {
    let mode = |(extent, stride)| Ok(Mode::of(extent, fit(i64::try_from(stride).ok())?));
    let modes = modes.into_iter().map(mode);
    DynLayout::strided(of_list(modes.collect::<Result<_, Refusal>>()?))
}

/// Returns the refusal of a table.
fn refusal(table: &[i64], no: &Break) -> Refusal {
    match no {
        Break::Empty => Refusal::table_empty(),
        Break::Origin(origin) => Refusal::table_origin(*origin),
        Break::Pattern(pattern, tried) => {
            let (index, period) = (pattern.index, pattern.period);
            let base = table[index % period];
            Refusal::table_pattern(index, table[index], pattern.expected, period, base, tried)
        }
    }
}
