//! The reasons why there is no result, and how they are reported: in the style of rustc, or as
//! JSON.

use std::io;
use std::ops::Range;
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};
use zellige_dynamic::{DynLayout, ParseError, ParseErrorKind, Refusal};

/// The exit code of a refusal, and that of a mistake.
pub(crate) const REFUSED: u8 = 1;
const MISTAKEN: u8 = 2;

/// The reason why there is no result.
///
/// ```
/// use zellige_cli::{Stop, ask};
/// let stop = ask(&["complement", "(4,4):(1,6)", "64"]).unwrap_err();
/// assert!(matches!(stop, Stop::Refused(_)));
/// assert_eq!(stop.code(), Some("Gap"));
/// assert!(stop.sentence().starts_with("complement(L, M): the modes of L below stride 6 span 4"));
/// assert!(stop.place().is_none());
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Stop {
    /// The operation refuses; the record says why.
    Refused(Value),
    /// The input is wrong.
    Mistake(Box<Mistake>),
    /// The result cannot be written.
    Unwritten(io::Error),
}

/// What is wrong with the input, and where.
#[derive(Debug)]
pub struct Mistake {
    title: String,
    place: Option<Place>,
}

/// A position in a word, or in a line of a file.
///
/// ```
/// let stop = zellige_cli::ask(&["show", "(8,4):(4"]).unwrap_err();
/// let place = stop.place().unwrap();
/// assert_eq!((place.word, place.span.clone()), (Some(1), 8..8));
/// assert_eq!((stop.sentence(), &*place.label), ("a stride is missing", "expected `,` or `)`"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Place {
    /// The index of the word, from 0; without one, the position is after the last word.
    pub word: Option<usize>,
    /// The range of bytes of the word that are wrong; an empty range marks where something is
    /// missing.
    pub span: Range<usize>,
    /// What was expected there.
    pub label: String,
    /// The argument or the file.
    source: String,
    /// True for a file, which is named together with the line.
    is_file: bool,
    line: usize,
    text: String,
}

impl From<Mistake> for Stop {
    fn from(mistake: Mistake) -> Stop {
        Stop::Mistake(Box::new(mistake))
    }
}
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Unwritten(error)
    }
}

impl Mistake {
    /// Returns a mistake without a position.
    pub(crate) fn plain(title: impl Into<String>) -> Mistake {
        Mistake { title: title.into(), place: None }
    }

    /// Returns a mistake in an argument.
    pub(crate) fn new(
        argument: &str,
        title: &str,
        text: &str,
        span: Range<usize>,
        label: &str,
    ) -> Mistake {
        let place = Place {
            word: None,
            source: argument.to_owned(),
            is_file: false,
            line: 1,
            text: text.to_owned(),
            span: inside(text, span),
            label: label.to_owned(),
        };
        Mistake { title: title.to_owned(), place: Some(place) }
    }

    /// Returns a mistake in a line of a file, counted from 1.
    pub(crate) fn in_line(
        file: &str,
        line: usize,
        title: &str,
        text: &str,
        span: Range<usize>,
        label: &str,
    ) -> Mistake {
        let mut mistake = Mistake::new(file, title, text, span, label);
        if let Some(place) = &mut mistake.place {
            place.is_file = true;
            place.line = line;
        }
        mistake
    }

    /// Returns the mistake for words that are not a command: one of them is wrong, or something is
    /// missing after them.
    pub(crate) fn of_words(
        title: &str,
        words: &[&str],
        word: Option<usize>,
        label: &str,
    ) -> Mistake {
        let text = word.and_then(|word| words.get(word)).unwrap_or(&"");
        let mut mistake = Mistake::new("", title, text, 0..text.len(), label);
        if let Some(place) = &mut mistake.place {
            place.word = word;
        }
        mistake
    }

    /// Notes the word that contains it, by the name of the argument and its text.
    pub(crate) fn locate(&mut self, word: impl FnOnce(&str, &str) -> Option<usize>) {
        if let Some(place) = &mut self.place {
            place.word = word(&place.source, &place.text);
        }
    }

    /// Returns the mistake for an argument that is not in CuTe's notation.
    pub(crate) fn in_argument(argument: &str, text: &str, error: &ParseError) -> Mistake {
        if let Some(missing) = missing_strides(text, error) {
            let (end, label) = (text.trim_end().len(), "expected `,` or `)`");
            return Mistake::new(argument, &missing, text, end..end, label);
        }
        let sentence = error.to_string();
        let expected = [" is expected here", " are expected here"]
            .iter()
            .find_map(|end| Some((sentence.split_once(end)?, end.trim_start())));
        let (title, label) = match (error.kind(), expected) {
            (ParseErrorKind::Unbalanced, _) => {
                ("a parenthesis has no partner".to_owned(), sentence)
            }
            (ParseErrorKind::NotCongruent, _) => {
                ("the shape and the stride are nested differently".to_owned(), sentence)
            }
            (ParseErrorKind::Missing, Some(((what, rest), verb))) => {
                let verb = verb.replace("expected here", "missing");
                (format!("{what} {verb}"), format!("expected {}{rest}", what.trim_end_matches(',')))
            }
            (ParseErrorKind::NotANumber, _) => {
                ("this is not a number".to_owned(), "expected a number".to_owned())
            }
            (ParseErrorKind::Missing, None) => {
                ("the layout after the swizzle is missing".to_owned(), sentence)
            }
            (ParseErrorKind::Negative, _) => ("a negative number".to_owned(), sentence),
            (ParseErrorKind::Overflow, _) => ("a number is too large".to_owned(), sentence),
            (ParseErrorKind::TooDeep, _) => ("too many levels of nesting".to_owned(), sentence),
            (ParseErrorKind::Trailing, _) => ("something is left over".to_owned(), sentence),
            _ => ("no such layout".to_owned(), sentence),
        };
        Mistake::new(argument, &title, text, error.span(), &label)
    }

    /// Returns the mistake as JSON.
    fn json(&self) -> Value {
        let mut fields = json!({"error": self.title});
        if let Some(place) = &self.place {
            let source = if place.is_file { "file" } else { "argument" };
            fields[source] = place.source.clone().into();
            fields["line"] = place.line.into();
            fields["text"] = place.text.clone().into();
            fields["span"] = json!([place.span.start, place.span.end]);
            fields["why"] = place.label.clone().into();
        }
        fields
    }

    /// Returns the mistake in the style of rustc, with colours.
    fn render(&self) -> String {
        let title = Level::ERROR.primary_title(&self.title);
        let Some(place) = &self.place else {
            return Renderer::styled().render(&[Group::with_title(title)]);
        };
        let mark = AnnotationKind::Primary.span(place.span.clone()).label(&place.label);
        let mut snippet = Snippet::source(&place.text).line_start(place.line).annotation(mark);
        if place.is_file {
            snippet = snippet.path(&place.source);
        }
        Renderer::styled().render(&[title.element(snippet)])
    }
}

impl Stop {
    /// Returns the stop for a refusal of this operation.
    pub(crate) fn refused(operation: &str, refusal: &Refusal) -> Stop {
        Stop::refused_as(operation, &format!("{:?}", refusal.code), refusal.message())
    }

    /// Returns the stop for an operation that is refused with this code, for this reason.
    pub(crate) fn refused_as(operation: &str, code: &str, why: &str) -> Stop {
        Stop::Refused(json!({"op": operation, "reject": true, "code": code, "why": why}))
    }

    /// Returns the sentence that says why there is no result.
    pub fn sentence(&self) -> &str {
        match self {
            Stop::Refused(record) => record["why"].as_str().unwrap_or_default(),
            Stop::Mistake(mistake) => &mistake.title,
            Stop::Unwritten(_) => "the result cannot be written",
        }
    }

    /// Returns the code of a refusal, such as `StrideNotDivisible`.
    pub fn code(&self) -> Option<&str> {
        match self {
            Stop::Refused(record) => record["code"].as_str(),
            _ => None,
        }
    }

    /// Returns the position of a mistake, if it has one.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Stop::Mistake(mistake) => mistake.place.as_ref(),
            _ => None,
        }
    }

    /// Reports why there is no result, and returns the exit code.
    pub(crate) fn tell(&self, as_json: bool) -> ExitCode {
        let (text, code) = match self {
            // The reader of the result has read enough.
            Stop::Unwritten(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Stop::Unwritten(error) => {
                let mistake = Mistake::plain(format!("the result cannot be written: {error}"));
                (mistake.render(), MISTAKEN)
            }
            Stop::Refused(record) if as_json => return told(&record.to_string(), REFUSED),
            Stop::Refused(record) => {
                let field = |name: &str| record[name].as_str().unwrap_or_default();
                let title = Level::ERROR.primary_title(field("why")).id(field("code"));
                (Renderer::styled().render(&[Group::with_title(title)]), REFUSED)
            }
            Stop::Mistake(mistake) if as_json => {
                return told(&mistake.json().to_string(), MISTAKEN);
            }
            Stop::Mistake(mistake) => (mistake.render(), MISTAKEN),
        };
        use io::Write;
        // If nothing can be written, the exit code still reports it.
        let _ = writeln!(anstream::stderr(), "{text}");
        ExitCode::from(code)
    }
}

/// Writes JSON to standard output, and returns the exit code.
fn told(json: &str, code: u8) -> ExitCode {
    use io::Write;
    // A caller that does not read the result may still check the exit code.
    let _ = writeln!(io::stdout(), "{json}");
    ExitCode::from(code)
}

/// Returns the part of a span that is inside the text, with whole characters.
fn inside(text: &str, span: Range<usize>) -> Range<usize> {
    let down = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = down(span.start.min(text.len()));
    let mut end = span.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

/// Returns what is missing if a layout ends within its strides.
fn missing_strides(text: &str, error: &ParseError) -> Option<String> {
    if error.kind() != ParseErrorKind::Unbalanced || text.get(error.span()) != Some("(") {
        return None;
    }
    let text = text.trim_end().trim_end_matches(',');
    (0..=8).find_map(|missing| {
        let whole = format!("{text}{})", ",1".repeat(missing));
        whole.parse::<DynLayout>().ok()?;
        Some(match missing {
            0 => "a parenthesis is not closed".to_owned(),
            1 => "a stride is missing".to_owned(),
            _ => format!("{missing} strides are missing"),
        })
    })
}
