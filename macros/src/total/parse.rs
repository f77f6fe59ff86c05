//! The parser of the subset of Rust in which a total function is written.
//!
//! syn's own grammar of expressions needs its feature `full`, which would double the build time;
//! this one accepts what a total function may contain, and nothing else.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, discouraged::Speculative};
use syn::token::{Brace, Paren};
use syn::{Ident, Lit, Result, Token, braced, parenthesized};

use super::syntax::{Block, Expr, Fn, Item, Member, Param, Statement, is_upper};

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attributes = attributes(input)?;
        let vis = vis(input)?;
        if input.peek(Token![trait]) {
            let head = until_brace(input)?;
            return Ok(Item::Trait {
                head: quote!(#attributes #vis #head),
                members: members(input)?,
            });
        }
        if input.peek(Token![impl]) {
            let start = input.fork();
            let head = until_brace(input)?;
            start.parse::<Token![impl]>()?;
            let generics = generics(&start)?;
            while !start.peek(Token![for]) {
                start.parse::<TokenTree>()?;
            }
            start.parse::<Token![for]>()?;
            let name = if start.peek(Paren) {
                Ident::new("Tuple", start.span())
            } else {
                start.parse::<Ident>()?
            };
            return Ok(Item::Impl {
                head: quote!(#attributes #head),
                generics,
                name,
                members: members(input)?,
            });
        }
        function(input, attributes, vis).map(Item::Fn)
    }
}

/// Reads everything up to a place.
fn until(input: ParseStream<'_>, is_end: fn(ParseStream<'_>) -> bool) -> Result<TokenStream> {
    let mut all = TokenStream::new();
    while !is_end(input) {
        all.extend([input.parse::<TokenTree>()?]);
    }
    Ok(all)
}

/// Reads everything up to a brace.
pub(crate) fn until_brace(input: ParseStream<'_>) -> Result<TokenStream> {
    until(input, |input| input.peek(Brace))
}

pub(crate) fn attributes(input: ParseStream<'_>) -> Result<TokenStream> {
    let mut all = TokenStream::new();
    while input.peek(Token![#]) {
        all.extend([input.parse::<TokenTree>()?, input.parse::<TokenTree>()?]);
    }
    Ok(all)
}

pub(crate) fn vis(input: ParseStream<'_>) -> Result<TokenStream> {
    let mut vis = TokenStream::new();
    if input.peek(Token![pub]) {
        vis.extend([input.parse::<TokenTree>()?]);
        if input.peek(Paren) {
            vis.extend([input.parse::<TokenTree>()?]);
        }
    }
    Ok(vis)
}

fn members(input: ParseStream<'_>) -> Result<Vec<Member>> {
    let inside;
    braced!(inside in input);
    let mut members = Vec::new();
    while !inside.is_empty() {
        let attributes = attributes(&inside)?;
        members.push(if is_total(&inside) {
            Member::Fn(function(&inside, attributes, TokenStream::new())?)
        } else {
            let member = plain(&inside)?;
            Member::Plain(quote!(#attributes #member))
        });
    }
    Ok(members)
}

/// Returns whether a function follows whose result is bounded by a trait. A function that returns a
/// `bool`, or nothing, exists only on values.
fn is_total(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    if ahead.parse::<Token![fn]>().is_err() {
        return false;
    }
    while !ahead.is_empty() && !ahead.peek(Brace) && !ahead.peek(Token![;]) {
        if ahead.parse::<Option<Token![->]>>().ok().flatten().is_some() {
            return matches!(ahead.parse::<Ident>(), Ok(name) if is_upper(&name));
        }
        if ahead.parse::<TokenTree>().is_err() {
            break;
        }
    }
    false
}

/// Reads an item that is copied: up to its semicolon or, if it is a function, its braces.
pub(crate) fn plain(input: ParseStream<'_>) -> Result<TokenStream> {
    let is_fn = input.peek(Token![fn]);
    let mut all = TokenStream::new();
    loop {
        let token = input.parse::<TokenTree>()?;
        let is_end = match &token {
            TokenTree::Punct(p) => p.as_char() == ';',
            TokenTree::Group(g) => is_fn && g.delimiter() == Delimiter::Brace,
            _ => false,
        };
        all.extend([token]);
        if is_end {
            return Ok(all);
        }
    }
}

/// Reads `<A: B, C: D>`, or nothing.
pub(crate) fn generics(input: ParseStream<'_>) -> Result<Vec<Param>> {
    let mut all = Vec::new();
    if !input.peek(Token![<]) {
        return Ok(all);
    }
    input.parse::<Token![<]>()?;
    while !input.peek(Token![>]) {
        all.push(param(input)?);
        if !input.peek(Token![>]) {
            input.parse::<Token![,]>()?;
        }
    }
    input.parse::<Token![>]>()?;
    Ok(all)
}

fn param(input: ParseStream<'_>) -> Result<Param> {
    let name = input.parse()?;
    input.parse::<Token![:]>()?;
    Ok(Param { name, bound: type_tokens(input)? })
}

/// Reads a type or bound, as tokens: up to a token that cannot continue it.
pub(crate) fn type_tokens(input: ParseStream<'_>) -> Result<TokenStream> {
    let (mut all, mut depth) = (TokenStream::new(), 0);
    loop {
        if depth == 0
            && (input.is_empty()
                || input.peek(Token![,])
                || input.peek(Token![;])
                || input.peek(Brace)
                || input.peek(Token![>])
                || (input.peek(Token![=]) && !input.peek(Token![==])))
        {
            break;
        }
        let token = input.parse::<TokenTree>()?;
        if let TokenTree::Punct(p) = &token {
            match p.as_char() {
                '<' => depth += 1,
                '>' => depth -= 1,
                '-' if p.spacing() == Spacing::Joint => depth += 1, // `->`
                _ => {}
            }
        }
        all.extend([token]);
    }
    if all.is_empty() {
        return Err(input.error("expected a type"));
    }
    Ok(all)
}

fn function(input: ParseStream<'_>, attributes: TokenStream, vis: TokenStream) -> Result<Fn> {
    input.parse::<Token![fn]>()?;
    let name: Ident = input.parse()?;
    let generics = generics(input)?;
    let inside;
    parenthesized!(inside in input);
    let (mut receiver, mut params) = (false, Vec::new());
    if inside.peek(Token![self]) {
        inside.parse::<Token![self]>()?;
        inside.parse::<Option<Token![,]>>()?;
        receiver = true;
    }
    while !inside.is_empty() {
        params.push(param(&inside)?);
        inside.parse::<Option<Token![,]>>()?;
    }
    if !input.peek(Token![->]) {
        return Err(input.error("a total function names the universe of its result: `-> Integer`"));
    }
    input.parse::<Token![->]>()?;
    let bound = type_tokens(input)?;
    let body = if input.peek(Token![;]) {
        input.parse::<Token![;]>()?;
        None
    } else {
        let inside;
        braced!(inside in input);
        Some(block(&inside)?)
    };
    Ok(Fn { attributes, vis, name, generics, receiver, params, bound, body })
}

fn block(input: ParseStream<'_>) -> Result<Block> {
    let mut statements = Vec::new();
    loop {
        if input.peek(Token![let]) {
            statements.push(binding(input)?);
        } else if input.peek(Token![if]) && input.peek2(Token![const]) {
            statements.push(Statement::Check(check_if(input)?));
        } else if has_semicolon(input) {
            statements.push(Statement::Check(plain(input)?));
        } else {
            break;
        }
    }
    let result = Box::new(expr(input)?);
    if !input.is_empty() {
        return Err(input.error(
            "expected the end of the block: a total function is `let`s and one expression",
        ));
    }
    Ok(Block { statements, result })
}

/// Reads `if const { .. } && .. { .. }`.
fn check_if(input: ParseStream<'_>) -> Result<TokenStream> {
    let mut all = TokenStream::new();
    while !input.peek(Brace) {
        let is_const = input.peek(Token![const]);
        all.extend([input.parse::<TokenTree>()?]);
        if is_const {
            all.extend([input.parse::<TokenTree>()?]);
        }
    }
    all.extend([input.parse::<TokenTree>()?]);
    Ok(all)
}

/// Returns whether a statement follows, and not the result of the block.
fn has_semicolon(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    while let Ok(token) = ahead.parse::<TokenTree>() {
        if matches!(token, TokenTree::Punct(p) if p.as_char() == ';') {
            return true;
        }
    }
    false
}

fn binding(input: ParseStream<'_>) -> Result<Statement> {
    input.parse::<Token![let]>()?;
    let fork = input.fork();
    let name = fork.parse::<Ident>();
    if let Some(name) = name.ok().filter(|name| !is_upper(name)) {
        input.advance_to(&fork);
        let bound = match input.parse::<Option<Token![:]>>()? {
            Some(_) => Some(type_tokens(input)?),
            None => None,
        };
        input.parse::<Token![=]>()?;
        let value = expr(input)?;
        input.parse::<Token![;]>()?;
        return Ok(Statement::Let { name, bound, value });
    }
    let pattern = until(input, |input| input.peek(Token![=]))?;
    input.parse::<Token![=]>()?;
    if !input.peek(Token![self]) {
        return Err(input.error("only `self` is taken apart: `let Inner(s, d, t) = self;`"));
    }
    let value = until(input, |input| input.peek(Token![;]))?;
    input.parse::<Token![;]>()?;
    Ok(Statement::Open { pattern, value })
}

fn expr(input: ParseStream<'_>) -> Result<Expr> {
    let mut left = conjunction(input)?;
    while input.peek(Token![||]) {
        input.parse::<Token![||]>()?;
        left = Expr::Or(Box::new(left), Box::new(conjunction(input)?));
    }
    Ok(left)
}

fn conjunction(input: ParseStream<'_>) -> Result<Expr> {
    let mut left = unary(input)?;
    while input.peek(Token![&&]) {
        input.parse::<Token![&&]>()?;
        left = Expr::And(Box::new(left), Box::new(unary(input)?));
    }
    Ok(left)
}

fn unary(input: ParseStream<'_>) -> Result<Expr> {
    if input.peek(Token![!]) {
        input.parse::<Token![!]>()?;
        return Ok(Expr::Not(Box::new(unary(input)?)));
    }
    let mut receiver = primary(input)?;
    while input.peek(Token![.]) {
        input.parse::<Token![.]>()?;
        let name: Ident = input.parse()?;
        let types = turbofish(input)?;
        let arguments = arguments(input)?;
        receiver = Expr::Method { receiver: Box::new(receiver), name, types, arguments };
    }
    Ok(receiver)
}

/// Reads `::<A, B>`, or nothing.
fn turbofish(input: ParseStream<'_>) -> Result<Vec<TokenStream>> {
    let mut types = Vec::new();
    if input.peek(Token![::]) && input.peek3(Token![<]) {
        input.parse::<Token![::]>()?;
        input.parse::<Token![<]>()?;
        while !input.peek(Token![>]) {
            types.push(type_tokens(input)?);
            input.parse::<Option<Token![,]>>()?;
        }
        input.parse::<Token![>]>()?;
    }
    Ok(types)
}

fn arguments(input: ParseStream<'_>) -> Result<Vec<Expr>> {
    let inside;
    parenthesized!(inside in input);
    list(&inside)
}

fn list(inside: ParseStream<'_>) -> Result<Vec<Expr>> {
    let mut all = Vec::new();
    while !inside.is_empty() {
        all.push(expr(inside)?);
        if !inside.is_empty() {
            inside.parse::<Token![,]>()?;
        }
    }
    Ok(all)
}

fn braces(input: ParseStream<'_>) -> Result<Block> {
    let inside;
    braced!(inside in input);
    block(&inside)
}

fn primary(input: ParseStream<'_>) -> Result<Expr> {
    if input.peek(Token![if]) {
        let at = input.parse::<Token![if]>()?.span;
        let tag = Box::new(expr(input)?);
        let then = braces(input)?;
        input.parse::<Token![else]>()?;
        let other = if input.peek(Token![if]) {
            Block { statements: Vec::new(), result: Box::new(primary(input)?) }
        } else {
            braces(input)?
        };
        return Ok(Expr::Branch { at, tag, arms: vec![(quote!(B1), then), (quote!(B0), other)] });
    }
    if input.peek(Token![match]) {
        let at = input.parse::<Token![match]>()?.span;
        let tag = Box::new(expr(input)?);
        let inside;
        braced!(inside in input);
        let mut arms = Vec::new();
        while !inside.is_empty() {
            let tag: Ident = inside.parse()?;
            inside.parse::<Token![=>]>()?;
            let arm = if inside.peek(Brace) {
                braces(&inside)?
            } else {
                Block { statements: Vec::new(), result: Box::new(expr(&inside)?) }
            };
            inside.parse::<Option<Token![,]>>()?;
            arms.push((tag.into_token_stream(), arm));
        }
        return Ok(Expr::Branch { at, tag, arms });
    }
    if input.peek(Paren) {
        let inside;
        parenthesized!(inside in input);
        let comma = inside.fork();
        let mut all = list(&inside)?;
        let mut trailing = all.len() != 1;
        while let Ok(token) = comma.parse::<TokenTree>() {
            trailing |= comma.is_empty() && token.to_string() == ",";
        }
        return Ok(if trailing { Expr::Tuple(all) } else { all.remove(0) });
    }
    if input.peek(Lit) {
        return match input.parse()? {
            Lit::Int(n) => Ok(Expr::Number(n.base10_parse()?, n.span())),
            other => Err(syn::Error::new_spanned(other, "only integers are static")),
        };
    }
    path(input)
}

/// Reads `x`, `f(..)`, `m::f::<K>(..)`, `Trait::f(..)`, `End`, `Inner(..)`, `Mode { .. }`.
fn path(input: ParseStream<'_>) -> Result<Expr> {
    let mut prefix = TokenStream::new();
    let mut of = None;
    loop {
        let name = input.call(Ident::parse_any)?;
        let types = turbofish(input)?;
        let fish = (!types.is_empty()).then(|| quote!(::<#(#types),*>));
        if input.peek(Token![::]) {
            let colons = input.parse::<Token![::]>()?;
            prefix.extend(quote!(#name #fish #colons));
            of = Some(name);
            continue;
        }
        if is_upper(&name) {
            let path = quote!(#prefix #name #fish);
            if input.peek(Paren) {
                return Ok(Expr::Construct { path, arguments: arguments(input)? });
            }
            return Ok(Expr::Type(path));
        }
        return Ok(match of {
            Some(of) if is_upper(&of) => {
                Expr::Associated { of, path: prefix, name, types, arguments: arguments(input)? }
            }
            _ if input.peek(Paren) => {
                Expr::Call { path: prefix, name, types, arguments: arguments(input)? }
            }
            None => Expr::Variable(name),
            Some(of) => return Err(syn::Error::new_spanned(of, "expected a call")),
        });
    }
}
