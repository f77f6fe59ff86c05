//! The content of the web page: a line in, JSON out.
//!
//! The words are those of the program `zellige`, and [`zellige_cli::ask`] answers them. The page
//! asks more than the user typed: for `compose A B` it also shows the answers to
//! `explain compose A B`, `draw compose A B` and `show` of the result.
//!
//! ```
//! let page = zellige_web::page("compose (4,8):(1,10) 8:2");
//! assert_eq!(page["text"], "(2,4):(2,10)");
//! assert_eq!(page["facts"][2], serde_json::json!(["size", "8"]));
//! assert_eq!(page["steps"][0]["sentence"], "A coalesced");
//!
//! let page = zellige_web::page("compose (4,8):(1,x) 8:2");
//! assert_eq!(page["problem"]["sentence"], "this is not a number");
//! assert_eq!(page["problem"]["mark"], serde_json::json!(["compose (4,8):(1,", "x", ") 8:2"]));
//! ```

#![deny(missing_docs)]

mod abi;
mod page;
mod words;

pub use page::page;
