//! Compiler errors, and the cases that they belong to.

use std::collections::BTreeMap;

/// The first error of each case, by the case's number. The source `file` has one case per line
/// after `first_lines` lines.
pub(super) fn errors_of(text: &str, file: &str, first_lines: usize) -> BTreeMap<usize, String> {
    let mut errors = BTreeMap::new();
    let mut block: Vec<&str> = Vec::new();
    for line in text.lines().chain(["error"]) {
        if line.starts_with("error") {
            let mut lines = block.iter().filter_map(|line| line_of(line, file));
            let number = lines.find_map(|line| line.checked_sub(first_lines + 1));
            if let Some(number) = number {
                errors.entry(number).or_insert(block[0].to_string());
            }
            block.clear();
        }
        block.push(line);
    }
    errors
}

/// The line number in a line such as `  --> types.rs:31:24`.
fn line_of(line: &str, file: &str) -> Option<usize> {
    let (_, place) = line.split_once(file)?;
    place.strip_prefix(':')?.split(':').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_belong_to_the_case_that_they_name() {
        let text = "error[E0080]: one\n --> src/a.rs:7:1\nnote: in\n --> /x/types.rs:12:3\n\n\
                    error: two\n --> types.rs:3:1\nerror: three\n  ::: types.rs:15:9\n";
        let errors: Vec<(usize, String)> = errors_of(text, "types.rs", 10).into_iter().collect();
        let expected = [(1, "error[E0080]: one"), (4, "error: three")];
        assert_eq!(errors, expected.map(|(number, text)| (number, text.to_string())));
    }
}
