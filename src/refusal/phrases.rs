//! The phrases that messages on compositions share, each written once: for layouts that are types,
//! as functions of [`Message`], and for layouts that are values, as functions of this module.

use core::fmt;

use super::Message;
use super::template::{Written, message, operand, value};

/// The start of a message about a mode of the result, followed by the number of the mode,
pub const IN_MODE: &str = "in mode ";
/// and the text between that number and the message.
pub const OF_THE_RESULT: &str = " of the result: ";

/// Defines two functions that write a phrase: one for types, and one for values.
macro_rules! phrases {
    ($($(#[$m:meta])* $f:ident($($a:ident: $kind:ident),*) => $text:literal;)+) => {
        impl Message { $(
            $(#[$m])*
            pub(super) const fn $f($($a: operand!($kind)),*) -> Message {
                message!($text, $($a: $kind),*)
            }
        )+ }
        $(
            $(#[$m])*
            pub fn $f($($a: value!($kind)),*) -> impl fmt::Display {
                Written(move |f: &mut fmt::Formatter<'_>| write!(f, $text))
            }
        )+
    };
}

phrases! {
    /// Returns the mode that the message refers to: `mode 1.0 of B (6:1)`.
    mode(path: text, of: str, extent: text, stride: text) => "mode {path} of {of} ({extent}:{stride})";
    /// Returns the description of the block before mode 1 of the left layout:
    /// `extent 4 of A's mode 0`.
    first_block(elements: u128, left: str) => "extent {elements} of {left}'s mode 0";
    /// Returns the description of the block before a further mode:
    /// `the 12 elements of A's modes 0 to 1`.
    block(elements: u128, left: str, last: u64) => "the {elements} elements of {left}'s modes 0 to {last}";
    /// Returns the phrase that names the block that a mode walks across.
    walk(mode: text, left: str, stride: u128, block: text) => "{mode} walks {left} with stride {stride} across {block}";
    /// Returns a stride that is larger than the block that it must divide: `7 (modulo 4: 3)`.
    modulo(stride: u128, block: u128, rest: u128) => "{stride} (modulo {block}: {rest})";
    /// Returns the phrase that a walk crosses modes of the left layout unevenly.
    crosses_unevenly(mode: text, left: str, step: u128) => "{mode} crosses the modes of {left} unevenly at step {step}";
    /// Returns the phrase that the modes of the right layout carry into a mode of the left layout;
    /// `reaches` lists how far each of them reaches.
    carries(right: str, into: u64, left: str, block: text, reaches: text, total: u128, most: u128) =>
        "the modes of {right} carry into mode {into} of {left}: within {block}{reaches}, together {total} > {most}";
    /// Returns the phrase on how far one of them reaches.
    reaches(mode: text, reach: u128) => ", {mode} reaches {reach}";
    /// Returns the note with the numbers of the left layout.
    coalesced(hint: str, left: str, numbers: text) => "{hint} [{left} coalesced: {numbers}]";
}
