//! The tables of `docs/porting.md`: CuTe C++, CuTe DSL, zellige.

#![allow(dead_code)] // the build script asks for our names, the test for theirs

/// A row of a table.
pub struct Row<'a> {
    columns: [&'a str; 3],
}

/// The rows of all tables of the page, without their headers.
pub fn rows(page: &str) -> Vec<Row<'_>> {
    let lines = page.lines().filter(|line| line.starts_with('|'));
    let body = lines.filter(|line| !line.starts_with("|---") && !line.starts_with("| CuTe C++"));
    body.map(|line| {
        let mut columns = line.trim_matches('|').split('|').map(str::trim);
        let mut next = || columns.next().unwrap_or_else(|| panic!("three columns: {line}"));
        let row = Row { columns: [next(), next(), next()] };
        assert!(columns.next().is_none(), "three columns: {line}");
        row
    })
    .collect()
}

impl<'a> Row<'a> {
    /// The paths of zellige's items that the third column names.
    pub fn ours(&self) -> impl Iterator<Item = &'a str> {
        spans(self.columns[2]).filter(|span| is_path(span))
    }
    /// The names of CuTe C++ and CuTe DSL in the first two columns, without their namespaces.
    pub fn theirs(&self) -> impl Iterator<Item = &'a str> {
        let names = self.columns[..2].iter().copied().flat_map(spans);
        let names = names.filter(|span| is_path(span));
        names.map(|name| name.rsplit("::").next().unwrap_or(name))
    }
    /// Whether zellige has a counterpart.
    pub fn has_counterpart(&self) -> bool {
        !self.columns[2].starts_with("*None*")
    }
}

/// The text between backticks.
fn spans(column: &str) -> impl Iterator<Item = &str> {
    column.split('`').skip(1).step_by(2)
}

/// Whether the text is a path, possibly of a macro.
fn is_path(span: &str) -> bool {
    let path = span.strip_suffix('!').unwrap_or(span);
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    path.split("::").all(is_name)
}
