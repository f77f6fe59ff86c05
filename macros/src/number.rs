//! Numbers: integer literals, and the spelling of a number as a type.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Lit, LitInt};

use crate::errors::error;

/// The largest static integer, 2^48.
pub(crate) const LIMIT: u64 = 1 << 48;

/// The meaning of an integer literal in a shape, a stride or a coordinate.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// A static integer of this value: `1152`, `1_152`, `0x480`.
    Static(u64),
    /// A run-time integer of that type: `8u32`, `8usize`.
    RunTime,
}

/// Reads the literal of a leaf; the error says what else it is, or which limit it exceeds.
pub(crate) fn read(literal: &Literal) -> syn::Result<Number> {
    let integer = integer(literal)?;
    match integer.suffix() {
        "" => value(&integer).map(Number::Static),
        "u32" | "usize" => Ok(Number::RunTime),
        suffix => Err(error(
            literal,
            format!(
                "`{suffix}` is not an integer type of shapes and strides: write `{digits}` for a \
                 static integer, `{digits}u32` or `{digits}usize` for one at run time",
                digits = integer.base10_digits(),
            ),
        )),
    }
}

/// Reads a literal without a suffix, where only a static integer is allowed.
pub(crate) fn read_static(literal: &Literal) -> syn::Result<u64> {
    let integer = integer(literal)?;
    if integer.suffix().is_empty() {
        return value(&integer);
    }
    Err(error(
        literal,
        format!("a static integer has no type suffix: write `{}`", integer.base10_digits()),
    ))
}

/// Returns the literal as an integer literal; the error says which other kind of literal it is.
fn integer(literal: &Literal) -> syn::Result<LitInt> {
    let kind = match Lit::new(literal.clone()) {
        Lit::Int(integer) if !matches!(integer.suffix(), "f32" | "f64") => return Ok(integer),
        Lit::Int(_) | Lit::Float(_) => "a float",
        Lit::Str(_) | Lit::ByteStr(_) | Lit::CStr(_) => "a string",
        Lit::Char(_) => "a character",
        Lit::Byte(_) => "a byte",
        _ => "no integer",
    };
    Err(wrong_kind(literal, kind))
}

/// Returns the error for a token that isn't an integer:
/// ``an integer is needed, but `8.5` is a float``.
pub(crate) fn wrong_kind(token: &(impl quote::ToTokens + ToString), kind: &str) -> syn::Error {
    let message = format!("an integer is needed, but `{}` is {kind}", token.to_string());
    error(token, message)
}

/// Returns the value of an integer literal, at most [`LIMIT`].
fn value(integer: &LitInt) -> syn::Result<u64> {
    if integer.base10_digits().starts_with('-') {
        let message = format!("`{integer}` is negative");
        return Err(error(integer, message));
    }
    match integer.base10_parse() {
        Ok(value) if value <= LIMIT => Ok(value),
        _ => Err(error(
            integer,
            format!("`{integer}` is more than {LIMIT} (2^48), the largest static integer"),
        )),
    }
}

/// Returns the type of a number by its hexadecimal digits: 58 = 0x3a is `hex::DA<hex::H3>`.
pub(crate) fn to_type(value: u64) -> TokenStream {
    let digits = format!("{value:X}");
    let (first, following) = digits.split_at(1);
    let first = format_ident!("H{first}");
    following.chars().fold(quote!(__zellige::__private::hex::#first), |high, digit| {
        let digit = format_ident!("D{digit}");
        quote!(__zellige::__private::hex::#digit<#high>)
    })
}

/// Returns the name of a type of static integers, alone or in a tuple, as a type and as a value.
pub(crate) fn type_and_value(numbers: &TokenStream) -> TokenStream {
    quote!(<#numbers as __zellige::__private::IntLiteral>::Int)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_expands, spelled};

    fn literal(text: &str) -> Literal {
        text.parse().unwrap()
    }

    fn refused(text: &str) -> String {
        read(&literal(text)).unwrap_err().to_string()
    }

    #[test]
    fn every_base_is_read() {
        for text in ["1152", "1_152", "0x480", "0o2200", "0b100_1000_0000"] {
            assert_eq!(read(&literal(text)).unwrap(), Number::Static(1152));
            assert_eq!(read_static(&literal(text)).unwrap(), 1152);
        }
        assert_eq!(read(&literal("0")).unwrap(), Number::Static(0));
    }

    #[test]
    fn suffixes_mean_run_time() {
        for text in ["8u32", "8usize", "0xffu32", "8_usize"] {
            assert_eq!(read(&literal(text)).unwrap(), Number::RunTime);
        }
        assert_eq!(
            refused("8u64"),
            "`u64` is not an integer type of shapes and strides: write `8` for a static integer, \
             `8u32` or `8usize` for one at run time"
        );
        assert!(refused("0x10i32").starts_with("`i32` is not an integer type"));
        assert!(refused("8foo").contains("write `8`"));
        assert_eq!(
            read_static(&literal("0x10u32")).unwrap_err().to_string(),
            "a static integer has no type suffix: write `16`"
        );
    }

    #[test]
    fn other_literals_are_named() {
        for (text, kind) in [
            ("8.5", "a float"),
            ("1e3", "a float"),
            ("8f32", "a float"),
            ("\"8\"", "a string"),
            ("b\"8\"", "a string"),
            ("c\"8\"", "a string"),
            ("r#\"8\"#", "a string"),
            ("'8'", "a character"),
            ("b'8'", "a byte"),
        ] {
            let expected = format!("an integer is needed, but `{text}` is {kind}");
            assert_eq!(refused(text), expected);
            assert_eq!(read_static(&literal(text)).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn a_negative_literal_is_no_large_one() {
        let negative = Literal::i64_unsuffixed(-5);
        assert_eq!(read(&negative).unwrap_err().to_string(), "`-5` is negative");
        assert_eq!(read_static(&negative).unwrap_err().to_string(), "`-5` is negative");
    }

    #[test]
    fn the_limit_is_two_to_the_48() {
        assert_eq!(LIMIT, 281_474_976_710_656);
        for text in ["281474976710656", "0x1_0000_0000_0000"] {
            assert_eq!(read(&literal(text)).unwrap(), Number::Static(LIMIT));
        }
        for text in ["281474976710657", "0x1000000000001", "99999999999999999999999999"] {
            assert_eq!(
                refused(text),
                format!("`{text}` is more than 281474976710656 (2^48), the largest static integer")
            );
        }
    }

    #[test]
    fn digits_are_hexadecimal() {
        let short = |value| spelled(&to_type(value)).replace("__zellige::__private::hex::", "");
        assert_eq!(short(0), "H0");
        assert_eq!(short(15), "HF");
        assert_eq!(short(0x3a), "DA<H3>");
        assert_eq!(short(1152), "D0<D8<H4>>");
        assert_eq!(short(LIMIT), format!("{}H1{}", "D0<".repeat(12), ">".repeat(12)));
    }

    #[test]
    fn paths_are_absolute() {
        assert_expands(Ok(to_type(58)), "P::hex::DA<P::hex::H3>");
        assert_expands(Ok(type_and_value(&to_type(8))), "<P::hex::H8 as P::IntLiteral>::Int");
    }
}
