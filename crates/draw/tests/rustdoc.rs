//! Checks the pictures in the documentation of zellige's operations, each of which shows the
//! example beside it. They are in zellige's `docs/pictures`: `cargo xtask bless pictures` writes
//! them anew. Look at them before you commit them, in `cargo doc`, in a light theme and in a dark
//! one.

use std::fs;
use std::path::{Path, PathBuf};

use zellige_draw::{self as draw, Colours, Picture};
use zellige_dynamic::{DynLayout, Refusal, Swizzle};

/// A picture in the documentation.
struct Shown {
    name: &'static str,
    picture: Picture,
    /// The operands and the result of the example beside it, as texts.
    example: Vec<String>,
}

/// Returns the root of the package zellige.
fn zellige() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn of(text: &str) -> DynLayout {
    text.parse().expect("a layout")
}

/// The layout that an operation returns, as a function of its operands.
type Made = fn(&[DynLayout]) -> Result<DynLayout, Refusal>;

/// The layout `(tile, rest)`: a picture has a colour for each tile.
#[derive(Clone, Copy)]
enum Tiles {
    /// None: the colours show offsets.
    None,
    /// The result.
    Result,
    /// Another layout.
    Of(Made),
}

/// Returns the picture of an operation on layouts, with its result. Other operands, which follow
/// `|` in the text, are part of the title, and of the example. The layout B of a product arranges
/// copies, and has the colours of these.
fn shown(name: &'static str, text: &str, result: Made, tiles: Tiles) -> Shown {
    let (operands, besides) = text.split_once(" | ").unwrap_or((text, ""));
    let besides: Vec<&str> = besides.split_whitespace().collect();
    let layouts: Vec<DynLayout> = operands.split(' ').map(of).collect();
    let result = result(&layouts).expect("a result");
    let tiled = match tiles {
        Tiles::None => None,
        Tiles::Result => Some(result.clone()),
        Tiles::Of(tiled) => Some(tiled(&layouts).expect("tiles")),
    };
    let (colours, of_b) = match &tiled {
        Some(tiled) if name.ends_with("product") => (Colours::Tile(tiled), Colours::Index),
        Some(tiled) => (Colours::Tile(tiled), Colours::Offset),
        None => (Colours::Offset, Colours::Offset),
    };
    let names = ["A", "B"].into_iter().zip([colours, of_b]).zip(&layouts);
    let mut parts: Vec<_> =
        names.map(|((name, colours), layout)| (name, layout, colours)).collect();
    parts.push(("result", &result, colours));
    let arguments = [&["A", "B"][..layouts.len()], &besides].concat();
    let title = format!("{name}({})", arguments.join(", "));
    let texts = operands.split(' ').chain(besides).map(str::to_string);
    Shown {
        name,
        picture: draw::operation(&title, &parts),
        example: texts.chain([result.to_string()]).collect(),
    }
}

/// Returns one tile for each of two modes.
fn tiles_by_mode() -> (DynLayout, DynLayout) {
    (of("2:2"), of("3:4"))
}

/// Returns all pictures of the documentation.
fn all() -> Vec<Shown> {
    let (mma, mma_tile) = ("((4,8),(2,2)):((16,1),(8,64))", (8, 16));
    let swizzle = Swizzle::new(2, 0, 2).expect("a swizzle");
    let of_its_own = [
        (
            "compose",
            draw::compose(of("(4,4):(4,1)"), of("(2,2):(2,4)")),
            "(4,4):(4,1) (2,2):(2,4) (2,2):(8,1)",
        ),
        ("swizzle", draw::swizzle(&swizzle, of("(4,4):(4,1)")), "<2,0,2> (4,4):(4,1)"),
        ("local_tile", draw::partition(of("(8,6):(6,1)"), (4, 3)), "(8,6):(6,1) (4,3)"),
        (
            "local_partition",
            draw::threads(of("(8,6):(6,1)"), of("(4,2):(2,1)")),
            "(8,6):(6,1) (4,2):(2,1)",
        ),
        ("mma_atom", draw::thread_values(of(mma), mma_tile), mma),
    ];
    let of_its_own = of_its_own.map(|(name, picture, example)| Shown {
        name,
        picture,
        example: example.split(' ').map(str::to_string).collect(),
    });
    let plain = Tiles::None;
    let tiles = Tiles::Result;
    let (six, copies) = (
        Tiles::Of(|a| a[0].logical_product(of("6:1"))),
        Tiles::Of(|a| a[0].logical_product(&a[1])),
    );
    let zipped = Tiles::Of(|a| a[0].zipped_divide((2, 3)));
    let operations: [(&'static str, &str, Made, Tiles); 40] = [
        ("complement", "4:3 | 24", |a| a[0].complement(24), six),
        ("complement_sparse", "(4,4):(1,6) | 64", |a| a[0].complement_sparse(64), plain),
        ("right_inverse", "(4,2):(2,1)", |a| a[0].right_inverse(), plain),
        ("left_inverse", "(2,4):(8,1)", |a| a[0].left_inverse(), plain),
        ("with_shape", "(2,4):(4,1) | (4,2)", |a| a[0].with_shape((4, 2)), plain),
        ("logical_divide", "12:1 3:2", |a| a[0].logical_divide(&a[1]), tiles),
        ("zipped_divide", "(4,6):(6,1) | (2,3)", |a| a[0].zipped_divide((2, 3)), tiles),
        ("tiled_divide", "(4,6):(6,1) | (2,3)", |a| a[0].tiled_divide((2, 3)), tiles),
        ("flat_divide", "(4,6):(6,1) | (2,3)", |a| a[0].flat_divide((2, 3)), zipped),
        ("logical_product", "(2,2):(4,1) 6:1", |a| a[0].logical_product(&a[1]), tiles),
        (
            "zipped_product",
            "(2,2):(2,1) | (2:2,3:4)",
            |a| a[0].zipped_product(tiles_by_mode()),
            six,
        ),
        ("tiled_product", "(2,2):(2,1) | (2:2,3:4)", |a| a[0].tiled_product(tiles_by_mode()), six),
        ("flat_product", "(2,2):(2,1) | (2:2,3:4)", |a| a[0].flat_product(tiles_by_mode()), six),
        ("blocked_product", "(2,2):(2,1) (2,3):(1,2)", |a| a[0].blocked_product(&a[1]), copies),
        ("raked_product", "(2,2):(2,1) (2,3):(1,2)", |a| a[0].raked_product(&a[1]), copies),
        ("tile_to_shape", "(2,2):(2,1) | (4,6)", |a| a[0].tile_to_shape((4, 6)), six),
        (
            "tile_to_shape_ordered",
            "(2,2):(2,1) | (4,6) (1,0)",
            |a| a[0].tile_to_shape_ordered((4, 6), (1, 0)),
            six,
        ),
        ("coalesce", "(2,(1,6)):(1,(7,2))", |a| a[0].coalesce(), plain),
        ("coalesce_by", "(2,(1,6)):(1,(6,2)) | (1,1)", |a| a[0].coalesce_by((1, 1)), plain),
        ("filter", "(2,3,2):(1,0,2)", |a| a[0].filter(), plain),
        ("filter_by", "(2,(3,2)):(1,(0,2)) | (1,1)", |a| a[0].filter_by((1, 1)), plain),
        ("filter_zeros", "(2,3,2):(1,0,2)", |a| a[0].filter_zeros(), plain),
        ("filter_zeros_by", "(2,(3,2)):(1,(4,2)) | (1,0)", |a| a[0].filter_zeros_by((1, 0)), plain),
        ("nullspace", "(2,3,2):(1,0,2)", |a| a[0].nullspace(), plain),
        ("upcast", "(8,4):(1,8) | 2", |a| a[0].upcast(2), plain),
        ("downcast", "(4,4):(1,4) | 2", |a| a[0].downcast(2), plain),
        ("recast_layout", "(4,4):(1,4) | 16 32", |a| a[0].recast_layout(16, 32), plain),
        ("max_common_layout", "(4,2):(1,4) (4,2):(1,8)", |a| a[0].max_common_layout(&a[1]), plain),
        ("flatten", "((2,2),3):((1,2),4)", |a| a[0].flatten(), plain),
        ("get", "(8,(4,2)):(1,(8,32)) | 1", |a| a[0].get(&[1]), plain),
        ("select", "(2,3,2):(1,2,6) | (2,0)", |a| a[0].select(&[2, 0]), plain),
        ("group", "(2,3,2):(1,2,6) | 1 3", |a| a[0].group(1, 3), plain),
        ("take", "(2,3,2):(1,2,6) | 1 3", |a| a[0].take(1, 3), plain),
        ("replace", "(2,3):(1,2) (3,2):(4,2) | 1", |a| a[0].replace(1, &a[1]), plain),
        ("zip", "((2,2),(3,2)):((6,12),(1,3))", |a| a[0].zip(), plain),
        ("unflatten", "(2,2,3):(1,2,4) | (0,(0,0))", |a| a[0].unflatten((0, (0, 0))), plain),
        ("append", "(2,3):(1,2) 2:6", |a| a[0].append(&a[1]), plain),
        ("append_to", "(2,3):(1,2) 1:0 | 4", |a| a[0].append_to(&a[1], 4), plain),
        ("prepend", "(2,3):(1,2) 2:6", |a| a[0].prepend(&a[1]), plain),
        ("prepend_to", "(2,3):(1,2) 1:0 | 3", |a| a[0].prepend_to(&a[1], 3), plain),
    ];
    let operations = operations.map(|(name, text, result, tiles)| shown(name, text, result, tiles));
    of_its_own.into_iter().chain(operations).collect()
}

#[test]
fn the_pictures_are_current() {
    let folder = zellige().join("docs/pictures");
    let overwrite = std::env::var_os("BLESS").is_some();
    if overwrite {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
    }
    let mut bytes = 0;
    let all = all();
    for Shown { name, picture, .. } in &all {
        assert_eq!(picture.problem(), None, "{name}");
        let (file, svg) = (folder.join(format!("{name}.svg")), picture.svg_in_page());
        bytes += svg.len();
        if overwrite {
            fs::write(&file, &svg).expect("a file");
        }
        let text = fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
        assert!(
            text == svg,
            "docs/pictures/{name}.svg is not current: `cargo xtask bless pictures` writes it anew"
        );
    }
    let files = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(files, all.len(), "a picture in docs/pictures is not in this list");
    assert!(bytes < 300_000, "{bytes} bytes are too many for the package");
}

/// Collects the sources of zellige.
fn sources(folder: &Path, all: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else {
            let text = fs::read_to_string(&path).expect("a source");
            all.push((path, text));
        }
    }
}

/// Returns the text with `2` for `int!(2)`, and likewise for the other macros.
fn without_macros(text: &str) -> String {
    let (mut plain, mut open) = (String::new(), Vec::new());
    for c in text.chars() {
        match c {
            '(' => {
                let name = plain.trim_end_matches(|c: char| c == '!' || c.is_alphabetic()).len();
                let is_macro = plain.ends_with('!');
                if is_macro {
                    plain.truncate(name);
                } else {
                    plain.push(c);
                }
                open.push(is_macro);
            }
            ')' if open.pop() == Some(true) => {}
            _ => plain.push(c),
        }
    }
    plain
}

/// Checks that a text has the parts of an example, with the macros or without.
fn assert_has(text: &str, example: &[String], what: &str) {
    let text = without_macros(&text.split_whitespace().collect::<String>());
    for part in example {
        assert!(text.contains(part.as_str()), "{what} has no {part}: {text}");
    }
}

#[test]
fn every_picture_stands_beside_its_example() {
    let mut files = Vec::new();
    sources(&zellige().join("src"), &mut files);
    for Shown { name, example, .. } in &all() {
        let include = format!("docs/pictures/{name}.svg\"))]");
        let mut count = 0;
        for (path, text) in &files {
            for (at, _) in text.match_indices(&include) {
                count += 1;
                let what = format!("{}: the example of {name}", path.display());
                // The lines of the doc comment before the picture.
                let lines = text[..at].lines().rev().skip(1);
                let comment = lines.take_while(|line| line.trim().starts_with("///"));
                let comment: Vec<&str> = comment.collect();
                let comment: String = comment.into_iter().rev().collect();
                assert_has(&comment, example, &what);
                // The example of the alias in `ops`, which shows the picture, too.
                let attributes = text[at..].split("fn ").next().unwrap_or_default();
                let alias = attributes.split_once("#[alias(");
                if let Some((alias, _)) = alias.and_then(|(_, rest)| rest.split_once(")]\n")) {
                    assert_has(alias, example, &format!("{what} in `ops`"));
                }
            }
        }
        assert!(count > 0, "nothing shows docs/pictures/{name}.svg");
    }
}

#[test]
fn every_operation_has_a_picture() {
    let (mut files, mut count) = (Vec::new(), 0);
    sources(&zellige().join("src/layout"), &mut files);
    let is_of_operations = |text: &String| text.contains("\n#[operations]\n");
    for (path, text) in files.iter().filter(|(_, text)| is_of_operations(text)) {
        for (at, _) in text.match_indices("\n    #[strided(") {
            let begin = text[..at].rfind("\n    }\n").unwrap_or(0);
            let end = text[at..].find("\n    }\n").map_or(text.len(), |end| at + end);
            let row = &text[begin..end];
            let (hidden, number) = ("#[doc(hidden)]", "-> impl Integer");
            if !row.contains(hidden) && !row.contains(number) {
                assert!(row.contains("docs/pictures/"), "{}: {row}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 30, "{count} operations");
}
