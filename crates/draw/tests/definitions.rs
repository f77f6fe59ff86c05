//! Compares the cells of pictures, read from the titles in the SVG, with the definitions of what
//! they show.

use zellige::atom::{CopyAtom, copy, mma};
use zellige::prelude::*;
use zellige_draw::{self as draw, Colours, CopyLayouts, MmaLayouts, Picture};
use zellige_dynamic::{DynLayout, Shape, Swizzle};

fn of(text: &str) -> DynLayout {
    text.parse().expect("a layout")
}

/// Returns the titles of the cells, table by table, row by row.
fn titles(picture: &Picture) -> Vec<String> {
    assert_eq!(picture.problem(), None);
    let svg = picture.svg();
    let titles = svg.split("<title>").skip(1);
    let titles = titles.filter_map(|rest| rest.split_once("</title>"));
    titles.map(|(title, _)| title.to_string()).collect()
}

/// Returns the part of a text between two others.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(begin).unwrap_or_else(|| panic!("{begin} in {text}"));
    rest.split_once(end).map_or(rest, |(inside, _)| inside)
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("{text} as a number"))
}

/// Returns the thread and the value of a text such as `T5 V1`.
fn pair(text: &str) -> (u64, u64) {
    let (thread, value) = text.split_once(' ').expect("a thread and a value");
    (number(&thread[1..]), number(&value[1..]))
}

#[test]
fn offsets_are_those_of_their_coordinates() {
    for text in [
        "(4,8):(8,1)",
        "((2,4),(2,2,2)):((1,8),(2,4,32))",
        "(3,(2,3),4):(1,(3,60),6)",
        "Sw<3,2,3> o 0 o (8,32):(32,1)",
        "(2,2):(1,4) o 1 o (3,5):(5,1)",
        "12:3",
    ] {
        let layout = of(text);
        let titles = titles(&draw::layout(&layout));
        assert_eq!(titles.len() as u64, layout.size());
        let mut seen = vec![false; titles.len()];
        for title in titles {
            let coordinate: Shape =
                between(&title, "coordinate ", ", index").parse().expect("a coordinate");
            let index = number(between(&title, "index ", ":"));
            let offset = between(&title, "offset ", "<");
            assert_eq!(
                layout.crd2idx(&coordinate).expect("an offset").to_string(),
                offset,
                "{text}: {title}"
            );
            assert_eq!(layout.idx2crd(index).as_ref(), Ok(&coordinate));
            seen[index as usize] = true;
        }
        assert!(seen.iter().all(|&seen| seen), "{text}");
    }
}

#[test]
fn the_colours_of_an_operation_are_those_of_its_tiles() {
    let matrix = of("(4,6):(6,1)");
    for (tile_size, tiles, result) in [
        (6, matrix.zipped_divide((2, 3)), matrix.flat_divide((2, 3))),
        (24, matrix.logical_product(of("5:1")), matrix.tile_to_shape((4, 30))),
    ] {
        let (tiles, result) = (tiles.expect("tiles"), result.expect("a result"));
        let by_tile = Colours::Tile(&tiles);
        let layouts = [("A", &matrix, by_tile), ("result", &result, by_tile)];
        let svg = draw::operation("", &layouts).svg();
        let mut count = 0;
        for cell in svg.split("<rect class=\"c h").skip(1) {
            let (hue, offset) = (number(&cell[..1]), between(cell, "offset ", "<"));
            let offset = number(offset) as i64;
            let has = |&tile: &u64| {
                let at = |i| tiles.crd2idx((i, tile)).expect("an offset");
                (0..tile_size).any(|i| at(i) == offset)
            };
            let tile = (0..tiles.size() / tile_size).find(has);
            assert_eq!(tile.map(|tile| tile % 8), Some(hue), "{cell}");
            count += 1;
        }
        assert_eq!(count, matrix.size() + result.size());
    }
}

/// Compares the cells of a table, which are all elements in this order, with a thread-value layout.
fn compare(titles: &[String], tv: &DynLayout, element: impl Fn(u64) -> u64) {
    for (cell, title) in titles.iter().enumerate() {
        let (thread, value) =
            pair(between(title, ": ", ",").split(" and ").next().expect("a pair"));
        let expected = element(cell as u64);
        assert_eq!(number(between(title, "element ", ":")), expected, "{title}");
        assert_eq!(tv.crd2idx((thread, value)).expect("an offset"), expected as i64, "{title}");
    }
}

#[test]
fn elements_of_a_product_are_those_of_its_threads() {
    let atoms: [MmaLayouts; 4] = [
        mma::SM70_8x8x4_F32F16F16F32_TN.into(),
        mma::SM80_16x8x16_F32F16F16F32_TN.into(),
        mma::SM80_16x8x8_F32F16F16F32_TN.into(),
        mma::SM90_64x8x32_F32E4M3E4M3_RS_TN.into(),
    ];
    for atom in atoms {
        let titles = titles(&draw::mma(atom.clone()));
        let [m, n, k] = atom.shape;
        let (b, rest) = titles.split_at((k * n) as usize);
        let (a, c) = rest.split_at((m * k) as usize);
        assert_eq!(c.len() as u64, m * n);
        compare(b, &atom.b, |cell| cell % n + n * (cell / n));
        compare(a, &atom.a, |cell| cell / k + m * (cell % k));
        compare(c, &atom.c, |cell| cell / n + m * (cell % n));
    }
}

#[test]
fn elements_of_a_copy_are_those_of_its_threads() {
    let atoms: [CopyLayouts; 3] = [
        CopyAtom::<copy::SM75_U32x4_LDSM_N, int!(16)>::default().into(),
        CopyAtom::<copy::SM75_U16x8_LDSM_T, int!(16)>::default().into(),
        CopyAtom::<copy::UniversalCopy<int!(128)>, int!(32)>::default().into(),
    ];
    for atom in atoms {
        let titles = titles(&draw::copy(atom.clone()));
        let (source, destination) = titles.split_at(titles.len() / 2);
        compare(source, &atom.source, |cell| cell);
        compare(destination, &atom.destination, |cell| cell);
    }
}

#[test]
fn tiles_are_those_of_zipped_divide() {
    for (text, tiler) in [
        ("(8,16):(16,1)", "(4,4)"),
        ("(8,16):(16,1)", "(_,(2,2):(1,8))"),
        ("(8,16):(16,1)", "4"),
        ("((2,4),6):((1,12),2)", "(4,3)"),
        ("(4,6,2):(12,2,1)", "(2,3)"),
        ("24:1", "(2,3):(1,8)"),
    ] {
        let layout = of(text);
        let tiler: zellige_dynamic::Tiler = tiler.parse().expect("a tiler");
        let divided = layout.zipped_divide(tiler.clone()).expect("a division");
        let titles = titles(&draw::partition(&layout, tiler.clone()));
        assert_eq!(titles.len() as u64, layout.size());
        for title in titles {
            let tile = number(between(&title, "tile ", ",").split(' ').next().expect("a number"));
            let inside = number(between(&title, ", element ", " of it"));
            let offset = between(&title, "offset ", ";");
            let expected = divided.crd2idx((inside, tile)).expect("an offset");
            assert_eq!(expected.to_string(), offset, "{text} by {tiler}: {title}");
        }
    }
}

#[test]
fn threads_have_the_tiles_elements_in_turn() {
    for (text, threads) in [
        ("(8,16):(16,1)", "(4,8):(8,1)"),
        ("(8,16):(16,1)", "(2,2):(1,2)"),
        ("(8,(4,4)):(1,(8,64))", "(8,2):(2,1)"),
        ("24:1", "4:1"),
    ] {
        let (layout, threads) = (of(text), of(threads));
        let shape = threads.shape();
        let extents = shape.modes().iter().map(|mode| mode.size());
        let extents: Vec<u64> = extents.collect::<Result<_, _>>().expect("sizes");
        let tiler = zellige_dynamic::Tiler::Modes(
            extents.into_iter().map(zellige_dynamic::Tiler::Extent).collect(),
        );
        let divided = layout.zipped_divide(tiler).expect("a division");
        let index_of = threads.left_inverse().expect("an inverse");
        for title in titles(&draw::threads(&layout, &threads)) {
            let value = number(between(&title, "value ", " of"));
            let thread = number(between(&title, "of thread ", "<"));
            let place = index_of.at(thread).expect("a place").number().expect("a number");
            let expected = divided.crd2idx((place as u64, value)).expect("an offset");
            assert_eq!(expected.to_string(), between(&title, "offset ", ";"), "{text}: {title}");
        }
    }
}

#[test]
fn banks_are_words_modulo_32() {
    let swizzled = Swizzle::new(3, 3, 3).expect("a swizzle");
    let layout = swizzled.compose(&of("(8,64):(64,1)")).expect("a layout");
    for title in titles(&draw::banks(&layout, 2)) {
        let offset = number(between(&title, "offset ", ","));
        assert_eq!(number(between(&title, "byte ", ",")), 2 * offset);
        assert_eq!(number(between(&title, "bank ", "<")), 2 * offset / 4 % 32);
    }
}

#[test]
fn a_composition_marks_what_it_picks() {
    let (a, b) = (of("(6,8):(8,1)"), of("(3,4):(2,12)"));
    let picked = titles(&draw::compose(&a, &b)).into_iter().take(48);
    let picked = picked.filter(|title| title.contains("picked by B"));
    let picked: Vec<String> = picked.collect();
    assert_eq!(picked.len(), 12);
    for title in picked {
        let index = number(between(&title, "index ", ":"));
        let at = number(between(&title, "picked by B at index ", " and"));
        assert_eq!(b.at(at).expect("an offset"), index as i64, "{title}");
    }
}
