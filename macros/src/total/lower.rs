//! A type and a value for every expression, a trait for every branch.

use std::collections::BTreeSet;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::{Error, Result};

use super::Halves;
use super::names::{camel, of_method};
use super::parse::{Block, Expr, Fn, Param, Statement, is_impl, is_upper};

/// What an item becomes.
pub(crate) struct Lowered {
    pub(crate) item: TokenStream,
    pub(crate) branches: Vec<Branch>,
}

/// The trait of a branch.
pub(crate) struct Branch {
    #[cfg_attr(not(test), allow(dead_code))]
    pub(crate) name: Ident,
    /// What it branches on.
    #[cfg_attr(not(test), allow(dead_code))]
    pub(crate) tag: Tag,
    pub(crate) items: TokenStream,
}

/// What a branch is on. The trait of the branch is a supertrait of that of its tags.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Tag {
    /// A truth value: `if`.
    Bool,
    /// The kind of a tuple: `match` with `Leaf`, `Empty`, `Node`.
    Kind,
    /// Tags of the function's own module, whose trait names the branch itself.
    Own,
}

impl Tag {
    fn of(arms: &[(TokenStream, Block)]) -> Tag {
        match arms[0].0.to_string().as_str() {
            "B0" | "B1" => Tag::Bool,
            "Leaf" | "Empty" | "Node" => Tag::Kind,
            _ => Tag::Own,
        }
    }
}

/// A value and its type.
#[derive(Clone)]
struct Variable {
    /// `room`; a type parameter has no value.
    value: Option<Ident>,
    /// `Room`
    name: Ident,
    /// What the type is: its name, or for a `let` the type of its expression.
    ty: TokenStream,
    bound: Option<TokenStream>,
    is_let: bool,
}

impl Variable {
    /// True if types know nothing of it: its bound is `impl Faults`.
    fn is_value_only(&self) -> bool {
        self.bound.as_ref().is_some_and(is_impl)
    }
}

/// An expression as type and value, and which types and values it uses.
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
    /// What the names of branches begin with.
    prefix: String,
    /// How many branches this function has so far.
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
        let mut all = Lowering {
            halves,
            variables: Vec::new(),
            prefix,
            count: 0,
            branches,
            owner,
        };
        for Param { name, bound } in outer.iter().chain(&f.generics) {
            all.add(
                None,
                name.clone(),
                quote!(#name),
                Some(bound.clone()),
                false,
            )?;
        }
        for param in &f.params {
            let Param { name, bound } = param;
            let ty = if param.is_value_only() {
                name.clone()
            } else {
                camel(name)
            };
            all.add(
                Some(name.clone()),
                ty.clone(),
                quote!(#ty),
                Some(bound.clone()),
                false,
            )?;
        }
        Ok(all)
    }

    fn add(
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
        self.variables.push(Variable {
            value,
            name,
            ty,
            bound,
            is_let,
        });
        Ok(())
    }

    fn variable(&self, name: &Ident) -> Result<usize> {
        let found = self
            .variables
            .iter()
            .position(|v| v.value.as_ref() == Some(name));
        found.ok_or_else(|| Error::new(name.span(), format!("there is no value `{name}` here")))
    }

    /// Tokens written as types: the names of `let`s are replaced by what they stand for.
    fn raw(&self, tokens: &TokenStream, both: &mut BTreeSet<usize>) -> TokenStream {
        let replace = |token: TokenTree| match token {
            TokenTree::Ident(name) => match self.variables.iter().position(|v| v.name == name) {
                Some(at) => {
                    both.insert(at);
                    let variable = &self.variables[at];
                    if variable.is_let {
                        variable.ty.clone()
                    } else {
                        quote!(#name)
                    }
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
                Statement::Let {
                    name,
                    bound: Some(bound),
                    value,
                } if is_impl(bound) => {
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
        let statements: Vec<TokenStream> = statements
            .into_iter()
            .filter(|(at, _)| used(at))
            .map(|(_, s)| s)
            .collect();
        self.variables.truncate(outside);
        for (variable, value) in self.variables.iter_mut().zip(opened) {
            variable.value = value;
        }
        all.types.retain(|&at| at < outside);
        all.values.retain(|&at| at < outside);
        let value = if statements.is_empty() {
            value
        } else {
            quote!({ #(#statements)* #value })
        };
        Ok(Both { ty, value, ..all })
    }

    /// `let Inner(s, d, t) = self;`: the fields are values of the type parameters of these names.
    fn open(&mut self, pattern: TokenStream) -> Result<()> {
        let mut tokens = pattern.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.open(group.stream())?,
                TokenTree::Ident(name) if !is_upper(&name) && name != "_" => {
                    if matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == ':') {
                        continue; // the name of a field
                    }
                    let ty = camel(&name);
                    let found = self
                        .variables
                        .iter_mut()
                        .find(|v| v.name == ty && v.value.is_none());
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

    /// The trait of a variable, or of what methods of a tuple or an integer return: `Integer` for `s.head().leaf()`.
    fn universe(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Variable(name) => {
                let bound = self.variables[self.variable(name).ok()?].bound.as_ref();
                Some(bound?.to_string())
            }
            Expr::Method { receiver, name, .. } => {
                let of = self.universe(receiver)?;
                let known = RESULTS
                    .iter()
                    .find(|(trait_, f, _)| *trait_ == of && name == f);
                known.map(|(_, _, result)| String::from(*result))
            }
            _ => None,
        }
    }
    /// True if types know nothing of the expression: `faults`, `faults.in_mode()`.
    fn is_value_only(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Variable(name) => self
                .variable(name)
                .is_ok_and(|at| self.variables[at].is_value_only()),
            Expr::Method { receiver, .. } => self.is_value_only(receiver),
            _ => false,
        }
    }
    /// An expression of which types know nothing.
    fn value(&mut self, expr: &Expr, into: &mut Both) -> Result<TokenStream> {
        match expr {
            Expr::Method {
                receiver,
                name,
                types,
                arguments,
            } => {
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
    /// What happens on values only, with the types that it names.
    fn copied(&self, tokens: &TokenStream, all: &mut Both) -> TokenStream {
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

    fn expr(&mut self, expr: &Expr, bound: Option<&TokenStream>) -> Result<Both> {
        let mut all = Both::default();
        match expr {
            Expr::Variable(name) if name == "self" => {
                if self.owner.is_empty() {
                    return Err(Error::new(
                        name.span(),
                        "in a branch `self` is taken apart: `let Inner(s, d, t) = self;` before it",
                    ));
                }
                (all.ty, all.value) = (quote_spanned!(name.span()=> Self), quote!(#name));
            }
            Expr::Variable(name) => {
                let at = self.variable(name)?;
                let variable = &self.variables[at];
                if variable.is_value_only() {
                    let message =
                        format!("types know nothing of `{name}`: it can only be handed on");
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
            }
            Expr::Type(path) => {
                all.ty = self.raw(path, &mut all.types);
                all.value = all.ty.clone();
            }
            Expr::Number(n, span) => {
                let mut ty = quote_spanned!(*span=> crate::number::UTerm);
                for bit in (0..u64::BITS - n.leading_zeros()).rev() {
                    let bit = format_ident!("B{}", n >> bit & 1, span = *span);
                    ty = quote_spanned!(*span=> crate::number::UInt<#ty, crate::number::#bit>);
                }
                all.value = quote_spanned!(*span=> <#ty as crate::number::Nat>::UNIT);
                all.ty = ty;
            }
            Expr::Tuple(entries) => {
                let (types, values) = self.all(entries, &mut all)?;
                (all.ty, all.value) = (quote!((#(#types,)*)), quote!((#(#values,)*)));
            }
            Expr::Call {
                path,
                name,
                types,
                arguments,
            } => {
                let ty = camel(name);
                let given: Vec<_> = types.iter().map(|t| self.raw(t, &mut all.types)).collect();
                let (types, values) = self.all(arguments, &mut all)?;
                let fish = fish(&given, types.len());
                let applied: Vec<_> = given.iter().chain(&types).collect();
                let applied = (!applied.is_empty()).then(|| quote!(<#(#applied),*>));
                (all.ty, all.value) = (
                    quote!(#path #ty #applied),
                    quote!(#path #name #fish (#(#values),*)),
                );
            }
            Expr::Construct { path, arguments } => {
                let (types, values) = self.all(arguments, &mut all)?;
                (all.ty, all.value) = (quote!(#path<#(#types),*>), quote!(#path(#(#values),*)));
            }
            Expr::Associated {
                of,
                path,
                name,
                types,
                arguments,
            } => {
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
            Expr::Method {
                receiver,
                name,
                types,
                arguments,
            } => {
                let ty = of_method(name);
                let this = self.expr(receiver, None)?;
                let bound = match &**receiver {
                    Expr::Variable(variable) if variable == "self" => None,
                    Expr::Variable(variable) => {
                        let variable = &self.variables[self.variable(variable)?];
                        if variable.is_let {
                            Some(variable.bound.clone())
                        } else {
                            None
                        }
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
                            "of which trait is `{name}`? Write `Trait::{name}(..)`, or name the receiver by `let x: Trait = ..;`"
                        );
                        return Err(Error::new(name.span(), message));
                    }
                };
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

    /// A condition is a type only: it decides which code there is, and is never computed.
    fn condition(&mut self, expr: &Expr, into: &mut Both) -> Result<TokenStream> {
        let both = self.expr(expr, None)?;
        into.types.extend(&both.types);
        Ok(both.ty)
    }

    fn branch(
        &mut self,
        at: proc_macro2::Span,
        tag: &Expr,
        arms: &[(TokenStream, Block)],
        bound: &TokenStream,
    ) -> Result<Both> {
        let mut all = Both::default();
        let tag = self.condition(tag, &mut all)?;
        self.count += 1;
        let word = if Tag::of(arms) == Tag::Bool {
            "If"
        } else {
            "Match"
        };
        let name = Ident::new(&format!("{}{word}{}", self.prefix, self.count), at);
        let slot = self.branches.len();
        self.branches.push(Branch {
            name: name.clone(),
            tag: Tag::of(arms),
            items: TokenStream::new(),
        });

        // In the arms every variable is a parameter of the trait.
        let inside = self.variables.iter().map(|v| {
            let name = &v.name;
            Variable {
                ty: quote!(#name),
                is_let: false,
                ..v.clone()
            }
        });
        let inside: Vec<Variable> = inside.collect();
        let outside = std::mem::replace(&mut self.variables, inside);
        let owner = std::mem::take(&mut self.owner);
        let lowered: Result<Vec<Both>> = arms
            .iter()
            .map(|(_, arm)| self.block(arm, Some(bound)))
            .collect();
        self.owner = owner;
        self.variables = outside;
        let lowered = lowered?;

        let mut used = Both::default();
        lowered.iter().for_each(|arm| used.uses(arm));
        let mut parameters = Vec::new();
        let (mut names, mut given) = (Vec::new(), Vec::new());
        for &at in used.types.union(&used.values) {
            if self.variables[at].is_value_only() {
                continue;
            }
            let Variable {
                name,
                ty,
                bound,
                value,
                ..
            } = &self.variables[at];
            let Some(bound) = bound else {
                let value = value.as_ref().unwrap_or(name);
                return Err(Error::new(
                    value.span(),
                    format!(
                        "`{value}` is used in a branch: say its universe, `let {value}: Integer = ..;`"
                    ),
                ));
            };
            parameters.push(quote!(#name: #bound));
            names.push(name.clone());
            given.push(ty.clone());
            all.types.insert(at);
        }
        let (mut arguments, mut values) = (Vec::new(), Vec::new());
        for &at in &used.values {
            let variable = &self.variables[at];
            let Variable {
                name, value, bound, ..
            } = variable;
            arguments.push(match bound {
                Some(bound) if variable.is_value_only() => quote!(#value: #bound),
                _ => quote!(#value: #name),
            });
            values.push(value.clone());
            all.values.insert(at);
        }
        let both = self.halves == Halves::Both;
        let out = quote_spanned!(at=> Out<#(#names),*>);
        let declared = both.then(|| {
            quote! {
                /// The value of the branch.
                fn go<#(#parameters),*>(#(#arguments),*) -> Self::#out;
            }
        });
        let doc = format!("A branch of `{}`.", self.prefix);
        let mut items = quote! {
            #[doc = #doc]
            #[doc(hidden)]
            pub trait #name {
                /// The type of the branch.
                type Out<#(#parameters),*>: #bound;
                #declared
            }
        };
        for ((tag, _), arm) in arms.iter().zip(&lowered) {
            let (ty, value) = (&arm.ty, &arm.value);
            let go = both.then(|| {
                quote! {
                    #[inline(always)]
                    #[allow(unused_variables, clippy::unused_unit)]
                    fn go<#(#parameters),*>(#(#arguments),*) -> Self::#out { #value }
                }
            });
            items.extend(quote! { impl #name for #tag { type Out<#(#parameters),*> = #ty; #go } });
        }
        self.branches[slot].items = items;
        // At the `if`: there a branch that is not in the list, or a condition that is none, is reported.
        all.ty = quote_spanned!(at=> <#tag as #name>::Out<#(#given),*>);
        all.value = quote_spanned!(at=> <#tag as #name>::go::<#(#given),*>(#(#values),*));
        Ok(all)
    }
}

/// The traits of what methods return, by their own trait: those by which functions on tuples take them apart.
const RESULTS: &[(&str, &str, &str)] = &[
    ("IntTuple", "kind", "Kind"),
    ("IntTuple", "head", "IntTuple"),
    ("IntTuple", "tail", "IntTuple"),
    ("IntTuple", "leaf", "Integer"),
    ("IntTuple", "elements", "Integer"),
    ("IntTuple", "rank", "Nat"),
    ("Integer", "known", "Nat"),
];
/// Where the traits of [`RESULTS`] are.
fn path(name: String) -> TokenStream {
    match &name[..] {
        "Kind" => quote!(crate::tuple::Kind),
        "IntTuple" => quote!(crate::tuple::IntTuple),
        "Integer" => quote!(crate::integer::Integer),
        _ => quote!(crate::number::Nat),
    }
}

/// `::<K, _, _>`: the types that are given, and those of the values.
fn fish(given: &[TokenStream], values: usize) -> Option<TokenStream> {
    let inferred = std::iter::repeat_n(quote!(_), values);
    (!given.is_empty()).then(|| quote!(::<#(#given,)* #(#inferred),*>))
}
