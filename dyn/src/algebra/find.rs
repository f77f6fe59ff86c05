//! The layout of a table of offsets.
//!
//! The stride of the first mode is entry 1, and its extent the first index at which that stride breaks; from there on the same
//! question is asked of every so-manieth entry, and the entries between have to repeat those before them. Each level reads fewer
//! entries than all before it, so that the search reads each entry but a few times.

use alloc::vec::Vec;

use crate::layout::{DynLayout, Mode, of_list};
use crate::refusal::{Refusal, fit};

impl DynLayout {
    /// Returns the layout whose offsets at 0, 1, 2, .. are those of the table, of which the last column may be partial. It is the
    /// only one of so few modes. The search takes a time proportional to the table's length.
    ///
    /// ```
    /// use zellige_dyn::DynLayout;
    /// assert_eq!(DynLayout::find(&[0, 2, 4, 7, 9, 11])?.to_string(), "(3,2):(2,7)");
    /// assert_eq!(DynLayout::find(&[0, 1, 5, 6, 10])?.to_string(), "(2,3):(1,5)");
    /// let refusal = DynLayout::find(&[0, 1, 5, 7]).unwrap_err();
    /// assert!(refusal.message().starts_with("entry 3 is 7, but 6 was expected"));
    /// # Ok::<(), zellige_dyn::Refusal>(())
    /// ```
    ///
    /// A table that does not begin with 0 is refused, and one that breaks its pattern, with
    /// [`Code::OtherNumbers`](crate::Code::OtherNumbers).
    pub fn find(table: &[i64]) -> Result<DynLayout, Refusal> {
        match table.first() {
            None => return Err(Refusal::table_empty()),
            Some(0) => {}
            Some(&origin) => return Err(Refusal::table_origin(origin)),
        }
        let (mut period, mut modes) = (1, Vec::new());
        while period < table.len() {
            let stride = table[period];
            let (mut extent, mut next) = (1usize, 0i64);
            while let Some(&found) = table.get(period.saturating_mul(extent)) {
                next = fit(next.checked_add(stride))?;
                if found != next {
                    break;
                }
                extent += 1;
            }
            let end = period.saturating_mul(extent).min(table.len());
            let mut base = 0i64;
            for (copy, entries) in (1..).zip(table[period..end].chunks(period)) {
                base = fit(base.checked_add(stride))?;
                for (origin, (&found, &of_origin)) in
                    entries.iter().zip(&table[..period]).enumerate()
                {
                    let expected = fit(base.checked_add(of_origin))?;
                    if found != expected {
                        let index = copy * period + origin;
                        return Err(Refusal::table_pattern(
                            index, found, expected, period, of_origin,
                        ));
                    }
                }
            }
            modes.push(Mode::of(extent as u64, stride));
            period = period.saturating_mul(extent);
        }
        DynLayout::strided(of_list(modes))
    }
}
