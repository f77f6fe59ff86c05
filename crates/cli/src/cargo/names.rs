//! Names of types as CuTe writes them: numbers for typenum's bits, `(8,4):(4,1)` for `Strided`; and
//! zellige's own names by their meaning: `Refused<Gap>` for a refused integer, tuple or layout with
//! all its reasons, `OfIndex(B1, N)` for a branch of `of_index`.

/// Types nested deeper than this stay as they are.
const MOST_LEVELS: usize = 256;

/// Returns a text of the compiler with the names of types rewritten; lines of source code stay as
/// they are.
pub(crate) fn rewrite(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.map(|line| of_line(line).unwrap_or_else(|| line.to_owned())).collect()
}

/// Returns a line rewritten, if it may contain names to rewrite.
fn of_line(line: &str) -> Option<String> {
    #[rustfmt::skip]
    let interesting = [
        "UTerm", "UInt<", "Z0", "Strided<", "ScaledBasis<", "ComposedLayout<", "Sw<", "Refused<",
        ">::Out",
    ];
    let (plain, colours) = without_colours(line);
    if is_source(&plain) || !interesting.iter().any(|name| plain.contains(name)) {
        return None;
    }
    let (mut out, mut at) = (String::new(), 0);
    let mut colours = colours.into_iter().peekable();
    let mut paint = |out: &mut String, from: usize, to: usize, text: &str, changed: bool| {
        // Colours inside a rewritten name are moved after it, so that the text that follows keeps
        // its own.
        let mut written = from;
        if changed {
            out.push_str(text);
        }
        while let Some((place, colour)) = colours.next_if(|(place, _)| *place < to) {
            if !changed {
                out.push_str(&plain[written..place]);
                written = place;
            } else if place == from {
                // A colour that begins with the name is moved before it.
                out.insert_str(out.len() - text.len(), &colour);
                continue;
            }
            out.push_str(&colour);
        }
        if !changed {
            out.push_str(&plain[written..to]);
        }
    };
    while at < plain.len() {
        let next = name_at(&plain, at, 0);
        match next {
            Some((name, end)) => {
                paint(&mut out, at, end, &name, true);
                at = end;
            }
            None => {
                let end = skip(&plain, at);
                paint(&mut out, at, end, "", false);
                at = end;
            }
        }
    }
    out.extend(colours.map(|(_, colour)| colour));
    Some(out)
}

/// Returns a line without its escape sequences, and these with their positions.
fn without_colours(line: &str) -> (String, Vec<(usize, String)>) {
    let (mut plain, mut colours) = (String::new(), Vec::new());
    let mut rest = line;
    while let Some(begin) = rest.find("\x1b[") {
        let Some(length) = rest[begin..].find('m') else {
            break;
        };
        plain.push_str(&rest[..begin]);
        colours.push((plain.len(), rest[begin..=begin + length].to_owned()));
        rest = &rest[begin + length + 1..];
    }
    plain.push_str(rest);
    (plain, colours)
}

/// Returns true for a line of source code, `12 | ..`, or of a suggestion, `12 + ..`.
fn is_source(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest_is = |marks: &[&str]| marks.iter().any(|mark| rest.starts_with(mark));
    rest.len() < line.len() && rest_is(&[" | ", " |\n", " + ", " - ", " ~ "])
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the end of the item at a position: a path, or another single character.
fn skip(text: &str, at: usize) -> usize {
    match path(text, at) {
        Some(end) => end,
        None => at + text[at..].chars().next().map_or(1, char::len_utf8),
    }
}

/// Returns the end of the path that begins here, such as `zellige::Strided`.
fn path(text: &str, at: usize) -> Option<usize> {
    let mut end = at;
    loop {
        let word = text[end..].find(|c| !is_word(c)).map_or(text.len(), |len| end + len);
        if word == end {
            return None;
        }
        match text[word..].strip_prefix("::") {
            Some(rest) if rest.starts_with(is_word) => end = word + 2,
            _ => return Some(word),
        }
    }
}

/// Returns the name at this position as CuTe writes it, and its end, if it is one that is
/// rewritten.
fn name_at(text: &str, at: usize, level: usize) -> Option<(String, usize)> {
    if text[at..].starts_with('<') {
        return branch_at(text, at, level);
    }
    let end = path(text, at)?;
    let word = last(&text[at..end]);
    if matches!(word, "UTerm" | "Z0") {
        return Some(("0".to_owned(), end));
    }
    let known = "UInt PInt NInt Negative Strided ComposedLayout ScaledBasis Sw Refused";
    let known = known.split(' ').any(|known| known == word);
    if !known || level > MOST_LEVELS {
        return None;
    }
    // The path of a function has `::` between: `Strided::<S, D>::new`.
    let in_path = text[end..].starts_with("::<");
    let (raw, end) = arguments(text, if in_path { end + 2 } else { end })?;
    let inside: Vec<String> = raw.iter().map(|part| all(part.trim(), level + 1)).collect();
    let name = match (word, &inside[..]) {
        ("UInt", [high, bit]) => number(high, last(bit)),
        ("PInt", [number]) => number.clone(),
        ("NInt", [number]) => format!("-{number}"),
        ("Negative", [number]) if number.parse::<u64>().is_ok() => format!("-{number}"),
        ("Refused", [reason, ..]) => {
            let end = path(reason, 0).unwrap_or(reason.len());
            format!("Refused<{}>", last(&reason[..end]))
        }
        // A layout is refused as a whole.
        ("Strided", [shape, stride]) if shape.starts_with("Refused<") && shape == stride => {
            shape.clone()
        }
        ("Strided", [shape, stride]) => match (tuple(shape), tuple(stride)) {
            (Some(shape), Some(stride)) if has_number(&shape) || has_number(&stride) => {
                format!("{shape}:{stride}")
            }
            _ => format!("Strided<{}>", inside.join(", ")),
        },
        ("Sw", numbers) if numbers.iter().all(|number| number.parse::<i64>().is_ok()) => {
            format!("Sw<{}>", numbers.join(","))
        }
        ("ComposedLayout", [outer, start, inner]) if is_function(outer) && is_function(inner) => {
            format!("{outer} o {start} o {inner}")
        }
        ("ScaledBasis", [steps, axis]) => match tuple(axis) {
            Some(axis) if axis.starts_with('(') && has_number(&axis) => {
                let numbers = axis.trim_matches(['(', ')']).split(',');
                numbers.rev().fold(steps.clone(), |steps, number| format!("{steps}@{number}"))
            }
            _ => format!("ScaledBasis<{}>", inside.join(", ")),
        },
        (word, _) => format!("{word}<{}>", inside.join(", ")),
    };
    match in_path {
        false => Some((name, end)),
        true if name.starts_with(&format!("{word}<")) => None,
        true => Some((format!("<{name}>"), end)),
    }
}

/// Returns the branch at this position, `<A as OfIndexMatch1>::Out<B, C>`, as the function that it
/// is a branch of, `OfIndex(A, B, C)`, and its end.
fn branch_at(text: &str, at: usize, level: usize) -> Option<(String, usize)> {
    let (raw, end) = arguments(text, at)?;
    let [inside] = raw[..] else { return None };
    let (tag, of) = inside.rsplit_once(" as ")?;
    let function = last(of).trim_end_matches(|c: char| c.is_ascii_digit());
    let function = ["If", "Match"].iter().find_map(|word| function.strip_suffix(word))?;
    if path(of, 0)? != of.len() || function.is_empty() || level > MOST_LEVELS {
        return None;
    }
    let end = end + text[end..].strip_prefix("::Out").map(|_| "::Out".len())?;
    let (arguments, end) = arguments(text, end).unwrap_or((Vec::new(), end));
    let all: Vec<String> =
        std::iter::once(tag).chain(arguments).map(|part| all(part.trim(), level + 1)).collect();
    Some((format!("{function}({})", all.join(", ")), end))
}

/// Returns a text in which all names are rewritten.
pub(crate) fn all(text: &str, level: usize) -> String {
    let (mut out, mut at) = (String::new(), 0);
    while at < text.len() {
        let end = match name_at(text, at, level) {
            Some((name, end)) => {
                out.push_str(&name);
                end
            }
            None => {
                let end = skip(text, at);
                out.push_str(&text[at..end]);
                end
            }
        };
        at = end;
    }
    out
}

/// Returns the arguments between `<` and `>` that begin here, and the position after them.
pub(crate) fn arguments(text: &str, at: usize) -> Option<(Vec<&str>, usize)> {
    if !text[at..].starts_with('<') {
        return None;
    }
    let (mut list, mut begin, mut levels, mut before) = (Vec::new(), at + 1, 0u32, ' ');
    for (i, c) in text[at..].char_indices() {
        let place = at + i;
        match c {
            '<' | '(' | '[' => levels += 1,
            // The arrow of a function is not a bracket.
            '>' if matches!(before, '-' | '=') => {}
            '>' | ')' | ']' => {
                levels = levels.checked_sub(1)?;
                if levels == 0 {
                    list.push(&text[begin..place]);
                    return (c == '>').then_some((list, place + 1));
                }
            }
            ',' if levels == 1 => {
                list.push(&text[begin..place]);
                begin = place + 1;
            }
            _ => {}
        }
        before = c;
    }
    None
}

/// Returns the last word of a path.
fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// Returns the number with these higher bits and this lowest bit.
///
/// The compiler writes `_` for parts that are the same in two types, and `...` for parts that it
/// has cut. Unknown bits make a binary number, `0b10__`, with `..` for higher ones. Other names
/// stay in a formula.
fn number(high: &str, bit: &str) -> String {
    let is_open = |text: &str| matches!(text, "_" | "...");
    let bit = match bit {
        "B0" => "0",
        "B1" => "1",
        other => other,
    };
    let digit = if is_open(bit) { "_" } else { bit };
    let is_digit = matches!(digit, "0" | "1" | "_");
    match (high.parse::<u128>(), bit) {
        (Ok(high), "0") if high <= u128::MAX / 2 => (2 * high).to_string(),
        (Ok(high), "1") if high < u128::MAX / 2 => (2 * high + 1).to_string(),
        (Ok(high), _) if is_digit => format!("0b{high:b}{digit}"),
        _ if is_open(high) && is_open(bit) => high.to_owned(),
        _ if is_open(high) && is_digit => format!("0b..{digit}"),
        _ if high.starts_with("0b") && is_digit => format!("{high}{digit}"),
        (_, "0") => format!("(2*{high})"),
        _ => format!("(2*{high}+{bit})"),
    }
}

/// Returns a shape or stride without its spaces, if it is a tuple of numbers and single words.
fn tuple(text: &str) -> Option<String> {
    let allowed = |c: char| is_word(c) || matches!(c, '(' | ')' | ',' | ' ' | '-' | '@' | '.');
    if !text.chars().all(allowed) {
        return None;
    }
    Some(text.replace(' ', "").replace(",)", ")"))
}

/// Returns true if a tuple contains a number, or a type of numbers of the program.
fn has_number(tuple: &str) -> bool {
    let mut words = tuple.split(|c| !is_word(c));
    words.any(|word| {
        let integers = ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize"];
        word.starts_with(|c: char| c.is_ascii_digit()) || integers.contains(&word)
    })
}

/// Returns true for a swizzle or a layout in CuTe's notation.
fn is_function(text: &str) -> bool {
    text.starts_with("Sw<") || text.contains(':') && !text.contains("::") && !text.contains('<')
}

#[cfg(test)]
mod tests {
    use super::rewrite;

    /// Checks how a text is rewritten; `TWO`, `HIGH` and `GAP` stand for longer names.
    #[track_caller]
    fn becomes(text: &str, expected: &str) {
        let two = "UInt<UInt<UTerm, B1>, B0>";
        let high = "UInt<UInt<UInt<UInt<UTerm, B1>, B0>, _>, _>";
        let gap = "zellige::refusal::Refused<zellige::algebra::algebra_reasons::Gap<M<UTerm>, (u8, u8)>, F>";
        let text = text.replace("TWO", two).replace("HIGH", high).replace("GAP", gap);
        assert_eq!(rewrite(&text), expected);
    }

    #[test]
    fn numbers_and_layouts() {
        becomes("`TWO`", "`2`");
        becomes("zellige::typenum::UInt<zellige::typenum::UTerm, zellige::typenum::B1>", "1");
        becomes("(NInt<TWO>, PInt<TWO>, Z0)", "(-2, 2, 0)");
        becomes("&'a zellige::Strided<(TWO, (TWO,)), (u32, (UTerm,))>>", "&'a (2,(2)):(u32,(0))>");
        becomes("Strided<TWO, ScaledBasis<TWO, (UTerm, TWO)>>", "2:2@2@0");
        becomes(
            "ComposedLayout<zellige::Sw<TWO, UTerm, PInt<TWO>>, UTerm, Strided<TWO, TWO>>",
            "Sw<2,0,2> o 0 o 2:2",
        );
        becomes("Strided<(TWO, u32), (zellige::stride::Negative<TWO>, S)>", "(2,u32):(-2,S)");
        becomes("Negative<N>, TWO", "Negative<N>, 2");
        becomes("fn zellige::Strided::<TWO, (UTerm,)>::new", "fn <2:(0)>::new");
        becomes("Strided::<S, D>::new", "Strided::<S, D>::new");
    }

    #[test]
    fn names_of_zellige_itself() {
        becomes("GAP", "Refused<Gap>");
        becomes("<Strided<GAP, GAP> as Layout>::Size", "<Refused<Gap> as Layout>::Size");
        becomes("Strided<GAP, (u32, UTerm)>", "Strided<Refused<Gap>, (u32, 0)>");
        becomes("Refused<E>, Refused<...>", "Refused<E>, Refused<...>");
        becomes(
            "<<S as IntTuple>::Kind as zellige::algebra::OfIndexMatch1>::Out<UInt<UTerm, B1>, (S,)>",
            "OfIndex(<S as IntTuple>::Kind, 1, (S,))",
        );
        becomes("Vec<<<A as WalkIf2>::Out as WalkIf1>::Out<B>>::new", "Vec<Walk(Walk(A), B)>::new");
        let other =
            "<A as If1>::Out<B>, <A as Match>::Outer, <u8 as Add>::Output, a < b as X>::Out";
        becomes(other, other);
    }

    #[test]
    fn what_is_not_known_stays() {
        becomes("UInt<UInt<U, B>, B0>", "(2*(2*U+B))");
        becomes("UInt<..., B1>", "0b..1");
        becomes("UInt<UInt<UInt<_, _>, B0>, _>", "0b..0_");
        becomes("Strided<(UInt<_, _>, HIGH), (HIGH, _)>", "(_,0b10__):(0b10__,_)");
        becomes("Strided<S, D> and Strided<_, _>", "Strided<S, D> and Strided<_, _>");
        becomes("Strided<Option<UTerm>, fn(u8) -> UTerm>", "Strided<Option<0>, fn(u8) -> 0>");
        becomes("MyUInt<UTermination, B1> Strided<(", "MyUInt<UTermination, B1> Strided<(");
        let source = "12 | let x: UInt<UTerm, B1> = y;\n";
        becomes(source, source);
        let deep = format!("{}U{}", "UInt<".repeat(2000), ", B1>".repeat(2000));
        assert!(rewrite(&deep).contains("UInt<"));
    }

    #[test]
    fn colours_stay_around_names() {
        let coloured =
            "\x1b[1mexpected `\x1b[35mUInt<\x1b[0mUTerm, \x1b[35mB1\x1b[0m>`\x1b[0m, 0\n";
        assert_eq!(
            rewrite(coloured),
            "\x1b[1mexpected `\x1b[35m1\x1b[0m\x1b[35m\x1b[0m`\x1b[0m, 0\n"
        );
        let source = "\x1b[94m5\x1b[0m \x1b[94m|\x1b[0m x: UTerm\n";
        assert_eq!(rewrite(source), source);
    }
}
