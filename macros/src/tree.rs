//! Trees: integers and nested tuples of them, read from tokens and written as types and values.

use std::slice;

use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::constant::{self, by_digits, check_braces, check_names, in_braces};
use crate::errors::{Errors, error};
use crate::number::{self, Number};
use crate::tokens::{
    at, bracket, character, is_pair, misplaced, own_brackets, punct, split_entry, stream,
};

/// The maximum number of modes on one level of a tuple.
pub(crate) const WIDTH: usize = 10;

/// An integer or a tuple, with the tokens that it was read from.
pub(crate) struct Tree {
    pub(crate) kind: Kind,
    pub(crate) tokens: TokenStream,
}

/// The kind of a [`Tree`].
pub(crate) enum Kind {
    /// An integer literal, such as `8`, or a constant expression in braces, such as `{ BM * 2 }`.
    Static(Unsigned),
    /// A stride that is not an unsigned integer: `-8`, `1@0`, `-{BM}@1@0`.
    Signed(Signed),
    /// An expression, such as `m` or `8u32`: an integer known at run time.
    RunTime,
    /// `..`, a whole mode.
    Whole,
    /// A tuple, such as `(8, (4, m))`.
    Tuple(Vec<Tree>),
}

/// An unsigned integer that is known at compile time.
pub(crate) enum Unsigned {
    /// A literal, such as `8`.
    Literal(u64),
    /// An expression `{ BM * 2 }`, with its braces.
    Braces(Group),
}

impl Unsigned {
    /// Returns the type, `hex::H8` for 8, with the path in full.
    fn to_type(&self) -> TokenStream {
        match self {
            Unsigned::Literal(value) => number::to_type(*value),
            Unsigned::Braces(braces) => {
                number::type_and_value(&by_digits(&[braces.clone().into()]))
            }
        }
    }

    /// Returns the value; its tokens are also valid as the type.
    fn to_value(&self) -> TokenStream {
        match self {
            Unsigned::Literal(_) => number::type_and_value(&self.to_type()),
            Unsigned::Braces(_) => self.to_type(),
        }
    }
}

/// A static integer that is not unsigned.
pub(crate) struct Signed {
    negative: bool,
    value: Unsigned,
    /// The axis, with the outermost number, which is written last, first; empty for a number.
    axis: Vec<Unsigned>,
}

impl Signed {
    /// Returns the type: `Negative<hex::H8>`, `ScaledBasis<hex::H1, (hex::H0,)>`, with the paths in
    /// full.
    fn to_type(&self) -> TokenStream {
        let mut value = match &self.value {
            Unsigned::Braces(steps) if self.negative => constant::not_zero(steps),
            value => value.to_type(),
        };
        if self.negative {
            value = quote!(__zellige::stride::Negative<#value>);
        }
        if self.axis.is_empty() {
            return value;
        }
        let axis = self.axis.iter().map(Unsigned::to_type);
        quote!(__zellige::stride::ScaledBasis<#value, (#(#axis,)*)>)
    }
}

impl Tree {
    /// Returns true if every leaf is static.
    pub(crate) fn is_static(&self) -> bool {
        match &self.kind {
            Kind::Static(_) | Kind::Signed(_) | Kind::Whole => true,
            Kind::RunTime => false,
            Kind::Tuple(modes) => modes.iter().all(Tree::is_static),
        }
    }

    /// Returns the type of a static tree: `(8, 4)` as `(hex::H8, hex::H4,)`, with full paths; a
    /// run-time leaf, whose type is not known here, is `_`.
    pub(crate) fn to_type(&self) -> TokenStream {
        match &self.kind {
            Kind::Static(value) => value.to_type(),
            Kind::Signed(signed) => signed.to_type(),
            Kind::RunTime => quote!(_),
            Kind::Whole => quote!(__zellige::__private::RangeFull),
            Kind::Tuple(modes) => {
                let modes = modes.iter().map(Tree::to_type);
                quote!((#(#modes,)*))
            }
        }
    }

    /// Returns the call that checks a run-time leaf: `leaf(m)`, with the span of `m`.
    fn to_leaf(&self) -> TokenStream {
        let tokens: Vec<_> = self.tokens.clone().into_iter().collect();
        let place = tokens.first().map_or_else(Span::call_site, |token| at(token.span()));
        let argument = bracket(Delimiter::Parenthesis, own_brackets(self.tokens.clone()), &tokens);
        quote_spanned!(place=> __zellige::__private::leaf #argument)
    }

    /// Returns the value of any tree: `(m, 4)` as `(m, <hex::H4 as IntLiteral>::Int,)`, with full
    /// paths.
    pub(crate) fn to_value(&self) -> TokenStream {
        match &self.kind {
            Kind::Static(value) => value.to_value(),
            Kind::Signed(_) => number::type_and_value(&self.to_type()),
            Kind::RunTime => self.to_leaf(),
            Kind::Whole => quote!(__zellige::__private::RangeFull),
            Kind::Tuple(modes) => {
                let modes = modes.iter().map(Tree::to_value);
                let place: Vec<_> = self.tokens.clone().into_iter().collect();
                bracket(Delimiter::Parenthesis, quote!(#(#modes,)*), &place)
            }
        }
    }
}

/// The leaves that a macro accepts, and their names in its errors.
pub(crate) struct Dialect {
    /// The error for `-3`, if it is an error.
    pub(crate) negative: Option<&'static str>,
    /// The error for a `:` inside parentheses.
    pub(crate) colon: &'static str,
    /// The error for a `..`, if it is an error.
    pub(crate) whole: Option<&'static str>,
}

/// A reader of trees that collects the errors of their leaves; an error of the structure stops it.
pub(crate) struct Reader {
    pub(crate) dialect: &'static Dialect,
    pub(crate) errors: Errors,
}

impl Reader {
    /// Returns a reader without errors.
    pub(crate) fn new(dialect: &'static Dialect) -> Self {
        let errors = Errors::default();
        Reader { dialect, errors }
    }

    /// Reads an entry, which isn't empty; `expected` is the error if a second entry follows it.
    ///
    /// A wrong leaf is read as a run-time integer, so that the structure can still be checked.
    pub(crate) fn entry(&mut self, tokens: &[TokenTree], expected: &str) -> syn::Result<Tree> {
        let kind = self.kind(tokens, expected)?;
        if let (Kind::RunTime, Err(error)) = (&kind, check_names(tokens, self.dialect.negative)) {
            self.errors.push(error);
        }
        let tokens = stream(tokens);
        Ok(Tree { kind, tokens })
    }

    /// Reads the content of an entry; constants without braces are run-time integers here.
    fn kind(&mut self, tokens: &[TokenTree], expected: &str) -> syn::Result<Kind> {
        Ok(match tokens {
            [TokenTree::Literal(literal)] => match parts(literal) {
                Some(parts) => self.expression(&parts, expected)?,
                None => self.or_run_time(literal_kind(literal)),
            },
            [TokenTree::Ident(mode)] if mode == "_" && self.dialect.whole.is_none() => {
                self.errors.add(mode, "a whole mode is written `..` (CuTe: `_`)");
                Kind::Whole
            }
            [TokenTree::Ident(word)] => self.or_run_time(word_kind(word)),
            [TokenTree::Group(group)] => self.group(group, expected)?,
            _ => self.expression(tokens, expected)?,
        })
    }

    /// Reads the modes of a tuple, `8, (4, m)`, from inside its parentheses.
    pub(crate) fn modes(&mut self, mut tokens: &[TokenTree]) -> syn::Result<Vec<Tree>> {
        let mut modes = Vec::new();
        while let Some(first) = tokens.first() {
            let (entry, rest) = split_entry(tokens);
            if entry.is_empty() {
                return Err(self.separator(first));
            }
            modes.push(self.entry(entry, "expected `,` between two modes")?);
            tokens = match rest {
                [] => rest,
                [comma, rest @ ..] if character(comma) == Some(',') => rest,
                [other, ..] => return Err(self.separator(other)),
            };
        }
        if let Some(excess) = modes.get(WIDTH) {
            let message = format!(
                "{} modes at one level, but {WIDTH} are the most: group some, `((a, b), c)`",
                modes.len()
            );
            self.errors.add(&excess.tokens, message);
        }
        Ok(modes)
    }

    /// Returns the error for a misplaced separator.
    fn separator(&self, token: &TokenTree) -> syn::Error {
        let message = match character(token) {
            Some(':') => self.dialect.colon,
            Some(',') => "expected a mode before this `,`",
            _ => "modes are separated by `,`",
        };
        error(token, message)
    }

    /// Reads a bracket of any kind, including the invisible one of a `macro_rules!` fragment.
    fn group(&mut self, group: &Group, expected: &str) -> syn::Result<Kind> {
        let inner: Vec<_> = group.stream().into_iter().collect();
        match group.delimiter() {
            Delimiter::None if inner.is_empty() => {
                Err(error(group, "expected an integer or a tuple: this fragment is empty"))
            }
            Delimiter::None => self.kind(&inner, expected),
            Delimiter::Parenthesis => self.parentheses(group, &inner),
            Delimiter::Brace => {
                let negative = self.dialect.negative.unwrap_or(MINUS_FIRST);
                let constant = check_braces(group, negative)
                    .map(|()| Kind::Static(Unsigned::Braces(group.clone())));
                Ok(self.or_run_time(constant))
            }
            Delimiter::Bracket => Ok(Kind::RunTime),
        }
    }

    /// Reads a tuple, or an expression in parentheses.
    fn parentheses(&mut self, group: &Group, inner: &[TokenTree]) -> syn::Result<Kind> {
        if inner.is_empty() || !split_entry(inner).1.is_empty() {
            return self.modes(inner).map(Kind::Tuple);
        }
        let kind = self.kind(inner, "expected `,` between two modes")?;
        let doubled = match kind {
            Kind::Tuple(_) => "a tuple in parentheses is the same tuple",
            Kind::Whole => "`(..)` is just `..`",
            Kind::Static(_) | Kind::Signed(_) => "a number in parentheses is just that number",
            Kind::RunTime => return Ok(Kind::RunTime),
        };
        let inner = group.stream();
        self.errors.add(
            group,
            format!("{doubled}: write `{inner}`, or `({inner},)` for a tuple of one mode"),
        );
        Ok(kind)
    }

    /// Reads an entry with several tokens: `-3`, `1@0`, `..`, or an expression.
    fn expression(&mut self, tokens: &[TokenTree], expected: &str) -> syn::Result<Kind> {
        if let Some(second) = misplaced(tokens) {
            return Err(error(second, expected));
        }
        if tokens.iter().any(|token| character(token) == Some('@')) {
            let signed = match self.dialect.negative {
                None => signed(tokens),
                Some(_) => Err(error(
                    stream(tokens),
                    "only strides are steps along an axis, such as `1@0`",
                )),
            };
            return Ok(self.or_run_time(signed));
        }
        match (tokens, self.dialect.negative) {
            ([minus, number], None) if character(minus) == Some('-') && is_unsigned(number) => {
                Ok(self.or_run_time(signed(tokens)))
            }
            ([minus, number, ..], Some(refusal))
                if character(minus) == Some('-') && is_unsigned(number) =>
            {
                self.errors.add(quote!(#minus #number), refusal);
                Ok(Kind::RunTime)
            }
            ([braces, ..], _) if in_braces(slice::from_ref(braces)).is_some() => {
                self.errors.add(stream(tokens), WHOLE_IN_BRACES);
                Ok(Kind::RunTime)
            }
            _ => Ok(self.range(tokens)),
        }
    }

    /// Reads `..`, and returns an error for any other range.
    fn range(&mut self, tokens: &[TokenTree]) -> Kind {
        let is_range = |index| punct(tokens, index) == Some('.') && is_pair(tokens, index, '.');
        if !(0..tokens.len()).any(is_range) {
            return Kind::RunTime;
        }
        let range = stream(tokens);
        match self.dialect.whole {
            Some(refusal) => self.errors.add(range, refusal),
            None if tokens.len() == 2 => return Kind::Whole,
            None => self.errors.add(range, "the only range is `..`, a whole mode"),
        }
        Kind::RunTime
    }

    /// Returns the kind of a leaf; a wrong leaf is noted and treated as a run-time integer.
    fn or_run_time(&mut self, kind: syn::Result<Kind>) -> Kind {
        kind.unwrap_or_else(|error| {
            self.errors.push(error);
            Kind::RunTime
        })
    }
}

/// The error for `{ -BM }` as a stride.
const MINUS_FIRST: &str =
    "the constant in braces cannot be negative: the minus of a stride goes before them, `-{BM}`";
/// The error for `{BM} * 2`.
const WHOLE_IN_BRACES: &str = "write a constant expression in braces as a whole: `{ BM * 2 }`; \
     write one that is known at run time in parentheses: `({ m } * 2)`";

/// Returns true if the token may be a static integer: a literal, or braces.
pub(crate) fn is_unsigned(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Literal(_)) || in_braces(slice::from_ref(token)).is_some()
}

/// Reads an integer literal or a constant expression in braces, if it is one of these.
fn unsigned(tokens: &[TokenTree]) -> Option<syn::Result<Unsigned>> {
    match tokens {
        [TokenTree::Literal(number)] => Some(number::read_static(number).map(Unsigned::Literal)),
        _ => in_braces(tokens).map(|braces| {
            check_braces(braces, MINUS_FIRST).map(|()| Unsigned::Braces(braces.clone()))
        }),
    }
}

/// Reads `-8`, `1@0` or `-{BM}@1@0`, consisting of literals and constants in braces.
fn signed(tokens: &[TokenTree]) -> syn::Result<Kind> {
    let (negative, steps) = match tokens {
        [minus, steps @ ..] if character(minus) == Some('-') => (true, steps),
        _ => (false, tokens),
    };
    let mut numbers = Vec::new();
    for number in steps.split(|token| character(token) == Some('@')) {
        match unsigned(number) {
            Some(number) => numbers.push(number?),
            None => {
                return Err(error(
                    stream(tokens),
                    "steps along an axis are integer literals, or constants in braces: `1@0`, or \
                     `{BM}@2@0` for axis 2 within axis 0; with a run-time number of steps write \
                     `Strided::new(shape, stride)`",
                ));
            }
        }
    }
    if numbers.len() > 1 + WIDTH {
        return Err(error(stream(tokens), format!("an axis has at most {WIDTH} numbers")));
    }
    let value = numbers.remove(0);
    if negative && matches!(value, Unsigned::Literal(0)) {
        return Err(error(stream(tokens), "this is 0: write `0`"));
    }
    numbers.reverse();
    Ok(Kind::Signed(Signed { negative, value, axis: numbers }))
}

/// Returns the `-` and the `5` of the single literal -5, which only macros produce.
fn parts(literal: &Literal) -> Option<[TokenTree; 2]> {
    let mut number: Literal = literal.to_string().strip_prefix('-')?.parse().ok()?;
    number.set_span(literal.span());
    let mut minus = Punct::new('-', Spacing::Alone);
    minus.set_span(literal.span());
    Some([minus.into(), number.into()])
}

/// Reads a literal.
fn literal_kind(literal: &Literal) -> syn::Result<Kind> {
    Ok(match number::read(literal)? {
        Number::Static(value) => Kind::Static(Unsigned::Literal(value)),
        Number::RunTime => Kind::RunTime,
    })
}

/// Reads a word: a name, unless it is `true` or `false`.
fn word_kind(word: &proc_macro2::Ident) -> syn::Result<Kind> {
    if word == "true" || word == "false" {
        return Err(number::wrong_kind(word, "a bool"));
    }
    Ok(Kind::RunTime)
}
