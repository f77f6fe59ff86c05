//! The writers: text, SVG, LaTeX, notebooks.

mod latex;
mod notebook;
mod svg;
mod text;
