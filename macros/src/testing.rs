//! Helpers that the tests of the macros share.

use proc_macro2::TokenStream;

/// Returns tokens from text, in which `P::` is short for `__zellige::__private::`.
pub(crate) fn tokens(text: &str) -> TokenStream {
    text.replace("P::", "__zellige::__private::").parse().unwrap()
}

/// Asserts that a macro expands to these tokens.
pub(crate) fn assert_expands(expansion: syn::Result<TokenStream>, expected: &str) {
    assert_eq!(spelled(&expansion.unwrap()), spelled(&tokens(expected)));
}

/// Returns the text of tokens without spaces, since proc-macro2 inserts more of them between some
/// tokens than between others.
pub(crate) fn spelled(tokens: &TokenStream) -> String {
    tokens.to_string().replace(' ', "")
}

/// A macro's expansion that must be an error.
pub(crate) trait Refused {
    /// Asserts the only error: the text that the caret underlines, and the message.
    fn refused(self, at: &str, message: &str);
}
impl Refused for syn::Result<TokenStream> {
    fn refused(self, at: &str, message: &str) {
        assert_refused(self, &[(at, message)]);
    }
}

/// Asserts the errors of a macro, in order: the text that the caret underlines, empty for the whole
/// macro, and the message.
pub(crate) fn assert_refused(expansion: syn::Result<TokenStream>, expected: &[(&str, &str)]) {
    let underlined = |error: &syn::Error| error.span().source_text().unwrap_or_default();
    let errors: Vec<_> = expansion
        .unwrap_err()
        .into_iter()
        .map(|error| (underlined(&error), error.to_string()))
        .collect();
    let errors: Vec<_> = errors.iter().map(|(at, text)| (&at[..], &text[..])).collect();
    assert_eq!(errors, expected);
}
