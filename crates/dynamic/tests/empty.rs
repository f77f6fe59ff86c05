//! Layouts without elements: the result of each operation, and the reason why some refuse.

use zellige_dynamic::analysis::{Access, Image, fits};
use zellige_dynamic::{Coord, DynLayout, Pick, Refusal, explain};
use zellige_oracle::rng::Rng;

#[path = "common/written.rs"]
mod written;

use written::{layout, shape, tiler};

/// Checks the result of an operation against the text of the layout, or the beginning of the
/// refusal.
#[track_caller]
fn gives(got: Result<DynLayout, Refusal>, expected: &str) {
    match got {
        Ok(layout) => assert_eq!(layout.to_string(), expected),
        Err(refusal) => {
            assert!(refusal.message().starts_with(expected), "{refusal}, and not {expected}")
        }
    }
}

const EMPTY: [&str; 4] =
    ["(0,3):(3,1)", "(3,0):(1,3)", "(4,(0,2)):(0,(0,1))", "Sw<2,1,3> o 0 o (0,8):(8,1)"];

/// Checks the results of an operation on the layouts [`EMPTY`].
#[track_caller]
fn give(operation: impl Fn(&DynLayout) -> Result<DynLayout, Refusal>, expected: [&str; 4]) {
    for (text, expected) in EMPTY.into_iter().zip(expected) {
        println!("{text}");
        gives(operation(&layout(text)), expected);
    }
}

#[test]
fn of_one_layout() {
    let [rows, columns, _, composed] = EMPTY;
    let none =
        "complement(L, M): the mode 0:3 of L has no elements, so no number of copies fills a space";
    let none_of_0 =
        "complement(L, M): the mode 0:0 of L has no elements, so no number of copies fills a space";
    let no_strides = "Sw<2,1,3> o 0 o (0,8):(8,1) is a composed layout";
    give(DynLayout::coalesce, [rows, "0:1", "(0,2):(0,1)", composed]);
    give(DynLayout::filter, [rows, "0:1", "(0,2):(0,1)", composed]);
    give(DynLayout::filter_zeros, [rows, columns, "(1,(0,2)):(0,(0,1))", composed]);
    give(DynLayout::flatten, [rows, columns, "(4,0,2):(0,0,1)", composed]);
    give(DynLayout::nullspace, ["0:1"; 4]);
    give(DynLayout::right_inverse, ["0:1", "0:1", "0:1", "Sw<2,1,3> o 0 o 0:1"]);
    give(DynLayout::left_inverse, ["0:1", "0:1", "0:1", "Sw<2,1,3> o 0 o 0:1"]);
    give(|a| a.complement(24), [none, none, none_of_0, no_strides]);
    give(
        |a| a.upcast(2),
        [
            "in mode 0 of the result: upcast by 2: stride 3",
            "in mode 1 of the result: upcast by 2: stride 3",
            "(4,(0,1)):(0,(0,1))",
            "Sw<2,0,3> o 0 o (0,4):(4,1)",
        ],
    );
    give(
        |a| a.downcast(2),
        ["(0,6):(6,1)", "(6,0):(1,6)", "(4,(0,4)):(0,(0,1))", "Sw<2,2,3> o 0 o (0,16):(16,1)"],
    );
    give(
        |a| a.recast_layout(16, 8),
        ["(0,6):(6,1)", "(6,0):(1,6)", "(4,(0,4)):(0,(0,1))", "Sw<2,2,3> o 0 o (0,16):(16,1)"],
    );
    give(DynLayout::layout_like, [rows, columns, "(4,(0,2)):(0,(1,0))", no_strides]);
    give(
        DynLayout::fragment_like,
        ["(0,(3)):(1,(0))", "(3,(0)):(1,(3))", "(4,((0,2))):(0,((1,0)))", no_strides],
    );
    give(
        |a| a.append(&layout("2:7")),
        [
            "(0,3,2):(3,1,7)",
            "(3,0,2):(1,3,7)",
            "(4,(0,2),2):(0,(0,1),7)",
            "Sw<2,1,3> o 0 o (0,8,2):(8,1,7)",
        ],
    );
    give(|a| a.get(&[0]), ["0:3", "3:1", "4:0", "Sw<2,1,3> o 0 o 0:8"]);
    give(
        |a| a.group(0, 2),
        [
            "((0,3)):((3,1))",
            "((3,0)):((1,3))",
            "((4,(0,2))):((0,(0,1)))",
            "Sw<2,1,3> o 0 o ((0,8)):((8,1))",
        ],
    );
    for text in EMPTY {
        let a = layout(text);
        assert_eq!((a.size(), a.cosize(), a.table(0)), (0, Ok(0), Ok(vec![])));
        assert_eq!(a.to_string(), text);
        assert!(a.max_alignment().is_ok_and(|n| n > 0));
        assert_eq!(a.max_common_vector(&layout("8:1")), Ok(0));
        assert_eq!(layout("8:1").max_common_vector(&a), Ok(0));
        assert_eq!(fits(&a, 4, 0), Ok(0));
        let image = Image::of(&a, 0).expect("it is small");
        assert!(image.is_empty() && image.is_injective() && image.footprint().is_empty());
        let sentence =
            format!("the shape {} has an extent of 0, so there is no coordinate", a.shape());
        assert_eq!(a.idx2crd(0).unwrap_err().message(), sentence);
        if a.has_strides() {
            assert_eq!(a.hier_coord(0).unwrap_err().message(), sentence);
            assert_eq!(a.index_of(0).unwrap_err().message(), sentence);
            assert_eq!(Access::new(&a, 4).unwrap_err().message(), sentence);
        }
    }
}

#[test]
fn coordinates() {
    let a = layout("(0,3):(3,1)");
    assert_eq!(a.crd2idx((0, 2)), Ok(2.into()));
    let sentence = "an extent or stride of 0 divides an index, which has no result";
    assert_eq!(a.at(1).unwrap_err().message(), sentence);
    // A last mode continues past its end, whatever its extent.
    assert_eq!(layout("(3,0):(1,3)").at(7), Ok(7.into()));
    let (row, offset) = a.slice((0, Pick::Whole)).expect("a row");
    assert_eq!((row.to_string(), offset), ("(3):(1)".to_owned(), 0.into()));
    let (column, offset) = a.slice(Coord::from((Pick::Whole, 2))).expect("a column");
    assert_eq!((column.to_string(), offset), ("(0):(3)".to_owned(), 2.into()));
}

#[test]
fn compositions_and_divides() {
    let past = "composition(A, B): mode 0 of A (0:3) has no elements, so indices past it have no coordinate [A coalesced: (0,3):(3,1)]";
    let no_tile = "the mode 0:1 of B has no elements, so no number of copies fills a space";
    let no_tile = &format!("logical_divide(A, B): {no_tile}");
    let cases = [
        // A, B, compose, logical_divide
        ("(0,3):(3,1)", "6:1", past, "(6,0):(0,0)"),
        ("(0,3):(3,1)", "6:0", "6:0", "(6,0):(0,3)"),
        ("(3,0):(1,3)", "6:1", "6:1", "(6,0):(1,6)"),
        ("(3,0):(1,3)", "(2,2):(1,6)", "(2,2):(1,6)", "((2,2),(3,0)):((1,6),(2,12))"),
        ("(0,3):(3,1)", "0:1", "0:3", no_tile),
        ("(8,4):(4,1)", "0:1", "0:4", no_tile),
        ("(8,4):(4,1)", "(2,0):(1,2)", "(2,0):(4,8)", "logical_divide(A, B): the mode 0:2 of B"),
        ("(6,4):(4,1)", "(4,0):(4,1)", "(4,0):(0,0)", no_tile),
    ];
    for (a, b, composed, divided) in cases {
        let (a, b) = (layout(a), layout(b));
        gives(a.compose(&b), composed);
        gives(a.logical_divide(&b), divided);
        assert_eq!(explain::compose(&a, &b).result, a.compose(&b));
        assert_eq!(explain::logical_divide(&a, &b).result, a.logical_divide(&b));
    }
    let rows = layout("(0,32):(32,1)");
    gives(rows.zipped_divide(tiler("(4,8)")), "((4,8),(0,4)):((32,1),(128,8))");
    gives(rows.compose(tiler("(0,4)")), "(0,4):(32,1)");
    gives(rows.with_shape((8, 0)), "(8,0):(0,0)");
    gives(
        rows.with_shape((4, 4)),
        "with_shape(L, S): the shape (4,4) has 16 elements, but (0,32):(32,1) has 0",
    );
    assert!(shape("(0,32)").evenly_divides((4, 8)));
    gives(layout("4:2").complement(0), "(2,0):(1,8)");
}

#[test]
fn products() {
    let cases = [
        ("(8,4):(4,1)", "0:1", "((8,4),0):((4,1),32)", "((8,0),(4,1)):((4,32),(1,0))"),
        (
            "(8,4):(4,1)",
            "(2,0):(1,2)",
            "((8,4),(2,0)):((4,1),(32,64))",
            "((8,2),(4,0)):((4,32),(1,64))",
        ),
        (
            "(0,4):(4,1)",
            "(2,3):(1,2)",
            "((0,4),(2,3)):((4,1),(0,0))",
            "((0,2),(4,3)):((4,0),(1,0))",
        ),
        ("(0,4):(4,1)", "0:1", "((0,4),0):((4,1),0)", "((0,0),(4,1)):((4,0),(1,0))"),
    ];
    for (a, b, product, blocked) in cases {
        let (a, b) = (layout(a), layout(b));
        gives(a.logical_product(&b), product);
        gives(a.blocked_product(&b), blocked);
        assert_eq!(explain::logical_product(&a, &b).result, a.logical_product(&b));
        assert_eq!(explain::blocked_product(&a, &b).result, a.blocked_product(&b));
    }
    let (block, none) = (layout("(8,4):(4,1)"), layout("(0,4):(4,1)"));
    gives(block.tile_to_shape((0, 8)), "((8,0),(4,2)):((4,32),(1,0))");
    gives(none.tile_to_shape((0, 8)), "((0,1),(4,2)):((4,0),(1,0))");
    gives(
        none.tile_to_shape((8, 8)),
        "in mode 0 of the result: tile_to_shape: block extent 0 does not divide target extent 8",
    );
}

/// Returns a layout of up to three modes, one of them with extent 0, sometimes swizzled or with
/// other strides.
fn random(random: &mut Rng) -> DynLayout {
    let rank = 1 + random.index(3);
    let empty = random.index(rank + 1);
    let extents: Vec<u64> =
        (0..rank).map(|i| if i == empty { 0 } else { random.pick(&[1, 2, 3, 4, 8]) }).collect();
    let strides: Vec<String> = (0..rank)
        .map(|i| match random.below(10) {
            0 => format!("-{}", random.below(5)),
            1 => format!("{}@{i}", random.below(5)),
            _ => random.pick(&[0, 1, 2, 4, 8, 12]).to_string(),
        })
        .collect();
    let extents: Vec<String> = extents.iter().map(u64::to_string).collect();
    let around =
        random.pick(&["", "", "", "Sw<2,0,2> o 0 o ", "Sw<1,1,-2> o 4 o ", "(2,0):(1,3) o 0 o "]);
    let text = format!("{around}({}):({})", extents.join(","), strides.join(","));
    text.parse().unwrap_or_else(|_| layout("0:1"))
}

#[test]
fn nothing_panics_and_sizes_are_kept() {
    let mut rng = Rng::new(13);
    for _ in 0..20_000 {
        let (a, b) = (random(&mut rng), random(&mut rng));
        let (n, t) = (rng.below(9), rng.below(9));
        let mut keeps = vec![a.coalesce(), a.flatten(), a.layout_like(), a.fragment_like()];
        keeps.extend([a.logical_divide(t), a.zipped_divide((t,)), a.logical_divide(&b)]);
        keeps.extend([a.with_shape((a.size(), 1)), a.append(&layout("1:0"))]);
        for kept in keeps.into_iter().flatten() {
            assert_eq!(kept.size() == 0, a.size() == 0, "{a} by {b} and {t}: {kept}");
        }
        if let Ok(composed) = a.compose(&b) {
            assert_eq!(composed.size(), b.size(), "{a} o {b}");
        }
        let products = [a.logical_product(&b), a.blocked_product(&b), a.raked_product(&b)];
        for product in products.into_iter().chain([a.flat_product(&b)]).flatten() {
            assert_eq!(product.size(), a.size() * b.size(), "{a} times {b}: {product}");
        }
        if a.size() == 0 {
            let mut empty = vec![a.filter(), a.filter_zeros(), a.nullspace(), a.right_inverse()];
            empty.extend([a.left_inverse(), a.upcast(n), a.downcast(n), a.max_common_layout(&b)]);
            for empty in empty.into_iter().flatten() {
                assert_eq!(empty.size(), 0, "{a}: {empty}");
            }
            assert!(a.complement(n).is_err() && a.complement_sparse(n).is_err());
            if let Ok(cosize) = a.cosize() {
                assert_eq!(cosize, 0);
            }
        }
        let explained = [
            (explain::compose(&a, &b), a.compose(&b)),
            (explain::logical_divide(&a, &b), a.logical_divide(&b)),
            (explain::logical_product(&a, &b), a.logical_product(&b)),
            (explain::raked_product(&a, &b), a.raked_product(&b)),
            (explain::right_inverse(&a), a.right_inverse()),
            (explain::left_inverse(&a), a.left_inverse()),
            (explain::complement(&a, n), a.complement(n)),
        ];
        for (explanation, result) in explained {
            assert_eq!(explanation.result, result, "{explanation}");
        }
        // Any results will do.
        let _ = (a.max_alignment(), a.at(n), a.crd2idx((n, t)), a.idx2crd(n), a.table(1 << 12));
        let _ = (a.slice((Pick::Whole, n)), a.hier_coord(n), a.tile_to_shape((n, t)));
        let _ = (a.recast_layout(n, t), a.domain_offset(n), a.zip(), Access::new(&a, 4));
        let _ = Image::of(&a, 1 << 12);
    }
}
