//! The command line: the subcommands that are more than an operation with its arguments.

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::draw::{Drawing, Form};
use crate::examples::EXIT_CODES;
use crate::explain::Explained;
use crate::operations::{Layouts, Shapes};

/// CuTe's layout algebra on the command line
///
/// A layout is a shape and a stride, `(8,4):(4,1)`, nested as you like, or a swizzle of one,
/// `Sw<3,3,3> o 0 o (8,64):(64,1)`. Parentheses have a meaning in a shell: write layouts in quotes.
#[derive(Parser)]
#[command(name = "zellige", verbatim_doc_comment, version, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    /// Write results, refusals and errors as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Shows a layout: its numbers, whether an offset is reached twice or left out, its right
    /// inverse, and a table
    ///
    /// injective: no offset is reached twice. compact: none below the cosize is left out.
    /// bijective: both. A table of rank 2 has a row for each index of mode 0.
    #[command(verbatim_doc_comment)]
    Show {
        /// A layout
        layout: String,
        #[command(flatten)]
        form: Form,
    },
    /// Explains how an operation arrives at its result, or at its refusal, step by step with the
    /// numbers.
    Explain {
        #[command(subcommand)]
        operation: Explained,
    },
    /// Draws layouts, swizzles, compositions, partitions and banks, as text, SVG or LaTeX.
    Draw {
        #[command(subcommand)]
        drawing: Drawing,
    },
    /// Finds the layout of a table of offsets: its values at 0, 1, 2, ..., swizzled if no strides
    /// give them
    #[command(allow_negative_numbers = true)]
    Find {
        /// The offsets
        #[arg(required_unless_present = "file", conflicts_with = "file")]
        offsets: Vec<String>,
        /// A file of offsets, separated by spaces, commas or new lines; `-` is standard input
        #[arg(long)]
        file: Option<String>,
    },
    /// Divides a layout by a tiler: the tile, and the rest
    ///
    /// A tiler is a layout, a number of elements, `_` for a whole mode, or a tuple of these, one
    /// for each mode. The form says how the modes of the result are grouped; without one, each mode
    /// of A that has a tile becomes (tile, rest).
    #[command(verbatim_doc_comment)]
    Divide {
        /// A layout
        a: String,
        /// A tiler
        tiler: String,
        #[command(flatten)]
        form: DivideForm,
    },
    /// Repeats a layout by a tiler: the tile, and its copies
    ///
    /// The form says how the modes of the result are grouped; without one, the result is (A,
    /// copies). With `--blocked` and `--raked` the tiler is a layout of the rank of A, and each
    /// mode of the result has both: blocks side by side, or interleaved.
    #[command(verbatim_doc_comment)]
    Product {
        /// A layout
        a: String,
        /// A tiler
        tiler: String,
        #[command(flatten)]
        form: ProductForm,
    },
    #[command(flatten)]
    Layouts(Layouts),
    /// Makes the compact layout of a shape with the first mode fastest.
    ColMajor {
        /// The shape
        shape: String,
    },
    /// Makes the compact layout of a shape with the last mode fastest.
    RowMajor {
        /// The shape
        shape: String,
    },
    /// Operations on shapes, such as `ceil-div`.
    Shape {
        #[command(subcommand)]
        operation: Shapes,
    },
    /// Operations on swizzles; those on layouts take `Sw<3,3,3> o 0 o (8,64):(64,1)`, too.
    Swizzle {
        #[command(subcommand)]
        operation: SwizzleCommand,
    },
    /// Counts the bank conflicts of an access to shared memory
    ///
    /// The access is a layout (threads, values) to elements; a thread moves all of its values at
    /// once, or with several instructions. Threads that the banks serve together are a phase, which
    /// takes as many passes as it asks for words of one bank. With negative strides the memory
    /// begins at the smallest offset.
    #[command(verbatim_doc_comment)]
    Banks {
        /// A layout of two modes, such as `(32,1):(33,1)`
        access: String,
        #[command(flatten)]
        bytes: Bytes,
    },
    /// Counts the sectors of 32 bytes that an access to global memory moves
    ///
    /// The access is a layout (threads, values) to elements; every 32 threads are a warp. With
    /// negative strides the memory begins at the smallest offset.
    #[command(verbatim_doc_comment)]
    Sectors {
        /// A layout of two modes, such as `(32,1):(2,1)`
        access: String,
        #[command(flatten)]
        bytes: Bytes,
    },
    /// Evaluates operations by name: lines of JSON in, the same lines with results out
    ///
    /// A line has an operation, "op", and its arguments, "args", in the order of CuTe's call. An
    /// argument is a number, a text in CuTe's notation, an array for a tuple, or an object such as
    /// {"shape": [8,4], "stride": [4,1]}. Each line is written back as soon as it is read, with
    /// "out", or, if the operation refuses, with "reject", "code" and "why". A line that is not
    /// such a record, or has more than 2^24 bytes, is written back with "error", and the exit code
    /// is then 2.
    #[command(verbatim_doc_comment)]
    Eval {
        /// Files of lines; `-`, or no file, is standard input
        files: Vec<String>,
    },
    /// Writes the completions for a shell
    ///
    /// For bash: zellige completions bash > ~/.local/share/bash-completion/completions/zellige
    #[command(verbatim_doc_comment)]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// The operations on swizzles.
#[derive(Subcommand)]
pub(crate) enum SwizzleCommand {
    /// Returns the offset to which the swizzle maps each offset.
    Apply {
        /// A swizzle
        swizzle: String,
        /// Offsets
        #[arg(required = true)]
        offset: Vec<String>,
    },
    /// Searches for paddings and swizzles of a tile with which accesses to it are free of bank
    /// conflicts
    ///
    /// An access is a layout from (thread, value) to the index of a coordinate of the tile, with
    /// its first mode fastest. A thread moves one element at once, or the number of bytes after
    /// `by`.
    #[command(verbatim_doc_comment)]
    Search {
        /// A layout
        tile: String,
        /// The number of bytes of an element
        #[arg(long, default_value_t = 4)]
        element: u64,
        /// A load, such as `(32,1):(1,0)` or `(8,8):(1,8) by 16`; may be repeated
        #[arg(long, required_unless_present = "write")]
        read: Vec<String>,
        /// A store
        #[arg(long)]
        write: Vec<String>,
    },
    /// Returns the swizzle in which the bits of one mask flip those of another.
    Make {
        /// The mask of the bits that flip others
        from: String,
        /// The mask of the bits that are flipped
        to: String,
    },
}

/// The bytes that an access moves.
#[derive(Args)]
pub(crate) struct Bytes {
    /// The number of bytes of an element
    #[arg(long, default_value_t = 4)]
    pub(crate) element: u64,
    /// The number of bytes that a thread moves at once; without it, all of its values
    #[arg(long)]
    pub(crate) by: Option<u64>,
}

/// The grouping of the modes of a divided layout.
#[derive(Args)]
#[group(multiple = false)]
pub(crate) struct DivideForm {
    /// Group them as (tiles, rests)
    #[arg(long)]
    zipped: bool,
    /// Group them as (tiles, rest, rest, ...)
    #[arg(long)]
    tiled: bool,
    /// Group them as (tile, tile, ..., rest, rest, ...)
    #[arg(long)]
    flat: bool,
}

impl DivideForm {
    /// Returns the operation of this form.
    pub(crate) fn operation(&self) -> &'static str {
        match self {
            DivideForm { zipped: true, .. } => "zipped_divide",
            DivideForm { tiled: true, .. } => "tiled_divide",
            DivideForm { flat: true, .. } => "flat_divide",
            _ => "logical_divide",
        }
    }
}

/// The grouping of the modes of a product.
#[derive(Args)]
#[group(multiple = false)]
pub(crate) struct ProductForm {
    /// Group them as (tiles, copies)
    #[arg(long)]
    zipped: bool,
    /// Group them as (tiles, copies, copies, ...)
    #[arg(long)]
    tiled: bool,
    /// Group them as (tile, tile, ..., copies, copies, ...)
    #[arg(long)]
    flat: bool,
    /// Put the copies side by side: each mode is (of A, of the copies)
    #[arg(long)]
    blocked: bool,
    /// Interleave the copies: each mode is (of the copies, of A)
    #[arg(long)]
    raked: bool,
}

impl ProductForm {
    /// Returns the operation of this form.
    pub(crate) fn operation(&self) -> &'static str {
        match self {
            ProductForm { zipped: true, .. } => "zipped_product",
            ProductForm { tiled: true, .. } => "tiled_product",
            ProductForm { flat: true, .. } => "flat_product",
            ProductForm { blocked: true, .. } => "blocked_product",
            ProductForm { raked: true, .. } => "raked_product",
            _ => "logical_product",
        }
    }
}
