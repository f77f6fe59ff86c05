//! CuTe's layout algebra by plain evaluation: a second opinion for tests, which shares no code with zellige.
//!
//! A layout is a list of numbers here, and what an operation means is looked up, not derived: a composition exists if
//! the table of its values is the table of a layout, a complement if copies never overlap. What has a rule in the
//! specification follows it with numbers, and is held against the table by the tests of this crate. Nothing is
//! optimised, and nothing is proven of types; so an answer of zellige and one of the oracle are wrong together only if
//! two programs of different kinds have one mistake.
//!
//! ```
//! use zellige_oracle::{compose::compose, layout};
//! let a = layout("(4,8):(1,10)");
//! assert_eq!((a.size(), a.at(5), a.cosize()), (32, 11, 74));
//! let b = compose(&a, &layout("8:1")).unwrap();
//! assert_eq!(b.to_string(), "(4,2):(1,10)");
//! assert_eq!(b.table(), [0, 1, 2, 3, 10, 11, 12, 13]);
//! assert!(compose(&a, &layout("6:1")).is_err()); // 0, 1, 2, 3, 10, 11: no layout has these values
//! ```
//!
//! # Judging another implementation
//!
//! [`judge()`] takes any of the [`OPERATIONS`] by name, and returns a [`Verdict`]. Where all integers are static, the result
//! is [`Verdict::Is`]; an implementation whose integers are known at run time may merge fewer modes, and
//! [`Verdict::fault`] says whether its result is right all the same:
//!
//! ```
//! use zellige_oracle::{Value, judge};
//! let value = |text: &str| text.parse::<Value>().unwrap();
//! let verdict = judge("coalesce", &[value("(2,(1,6)):(1,(6,2))")]);
//! assert_eq!(verdict.fault(&value("12:1")), None);
//! assert_eq!(verdict.fault(&value("(2,6):(1,2)")), None); // the same function
//! assert_eq!(verdict.fault(&value("12:2")).as_deref(), Some("12:1"));
//! ```
//!
//! # Who asks
//!
//! The build script of the golden tests, for layouts that it makes up, by [`tables`] where that is enough, and for records
//! in which CuTe is wrong; `cargo xtask fuzz`, for random arguments of every operation, also inside of the programs that
//! it generates: so the crate has no dependencies, and compiles by `rustc` alone. Its own judges are the golden records:
//! see `tests/oracle.rs` of zellige-golden.
//!
//! | module | what it answers |
//! |---|---|
//! | [`nest`], [`layout`](mod@layout), [`value`] | nested tuples, layouts and their values; arguments and results |
//! | [`notation`] | reads and writes CuTe's notation |
//! | [`tables`] | layouts found by their tables of values alone |
//! | [`compose`], [`complement`], [`divide`], [`inverse`], [`recast`] | the algebra |
//! | [`modes`], [`parts`] | modes as a list; what coordinates pick |
//! | [`judge`](mod@judge), [`verdict`] | every operation by name, and whether a result is right |
//! | [`rng`] | repeatable random numbers |

pub mod complement;
pub mod compose;
pub mod divide;
mod facts;
mod forms;
pub mod inverse;
pub mod judge;
pub mod layout;
pub mod modes;
pub mod nest;
pub mod notation;
pub mod parts;
pub mod recast;
pub mod rng;
mod swizzled;
pub mod tables;
pub mod value;
pub mod verdict;

pub use judge::{OPERATIONS, judge};
pub use layout::{Layout, Mode, Number};
pub use nest::Nest;
pub use notation::layout;
pub use value::{Swizzle, Value};
pub use verdict::Verdict;
