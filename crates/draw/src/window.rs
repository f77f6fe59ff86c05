//! The limits on how much is drawn of large layouts.

/// The maximum number of rows, and of columns, of a table. Larger layouts are drawn in part, and
/// the picture says so.
///
/// ```
/// use zellige_draw as draw;
/// use zellige_dynamic::DynLayout;
/// let long: DynLayout = "100:1".parse()?;
/// assert_eq!(draw::MOST_ROWS, 64);
/// assert_eq!(draw::layout(&long).notes(), ["The picture has columns 0 to 63 of 100; the other 36 cells are left out."]);
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub const MOST_ROWS: usize = 64;

/// The maximum number of tables side by side, and of tables one below the other, for a layout of
/// more than two modes.
pub(crate) const MOST_TABLES: usize = 8;

/// The maximum number of cells in all tables of one layout.
pub(crate) const MOST_CELLS: usize = MOST_ROWS * MOST_ROWS;

/// The maximum number of pairs of a thread and a value that are considered.
pub(crate) const MOST_PAIRS: u64 = 1 << 20;

/// Returns how many of `extent` rows or columns are drawn.
pub(crate) fn shown(extent: u64) -> usize {
    extent.min(MOST_ROWS as u64) as usize
}

/// Rows, columns, or other items, possibly only the first of which are drawn.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) name: &'static str,
    /// The text after the total number.
    pub(crate) of: &'static str,
    pub(crate) drawn: usize,
    pub(crate) all: u64,
}

/// Returns the sentence that says which of the rows, columns and so on are drawn, or `None` if all
/// are.
pub(crate) fn left_out(parts: &[Part]) -> Option<String> {
    let cuts = parts.iter().filter(|part| (part.drawn as u64) < part.all);
    let cuts: Vec<String> = cuts
        .map(|Part { name, of, drawn, all }| match drawn {
            1 => format!("{name} 0 of {all}{of}"),
            _ => format!("{name}s 0 to {} of {all}{of}", drawn - 1),
        })
        .collect();
    let (last, first) = cuts.split_last()?;
    let cuts = match first {
        [] => last.clone(),
        _ => format!("{} and {last}", first.join(", ")),
    };
    let product = |number: fn(&Part) -> u128| {
        let mut numbers = parts.iter().map(number);
        numbers.try_fold(1, u128::checked_mul)
    };
    let all = product(|part| part.all.into());
    let others = match all.zip(product(|part| part.drawn as u128)) {
        Some((all, drawn)) => (all - drawn).to_string(),
        None => "more than 2^127".into(),
    };
    let cells = if others == "1" { "cell is" } else { "cells are" };
    Some(format!("The picture has {cuts}; the other {others} {cells} left out."))
}
