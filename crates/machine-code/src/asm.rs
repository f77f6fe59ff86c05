//! Compares the machine code of the library with hand-written baselines.
//!
//! Every source in `tests/codegen` holds pairs of functions, `lib_NAME` and `hand_NAME`. Both are
//! compiled at the highest optimization level, and must become the same instructions. The snapshot
//! beside each source shows these instructions.

use crate::{
    Outcome,
    names::{Code, Names, one_blank},
    project::{self, Library, Profile},
    snapshot::Snapshot,
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// `cargo xtask asm`: compares the pairs, or writes the snapshots.
pub fn run(bless: bool) -> Outcome {
    let library = Library::build(Profile::Release)?;
    let scratch = project::scratch("asm")?;
    let mut differences = Vec::new();
    let mut pairs = 0;
    for source in sources()? {
        let report = Report::new(&library, &source, &scratch)?;
        println!(
            "{}: {} pairs, {} of them one symbol",
            report.name,
            report.pairs.len(),
            report.folded()
        );
        pairs += report.pairs.len();
        differences.extend(report.differences());
        let snapshot = report.snapshot(&source, &library.compiler()?);
        if bless {
            snapshot.bless()?;
        } else {
            differences.extend(snapshot.outdated("cargo xtask bless machine-code"));
        }
    }
    match differences.as_slice() {
        [] if pairs == 0 => Err("there is nothing to compare in tests/codegen".into()),
        [] => Ok(()),
        _ => Err(differences.join("\n").into()),
    }
}

/// The Rust files in `tests/codegen`.
fn sources() -> Outcome<Vec<PathBuf>> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(project::root().join("tests/codegen"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
    sources.sort();
    Ok(sources)
}

/// A library function and its baseline.
struct Pair {
    name: String,
    lib: Code,
    hand: Code,
    /// Whether the compiler found the two equal and made one symbol an alias of the other.
    folded: bool,
}

/// All pairs of one source.
struct Report {
    name: String,
    pairs: Vec<Pair>,
}

impl Report {
    fn new(library: &Library, source: &Path, scratch: &Path) -> Outcome<Self> {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let output = scratch.join(&name).with_extension("s");
        let mut compile = library.rustc(source);
        compile
            .args(["-Copt-level=3", "-Cpanic=abort", "-Ccodegen-units=1", "--emit=asm", "-o"])
            .arg(&output);
        project::read(&mut compile)?;
        let pairs = pairs(&Assembly::parse(&fs::read_to_string(output)?))?;
        Ok(Report { name, pairs })
    }

    fn folded(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.folded).count()
    }

    /// One paragraph for each pair whose machine code differs.
    fn differences(&self) -> Vec<String> {
        let different = self.pairs.iter().filter(|pair| pair.lib != pair.hand);
        let describe = |pair: &Pair| {
            let (lib, hand) = (pair.lib.join("\n    "), pair.hand.join("\n    "));
            format!("{}, {}:\n  library\n    {lib}\n  by hand\n    {hand}", self.name, pair.name)
        };
        different.map(describe).collect()
    }

    /// The snapshot beside the source.
    fn snapshot(&self, source: &Path, compiler: &str) -> Snapshot {
        let function = |pair: &Pair| format!("\n{}:\n    {}\n", pair.name, pair.lib.join("\n    "));
        let functions: String = self.pairs.iter().map(function).collect();
        let text = format!("# {compiler}, {}\n{functions}", std::env::consts::ARCH);
        Snapshot::new(source.with_extension("s"), text)
    }
}

/// Pairs every library function with its baseline. A function without one is an error.
fn pairs(assembly: &Assembly) -> Outcome<Vec<Pair>> {
    let mut pairs = Vec::new();
    for symbol in assembly.symbols() {
        let (prefix, name) = symbol.split_once('_').unwrap_or((symbol, ""));
        let baseline = match prefix {
            "lib" => format!("hand_{name}"),
            "hand" => format!("lib_{name}"),
            _ => continue,
        };
        let (Some(code), Some(other)) = (assembly.code(symbol), assembly.code(&baseline)) else {
            return Err(format!("{symbol} has no baseline {baseline}").into());
        };
        if prefix == "lib" {
            let folded = assembly.resolve(symbol) == assembly.resolve(&baseline);
            pairs.push(Pair {
                name: name.to_string(),
                lib: code.clone(),
                hand: other.clone(),
                folded,
            });
        }
    }
    Ok(pairs)
}

/// The functions of an assembly file.
#[derive(Default)]
struct Assembly {
    functions: BTreeMap<String, Code>,
    aliases: BTreeMap<String, String>,
}

impl Assembly {
    fn parse(text: &str) -> Self {
        let mut assembly = Assembly::default();
        let mut open: Option<(String, Code)> = None;
        for line in text.lines().map(uncommented) {
            let word = line.trim();
            if word.starts_with(".cfi_endproc")
                || word.starts_with(".Lfunc_end")
                || word.starts_with(".seh_endproc")
            {
                if let Some((name, code)) = open.take() {
                    assembly.functions.insert(name, normalised(&code));
                }
            } else if let Some((name, target)) = alias(word) {
                assembly.aliases.insert(name, target);
            } else if let Some((_, code)) = &mut open {
                let directive = word.starts_with('.') && !word.ends_with(':');
                if !directive && !word.is_empty() {
                    code.push(word.to_string());
                }
            } else if let Some(name) = line.strip_suffix(':').filter(|name| !name.starts_with('.'))
            {
                open = Some((name.to_string(), Code::new()));
            }
        }
        assembly
    }

    fn symbols(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().chain(self.aliases.keys()).map(String::as_str)
    }

    /// The symbol that holds the code, which differs from `symbol` if that is an alias.
    fn resolve<'a>(&'a self, symbol: &'a str) -> &'a str {
        self.aliases.get(symbol).map_or(symbol, String::as_str)
    }

    fn code(&self, symbol: &str) -> Option<&Code> {
        self.functions.get(self.resolve(symbol))
    }
}

/// The line without its comment.
fn uncommented(line: &str) -> &str {
    let mark = if cfg!(target_arch = "x86_64") { "#" } else { "//" };
    line.split_once(mark).map_or(line, |(code, _)| code)
}

/// The parts of `.set name, target` or `name = target`.
fn alias(line: &str) -> Option<(String, String)> {
    let (name, target) = match line.strip_prefix(".set") {
        Some(rest) => rest.split_once(',')?,
        None => line.split_once(" = ")?,
    };
    Some((name.trim().to_string(), target.trim().to_string()))
}

/// The code with single blanks between words, and with local labels renamed in order of appearance:
/// `.LBB7_3` becomes `.L0`.
fn normalised(code: &[String]) -> Code {
    let mut names = Names::default();
    let kind = |word: &str| word.starts_with(".L").then(|| ".L".to_string());
    code.iter().map(|line| one_blank(&names.rename(line, "_.$", kind))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
\t.globl\thand_sum
hand_sum:
\t.cfi_startproc
\tleal\t(%rdi,%rsi), %eax
\tjne\t.LBB0_2
.LBB0_1:
\tretq
.LBB0_2:
\tjmp\t.LBB0_1
\tleaq\t.Lanon.f01.1(%rip), %rdi
\t.cfi_endproc
lib_other:
\tleal\t(%rdi,%rsi), %eax
\tjne\t.LBB9_8
.LBB9_3:
\tretq
.LBB9_8:
\tjmp\t.LBB9_3
\tleaq\t.Lanon.f01.2(%rip), %rdi
.Lfunc_end1:
\t.set lib_sum, hand_sum
\thand_other = lib_other
";

    #[test]
    fn labels_and_blanks_do_not_matter() {
        let assembly = Assembly::parse(TEXT);
        let expected = [
            "leal (%rdi,%rsi), %eax",
            "jne .L0",
            ".L1:",
            "retq",
            ".L0:",
            "jmp .L1",
            "leaq .L2(%rip), %rdi",
        ];
        assert_eq!(assembly.code("hand_sum").unwrap(), &expected);
        assert_eq!(assembly.code("lib_other"), assembly.code("hand_sum"));
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn comments_do_not_count() {
        assert_eq!(uncommented("\tretq  # the end"), "\tretq  ");
    }

    #[test]
    fn aliases_are_folded_pairs() {
        let pairs = pairs(&Assembly::parse(TEXT)).unwrap();
        let names: Vec<&str> = pairs.iter().map(|pair| pair.name.as_str()).collect();
        assert_eq!(names, ["other", "sum"]);
        assert!(pairs.iter().all(|pair| pair.folded && pair.lib == pair.hand));
    }

    #[test]
    fn different_instructions_are_reported() {
        let code = |line: &str| vec![line.to_string()];
        let pair =
            Pair { name: "sum".into(), lib: code("imull"), hand: code("shll"), folded: false };
        let report = Report { name: "file".into(), pairs: vec![pair] };
        assert_eq!(report.differences(), ["file, sum:\n  library\n    imull\n  by hand\n    shll"]);
    }

    #[test]
    fn a_function_without_a_baseline_is_an_error() {
        assert!(pairs(&Assembly::parse("lib_sum:\n\tret\n.Lfunc_end0:\n")).is_err());
    }
}
