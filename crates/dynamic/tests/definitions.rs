//! Checks every operation against its definition, on the tables of random layouts: a result is
//! right at every index, and a composition is refused only if no layout exists.

use std::collections::{HashMap, HashSet};
use zellige_dynamic::{Code, DynLayout};
use zellige_oracle::rng::Rng;

/// Returns a layout of up to three modes, sometimes nested.
fn layout(random: &mut Rng, extent: u64, stride: u64) -> DynLayout {
    let rank = random.within(1, 3);
    let list = |random: &mut Rng, most: u64, least: u64| -> Vec<String> {
        (0..rank).map(|_| random.within(least, most).to_string()).collect()
    };
    let (extents, strides) = (list(random, extent, 1), list(random, stride, 0));
    let nested = random.below(2) == 0;
    let text = |list: &[String]| match list {
        [only] => only.clone(),
        [first, rest @ ..] if nested && rest.len() > 1 => {
            format!("({first},({}))", rest.join(","))
        }
        list => format!("({})", list.join(",")),
    };
    let text = format!("{}:{}", text(&extents), text(&strides));
    text.parse().expect("a layout")
}

/// Returns the offsets at the first indices; a layout continues past its size.
fn values(layout: &DynLayout, count: u64) -> Vec<i64> {
    let at = |index| layout.at(index).expect("it is small").number().expect("a number");
    (0..count).map(at).collect()
}

/// Returns the layout that has exactly these offsets, with the fewest modes.
fn exactly(table: &[i64]) -> Option<DynLayout> {
    let found = DynLayout::find_strided(table).ok()?;
    (found.size() == table.len() as u64).then_some(found)
}

/// Returns true if some layout has this table, and the shape of `b` or a finer one: for each leaf
/// of `b` alone, and for all of them together.
fn composes(a: &DynLayout, b: &DynLayout) -> bool {
    let extended = |index: i64| {
        coalesced_for_good(a).at(index as u64).expect("it is small").number().expect("a number")
    };
    let whole = values(b, b.size());
    let mut sums = vec![0];
    for leaf in b.leaves() {
        let stride = leaf.stride.number().expect("a number");
        let alone: Vec<i64> = (0..leaf.extent as i64).map(|i| extended(i * stride)).collect();
        if exactly(&alone).is_none() {
            return false;
        }
        sums = alone.iter().flat_map(|x| sums.iter().map(move |sum| sum + x)).collect();
    }
    let expected: Vec<i64> = whole.into_iter().map(extended).collect();
    sums == expected
}

/// Returns the layout without nesting; its last mode continues, even if it has one element.
fn coalesced_for_good(a: &DynLayout) -> DynLayout {
    a.flatten().expect("it has modes")
}

#[test]
fn compositions() {
    let (mut random, mut accepted, mut refused, mut resonant) = (Rng::new(1), 0, 0, 0);
    for _ in 0..20_000 {
        let (a, b) = (layout(&mut random, 6, 12), layout(&mut random, 5, 9));
        let exists = composes(&a, &b);
        match a.compose(&b) {
            Ok(composed) => {
                let at = |index: i64| {
                    coalesced_for_good(&a)
                        .at(index as u64)
                        .expect("small")
                        .number()
                        .expect("a number")
                };
                let expected: Vec<i64> = values(&b, b.size()).into_iter().map(at).collect();
                assert_eq!(values(&composed, b.size()), expected, "{a} o {b} = {composed}");
                assert_eq!(composed.size(), b.size(), "{a} o {b} = {composed}");
                assert!(b.shape().compatible(&composed.shape()), "{a} o {b} = {composed}");
                accepted += 1;
            }
            Err(refusal) if refusal.code == Code::Resonant => resonant += 1,
            Err(refusal) => {
                assert!(!exists, "{a} o {b}: {refusal}");
                refused += 1;
            }
        }
    }
    println!("{accepted} accepted, {refused} refused, {resonant} resonant");
    assert!(accepted > 4000 && refused > 4000 && resonant < 200, "{accepted} {refused} {resonant}");
}

#[test]
fn complements() {
    let (mut random, mut accepted) = (Rng::new(2), 0);
    for _ in 0..20_000 {
        let (layout, target) = (layout(&mut random, 4, 12), random.within(1, 60));
        let block = layout.filter().expect("it has modes");
        let block = values(&block, block.size());
        for covering in [true, false] {
            let rest = match covering {
                true => layout.complement(target),
                false => layout.complement_sparse(target),
            };
            let Ok(rest) = rest else { continue };
            let copies = values(&rest, rest.size());
            assert!(
                copies.windows(2).all(|pair| pair[0] < pair[1]),
                "{layout} in {target}: {rest}"
            );
            let sums: Vec<i64> =
                copies.iter().flat_map(|copy| block.iter().map(move |x| x + copy)).collect();
            let distinct: HashSet<i64> = sums.iter().copied().collect();
            assert_eq!(distinct.len(), sums.len(), "{layout} in {target}: {rest}");
            if covering {
                assert!(
                    (0..target as i64).all(|x| distinct.contains(&x)),
                    "{layout} in {target}: {rest}"
                );
            }
            accepted += 1;
        }
    }
    assert!(accepted > 5000, "{accepted}");
}

#[test]
fn inverses() {
    let (mut random, mut left) = (Rng::new(3), 0);
    for _ in 0..20_000 {
        let layout = layout(&mut random, 5, 12);
        let table = values(&layout, layout.size());
        let right = layout.right_inverse().expect("it always exists");
        let indices = values(&right, right.size());
        for (i, &index) in indices.iter().enumerate() {
            assert_eq!(table[index as usize], i as i64, "{layout}: {right}");
        }
        let moving = layout.filter().expect("it has modes");
        let image = values(&moving, moving.size());
        let distinct: HashSet<i64> = image.iter().copied().collect();
        if distinct.len() == image.len() {
            assert!(!distinct.contains(&(right.size() as i64)), "{layout}: {right} may go on");
        }
        let Ok(inverse) = layout.left_inverse() else {
            continue;
        };
        let one_to_one: HashMap<i64, usize> = table.iter().copied().zip(0..).collect();
        for (i, &x) in table.iter().enumerate() {
            let back = values(&inverse, x as u64 + 1)[x as usize];
            assert_eq!(table[back as usize], x, "{layout}: {inverse}");
            assert!(one_to_one.len() < table.len() || back == i as i64, "{layout}: {inverse}");
        }
        left += 1;
    }
    assert!(left > 3000, "{left}");
}

#[test]
fn divides_and_products() {
    let (mut random, mut divided, mut multiplied) = (Rng::new(4), 0, 0);
    for _ in 0..10_000 {
        let (a, b) = (layout(&mut random, 6, 9), layout(&mut random, 3, 6));
        if let Ok(tiles) = a.logical_divide(&b) {
            let rest = b.complement(a.size()).expect("a divide has a rest");
            let (tile, rest) = (values(&b, b.size()), values(&rest, rest.size()));
            let indices = rest.iter().flat_map(|rest| tile.iter().map(move |tile| tile + rest));
            let expected: Vec<i64> =
                indices.map(|x| values(&a, x as u64 + 1)[x as usize]).collect();
            assert_eq!(values(&tiles, tiles.size()), expected, "{a} by {b}: {tiles}");
            divided += 1;
        }
        if let Ok(copies) = a.logical_product(&b) {
            let parts =
                [0, 1].map(|i| copies.get(&[i]).expect("two modes").filter().expect("modes"));
            let [block, at] = parts.map(|part| values(&part, part.size()));
            let injective: HashSet<i64> =
                values(&b.filter().expect("modes"), b.filter().expect("modes").size())
                    .into_iter()
                    .collect();
            let sums: HashSet<i64> =
                at.iter().flat_map(|x| block.iter().map(move |y| x + y)).collect();
            if injective.len() as u64 == b.filter().expect("modes").size() {
                let distinct: HashSet<i64> = at.iter().copied().collect();
                assert_eq!(sums.len(), block.len() * distinct.len(), "{a} by {b}: {copies}");
            }
            multiplied += 1;
        }
    }
    assert!(divided > 1000 && multiplied > 1000, "{divided} {multiplied}");
}

#[test]
fn tables() {
    let mut random = Rng::new(5);
    for _ in 0..20_000 {
        let layout = layout(&mut random, 7, 20);
        let count = random.within(1, layout.size());
        let mut table = values(&layout, count);
        let found = DynLayout::find(&table).expect("it is a layout's");
        assert_eq!(values(&found, count), table, "{layout}");
        assert!(found.size() >= count && found.rank() <= layout.flatten().expect("modes").rank());
        // With one wrong entry the table belongs to another layout, or to none.
        let at = random.below(count) as usize;
        table[at] += 1;
        if let Ok(other) = DynLayout::find(&table) {
            assert_eq!(values(&other, count), table, "{layout}");
        }
    }
}
