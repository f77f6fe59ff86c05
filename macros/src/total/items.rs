//! Lowering of items with functions: a free function, a trait, an impl.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Error, Result};

use super::Halves;
use super::lower::branch::Branch;
use super::lower::{Lowered, Lowering};
use super::names::camel;
use super::syntax::{Block, Fn, Item, Member, Param};

pub(crate) fn item(item: Item, halves: Halves) -> Result<Lowered> {
    let mut branches = Vec::new();
    let item = match item {
        Item::Fn(f) => free(&f, halves, &mut branches)?,
        Item::Trait { head, members } => {
            let members = members.iter().map(|m| match m {
                Member::Fn(f) => declaration(f, halves),
                Member::Plain(tokens) => tokens.clone(),
            });
            quote! { #head { #(#members)* } }
        }
        Item::Impl { head, generics, name, members } => {
            let members = members.iter().map(|m| match m {
                Member::Fn(f) => method(f, &generics, &name, halves, &mut branches),
                Member::Plain(tokens) => Ok(tokens.clone()),
            });
            let members = members.collect::<Result<Vec<_>>>()?;
            quote! { #head { #(#members)* } }
        }
    };
    Ok(Lowered { item, branches })
}

/// Returns `A: Integer, B: Integer` and `a: A, b: B`.
fn signature(f: &Fn) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let types = f.generics.iter().map(|Param { name, bound }| quote!(#name: #bound));
    let values = typed(f).map(|Param { name, bound }| {
        let ty = camel(name);
        quote!(#ty: #bound)
    });
    let arguments = f.params.iter().map(|param| {
        let Param { name, bound } = param;
        if param.is_value_only() {
            return quote!(#name: #bound);
        }
        let ty = camel(name);
        quote!(#name: #ty)
    });
    (types.chain(values).collect(), arguments.collect())
}

/// Returns the parameters that are types, too.
fn typed(f: &Fn) -> impl Iterator<Item = &Param> {
    f.params.iter().filter(|param| !param.is_value_only())
}

fn applied(f: &Fn) -> Vec<Ident> {
    let types = f.generics.iter().map(|p| p.name.clone());
    types.chain(typed(f).map(|p| camel(&p.name))).collect()
}

fn declaration(f: &Fn, halves: Halves) -> TokenStream {
    let Fn { attributes, name, bound, .. } = f;
    let (generics, arguments) = signature(f);
    let (ty, applied) = (camel(name), applied(f));
    let receiver = f.receiver.then(|| quote!(self,));
    let value = (halves == Halves::Both).then(|| {
        quote! { #attributes fn #name<#(#generics),*>(#receiver #(#arguments),*) -> Self::#ty<#(#applied),*>; }
    });
    quote! { #attributes type #ty<#(#generics),*>: #bound; #value }
}

fn body(f: &Fn) -> Result<&Block> {
    f.body.as_ref().ok_or_else(|| Error::new(f.name.span(), "this function needs a body"))
}

/// A kind of result that has only one value, known to the compiler.
enum Known {
    /// A `Bool`, whose value is a `bool`.
    Truth,
    /// A `Nat`.
    Number,
}
fn known(bound: &TokenStream) -> Option<Known> {
    match bound.to_string().as_str() {
        "Bool" => Some(Known::Truth),
        "Nat" => Some(Known::Number),
        _ => None,
    }
}

/// Returns the attributes of the type, made from those of the function: the first paragraph of its
/// documentation, and the first example with a link to the function, which has the rest.
fn of_the_type(attributes: &TokenStream, name: &Ident) -> TokenStream {
    let (mut docs, mut others) = (Vec::new(), TokenStream::new());
    let mut tokens = attributes.clone().into_iter();
    while let (Some(mark), Some(attribute)) = (tokens.next(), tokens.next()) {
        match line(&attribute) {
            Some(line) => docs.push((line, quote!(#mark #attribute))),
            None => others.extend([mark, attribute]),
        }
    }
    let is_fence = |line: &str| line.trim().starts_with("```");
    let paragraph = docs.iter().take_while(|(line, _)| !line.trim().is_empty());
    let paragraph = paragraph.map(|(_, tokens)| tokens);
    let mut fences = (0..docs.len()).filter(|&at| is_fence(&docs[at].0));
    let example = match (fences.next(), fences.next()) {
        (Some(begin), Some(end)) => {
            let lines = docs[begin..=end].iter().map(|(_, tokens)| tokens);
            let link = format!(" The type of what [`{name}`](fn@{name}) returns.");
            quote! { #[doc = ""] #(#lines)* #[doc = ""] #[doc = #link] }
        }
        _ => TokenStream::new(),
    };
    quote! { #(#paragraph)* #example #others }
}
/// Returns the line of a doc comment.
fn line(attribute: &TokenTree) -> Option<String> {
    let TokenTree::Group(group) = attribute else {
        return None;
    };
    match &group.stream().into_iter().collect::<Vec<_>>()[..] {
        [TokenTree::Ident(doc), TokenTree::Punct(_), TokenTree::Literal(line)] if doc == "doc" => {
            syn::parse2::<syn::LitStr>(line.to_token_stream()).ok().map(|line| line.value())
        }
        _ => None,
    }
}

fn free(f: &Fn, halves: Halves, branches: &mut Vec<Branch>) -> Result<TokenStream> {
    let Fn { attributes, vis, name, .. } = f;
    let (generics, arguments) = signature(f);
    let (ty, applied) = (camel(name), applied(f));
    let inside = match known(&f.bound) {
        Some(_) => Halves::Types,
        None => halves,
    };
    let mut lowering = Lowering::new(f, &[], String::new(), inside, branches)?;
    let both = lowering.block(body(f)?, Some(&f.bound))?;
    let result = both.ty;
    let head = quote!(#name<#(#generics),*>(#(#arguments),*));
    let (head, value) = match known(&f.bound) {
        Some(Known::Truth) => (
            quote!(const fn #head -> bool),
            quote!(<#ty<#(#applied),*> as crate::number::Bool>::VALUE),
        ),
        Some(Known::Number) => (
            quote!(const fn #head -> #ty<#(#applied),*>),
            quote!(<#ty<#(#applied),*> as crate::number::Nat>::UNIT),
        ),
        None => (quote!(fn #head -> #ty<#(#applied),*>), both.value),
    };
    let value = (halves == Halves::Both).then(|| {
        quote! {
            #attributes
            #[inline(always)]
            #[allow(unused_variables, clippy::unused_unit)]
            #vis #head { #value }
        }
    });
    let attributes = match halves {
        Halves::Both => of_the_type(attributes, name),
        Halves::Types => attributes.clone(),
    };
    let parameters = (!generics.is_empty()).then(|| quote!(<#(#generics),*>));
    let bound = &f.bound;
    Ok(quote! {
        #attributes
        #[allow(type_alias_bounds)]
        #vis type #ty #parameters = #result;
        #value
        // rustc does not check the bounds of an alias, so a function requires the universe.
        const _: () = {
            const fn lies_in<#(#generics,)* Out: #bound>() {}
            #[allow(dead_code)]
            const fn check #parameters() { lies_in::<#(#applied,)* #ty<#(#applied),*>>() }
        };
    })
}

fn method(
    f: &Fn,
    outer: &[Param],
    owner: &Ident,
    halves: Halves,
    branches: &mut Vec<Branch>,
) -> Result<TokenStream> {
    let Fn { attributes, name, .. } = f;
    let (generics, arguments) = signature(f);
    let (ty, applied) = (camel(name), applied(f));
    let mut lowering = Lowering::new(f, outer, owner.to_string(), halves, branches)?;
    let both = lowering.block(body(f)?, Some(&f.bound))?;
    let (result, value) = (both.ty, both.value);
    let receiver = f.receiver.then(|| quote!(self,));
    let value = (halves == Halves::Both).then(|| {
        quote! {
            #[inline(always)]
            #[allow(unused_variables, clippy::unused_unit)]
            fn #name<#(#generics),*>(#receiver #(#arguments),*) -> Self::#ty<#(#applied),*> { #value }
        }
    });
    Ok(quote! { #attributes type #ty<#(#generics),*> = #result; #value })
}
