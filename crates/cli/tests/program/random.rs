//! Checks that random arguments never panic: the exit code is 0, 1 or 2, and 0 and 1 come with a
//! result or a reason.

use crate::run::{subcommands, with_input};
use zellige_oracle::rng::Rng;

/// Random arguments.
struct Random(Rng);

impl Random {
    fn number(&mut self) -> String {
        const NUMBERS: &str = "0 1 2 3 4 6 8 12 16 64 -1 -4 _2 4611686018427387904 \
            9223372036854775808 18446744073709551616 1@0 2@1@0 _";
        let numbers: Vec<&str> = NUMBERS.split_whitespace().collect();
        // Mostly small numbers, so that many operations have results.
        let most = if self.0.index(20) > 0 { 8 } else { numbers.len() };
        self.0.pick(&numbers[..most]).to_owned()
    }

    fn tuple(&mut self, levels: usize) -> String {
        if levels == 0 || self.0.index(3) == 0 {
            return self.number();
        }
        let modes: Vec<String> = (0..=self.0.index(3)).map(|_| self.tuple(levels - 1)).collect();
        format!("({})", modes.join(","))
    }

    fn layout(&mut self) -> String {
        match self.0.index(8) {
            0 => self.tuple(2),
            1 => format!("{} o 0 o {}", self.swizzle(4, 4, 5), self.flat()),
            2 => format!("{}:{}", self.tuple(2), self.tuple(2)),
            3 => format!("({},{})", self.flat(), self.number()),
            _ => self.flat(),
        }
    }

    /// Returns a swizzle with numbers below these.
    fn swizzle(&mut self, bits: usize, base: usize, shift: usize) -> String {
        format!("Sw<{},{},{}>", self.0.index(bits), self.0.index(base), self.0.index(shift))
    }

    /// Returns a layout, which is usually valid.
    fn flat(&mut self) -> String {
        let rank = 1 + self.0.index(3);
        let mut list = || (0..rank).map(|_| self.number()).collect::<Vec<_>>().join(",");
        format!("({}):({})", list(), list())
    }

    /// Returns a text with some characters replaced, left out or doubled.
    fn spoiled(&mut self, text: String) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..self.0.index(3) {
            let at = self.0.index(characters.len() + 1);
            let other = self.0.pick(&[
                "(", ")", ",", ":", "o", "é", "\n", "\t", "<", "@", "", "-", "9", "Sw<", "🦀",
            ]);
            let end = (at + self.0.index(2)).min(characters.len());
            characters.splice(at..end, other.chars());
        }
        characters.into_iter().collect()
    }

    /// Returns an argument for a parameter with this name.
    fn named(&mut self, name: &str) -> String {
        match name {
            "N" | "OLD" | "NEW" | "OFFSET" | "BEGIN" | "END" | "INDEX" | "RANK" | "MODES"
            | "PATH" => self.number(),
            "SHAPE" | "TARGET" | "PROFILE" | "M" | "COORDINATE" | "FROM" | "TO" | "ORDER" => {
                self.tuple(1)
            }
            "SWIZZLE" => self.swizzle(3, 4, 5),
            _ => self.flat(),
        }
    }

    fn argument(&mut self) -> String {
        let text = match self.0.index(10) {
            0 => {
                let options = ["--json", "--zipped", "--tiled", "--flat", "--raked", "--file"];
                self.0.pick(&[&options[..], &["--help", "--", "bash"]].concat()).to_owned()
            }
            1..=2 => self.number(),
            3..=4 => self.tuple(2),
            _ => self.layout(),
        };
        if self.0.index(3) == 0 { self.spoiled(text) } else { text }
    }
}

/// Returns the names of the arguments of a subcommand.
fn names(path: &[String]) -> Vec<String> {
    let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
    arguments.push("-h");
    let help = with_input(&arguments, "").out;
    let usage = help.lines().find(|line| line.starts_with("Usage: ")).expect("it has a usage");
    let words = usage.split_whitespace().filter(|word| word.starts_with(['<', '[']));
    let names = words.map(|word| word.trim_matches(|c: char| !c.is_ascii_uppercase()).to_owned());
    names.filter(|name| name != "OPTIONS").collect()
}

#[test]
fn random_arguments_never_panic() {
    let subcommands = subcommands();
    let names: Vec<Vec<String>> = subcommands.iter().map(|path| names(path)).collect();
    let mut random = Random(Rng::new(20));
    let mut codes = [0u32; 3];
    for round in 0..2500 {
        let path = &subcommands[round % subcommands.len()];
        let mut arguments = path.clone();
        if random.0.index(2) == 0 {
            arguments.extend((0..=random.0.index(3)).map(|_| random.argument()));
        } else {
            arguments
                .extend(names[round % subcommands.len()].iter().map(|name| random.named(name)));
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = with_input(&arguments, "0 2 4\n");
        assert!(!run.err.contains("panicked"), "{arguments:?}: {}", run.err);
        match run.code {
            Some(0) => assert!(run.err.is_empty() && !run.out.is_empty(), "{arguments:?}"),
            Some(code @ (1 | 2)) => {
                let told = run.err.starts_with("error") || arguments.contains(&"--json");
                // For a group of subcommands without one of them, the program prints the help.
                let helped = run.err.contains("\nUsage: ");
                assert!(told || helped || path[0] == "eval", "{arguments:?}: {code} {}", run.err);
            }
            code => panic!("{arguments:?}: the exit code is {code:?}"),
        }
        codes[run.code.unwrap_or_default() as usize] += 1;
    }
    // The arguments are neither all right nor all wrong.
    assert!(codes.iter().all(|&count| count > 30), "{codes:?}");
}

#[test]
fn long_and_deep_arguments_are_told_of() {
    let deep = "(".repeat(100_000);
    let long = format!("({}1):1", "1,".repeat(50_000));
    for text in [&deep, &long] {
        let run = with_input(&["coalesce", text], "");
        assert_eq!(run.code, Some(2));
        assert!(run.err.len() < 1000, "{} bytes", run.err.len());
    }
}
