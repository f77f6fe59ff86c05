//! Files beside the sources that show reviewers the instructions that the compiler generates.

use crate::Outcome;
use std::{fs, path::PathBuf};

/// A checked-in file, and the contents that it should have.
pub struct Snapshot {
    path: PathBuf,
    fresh: String,
}

impl Snapshot {
    /// The snapshot in the file `path`. The first line of `fresh` must name the compiler.
    pub fn new(path: PathBuf, fresh: String) -> Self {
        Snapshot { path, fresh }
    }

    /// Rewrites the file.
    pub fn bless(&self) -> Outcome {
        Ok(fs::write(&self.path, &self.fresh)?)
    }

    /// Whether exactly this compiler wrote the file.
    pub fn same_compiler(&self) -> bool {
        let kept = fs::read_to_string(&self.path).unwrap_or_default();
        kept.lines().next() == self.fresh.lines().next()
    }

    /// A complaint if the file does not exist, or if exactly this compiler wrote it and the
    /// contents differ; other compilers may choose other instructions. `command` is the command
    /// that rewrites the file.
    pub fn outdated(&self, command: &str) -> Option<String> {
        let path = self.path.display();
        let Ok(kept) = fs::read_to_string(&self.path) else {
            return Some(format!("{path} is missing: run `{command}`"));
        };
        let outdated = self.same_compiler() && kept != self.fresh;
        outdated.then(|| format!("{path} is out of date: run `{command}` and review it"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zellige_project as project;

    #[test]
    fn only_the_same_compiler_is_compared() {
        let path = project::scratch("snapshot").unwrap().join("kept");
        let complaint = |text: &str| {
            let snapshot = Snapshot::new(path.clone(), text.to_string());
            snapshot.outdated("bless").unwrap_or_default()
        };
        assert!(complaint("one\nadd").contains("missing"));
        Snapshot::new(path.clone(), "one\nadd".into()).bless().unwrap();
        assert_eq!(complaint("one\nadd"), "");
        assert_eq!(complaint("two\nsub"), "");
        assert!(!Snapshot::new(path.clone(), "two\nadd".into()).same_compiler());
        assert!(complaint("one\nsub").contains("out of date"));
    }
}
