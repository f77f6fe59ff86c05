//! The hash of sources: what was made from them, or has passed with them, is still current.

use crate::{Outcome, project};
use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

/// Returns git's hash of the files under `places` with one of these extensions, without comments
/// and spaces.
pub(super) fn hash(places: &[&str], extensions: &[&str]) -> Outcome<String> {
    let mut list = Command::new("git");
    list.args(["ls-files", "--cached", "--others", "--exclude-standard", "--"]).args(places);
    let list = project::read(list.current_dir(project::root()))?;
    let counts = |file: &&str| {
        let extension = Path::new(file).extension().unwrap_or_default();
        extensions.iter().any(|counted| extension == *counted)
    };
    let mut files: Vec<&str> = list.lines().filter(counts).collect();
    files.sort_unstable();
    let mut text = String::new();
    for file in files {
        // A deleted file may still be in the index.
        if let Ok(source) = fs::read_to_string(project::root().join(file)) {
            text += &without_comments(&source).replace([' ', '\n'], "");
        }
    }
    let mut hash = Command::new("git");
    hash.args(["hash-object", "--stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut hash = hash.spawn()?;
    hash.stdin.take().ok_or("git takes no input")?.write_all(text.as_bytes())?;
    Ok(String::from_utf8(hash.wait_with_output()?.stdout)?)
}

/// Returns a text without the lines that are comments, which begin with two slashes.
pub(super) fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_comments_are_left_out() {
        assert_eq!(without_comments("a // b\n  // c\n\n  d  \n"), "a // b\n\n  d\n");
    }

    #[test]
    fn another_extension_or_place_is_another_hash() -> Outcome {
        let all = hash(&["crates/kernels"], &["rs", "txt"])?;
        assert_eq!(all, hash(&["crates/kernels"], &["txt", "rs"])?);
        assert_ne!(all, hash(&["crates/kernels"], &["rs"])?);
        assert_ne!(all, hash(&["crates/kernels/src"], &["rs", "txt"])?);
        Ok(())
    }
}
