//! The macro `int!`: one static integer.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::constant::{by_digits, check_braces, in_braces};
use crate::errors::error;
use crate::number;
use crate::tokens::{character, check_depth, is_tuple, misplaced, place, split_entry, ungroup};

/// The error for `-3`.
const NEGATIVE: &str = "a static integer cannot be negative";

/// Expands `int!(1152)` to a path that is a type and a value.
pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    check_depth(&input)?;
    let place = place(&input);
    let tokens = ungroup(input.into_iter().collect());
    let (number, rest) = split_entry(&tokens);
    if let Some(extra) = misplaced(number).or_else(|| rest.get(1)).or_else(|| rest.first()) {
        return Err(error(extra, "`int!` takes one integer"));
    }
    let number = match number {
        [] => {
            return Err(syn::Error::new(place, "expected an integer: `int!(1152)`"));
        }
        [TokenTree::Literal(literal)] => number::to_type(number::read_static(literal)?),
        [TokenTree::Ident(word)] if word == "true" || word == "false" => {
            return Err(number::wrong_kind(word, "a bool"));
        }
        [TokenTree::Group(tuple)] if is_tuple(tuple) => {
            let message = "`int!` takes one integer: a tuple is `coord!(3, 5)` or `shape!(3, 5)`";
            return Err(error(tuple, message));
        }
        [minus, literal @ TokenTree::Literal(_), ..] if character(minus) == Some('-') => {
            return Err(error(quote!(#minus #literal), NEGATIVE));
        }
        expression => {
            if let Some(braces) = in_braces(expression) {
                check_braces(braces, NEGATIVE)?;
            }
            by_digits(expression)
        }
    };
    Ok(number::type_and_value(&number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Refused, assert_expands, tokens};

    fn int(text: &str) -> syn::Result<TokenStream> {
        expand(tokens(text))
    }

    #[test]
    fn literals_are_a_path() {
        assert_expands(
            expand(tokens("1152")),
            "<P::hex::D0<P::hex::D8<P::hex::H4>> as P::IntLiteral>::Int",
        );
        assert_expands(expand(tokens("0")), "<P::hex::H0 as P::IntLiteral>::Int");
    }

    /// Returns the expansion to `digit` of `expression`, followed by six of `total`, from digit 6
    /// to digit 0.
    fn digits(expression: &str, total: &str) -> String {
        let digits: Vec<_> = (0..7)
            .rev()
            .map(|place| {
                let value = if place == 6 { expression } else { total };
                format!("{{ P::digit({value}, {place}) }}")
            })
            .collect();
        format!("<P::Number<{}> as P::IntLiteral>::Int", digits.join(", "))
    }

    #[test]
    fn expressions_are_seven_digits() {
        for text in ["N", "size_of::<A>()", "f::<u8, u8>(3)", "a::N", "1 << 20", "N as usize"] {
            assert_expands(expand(tokens(text)), &digits(text, text));
        }
    }

    #[test]
    fn only_the_first_digit_overflows() {
        let total = "P::sum(P::product((BM) as usize, (BK) as usize), (8) as usize)";
        for text in ["{ BM * BK + 8 }", "BM * BK + 8", "{ (BM * BK) + 8 }"] {
            assert_expands(expand(tokens(text)), &digits(text, total));
        }
        for (text, total) in [
            (
                "{ A - B - C }",
                "P::difference(P::difference((A) as usize, (B) as usize), (C) as usize)",
            ),
            (
                "{ A - (B - f(C)) }",
                "P::difference((A) as usize, P::difference((B) as usize, (f(C)) as usize))",
            ),
            (
                "{ A / B % C::N }",
                "P::remainder(P::quotient((A) as usize, (B) as usize), (C::N) as usize)",
            ),
            ("{ A + (B << 2) }", "P::sum((A) as usize, (B << 2) as usize)"),
            ("{ A + B as usize }", "P::sum((A) as usize, (B as usize) as usize)"),
        ] {
            assert_expands(expand(tokens(text)), &digits(text, total));
        }
    }

    #[test]
    fn other_operators_are_left_as_they_are() {
        for text in [
            "{ A + B << 2 }",
            "{ A + -B }",
            "{ A * !B }",
            "{ A + if B { 1 } else { 2 } }",
            "{ A & B + 1 }",
            "{ size_of::<A>() + 1 }",
            "{ A += 1 }",
        ] {
            assert_expands(expand(tokens(text)), &digits(text, text));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        int("").refused("", "expected an integer: `int!(1152)`");
        int("-3").refused("-3", "a static integer cannot be negative");
        int("1.5").refused("1.5", "an integer is needed, but `1.5` is a float");
        int("'a'").refused("'a'", "an integer is needed, but `'a'` is a character");
        int("true").refused("true", "an integer is needed, but `true` is a bool");
        int("8u32").refused("8u32", "a static integer has no type suffix: write `8`");
        int("281474976710657").refused(
            "281474976710657",
            "`281474976710657` is more than 281474976710656 (2^48), the largest static integer",
        );
    }

    #[test]
    fn one_argument_is_taken() {
        int("3, 5").refused("5", "`int!` takes one integer");
        int("3,").refused(",", "`int!` takes one integer");
        int("3 5").refused("5", "`int!` takes one integer");
        int("3 : 5").refused("5", "`int!` takes one integer");
        int("(3, 5)").refused(
            "(3, 5)",
            "`int!` takes one integer: a tuple is `coord!(3, 5)` or `shape!(3, 5)`",
        );
    }
}
