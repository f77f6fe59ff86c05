//! The literal `layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1))`: a swizzle, an offset and a layout,
//! as CuTe prints a composed layout.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use crate::errors::{Errors, error};
use crate::number;
use crate::run_time;
use crate::strided::Strided;
use crate::tokens::{character, stream, ungroup};
use crate::tree::{Dialect, Kind, Reader, Tree, is_unsigned};

/// The messages of the errors in an offset.
static DIALECT: Dialect = Dialect {
    negative: Some("the offset of a composed layout cannot be negative"),
    colon: "the offset is one integer",
    whole: Some("the offset is one integer"),
};

/// The maximum number of consecutive swizzles.
const MOST: usize = 16;

const SWIZZLE: &str = "a swizzle has three integer literals, or constants in braces, `Sw<bits, base, shift>`: `Sw<3, 4, 3>`";
const OFFSET: &str = "expected `o`, an offset, `o` and a layout after the swizzle: `Sw<3, 4, 3> o 0 o (8, 64) : (64, 1)`";

/// A composed layout as it was written.
pub(crate) struct Composed {
    /// The parameters `3, 4, 3`.
    swizzle: TokenStream,
    offset: Tree,
    inner: Box<Any>,
}

/// A layout of either kind as it was written.
pub(crate) enum Any {
    /// A layout such as `(8, 4) : (1, 8)`.
    Strided(Strided),
    /// A composed layout such as `Sw<3, 4, 3> o 0 o (8, 64) : (64, 1)`.
    Composed(Composed),
}

/// Returns true if these tokens, which may also be a type, begin as a swizzle: `Sw<3` or `Sw<{`.
pub(crate) fn begins(tokens: &[TokenTree]) -> bool {
    let number = |first: &TokenTree| is_unsigned(first) || character(first) == Some('-');
    match tokens {
        [_, _, first, ..] if is_named(tokens) => {
            ungroup(vec![first.clone()]).first().is_some_and(number)
        }
        _ => false,
    }
}

/// Returns true if these tokens begin as `Sw<`.
fn is_named(tokens: &[TokenTree]) -> bool {
    match tokens {
        [TokenTree::Ident(name), open, ..] => name == "Sw" && character(open) == Some('<'),
        _ => false,
    }
}

impl Any {
    /// Reads a layout of either kind from a nonempty list of tokens.
    pub(crate) fn read(tokens: &[TokenTree]) -> syn::Result<Self> {
        Self::read_after(0, tokens)
    }

    /// Reads a layout of either kind after `swizzles` swizzles.
    fn read_after(swizzles: usize, tokens: &[TokenTree]) -> syn::Result<Self> {
        if !is_named(tokens) {
            Strided::read(tokens).map(Any::Strided)
        } else if swizzles < MOST {
            Composed::read(swizzles, tokens).map(Any::Composed)
        } else {
            let message = format!("at most {MOST} swizzles follow each other");
            Err(error(&tokens[0], message))
        }
    }

    /// Returns true if every integer is static.
    pub(crate) fn is_static(&self) -> bool {
        match self {
            Any::Strided(layout) => layout.is_static(),
            Any::Composed(layout) => layout.offset.is_static() && layout.inner.is_static(),
        }
    }

    /// Returns the tokens of a static layout, which are a type as well as a value.
    pub(crate) fn to_type(&self) -> TokenStream {
        match self {
            Any::Strided(layout) => layout.to_type(),
            Any::Composed(Composed { swizzle, offset, inner }) => {
                let (offset, inner) = (offset.to_type(), inner.to_type());
                quote!(
                    <(__zellige::__private::Swizzle<#swizzle>, #offset, #inner)
                        as __zellige::__private::Literal>::Layout
                )
            }
        }
    }

    /// Returns the tokens of the value of any layout.
    pub(crate) fn to_value(&self) -> TokenStream {
        match self {
            Any::Strided(layout) => layout.to_value(),
            Any::Composed(Composed { swizzle, offset, inner }) => {
                let offset = offset.to_value();
                let inner = if inner.is_static() { inner.to_type() } else { inner.to_value() };
                let value = quote!(__zellige::__private::composed(
                    <__zellige::__private::Swizzle<#swizzle>>::new(), #offset, #inner
                ));
                run_time::value(self.run_time_span(), value)
            }
        }
    }

    /// Returns the span of the first integer that is known only at run time.
    fn run_time_span(&self) -> Option<Span> {
        match self {
            Any::Strided(layout) => layout.run_time_span(),
            Any::Composed(layout) => {
                run_time::first(&layout.offset).or_else(|| layout.inner.run_time_span())
            }
        }
    }

    /// Adds an error to each integer that is known only at run time.
    pub(crate) fn refuse_run_time(&self, errors: &mut Errors) {
        match self {
            Any::Strided(layout) => layout.refuse_run_time(errors),
            Any::Composed(layout) => {
                run_time::refuse(&layout.offset, errors);
                layout.inner.refuse_run_time(errors);
            }
        }
    }
}

impl Composed {
    /// Reads `Sw<3, 4, 3> o 0 o layout` after `swizzles` swizzles.
    fn read(swizzles: usize, tokens: &[TokenTree]) -> syn::Result<Self> {
        let arguments = &tokens[2..];
        let Some(end @ 1..) = arguments.iter().position(|token| character(token) == Some('>'))
        else {
            return Err(error(stream(tokens), SWIZZLE));
        };
        let swizzle: Vec<_> =
            arguments[..end].iter().flat_map(|token| ungroup(vec![token.clone()])).collect();
        let swizzle = self::swizzle(&swizzle)?;
        let (close, rest) = (&arguments[end], &arguments[end + 1..]);
        let is_o = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "o");
        let rest = match rest {
            [o, rest @ ..] if is_o(o) => rest,
            [other, ..] => return Err(error(other, OFFSET)),
            [] => return Err(error(close, OFFSET)),
        };
        let (Some(middle @ 1..), true) = (rest.iter().position(is_o), !rest.is_empty()) else {
            return Err(error(stream(tokens), OFFSET));
        };
        let mut reader = Reader::new(&DIALECT);
        let offset = reader.entry(&rest[..middle], OFFSET);
        let offset = reader.errors.finish(offset)?;
        if let Kind::Tuple(_) = offset.kind {
            return Err(error(offset.tokens, "the offset is one integer"));
        }
        let inner = &rest[middle + 1..];
        if inner.is_empty() {
            return Err(error(&rest[middle], "expected a layout after this `o`"));
        }
        Ok(Composed { swizzle, offset, inner: Box::new(Any::read_after(swizzles + 1, inner)?) })
    }
}

/// Reads `3, 4, 3`, `2, 0, -3` or `{B}, {M}, -{S}`.
fn swizzle(tokens: &[TokenTree]) -> syn::Result<TokenStream> {
    let entries: Vec<_> = tokens.split(|token| character(token) == Some(',')).collect();
    let [bits, base, shift] = &entries[..] else {
        return Err(error(stream(tokens), SWIZZLE));
    };
    let mut arguments = Vec::new();
    for (entry, signed) in [(bits, false), (base, false), (shift, true)] {
        let (minus, number) = match entry {
            [number] => (None, number),
            [minus, number] if signed && character(minus) == Some('-') => (Some(minus), number),
            [] => return Err(error(stream(tokens), SWIZZLE)),
            _ => return Err(error(stream(entry), SWIZZLE)),
        };
        match number {
            TokenTree::Literal(literal) => {
                number::read_static(literal)?;
            }
            number if is_unsigned(number) => {}
            number => return Err(error(number, SWIZZLE)),
        }
        arguments.push(match minus {
            Some(minus) if !matches!(number, TokenTree::Literal(_)) => quote!({ #minus #number }),
            _ => stream(entry),
        });
    }
    Ok(quote!(#(#arguments),*))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::expand;
    use crate::run_time::NO_TYPE;
    use crate::testing::{Refused, assert_expands, tokens};

    #[test]
    fn a_composed_layout_is_a_path() {
        assert_expands(
            expand(tokens("Sw<3, 4, 3> o 0 o (8, 4) : (4, 1)")),
            "<(P::Swizzle<3, 4, 3>, P::hex::H0, <((P::hex::H8, P::hex::H4,), \
             (P::hex::H4, P::hex::H1,)) as P::Literal>::Layout) as P::Literal>::Layout",
        );
        assert_expands(
            expand(tokens("Sw<2, 0, -3> o 5 o Sw<2, 0, 3> o 0 o 8")),
            "<(P::Swizzle<2, 0, -3>, P::hex::H5, <(P::Swizzle<2, 0, 3>, P::hex::H0, \
             <P::hex::H8 as P::Compact>::ColMajor) as P::Literal>::Layout) as P::Literal>::Layout",
        );
    }

    #[test]
    fn a_run_time_offset_makes_a_value() {
        assert_expands(
            expand(tokens("Sw<3, 4, 3> o start + 1 o 8 : 1")),
            &format!(
                "(\"{NO_TYPE}\", P::composed(<P::Swizzle<3, 4, 3>>::new(), P::leaf(start + 1), \
                 <(P::hex::H8, P::hex::H1) as P::Literal>::Layout)).1"
            ),
        );
    }

    #[test]
    fn mistakes_are_underlined() {
        let layout = |text| expand(tokens(text));
        layout("Sw<3, 4> o 0 o 8 : 1").refused("3, 4", SWIZZLE);
        layout("Sw<3, -4, 3> o 0 o 8 : 1").refused("-4", SWIZZLE);
        layout("Sw<3, 4, n> o 0 o 8 : 1").refused("n", SWIZZLE);
        layout("Sw<> o 0 o 8 : 1").refused("Sw<> o 0 o 8 : 1", SWIZZLE);
        layout("Sw<B, 4, 3> o 0 o 8 : 1").refused("B", SWIZZLE);
        layout("Sw<3, 4u32, 3> o 0 o 8 : 1")
            .refused("4u32", "a static integer has no type suffix: write `4`");
        layout("Sw<3, 4, 3>").refused(">", OFFSET);
        layout("Sw<3, 4, 3> (8, 4)").refused("(8, 4)", OFFSET);
        layout("Sw<3, 4, 3> o 0 o").refused("o", "expected a layout after this `o`");
        layout("Sw<3, 4, 3> o (0, 1) o 8 : 1").refused("(0, 1)", "the offset is one integer");
        layout("Sw<3, 4, 3> o 0 o (8, 4) : (1, 2, 3)")
            .refused("(1, 2, 3)", "3 strides for the 2 modes of the shape");
    }
}
