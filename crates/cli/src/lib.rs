//! The command line `zellige` as a library.
//!
//! [`ask`] takes the words that follow `zellige`. It returns an [`Answer`] as text, as JSON and as
//! a picture, or a [`Stop`] that says why there is none, and where in which word the mistake is:
//!
//! ```
//! let answer = zellige_cli::ask(&["compose", "20:2", "(5,4):(4,1)"]).unwrap();
//! assert_eq!(answer.text, "(5,4):(8,2)\n");
//!
//! let stop = zellige_cli::ask(&["compose", "20:2", "(5,x):(4,1)"]).unwrap_err();
//! assert_eq!(stop.sentence(), "this is not a number");
//! let place = stop.place().unwrap();
//! assert_eq!((place.word, &place.span), (Some(2), &(3..4)));
//! ```
//!
//! It does not read files, and does not write anything.

#![deny(missing_docs)]

// The questions.
mod arguments;
mod call;
mod examples;
mod operations;

// The answers.
mod answer;
mod ask;
mod draw;
mod explain;
mod find;
mod memory;
mod show;
mod stop;

// The program around them.
mod eval;
mod program;

pub use answer::Answer;
pub use ask::ask;
pub use program::program;
pub use stop::{Mistake, Place, Stop};
