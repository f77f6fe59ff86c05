//! The macro `assert_layout!`: a check that `cargo check` performs.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::composed::{self, Any};
use crate::errors::{Errors, error};
use crate::tokens::{check_depth, is_pair, opens_in_type, scan, stream, ungroup};

/// Expands `assert_layout!(A == (64, 4) : (8, 1))` to a `const _` that checks it, with the location
/// of the macro call.
pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    check_depth(&input)?;
    let tokens: Vec<_> = input.into_iter().collect();
    let [first, ..] = &tokens[..] else {
        return Err(syn::Error::new(
            Span::call_site(),
            "expected a layout: `assert_layout!(A)` or `assert_layout!(A == (64, 4) : (8, 1))`",
        ));
    };
    let (layout, expected) = sides(&tokens)?;
    let (start, layout) = (first.span(), side(layout)?);
    // The first token and the last are the user's: rustc underlines from one to the other.
    let check = match expected {
        None => quote_spanned!(start=> <__zellige::__private::Check>::accepted::<#layout>),
        Some(expected) => {
            let expected = side(expected)?;
            quote_spanned!(start=> <__zellige::__private::Check>::same::<#layout, #expected>)
        }
    };
    let mut arguments = Group::new(Delimiter::Parenthesis, TokenStream::new());
    arguments.set_span(tokens[tokens.len() - 1].span());
    Ok(quote!(const _: () = #check #arguments;))
}

/// Returns the tokens of the layout, and those of the expected one after `==`.
fn sides(tokens: &[TokenTree]) -> syn::Result<(&[TokenTree], Option<&[TokenTree]>)> {
    let mut found =
        scan(tokens, opens_in_type).filter(|(_, punct)| matches!(punct, '=' | ',' | ';'));
    let Some((index, _)) = found.next() else {
        return Ok((tokens, None));
    };
    let operator = &tokens[index];
    if !is_pair(tokens, index, '=') {
        return Err(error(operator, "expected `==` and a second layout, or nothing"));
    }
    let (layout, expected) = (&tokens[..index], &tokens[index + 2..]);
    let operator = &tokens[index..index + 2];
    if layout.is_empty() {
        return Err(error(stream(operator), "expected a layout before `==`"));
    }
    if expected.is_empty() {
        return Err(error(stream(operator), "expected a layout after `==`"));
    }
    match found.nth(1) {
        Some((next, _)) => Err(error(&tokens[next], "nothing may follow the second layout")),
        None => Ok((layout, Some(expected))),
    }
}

/// Returns one side as a type: a layout literal if it begins like one, otherwise its own tokens.
fn side(tokens: &[TokenTree]) -> syn::Result<TokenStream> {
    let written = ungroup(tokens.to_vec());
    let is_literal = match written.first() {
        None => return Err(error(stream(tokens), "expected a layout here")),
        Some(TokenTree::Literal(_)) => true,
        Some(TokenTree::Group(group)) => {
            matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::Brace)
        }
        Some(TokenTree::Ident(_) | TokenTree::Punct(_)) => composed::begins(&written),
    };
    if is_literal {
        let layout = Any::read(&written)?;
        let mut errors = Errors::default();
        layout.refuse_run_time(&mut errors);
        return errors.finish(Ok(layout.to_type()));
    }
    match scan(tokens, opens_in_type).find(|&(_, punct)| punct == ':') {
        Some((colon, _)) => {
            Err(error(&tokens[colon], "expected a type, or a layout such as `(64, 4) : (8, 1)`"))
        }
        None => Ok(stream(tokens)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Refused, assert_expands, assert_refused, tokens};

    fn checks(text: &str, layout: &str) {
        let expected = format!("const _: () = <P::Check>::accepted::<{layout}>();");
        assert_expands(expand(tokens(text)), &expected);
    }

    fn compares(text: &str, layout: &str, other: &str) {
        let expected = format!("const _: () = <P::Check>::same::<{layout}, {other}>();");
        assert_expands(expand(tokens(text)), &expected);
    }

    fn asserted(text: &str) -> syn::Result<TokenStream> {
        expand(tokens(text))
    }

    #[test]
    fn a_layout_alone_is_checked() {
        checks("A", "A");
        checks("Compose<A, B>", "Compose<A, B>");
        checks("layout!((8, 4) : (4, 1))", "layout!((8, 4) : (4, 1))");
        checks("8 : 1", "<(P::hex::H8, P::hex::H1) as P::Literal>::Layout");
    }

    #[test]
    fn two_layouts_are_compared() {
        compares("A == B", "A", "B");
        compares("Trait<X = A> == <T as U<V, W>>::X", "Trait<X = A>", "<T as U<V, W>>::X");
        compares("A == 8 : 1", "A", "<(P::hex::H8, P::hex::H1) as P::Literal>::Layout");
        compares(
            "A == (8, 4) : (4, 1)",
            "A",
            "<((P::hex::H8, P::hex::H4,), (P::hex::H4, P::hex::H1,)) as P::Literal>::Layout",
        );
        compares("A == (8, 4) : row", "A", "<(P::hex::H8, P::hex::H4,) as P::Compact>::RowMajor");
        compares("(8,) == A", "<(P::hex::H8,) as P::Compact>::ColMajor", "A");
    }

    #[test]
    fn the_caret_underlines_the_assertion() {
        let tokens: Vec<_> =
            expand(tokens("Compose<A, B> == (8, 4)")).unwrap().into_iter().collect();
        let text = |token: &TokenTree| token.span().source_text().unwrap();
        let call = tokens.iter().position(|token| token.to_string() == "=").unwrap() + 1;
        assert_eq!(
            (text(&tokens[call]), tokens[call].to_string()),
            ("Compose".to_string(), "<".to_string())
        );
        let arguments = &tokens[tokens.len() - 2];
        assert_eq!(text(arguments), "(8, 4)");
        assert_eq!(arguments.to_string(), "()");
    }

    #[test]
    fn a_side_is_needed() {
        asserted("").refused(
            "",
            "expected a layout: `assert_layout!(A)` or `assert_layout!(A == (64, 4) : (8, 1))`",
        );
        asserted("A ==").refused("==", "expected a layout after `==`");
        asserted("== A").refused("==", "expected a layout before `==`");
        asserted("A == B,").refused(",", "nothing may follow the second layout");
        asserted("A == B == C").refused("=", "nothing may follow the second layout");
        let operator = "expected `==` and a second layout, or nothing";
        asserted("A = B").refused("=", operator);
        asserted("A, B").refused(",", operator);
        asserted("A : (8, 1)")
            .refused(":", "expected a type, or a layout such as `(64, 4) : (8, 1)`");
    }

    #[test]
    fn the_literal_is_static() {
        let run_time = "a literal, or a constant in braces, is needed here: this is a type, or is known only at \
             run time";
        assert_refused(
            expand(tokens("A == (m, 4) : (1, 8u32)")),
            &[("m", run_time), ("8u32", run_time)],
        );
        asserted("A == (8, -4)").refused("-4", "extents cannot be negative");
        asserted("A == (8, 4) : 1")
            .refused("1", "the shape is a tuple of 2 modes, but its stride is one integer");
        asserted("A == 8 4").refused("4", "expected `:` between shape and stride");
    }
}
