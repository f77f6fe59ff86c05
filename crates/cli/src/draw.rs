//! Pictures: on the terminal, as SVG in a file, or as LaTeX.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;
use zellige_draw::Picture;
use zellige_dynamic::{DynLayout, Shape, Swizzle, Tiler};

use crate::answer::Answer;
use crate::call::read;
use crate::stop::Stop;

/// The pictures that can be drawn.
#[derive(Subcommand)]
pub(crate) enum Drawing {
    /// Draws the offset of each coordinate
    Layout {
        /// A layout
        layout: String,
        #[command(flatten)]
        form: Form,
    },
    /// Draws the thread and the value that have each element of a tile
    ThreadValues {
        /// A layout from (thread, value) to the index of a coordinate of the tile
        layout: String,
        /// The shape of the tile
        shape: String,
        #[command(flatten)]
        form: Form,
    },
    /// Draws the elements of A that B picks, and the result
    Compose {
        /// A layout
        a: String,
        /// A layout
        b: String,
        #[command(flatten)]
        form: Form,
    },
    /// Draws the tile that has each element
    Partition {
        /// A layout
        layout: String,
        /// A tiler
        tiler: String,
        #[command(flatten)]
        form: Form,
    },
    /// Draws the thread that has each element
    Threads {
        /// A layout
        layout: String,
        /// The layout of the threads
        threads: String,
        #[command(flatten)]
        form: Form,
    },
    /// Draws a layout before and after a swizzle
    Swizzle {
        /// A swizzle
        swizzle: String,
        /// A layout
        layout: String,
        #[command(flatten)]
        form: Form,
    },
    /// Draws the bank of shared memory in which each element lies
    Banks {
        /// A layout
        layout: String,
        /// The number of bytes of an element
        #[arg(long, default_value_t = 4)]
        element: u64,
        #[command(flatten)]
        form: Form,
    },
}

/// The form in which a picture is written.
#[derive(Args)]
#[group(multiple = false)]
pub(crate) struct Form {
    /// Write the picture as SVG into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the picture as LaTeX, with TikZ
    #[arg(long)]
    latex: bool,
}

impl Form {
    /// Returns true if the picture is written instead of text.
    pub(crate) fn is_asked_for(&self) -> bool {
        self.svg.is_some() || self.latex
    }
}

/// Returns the requested picture.
pub(crate) fn draw(drawing: Drawing) -> Result<Answer, Stop> {
    let layout = |argument: &str, text: &str| read::<DynLayout>(argument, text);
    let (picture, form) = match drawing {
        Drawing::Layout { layout: text, form } => {
            (zellige_draw::layout(layout("layout", &text)?), form)
        }
        Drawing::ThreadValues { layout: text, shape, form } => {
            let shape: Shape = read("shape", &shape)?;
            (zellige_draw::thread_values(layout("layout", &text)?, shape), form)
        }
        Drawing::Compose { a, b, form } => {
            (zellige_draw::compose(layout("a", &a)?, layout("b", &b)?), form)
        }
        Drawing::Partition { layout: text, tiler, form } => {
            let tiler: Tiler = read("tiler", &tiler)?;
            (zellige_draw::partition(layout("layout", &text)?, tiler), form)
        }
        Drawing::Threads { layout: text, threads, form } => {
            let threads = layout("threads", &threads)?;
            (zellige_draw::threads(layout("layout", &text)?, threads), form)
        }
        Drawing::Swizzle { swizzle, layout: text, form } => {
            let swizzle: Swizzle = read("swizzle", &swizzle)?;
            (zellige_draw::swizzle(&swizzle, layout("layout", &text)?), form)
        }
        Drawing::Banks { layout: text, element, form } => {
            (zellige_draw::banks(layout("layout", &text)?, element), form)
        }
    };
    answer(picture, form)
}

/// Returns a picture in its form.
pub(crate) fn answer(picture: Picture, form: Form) -> Result<Answer, Stop> {
    if let Some(problem) = picture.problem() {
        return Err(Stop::refused_as("draw", "NoPicture", problem));
    }
    let (plain, coloured) = match form.latex {
        true => (picture.latex(), picture.latex()),
        false => (picture.text(), picture.ansi()),
    };
    let record = json!({"op": "draw", "out": plain, "notes": picture.notes()});
    let mut answer = Answer::new(record, coloured);
    answer.picture = Some(picture);
    answer.file = form.svg;
    Ok(answer)
}
