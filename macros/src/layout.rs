//! The macro `layout!`: a shape, a `:` and a stride, or a swizzle before them.

use proc_macro2::{Span, TokenStream};

use crate::composed::Any;
use crate::tokens::check_depth;

/// Expands `layout!((8, 4) : (1, 8))` to a path that is a type and a value, or to a block if there
/// is a run-time leaf.
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
    Ok(if layout.is_static() { layout.to_type() } else { layout.to_value() })
}

#[cfg(test)]
mod refusals;

#[cfg(test)]
mod tests {
    use proc_macro2::TokenTree;
    use quote::quote;

    use super::*;
    use crate::run_time::NO_TYPE;
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
        expands("(8,) : (1,)", "<((P::hex::H8,), (P::hex::H1,)) as P::Literal>::Layout");
        expands("() : ()", "<((), ()) as P::Literal>::Layout");
        expands("0 : 0x0a", "<(P::hex::H0, P::hex::HA) as P::Literal>::Layout");
        expands(
            "(3, (2, 3)) : (3, (12, 1))",
            "<((P::hex::H3, (P::hex::H2, P::hex::H3,),), (P::hex::H3, (P::hex::HC, P::hex::H1,),)) \
             as P::Literal>::Layout",
        );
        expands("(8, 4,) : (4, 1,)", &expand(tokens("(8,4):(4,1)")).unwrap().to_string());
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
        expands("(8, 4) : row", "<(P::hex::H8, P::hex::H4,) as P::Compact>::RowMajor");
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
        let leaves = "m; 8u32; 8usize; (m + 1); m * 2 + n; (m + 1) * 2; m as usize; x.len(); \
                      f(a, b); if a { 1u32 } else { 2u32 }; self.rows; a::b::c; (BM); (BM * 2); \
                      N::STATIC; <T as A<u8, u8>>::STATIC; A::size(BM); BM.max(m); m * BM; \
                      f::<u8, u8>(x); m << 2; t[0]; &m";
        for leaf in leaves.split("; ") {
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

    /// Returns `tokens` in the invisible brackets that `macro_rules!` puts around a fragment.
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
        assert_expands(expand(quote!((8, 4) : (#one_token, 1@1))), &path.to_string());
        let refused = expand(quote!((#one_token, 4))).unwrap_err();
        assert_eq!(refused.to_string(), "extents cannot be negative");
        let negative = fragment("-1");
        let refused = expand(quote!((8, #negative)));
        assert_refused(refused, &[("-1", "extents cannot be negative")]);
        let path = expand(tokens("(8, 4) : (-1, 1)")).unwrap().to_string();
        assert_expands(expand(quote!((8, 4) : (#negative, 1))), &path);
    }
}
