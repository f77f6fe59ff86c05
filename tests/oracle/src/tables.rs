//! Answers that only use tables of values: for small layouts, and beyond dispute. `zellige-dynamic`
//! follows rules, for sizes whose tables cannot be written out; where both answer, the tests here
//! require the same answer.

use crate::Nest;
use crate::layout::{Layout, Mode, Number, mode};
use std::collections::{HashMap, HashSet};

/// The maximum number of values of a table that is written out.
pub const LARGEST: Number = 1 << 12;

/// Returns the coalesced layout whose table is exactly this one, if there is one: 0, 2, 7, 9 is
/// `(2,2):(2,7)`.
///
/// Every table is a sum of `e * floor(i / q)` in exactly one way. It belongs to a layout if the
/// `q > 1` with `e != 0` and the length form a chain of divisors; a new mode begins at each such
/// `q`.
pub fn layout_of(table: &[Number]) -> Option<Layout> {
    let length = table.len();
    if length == 1 {
        return Some(Layout::of(&[]));
    }
    let mut jumps = vec![0; length];
    for i in 1..length {
        jumps[i] = table[i] - table[i - 1];
    }
    for q in 1..length {
        for multiple in (2 * q..length).step_by(q) {
            jumps[multiple] -= jumps[q];
        }
    }
    let mut begins = vec![1];
    begins.extend((2..length).filter(|&q| jumps[q] != 0));
    begins.push(length);
    let chain = begins.windows(2).all(|pair| pair[1] % pair[0] == 0);
    let of_pair = |pair: &[usize]| mode((pair[1] / pair[0]) as Number, table[pair[0]]);
    chain.then(|| Layout::of(&begins.windows(2).map(of_pair).collect::<Vec<_>>()))
}

/// Returns the same function with the fewest modes: `(4,(2,1)):(1,(4,9))` is `8:1`.
pub fn coalesce(layout: &Layout) -> Layout {
    layout_of(&layout.table()).expect("the table of a layout is a layout's")
}

/// Returns the layout of `a(b(i))` in the nesting of `b`, if there is one: each mode of `b` alone
/// has to give a layout, and all modes together have to give the sum of these. The strides of `b`
/// must not be negative, and `a` continues through its last mode.
pub fn compose(a: &Layout, b: &Layout) -> Option<Layout> {
    let composed = of_modes(a, b)?;
    let same = (0..b.size()).all(|index| composed.at(index) == a.at(b.at(index)));
    same.then_some(composed)
}

/// Returns the composition of each mode of `b` alone.
fn of_modes(a: &Layout, b: &Layout) -> Option<Layout> {
    match b {
        Nest::Leaf(Mode { extent, stride }) => {
            let table: Vec<Number> = (0..*extent).map(|i| a.at(i * stride)).collect();
            layout_of(&table)
        }
        Nest::Tuple(modes) => {
            let modes = modes.iter().map(|mode| of_modes(a, mode));
            modes.collect::<Option<_>>().map(Nest::Tuple)
        }
    }
}

/// Returns the increasing layout of translates with which a layout covers `0..n` without overlap,
/// for the least such `n >= target`, or `None` if there is none: for `4:2` below 24 it is
/// `(2,3):(1,8)`.
///
/// The smallest number not yet covered must be the next translate, so placing them one by one
/// decides. This is complete for targets of at least the layout's cosize.
pub fn complement(layout: &Layout, target: Number) -> Option<Layout> {
    let block = Layout::of(&layout.moving()).table();
    let (mut covered, mut translates) = (HashSet::new(), Vec::new());
    let (mut start, mut end) = (0, 0);
    while start < target || start < end {
        if !covered.contains(&start) {
            translates.push(start);
            end = end.max(start + 1 + block.iter().max().copied().unwrap_or(0));
            if !block.iter().all(|value| covered.insert(start + value)) {
                return None;
            }
        }
        start += 1;
    }
    layout_of(&translates)
}

/// Returns the layout which finds the index of each value 0, 1, ... as far as all are reached, for
/// a layout whose moving modes take no value twice: for `(2,4):(4,1)` it is `(4,2):(2,1)`.
///
/// # Panics
///
/// Panics if these indices do not form a layout, which happens only for other layouts.
pub fn right_inverse(layout: &Layout) -> Layout {
    let mut first_index = HashMap::new();
    for (index, value) in (0..).zip(layout.table()) {
        first_index.entry(value).or_insert(index);
    }
    let indices: Vec<Number> =
        (0..).map_while(|value: Number| first_index.get(&value).copied()).collect();
    layout_of(&indices).expect("the indices of an injective layout's values are a layout's")
}

/// Returns true if the first mode, begun at the different offsets of the others, reaches no offset
/// twice.
pub fn parts_are_disjoint(modes: &[Layout]) -> bool {
    let (tile, copies) = (modes[0].table(), Nest::Tuple(modes[1..].to_vec()).table());
    let tile: HashSet<Number> = tile.into_iter().collect();
    let mut seen = HashSet::new();
    let mut offsets = copies.iter().flat_map(|copy| tile.iter().map(move |offset| copy + offset));
    offsets.all(|offset| seen.insert(offset))
}

/// Returns true if each vector of `n` elements that begins at a multiple of `n` is either entirely
/// among the offsets or not at all.
pub fn is_aligned(offsets: &[Number], n: Number) -> bool {
    let image: HashSet<Number> = offsets.iter().copied().collect();
    let whole = |offset: &Number| {
        let start = offset.div_euclid(n) * n;
        (start..start + n).all(|offset| image.contains(&offset))
    };
    image.iter().all(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{self, No, answer};
    use crate::rng::Rng;
    use crate::{Value, layout};

    #[test]
    fn tables_of_layouts_are_found() {
        assert_eq!(layout_of(&[0, 2, 7, 9]), Some(layout("(2,2):(2,7)")));
        assert_eq!(layout_of(&[0, 0, 0]), Some(layout("3:0")));
        assert_eq!(layout_of(&[0, 1, 5, 7]), None);
    }

    /// Returns a random layout with up to `rank` modes of few elements, sometimes nested.
    fn random(rng: &mut Rng, rank: u64, extent: u64, strides: &[Number]) -> Layout {
        let mode = |rng: &mut Rng| mode(rng.within(1, extent).into(), rng.pick(strides));
        let modes: Vec<Mode> = (0..rng.within(1, rank)).map(|_| mode(rng)).collect();
        match &modes[..] {
            [first, rest @ ..] if rest.len() > 1 && rng.chance(50) => {
                Nest::Tuple(vec![Nest::Leaf(*first), Nest::flat(rest)])
            }
            modes => Layout::of(modes),
        }
    }

    /// Returns the layout that an operation gives for a single layout.
    fn alone(operation: &str, a: &Layout) -> Result<Layout, No> {
        answer(operation, &[Value::Layout(a.clone())])
    }

    #[test]
    fn zellige_dyn_has_the_values_of_tables() {
        let mut rng = Rng::new(7);
        for _ in 0..2000 {
            let modes = [1, 2, 3].map(|_| random(&mut rng, 2, 5, &[-3, 0, 1, 2, 4, 5, 12]));
            let a = Nest::Tuple(modes.to_vec());
            let table = a.table();
            let dynamic = crate::dynamic(&a).expect("it is small");
            let values = dynamic.table(table.len()).expect("its strides are numbers");
            assert!(values.into_iter().map(Number::from).eq(table.clone()), "{a}");
            let sizes = Value::Tuple(modes.iter().map(|mode| Value::Int(mode.size())).collect());
            match answer("with_shape", &[Value::Layout(a.clone()), sizes]) {
                Ok(reshaped) => assert_eq!(reshaped.table(), table, "{a}"),
                Err(no) => assert_eq!(no, No::Resonant, "{a} has such a shape"),
            }
        }
    }

    #[test]
    fn zellige_dyn_composes_as_tables_do() {
        let mut rng = Rng::new(5);
        let (mut found, mut refused, mut resonant) = (0, 0, 0);
        for _ in 0..20_000 {
            let strides = [-4, -1, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12];
            let a = random(&mut rng, 3, 6, &strides);
            let b = random(&mut rng, 3, 8, &strides[2..]);
            // `algebra::compose` compares them itself.
            match algebra::compose(&a, &b) {
                Ok(_) => found += 1,
                Err(No::Resonant) => resonant += 1,
                Err(_) => refused += 1,
            }
        }
        assert!(found > 4000 && refused > 4000 && resonant < 200, "{found} {refused} {resonant}");
    }

    #[test]
    fn zellige_dyn_covers_as_tables_do() {
        let mut rng = Rng::new(1);
        let (mut found, mut refused) = (0, 0);
        for _ in 0..12_000 {
            let strides = [0, 1, 1, 2, 2, 3, 4, 4, 6, 8, 9, 12, 16];
            let a = random(&mut rng, 3, 4, &strides);
            let target = rng.within(1, 100).into();
            let [covering, sparse] = ["complement", "complement_sparse"].map(|operation| {
                answer(operation, &[Value::Layout(a.clone()), Value::Int(target)])
            });
            if target >= a.cosize() {
                assert_eq!(covering.clone().ok(), complement(&a, target), "{a} below {target}");
            }
            let block = Layout::of(&a.moving());
            for rest in [&covering, &sparse].into_iter().flatten() {
                let parts = [block.clone(), rest.clone()];
                let apart = a.moves_injectively() && parts_are_disjoint(&parts);
                assert!(apart && rest.table().is_sorted(), "{a} below {target}: {rest}");
                let reached: HashSet<Number> =
                    Nest::Tuple(parts.to_vec()).table().into_iter().collect();
                let covers = (0..target).all(|offset| reached.contains(&offset));
                assert!(covers || covering.is_err(), "{a} below {target}: {rest}");
            }
            match covering {
                Ok(_) => found += 1,
                Err(_) => refused += 1,
            }
        }
        assert!(found > 500 && refused > 500, "{found} {refused}");
    }

    #[test]
    fn zellige_dyn_divides_by_tile_and_rest() {
        let mut rng = Rng::new(6);
        let (mut found, mut refused) = (0, 0);
        for _ in 0..4000 {
            let a = random(&mut rng, 3, 8, &[0, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24]);
            let tile = random(&mut rng, 2, 4, &[0, 1, 1, 2, 3, 4, 6, 8]);
            let divided =
                answer("logical_divide", &[&a, &tile].map(|of| Value::Layout(of.clone())));
            let rest = if tile.cosize() > a.size() {
                answer("complement", &[Value::Layout(tile.clone()), Value::Int(a.size())]).ok()
            } else {
                complement(&tile, a.size())
            };
            let both = rest.map(|rest| Nest::Tuple(vec![tile.clone(), rest]));
            let by_table = both.and_then(|both| compose(&a, &both));
            match divided {
                Err(No::Resonant) => {}
                divided => {
                    let divided = divided.ok().map(|divided| divided.standing());
                    assert_eq!(divided, by_table, "{a} by {tile}");
                    found += usize::from(divided.is_some());
                    refused += usize::from(divided.is_none());
                }
            }
        }
        assert!(found > 500 && refused > 500, "{found} {refused}");
    }

    /// No copies of a layout meet, and those of one that leaves no hole begin at its translates.
    #[test]
    fn zellige_dyn_multiplies_by_translates() {
        let mut rng = Rng::new(8);
        let (mut found, mut refused, mut apart) = (0, 0, 0);
        for _ in 0..4000 {
            let a = random(&mut rng, 3, 4, &[1, 1, 2, 3, 4, 6, 8, 12, 16]);
            let copies = random(&mut rng, 2, 4, &[0, 1, 1, 2, 3, 4, 6, 8]);
            let product =
                answer("logical_product", &[&a, &copies].map(|of| Value::Layout(of.clone())));
            if let (Ok(product), true) = (&product, copies.moves_injectively()) {
                let begins = Layout::of(&product.parts()[1].moving());
                assert!(parts_are_disjoint(&[a.clone(), begins]), "{a} by {copies}: {product}");
                apart += 1;
            }
            let target = a.size() * copies.cosize();
            let Some(translates) = complement(&a, target.max(a.cosize())) else {
                continue;
            };
            let copies = compose(&translates, &copies);
            match product {
                Err(No::Resonant) => {}
                Ok(product) => {
                    let product = product.parts();
                    assert_eq!(product[0], a);
                    assert_eq!(Some(product[1].standing()), copies, "{a} by {product:?}");
                    found += 1;
                }
                Err(no) => {
                    assert_eq!(copies, None, "{a}: {no:?}");
                    refused += 1;
                }
            }
        }
        assert!(found > 300 && refused > 50 && apart > 1000, "{found} {refused} {apart}");
    }

    #[test]
    fn zellige_dyn_coalesces_and_inverts_as_tables_do() {
        let mut rng = Rng::new(4);
        let (mut right, mut left) = (0, 0);
        for _ in 0..4000 {
            let a = random(&mut rng, 4, 5, &[0, 1, 1, 2, 3, 4, 6, 8, 12]);
            assert_eq!(alone("coalesce", &a), Ok(coalesce(&a)), "{a}");
            let inverse = alone("right_inverse", &a).expect("every layout has one");
            if a.moves_injectively() {
                right += 1;
                assert_eq!(inverse, right_inverse(&a), "{a}");
            }
            for i in 0..inverse.size() {
                assert_eq!(a.at(inverse.at(i)), i, "{a}");
            }
            let Ok(inverse) = alone("left_inverse", &a) else {
                continue;
            };
            left += 1;
            let one_to_one = a.image_size() == a.size();
            for i in 0..a.size() {
                let back = inverse.at(a.at(i));
                assert_eq!(a.at(back), a.at(i), "{a}");
                assert!(!one_to_one || back == i, "{a}: {inverse}");
            }
        }
        assert!(right > 500 && left > 500, "{right} {left}");
    }

    /// Every element of the wider ones holds the narrower one: `U(c') = floor(L(c) / n)`.
    #[test]
    fn wider_elements_are_where_the_narrower_ones_are() {
        let mut rng = Rng::new(3);
        let mut judged = 0;
        for _ in 0..4000 {
            let narrow = random(&mut rng, 3, 6, &[0, 1, 2, 3, 4, 6, 8, 12]);
            let n = rng.pick(&[2, 3, 4, 6]);
            let Ok(wide) = answer("upcast", &[Value::Layout(narrow.clone()), Value::Int(n)]) else {
                continue;
            };
            judged += 1;
            for index in 0..narrow.size() {
                let (mut rest, mut wide_value) = (index, 0);
                for (mode, wide) in narrow.modes().iter().zip(wide.modes()) {
                    let digit = rest % mode.extent;
                    rest /= mode.extent;
                    let inside = mode.stride > 0 && mode.stride < n;
                    let group = if inside { n / mode.stride } else { 1 };
                    wide_value += digit / group * wide.stride;
                }
                let value = narrow.at(index).div_euclid(n);
                assert_eq!(wide_value, value, "{narrow} by {n}");
            }
        }
        assert!(judged > 500, "{judged}");
    }

    #[test]
    fn vectors_are_aligned() {
        let mut rng = Rng::new(2);
        for _ in 0..3000 {
            let a = random(&mut rng, 4, 5, &[0, 1, 1, 2, 3, 4, 6, 8, 12]);
            let dynamic = crate::dynamic(&a).expect("it is small");
            let n = dynamic.max_alignment().expect("its strides are numbers");
            assert!(is_aligned(&a.table(), n.into()), "{a} in vectors of {n}");
        }
    }
}
