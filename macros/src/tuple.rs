//! The macros `shape!` and `coord!`: a tuple of integers.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use crate::number;
use crate::tokens::{check_depth, split_entry, stream};
use crate::tree::{Dialect, Kind, Reader, Tree};

/// The messages of the errors that differ between `shape!` and `coord!`.
pub(crate) struct Flavor {
    dialect: Dialect,
    /// The error for an empty input.
    empty: &'static str,
}

/// The messages of `shape!`.
pub(crate) static SHAPE: Flavor = Flavor {
    dialect: Dialect {
        negative: Some("extents cannot be negative"),
        colon: "`shape!` takes no stride: a layout is `layout!(shape : stride)`",
        whole: None,
    },
    empty: "expected a shape: `shape!((32, 16))`; the one of rank 0 is `shape!(())`",
};

/// The messages of `coord!`.
pub(crate) static COORD: Flavor = Flavor {
    dialect: Dialect {
        negative: Some("coordinates cannot be negative"),
        colon: "`coord!` takes no stride: a layout is `layout!(shape : stride)`",
        whole: None,
    },
    empty: "expected a coordinate: `coord!((3, 5, 2))`; the one of rank 0 is `coord!(())`",
};

/// Expands `shape!((32, 16))` or `shape!(32, 16)` to a path that is a type and a value, or to a
/// block if there is a run-time leaf.
pub(crate) fn expand(input: TokenStream, flavor: &'static Flavor) -> syn::Result<TokenStream> {
    check_depth(&input)?;
    if input.is_empty() {
        return Err(syn::Error::new(Span::call_site(), flavor.empty));
    }
    let tokens: Vec<_> = input.into_iter().collect();
    let mut reader = Reader::new(&flavor.dialect);
    let tree = read(&tokens, &mut reader);
    let tree = reader.errors.finish(tree)?;
    Ok(if tree.is_static() {
        number::type_and_value(&tree.to_type())
    } else {
        let value = tree.to_value();
        quote!({ #value })
    })
}

/// Reads one entry, or the modes of a tuple whose parentheses were omitted.
fn read(tokens: &[TokenTree], reader: &mut Reader) -> syn::Result<Tree> {
    let (entry, rest) = split_entry(tokens);
    if rest.is_empty() {
        return reader.entry(entry, "expected `,` between two modes");
    }
    let kind = Kind::Tuple(reader.modes(tokens)?);
    let tokens = stream(tokens);
    Ok(Tree { kind, tokens })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Refused, assert_expands, assert_refused, tokens};

    fn shape(text: &str) -> syn::Result<TokenStream> {
        expand(tokens(text), &SHAPE)
    }

    fn coord(text: &str) -> syn::Result<TokenStream> {
        expand(tokens(text), &COORD)
    }

    #[test]
    fn literals_are_a_path() {
        let pair = "<(P::hex::D0<P::hex::H2>, P::hex::D0<P::hex::H1>,) as P::IntLiteral>::Int";
        assert_expands(shape("(32, 16)"), pair);
        assert_expands(shape("32, 16"), pair);
        assert_expands(shape("32, 16,"), pair);
        assert_expands(coord("(32, 16)"), pair);
        assert_expands(shape("8"), "<P::hex::H8 as P::IntLiteral>::Int");
        assert_expands(shape("(8,)"), "<(P::hex::H8,) as P::IntLiteral>::Int");
        assert_expands(shape("8,"), "<(P::hex::H8,) as P::IntLiteral>::Int");
        assert_expands(shape("()"), "<() as P::IntLiteral>::Int");
        assert_expands(
            coord("3, (5, 2)"),
            "<(P::hex::H3, (P::hex::H5, P::hex::H2,),) as P::IntLiteral>::Int",
        );
    }

    #[test]
    fn two_dots_are_a_whole_mode() {
        assert_expands(coord("(.., 3)"), "<(P::RangeFull, P::hex::H3,) as P::IntLiteral>::Int");
        assert_expands(coord(".."), "<P::RangeFull as P::IntLiteral>::Int");
        assert_expands(shape("m, .."), "{ (P::leaf(m), P::RangeFull,) }");
        let range = "the only range is `..`, a whole mode";
        assert_refused(
            coord("(1..4, ..4, 1..)"),
            &[("1..4", range), ("..4", range), ("1..", range)],
        );
        let doubled = "`(..)` is just `..`: write `..`, or `(..,)` for a tuple of one mode";
        coord("(..)").refused("(..)", doubled);
    }

    #[test]
    fn run_time_leaves_are_a_block() {
        assert_expands(coord("(i, 3)"), "{ (P::leaf(i), <P::hex::H3 as P::IntLiteral>::Int,) }");
        assert_expands(coord("i, j + 1"), "{ (P::leaf(i), P::leaf(j + 1),) }");
        assert_expands(shape("m"), "{ P::leaf(m) }");
    }

    #[test]
    fn errors_speak_of_shapes_or_coordinates() {
        shape("(8, -4)").refused("-4", "extents cannot be negative");
        coord("8, -4").refused("-4", "coordinates cannot be negative");
        shape("")
            .refused("", "expected a shape: `shape!((32, 16))`; the one of rank 0 is `shape!(())`");
        coord("").refused(
            "",
            "expected a coordinate: `coord!((3, 5, 2))`; the one of rank 0 is `coord!(())`",
        );
        shape("(8, 4) : (4, 1)")
            .refused(":", "`shape!` takes no stride: a layout is `layout!(shape : stride)`");
        coord("(8 : 4)")
            .refused(":", "`coord!` takes no stride: a layout is `layout!(shape : stride)`");
        shape("8; 4").refused(";", "modes are separated by `,`");
        shape("(8, 4) (2, 1)").refused("(2, 1)", "expected `,` between two modes");
        shape("8 4").refused("4", "expected `,` between two modes");
        shape(", 4").refused(",", "expected a mode before this `,`");
        shape("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11")
            .refused("11", "11 modes at one level, but 10 are the most: group some, `((a, b), c)`");
    }
}
