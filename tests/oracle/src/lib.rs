//! The judge of tests: decides whether zellige's results on layouts are right.
//!
//! `zellige-dynamic`, which has the algebra on plain numbers, computes the result of an operation.
//! This crate adds independent parts: answers that are looked up in [`tables`] of values, with
//! nothing derived, which also judge `zellige-dynamic`; [verdicts](verdict) that decide whether the
//! results of an implementation with run-time integers are right; and repeatable
//! [random numbers](rng). zellige, `zellige-dynamic` and the tables can thus be wrong together only
//! if three programs of different kinds make the same mistake.
//!
//! ```
//! use zellige_oracle::{algebra::compose, layout};
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
//! [`judge()`] takes any of the [`OPERATIONS`] by name, and returns a [`Verdict`]. If all integers
//! are static, the result is [`Verdict::Is`]; an implementation with run-time integers may merge
//! fewer modes, and [`Verdict::fault`] says whether its result is still right:
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
//! # Users
//!
//! The build script of the golden tests uses it for the layouts that it generates, with [`tables`]
//! where these are enough, and for records in which CuTe is wrong. `cargo xtask fuzz` uses it for
//! random arguments of every operation, also inside the programs that it generates. The golden
//! records are its own judges: see `tests/oracle.rs` of zellige-golden for the tables, and
//! `tests/vectors.rs` of `zellige-dynamic`.
//!
//! | module | what it contains |
//! |---|---|
//! | [`nest`], [`layout`](mod@layout), [`value`] | nested tuples, layouts and their values; arguments and results; also with numbers past 63 bits, without elements, and with numbers that are known later |
//! | [`notation`] | reads and writes these in CuTe's notation |
//! | [`tables`] | layouts found from only their tables of values |
//! | [`algebra`], [`parts`] | the operations by `zellige-dynamic`; the elements that coordinates pick |
//! | [`judge`](mod@judge), [`verdict`] | every operation by name, and whether a result is right |
//! | [`rng`] | repeatable random numbers |

pub mod algebra;
mod dynamic;
mod facts;
mod forms;
pub mod judge;
pub mod layout;
pub mod nest;
pub mod notation;
pub mod parts;
pub mod rng;
mod swizzled;
pub mod tables;
pub mod value;
pub mod verdict;

pub use dynamic::{dynamic, dynamic_shape, plain};
pub use judge::{OPERATIONS, judge};
pub use layout::{Layout, Mode, Number};
pub use nest::Nest;
pub use notation::layout;
pub use value::Value;
pub use verdict::Verdict;
pub use zellige_dynamic::Swizzle;
