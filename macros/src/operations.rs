//! `#[operations]`: each operation of layouts is one function.
//!
//! Every operation has a type and a method, exists for both kinds of layouts, is checked when it is
//! called, and has an alias in `ops`. Under this attribute all of that is one function of a trait,
//! its *row*:
//!
//! ```text
//! #[operations]
//! pub trait Divides: Profiled {
//!     /// (tile, rest): the first mode runs through the tile that `t` picks ..
//!     #[alias("assert_layout!(LogicalDivide<layout!(24 : 1), layout!(4 : 2)> == (4, (2, 3)) : (2, (1, 8)));")]
//!     #[strided(WithProfile<T::Divide<Self>, DivideProfile<Self, T>>)]
//!     fn logical_divide<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>(
//!         self,
//!         t: T,
//!         faults: impl Faults,
//!     ) -> impl Layout<Profile = DivideProfile<Self, T>> {
//!         t.divide(self, faults).with_profile()
//!     }
//! }
//! ```
//!
//! It becomes:
//!
//! | what | where |
//! |---|---|
//! | `type LogicalDivide<T: Tiler>: Layout<Profile = DivideProfile<Self, T>>` | the trait |
//! | `fn logical_divide(self, t: T) -> Self::LogicalDivide<T>`, with the docs, which checks and then computes | the trait |
//! | `fn logical_divide_noting(self, t: T, faults: impl Faults)`, which notes faults and continues | the trait, hidden |
//! | both for [`Strided`], of shape S and stride D: the type in `#[strided(..)]`, and the body | an impl |
//! | both for `ComposedLayout<F, O, L>`: the operation on L, and F around it | an impl |
//! | `fn try_logical_divide(self, t: T) -> Result<Self::LogicalDivide<T>, Refusal>`, with the docs after `#[fallible]` | the macro `fallible`, which the trait `TryLayout` calls |
//! | `type LogicalDivide<L, T>`, with the docs' first paragraph, the example in `#[alias(..)]` and the picture | the module `aliases`, which `ops` exports |
//!
//! # The attributes of a row
//!
//! | attribute | meaning |
//! |---|---|
//! | `#[strided(Type)]` | the result for `Strided<S, D>`; a function without it is not a row, and is copied |
//! | `#[composed(none)]` | refused for composed layouts: they have no strides |
//! | `#[composed(Type = value)]` | the result for `ComposedLayout<F, O, L>` and its value |
//! | `#[alias("..", "..")]` | the lines of the example of the alias; a row without it has none |
//! | `#[fallible]` | adds a method `try_NAME`; the doc comments after this attribute are its docs |
//! | `#[doc(hidden)]` | a part of other operations: its caller checks, and passes `faults` on; under `#[operations(hidden)]` all rows are |
//!
//! A row without `faults` cannot fail because of its run-time integers: its body performs the
//! checks itself. The bounds of a row's parameters apply to the caller; the type and the impls
//! require only the trait, so that generic code needs no bound.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Error, LitStr, Result, Token, braced, parenthesized};

use crate::total::names::camel;
use crate::total::parse::{attributes, generics, plain, type_tokens, until_brace, vis};
use crate::total::syntax::Param;

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let are_hidden = options.to_string() == "hidden";
    match syn::parse2::<Operations>(item) {
        Ok(operations) => operations.expand(are_hidden),
        Err(error) => error.into_compile_error(),
    }
}

struct Operations {
    attributes: TokenStream,
    vis: TokenStream,
    head: TokenStream,
    name: Ident,
    rows: Vec<Row>,
    /// The functions that are not rows.
    others: TokenStream,
}

struct Row {
    docs: Vec<TokenStream>,
    name: Ident,
    generics: Vec<Param>,
    /// The parameters except `self` and `faults`.
    params: Vec<Param>,
    /// `impl Faults`, if it has `faults`.
    faults: Option<TokenStream>,
    bound: TokenStream,
    strided: TokenStream,
    composed: Composed,
    alias: Option<Vec<LitStr>>,
    /// The docs of the method that returns a `Result`, if there is one.
    fallible: Option<Vec<TokenStream>>,
    is_hidden: bool,
    body: TokenStream,
}

/// The row for composed layouts.
enum Composed {
    Inside,
    None,
    By { ty: TokenStream, value: TokenStream },
}

impl Parse for Operations {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let (attributes, vis) = (attributes(input)?, vis(input)?);
        let head = until_brace(input)?;
        let name = head.clone().into_iter().nth(1);
        let Some(TokenTree::Ident(name)) = name else {
            return Err(Error::new_spanned(head, "expected a trait"));
        };
        let inside;
        braced!(inside in input);
        let (mut rows, mut others) = (Vec::new(), TokenStream::new());
        while !inside.is_empty() {
            match member(&inside)? {
                Member::Row(row) => rows.push(*row),
                Member::Other(tokens) => others.extend(tokens),
            }
        }
        Ok(Operations { attributes, vis, head, name, rows, others })
    }
}

enum Member {
    Row(Box<Row>),
    Other(TokenStream),
}

fn member(input: ParseStream<'_>) -> Result<Member> {
    let attributes = attributes(input)?;
    let (mut docs, mut is_hidden) = (Vec::new(), false);
    let (mut strided, mut composed, mut alias) = (None, Composed::Inside, None);
    let mut fallible: Option<Vec<TokenStream>> = None;
    for group in attributes.clone().into_iter().filter_map(group) {
        let mut tokens = group.clone().into_iter();
        let (name, arguments) = (tokens.next(), tokens.next().and_then(group_of));
        match (name.map(|name| name.to_string()).as_deref(), arguments) {
            (Some("strided"), Some(ty)) => strided = Some(ty),
            (Some("composed"), Some(how)) => composed = syn::parse2(how)?,
            (Some("alias"), Some(lines)) => {
                let lines = Punctuated::<LitStr, Token![,]>::parse_terminated.parse2(lines)?;
                alias = Some(lines.into_iter().collect());
            }
            (Some("fallible"), None) => fallible = Some(Vec::new()),
            (_, arguments) => {
                is_hidden |= arguments.is_some_and(|a| a.to_string() == "hidden");
                match &mut fallible {
                    Some(its_docs) if is_text(&group) => its_docs.push(group),
                    _ => docs.push(group),
                }
            }
        }
    }
    let Some(strided) = strided else {
        let function = plain(input)?;
        return Ok(Member::Other(quote!(#attributes #function)));
    };
    input.parse::<Token![fn]>()?;
    let name = input.parse()?;
    let generics = generics(input)?;
    let arguments;
    parenthesized!(arguments in input);
    arguments.parse::<Token![self]>()?;
    let (mut params, mut faults) = (Vec::new(), None);
    while arguments.parse::<Option<Token![,]>>()?.is_some() && !arguments.is_empty() {
        let name = arguments.parse::<Ident>()?;
        arguments.parse::<Token![:]>()?;
        let bound = type_tokens(&arguments)?;
        if name == "faults" {
            faults = Some(bound);
        } else {
            params.push(Param { name, bound });
        }
    }
    input.parse::<Token![->]>()?;
    input.parse::<Token![impl]>()?;
    let bound = type_tokens(input)?;
    let body;
    braced!(body in input);
    let body = body.parse()?;
    Ok(Member::Row(Box::new(Row {
        docs,
        name,
        generics,
        params,
        faults,
        bound,
        strided,
        composed,
        alias,
        fallible,
        is_hidden,
        body,
    })))
}

/// Returns true if the content of an attribute is a line of a doc comment.
fn is_text(doc: &TokenStream) -> bool {
    doc.to_string().starts_with("doc =")
}
/// Returns true if the content of an attribute is a search alias: `doc(alias = "..")`.
fn is_alias(doc: &TokenStream) -> bool {
    doc.to_string().starts_with("doc (") || doc.to_string().starts_with("doc(")
}

fn group(token: TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    }
}
fn group_of(token: TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
            Some(group.stream())
        }
        _ => None,
    }
}

impl Parse for Composed {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let ty = type_tokens(input)?;
        if input.is_empty() && ty.to_string() == "none" {
            return Ok(Composed::None);
        }
        input.parse::<Token![=]>()?;
        Ok(Composed::By { ty, value: input.parse()? })
    }
}

impl Operations {
    fn expand(mut self, are_hidden: bool) -> TokenStream {
        self.rows.iter_mut().for_each(|row| row.is_hidden |= are_hidden);
        let Operations { attributes, vis, head, name, rows, others } = &self;
        let types = rows.iter().map(Row::declared_type);
        let methods = rows.iter().map(Row::declared);
        let strided = rows.iter().map(Row::strided);
        let composed = rows.iter().map(Row::composed);
        let aliases = rows.iter().filter_map(|row| row.alias(name));
        let fallible: Vec<_> = rows.iter().filter_map(Row::fallible).collect();
        let fallible = (!fallible.is_empty()).then(|| {
            quote! {
                macro_rules! fallible { () => { #(#fallible)* } }
                pub(super) use fallible;
            }
        });
        quote! {
            #attributes
            #[diagnostic::on_unimplemented(
                message = "this type is not a layout",
                label = "a layout is needed here",
                note = "a layout is a shape with its strides, `layout!(shape : stride)`; a tuple alone is a shape, a coordinate or a tiler by mode"
            )]
            #vis #head { #(#types)* #(#methods)* #others }

            #[diagnostic::do_not_recommend]
            impl<S: crate::tuple::IntTuple, D: crate::tuple::IntTuple> #name for crate::layout::Strided<S, D> {
                #(#strided)*
            }
            #[diagnostic::do_not_recommend]
            impl<F: crate::algebra::outer_function::Outer, O: crate::integer::Integer, L: crate::layout::Layout> #name
                for crate::layout::ComposedLayout<F, O, L>
            {
                #(#composed)*
            }

            #fallible

            /// The operations of this module as functions on types.
            pub(crate) mod aliases {
                #[allow(unused_imports)]
                use super::*;
                #(#aliases)*
            }
        }
    }
}

impl Row {
    /// Returns `LogicalDivide`.
    fn ty(&self) -> Ident {
        camel(&self.name)
    }
    /// Returns the name of the function that computes, and notes faults.
    fn computing(&self) -> Ident {
        if self.faults.is_some() && !self.is_hidden {
            Ident::new(&format!("{}_noting", self.name), self.name.span())
        } else {
            self.name.clone()
        }
    }
    /// Returns `<T>`.
    fn applied(&self) -> Option<TokenStream> {
        let names = self.generics.iter().map(|p| &p.name);
        (!self.generics.is_empty()).then(|| quote!(<#(#names),*>))
    }
    /// Returns `<T: Tiler>`.
    fn bounded(&self) -> Option<TokenStream> {
        let bounded = self.generics.iter().map(|Param { name, bound }| {
            let alone = bound.clone().into_iter();
            let alone: TokenStream = alone.take_while(|t| t.to_string() != "<").collect();
            quote!(#name: #alone)
        });
        (!self.generics.is_empty()).then(|| quote!(<#(#bounded),*>))
    }
    /// Returns
    /// `fn logical_divide_noting<T: Tiler>(self, t: T, faults: impl Faults) -> Self::LogicalDivide<T>`.
    fn head(&self) -> TokenStream {
        let (f, ty, bounded, applied) =
            (self.computing(), self.ty(), self.bounded(), self.applied());
        let arguments = self.arguments();
        let faults = self.faults.as_ref().map(|bound| quote!(faults: #bound));
        quote!(fn #f #bounded(self, #arguments #faults) -> Self::#ty #applied)
    }
    /// Returns `<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>`.
    fn asked(&self) -> Option<TokenStream> {
        let asked = self.generics.iter().map(|Param { name, bound }| quote!(#name: #bound));
        (!self.generics.is_empty()).then(|| quote!(<#(#asked),*>))
    }
    /// Returns `t: T,`.
    fn arguments(&self) -> TokenStream {
        let arguments = self.params.iter().map(|Param { name, bound }| quote!(#name: #bound,));
        arguments.collect()
    }
    /// Returns `t,`.
    fn given(&self) -> TokenStream {
        self.params.iter().map(|Param { name, .. }| quote!(#name,)).collect()
    }
    fn declared_type(&self) -> TokenStream {
        let Row { name, bound, .. } = self;
        let (ty, bounded) = (self.ty(), self.bounded());
        let doc = if self.is_hidden {
            quote!(#[doc(hidden)])
        } else {
            let doc = format!(" See [`{name}`](Self::{name}).");
            quote!(#[doc = #doc])
        };
        quote!(#doc type #ty #bounded: #bound;)
    }
    fn declared(&self) -> TokenStream {
        let Row { docs, name, .. } = self;
        let head = self.head();
        if self.is_hidden || self.faults.is_none() {
            return quote!(#(#[#docs])* #head;);
        }
        let (ty, applied, computing) = (self.ty(), self.applied(), self.computing());
        let (asked, arguments, given) = (self.asked(), self.arguments(), self.given());
        let result = quote!(Self::#ty #applied);
        // Use the span of the name, since a refusal is reported there.
        let body = quote_spanned! {name.span()=>
            const { crate::layout::check::<#result>() }
            crate::run_time::demand!(|faults| self.#computing(#given faults))
        };
        quote! {
            #(#[#docs])*
            #[inline(always)]
            #[track_caller]
            fn #name #asked(self, #arguments) -> #result { #body }
            #[doc(hidden)]
            #head;
        }
    }
    fn strided(&self) -> TokenStream {
        let Row { strided, body, .. } = self;
        let (ty, bounded, head) = (self.ty(), self.bounded(), self.head());
        quote! {
            type #ty #bounded = #strided;
            #[inline(always)]
            #head { #body }
        }
    }
    fn composed(&self) -> TokenStream {
        let (ty, bounded, applied, head) = (self.ty(), self.bounded(), self.applied(), self.head());
        let (f, given) = (self.computing(), self.given());
        let faults = self.faults.as_ref().map(|_| quote!(faults));
        let (result, value) = match &self.composed {
            Composed::By { ty, value } => (ty.clone(), value.clone()),
            Composed::None => (
                quote!(crate::layout::composed::NoLayout<F, O, L>),
                quote!(crate::layout::composed::no_layout()),
            ),
            Composed::Inside => {
                let check = (!self.is_hidden && self.faults.is_none()).then(|| {
                    quote! {
                        crate::refusal::keep_call!(Self);
                        const { crate::layout::check::<Self::#ty #applied>() }
                    }
                });
                (
                    quote!(crate::layout::composed::Around<F, O, L::#ty #applied>),
                    quote!(#check self.outer.around(self.start, self.inner.#f(#given #faults))),
                )
            }
        };
        quote! {
            type #ty #bounded = #result;
            #[inline(always)]
            #[allow(unused_variables)]
            #head { #value }
        }
    }
    /// Returns the method that returns a `Result`, for `TryLayout`. It has the same search aliases.
    fn fallible(&self) -> Option<TokenStream> {
        let docs = self.fallible.as_ref()?;
        let searched = self.docs.iter().filter(|doc| is_alias(doc));
        let name = Ident::new(&format!("try_{}", self.name), self.name.span());
        let (ty, applied, asked) = (self.ty(), self.applied(), self.asked());
        let (computing, arguments, given) = (self.computing(), self.arguments(), self.given());
        let result = quote!(Self::#ty #applied);
        Some(quote! {
            #(#[#docs])*
            #(#[#searched])*
            #[inline(always)]
            fn #name #asked(self, #arguments) -> Result<#result, Refusal> {
                attempt::<#result, _>(|faults| self.#computing(#given faults))
            }
        })
    }
    /// Returns the type of `ops`, with the first paragraph of the docs, their picture, and their
    /// search aliases.
    fn alias(&self, of: &Ident) -> Option<TokenStream> {
        let Row { docs, name, .. } = self;
        let example = self.alias.as_ref()?;
        let (ty, applied) = (self.ty(), self.applied());
        let names = self.generics.iter().map(|p| &p.name);
        let is_empty = |doc: &&TokenStream| doc.to_string() == "doc = \"\"";
        let paragraph = docs.iter().filter(|doc| is_text(doc)).take_while(|doc| !is_empty(doc));
        let others = docs.iter().filter(|doc| !is_text(doc));
        let see = format!(" See [`{of}::{name}`].");
        let example = example.iter().map(|line| {
            let line = format!(" {}", line.value());
            quote!(#[doc = #line])
        });
        Some(quote! {
            #(#[#paragraph])*
            #[doc = #see]
            #[doc = ""]
            #[doc = " ```"]
            #[doc = " use zellige::{ops::*, prelude::*};"]
            #(#example)*
            #[doc = " ```"]
            #(#[#others])*
            pub type #ty<L #(, #names)*> = <L as #of>::#ty #applied;
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the expansion of a row of this trait, without spaces.
    fn expanded(row: TokenStream) -> String {
        let text = expand(TokenStream::new(), quote!(pub trait Divides: Profiled { #row }));
        text.to_string().replace(' ', "")
    }
    fn assert_has(text: &str, parts: &[&str]) {
        for part in parts {
            assert!(text.contains(&part.replace([' ', '\n'], "")), "no `{part}` in {text}");
        }
    }

    #[test]
    fn a_row_is_a_type_a_method_two_impls_and_an_alias() {
        let text = expanded(quote! {
            #[doc = " In tiles."]
            #[alias("example();")]
            #[strided(T::Divide<Self>)]
            fn logical_divide<T: Tiler<TilerProfile: Fits>>(self, t: T, faults: impl Faults) -> impl Layout {
                t.divide(self, faults)
            }
        });
        assert_has(
            &text,
            &[
                "type LogicalDivide<T: Tiler>: Layout;",
                "fn logical_divide<T: Tiler<TilerProfile: Fits>>(self, t: T,) -> Self::LogicalDivide<T> {",
                "const { crate::layout::check::<Self::LogicalDivide<T> >() }",
                "fn logical_divide_noting<T: Tiler>(self, t: T, faults: impl Faults) -> Self::LogicalDivide<T>;",
                "type LogicalDivide<T: Tiler> = T::Divide<Self>;",
                "type LogicalDivide<T: Tiler> = crate::layout::composed::Around<F, O, L::LogicalDivide<T> >;",
                "self.outer.around(self.start, self.inner.logical_divide_noting(t, faults))",
                "pub type LogicalDivide<L, T> = <L as Divides>::LogicalDivide<T>;",
            ],
        );
        assert!(!text.contains("fallible"), "{text}");
    }
    #[test]
    fn a_fallible_row_has_a_second_method_with_docs_of_its_own() {
        let text = expanded(quote! {
            #[doc = " Copies."]
            #[doc(alias = "tile")]
            #[fallible]
            #[doc = " Or why not."]
            #[strided(X<N>)]
            fn copies<N: Integer>(self, n: N, faults: impl Faults) -> impl Layout { x(n, faults) }
        });
        assert_has(
            &text,
            &[
                "#[doc = \" Copies.\"] #[doc(alias = \"tile\")] #[inline(always)] #[track_caller] fn copies<",
                "macro_rules! fallible { () => {
                    #[doc = \" Or why not.\"] #[doc(alias = \"tile\")] #[inline(always)]
                    fn try_copies<N: Integer>(self, n: N,) -> Result<Self::Copies<N>, Refusal> {",
                "attempt::<Self::Copies<N>, _>(|faults| self.copies_noting(n, faults))",
            ],
        );
    }
    #[test]
    fn composed_layouts_are_refused_or_have_a_result_of_their_own() {
        let refused = expanded(quote! {
            #[strided(X)]
            #[composed(none)]
            fn f(self, faults: impl Faults) -> impl Layout { x(faults) }
        });
        assert_has(&refused, &["type F = crate::layout::composed::NoLayout<F, O, L>;"]);
        let own = expanded(quote! {
            #[strided(X)]
            #[composed(Y<F> = y(self))]
            fn f(self) -> impl Layout { x() }
        });
        assert_has(&own, &["type F = Y<F>;", "fn f(self,) -> Self::F { y(self) }"]);
        assert!(!own.contains("pubtypeF"), "a row without an example has no alias");
    }
    #[test]
    fn the_method_and_the_alias_show_the_picture() {
        let text = expanded(quote! {
            #[doc = " In tiles."]
            #[cfg_attr(doc, doc = include_str!("tiles.svg"))]
            #[alias("example();")]
            #[strided(X)]
            fn f(self, faults: impl Faults) -> impl Layout { x(faults) }
        });
        let picture = "#[cfg_attr(doc,doc=include_str!(\"tiles.svg\"))]";
        assert_eq!(text.matches(picture).count(), 2, "{text}");
    }
    #[test]
    fn a_function_that_is_no_row_is_copied() {
        let text = expanded(quote!(
            fn twice(self) -> u32 {
                2
            }
        ));
        assert_eq!(text.matches("fntwice(self)->u32{2}").count(), 1);
    }
    #[test]
    fn what_is_no_trait_is_an_error() {
        let text = expand(
            TokenStream::new(),
            quote!(
                struct S;
            ),
        )
        .to_string();
        assert!(text.contains("compile_error"), "{text}");
    }
}
