//! The macro `layout!`: a shape, a `:` and a stride.

use proc_macro2::{Literal, Span, TokenStream, TokenTree};
use quote::quote;

use crate::composed::Any;
use crate::congruence;
use crate::errors::Errors;
use crate::tokens::{character, check_depth, split_entry};
use crate::tree::{Dialect, Kind, Reader, Tree};

/// The error for a `:` inside parentheses.
const COLON: &str =
    "`:` stands once, between the whole shape and the whole stride: `(8, 4) : (1, 8)`";
/// The error for `..`.
const WHOLE: &str = "extents and strides are integers: a range belongs into a coordinate";
/// The words of the errors in a shape.
static SHAPE: Dialect = Dialect {
    negative: Some("extents are not negative"),
    colon: COLON,
    whole: Some(WHOLE),
};
/// The words of the errors in a stride.
static STRIDE: Dialect = Dialect {
    negative: None,
    colon: COLON,
    whole: Some(WHOLE),
};

/// The token that rustc shows as the one that it found where a type is expected.
pub(crate) const NO_TYPE: &str = "only literals and constants in braces are static: with this expression the layout is a value, not a type";

const SEPARATOR: &str = "expected `:` between shape and stride";

/// A layout as it was written.
pub(crate) struct Layout {
    shape: Tree,
    stride: Stride,
}

/// The stride of a layout as it was written.
enum Stride {
    /// A tuple or an integer, such as `(1, 8)`.
    Tree(Tree),
    /// The word `col`, or nothing.
    ColMajor,
    /// The word `row`.
    RowMajor,
}

/// Expands `layout!((8, 4) : (1, 8))` to a path that is a type and a value, or with a run-time leaf to a block.
pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    check_depth(&input)?;
    let tokens: Vec<_> = input.into_iter().collect();
    if tokens.is_empty() {
        return Err(syn::Error::new(
            Span::call_site(),
            "expected a shape and a stride: `layout!((8, 4) : (1, 8))`; the layout of rank 0 is \
             `layout!(() : ())`",
        ));
    }
    let layout = Any::read(&tokens)?;
    Ok(if layout.is_static() {
        layout.to_type()
    } else {
        layout.to_value()
    })
}

impl Layout {
    /// Reads `shape : stride` or `shape` from tokens, of which there is at least one.
    pub(crate) fn read(tokens: &[TokenTree]) -> syn::Result<Self> {
        let mut reader = Reader::new(&SHAPE);
        let mut layout = Self::read_parts(tokens, &mut reader);
        if let Ok(Layout {
            shape,
            stride: Stride::Tree(stride),
        }) = &mut layout
        {
            congruence::check(shape, stride, &mut reader.errors);
        }
        reader.errors.finish(layout)
    }

    /// Reads shape and stride, one after the other.
    fn read_parts(tokens: &[TokenTree], reader: &mut Reader) -> syn::Result<Self> {
        let (shape, rest) = split_entry(tokens);
        if shape.is_empty() {
            return Err(error(&tokens[0], "expected a shape before this"));
        }
        let shape = reader.entry(shape, SEPARATOR)?;
        let stride = match rest {
            [] => Stride::ColMajor,
            [colon, rest @ ..] if character(colon) == Some(':') => {
                read_stride(colon, rest, reader)?
            }
            [other, ..] if character(other) == Some(',') => {
                return Err(error(
                    other,
                    "expected `:` between shape and stride; a shape of several modes is one tuple, \
                     `(8, 4)`",
                ));
            }
            [other, ..] => return Err(error(other, SEPARATOR)),
        };
        Ok(Layout { shape, stride })
    }

    /// Returns true if every extent and stride is known now.
    pub(crate) fn is_static(&self) -> bool {
        self.shape.is_static()
            && match &self.stride {
                Stride::Tree(stride) => stride.is_static(),
                Stride::ColMajor | Stride::RowMajor => true,
            }
    }

    /// Returns the tokens of a layout that is known now, a type as well as a value.
    pub(crate) fn to_type(&self) -> TokenStream {
        let shape = self.shape.to_type();
        match &self.stride {
            Stride::Tree(stride) => {
                let stride = stride.to_type();
                quote!(<(#shape, #stride) as __zellige::__private::Literal>::Layout)
            }
            Stride::ColMajor => quote!(<#shape as __zellige::__private::Compact>::ColMajor),
            Stride::RowMajor => quote!(<#shape as __zellige::__private::Compact>::RowMajor),
        }
    }

    /// Returns the tokens of the value of any layout: `(NO_TYPE, value).1`, in which rustc stumbles over the
    /// text where it expects a type, and shows it on the first leaf known at run time.
    pub(crate) fn to_value(&self) -> TokenStream {
        let shape = self.shape.to_value();
        let value = match &self.stride {
            Stride::Tree(stride) => {
                let stride = stride.to_value();
                quote!(__zellige::__private::strided(#shape, #stride))
            }
            Stride::ColMajor => quote!(__zellige::__private::col_major(#shape)),
            Stride::RowMajor => quote!(__zellige::__private::row_major(#shape)),
        };
        let mut no_type = Literal::string(NO_TYPE);
        no_type.set_span(self.run_time_span());
        quote!((#no_type, #value).1)
    }

    /// Returns the place of the first leaf that is known only at run time.
    pub(crate) fn run_time_span(&self) -> Span {
        let in_stride = || match &self.stride {
            Stride::Tree(stride) => first_run_time(stride),
            Stride::ColMajor | Stride::RowMajor => None,
        };
        first_run_time(&self.shape)
            .or_else(in_stride)
            .unwrap_or_else(Span::call_site)
    }

    /// Adds an error to each leaf that is known only at run time.
    pub(crate) fn refuse_run_time(&self, errors: &mut Errors) {
        refuse_run_time(&self.shape, errors);
        if let Stride::Tree(stride) = &self.stride {
            refuse_run_time(stride, errors);
        }
    }
}

/// Reads the stride after the `colon`, to the end.
fn read_stride(
    colon: &TokenTree,
    tokens: &[TokenTree],
    reader: &mut Reader,
) -> syn::Result<Stride> {
    if tokens.is_empty() {
        return Err(error(
            colon,
            "expected a stride after this `:`, such as `(1, 8)`, or one of the words `col`, `row`",
        ));
    }
    reader.dialect = &STRIDE;
    let (stride, rest) = split_entry(tokens);
    if stride.is_empty() {
        return Err(error(&rest[0], "expected a stride before this"));
    }
    let read = match stride {
        [TokenTree::Ident(word)] if word == "col" => Stride::ColMajor,
        [TokenTree::Ident(word)] if word == "row" => Stride::RowMajor,
        _ => Stride::Tree(reader.entry(stride, "nothing may follow the stride")?),
    };
    match rest {
        [] => Ok(read),
        [next, ..] => Err(error(next, "nothing may follow the stride")),
    }
}

/// Returns the place of the first leaf of the tree that is known only at run time.
pub(crate) fn first_run_time(tree: &Tree) -> Option<Span> {
    match &tree.kind {
        Kind::Tuple(modes) => modes.iter().find_map(first_run_time),
        Kind::RunTime => Some(tree.tokens.clone().into_iter().next()?.span()),
        Kind::Static(_) | Kind::Signed(_) | Kind::Whole => None,
    }
}

/// Adds an error to each leaf of the tree that is known only at run time.
pub(crate) fn refuse_run_time(tree: &Tree, errors: &mut Errors) {
    match &tree.kind {
        Kind::Tuple(modes) => modes.iter().for_each(|mode| refuse_run_time(mode, errors)),
        Kind::RunTime => errors.add(
            &tree.tokens,
            "a literal, or a constant in braces, is needed here: this is a type, or is known only at \
             run time",
        ),
        Kind::Static(_) | Kind::Signed(_) | Kind::Whole => {}
    }
}

/// Returns an error on one token.
fn error(token: &TokenTree, message: &str) -> syn::Error {
    syn::Error::new_spanned(token, message)
}

#[cfg(test)]
mod refusals;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_expands, assert_refused, tokens};

    fn expands(text: &str, expected: &str) {
        assert_expands(expand(tokens(text)), expected);
    }

    fn expands_to_value(text: &str, expected: &str) {
        expands(text, &format!("(\"{NO_TYPE}\", {expected}).1"));
    }

    #[test]
    fn literals_are_a_path() {
        expands(
            "(8, 16) : (64, 1)",
            "<((P::hex::H8, P::hex::D0<P::hex::H1>,), (P::hex::D0<P::hex::H4>, P::hex::H1,)) \
             as P::Literal>::Layout",
        );
        expands("8 : 1", "<(P::hex::H8, P::hex::H1) as P::Literal>::Layout");
        expands(
            "(8,) : (1,)",
            "<((P::hex::H8,), (P::hex::H1,)) as P::Literal>::Layout",
        );
        expands("() : ()", "<((), ()) as P::Literal>::Layout");
        expands(
            "0 : 0x0a",
            "<(P::hex::H0, P::hex::HA) as P::Literal>::Layout",
        );
        expands(
            "(3, (2, 3)) : (3, (12, 1))",
            "<((P::hex::H3, (P::hex::H2, P::hex::H3,),), (P::hex::H3, (P::hex::HC, P::hex::H1,),)) \
             as P::Literal>::Layout",
        );
        expands(
            "(8, 4,) : (4, 1,)",
            &expand(tokens("(8,4):(4,1)")).unwrap().to_string(),
        );
    }

    #[test]
    fn strides_may_be_negative_or_along_an_axis() {
        expands(
            "(8, 4) : (-4, 1)",
            "<((P::hex::H8, P::hex::H4,), (__zellige::stride::Negative<P::hex::H4>, P::hex::H1,)) \
             as P::Literal>::Layout",
        );
        expands(
            "(8, 4) : (1@0, -2@3@1)",
            "<((P::hex::H8, P::hex::H4,), (\
             __zellige::stride::ScaledBasis<P::hex::H1, (P::hex::H0,)>, \
             __zellige::stride::ScaledBasis<__zellige::stride::Negative<P::hex::H2>, \
             (P::hex::H1, P::hex::H3,)>,)) as P::Literal>::Layout",
        );
        expands_to_value(
            "m : -1",
            "P::strided(P::leaf(m), \
             <__zellige::stride::Negative<P::hex::H1> as P::IntLiteral>::Int)",
        );
    }

    #[test]
    fn orders_are_words_or_nothing() {
        let col = "<(P::hex::H8, P::hex::H4,) as P::Compact>::ColMajor";
        expands("(8, 4)", col);
        expands("(8, 4) : col", col);
        expands(
            "(8, 4) : row",
            "<(P::hex::H8, P::hex::H4,) as P::Compact>::RowMajor",
        );
        expands("8 : row", "<P::hex::H8 as P::Compact>::RowMajor");
        expands("()", "<() as P::Compact>::ColMajor");
        expands_to_value(
            "(m, 4)",
            "P::col_major((P::leaf(m), <P::hex::H4 as P::IntLiteral>::Int,))",
        );
        expands_to_value("m : col", "P::col_major(P::leaf(m))");
        expands_to_value("(m, n) : row", "P::row_major((P::leaf(m), P::leaf(n),))");
        expands_to_value("m : (row)", "P::strided(P::leaf(m), P::leaf((row)))");
    }

    #[test]
    fn run_time_leaves_are_expressions() {
        expands_to_value(
            "(m, 64) : (64, 1)",
            "P::strided((P::leaf(m), <P::hex::D0<P::hex::H4> as P::IntLiteral>::Int,), \
             (<P::hex::D0<P::hex::H4> as P::IntLiteral>::Int, <P::hex::H1 as P::IntLiteral>::Int,))",
        );
        for leaf in [
            "m",
            "8u32",
            "8usize",
            "(m + 1)",
            "m * 2 + n",
            "(m + 1) * 2",
            "m as usize",
            "x.len()",
            "f(a, b)",
            "if a { 1u32 } else { 2u32 }",
            "self.rows",
            "a::b::c",
            "(BM)",
            "(BM * 2)",
            "N::STATIC",
            "<T as A<u8, u8>>::STATIC",
            "A::size(BM)",
            "BM.max(m)",
            "m * BM",
            "f::<u8, u8>(x)",
            "m << 2",
            "t[0]",
            "&m",
        ] {
            expands_to_value(
                &format!("({leaf}, n) : ({leaf}, 1)"),
                &format!(
                    "P::strided((P::leaf({leaf}), P::leaf(n),), \
                     (P::leaf({leaf}), <P::hex::H1 as P::IntLiteral>::Int,))"
                ),
            );
            expands_to_value(
                &format!("{leaf} : {leaf}"),
                &format!("P::strided(P::leaf({leaf}), P::leaf({leaf}))"),
            );
        }
    }

    /// `tokens`, in the invisible brackets that `macro_rules!` puts around a fragment.
    fn fragment(text: &str) -> TokenStream {
        let group = proc_macro2::Group::new(proc_macro2::Delimiter::None, tokens(text));
        TokenTree::Group(group).into()
    }

    #[test]
    fn fragments_of_macros_are_read_through() {
        let (shape, extent, stride) = (fragment("(8, 4)"), fragment("4"), fragment("1"));
        let path = expand(tokens("(8, 4) : (4, 1)")).unwrap().to_string();
        assert_expands(expand(quote!(#shape : (#extent, #stride))), &path);
        let sum = fragment("m + 1");
        let value = expand(quote!((#sum, 4))).unwrap().to_string();
        assert_eq!(value, expand(tokens("(m + 1, 4)")).unwrap().to_string());
        let (three, minus) = (fragment("3"), fragment("-3"));
        let path = expand(tokens("Sw<3, 3, -3> o 3 o (8, 4)")).unwrap();
        assert_expands(
            expand(quote!(Sw<#three, #three, #minus> o #three o (8, 4))),
            &path.to_string(),
        );
        let one_token = proc_macro2::Literal::i64_unsuffixed(-3);
        let path = expand(tokens("(8, 4) : (-3, 1@1)")).unwrap();
        assert_expands(
            expand(quote!((8, 4) : (#one_token, 1@1))),
            &path.to_string(),
        );
        let refused = expand(quote!((#one_token, 4))).unwrap_err();
        assert_eq!(refused.to_string(), "extents are not negative");
        let negative = fragment("-1");
        let refused = expand(quote!((8, #negative)));
        assert_refused(refused, &[("-1", "extents are not negative")]);
        let path = expand(tokens("(8, 4) : (-1, 1)")).unwrap().to_string();
        assert_expands(expand(quote!((8, 4) : (#negative, 1))), &path);
    }
}
