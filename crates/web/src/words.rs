//! The words of a line, split as in a shell, except that a layout needs no quotes.

use std::ops::Range;

/// A quote that is not closed, with its position.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unclosed(pub(crate) usize);

/// Returns the ranges of the words of a line. A word ends at a space, unless the space is between
/// parentheses, beside a `:`, a `,` or an `@`, or beside the `o` or the `by` of a layout. Text in
/// quotes is a word.
pub(crate) fn split(line: &str) -> Result<Vec<Range<usize>>, Unclosed> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(space) = line[at..].find(|c: char| !c.is_whitespace()) {
        let start = at + space;
        let quote = line[start..].chars().next().filter(|c| "'\"".contains(*c));
        let (word, end) = match quote {
            Some(quote) => {
                let length = line[start + 1..].find(quote).ok_or(Unclosed(start))?;
                let end = start + 1 + length;
                (start + 1..end, end + 1)
            }
            None => {
                let end = end(line, start, true).or_else(|| end(line, start, false));
                let end = end.unwrap_or(line.len());
                (start..end, end)
            }
        };
        words.push(word);
        at = end;
    }
    Ok(words)
}

/// Returns the end of the word that begins here, or `None` if one of its parentheses, provided that
/// they count, is not closed.
fn end(line: &str, start: usize, parentheses_count: bool) -> Option<usize> {
    let mut open = 0usize;
    for (i, c) in line[start..].char_indices() {
        match c {
            '(' | '<' if parentheses_count => open += 1,
            ')' | '>' => open = open.saturating_sub(1),
            c if c.is_whitespace()
                && open == 0
                && !is_inside(&line[start..start + i], &line[start + i..]) =>
            {
                return Some(start + i);
            }
            _ => {}
        }
    }
    (open == 0).then_some(start + line[start..].trim_end().len())
}

/// Returns true if a layout continues from the text before a space to the text after it.
fn is_inside(before: &str, behind: &str) -> bool {
    let is_joint = |word: Option<&str>| matches!(word, Some("o" | "by"));
    before.ends_with([':', ',', '@'])
        || behind.trim_start().starts_with([':', ',', '@', ')'])
        || is_joint(before.split_whitespace().next_back())
        || is_joint(behind.split_whitespace().next())
}

#[cfg(test)]
mod tests {
    use super::{Unclosed, split};

    fn words(line: &str) -> Vec<&str> {
        let words = split(line).expect("its quotes are closed").into_iter();
        words.map(|word| &line[word]).collect()
    }

    #[test]
    fn spaces_end_words() {
        assert_eq!(words("  compose (4,6):(1,8)  (2,2) "), ["compose", "(4,6):(1,8)", "(2,2)"]);
        assert_eq!(words("find 0 2\t4"), ["find", "0", "2", "4"]);
        assert!(words(" \n ").is_empty());
    }

    #[test]
    fn spaces_of_a_layout_do_not() {
        assert_eq!(
            words("show ( 8, 4 ) : ( 4, 1 ) --latex"),
            ["show", "( 8, 4 ) : ( 4, 1 )", "--latex"]
        );
        assert_eq!(
            words("slice Sw<3,3,3> o 0 o (8,64):(64,1) (3,_)"),
            ["slice", "Sw<3,3,3> o 0 o (8,64):(64,1)", "(3,_)"]
        );
        assert_eq!(
            words("--read (8,8):(1,8) by 16 --write 4:1"),
            ["--read", "(8,8):(1,8) by 16", "--write", "4:1"]
        );
    }

    #[test]
    fn quotes_hold_a_word() {
        assert_eq!(words("compose '20:2' \"(5,4) : (4,1)\""), ["compose", "20:2", "(5,4) : (4,1)"]);
        assert_eq!(split("show '8:1"), Err(Unclosed(5)));
        assert_eq!(words("show ''"), ["show", ""]);
    }

    #[test]
    fn a_parenthesis_that_is_not_closed_does_not_take_all() {
        assert_eq!(words("compose (4,6:(1,8) (2,2)"), ["compose", "(4,6:(1,8)", "(2,2)"]);
        assert_eq!(words("compose (4,6)):(1,8) (2,2)"), ["compose", "(4,6)):(1,8)", "(2,2)"]);
        assert_eq!(words("é ( ü"), ["é", "(", "ü"]);
    }
}
