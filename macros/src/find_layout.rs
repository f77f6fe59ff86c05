//! The macro `find_layout!`: the layout of a table of integer literals.

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use quote::quote;

use crate::errors::error;
use crate::find::{Break, Found, Pattern, Tried, find};
use crate::number;
use crate::tokens::{character, check_depth, misplaced, place, split_entry, stream, ungroup};
use crate::tree::WIDTH;

const USAGE: &str = "expected a table of integer literals in square brackets, such as `[0, 2, 4, 7, 9, 11]`: a \
     macro sees source text, not values";

/// One entry of the table: the tokens it was read from, and its value.
type Entry = (TokenStream, u64);

/// Expands `find_layout!([0, 2, 4, 7, 9, 11])` to the path that `layout!((3, 2) : (2, 7))` gives,
/// or to the path of a swizzled layout if no strides give the table.
pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    check_depth(&input)?;
    let place = place(&input);
    let tokens = ungroup(input.into_iter().collect());
    let Found { swizzle, modes } = match &tokens[..] {
        [] => return Err(syn::Error::new(place, USAGE)),
        [TokenTree::Group(table), rest @ ..] if table.delimiter() == Delimiter::Bracket => {
            match rest {
                [] => find_modes(table)?,
                [next, ..] => return Err(error(next, "nothing may follow the table")),
            }
        }
        _ => return Err(error(&tokens[0], USAGE)),
    };
    if let Some((bits, start)) = swizzle {
        let (bits, base, shift) = bits.parameters();
        let [shape, stride] = [
            written(modes.iter().map(|mode| mode.0.to_string())),
            written(modes.iter().map(|mode| mode.1.to_string())),
        ];
        let text = format!("Sw<{bits}, {base}, {shift}> o {start} o {shape} : {stride}");
        return crate::layout::expand(text.parse()?);
    }
    let stride = |mode: &(u64, i128)| mode.1 as u64;
    let (shape, stride) = (side(&modes, |mode| mode.0), side(&modes, stride));
    Ok(quote!(<(#shape, #stride) as __zellige::__private::Literal>::Layout))
}

/// Returns the type of one side of the layout: an integer for one mode, otherwise a tuple.
fn side(modes: &[(u64, i128)], of_mode: fn(&(u64, i128)) -> u64) -> TokenStream {
    let mut leaves: Vec<_> = modes.iter().map(|mode| number::to_type(of_mode(mode))).collect();
    if leaves.len() == 1 { leaves.remove(0) } else { quote!((#(#leaves,)*)) }
}

/// Returns one side of the layout in CuTe's notation: an integer for one mode, otherwise a tuple.
fn written(numbers: impl Iterator<Item = String>) -> String {
    let numbers: Vec<String> = numbers.collect();
    match &numbers[..] {
        [only] => only.clone(),
        _ => format!("({})", numbers.join(", ")),
    }
}

/// Returns the layout of a table in brackets.
fn find_modes(table: &Group) -> syn::Result<Found> {
    let tokens: Vec<_> = table.stream().into_iter().collect();
    if let (value, [semicolon, count @ ..]) = split_entry(&tokens) {
        if character(semicolon) == Some(';') {
            return find_repeated(table, value, count);
        }
    }
    let entries = entries(&tokens)?;
    let found = find(entries.len(), |index| entries[index].1.into());
    let found = found.map_err(|refusal| explain(&refusal, table, &entries))?;
    if found.modes.len() > WIDTH {
        let message = format!(
            "this table has a layout of {} modes, but one level has at most {WIDTH}",
            found.modes.len()
        );
        return Err(error(table, message));
    }
    Ok(found)
}

/// Returns the modes of the layout of `[value; count]`, without building a table, since only zeros
/// have a layout.
fn find_repeated(table: &Group, value: &[TokenTree], count: &[TokenTree]) -> syn::Result<Found> {
    let value = entry(0, value, table)?;
    let count = match &ungroup(count.to_vec())[..] {
        [TokenTree::Literal(count)] => number::read_static(count)?,
        [] => return Err(error(table, "expected the number of entries after `;`")),
        [first, ..] => {
            return Err(error(
                first,
                "the number of entries is an integer literal; with a constant N it is \
                 `layout!({N} : 0)`",
            ));
        }
    };
    match (count, value.1) {
        (0, _) => Err(explain(&Break::Empty, table, &[])),
        (_, 0) => Ok(Found { swizzle: None, modes: vec![(count, 0)] }),
        (_, origin) => Err(explain(&Break::Origin(origin.into()), table, &[value])),
    }
}

/// Reads the entries of a table.
fn entries(mut tokens: &[TokenTree]) -> syn::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    while let Some(first) = tokens.first() {
        let (found, rest) = split_entry(tokens);
        entries.push(entry(entries.len(), found, first)?);
        tokens = match rest {
            [] => rest,
            [comma, rest @ ..] if character(comma) == Some(',') => rest,
            [other, ..] => return Err(error(other, "entries are separated by `,`")),
        };
    }
    Ok(entries)
}

/// Reads entry `index` of a table, an integer literal; an error for a missing entry is placed at
/// `place`.
fn entry(index: usize, tokens: &[TokenTree], place: &impl quote::ToTokens) -> syn::Result<Entry> {
    let tokens = ungroup(tokens.to_vec());
    if let Some(second) = misplaced(&tokens) {
        return Err(error(second, "entries are separated by `,`"));
    }
    match &tokens[..] {
        [] => Err(error(place, format!("entry {index} is missing here"))),
        [TokenTree::Literal(literal)] => Ok((tokens_of(literal), number::read_static(literal)?)),
        [minus, TokenTree::Literal(literal)] if character(minus) == Some('-') => Err(error(
            quote!(#minus #literal),
            format!("entry {index} is -{literal}: a stride would have to be negative"),
        )),
        tokens => Err(error(
            stream(tokens),
            format!(
                "entry {index} is not an integer literal: a macro sees source text, not values"
            ),
        )),
    }
}

/// Returns the token of a literal.
fn tokens_of(literal: &Literal) -> TokenStream {
    TokenTree::Literal(literal.clone()).into()
}

/// Returns the error that says why a table has no layout, on the entry to blame.
fn explain(refusal: &Break, table: &Group, entries: &[Entry]) -> syn::Error {
    match refusal {
        Break::Empty => {
            error(table, "an empty table has no layout: entry 0, which is 0, is missing")
        }
        Break::Origin(origin) => error(
            &entries[0].0,
            format!(
                "entry 0 is {origin}, but every layout maps 0 to 0: subtract {origin} from the table"
            ),
        ),
        Break::Pattern(pattern, tried) => explain_pattern(pattern, tried, entries),
    }
}

/// Returns the error on the first entry that breaks the pattern.
fn explain_pattern(pattern: &Pattern, tried: &Tried, entries: &[Entry]) -> syn::Error {
    let Pattern { index, expected, period } = *pattern;
    let (tokens, found) = &entries[index];
    let (copy, origin) = (index - index % period, index % period);
    error(
        tokens,
        format!(
            "entry {index} is {found}, but {expected} was expected: from entry {copy} on, entries 0 \
             to {last} come again with {shift} added, and entry {origin} is {base} (a new mode \
             can begin only at a multiple of {period}){tried}",
            last = period - 1,
            shift = expected - i128::from(entries[origin].1),
            base = entries[origin].1,
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Refused, assert_expands, tokens};

    fn expands_as_layout(table: &str, layout: &str) {
        let layout = crate::layout::expand(tokens(layout)).unwrap().to_string();
        assert_expands(expand(tokens(table)), &layout);
    }

    fn found(text: &str) -> syn::Result<TokenStream> {
        expand(tokens(text))
    }

    #[test]
    fn tables_become_layout_literals() {
        expands_as_layout("[0, 2, 4, 7, 9, 11]", "(3, 2) : (2, 7)");
        expands_as_layout("[0, 2, 4, 7, 9, 11,]", "(3, 2) : (2, 7)");
        expands_as_layout("[0, 1, 5, 6, 10]", "(2, 3) : (1, 5)");
        expands_as_layout("[0, 3, 6, 9]", "4 : 3");
        expands_as_layout("[0, 0x10, 3_2]", "3 : 16");
        expands_as_layout("[0]", "1 : 0");
        expands_as_layout("[0; 8]", "8 : 0");
        expands_as_layout("[0; 1]", "1 : 0");
        expands_as_layout("[0; 281474976710656]", "281474976710656 : 0");
    }

    #[test]
    fn a_swizzle_is_found() {
        expands_as_layout("[0, 1, 2, 3, 5, 4, 7, 6]", "Sw<1, 0, 2> o 0 o 8 : 1");
        expands_as_layout("[0, 1, 5, 7]", "Sw<1, 0, 1> o 0 o (2, 2) : (1, 5)");
        expands_as_layout("[5, 4, 7, 6]", "Sw<1, 0, 2> o 4 o 4 : 1");
        expands_as_layout("[0, 5, 2, 7, 4, 1, 6, 3]", "Sw<1, 0, -2> o 0 o 8 : 1");
    }

    #[test]
    fn a_broken_pattern_is_explained() {
        found("[0, 2, 4, 7, 8, 11]").refused(
            "8",
            "entry 4 is 8, but 9 was expected: from entry 3 on, entries 0 to 2 come again with 7 \
             added, and entry 1 is 2 (a new mode can begin only at a multiple of 3)",
        );
        let message = "entry 5 is 12, but 11 was expected: from entry 4 on, entries 0 to 1 come \
                       again with 10 added, and entry 1 is 1 (a new mode can begin only at a \
                       multiple of 2)";
        found("[0, 1, 5, 6, 10, 12]").refused("12", message);
        found("[0, 2, 4, 7, 9, 11, 14, 16, 19]").refused(
            "19",
            "entry 8 is 19, but 18 was expected: from entry 6 on, entries 0 to 2 come again with \
             14 added, and entry 2 is 4 (a new mode can begin only at a multiple of 3)",
        );
    }

    #[test]
    fn entry_zero_is_zero() {
        let message = "entry 0 is 5, but every layout maps 0 to 0: subtract 5 from the table";
        found("[5, 6, 7]").refused("5", message);
        found("[5; 8]").refused("5", message);
        let empty = "an empty table has no layout: entry 0, which is 0, is missing";
        found("[]").refused("[]", empty);
        found("[0; 0]").refused("[0; 0]", empty);
    }

    #[test]
    fn entries_are_plain_integers() {
        found("[0, 2, -4]").refused("-4", "entry 2 is -4: a stride would have to be negative");
        found("[-1; 3]").refused("-1", "entry 0 is -1: a stride would have to be negative");
        let value = "is not an integer literal: a macro sees source text, not values";
        found("[0, N]").refused("N", &format!("entry 1 {value}"));
        found("[0, { N }]").refused("{ N }", &format!("entry 1 {value}"));
        found("[0, 2 * 2]").refused("2 * 2", &format!("entry 1 {value}"));
        found("[[0, 1], [2, 3]]").refused("[0, 1]", &format!("entry 0 {value}"));
        found("[i * 2; 8]").refused("i * 2", &format!("entry 0 {value}"));
        found("[0, 1.5]").refused("1.5", "an integer is needed, but `1.5` is a float");
        found("[0, 1u32]").refused("1u32", "a static integer has no type suffix: write `1`");
        found("[0,, 2]").refused(",", "entry 1 is missing here");
        found("[0; ]").refused("[0; ]", "expected the number of entries after `;`");
        let count = "the number of entries is an integer literal; with a constant N it is \
                     `layout!({N} : 0)`";
        found("[0; N]").refused("N", count);
        found("[0; { N }]").refused("{ N }", count);
        found("[0, 1; 3]").refused(";", "entries are separated by `,`");
        found("[0, 1 2]").refused("2", "entries are separated by `,`");
    }

    #[test]
    fn a_table_is_needed() {
        found("TABLE").refused("TABLE", USAGE);
        found("&[0, 1]").refused("&", USAGE);
        found("0, 1").refused("0", USAGE);
        found("").refused("", USAGE);
        found("[0, 1], 2").refused(",", "nothing may follow the table");
    }

    #[test]
    fn at_most_ten_modes_are_found() {
        let table = |modes: u32| {
            let digits = |entry: u32| {
                (0..modes).map(move |bit| u64::from(entry >> bit & 1) * 3_u64.pow(bit))
            };
            let entries: Vec<_> =
                (0..1 << modes).map(|e| digits(e).sum::<u64>().to_string()).collect();
            format!("[{}]", entries.join(", "))
        };
        expands_as_layout(
            &table(10),
            "(2, 2, 2, 2, 2, 2, 2, 2, 2, 2) : (1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683)",
        );
        let eleven = table(11);
        found(&eleven)
            .refused(&eleven, "this table has a layout of 11 modes, but one level has at most 10");
    }
}
