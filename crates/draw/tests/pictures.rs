//! Compares the pictures, byte by byte, with those in `tests/pictures`:
//! `cargo xtask bless pictures` writes them anew. Look at the changes before you commit them.

use std::path::Path;

use zellige::atom::{CopyAtom, copy, mma};
use zellige::prelude::*;
use zellige_draw::{self as draw, Colours, Picture};
use zellige_dynamic::{DynLayout, Swizzle};

fn of(text: &str) -> DynLayout {
    text.parse().expect("a layout")
}

/// Compares a picture with its three files, or writes them.
#[track_caller]
fn compare(name: &str, picture: &Picture) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let overwrite = std::env::var_os("BLESS").is_some();
    let texts = [("txt", picture.text()), ("svg", picture.svg()), ("tex", picture.latex())];
    for (ending, text) in texts {
        let file = folder.join(format!("{name}.{ending}"));
        if overwrite {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&file, &text).expect("a file");
            continue;
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        let expected = expected.replace("\r\n", "\n");
        let differs = text.lines().zip(expected.lines()).position(|(a, b)| a != b);
        let line = differs.unwrap_or_else(|| text.lines().count().min(expected.lines().count()));
        assert!(
            text == expected,
            "{name}.{ending} differs in line {}:\n  now:      {}\n  expected: {}\n`cargo xtask bless pictures` writes it anew",
            line + 1,
            text.lines().nth(line).unwrap_or("(no line)"),
            expected.lines().nth(line).unwrap_or("(no line)"),
        );
    }
}

#[test]
fn row_major() {
    compare("row-major", &draw::layout(of("(4,8):(8,1)")));
}

#[test]
fn nested_modes_are_blocks() {
    compare("nested", &draw::layout(of("((2,4),(2,2,2)):((1,8),(2,4,32))")));
}

#[test]
fn one_mode_is_a_row() {
    compare("one-mode", &draw::layout(of("((2,3)):((-6,1))")));
}

#[test]
fn three_modes_are_tables_side_by_side() {
    compare("three-modes", &draw::layout(of("(2,4,3):(4,1,8)")));
}

#[test]
fn coordinates() {
    compare("coordinates", &draw::layout(DynLayout::identity((3, 4)).expect("a layout")));
}

#[test]
fn thread_values() {
    compare("thread-values", &draw::thread_values(of("((2,2),(2,2)):((8,1),(4,2))"), ((2, 2), 4)));
}

#[test]
fn instruction() {
    compare("mma", &draw::mma(mma::SM80_16x8x8_F32F16F16F32_TN));
}

#[test]
fn load_of_matrices() {
    let atom = CopyAtom::<copy::SM75_U32x1_LDSM_N, int!(16)>::default();
    compare("copy", &draw::copy(atom));
}

#[test]
fn swizzle() {
    let swizzle = Swizzle::new(2, 1, 2).expect("a swizzle");
    compare("swizzle", &draw::swizzle(&swizzle, of("(4,8):(8,1)")));
}

#[test]
fn composition() {
    compare("compose", &draw::compose(of("(6,8):(8,1)"), of("(3,4):(2,12)")));
}

#[test]
fn refused_composition() {
    compare("compose-refused", &draw::compose(of("(4,6):(1,8)"), of("4:3")));
}

#[test]
fn operation() {
    let (block, copies) = (of("(2,2):(2,1)"), of("(2,3):(1,2)"));
    let result = block.raked_product(&copies).expect("a product");
    let by = block.logical_product(copies.clone()).expect("a product");
    let by_copy = Colours::Tile(&by);
    compare(
        "operation",
        &draw::operation(
            "raked_product",
            &[
                ("block", &block, by_copy),
                ("copies", &copies, Colours::Index),
                ("result", &result, by_copy),
            ],
        ),
    );
}

#[test]
fn tiles() {
    compare("partition", &draw::partition(of("(4,8):(8,1)"), (2, of("(2,2):(1,4)"))));
}

#[test]
fn threads() {
    compare("threads", &draw::threads(of("(4,8):(8,1)"), of("(2,4):(4,1)")));
}

#[test]
fn banks() {
    compare("banks", &draw::banks(of("Sw<2,3,3> o 0 o (4,32):(64,2)"), 2));
}

#[test]
fn too_large_to_be_drawn_in_full() {
    compare("large", &draw::layout(of("(3,281474976710656):(1,3)")));
}

#[test]
fn colours_of_a_terminal() {
    let ansi = draw::layout(of("(2,2):(1,2)")).ansi();
    assert_eq!(ansi.matches("\x1b[0m").count(), 4);
    assert_eq!(anstyle_free(&ansi), draw::layout(of("(2,2):(1,2)")).text());
}

/// Returns the text without the parts from an escape character to an `m`.
fn anstyle_free(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or("").to_string();
    let rest = parts.filter_map(|part| part.split_once('m'));
    rest.fold(first, |all, (_, text)| all + text)
}
