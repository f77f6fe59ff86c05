//! Checks that nothing panics: random bytes, texts with mistakes in them, and operations on the
//! largest numbers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use zellige_dynamic::analysis::{Access, Image, Pattern, search};
use zellige_dynamic::{
    Code, Coord, DynLayout, MOST_LEVELS, Offset, ParseError, ParseErrorKind, Refusal, Shape,
    Swizzle, Tiler, Tuple, explain,
};
use zellige_oracle::rng::Rng;

/// Parses a text as every type that has a text form; an error has to be about bytes of it.
fn read_all(text: &str) {
    fn check<T>(text: &str, read: Result<T, ParseError>) {
        if let Err(error) = read {
            let span = error.span();
            assert!(span.start <= span.end && span.end <= text.len(), "{text:?} {error:?}");
            assert!(
                text.is_char_boundary(span.start) && text.is_char_boundary(span.end),
                "{text:?} {error:?}"
            );
            assert!(!error.to_string().is_empty());
        }
    }
    if let Ok(layout) = text.parse::<DynLayout>() {
        assert_eq!(layout.to_string().parse(), Ok(layout.clone()), "{text:?}");
        assert_eq!(format!("{layout:#}").parse(), Ok(layout), "{text:?}");
    }
    check(text, text.parse::<DynLayout>());
    check(text, text.parse::<Shape>());
    check(text, text.parse::<Coord>());
    check(text, text.parse::<Tiler>());
    check(text, text.parse::<Tuple<Offset>>());
    check(text, text.parse::<Swizzle>());
}

#[test]
fn random_bytes() {
    let mut random = Rng::new(1);
    let alphabet: Vec<char> = "(),:_-@<>o0123456789 SwEArithTuple\té…\u{0}".chars().collect();
    for _ in 0..30_000 {
        let text: String = (0..random.below(24)).map(|_| random.pick(&alphabet)).collect();
        read_all(&text);
        let bytes: Vec<u8> = (0..random.below(16)).map(|_| random.below(256) as u8).collect();
        read_all(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn texts_with_a_mistake() {
    let mut random = Rng::new(2);
    let texts = [
        "(8,4):(4,1)",
        "((2,4),(3,5)):((3,6),(1,24))",
        "Sw<3,3,3> o 0 o (8,64):(64,1)",
        "(4,(2,3)):(1@0,(1@0@1,E<1,1>))",
        "(_2,_2):(_1,_-4) o 1 o _4:_2",
        "(3:5,(4,_),2:6)",
        "4:ArithTuple(1,(2,3))",
    ];
    let characters: Vec<char> = "(),:_-@<>o09 SwE…".chars().collect();
    for _ in 0..30_000 {
        let mut text: Vec<char> = random.pick(&texts).chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.index(text.len());
            match random.below(3) {
                0 => text[at] = random.pick(&characters),
                1 => text.insert(at, random.pick(&characters)),
                _ if text.len() > 1 => drop(text.remove(at)),
                _ => {}
            }
        }
        read_all(&text.into_iter().collect::<String>());
    }
}

#[test]
fn each_kind_of_mistake() {
    let error = |text: &str| text.parse::<DynLayout>().expect_err(text);
    let cases = [
        ("", ParseErrorKind::Missing, 0..0),
        ("(8,4", ParseErrorKind::Unbalanced, 0..1),
        ("(8,4):(4,1))", ParseErrorKind::Unbalanced, 11..12),
        ("(8,4)", ParseErrorKind::Missing, 5..5),
        ("(8,4):", ParseErrorKind::Missing, 6..6),
        ("(8,4):4", ParseErrorKind::NotCongruent, 6..7),
        ("(8,(4,2)):(1,(2,3,4))", ParseErrorKind::NotCongruent, 13..20),
        ("(8,-4):(4,1)", ParseErrorKind::Negative, 3..5),
        ("(8,four):(4,1)", ParseErrorKind::NotANumber, 3..7),
        ("(8,4):(4,1) o 0", ParseErrorKind::Missing, 15..15),
        ("(8,4):(4,1) 3", ParseErrorKind::Trailing, 12..13),
        ("99999999999999999999:1", ParseErrorKind::Overflow, 0..20),
        ("4:9223372036854775808", ParseErrorKind::Overflow, 2..21),
        ("(4294967296,4294967296):(0,0)", ParseErrorKind::Overflow, 0..29),
        ("3:4611686018427387904", ParseErrorKind::Overflow, 0..21),
        ("Sw<3,3,2> o 0 o 8:1", ParseErrorKind::Refused, 0..9),
        ("Sw<3,3,3>", ParseErrorKind::Missing, 9..9),
        ("4:1@999", ParseErrorKind::Overflow, 2..7),
        ("4:_", ParseErrorKind::NotANumber, 2..3),
    ];
    for (text, kind, span) in cases {
        let error = error(text);
        assert_eq!((error.kind(), error.span()), (kind, span), "{text}: {error}");
    }
    assert_eq!(
        error("(8,(4,2)):(1,(2,3,4))").to_string(),
        "in mode 1, the shape is a tuple of 2 modes, but the stride is a tuple of 3 modes"
    );
}

#[test]
fn a_nesting_without_end() {
    for open in ["(", "Sw<0,0,0> o 0 o ", "4:1 o 0 o ", "4:1@0@", "4:ArithTuple(", "0,("] {
        let error = open.repeat(100_000).parse::<DynLayout>().expect_err("it has no end");
        assert!(!error.to_string().is_empty(), "{open}");
    }
    let nested = |levels: usize| format!("{0}8{1}:{0}1{1}", "(".repeat(levels), ")".repeat(levels));
    let most: DynLayout = nested(MOST_LEVELS).parse().expect("so many levels are read");
    assert_eq!(most.depth(), MOST_LEVELS);
    let error = nested(MOST_LEVELS + 1).parse::<DynLayout>().unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::TooDeep);
    assert_eq!(most.append(&most).unwrap_err().code, Code::TooLarge);
}

/// Returns a random layout with small numbers, powers of two, or the largest numbers.
fn layout(random: &mut Rng) -> DynLayout {
    let large = random.below(4);
    let number = |random: &mut Rng| match large {
        0 => random.pick(&[1, 2, 3, 4, 5, 6, 8, 12]),
        1 => 1 << random.below(20),
        2 => 1 << random.below(62),
        _ => random.pick(&[1, 2, 1 << 31, (1 << 31) - 1, 1 << 62, i64::MAX as u64, 3]),
    };
    loop {
        let mut modes = Vec::new();
        for _ in 0..=random.below(4) {
            let sign = if random.below(8) == 0 { "-" } else { "" };
            let axis = if random.below(16) == 0 { "@1" } else { "" };
            let stride = if random.below(6) == 0 { 0 } else { number(random) };
            let extent = if random.below(32) == 0 { 0 } else { number(random) };
            modes.push((extent.to_string(), format!("{sign}{stride}{axis}")));
        }
        let list = |pick: fn(&(String, String)) -> &String| {
            let list: Vec<&str> = modes.iter().map(|mode| pick(mode).as_str()).collect();
            match list[..] {
                [only] => only.to_owned(),
                [first, second, third] => format!("(({first},{second}),{third})"),
                _ => format!("({})", list.join(",")),
            }
        };
        let functions = ["Sw<2,0,3> o 0 o ", "Sw<3,4,-3> o 16 o ", "(4,8):(8,1) o 1 o "];
        let outer = *functions.get(random.index(7)).unwrap_or(&"");
        let text = format!("{outer}{}:{}", list(|mode| &mode.0), list(|mode| &mode.1));
        if let Ok(layout) = text.parse() {
            return layout;
        }
    }
}

/// Performs every operation on these, whatever its result, and returns how many have a result.
fn operate(a: &DynLayout, b: &DynLayout, n: u64, shape: &Shape) -> usize {
    #[rustfmt::skip]
    let layouts: Vec<Result<DynLayout, Refusal>> = vec![
        a.coalesce(), a.coalesce_by(shape), a.filter(), a.filter_by(shape), a.filter_zeros(),
        a.filter_zeros_by(shape), a.nullspace(), a.flatten(), a.unflatten(shape), a.get(&[1]),
        a.select(&[1, 0]), a.group(0, 2), a.take(0, 2), a.replace(1, b), a.append(b),
        a.append_to(b, n as usize), a.prepend(b), a.prepend_to(b, 3), a.zip(),
        DynLayout::concat(&[a.clone(), b.clone()]), a.compose(b), a.compose(n), a.with_shape(shape),
        a.complement(n), a.complement_sparse(shape), a.right_inverse(), a.left_inverse(),
        a.logical_divide(b), a.logical_divide(n), a.zipped_divide(shape.clone()), a.tiled_divide(b),
        a.flat_divide(shape.clone()), a.logical_product(b), a.logical_product(n),
        a.zipped_product(shape.clone()), a.tiled_product(b), a.flat_product(shape.clone()),
        a.blocked_product(b), a.raked_product(b), a.tile_to_shape(shape),
        a.tile_to_shape_ordered(shape, shape), a.upcast(n), a.downcast(n), a.recast_layout(n, 12),
        a.recast_layout(6, n), a.max_common_layout(b), a.layout_like(), a.fragment_like(),
        a.slice("(_,1)".parse::<Coord>().expect("a coordinate")).map(|part| part.0),
        a.dice("(_,1)".parse::<Coord>().expect("a coordinate")),
        a.domain_offset(n).map(|part| part.0), DynLayout::col_major(shape),
        DynLayout::row_major(shape), DynLayout::ordered(shape, shape), DynLayout::identity(shape),
        shape.domain_distribute(n),
    ];
    let other = &a.shape();
    // Any results will do.
    let _ = (a.cosize(), a.at(n), a.crd2idx(shape), a.idx2crd(n), a.hier_coord(n), a.index_of(n));
    let _ = (a.flat_coord(n), a.max_alignment(), a.max_common_vector(b), a.table(100));
    let _ = (shape.size(), shape.idx2crd(n), shape.idx2crd_by(n, shape));
    let _ = (shape.crd2crd(shape, other), shape.ceil_div(other), shape.shape_div(&n.into()));
    let _ = (shape.round_up(other), shape.elem_scale(shape), shape.inner_product(shape));
    let _ = (shape.product_each(), shape.product_like(other), shape.compact_order(shape));
    let _ = (shape.compatible(other), shape.elem_less(other), shape.lex_less(shape));
    let _ = shape.evenly_divides(b);
    let results = layouts.into_iter().flatten();
    let sound = results.inspect(|layout| {
        assert!(
            layout.size() <= i64::MAX as u64 && layout.to_string().parse().as_ref() == Ok(layout),
            "{layout}"
        );
    });
    sound.count()
}

#[test]
fn operations_on_the_largest_numbers() {
    let (mut random, mut made) = (Rng::new(3), 0);
    for _ in 0..6000 {
        let (a, b) = (layout(&mut random), layout(&mut random));
        let n = random.pick(&[0, 1, 2, 3, 4, 12, 1 << 20, 1 << 62, i64::MAX as u64, u64::MAX]);
        let mode = |random: &mut Rng| random.pick(&[0, 1, 2, 4, 6, 1 << 40, u64::MAX]);
        let shape = match random.below(3) {
            0 => Shape::from(n),
            1 => Shape::from((mode(&mut random), mode(&mut random))),
            _ => Shape::from(((2, mode(&mut random)), mode(&mut random))),
        };
        let results = catch_unwind(AssertUnwindSafe(|| operate(&a, &b, n, &shape)));
        made += results.unwrap_or_else(|_| panic!("{a}, {b}, {n}, {shape}"));
    }
    assert!(made > 50_000, "{made} operations have a result");
}

/// Explains every operation on these, and returns how many explanations have a result.
fn explain_all(a: &DynLayout, b: &DynLayout, n: u64, shape: &Shape) -> usize {
    let explanations = [
        (explain::compose(a, b), a.compose(b)),
        (explain::complement(a, n), a.complement(n)),
        (explain::complement_sparse(a, n), a.complement_sparse(n)),
        (explain::right_inverse(a), a.right_inverse()),
        (explain::left_inverse(a), a.left_inverse()),
        (explain::logical_divide(a, b), a.logical_divide(b)),
        (explain::zipped_divide(a, shape.clone()), a.zipped_divide(shape.clone())),
        (explain::tiled_divide(a, n), a.tiled_divide(n)),
        (explain::flat_divide(a, b), a.flat_divide(b)),
        (explain::logical_product(a, b), a.logical_product(b)),
        (explain::zipped_product(a, shape.clone()), a.zipped_product(shape.clone())),
        (explain::tiled_product(a, n), a.tiled_product(n)),
        (explain::flat_product(a, b), a.flat_product(b)),
        (explain::blocked_product(a, b), a.blocked_product(b)),
        (explain::raked_product(a, b), a.raked_product(b)),
    ];
    let results = explanations.into_iter().filter(|(explanation, result)| {
        assert_eq!(explanation.result, *result, "{explanation}");
        result.is_ok()
    });
    results.count()
}

/// Analyses these, and returns how many questions have an answer.
fn analyse(a: &DynLayout, b: &DynLayout, n: u64) -> usize {
    let access = Access::new(a, n).and_then(|access| {
        let _ = (access.vectors(), access.collision(), access.phases());
        let _ = (access.widest_vector(), access.contiguous());
        let _ = (access.requests(), access.offset(n, n));
        access.by(n)
    });
    let image = Image::of(a, 1000).and_then(|image| {
        let other = Image::of(b, 1000)?;
        Ok((image.runs(), image.gaps(), image.footprint(), image.twice(), image.meets(&other)))
    });
    let patterns = [Pattern::read(b.clone(), 4), Pattern::write(a.clone(), n)];
    let element = if a.size() < 1 << 10 { 4 } else { n };
    let found = search(a, element, &patterns).is_ok();
    usize::from(access.is_ok()) + usize::from(image.is_ok()) + usize::from(found)
}

#[test]
fn explanations_and_analyses_of_the_largest_numbers() {
    let (mut random, mut explained, mut analysed) = (Rng::new(4), 0, 0);
    for _ in 0..1500 {
        let (a, b) = (layout(&mut random), layout(&mut random));
        let n = random.pick(&[0, 1, 2, 4, 16, 1 << 14, 1 << 62, u64::MAX]);
        let shape = Shape::from((n, random.pick(&[1, 2, u64::MAX])));
        let results =
            catch_unwind(AssertUnwindSafe(|| (explain_all(&a, &b, n, &shape), analyse(&a, &b, n))));
        let (made, answered) = results.unwrap_or_else(|_| panic!("{a}, {b}, {n}, {shape}"));
        (explained, analysed) = (explained + made, analysed + answered);
    }
    println!("{explained} explained, {analysed} analysed");
    assert!(explained > 5000 && analysed > 200, "{explained}, {analysed}");
}

#[test]
fn the_longest_ranks() {
    let list = |number: fn(usize) -> usize| {
        let numbers: Vec<String> = (0..2000).map(|i| number(i).to_string()).collect();
        format!("({})", numbers.join(","))
    };
    let long = |extent, stride| -> DynLayout {
        let text = format!("{}:{}", list(extent), list(stride));
        text.parse().expect("so many modes are read")
    };
    let ones = long(|_| 1, |i| i);
    let twos = long(|i| 1 + usize::from(i % 40 == 0), |i| 1 << (i / 40));
    let shape: Shape = list(|_| 2).parse().expect("so many modes are read");
    assert!(operate(&ones, &twos, 8, &shape) > 20);
    assert!(operate(&twos, &ones, 8, &shape) > 20);
    assert!(explain_all(&twos, &ones, 8, &shape) > 8);
    assert_eq!(shape.size().unwrap_err().code, Code::DoesNotFit);
}
