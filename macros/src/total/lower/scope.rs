//! The named values in scope of an expression, and their types.

use std::collections::BTreeSet;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::quote;
use syn::{Error, Result};

use super::{Both, Lowering};
use crate::total::names::camel;
use crate::total::syntax::{Expr, is_impl, is_upper};

/// A value and its type.
#[derive(Clone)]
pub(super) struct Variable {
    /// `room`; a type parameter has no value.
    pub(super) value: Option<Ident>,
    /// `Room`
    pub(super) name: Ident,
    /// The type: its name, or for a `let` the type of its expression.
    pub(super) ty: TokenStream,
    pub(super) bound: Option<TokenStream>,
    pub(super) is_let: bool,
}

impl Variable {
    /// Returns true if types ignore it: its bound is `impl Faults`.
    pub(super) fn is_value_only(&self) -> bool {
        self.bound.as_ref().is_some_and(is_impl)
    }
}

impl Lowering<'_> {
    pub(super) fn add(
        &mut self,
        value: Option<Ident>,
        name: Ident,
        ty: TokenStream,
        bound: Option<TokenStream>,
        is_let: bool,
    ) -> Result<()> {
        if self.variables.iter().any(|v| v.name == name) {
            let written = value.as_ref().unwrap_or(&name);
            return Err(Error::new(
                written.span(),
                format!("there is already a type `{name}` here"),
            ));
        }
        self.variables.push(Variable { value, name, ty, bound, is_let });
        Ok(())
    }

    pub(super) fn variable(&self, name: &Ident) -> Result<usize> {
        let found = self.variables.iter().position(|v| v.value.as_ref() == Some(name));
        found.ok_or_else(|| Error::new(name.span(), format!("there is no value `{name}` here")))
    }

    /// Returns tokens as types: the names of `let`s are replaced by the types of their expressions.
    pub(super) fn raw(&self, tokens: &TokenStream, both: &mut BTreeSet<usize>) -> TokenStream {
        let replace = |token: TokenTree| match token {
            TokenTree::Ident(name) => match self.variables.iter().position(|v| v.name == name) {
                Some(at) => {
                    both.insert(at);
                    let variable = &self.variables[at];
                    if variable.is_let { variable.ty.clone() } else { quote!(#name) }
                }
                None => quote!(#name),
            },
            TokenTree::Group(group) => {
                let mut inner = BTreeSet::new();
                let mut replaced =
                    Group::new(group.delimiter(), self.raw(&group.stream(), &mut inner));
                replaced.set_span(group.span());
                both.extend(inner);
                quote!(#replaced)
            }
            other => quote!(#other),
        };
        tokens.clone().into_iter().map(replace).collect()
    }

    /// Lowers `let Inner(s, d, t) = self;`: the fields are values of the type parameters of these
    /// names.
    pub(super) fn open(&mut self, pattern: TokenStream) -> Result<()> {
        let mut tokens = pattern.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.open(group.stream())?,
                TokenTree::Ident(name) if !is_upper(&name) && name != "_" => {
                    if matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == ':') {
                        continue; // the name of a field
                    }
                    let ty = camel(&name);
                    let found =
                        self.variables.iter_mut().find(|v| v.name == ty && v.value.is_none());
                    let Some(variable) = found else {
                        return Err(Error::new(
                            name.span(),
                            format!(
                                "`{name}` has the type `{ty}`, but there is no such type parameter"
                            ),
                        ));
                    };
                    variable.value = Some(name);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the trait of a variable, or of the result of a method of a tuple or an integer:
    /// `Integer` for `s.head().leaf()`.
    pub(super) fn universe(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Variable(name) => {
                let bound = self.variables[self.variable(name).ok()?].bound.as_ref();
                Some(bound?.to_string())
            }
            Expr::Method { receiver, name, .. } => {
                let of = self.universe(receiver)?;
                let known = RESULTS.iter().find(|(trait_, f, _)| *trait_ == of && name == f);
                known.map(|(_, _, result)| String::from(*result))
            }
            _ => None,
        }
    }
    /// Returns true if types ignore the expression: `faults`, `faults.in_mode()`.
    pub(super) fn is_value_only(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Variable(name) => {
                self.variable(name).is_ok_and(|at| self.variables[at].is_value_only())
            }
            Expr::Method { receiver, .. } => self.is_value_only(receiver),
            _ => false,
        }
    }
    /// Returns a statement that exists only on values, with the types that it names.
    pub(super) fn copied(&self, tokens: &TokenStream, all: &mut Both) -> TokenStream {
        fn words(tokens: &TokenStream, found: &mut impl FnMut(&Ident)) {
            for token in tokens.clone() {
                match token {
                    TokenTree::Ident(word) => found(&word),
                    TokenTree::Group(group) => words(&group.stream(), found),
                    _ => {}
                }
            }
        }
        words(tokens, &mut |word| {
            all.values.extend(self.variable(word));
        });
        self.raw(tokens, &mut all.types)
    }
}

/// The traits of the results of methods, by the trait of the method: the methods with which
/// functions take tuples apart.
const RESULTS: &[(&str, &str, &str)] = &[
    ("IntTuple", "kind", "Kind"),
    ("IntTuple", "head", "IntTuple"),
    ("IntTuple", "tail", "IntTuple"),
    ("IntTuple", "leaf", "Integer"),
    ("IntTuple", "elements", "Integer"),
    ("IntTuple", "rank", "Nat"),
    ("Integer", "known", "Nat"),
];
/// Returns the path of one of the traits of [`RESULTS`].
pub(super) fn path(name: String) -> TokenStream {
    match &name[..] {
        "Kind" => quote!(crate::tuple::Kind),
        "IntTuple" => quote!(crate::tuple::IntTuple),
        "Integer" => quote!(crate::integer::Integer),
        _ => quote!(crate::number::Nat),
    }
}
