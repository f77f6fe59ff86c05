//! Runs the parsers on random token streams: they must not panic, and an error must always
//! underline something.
//!
//! A stream is assembled from valid inputs of the macros, then mutated: tokens are dropped,
//! doubled, exchanged and wrapped. Every macro expands it. A failing stream is shrunk, by dropping
//! and unwrapping tokens, and printed with the seed;
//! `ZELLIGE_SEED=7 cargo test -p zellige-macros random` runs other streams.

mod stream;

use std::cell::Cell;
use std::env;
use std::panic::{self, AssertUnwindSafe};
use std::thread;

use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};

use crate::errors;
use crate::tuple::{COORD, SHAPE};
use stream::{Random, Token, smaller, text, tokens};

/// The number of streams that each run expands with every macro.
const STREAMS: u64 = 100_000;
/// The default seed.
const SEED: u64 = 1;
/// The number of threads.
const THREADS: u64 = 4;

/// The form in which a macro's errors are written out.
type InPlace = fn(syn::Error) -> TokenStream;
/// A macro: its name, its expansion, and the form of its errors.
type Macro = (&'static str, fn(TokenStream) -> syn::Result<TokenStream>, InPlace);
/// Every macro of this crate.
const MACROS: [Macro; 6] = [
    ("layout", crate::layout::expand, errors::in_place),
    ("int", crate::int::expand, errors::in_place),
    ("shape", |input| crate::tuple::expand(input, &SHAPE), errors::in_place),
    ("coord", |input| crate::tuple::expand(input, &COORD), errors::in_place),
    ("find_layout", crate::find_layout::expand, errors::in_place),
    ("assert_layout", crate::assert_layout::expand, errors::as_items),
];

/// The outcome of expanding a stream.
enum Outcome {
    /// The stream expands.
    Accepted,
    /// The stream is refused, and the errors underline something.
    Refused,
    /// The macro has this fault.
    Fault(String),
}
/// Returns the fault in a macro's expansion of a stream, if it is a valid stream of tokens.
fn fault(of: Macro, stream: &[Token]) -> Option<String> {
    match outcome(of, tokens(&text(stream))?, true) {
        Outcome::Fault(fault) => Some(fault),
        _ => None,
    }
}
/// Returns the outcome for tokens that each have a location in a text. Checking whether the
/// expansion can be read again takes long.
fn outcome((_, expand, in_place): Macro, input: TokenStream, read_again: bool) -> Outcome {
    let is_empty = input.is_empty();
    let expansion = QUIET.with(|quiet| {
        quiet.set(true);
        let expansion = panic::catch_unwind(AssertUnwindSafe(|| expand(input)));
        quiet.set(false);
        expansion
    });
    let fault = match expansion {
        Err(panic) => format!("panics: {}", message(&*panic)),
        Ok(Ok(_)) if !read_again => return Outcome::Accepted,
        Ok(Ok(expansion)) => match expansion.to_string().parse::<TokenStream>() {
            Ok(_) => return Outcome::Accepted,
            Err(error) => format!("expands to no tokens: {error}"),
        },
        Ok(Err(errors)) => {
            let unplaced = |error| unplaced(error, in_place, is_empty);
            match errors.into_iter().find_map(unplaced) {
                Some(fault) => fault,
                None => return Outcome::Refused,
            }
        }
    };
    Outcome::Fault(fault)
}
/// Returns a fault if an error does not underline the user's input.
fn unplaced(error: syn::Error, in_place: InPlace, is_empty: bool) -> Option<String> {
    let message = error.to_string();
    let is_placed = |span: Span| is_empty || !span.byte_range().is_empty();
    if !is_placed(error.span()) {
        return Some(format!("underlines nothing: {message}"));
    }
    let written = flat(in_place(error));
    if !written.iter().any(|token| token.to_string() == "compile_error") {
        return Some(format!("raises no error: {message}"));
    }
    let unplaced = written.iter().find(|token| !is_placed(token.span()));
    unplaced.map(|token| format!("underlines nothing by `{token}`: {message}"))
}
/// Returns all tokens, including those in groups.
fn flat(tokens: TokenStream) -> Vec<TokenTree> {
    let mut all = Vec::new();
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            all.extend(flat(group.stream()));
        }
        all.push(token);
    }
    all
}

thread_local! {
    /// True if panics of this thread are not printed.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}
/// Suppresses the output of panics on threads that are [`QUIET`].
fn be_quiet() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !QUIET.with(Cell::get) {
            print(panic);
        }
    }));
}
/// Returns the message of a panic.
fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "",
    }
}

/// Returns the smallest faulty stream that is found by dropping and unwrapping tokens.
fn shrink(of: Macro, mut stream: Vec<Token>) -> Vec<Token> {
    while let Some(smaller) =
        smaller(&stream).into_iter().find(|smaller| fault(of, smaller).is_some())
    {
        stream = smaller;
    }
    stream
}

#[test]
fn random_streams_expand_or_are_refused() {
    let seed = match env::var("ZELLIGE_SEED") {
        Ok(seed) => seed.parse().expect("ZELLIGE_SEED is a number"),
        Err(_) => SEED,
    };
    println!("ZELLIGE_SEED={seed}");
    be_quiet();
    let run = move |thread: u64| {
        let mut random = Random(seed.wrapping_mul(THREADS).wrapping_add(thread));
        let mut report = Report::default();
        while report.streams < STREAMS / THREADS {
            report.expand(&random.stream());
            proc_macro2::extra::invalidate_current_thread_spans();
        }
        report
    };
    let threads: Vec<_> = (0..THREADS).map(|number| thread::spawn(move || run(number))).collect();
    let mut all = Report::default();
    for thread in threads {
        all.add(thread.join().unwrap());
    }
    all.failures.sort_by_key(String::len);
    all.failures.dedup();
    let failures = all.failures.join("\n");
    assert!(failures.is_empty(), "ZELLIGE_SEED={seed}:\n{failures}");
    for ((name, ..), accepted) in MACROS.iter().zip(all.accepted) {
        let few = STREAMS / 50;
        assert!(
            (few..STREAMS - few).contains(&accepted),
            "{name} accepts {accepted} of {STREAMS} streams: they ask too little of it"
        );
    }
}
/// The outcomes of many streams.
#[derive(Default)]
struct Report {
    streams: u64,
    /// The number of streams that each macro accepted.
    accepted: [u64; MACROS.len()],
    failures: Vec<String>,
}
impl Report {
    /// Expands a stream with all macros, if it is a valid stream of tokens.
    fn expand(&mut self, stream: &[Token]) {
        let Some(input) = tokens(&text(stream)) else {
            return;
        };
        self.streams += 1;
        for (of, accepted) in MACROS.into_iter().zip(&mut self.accepted) {
            match outcome(of, input.clone(), self.streams % 8 == 0) {
                Outcome::Accepted => *accepted += 1,
                Outcome::Refused => {}
                Outcome::Fault(_) if self.failures.len() < 10 => {
                    let stream = shrink(of, stream.to_vec());
                    let fault = fault(of, &stream).expect("the smaller stream fails, too");
                    let text = self::text(&stream);
                    self.failures.push(format!("{}!({}) {fault}", of.0, text.trim()));
                }
                Outcome::Fault(_) => {}
            }
        }
    }
    fn add(&mut self, other: Report) {
        self.streams += other.streams;
        for (sum, accepted) in self.accepted.iter_mut().zip(other.accepted) {
            *sum += accepted;
        }
        self.failures.extend(other.failures);
    }
}

#[test]
fn deep_and_long_streams_end() {
    const DEEP: usize = 100_000;
    const LONG: usize = 20_000;
    let leaf = || TokenStream::from(TokenTree::from(Literal::u64_unsuffixed(1)));
    let in_brackets = |delimiter| {
        (0..DEEP).fold(leaf(), |inner, _| TokenTree::from(Group::new(delimiter, inner)).into())
    };
    let repeated = |text: &str| -> TokenStream {
        let tokens: TokenStream = text.parse().unwrap();
        std::iter::repeat_n(tokens, LONG).collect()
    };
    let inputs = [
        in_brackets(Delimiter::Parenthesis),
        in_brackets(Delimiter::None),
        in_brackets(Delimiter::Bracket),
        in_brackets(Delimiter::Brace),
        repeated("1,"),
        repeated("m,"),
        repeated("-1,"),
        repeated("1@"),
        repeated("8 :"),
        repeated("A<"),
        repeated("Sw<3, 4, 3> o 0 o"),
        repeated("A =="),
        repeated("(1)"),
        repeated("m n"),
    ];
    for (_, expand, in_place) in MACROS {
        for input in &inputs {
            let table = TokenTree::from(Group::new(Delimiter::Bracket, input.clone()));
            let tuple = TokenTree::from(Group::new(Delimiter::Parenthesis, input.clone()));
            for input in [input.clone(), table.into(), tuple.into()] {
                let _ = expand(input).unwrap_or_else(in_place);
            }
        }
    }
}
