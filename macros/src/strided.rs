//! The literal `(8, 4) : (1, 8)`: a shape, a `:` and a stride.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use crate::congruence;
use crate::errors::{Errors, error};
use crate::run_time;
use crate::tokens::{character, split_entry};
use crate::tree::{Dialect, Reader, Tree};

/// The error for a `:` inside parentheses.
const COLON: &str =
    "`:` appears once, between the whole shape and the whole stride: `(8, 4) : (1, 8)`";
/// The error for `..`.
const WHOLE: &str = "extents and strides are integers: a range belongs in a coordinate";
/// The messages of the errors in a shape.
static SHAPE: Dialect =
    Dialect { negative: Some("extents cannot be negative"), colon: COLON, whole: Some(WHOLE) };
/// The messages of the errors in a stride.
static STRIDE: Dialect = Dialect { negative: None, colon: COLON, whole: Some(WHOLE) };

const SEPARATOR: &str = "expected `:` between shape and stride";

/// A layout with a shape and a stride, as written.
pub(crate) struct Strided {
    shape: Tree,
    stride: Stride,
}

/// The stride of a layout, as written.
enum Stride {
    /// A tuple or an integer, such as `(1, 8)`.
    Tree(Tree),
    /// The word `col`, or nothing.
    ColMajor,
    /// The word `row`.
    RowMajor,
}

impl Strided {
    /// Reads `shape : stride` or `shape` from a nonempty list of tokens.
    pub(crate) fn read(tokens: &[TokenTree]) -> syn::Result<Self> {
        let mut reader = Reader::new(&SHAPE);
        let mut layout = Self::read_parts(tokens, &mut reader);
        if let Ok(Strided { shape, stride: Stride::Tree(stride) }) = &mut layout {
            congruence::check(shape, stride, &mut reader.errors);
        }
        reader.errors.finish(layout)
    }

    /// Reads the shape, then the stride.
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
        Ok(Strided { shape, stride })
    }

    /// Returns true if every extent and stride is static.
    pub(crate) fn is_static(&self) -> bool {
        self.shape.is_static()
            && match &self.stride {
                Stride::Tree(stride) => stride.is_static(),
                Stride::ColMajor | Stride::RowMajor => true,
            }
    }

    /// Returns the tokens of a static layout, which are a type as well as a value.
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

    /// Returns the tokens of the value of any layout.
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
        run_time::value(self.run_time_span(), value)
    }

    /// Returns the span of the first leaf that is known only at run time.
    pub(crate) fn run_time_span(&self) -> Option<Span> {
        let in_stride = || match &self.stride {
            Stride::Tree(stride) => run_time::first(stride),
            Stride::ColMajor | Stride::RowMajor => None,
        };
        run_time::first(&self.shape).or_else(in_stride)
    }

    /// Adds an error to each leaf that is known only at run time.
    pub(crate) fn refuse_run_time(&self, errors: &mut Errors) {
        run_time::refuse(&self.shape, errors);
        if let Stride::Tree(stride) = &self.stride {
            run_time::refuse(stride, errors);
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
