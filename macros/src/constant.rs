//! Constant expressions: `{ BM * 2 }` as a static integer, and names that look like constants but
//! lack braces.

use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::errors::error;
use crate::number::type_and_value;
use crate::tokens::{at, character, is_pair, own_brackets, stream, ungroup};

/// The number of digits, in base 128, of a constant expression's value, which is at most 2^48.
const DIGITS: u32 = 7;
/// The position of the first digit.
const FIRST: u32 = DIGITS - 1;

/// Returns the expression of an entry in braces, `{ BM * 2 }`, with its braces.
pub(crate) fn in_braces(entry: &[TokenTree]) -> Option<&Group> {
    match entry {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Brace => Some(group),
        _ => None,
    }
}

/// Returns the number that a constant expression yields, most significant digit first.
pub(crate) fn by_digits(expression: &[TokenTree]) -> TokenStream {
    digits(expression, |first| first)
}

/// Returns the type of the number that an expression in braces yields, and refuses 0.
pub(crate) fn not_zero(braces: &Group) -> TokenStream {
    let place = at(braces.span());
    let number = digits(
        &[braces.clone().into()],
        |first| quote_spanned!(place=> __zellige::__private::not_zero(#first)),
    );
    type_and_value(&number)
}

/// Returns the number that a constant expression yields; its first digit is taken from the
/// expression as wrapped by `checked`. rustc evaluates the expression anew for each digit, so all
/// digits but the first use its value [modulo 2^64](modulo): only the first reports an overflow.
fn digits(expression: &[TokenTree], checked: impl Fn(TokenStream) -> TokenStream) -> TokenStream {
    let (start, end) = (&expression[0], &expression[expression.len() - 1]);
    let (start, end) = (at(start.span()), at(end.span()));
    let total = modulo(expression);
    let expression = own_brackets(stream(expression));
    let total = total.unwrap_or_else(|| expression.clone());
    let digits = (0..DIGITS).rev().map(|place| {
        let value = match place {
            FIRST => checked(expression.clone()),
            _ => total.clone(),
        };
        let place = Literal::u32_unsuffixed(place);
        let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#value, #place));
        arguments.set_span(end);
        quote_spanned!(start=> { __zellige::__private::digit #arguments })
    });
    quote!(__zellige::__private::Number<#(#digits),*>)
}

/// Returns an expression that has the same value where that does not overflow, and that itself
/// never overflows: `difference(BM as usize, 65 as usize)` for `BM - 65`. Returns `None` if the
/// expression has operators other than `+`, `-`, `*`, `/` and `%`.
fn modulo(expression: &[TokenTree]) -> Option<TokenStream> {
    match expression {
        [TokenTree::Group(group)] if group.delimiter() != Delimiter::Bracket => {
            modulo(&group.stream().into_iter().collect::<Vec<_>>())
        }
        _ => {
            let (at, function) = last(expression, ['+', '-'].as_slice())
                .or_else(|| last(expression, ['*', '/', '%'].as_slice()))?;
            let (left, right) = (operand(&expression[..at])?, operand(&expression[at + 1..])?);
            Some(quote!(__zellige::__private::#function(#left, #right)))
        }
    }
}

/// Returns the position of the last of these operators, which is applied last, and the function for
/// it.
fn last(expression: &[TokenTree], operators: &[char]) -> Option<(usize, TokenStream)> {
    let operator = |token: &TokenTree| character(token).filter(|c| operators.contains(c));
    let at = expression.iter().rposition(|token| operator(token).is_some())?;
    let function = match operator(&expression[at])? {
        '+' => quote!(sum),
        '-' => quote!(difference),
        '*' => quote!(product),
        '/' => quote!(quotient),
        _ => quote!(remainder),
    };
    Some((at, function))
}

/// Returns an operand of [`modulo`] as a `usize`, whatever its type: the first digit reports a
/// wrong type. Returns `None` if the operand contains another operator, or a block.
fn operand(tokens: &[TokenTree]) -> Option<TokenStream> {
    if let Some(total) = modulo(tokens) {
        return Some(total);
    }
    let is_part = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => [':', '.'].contains(&punct.as_char()),
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
    };
    if tokens.is_empty() || !tokens.iter().all(is_part) {
        return None;
    }
    let operand = match tokens {
        [TokenTree::Group(_)] => own_brackets(stream(tokens)),
        _ => quote!((#(#tokens)*)),
    };
    Some(quote!(#operand as usize))
}

/// Returns the error for braces that do not contain a static integer, on the tokens to blame, as
/// far as their first tokens tell; `negative` is the error for a minus.
pub(crate) fn check_braces(braces: &Group, negative: &str) -> syn::Result<()> {
    let inner = ungroup(braces.stream().into_iter().collect());
    match &inner[..] {
        [] => Err(error(braces, "expected a constant expression in these braces: `{ BM * 2 }`")),
        [minus, ..] if character(minus) == Some('-') => Err(error(stream(&inner), negative)),
        _ => Ok(()),
    }
}

/// Returns the error for constants without braces, as in `BM` or `BM * 2`, which would be known
/// only at run time. `negative` is the error for a minus before them, if that is an error.
///
/// Constants are recognized by their names, which are in capitals. `N::STATIC` is not treated as a
/// constant: it is how the value of a static integer is written.
pub(crate) fn check_names(entry: &[TokenTree], negative: Option<&str>) -> syn::Result<()> {
    let entry = ungroup(entry.to_vec());
    let (minus, number) = match &entry[..] {
        [minus, number @ ..] if character(minus) == Some('-') => ("-", number),
        number => ("", number),
    };
    let in_parentheses = matches!(number, [TokenTree::Group(_)]);
    if in_parentheses || constants(number).is_none_or(|count| count == 0) {
        return Ok(());
    }
    let message = match negative {
        Some(negative) if !minus.is_empty() => negative.to_string(),
        _ => in_place_of(minus, number),
    };
    Err(error(stream(&entry), message))
}

/// Returns the replacement text for constants without braces, such as `BM * 2`, after a minus or
/// none.
fn in_place_of(minus: &str, constants: &[TokenTree]) -> String {
    if !is_path(constants) {
        return "these are constants: write them in braces for a static integer, in parentheses for \
                one known at run time"
            .to_string();
    }
    let path: String = constants.iter().map(ToString::to_string).collect();
    let run_time = match minus {
        "" => format!(", `({path})` for one known at run time"),
        _ => String::new(),
    };
    let generic = match constants {
        [name] if minus.is_empty() => {
            format!("; if it is a const parameter, write `Int::<{name}>::STATIC`")
        }
        [TokenTree::Ident(owner), .., TokenTree::Ident(name)] if starts_with_capital(owner) => {
            format!(
                "; if `{owner}` is generic, make it a type, `type {name}: Integer`, and write \
                 `{minus}{path}::STATIC`"
            )
        }
        _ => String::new(),
    };
    format!(
        "`{path}` is a constant: write `{minus}{{{path}}}` for a static integer{run_time}{generic}"
    )
}

/// Returns the number of constants in an expression, if it consists only of constants, literals and
/// operators.
fn constants(mut tokens: &[TokenTree]) -> Option<usize> {
    let mut count = 0;
    while !tokens.is_empty() {
        tokens = match tokens {
            [TokenTree::Ident(word), TokenTree::Ident(_), rest @ ..] if word == "as" => rest,
            [TokenTree::Ident(_), rest @ ..] if is_colons(rest) => &rest[2..],
            [TokenTree::Ident(name), rest @ ..] if is_constant(name) => {
                count += 1;
                rest
            }
            [TokenTree::Group(group), rest @ ..] if group.delimiter() == Delimiter::Parenthesis => {
                count += constants(&group.stream().into_iter().collect::<Vec<_>>())?;
                rest
            }
            [TokenTree::Literal(_), rest @ ..] => rest,
            [TokenTree::Punct(punct), rest @ ..] => match punct.as_char() {
                '+' | '-' | '*' | '/' | '%' => rest,
                shift @ ('<' | '>') if is_pair(tokens, 0, shift) => &rest[1..],
                '<' => after_angles(tokens)?,
                _ => return None,
            },
            _ => return None,
        };
    }
    Some(count)
}

/// Returns the tokens that follow the `<T as Trait>::` at the start of a qualified path.
fn after_angles(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate() {
        match character(token) {
            Some('<') => depth += 1,
            Some('>') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let rest = &tokens[index + 1..];
            return is_colons(rest).then(|| &rest[2..]);
        }
    }
    None
}

/// Returns true if these tokens are one path: `BM`, `tile::BM`.
fn is_path(tokens: &[TokenTree]) -> bool {
    let is_name_or_colon =
        |token: &TokenTree| matches!(token, TokenTree::Ident(_)) || character(token) == Some(':');
    tokens.iter().all(is_name_or_colon) && !tokens.iter().any(|token| is_word(token, "as"))
}

/// Returns true if a name is in capitals, like those of constants.
fn is_constant(name: &Ident) -> bool {
    let name = name.to_string();
    name != "STATIC"
        && name.contains(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c == '_' || c.is_ascii_uppercase() || c.is_ascii_digit())
}

/// Returns true if a name is that of a type or of a generic parameter, rather than of a module.
fn starts_with_capital(name: &Ident) -> bool {
    name.to_string().starts_with(|c: char| c.is_ascii_uppercase())
}

/// Returns true if the tokens begin with the `::` of a path.
fn is_colons(tokens: &[TokenTree]) -> bool {
    tokens.first().and_then(character) == Some(':') && is_pair(tokens, 0, ':')
}

/// Returns true if the token is this word.
fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

#[cfg(test)]
mod tests {
    use crate::layout;
    use crate::testing::{Refused, assert_expands, assert_refused, tokens};
    use proc_macro2::TokenStream;

    fn literal(text: &str) -> syn::Result<TokenStream> {
        layout::expand(tokens(text))
    }
    fn refuses(text: &str, expected: &[(&str, &str)]) {
        assert_refused(literal(text), expected);
    }

    /// Returns the expansion of an expression to digits, with the first digit taken from `first`.
    fn digits(first: &str, expression: &str) -> String {
        let digits: Vec<_> =
            (0..6).rev().map(|place| format!("{{ P::digit({expression}, {place}) }}")).collect();
        format!(
            "<P::Number<{{ P::digit({first}, 6) }}, {}> as P::IntLiteral>::Int",
            digits.join(", ")
        )
    }

    #[test]
    fn braces_are_static() {
        let (bm, twice) = ("{ BM }", "{ BM * 2 }");
        assert_expands(
            literal("({ BM }, 4) : ({ BM * 2 }, 1)"),
            &format!(
                "<(({}, P::hex::H4,), ({}, P::hex::H1,)) as P::Literal>::Layout",
                digits(bm, bm),
                digits(twice, "P::product((BM) as usize, (2) as usize)")
            ),
        );
        assert_expands(
            literal("{ BM } : -{ BM }"),
            &format!(
                "<({}, __zellige::stride::Negative<{}>) as P::Literal>::Layout",
                digits(bm, bm),
                digits("P::not_zero({ BM })", bm)
            ),
        );
        assert_expands(
            literal("8 : { BM }@{ AXIS }"),
            &format!(
                "<(P::hex::H8, __zellige::stride::ScaledBasis<{}, ({},)>) as P::Literal>::Layout",
                digits(bm, bm),
                digits("{ AXIS }", "{ AXIS }")
            ),
        );
        assert_expands(
            literal("Sw<{ B }, 4, -{ S }> o { BM } o 8"),
            &format!(
                "<(P::Swizzle<{{ B }}, 4, {{ -{{ S }} }}>, {}, <P::hex::H8 as P::Compact>::ColMajor) \
                 as P::Literal>::Layout",
                digits(bm, bm)
            ),
        );
        assert_expands(
            crate::tuple::expand(tokens("m, { BM }"), &crate::tuple::SHAPE),
            &format!("{{ (P::leaf(m), {},) }}", digits(bm, bm)),
        );
        assert_expands(
            crate::assert_layout::expand(tokens("A == { BM }")),
            &format!(
                "const _: () = <P::Check>::same::<A, <{} as P::Compact>::ColMajor>();",
                digits(bm, bm)
            ),
        );
    }

    #[test]
    fn wrong_braces_are_refused() {
        literal("({}, 4)")
            .refused("{}", "expected a constant expression in these braces: `{ BM * 2 }`");
        literal("({ -8 }, 4)").refused("-8", "extents cannot be negative");
        literal("(-{ BM }, 4)").refused("-{ BM }", "extents cannot be negative");
        let minus = "the constant in braces cannot be negative: the minus of a stride goes \
                     before them, `-{BM}`";
        literal("(8, 4) : ({ -BM }, 1)").refused("-BM", minus);
        literal("8 : -{ -BM }").refused("-BM", minus);
        let whole = "write a constant expression in braces as a whole: `{ BM * 2 }`; write one \
                     that is known at run time in parentheses: `({ m } * 2)`";
        literal("({ BM } * 2, 4)").refused("{ BM } * 2", whole);
        literal("({ BM } 4)").refused("4", "expected `,` between two modes");
        let number = "a number in parentheses is just that number: write `{ BM }`, or `({ BM },)` \
                      for a tuple of one mode";
        literal("(({ BM }), 4)").refused("({ BM })", number);
    }

    #[test]
    fn constants_without_braces_are_refused() {
        let name = |name| {
            format!(
                "`{name}` is a constant: write `{{{name}}}` for a static integer, `({name})` for \
                 one known at run time; if it is a const parameter, write `Int::<{name}>::STATIC`"
            )
        };
        let (bm, n) = (&*name("BM"), &*name("N"));
        refuses("(BM, N) : (N, 1)", &[("BM", bm), ("N", n), ("N", n)]);
        literal("BM").refused("BM", bm);
        literal("(8, 4) : (-BM, 1)")
            .refused("-BM", "`BM` is a constant: write `-{BM}` for a static integer");
        literal("(-BM, 4)").refused("-BM", "extents cannot be negative");
        literal("tile::BM").refused(
            "tile::BM",
            "`tile::BM` is a constant: write `{tile::BM}` for a static integer, `(tile::BM)` \
                 for one known at run time",
        );
        for (owner, path) in [("C", "C::BM"), ("Self", "Self::BM")] {
            let message = format!(
                "`{path}` is a constant: write `{{{path}}}` for a static integer, `({path})` for \
                 one known at run time; if `{owner}` is generic, make it a type, `type BM: \
                 Integer`, and write `{path}::STATIC`"
            );
            literal(path).refused(path, &message);
        }
        for text in ["BM * 2", "(BM + 1) * 2", "1 << K", "BM as usize", "<C as Tile>::BM"] {
            let message = "these are constants: write them in braces for a static integer, in \
                           parentheses for one known at run time";
            literal(text).refused(text, message);
        }
    }
}
