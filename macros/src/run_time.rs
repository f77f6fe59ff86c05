//! Integers that are known only at run time: a literal with such integers is a value and not a
//! type.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

use crate::errors::Errors;
use crate::tree::{Kind, Tree};

/// The token that rustc reports as found where a type is expected.
pub(crate) const NO_TYPE: &str = "only literals and constants in braces are static: with this expression the layout is a value, not a type";

/// Returns the span of the first leaf of the tree that is known only at run time.
pub(crate) fn first(tree: &Tree) -> Option<Span> {
    match &tree.kind {
        Kind::Tuple(modes) => modes.iter().find_map(first),
        Kind::RunTime => Some(tree.tokens.clone().into_iter().next()?.span()),
        Kind::Static(_) | Kind::Signed(_) | Kind::Whole => None,
    }
}

/// Adds an error to each leaf of the tree that is known only at run time.
pub(crate) fn refuse(tree: &Tree, errors: &mut Errors) {
    match &tree.kind {
        Kind::Tuple(modes) => modes.iter().for_each(|mode| refuse(mode, errors)),
        Kind::RunTime => errors.add(
            &tree.tokens,
            "a literal, or a constant in braces, is needed here: this is a type, or is known only at \
             run time",
        ),
        Kind::Static(_) | Kind::Signed(_) | Kind::Whole => {}
    }
}

/// Returns the tokens of a value whose first leaf known at run time is at `first`:
/// `(NO_TYPE, value).1`. Where rustc expects a type, it rejects this text, and reports it on that
/// leaf.
pub(crate) fn value(first: Option<Span>, value: TokenStream) -> TokenStream {
    let mut no_type = Literal::string(NO_TYPE);
    no_type.set_span(first.unwrap_or_else(Span::call_site));
    quote!((#no_type, #value).1)
}
