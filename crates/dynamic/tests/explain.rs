//! Compares explanations with the operations: the same result or the same refusal, on random
//! layouts and on all kinds of tilers.

use zellige_dynamic::explain::{self, Explanation, StepKind, Value};
use zellige_dynamic::{DynLayout, Refusal, Tiler};
use zellige_oracle::rng::Rng;

/// Returns a layout of up to three modes, sometimes nested, sometimes swizzled, sometimes with
/// steps along axes or negative strides.
fn layout(random: &mut Rng) -> DynLayout {
    const EXTENTS: [u64; 9] = [1, 2, 2, 3, 4, 4, 6, 8, 8];
    let rank = 1 + random.below(3) as usize;
    let (mut extents, mut strides, mut compact) = (Vec::new(), Vec::new(), 1);
    let odd = random.below(12);
    for axis in 0..rank {
        let extent = random.pick(&EXTENTS);
        let any = random.pick(&[0, 1, 2, 3, 4, 6, 8, 12, 16]);
        let stride = if random.below(3) > 0 { compact } else { any };
        compact *= extent;
        extents.push(extent.to_string());
        strides.push(match odd {
            0 => format!("{stride}@{axis}"),
            1 => format!("-{stride}"),
            _ => stride.to_string(),
        });
    }
    if random.below(3) == 0 {
        let (i, j) = (random.index(rank), random.index(rank));
        strides.swap(i, j);
    }
    let nested = random.below(2) == 0;
    let text = |list: &[String]| match list {
        [only] => only.clone(),
        [first, rest @ ..] if nested && rest.len() > 1 => {
            format!("({first},({}))", rest.join(","))
        }
        list => format!("({})", list.join(",")),
    };
    let modes = format!("{}:{}", text(&extents), text(&strides));
    let functions = match (random.below(8), odd) {
        (0, 2..) => format!(
            "Sw<{},{},{}> o 0 o ",
            1 + random.below(2),
            random.below(3),
            2 + random.below(2)
        ),
        (1, 2..) => "Sw<1,1,2> o 4 o ".to_owned(),
        _ => String::new(),
    };
    (functions + &modes).parse().expect("a layout")
}

fn tiler(random: &mut Rng) -> Tiler {
    match random.below(8) {
        0 => Tiler::Whole,
        1 | 2 => Tiler::Extent(random.pick(&[0, 1, 2, 3, 4, 6, 8])),
        3 | 4 => Tiler::Modes((0..random.below(4)).map(|_| tiler(random)).collect()),
        _ => Tiler::Layout(layout(random)),
    }
}

/// Returns the code and the sentence of a refusal, or the result.
fn outcome(result: &Result<DynLayout, Refusal>) -> String {
    match result {
        Ok(layout) => layout.to_string(),
        Err(refusal) => format!("{refusal:?}"),
    }
}

/// The number of explanations, and of refusals among them.
#[derive(Default)]
struct Count {
    accepted: usize,
    refused: usize,
}

impl Count {
    fn same(&mut self, explanation: &Explanation, result: Result<DynLayout, Refusal>) {
        assert_eq!(outcome(&explanation.result), outcome(&result), "{explanation}");
        let last = explanation.steps.last().expect("a step");
        match &result {
            Ok(layout) => {
                assert_eq!(last.kind, StepKind::Result);
                assert_eq!(last.operands[0].value, Value::Layout(layout.clone()));
                self.accepted += 1;
            }
            Err(refusal) => {
                assert_eq!(last.kind, StepKind::Refusal);
                assert!(last.sentence.ends_with(refusal.message()));
                self.refused += 1;
            }
        }
        let ends = |kind| matches!(kind, StepKind::Result | StepKind::Refusal);
        assert_eq!(explanation.steps.iter().filter(|step| ends(step.kind)).count(), 1);
        // Each step is nested in the one before, beside it, or further out.
        let mut level = 0;
        for step in &explanation.steps {
            assert!(step.level <= level + 1 && !step.sentence.is_empty(), "{explanation}");
            level = step.level;
        }
        assert_eq!(explanation.to_string().lines().count(), 1 + explanation.steps.len());
    }

    fn end(self, what: &str) {
        println!("{what}: {} results, {} refusals", self.accepted, self.refused);
        assert!(
            self.accepted > 300 && self.refused > 300,
            "{what}: {} {}",
            self.accepted,
            self.refused
        );
    }
}

#[test]
fn compositions() {
    let (mut random, mut count) = (Rng::new(1), Count::default());
    for _ in 0..10_000 {
        let (a, t) = (layout(&mut random), tiler(&mut random));
        count.same(&explain::compose(&a, &t), a.compose(&t));
    }
    count.end("compose");
}

#[test]
fn complements_and_inverses() {
    let (mut random, mut complements, mut left) = (Rng::new(2), Count::default(), Count::default());
    for _ in 0..5000 {
        let (a, m) = (layout(&mut random), random.pick(&[0, 1, 6, 24, 64, 100]));
        complements.same(&explain::complement(&a, m), a.complement(m));
        complements.same(&explain::complement_sparse(&a, m), a.complement_sparse(m));
        left.same(&explain::left_inverse(&a), a.left_inverse());
        left.same(&explain::right_inverse(&a), a.right_inverse());
    }
    complements.end("complement");
    left.end("inverses");
}

#[test]
fn divides() {
    let (mut random, mut count) = (Rng::new(3), Count::default());
    for _ in 0..4000 {
        let (a, t) = (layout(&mut random), tiler(&mut random));
        count.same(&explain::logical_divide(&a, &t), a.logical_divide(&t));
        count.same(&explain::zipped_divide(&a, &t), a.zipped_divide(&t));
        count.same(&explain::tiled_divide(&a, &t), a.tiled_divide(&t));
        count.same(&explain::flat_divide(&a, &t), a.flat_divide(&t));
    }
    count.end("divides");
}

#[test]
fn products() {
    let (mut random, mut count) = (Rng::new(4), Count::default());
    for _ in 0..4000 {
        let (a, t, b) = (layout(&mut random), tiler(&mut random), layout(&mut random));
        count.same(&explain::logical_product(&a, &t), a.logical_product(&t));
        count.same(&explain::zipped_product(&a, &t), a.zipped_product(&t));
        count.same(&explain::tiled_product(&a, &t), a.tiled_product(&t));
        count.same(&explain::flat_product(&a, &t), a.flat_product(&t));
        count.same(&explain::blocked_product(&a, &b), a.blocked_product(&b));
        count.same(&explain::raked_product(&a, &b), a.raked_product(&b));
    }
    count.end("products");
}

/// Compares what an explanation says about a walk with its steps: where it leaves the elements
/// before a mode, one after the other.
#[test]
fn walks_step_by_step() {
    let (mut random, mut seen) = (Rng::new(5), [0; 5]);
    for _ in 0..10_000 {
        let (a, b) = (layout(&mut random), layout(&mut random));
        if a.leaves()
            .iter()
            .chain(&b.leaves())
            .any(|mode| mode.stride.number().is_none_or(|d| d < 0))
        {
            continue;
        }
        let (mut extent, mut stride) = (0, 0);
        for step in explain::compose(&a, &b).steps {
            let number = |name: &str| {
                let found = step.operands.iter().find(|operand| operand.name == name);
                match found.map(|operand| &operand.value) {
                    Some(Value::Number(number)) => *number,
                    other => panic!("{name}: {other:?}"),
                }
            };
            if step.kind == StepKind::Walk {
                (extent, stride) = (number("extent"), number("stride"));
                continue;
            }
            if step.operands.len() != 4 || step.operands[0].name != "elements" {
                continue;
            }
            let p = number("elements");
            // The steps that leave a block of p elements, with the stride taken modulo p.
            let crossings: Vec<i128> = (1..extent)
                .filter(|i| (i * (stride % p)) / p != ((i - 1) * (stride % p)) / p)
                .collect();
            let first = crossings.first().copied();
            let even = |q: i128| {
                crossings.iter().all(|i| i % q == 0) && crossings.len() as i128 == (extent - 1) / q
            };
            let expected = match first {
                None if stride % p == 0 => StepKind::Passes,
                None => StepKind::Stays,
                Some(q) if even(q) && (q * (stride % p)) % p == 0 => StepKind::Fills,
                Some(q) if even(q) => StepKind::Crosses,
                Some(_) => StepKind::Slips,
            };
            assert_eq!(step.kind, expected, "{a} o {b}: {}", step.sentence);
            if let Some(first) = first {
                assert_eq!(number("steps"), first, "{a} o {b}: {}", step.sentence);
            }
            let kinds = [
                StepKind::Passes,
                StepKind::Stays,
                StepKind::Fills,
                StepKind::Crosses,
                StepKind::Slips,
            ];
            seen[kinds.iter().position(|&kind| kind == step.kind).expect("one of them")] += 1;
        }
    }
    println!("passes, stays, fills, crosses, slips: {seen:?}");
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

/// Checks that the values given for digits are those of A, and the strides of the result.
#[test]
fn digits_are_values() {
    let (mut random, mut seen) = (Rng::new(6), 0);
    for _ in 0..5000 {
        let (a, b) = (layout(&mut random), layout(&mut random));
        if !a.has_strides() || !b.has_strides() {
            continue;
        }
        for step in explain::compose(&a, &b).steps {
            if step.kind != StepKind::Digits {
                continue;
            }
            let (Value::Number(index), Value::Offset(value)) =
                (&step.operands[0].value, &step.operands[1].value)
            else {
                panic!("{step:?}")
            };
            if value.number().is_none() {
                continue; // a step along an axis and the same as a point
            }
            assert_eq!(a.at(*index as u64).as_ref(), Ok(value), "{a} o {b}: {}", step.sentence);
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn a_refusal_says_why() {
    let layout = |text: &str| text.parse::<DynLayout>().expect("a layout");
    let text = explain::compose(&layout("(6,2):(1,7)"), layout("(3,2):(2,3)")).to_string();
    assert_eq!(
        text,
        "compose(A, B) with A = (6,2):(1,7) and B = (3,2):(2,3)\n  \
           A coalesced\n    \
             mode 0 is 6:1\n    \
             2:7 stays: the mode before it, 6:1, ends at 6 * 1 = 6, and not at 7\n    \
             so it is (6,2):(1,7), and its last mode goes on without end\n    \
             at index 6, where mode 1 begins, A bends by 7 - 6 * 1 = 1\n  \
           mode 0 of B (3:2) walks over A\n    \
             it stays inside of extent 6 of A's mode 0: 2 * 2 = 4 < 6\n    \
             A(1 * 2) = A(2): the digits are (2,0), so it is 2 * 1 + 0 * 7 = 2\n    \
             it becomes 3:2\n  \
           mode 1 of B (2:3) walks over A\n    \
             it stays inside of extent 6 of A's mode 0: 1 * 3 = 3 < 6\n    \
             A(1 * 3) = A(3): the digits are (3,0), so it is 3 * 1 + 0 * 7 = 3\n    \
             it becomes 2:3\n  \
           within extent 6 of A's mode 0, mode 0 of B reaches 4, mode 1 reaches 3, together 7 > 5: they carry into mode 1 of A\n  \
           refused: composition(A, B): the modes of B carry into mode 1 of A: within extent 6 of A's mode 0, mode 0 of B (3:2) reaches 4, \
           mode 1 of B (2:3) reaches 3, together 7 > 5 [A coalesced: (6,2):(1,7)]\n"
    );
}

#[test]
fn many_modes_have_an_end() {
    let many = |n: usize, extent: &str, stride: &str| -> DynLayout {
        let list = |part: &str| vec![part; n].join(",");
        format!("({}):({})", list(extent), list(stride)).parse().expect("a layout")
    };
    let (a, b) = (many(62, "2", "1"), many(4000, "1", "3"));
    let explanation = explain::compose(&a, &b);
    assert_eq!(outcome(&explanation.result), outcome(&a.compose(&b)));
    let long = explain::compose(&a, many(30_000, "1", "3"));
    assert!(long.steps.iter().any(|step| step.kind == StepKind::LeftOut));
    assert!(long.steps.len() < 70_000);
}

#[test]
fn tiles_that_hang_over_are_told_of() {
    let told = |a: &str, t: &str| {
        let a: DynLayout = a.parse().expect("a layout");
        let steps = explain::logical_divide(&a, t.parse::<Tiler>().expect("a tiler")).steps;
        let over = steps.into_iter().filter(|step| step.kind == StepKind::HangsOver);
        over.map(|step| step.sentence).collect::<Vec<_>>()
    };
    let tile = "the tile has 16 elements and A has 10: it hangs over by 6";
    assert_eq!(told("(10,64):(64,1)", "(16,32)"), [tile]);
    let tiles = "3 tiles of 4 are 12 elements and A has 10: they hang over by 2";
    assert_eq!(told("10:1", "4"), [tiles]);
    let apart = "4 tiles of 4 are 16 elements and A has 10: they hang over by 6";
    assert_eq!(told("10:1", "4:2"), [apart]);
    // A tile that repeats does not hang over.
    assert!(told("12:1", "(4,3):(1,0)").is_empty() && told("12:1", "(4,_)").is_empty());
}
