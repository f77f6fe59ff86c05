//! Renames the registers and labels that may differ between two versions of the same code.

use std::collections::HashMap;

/// Instructions and labels, one per line.
pub type Code = Vec<String>;

/// Maps old names to new ones: the kind's letter or word, and a number in order of appearance.
#[derive(Default)]
pub struct Names {
    known: HashMap<String, String>,
    counts: HashMap<String, usize>,
}

impl Names {
    /// The new name for an old name of this kind.
    pub fn new_name(&mut self, old: &str, kind: &str) -> String {
        if let Some(new) = self.known.get(old) {
            return new.clone();
        }
        let count = self.counts.entry(kind.to_string()).or_default();
        let new = format!("{kind}{count}");
        *count += 1;
        self.known.insert(old.to_string(), new.clone());
        new
    }

    /// The line with those words renamed for which `kind` returns a kind. Words consist of letters,
    /// digits and the characters of `marks`.
    pub fn rename(
        &mut self,
        line: &str,
        marks: &str,
        kind: impl Fn(&str) -> Option<String>,
    ) -> String {
        let inside = |c: char| c.is_ascii_alphanumeric() || marks.contains(c);
        let mut fresh = String::with_capacity(line.len());
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let end = if inside(first) { rest.find(|c| !inside(c)) } else { rest.find(inside) };
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            match kind(word) {
                Some(kind) => fresh += &self.new_name(word, &kind),
                None => fresh += word,
            }
            rest = after;
        }
        fresh
    }
}

/// The kind of a name, if it is one of these with a number behind it: `%rd` for `%rd12`.
pub fn numbered(word: &str, kinds: &[&str]) -> Option<String> {
    let kind = word.trim_end_matches(|c: char| c.is_ascii_digit());
    (kind != word && kinds.contains(&kind)).then(|| kind.to_string())
}

/// The words of a line of PTX: registers, opcodes, numbers.
pub fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_ascii_alphanumeric() || "_$%".contains(c)))
        .filter(|word| !word.is_empty())
}

/// The line with single blanks between words.
pub fn one_blank(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_by_kind_in_order_of_appearance() {
        let mut names = Names::default();
        let kind = |word: &str| {
            let is_register = word.starts_with('r') && word != "ret";
            is_register.then(|| word[..1].to_string())
        };
        assert_eq!(names.rename("add r7, r3, r7", "", kind), "add r0, r1, r0");
        assert_eq!(names.rename("[r9+r3]; ret", "", kind), "[r2+r1]; ret");
    }
}
