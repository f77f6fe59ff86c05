//! Lowering of expressions: a type and a value for each.

pub(crate) mod branch;
mod scope;

use std::collections::BTreeSet;

use branch::Branch;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use scope::{Variable, path};
use syn::{Error, Result};

use super::Halves;
use super::names::{camel, of_method};
use super::syntax::{Block, Expr, Fn, Param, Statement, is_impl};

/// A lowered item.
pub(crate) struct Lowered {
    pub(crate) item: TokenStream,
    pub(crate) branches: Vec<Branch>,
}

/// An expression as a type and as a value, with the types and values that it uses.
#[derive(Default)]
pub(super) struct Both {
    pub(super) ty: TokenStream,
    pub(super) value: TokenStream,
    types: BTreeSet<usize>,
    values: BTreeSet<usize>,
}

impl Both {
    fn uses(&mut self, other: &Both) {
        self.types.extend(&other.types);
        self.values.extend(&other.values);
    }
}

pub(super) struct Lowering<'a> {
    halves: Halves,
    variables: Vec<Variable>,
    /// The beginning of the names of branches.
    prefix: String,
    /// The number of branches of this function so far.
    count: usize,
    branches: &'a mut Vec<Branch>,
    owner: String,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        f: &Fn,
        outer: &[Param],
        owner: String,
        halves: Halves,
        branches: &'a mut Vec<Branch>,
    ) -> Result<Self> {
        let prefix = format!("{owner}{}", camel(&f.name));
        let mut all = Lowering { halves, variables: Vec::new(), prefix, count: 0, branches, owner };
        for Param { name, bound } in outer.iter().chain(&f.generics) {
            all.add(None, name.clone(), quote!(#name), Some(bound.clone()), false)?;
        }
        for param in &f.params {
            let Param { name, bound } = param;
            let ty = if param.is_value_only() { name.clone() } else { camel(name) };
            all.add(Some(name.clone()), ty.clone(), quote!(#ty), Some(bound.clone()), false)?;
        }
        Ok(all)
    }

    pub(super) fn block(&mut self, block: &Block, bound: Option<&TokenStream>) -> Result<Both> {
        let outside = self.variables.len();
        let opened: Vec<Option<Ident>> = self.variables.iter().map(|v| v.value.clone()).collect();
        let mut all = Both::default();
        let mut statements: Vec<(Option<usize>, TokenStream)> = Vec::new();
        for statement in &block.statements {
            match statement {
                Statement::Check(tokens) => {
                    let tokens = self.copied(tokens, &mut all);
                    statements.push((None, tokens));
                }
                Statement::Let { name, bound: Some(bound), value } if is_impl(bound) => {
                    let both = self.expr(value, None)?;
                    all.uses(&both);
                    let value = both.value;
                    statements.push((Some(self.variables.len()), quote!(let #name = #value;)));
                    let (ty, bound) = (quote!(#name), Some(bound.clone()));
                    self.add(Some(name.clone()), name.clone(), ty, bound, true)?;
                }
                Statement::Let { name, bound, value } => {
                    let both = self.expr(value, bound.as_ref())?;
                    all.uses(&both);
                    let (ty, value) = (both.ty, both.value);
                    statements.push((Some(self.variables.len()), quote!(let #name = #value;)));
                    self.add(Some(name.clone()), camel(name), ty, bound.clone(), true)?;
                }
                Statement::Open { pattern, value } => {
                    self.open(pattern.clone())?;
                    statements.push((None, quote!(let #pattern = #value;)));
                }
            }
        }
        let result = self.expr(&block.result, bound)?;
        all.uses(&result);
        let (ty, value) = (result.ty, result.value);
        let used = |at: &Option<usize>| at.is_none_or(|at| all.values.contains(&at));
        let statements: Vec<TokenStream> =
            statements.into_iter().filter(|(at, _)| used(at)).map(|(_, s)| s).collect();
        self.variables.truncate(outside);
        for (variable, value) in self.variables.iter_mut().zip(opened) {
            variable.value = value;
        }
        all.types.retain(|&at| at < outside);
        all.values.retain(|&at| at < outside);
        let value = if statements.is_empty() { value } else { quote!({ #(#statements)* #value }) };
        Ok(Both { ty, value, ..all })
    }

    fn all(
        &mut self,
        list: &[Expr],
        into: &mut Both,
    ) -> Result<(Vec<TokenStream>, Vec<TokenStream>)> {
        let (mut types, mut values) = (Vec::new(), Vec::new());
        for expr in list {
            if self.is_value_only(expr) {
                values.push(self.value(expr, into)?);
                continue;
            }
            let both = self.expr(expr, None)?;
            into.uses(&both);
            types.push(both.ty);
            values.push(both.value);
        }
        Ok((types, values))
    }

    /// Lowers an expression that types ignore.
    fn value(&mut self, expr: &Expr, into: &mut Both) -> Result<TokenStream> {
        match expr {
            Expr::Method { receiver, name, types, arguments } => {
                let receiver = self.value(receiver, into)?;
                let given: Vec<_> = types.iter().map(|t| self.raw(t, &mut into.types)).collect();
                let (_, values) = self.all(arguments, into)?;
                let fish = fish(&given, 0);
                Ok(quote!(#receiver.#name #fish (#(#values),*)))
            }
            Expr::Variable(name) => {
                into.values.insert(self.variable(name)?);
                Ok(quote!(#name))
            }
            _ => {
                let both = self.expr(expr, None)?;
                into.uses(&both);
                Ok(both.value)
            }
        }
    }
    fn expr(&mut self, expr: &Expr, bound: Option<&TokenStream>) -> Result<Both> {
        let mut all = Both::default();
        match expr {
            Expr::Variable(name) => return self.named(name),
            Expr::Type(path) => {
                all.ty = self.raw(path, &mut all.types);
                all.value = all.ty.clone();
            }
            Expr::Number(n, span) => return Ok(number(*n, *span)),
            Expr::Tuple(entries) => {
                let (types, values) = self.all(entries, &mut all)?;
                (all.ty, all.value) = (quote!((#(#types,)*)), quote!((#(#values,)*)));
            }
            Expr::Call { path, name, types, arguments } => {
                let ty = camel(name);
                let given: Vec<_> = types.iter().map(|t| self.raw(t, &mut all.types)).collect();
                let (types, values) = self.all(arguments, &mut all)?;
                let fish = fish(&given, types.len());
                let applied: Vec<_> = given.iter().chain(&types).collect();
                let applied = (!applied.is_empty()).then(|| quote!(<#(#applied),*>));
                (all.ty, all.value) =
                    (quote!(#path #ty #applied), quote!(#path #name #fish (#(#values),*)));
            }
            Expr::Construct { path, arguments } => {
                let (types, values) = self.all(arguments, &mut all)?;
                (all.ty, all.value) = (quote!(#path<#(#types),*>), quote!(#path(#(#values),*)));
            }
            Expr::Associated { of, path, name, types, arguments } => {
                let ty = of_method(name);
                let given: Vec<_> = types.iter().map(|t| self.raw(t, &mut all.types)).collect();
                let (types, values) = self.all(arguments, &mut all)?;
                let mut applied = &types[..];
                if let Some(at) = self.variables.iter().position(|v| v.name == *of) {
                    all.types.insert(at);
                    all.ty = quote!(#of::#ty<#(#given,)* #(#applied),*>);
                } else {
                    let [this, others @ ..] = applied else {
                        return Err(Error::new(name.span(), "a method has a receiver"));
                    };
                    applied = others;
                    all.ty = quote!(<#this as #of>::#ty<#(#given,)* #(#applied),*>);
                }
                let fish = fish(&given, applied.len());
                all.value = quote!(#path #name #fish (#(#values),*));
            }
            Expr::Method { receiver, name, types, arguments } => {
                return self.method(receiver, name, types, arguments);
            }
            Expr::Not(a) => {
                let a = self.condition(a, &mut all)?;
                all.ty = quote!(<#a as crate::number::Bool>::Not);
            }
            Expr::And(a, b) => {
                let (a, b) = (self.condition(a, &mut all)?, self.condition(b, &mut all)?);
                all.ty = quote!(<#a as crate::number::Bool>::And<#b>);
            }
            Expr::Or(a, b) => {
                let (a, b) = (self.condition(a, &mut all)?, self.condition(b, &mut all)?);
                all.ty = quote!(<#a as crate::number::Bool>::Or<#b>);
            }
            Expr::Branch { at, tag, arms } => {
                let Some(bound) = bound else {
                    return Err(Error::new(
                        *at,
                        "a branch stands at the end of a block, or in `let x: Bound = ..;`",
                    ));
                };
                return self.branch(*at, tag, arms, bound);
            }
        }
        Ok(all)
    }

    /// Lowers a variable, or `self`.
    fn named(&mut self, name: &Ident) -> Result<Both> {
        let mut all = Both::default();
        if name == "self" {
            if self.owner.is_empty() {
                return Err(Error::new(
                    name.span(),
                    "in a branch `self` is taken apart: `let Inner(s, d, t) = self;` before it",
                ));
            }
            (all.ty, all.value) = (quote_spanned!(name.span()=> Self), quote!(#name));
            return Ok(all);
        }
        let at = self.variable(name)?;
        let variable = &self.variables[at];
        if variable.is_value_only() {
            let message = format!("types do not have `{name}`: it can only be passed on");
            return Err(Error::new(name.span(), message));
        }
        all.ty = if variable.is_let {
            variable.ty.clone()
        } else {
            let ty = camel(name);
            quote!(#ty)
        };
        all.value = quote!(#name);
        all.types.insert(at);
        all.values.insert(at);
        Ok(all)
    }

    /// Lowers `receiver.name::<types>(arguments)`.
    fn method(
        &mut self,
        receiver: &Expr,
        name: &Ident,
        types: &[TokenStream],
        arguments: &[Expr],
    ) -> Result<Both> {
        let mut all = Both::default();
        let ty = of_method(name);
        let this = self.expr(receiver, None)?;
        // rustc finds the trait of a parameter's type through its bound; for any other type the
        // trait has to be named.
        let bound = match receiver {
            Expr::Variable(variable) if variable == "self" => None,
            Expr::Variable(variable) => {
                let variable = &self.variables[self.variable(variable)?];
                variable.is_let.then(|| variable.bound.clone())
            }
            _ => Some(self.universe(receiver).map(path)),
        };
        all.uses(&this);
        let given: Vec<_> = types.iter().map(|t| self.raw(t, &mut all.types)).collect();
        let (types, values) = self.all(arguments, &mut all)?;
        let fish = fish(&given, types.len());
        let (this_type, this_value) = (this.ty, this.value);
        all.value = quote!(#this_value.#name #fish (#(#values),*));
        let applied = quote!(<#(#given,)* #(#types),*>);
        all.ty = match bound {
            None => quote!(#this_type::#ty #applied),
            Some(Some(bound)) => quote!(<#this_type as #bound>::#ty #applied),
            Some(None) => {
                let message = format!(
                    "`{name}` needs its trait: write `Trait::{name}(..)`, or name the receiver by `let x: Trait = ..;`"
                );
                return Err(Error::new(name.span(), message));
            }
        };
        Ok(all)
    }

    /// Lowers a condition. It is only a type: it decides which code exists, and is never computed.
    fn condition(&mut self, expr: &Expr, into: &mut Both) -> Result<TokenStream> {
        let both = self.expr(expr, None)?;
        into.types.extend(&both.types);
        Ok(both.ty)
    }
}

/// Returns `::<K, _, _>`: the given types, and those of the values.
fn fish(given: &[TokenStream], values: usize) -> Option<TokenStream> {
    let inferred = std::iter::repeat_n(quote!(_), values);
    (!given.is_empty()).then(|| quote!(::<#(#given,)* #(#inferred),*>))
}

/// Returns a static number by its bits, the highest first.
fn number(n: u64, span: Span) -> Both {
    let mut ty = quote_spanned!(span=> crate::number::UTerm);
    for bit in (0..u64::BITS - n.leading_zeros()).rev() {
        let bit = format_ident!("B{}", n >> bit & 1, span = span);
        ty = quote_spanned!(span=> crate::number::UInt<#ty, crate::number::#bit>);
    }
    Both { value: quote_spanned!(span=> <#ty as crate::number::Nat>::UNIT), ty, ..Both::default() }
}
