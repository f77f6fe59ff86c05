//! The path of the library: the library's wrapper of a macro passes `[$crate]` before the input, so
//! that the macro's output names the library whatever its name is, and whoever depends on it.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// The token that represents the path of the library in the macros' output.
const NAME: &str = "__zellige";

/// Expands the input after the path of the library with `expand`, and inserts that path into the
/// result; `errors` writes the errors.
pub(crate) fn expand(
    input: TokenStream,
    expand: impl FnOnce(TokenStream) -> syn::Result<TokenStream>,
    errors: impl FnOnce(syn::Error) -> TokenStream,
) -> TokenStream {
    let mut input = input.into_iter();
    let expansion = match input.next() {
        Some(TokenTree::Group(path)) if path.delimiter() == Delimiter::Bracket => {
            let input: TokenStream = input.collect();
            let is_empty = input.is_empty();
            match expand(input) {
                Ok(expansion) => Ok(named(expansion, &path.stream())),
                // There is no input to underline, so the wrapper is underlined.
                Err(error) if is_empty => Err(syn::Error::new(path.span(), error)),
                Err(error) => Err(error),
            }
        }
        _ => Err(syn::Error::new(
            Span::call_site(),
            "the literal macros are those of `zellige`: depend on it, not on `zellige-macros`",
        )),
    };
    expansion.unwrap_or_else(errors)
}

/// Returns the tokens with [`NAME`] replaced by the path of the library, at the span of that.
fn named(tokens: TokenStream, path: &TokenStream) -> TokenStream {
    let mut out = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(name) if name == NAME => {
                out.extend(path.clone().into_iter().map(|mut token| {
                    token.set_span(token.span().located_at(name.span()));
                    token
                }))
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), named(group.stream(), path));
                inner.set_span(group.span());
                out.push(inner.into());
            }
            token => out.push(token),
        }
    }
    out.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{spelled, tokens};
    use crate::{errors, layout, run_time};

    fn expanded(input: &str) -> String {
        let expansion = expand(tokens(input), layout::expand, errors::in_place);
        spelled(&expansion)
    }

    #[test]
    fn the_library_has_any_name() {
        assert_eq!(
            expanded("[crate::a] 8 : m"),
            spelled(&tokens(&format!(
                "(\"{}\", crate::a::__private::strided(\
                 <crate::a::__private::hex::H8 as crate::a::__private::IntLiteral>::Int, \
                 crate::a::__private::leaf(m))).1",
                run_time::NO_TYPE
            )))
        );
    }

    #[test]
    fn the_path_stands_where_its_placeholder_stood() {
        let expansion = expand(tokens("[a] (8, m)"), layout::expand, errors::in_place);
        let at_leaf = |token: &TokenTree| {
            let in_place = token.span().source_text().as_deref() == Some("m");
            in_place && token.to_string() == "a"
        };
        assert!(flat(expansion).iter().any(at_leaf));
    }

    /// Returns all tokens, including those in groups.
    fn flat(tokens: TokenStream) -> Vec<TokenTree> {
        let inner = |token: TokenTree| match token {
            TokenTree::Group(group) => flat(group.stream()),
            token => vec![token],
        };
        tokens.into_iter().flat_map(inner).collect()
    }

    #[test]
    fn the_library_is_needed() {
        for input in ["", "(8, 4) : (4, 1)", "{crate} 8"] {
            assert!(expanded(input).contains("dependonit"), "{input}");
        }
    }
}
