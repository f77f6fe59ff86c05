//! Why there is no result, and how it is told: as rustc does, or as JSON.

use std::io;
use std::ops::Range;
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};
use zellige_dyn::{DynLayout, ParseError, ParseErrorKind};

/// The reason why there is no result.
pub(crate) enum Stop {
    /// The operation refuses; the record says why.
    Refused(Value),
    /// The input is not what it should be.
    Mistake(Box<Mistake>),
    /// The result cannot be written.
    Unwritten(io::Error),
}

/// What is wrong with the input, and where.
pub(crate) struct Mistake {
    title: String,
    place: Option<Place>,
}

/// A place in a text.
struct Place {
    /// The argument or the file.
    source: String,
    /// True for a file, which is named, with its line.
    is_file: bool,
    line: usize,
    text: String,
    span: Range<usize>,
    label: String,
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
    /// Returns a mistake that has no place.
    pub(crate) fn plain(title: impl Into<String>) -> Mistake {
        Mistake {
            title: title.into(),
            place: None,
        }
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
            source: argument.to_owned(),
            is_file: false,
            line: 1,
            text: text.to_owned(),
            span: inside(text, span),
            label: label.to_owned(),
        };
        Mistake {
            title: title.to_owned(),
            place: Some(place),
        }
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

    /// Returns the mistake of an argument that is not in CuTe's notation.
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
            (ParseErrorKind::NotCongruent, _) => (
                "the shape and the stride are nested differently".to_owned(),
                sentence,
            ),
            (ParseErrorKind::Missing, Some(((what, rest), verb))) => {
                let verb = verb.replace("expected here", "missing");
                (
                    format!("{what} {verb}"),
                    format!("expected {}{rest}", what.trim_end_matches(',')),
                )
            }
            (ParseErrorKind::NotANumber, _) => (
                "this is not a number".to_owned(),
                "expected a number".to_owned(),
            ),
            (ParseErrorKind::Missing, None) => (
                "the layout behind the swizzle is missing".to_owned(),
                sentence,
            ),
            (ParseErrorKind::Negative, _) => ("a negative number".to_owned(), sentence),
            (ParseErrorKind::Zero, _) => ("an extent of 0".to_owned(), sentence),
            (ParseErrorKind::Overflow, _) => ("a number is too large".to_owned(), sentence),
            (ParseErrorKind::TooDeep, _) => ("too many levels of nesting".to_owned(), sentence),
            (ParseErrorKind::Trailing, _) => ("something is left over".to_owned(), sentence),
            _ => ("no such layout".to_owned(), sentence),
        };
        Mistake::new(argument, &title, text, error.span(), &label)
    }

    /// Returns it as JSON.
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

    /// Returns it as rustc would write it, with colours.
    fn render(&self) -> String {
        let title = Level::ERROR.primary_title(&self.title);
        let Some(place) = &self.place else {
            return Renderer::styled().render(&[Group::with_title(title)]);
        };
        let mark = AnnotationKind::Primary
            .span(place.span.clone())
            .label(&place.label);
        let mut snippet = Snippet::source(&place.text)
            .line_start(place.line)
            .annotation(mark);
        if place.is_file {
            snippet = snippet.path(&place.source);
        }
        Renderer::styled().render(&[title.element(snippet)])
    }
}

impl Stop {
    /// Says why there is no result, and returns the exit code.
    pub(crate) fn tell(&self, as_json: bool) -> ExitCode {
        let (text, code) = match self {
            // Whoever read the result has read enough.
            Stop::Unwritten(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Stop::Unwritten(error) => {
                let mistake = Mistake::plain(format!("the result cannot be written: {error}"));
                (mistake.render(), 2)
            }
            Stop::Refused(record) if as_json => return told(&record.to_string(), 1),
            Stop::Refused(record) => {
                let field = |name: &str| record[name].as_str().unwrap_or_default();
                let title = Level::ERROR.primary_title(field("why")).id(field("code"));
                (Renderer::styled().render(&[Group::with_title(title)]), 1)
            }
            Stop::Mistake(mistake) if as_json => return told(&mistake.json().to_string(), 2),
            Stop::Mistake(mistake) => (mistake.render(), 2),
        };
        use io::Write;
        // Where nothing can be written, the exit code still says it.
        let _ = writeln!(anstream::stderr(), "{text}");
        ExitCode::from(code)
    }
}

/// Writes JSON where results are written, and returns the exit code.
fn told(json: &str, code: u8) -> ExitCode {
    use io::Write;
    // Who does not read the result may still look at the exit code.
    let _ = writeln!(io::stdout(), "{json}");
    ExitCode::from(code)
}

/// Returns the part of a span that is inside of the text, with whole characters.
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
