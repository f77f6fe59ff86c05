//! Tokens: the end of an entry, and adjacent tokens that do not belong together.

use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};

/// Splits before the first separate `,`, `:` or `;`: `m * 2 , n` into `m * 2` and `, n`.
///
/// Those in `a::b::<u8, u8>()` and in any bracket are not separate.
pub(crate) fn split_entry(tokens: &[TokenTree]) -> (&[TokenTree], &[TokenTree]) {
    let is_end = |punct: char| matches!(punct, ',' | ':' | ';');
    let end = scan(tokens, opens_in_expression).find(|&(_, punct)| is_end(punct));
    tokens.split_at(end.map_or(tokens.len(), |(index, _)| index))
}

/// Returns the punctuation outside angle brackets, each character with its index; the `::` of a
/// path, `->` and `=>` are skipped. `opens` says whether the `<` at an index is an angle bracket.
pub(crate) fn scan(
    tokens: &[TokenTree],
    opens: fn(&[TokenTree], usize) -> bool,
) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut next = 0;
    let mut angles = 0;
    std::iter::from_fn(move || {
        while next < tokens.len() {
            let index = next;
            next += 1;
            let Some(punct) = punct(tokens, index) else {
                continue;
            };
            match punct {
                ':' if is_pair(tokens, index, ':') => next += 1,
                '-' | '=' if is_pair(tokens, index, '>') => next += 1,
                '<' if angles > 0 || opens(tokens, index) => angles += 1,
                '<' if is_pair(tokens, index, '<') => next += 1,
                '>' if angles > 0 => angles -= 1,
                _ if angles > 0 => {}
                _ => return Some((index, punct)),
            }
        }
        None
    })
}

/// Returns true if the `<` at `index` of an expression is an angle bracket: it does not follow an
/// operand.
fn opens_in_expression(tokens: &[TokenTree], index: usize) -> bool {
    let Some(before) = index.checked_sub(1) else {
        return true;
    };
    match &tokens[before] {
        TokenTree::Punct(punct) => punct.as_char() != '>',
        TokenTree::Ident(ident) => ident == "as",
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    }
}

/// Returns true: in a type every `<` is an angle bracket.
pub(crate) fn opens_in_type(_: &[TokenTree], _: usize) -> bool {
    true
}

/// Returns the character of a punctuation token.
pub(crate) fn character(token: &TokenTree) -> Option<char> {
    match token {
        TokenTree::Punct(punct) => Some(punct.as_char()),
        _ => None,
    }
}

/// Returns the punctuation character at `index`.
pub(crate) fn punct(tokens: &[TokenTree], index: usize) -> Option<char> {
    tokens.get(index).and_then(character)
}

/// Returns true if the token at `index` and the next one form an operator with `second` as its
/// second character.
pub(crate) fn is_pair(tokens: &[TokenTree], index: usize, second: char) -> bool {
    let joint = matches!(&tokens[index], TokenTree::Punct(p) if p.spacing() == Spacing::Joint);
    joint && punct(tokens, index + 1) == Some(second)
}

/// Returns the second of two adjacent operands: the `n` of `8 n`, the `(4, 1)` of `(8, 4) (4, 1)`.
///
/// A call `f(8)` and a block after a keyword are not such a pair, nor is the content of angle
/// brackets.
pub(crate) fn misplaced(tokens: &[TokenTree]) -> Option<&TokenTree> {
    let is_second = match tokens {
        [TokenTree::Group(tuple), next, ..] if is_tuple(tuple) => character(next) != Some('.'),
        [TokenTree::Group(number), next, ..] if is_number(number) => is_operand(next),
        [TokenTree::Group(block), next, ..] if block.delimiter() == Delimiter::Brace => {
            is_operand(next) || matches!(next, TokenTree::Group(_))
        }
        _ => false,
    };
    if is_second {
        return tokens.get(1);
    }
    tokens
        .windows(2)
        .take_while(|pair| character(&pair[0]) != Some('<'))
        .find(|pair| match (&pair[0], &pair[1]) {
            (TokenTree::Group(_), _) | (TokenTree::Ident(_), TokenTree::Group(_)) => false,
            (first, second) => is_operand(first) && is_operand(second),
        })
        .map(|pair| &pair[1])
}

/// Returns true if the group is written as a tuple: `()`, or with a comma.
pub(crate) fn is_tuple(group: &Group) -> bool {
    let inner: Vec<_> = group.stream().into_iter().collect();
    group.delimiter() == Delimiter::Parenthesis
        && (inner.is_empty() || scan(&inner, opens_in_expression).any(|(_, punct)| punct == ','))
}

/// Returns true if the group is a literal in parentheses, such as `(8)`.
fn is_number(group: &Group) -> bool {
    let mut inner = group.stream().into_iter();
    group.delimiter() == Delimiter::Parenthesis
        && matches!(inner.next(), Some(TokenTree::Literal(_)))
        && inner.next().is_none()
}

/// Returns true if the token is an operand, or as a bracket part of one; braces may be the block of
/// an `if`.
fn is_operand(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => !is_keyword(word),
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Literal(_) => true,
        TokenTree::Punct(_) => false,
    }
}

/// Returns true if a word is a keyword, which syn does not accept as an identifier.
fn is_keyword(word: &Ident) -> bool {
    syn::parse2::<syn::Ident>(TokenTree::from(word.clone()).into()).is_err()
}

/// The maximum number of nested brackets of an input, of any kind: everything that reads it is
/// recursive.
const DEPTH: usize = 64;

/// Returns an error for an input with brackets that are nested too deep.
pub(crate) fn check_depth(input: &TokenStream) -> syn::Result<()> {
    check_depth_below(input, DEPTH)
}
fn check_depth_below(tokens: &TokenStream, levels: usize) -> syn::Result<()> {
    for token in tokens.clone() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        if levels == 0 {
            let message = format!("brackets nest deeper than {DEPTH} levels here");
            return Err(syn::Error::new(group.span(), message));
        }
        check_depth_below(&group.stream(), levels - 1)?;
    }
    Ok(())
}

/// Returns the tokens as a stream.
pub(crate) fn stream(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}

/// Returns the tokens without the invisible brackets that `macro_rules!` puts around a fragment.
pub(crate) fn ungroup(tokens: Vec<TokenTree>) -> Vec<TokenTree> {
    match &tokens[..] {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            ungroup(group.stream().into_iter().collect())
        }
        _ => tokens,
    }
}

/// Returns the expression with its outer parentheses or braces marked as the macro's, so that rustc
/// does not call those of `layout!((m + 1) : 1)` unneeded.
pub(crate) fn own_brackets(expression: TokenStream) -> TokenStream {
    let tokens: Vec<_> = expression.clone().into_iter().collect();
    match &tokens[..] {
        [TokenTree::Group(group)] => bracket(group.delimiter(), group.stream(), &tokens),
        _ => expression,
    }
}

/// Returns the stream in brackets of the macro, shown at `place` if that is a single token.
pub(crate) fn bracket(
    delimiter: Delimiter,
    stream: TokenStream,
    place: &[TokenTree],
) -> TokenStream {
    let mut group = Group::new(delimiter, stream);
    if let [place] = place {
        group.set_span(at(place.span()));
    }
    TokenTree::Group(group).into()
}

/// Returns the span of a macro's input: its first token, or the macro itself.
pub(crate) fn place(input: &TokenStream) -> Span {
    let first = input.clone().into_iter().next();
    first.map_or_else(Span::call_site, |token| token.span())
}

/// Returns a span for the macro's own tokens that shows this place in the user's code.
pub(crate) fn at(place: Span) -> Span {
    Span::call_site().located_at(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<TokenTree> {
        text.parse::<TokenStream>().unwrap().into_iter().collect()
    }

    /// Returns the text of the first entry's tokens, spaces removed.
    fn first_entry(text: &str) -> String {
        let tokens = tokens(text);
        split_entry(&tokens).0.iter().map(ToString::to_string).collect::<String>().replace(' ', "")
    }

    #[test]
    fn an_entry_ends_at_a_lone_separator() {
        assert_eq!(first_entry("m * 2, n"), "m*2");
        assert_eq!(first_entry("m : 1"), "m");
        assert_eq!(first_entry("m:-1"), "m");
        assert_eq!(first_entry("m; 1"), "m");
        assert_eq!(first_entry("(a, b) : c"), "(a,b)");
        assert_eq!(first_entry(": c"), "");
        assert_eq!(first_entry("m"), "m");
    }

    #[test]
    fn paths_and_generic_arguments_stay_whole() {
        assert_eq!(first_entry("a::B, c"), "a::B");
        assert_eq!(first_entry("::a::B : c"), "::a::B");
        assert_eq!(first_entry("f::<u8, u8>(x), c"), "f::<u8,u8>(x)");
        assert_eq!(first_entry("f::<A<u8, u8>, u8>(x) : c"), "f::<A<u8,u8>,u8>(x)");
        assert_eq!(first_entry("f::<fn(u8) -> u8, u8>(x), c"), "f::<fn(u8)->u8,u8>(x)");
        assert_eq!(first_entry("<T as A<u8, u8>>::N : c"), "<TasA<u8,u8>>::N");
        assert_eq!(first_entry("1 + <T as A<u8, u8>>::N : c"), "1+<TasA<u8,u8>>::N");
    }

    #[test]
    fn in_a_type_every_angle_bracket_opens() {
        let found: Vec<_> = scan(&tokens("A<B, C<D = E>> == F"), opens_in_type).collect();
        assert_eq!(found, [(11, '='), (12, '=')]);
    }

    #[test]
    fn comparisons_and_shifts_open_nothing() {
        assert_eq!(first_entry("m << 2, n"), "m<<2");
        assert_eq!(first_entry("1 << k, n >> 2"), "1<<k");
        assert_eq!(first_entry("(m) << 2, n"), "(m)<<2");
        assert_eq!(first_entry("m >> 2, n"), "m>>2");
        assert_eq!(first_entry("{ m < n } as usize, n"), "{m<n}asusize");
        assert_eq!(first_entry("m <= n, n"), "m<=n");
    }

    #[test]
    fn brackets_nest_to_64_levels() {
        let nested = |levels| {
            let text = format!("1 + {}m{}", "(".repeat(levels), ")".repeat(levels));
            check_depth(&text.parse().unwrap()).map_err(|error| error.to_string())
        };
        assert_eq!(nested(64), Ok(()));
        let message = "brackets nest deeper than 64 levels here".to_string();
        assert_eq!(nested(65), Err(message.clone()));
        assert_eq!(nested(10_000), Err(message));
    }

    #[test]
    fn what_stands_side_by_side_is_found() {
        let found = |text| misplaced(&tokens(text)).map(|token| token.to_string().replace(' ', ""));
        for (text, second) in [
            ("(8, 4) (4, 1)", "(4,1)"),
            ("(8, 4) 4", "4"),
            ("(8, 4) -> 4", "-"),
            ("() ()", "()"),
            ("8 (4, 1)", "(4,1)"),
            ("8 4", "4"),
            ("8 m", "m"),
            ("m 8", "8"),
            ("m n", "n"),
            ("m + n k", "k"),
            ("(8) (1)", "(1)"),
            ("8 [1]", "[1]"),
            ("{ BM } 8", "8"),
            ("{ BM } { BN }", "{BN}"),
        ] {
            assert_eq!(found(text), Some(second.into()), "{text}");
        }
    }

    #[test]
    fn expressions_are_left_alone() {
        let expressions = "m; 8; m as usize; 8 as usize; f(8); a[0]; m + n; (m + 1) * 2; \
                           (a, b).0; 8.max(m); if a { 1 } else { 2 }; \
                           if m == 8 { 1 } else { 2 }; (8) as usize; (8) * m; \
                           match x { _ => 1 }; { BM }; { m } as usize; unsafe { x }; \
                           S { x: 1 }.x; f(8)(9); f::<&'a T>(); vec![1].len(); -m";
        for text in expressions.split("; ") {
            assert!(misplaced(&tokens(text)).is_none(), "{text}");
        }
    }
}
