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
fn each_picture_is_the_one_in_its_files() {
    let layouts = [
        ("row-major", "(4,8):(8,1)"),
        ("nested", "((2,4),(2,2,2)):((1,8),(2,4,32))"),
        ("one-mode", "((2,3)):((-6,1))"),
        ("three-modes", "(2,4,3):(4,1,8)"),
        ("coordinates", "(3,4):(1@0,1@1)"),
        ("large", "(3,281474976710656):(1,3)"),
    ];
    for (name, text) in layouts {
        compare(name, &draw::layout(of(text)));
    }
    let tv = of("((2,2),(2,2)):((8,1),(4,2))");
    let load = CopyAtom::<copy::SM75_U32x1_LDSM_N, int!(16)>::default();
    let swizzle = Swizzle::new(2, 1, 2).expect("a swizzle");
    let others = [
        ("thread-values", draw::thread_values(tv, ((2, 2), 4))),
        ("mma", draw::mma(mma::SM80_16x8x8_F32F16F16F32_TN)),
        ("copy", draw::copy(load)),
        ("swizzle", draw::swizzle(&swizzle, of("(4,8):(8,1)"))),
        ("compose", draw::compose(of("(6,8):(8,1)"), of("(3,4):(2,12)"))),
        ("compose-refused", draw::compose(of("(4,6):(1,8)"), of("4:3"))),
        ("partition", draw::partition(of("(4,8):(8,1)"), (2, of("(2,2):(1,4)")))),
        ("threads", draw::threads(of("(4,8):(8,1)"), of("(2,4):(4,1)"))),
        ("banks", draw::banks(of("Sw<2,3,3> o 0 o (4,32):(64,2)"), 2)),
    ];
    for (name, picture) in &others {
        compare(name, picture);
    }
}

#[test]
fn the_picture_of_an_operation() {
    let (block, copies) = (of("(2,2):(2,1)"), of("(2,3):(1,2)"));
    let result = block.raked_product(&copies).expect("a product");
    let by = block.logical_product(copies.clone()).expect("a product");
    let by_copy = Colours::Tile(&by);
    let layouts = [
        ("block", &block, by_copy),
        ("copies", &copies, Colours::Index),
        ("result", &result, by_copy),
    ];
    compare("operation", &draw::operation("raked_product", &layouts));
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
