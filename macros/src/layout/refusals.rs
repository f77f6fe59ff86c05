//! Tests of the errors of `layout!`: their messages, and what the caret underlines.

use super::expand;
use crate::testing::{Refused, assert_refused, tokens};
use proc_macro2::TokenStream;

const SEPARATOR: &str = "expected `:` between shape and stride";

fn layout(text: &str) -> syn::Result<TokenStream> {
    expand(tokens(text))
}
fn refuses(text: &str, expected: &[(&str, &str)]) {
    assert_refused(layout(text), expected);
}

#[test]
fn shape_and_stride_are_separated() {
    layout("(8, 4) (4, 1)").refused("(4, 1)", SEPARATOR);
    layout("(8, 4) [4, 1]").refused("[4, 1]", SEPARATOR);
    layout("(8, 4) = (4, 1)").refused("=", SEPARATOR);
    layout("(8, 4); (4, 1)").refused(";", SEPARATOR);
    layout("(8, 4) row").refused("row", SEPARATOR);
    layout("() ()").refused("()", SEPARATOR);
    layout("8 1").refused("1", SEPARATOR);
    layout("m n").refused("n", SEPARATOR);
    let comma = "expected `:` between shape and stride; a shape of several modes is one tuple, \
                 `(8, 4)`";
    layout("(8, 4), (4, 1)").refused(",", comma);
    layout("8, 4").refused(",", comma);
}

#[test]
fn a_missing_part_is_named() {
    layout("").refused(
        "",
        "expected a shape and a stride: `layout!((8, 4) : (1, 8))`; the layout of rank 0 \
             is `layout!(() : ())`",
    );
    layout(": (4, 1)").refused(":", "expected a shape before this");
    layout(", (4, 1)").refused(",", "expected a shape before this");
    layout("(8, 4) : , 1").refused(",", "expected a stride before this");
    layout("(8, 4) :").refused(
        ":",
        "expected a stride after this `:`, such as `(1, 8)`, or one of the words `col`, \
             `row`",
    );
    layout("(8,, 4)").refused(",", "expected a mode before this `,`");
    layout("(,)").refused(",", "expected a mode before this `,`");
}

#[test]
fn nothing_follows_the_stride() {
    for (text, next) in [
        ("8 : 1 : 2", ":"),
        ("8 : 1,", ","),
        ("8 : 1 2", "2"),
        ("(8, 4) : (4, 1) (2, 1)", "(2, 1)"),
        ("(8, 4) : row, 1", ","),
        ("(8, 4) : (4, 1);", ";"),
    ] {
        layout(text).refused(next, "nothing may follow the stride");
    }
}

#[test]
fn separators_inside_parentheses() {
    let colon = "`:` appears once, between the whole shape and the whole stride: `(8, 4) : (1, 8)`";
    layout("(8 : 1, 4 : 8)").refused(":", colon);
    layout("((8, 4) : (4, 1))").refused(":", colon);
    layout("(8, 4 : 1)").refused(":", colon);
    layout("(8; 4) : (4, 1)").refused(";", "modes are separated by `,`");
    let comma = "expected `,` between two modes";
    layout("(8 4) : (4, 1)").refused("4", comma);
    layout("(8, (4) 2) : (4, 1)").refused("2", comma);
    layout("((8, 4) (4, 1))").refused("(4, 1)", comma);
}

#[test]
fn every_wrong_leaf_has_its_error() {
    const NEGATIVE: &str = "extents cannot be negative";
    refuses(
        "(8.5, -4, \"2\") : (true, 1u8, 'c')",
        &[
            ("8.5", "an integer is needed, but `8.5` is a float"),
            ("-4", NEGATIVE),
            ("\"2\"", "an integer is needed, but `\"2\"` is a string"),
            ("true", "an integer is needed, but `true` is a bool"),
            (
                "1u8",
                "`u8` is not an integer type of shapes and strides: write `1` for a static \
                 integer, `1u32` or `1usize` for one at run time",
            ),
            ("'c'", "an integer is needed, but `'c'` is a character"),
        ],
    );
    layout("(-3)").refused("-3", NEGATIVE);
    layout("8@0 : 1").refused("8@0", "only strides are steps along an axis, such as `1@0`");
    layout("8 : -0").refused("-0", "this is 0: write `0`");
    let literals = "steps along an axis are integer literals, or constants in braces: `1@0`, or \
                    `{BM}@2@0` for axis 2 within axis 0; with a run-time number of steps write \
                    `Strided::new(shape, stride)`";
    layout("8 : m@0").refused("m@0", literals);
    layout("8 : 1@").refused("1@", literals);
    layout("8 : 1@m").refused("1@m", literals);
    assert!(expand(tokens("8 : 1@0@1@2@3@4@5@6@7@8@9")).is_ok());
    let long = "1@0@1@2@3@4@5@6@7@8@9@10";
    let numbers = "an axis has at most 10 numbers";
    layout(&format!("8 : {long}")).refused(long, numbers);
    layout("(8, 0x1000000000001) : (1, 8)").refused(
        "0x1000000000001",
        "`0x1000000000001` is more than 281474976710656 (2^48), the largest static integer",
    );
    let range = "extents and strides are integers: a range belongs in a coordinate";
    refuses("(8, ..) : (1, 0..8)", &[("..", range), ("0..8", range)]);
    refuses("(-8, 4); (4, 1)", &[("-8", NEGATIVE), (";", SEPARATOR)]);
}

#[test]
fn parentheses_make_no_tuple() {
    refuses(
        "(8) : (1,)",
        &[
            (
                "(8)",
                "a number in parentheses is just that number: write `8`, or `(8,)` for a tuple \
                 of one mode",
            ),
            ("(1,)", "the shape is one integer, but its stride is a tuple of 1 mode"),
        ],
    );
    layout("((8, 4))").refused(
        "((8, 4))",
        "a tuple in parentheses is the same tuple: write `(8 , 4)`, or `((8 , 4),)` for a \
             tuple of one mode",
    );
}

#[test]
fn shape_and_stride_nest_alike() {
    layout("(8, 4, 2) : (4, 1)").refused("(4, 1)", "2 strides for the 3 modes of the shape");
    layout("(8,) : (4, 1)").refused("(4, 1)", "2 strides for the 1 mode of the shape");
    layout("(8, 4) : (1,)").refused("(1,)", "1 stride for the 2 modes of the shape");
    layout("() : (1,)").refused("(1,)", "1 stride for the 0 modes of the shape");
    layout("(8, 4) : 1")
        .refused("1", "the shape is a tuple of 2 modes, but its stride is one integer");
    layout("(8, 4) : s").refused(
        "s",
        "the shape is a tuple of 2 modes, but its stride is one run-time integer (the \
             orders are `row` and `col`)",
    );
    layout("s : (8, 4)").refused(
        "(8, 4)",
        "the shape is one run-time integer, but its stride is a tuple of 2 modes",
    );
    layout("8 : ()")
        .refused("()", "the shape is one integer, but its stride is a tuple of 0 modes");
    layout("(8, (4, 2)) : (8, 1)")
        .refused("1", "mode 1: the shape is a tuple of 2 modes, but its stride is one integer");
}

#[test]
fn inner_modes_are_named_by_their_path() {
    refuses(
        "(8, ((4, 2), 2)) : (8, ((1, 2, 3), (1, 2)))",
        &[
            ("(1, 2, 3)", "mode 1.0: 3 strides for the 2 modes of the shape"),
            ("(1, 2)", "mode 1.1: the shape is one integer, but its stride is a tuple of 2 modes"),
        ],
    );
}

#[test]
fn a_level_has_at_most_ten_modes() {
    assert!(expand(tokens("(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)")).is_ok());
    let message = "11 modes at one level, but 10 are the most: group some, `((a, b), c)`";
    layout("(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99)").refused("99", message);
}
