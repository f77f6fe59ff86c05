//! How calls end, and whether they may end so.

use std::fmt;
use zellige_oracle::{Number, Value, Verdict};

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With a result, in CuTe's notation.
    Gives(String),
    /// With a refusal: its code and its message.
    Refuses(String, String),
    /// With a panic.
    Panics(String),
}

/// The outcomes of both forms of an operation with the same arguments.
pub struct Call {
    /// The outcome of the form that returns a refusal.
    pub tried: Outcome,
    /// The outcome of the form that panics, unless it does not compile.
    pub plain: Option<Outcome>,
    /// Where that form panicked, if not at its caller's line.
    pub elsewhere: Option<String>,
}

impl Call {
    /// Whether both forms end the same way.
    fn agrees(&self) -> bool {
        match (&self.tried, &self.plain) {
            (_, None) => true,
            (Outcome::Refuses(_, sentence), Some(Outcome::Panics(other))) => sentence == other,
            (tried, Some(plain)) => tried == plain,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Gives(text) => write!(f, "is {text}"),
            Outcome::Refuses(code, sentence) => write!(f, "is refused ({code}: {sentence})"),
            Outcome::Panics(sentence) => write!(f, "panics ({sentence})"),
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tried)?;
        match &self.plain {
            Some(plain) if !self.agrees() => write!(f, "; the form that panics {plain}"),
            _ => Ok(()),
        }
    }
}

/// The acceptable ways in which a call can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ending {
    /// With the right result.
    Right,
    /// With a refusal, because there is no result.
    NoResult,
    /// With a refusal, because the run-time integers do not divide as the modes of the result
    /// require.
    OtherModes,
    /// With a refusal, because a number is too large for the integer types.
    TooLarge,
    /// With a refusal that depends on extents that turned out to be 0 or 1.
    Degenerate,
    /// In any way, because the definition leaves it open.
    Open,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Right => "right",
            Ending::NoResult => "refused: there is no result",
            Ending::OtherModes => {
                "refused: run-time integers do not divide as the result's modes do"
            }
            Ending::TooLarge => "refused: numbers past 32 bits",
            Ending::Degenerate => "refused for all run-time integers but 0 or 1",
            Ending::Open => "not judged: extents of 0, or too many elements",
        })
    }
}

/// Text that no message of the library contains: panics of compiled arithmetic, and bugs that the
/// library detects in itself.
const FORBIDDEN: [&str; 5] =
    ["attempt to", "index out of bounds", "out of range for slice", "called `", "this is a bug"];

/// Whether the text can be one of the library's messages.
pub(crate) fn is_sentence(text: &str) -> bool {
    !FORBIDDEN.iter().any(|words| text.contains(words))
}

/// How the call ended, if that is acceptable; otherwise the expected outcome.
pub(crate) fn ending(
    call: &Call,
    arguments: &[Value],
    values: &[u64],
    verdict: &Verdict,
) -> Result<Ending, String> {
    let ending = tried(&call.tried, arguments, values, verdict)?;
    if let Some(place) = &call.elsewhere {
        return Err(format!(
            "but the form that panics does so at {place}, not at its caller's line"
        ));
    }
    match &call.plain {
        Some(_) if !call.agrees() => Err("should be the same".to_string()),
        _ => Ok(ending),
    }
}

fn tried(
    tried: &Outcome,
    arguments: &[Value],
    values: &[u64],
    verdict: &Verdict,
) -> Result<Ending, String> {
    let should = || format!("should be {verdict}");
    match tried {
        Outcome::Panics(_) => Err(should()),
        Outcome::Refuses(_, sentence) if !is_sentence(sentence) => Err(should()),
        Outcome::Gives(text) => {
            let got = text.parse().map_err(|_| should())?;
            match verdict.fault(&got) {
                Some(should) => Err(format!("should be {should}")),
                None if matches!(verdict, Verdict::Open) => Ok(Ending::Open),
                None => Ok(Ending::Right),
            }
        }
        Outcome::Refuses(code, _) => match verdict {
            Verdict::Refused | Verdict::Common { longest: None, .. } => Ok(Ending::NoResult),
            Verdict::Open | Verdict::Function { .. } | Verdict::If { .. } => Ok(Ending::Open),
            // The type does not say whether a run-time stride is 1. Threads with run-time extents
            // are counted only as far as the types prove their numbers to be contiguous.
            _ if ["DynamicIntegers", "NoUnitStride", "NoSuchThread"].contains(&code.as_str()) => {
                Ok(Ending::OtherModes)
            }
            _ if is_large(arguments) => Ok(Ending::TooLarge),
            _ if values.iter().any(|&value| value < 2) => Ok(Ending::Degenerate),
            _ => Err(should()),
        },
    }
}

/// Whether an operation on these arguments may compute a number that does not fit in 32 bits.
fn is_large(arguments: &[Value]) -> bool {
    reach(arguments) > u32::MAX.into()
}

/// The product of all integers and of the larger of each layout's size and cosize.
fn reach(arguments: &[Value]) -> Number {
    let reach = |argument: &Value| match argument {
        Value::Layout(layout) | Value::Swizzled(_, _, layout) => layout.size().max(layout.cosize()),
        Value::Int(n) => *n,
        Value::Tuple(parts) => reach(parts),
        Value::Whole => 1,
    };
    let factors = arguments.iter().map(|argument| reach(argument).max(1));
    factors.fold(1, Number::saturating_mul)
}
