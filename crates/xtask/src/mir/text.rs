//! MIR as rustc prints it: which functions there are, and which constructs they consist of.

use super::{ASSERTIONS, CASTS, INTRINSICS, OPERATIONS, STATEMENTS};
use std::collections::BTreeMap;

/// The blocks of a function, a line each statement; blocks that only unwind are left out.
pub(super) struct Body<'a> {
    /// The line before the blocks: path, parameters and result.
    pub(super) header: &'a str,
    blocks: Vec<Vec<&'a str>>,
}

/// A function as far as two spellings of its path tell it: its last name, and whether that is of a method.
pub(super) type Name<'a> = (&'a str, bool);

/// The functions in the MIR of a crate, by their names. Closures are with the function around them.
pub(super) fn bodies(text: &str) -> BTreeMap<Name<'_>, Vec<Body<'_>>> {
    let mut bodies: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for function in text.split("\nfn ").skip(1) {
        let end = function.find("\n}").unwrap_or(function.len());
        let mut lines = function[..end].lines();
        let header = lines.next().unwrap_or_default();
        let path = header.find("(_").or_else(|| header.find("()"));
        let name = last_name(&header[..path.unwrap_or(header.len())]);
        bodies
            .entry(name)
            .or_default()
            .push(Body::of(header, lines));
    }
    bodies
}

/// The last name of the function that a line `MONO_ITEM fn PATH @@ ..` is of.
pub(super) fn item(line: &str) -> Option<Name<'_>> {
    let path = line.strip_prefix("MONO_ITEM fn ")?;
    Some(last_name(path.split(" @@").next().unwrap_or(path)))
}

/// `name` of `<A as B>::name::<C>` and of `name::{closure#0}`; of methods the type or trait, before it, is capitalised or in brackets.
fn last_name(path: &str) -> Name<'_> {
    let mut path = path.trim();
    loop {
        let shorter = match path.rfind("::") {
            Some(at) if path[at..].starts_with("::{") => at,
            _ if path.ends_with('>') => opening(path),
            Some(at) => {
                let parent = path[..at].rsplit("::").next().unwrap_or_default();
                let is_type =
                    parent.ends_with('>') || parent.starts_with(|c: char| c.is_ascii_uppercase());
                return (&path[at + 2..], is_type);
            }
            None => return (path, false),
        };
        path = path[..shorter].trim_end_matches(':');
    }
}

/// Where the bracket opens that closes at the end.
fn opening(path: &str) -> usize {
    let mut depth = 0;
    for (at, c) in path.char_indices().rev() {
        match c {
            '>' if !path[..at].ends_with('-') => depth += 1,
            '<' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    0
}

impl<'a> Body<'a> {
    fn of(header: &'a str, lines: impl Iterator<Item = &'a str>) -> Self {
        let (mut blocks, mut block) = (Vec::new(), None);
        for line in lines {
            if line.starts_with("    bb") {
                block = (!line.contains("(cleanup)")).then(Vec::new);
            } else if line == "    }" {
                blocks.extend(block.take());
            } else if let (Some(statements), false) = (&mut block, line.trim().is_empty()) {
                statements.push(line.trim());
            }
        }
        Body { header, blocks }
    }

    /// Counts the constructs by what they are called, and keeps the statements that are none of the lists'.
    pub(super) fn look(&self, kinds: &mut BTreeMap<String, usize>, refused: &mut Vec<String>) {
        for block in &self.blocks {
            // Such a block becomes a trap; its statements make the words.
            let panics = block.last().is_some_and(|line| is_panic(line));
            let lines = if panics { &[] } else { &block[..] };
            let all = lines.iter().map(|line| kind(line).ok_or(line));
            for kind in all.chain(panics.then(|| Ok("a panic".into()))) {
                match kind {
                    Ok(kind) => *kinds.entry(kind).or_default() += 1,
                    Err(line) => refused.push(format!("{line}\n    in {}", self.header)),
                }
            }
        }
    }
}

fn is_panic(line: &str) -> bool {
    line.contains(" -> unwind") && (line.contains("::panicking::") || line.contains("::rt::panic"))
}

/// What a statement or terminator is, if it is in the lists.
fn kind(line: &str) -> Option<String> {
    let word = |line: &str| {
        let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        line[..end.unwrap_or(line.len())].to_string()
    };
    let first = word(line);
    if STATEMENTS.contains(&&*first) {
        return Some(first);
    }
    if first == "assert" {
        let says = |words: &&&str| line.contains(&format!("\"{words}"));
        return ASSERTIONS
            .iter()
            .find(says)
            .map(|words| format!("assert: {words}"));
    }
    let (place, value) = line.split_once(" = ")?;
    if from_the_end(place) || from_the_end(value) {
        return None;
    }
    if value.contains(") -> [return: ") || value.contains(") -> unwind ") {
        return call(value);
    }
    if let Some(cast) = cast(value) {
        return CASTS.contains(&&*word(cast)).then(|| format!("as: {cast}"));
    }
    let name = word(value);
    let kind = match value.as_bytes().first()? {
        b'&' if value.starts_with("&raw") => "a raw pointer to a place",
        b'&' => "a reference",
        b'[' => "an array",
        b'(' => "a tuple",
        b'{' => "a closure",
        _ if matches!(&*name, "copy" | "move" | "const") => &name,
        _ if OPERATIONS.contains(&&*name) && value[name.len()..].starts_with('(') => &name,
        _ if name.starts_with("deref") || name == "Len" => return None,
        _ => "a struct or variant",
    };
    Some(kind.to_string())
}

/// The call of a function by its name.
fn call(value: &str) -> Option<String> {
    if value.starts_with("copy ") || value.starts_with("move ") {
        return None; // of a pointer to a function
    }
    let Some((_, intrinsic)) = value.split_once("intrinsics::") else {
        return Some("a call".into());
    };
    let named = |name: &&&str| {
        let rest = intrinsic.strip_prefix(**name);
        rest.is_some_and(|rest| rest.starts_with(['(', ':']))
    };
    INTRINSICS
        .iter()
        .find(named)
        .map(|name| format!("intrinsic {name}"))
}

/// `KIND` of `copy _1 as T (KIND);`.
fn cast(value: &str) -> Option<&str> {
    let (_, kind) = value.strip_suffix(");")?.rsplit_once(" (")?;
    let is_cast = value.contains(" as ") && kind.starts_with(|c: char| c.is_ascii_uppercase());
    is_cast.then_some(kind)
}

/// Is an element counted from the end of a slice, `[-1 of 1]`, or a part of it taken, `[1:]`?
fn from_the_end(place: &str) -> bool {
    place.split('[').skip(1).any(|index| {
        let rest = index.trim_start_matches(|c: char| c.is_ascii_digit());
        index.starts_with('-') || (rest.len() < index.len() && rest.starts_with(':'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(
            last_name("<(u32, u32) as zellige::Coord>::at::<(u32,), fn() -> u32>"),
            ("at", true)
        );
        assert_eq!(
            last_name("integer::<impl at src/integer.rs:1:2: 3:4>::compute"),
            ("compute", true)
        );
        assert_eq!(last_name("Coordinates::crd2idx"), ("crd2idx", true));
        assert_eq!(
            last_name("zellige::run::{closure#0}::{closure#1}"),
            ("run", false)
        );
        assert_eq!(
            item("MONO_ITEM fn fixed @@ kernels[External]"),
            Some(("fixed", false))
        );
    }

    #[test]
    fn kinds() {
        let kind = |line| super::kind(line).unwrap_or_default();
        assert_eq!(kind("_1 = Add(copy _2, const 1_u32);"), "Add");
        assert_eq!(kind("_1 = copy _2 as usize (IntToInt);"), "as: IntToInt");
        assert_eq!(
            kind("_1 = Strided::<A, B> { shape: copy _2 };"),
            "a struct or variant"
        );
        assert_eq!(
            kind("_1 = <A as B>::at::<C>(move _2) -> [return: bb1, unwind continue];"),
            "a call"
        );
        for refused in [
            "_1 = copy _4(move _3) -> [return: bb1, unwind unreachable];",
            "_1 = &(*_36)[-1 of 1];",
            "_1 = copy _2 as &mut dyn Write (PointerCoercion(Unsize, Implicit));",
            "_1 = core::intrinsics::write_bytes::<u8>(copy _2) -> [return: bb1, unwind continue];",
            "assert(!move (_3.1: bool), \"attempt to compute `{} * {}`, which would overflow\", _1) -> [success: bb1];",
            "asm!(\"nop\", options((empty))) -> [return: bb1, unwind unreachable];",
            "drop(_1) -> [return: bb1, unwind unreachable];",
        ] {
            assert_eq!(kind(refused), "", "{refused}");
        }
    }

    #[test]
    fn blocks_that_panic_are_traps() {
        let text = "\nfn a::f(_1: u32) -> ! {\n    bb0: {\n        _2 = copy _4() -> [return: bb1];\n    }\n\n    bb1: {\n        \
                    _3 = move _2 as fn() (PointerCoercion(X));\n        _0 = core::panicking::panic_fmt(move _3) -> unwind unreachable;\n    }\n}\n";
        let (mut kinds, mut refused) = (BTreeMap::new(), Vec::new());
        bodies(text)[&("f", false)][0].look(&mut kinds, &mut refused);
        assert_eq!((kinds.len(), refused.len()), (1, 1));
        assert!(refused[0].starts_with("_2 = copy _4()"));
    }
}
