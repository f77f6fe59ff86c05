//! Wrong, huge and empty input: nothing panics, nothing takes long, and the picture says what the
//! problem is.

use zellige_draw::{self as draw, CopyLayouts, MmaLayouts, Picture};
use zellige_dynamic::{DynLayout, Shape, Swizzle, Tiler};

fn of(text: &str) -> DynLayout {
    text.parse().expect("a layout")
}

/// Writes a picture with all writers, and returns its problem.
fn problem(picture: &Picture) -> Option<&str> {
    let texts = [picture.text(), picture.ansi(), picture.svg(), picture.latex()];
    assert!(texts.iter().all(|text| text.len() < 4_000_000), "{}", picture.title());
    let svg = &texts[2];
    for tag in ["svg", "text", "title", "style"] {
        let (opened, closed) = (format!("<{tag}"), format!("</{tag}>"));
        let opened =
            svg.matches(&format!("{opened} ")).count() + svg.matches(&format!("{opened}>")).count();
        assert_eq!(opened, svg.matches(&closed).count(), "{tag} of {}", picture.title());
    }
    let tex = &texts[3];
    assert_eq!(tex.matches("\\begin{").count(), tex.matches("\\end{").count());
    picture.problem()
}

/// Layouts that are hard to draw.
#[rustfmt::skip]
const HARD: [&str; 23] = [
    "0:1", "(0,3):(3,1)", "(4,(0,2),3):(1,(4,0),-1)", "(0,8):(1@0,1@1)",
    "Sw<2,0,3> o 4 o (8,0):(8,1)", "1:0", "():()", "(1,1):(0,0)", "((1),(1)):((0),(0))", "8:-1",
    "(4,4):(0,0)", "281474976710656:1", "(16777216,16777216):(16777216,1)",
    "(4611686018427387904,1):(1,0)", "(1,4611686018427387904):(0,1)",
    "(2,2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256,512)",
    "(100,100,100,100,100):(1,100,10000,1000000,100000000)", "(4,5):(1@0,1@1)",
    "(4,(2,3)):(1@0,(1@0@1,1@1@1))", "Sw<3,3,3> o 0 o (8,64):(64,1)",
    "(2,2):(1,4) o 1 o (3,5):(5,1)",
    "((2,2,2,2,2,2),(2,2,2,2,2,2)):((1,4,16,64,256,1024),(2,8,32,128,512,2048))",
    "((((((3))))),7):((((((1))))),3)",
];

#[test]
fn hard_layouts_are_drawn_by_everything() {
    let swizzle = Swizzle::new(3, 3, 3).expect("a swizzle");
    for text in HARD {
        let layout = of(text);
        assert_eq!(problem(&draw::layout(&layout)), None, "{text}");
        problem(&draw::swizzle(&swizzle, &layout));
        problem(&draw::banks(&layout, 4));
        problem(&draw::banks(&layout, u64::MAX));
        if layout.size() < 5000 || text.starts_with('2') {
            problem(&draw::thread_values(&layout, (8, 8)));
        }
        problem(&draw::thread_values(of("(4,4):(4,1)"), layout.shape()));
        for other in ["8:-1", "(4,5):(1@0,1@1)", "(2,2):(1,4) o 1 o (3,5):(5,1)", text] {
            let other = of(other);
            problem(&draw::compose(&layout, &other));
            problem(&draw::threads(&layout, &other));
            problem(&draw::partition(&layout, other));
        }
        for tiler in
            ["4", "_", "(2,2)", "(_,3)", "(3,(2,2):(1,4))", "(1,2,3,4,5,6)", "18446744073709551615"]
        {
            if let Ok(tiler) = tiler.parse::<Tiler>() {
                problem(&draw::partition(&layout, tiler));
            }
        }
    }
}

#[test]
fn what_is_left_out_is_said() {
    let notes = |text| draw::layout(of(text)).notes().to_vec();
    assert_eq!(
        notes("281474976710656:1"),
        [
            "The picture has columns 0 to 63 of 281474976710656; the other 281474976710592 cells are left out."
        ]
    );
    assert_eq!(
        notes("(65,2):(2,1)"),
        ["The picture has rows 0 to 63 of 65; the other 2 cells are left out."]
    );
    assert_eq!(
        notes("(64,64,3):(64,1,4096)")[1],
        "The picture has coordinate 0 of 3 of mode 2; the other 8192 cells are left out."
    );
    assert_eq!(
        notes("(2,2,9,7,5):(1,2,4,36,252)")[1],
        "The picture has coordinates 0 to 7 of 9 of mode 2 and coordinates 0 to 7 of 35 of the modes after it; the other 1004 cells are left out."
    );
}

#[test]
fn no_mode_is_one_cell() {
    assert_eq!(draw::layout(of("():()")).text(), "():()\n\n  0\n┌───┐\n│ 0 │\n└───┘\n");
}

/// Checks that a picture has a problem, and says so.
#[track_caller]
fn has(picture: Picture, sentence: &str) {
    assert_eq!(problem(&picture), Some(sentence));
}

#[test]
fn shapes_without_elements_are_problems() {
    let of_shape = |shape: Shape| draw::thread_values(of("(4,4):(4,1)"), shape);
    has(of_shape((8, 0).into()), "The shape (8,0) has no element: the size of its mode 1 is 0.");
    has(of_shape(0.into()), "The shape 0 has no element.");
    has(
        of_shape((u64::MAX, 2).into()),
        "the product of (18446744073709551615,2) does not fit in 63 bits",
    );
    has(
        of_shape((2, 2).into()),
        "T1 V0 of (4,4):(4,1) has the offset 4, which is not an element of (2,2): its elements have the offsets 0 to 3.",
    );
}

#[test]
fn atoms_with_mistakes_are_problems() {
    let mma = |shape, a: &str| {
        let [a, b, c] = [a, "(4,4):(4,1)", "(4,4):(4,1)"].map(of);
        draw::mma(MmaLayouts { name: "mine <&>".into(), shape, a, b, c })
    };
    assert_eq!(problem(&mma([4, 4, 4], "(4,4):(4,1)")), None);
    has(
        mma([4, 0, 4], "(4,4):(4,1)"),
        "The shape (4,0,4) has no element: the size of its mode 1 is 0.",
    );
    has(
        mma([4, 4, 4], "(4,4):(-1,4)"),
        "T1 V0 of (4,4):(-1,4) has the offset -1, which is not an element of (4,4): its elements have the offsets 0 to 15.",
    );
    problem(&mma([u64::MAX; 3], "(4,4):(4,1)"));
    let copy = CopyLayouts {
        name: String::new(),
        shape: (2, 3, 4).into(),
        by_rows: false,
        source: of("(6,4):(1,6)"),
        destination: of("(24,1):(1,0)"),
    };
    assert_eq!(problem(&draw::copy(copy)), None);
}

#[test]
fn partitions_with_mistakes_are_problems() {
    let rows = of("(4,4):(4,1)");
    has(draw::partition(&rows, (2, 2, 2)), "The tiler has 3 modes, but (4,4):(4,1) has 2.");
    has(draw::partition(&rows, (2, 0)), "Mode 1 of the tiler: a tile of 0 elements cannot divide.");
    has(
        draw::threads(&rows, of("(2,2,2):(1,2,4)")),
        "The layout of threads has 3 modes, but (4,4):(4,1) has 2.",
    );
    has(
        draw::threads(&rows, of("(2,2):(-1,2)")),
        "The layout of threads has the offset -1, which is not the number of a thread.",
    );
    has(draw::banks(&rows, 0), "An element of 0 bytes lies in no bank.");
}

#[test]
fn offsets_without_a_swizzle_are_problems() {
    let swizzle = Swizzle::new(3, 0, 3).expect("a swizzle");
    let picture = draw::swizzle(&swizzle, of("8:-1"));
    assert!(problem(&picture).is_some(), "{picture}");
}
