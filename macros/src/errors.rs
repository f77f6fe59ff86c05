//! Compile errors: collected, one per wrong token, and written so that rustc accepts them anywhere.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The errors found so far: `layout!((-8, 4.0) : (4, 1))` has two, one on `-8` and one on `4.0`.
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    /// Adds an error whose caret underlines `tokens`, from the first to the last.
    pub(crate) fn add(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(error(tokens, message));
    }

    /// Adds an error made elsewhere.
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// Returns `outcome`, unless errors were collected; otherwise returns these, followed by the
    /// error in `outcome`.
    pub(crate) fn finish<T>(self, outcome: syn::Result<T>) -> syn::Result<T> {
        match (outcome, self.0) {
            (Err(last), Some(mut errors)) => {
                errors.combine(last);
                Err(errors)
            }
            (Ok(_), Some(errors)) => Err(errors),
            (outcome, None) => outcome,
        }
    }
}

/// Returns an error that underlines `tokens`, from the first to the last.
pub(crate) fn error(tokens: impl ToTokens, message: impl Display) -> syn::Error {
    syn::Error::new_spanned(tokens, message)
}

/// Writes errors in place of a type or an expression: `compile_error!{..}`, or several in a tuple,
/// which is a type as well as an expression.
pub(crate) fn in_place(errors: syn::Error) -> TokenStream {
    let mut each: Vec<_> = errors.into_iter().map(syn::Error::into_compile_error).collect();
    if each.len() == 1 { each.remove(0) } else { quote!((#(#each,)*)) }
}

/// Writes errors in place of an item or a statement: one `compile_error!{..}` after another.
pub(crate) fn as_items(errors: syn::Error) -> TokenStream {
    errors.into_compile_error()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::tokens;

    /// Returns the errors "one" and "two", each on a token.
    fn two() -> Errors {
        let mut errors = Errors::default();
        errors.add(tokens("a"), "one");
        errors.push(error(tokens("b"), "two"));
        errors
    }

    #[test]
    fn errors_are_kept_in_order() {
        let texts = |outcome| {
            let errors = two().finish::<()>(outcome).unwrap_err().into_iter();
            errors.map(|error| error.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(texts(Ok(())), ["one", "two"]);
        let last = error(tokens("c"), "three");
        assert_eq!(texts(Err(last)), ["one", "two", "three"]);
        assert_eq!(Errors::default().finish(Ok(7)).unwrap(), 7);
    }

    #[test]
    fn one_error_stands_alone() {
        let error = error(tokens("a"), "one");
        let expected = tokens("::core::compile_error! { \"one\" }").to_string();
        assert_eq!(in_place(error.clone()).to_string(), expected);
        assert_eq!(as_items(error).to_string(), expected);
    }

    #[test]
    fn several_errors_are_a_tuple_or_items() {
        let errors = || two().finish(Ok(())).unwrap_err();
        let expected = "(::core::compile_error! { \"one\" }, ::core::compile_error! { \"two\" },)";
        assert_eq!(in_place(errors()).to_string(), tokens(expected).to_string());
        let expected = "::core::compile_error! { \"one\" } ::core::compile_error! { \"two\" }";
        assert_eq!(as_items(errors()).to_string(), tokens(expected).to_string());
    }
}
