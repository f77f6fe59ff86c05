//! Layouts with negative strides, made up at random: every operation that takes them, against plain evaluation.

use zellige::ops::*;
use zellige::prelude::*;

/// A layout as plain numbers.
struct Plain<'a> {
    shape: &'a [u64],
    stride: &'a [i64],
}
impl Plain<'_> {
    fn size(&self) -> u64 {
        self.shape.iter().product()
    }
    fn at(&self, mut index: u64) -> i64 {
        let mut offset = 0;
        for (k, &extent) in self.shape.iter().enumerate() {
            // The last mode has no end.
            let last = k + 1 == self.shape.len();
            let digit = if last { index } else { index % extent };
            offset += digit as i64 * self.stride[k];
            index /= extent;
        }
        offset
    }
    fn table(&self) -> Vec<i64> {
        (0..self.size()).map(|index| self.at(index)).collect()
    }
}

/// The offsets of a layout, by the library.
fn table<L: Layout>() -> Vec<i64> {
    let layout = L::STATIC;
    (0..layout.size().usize())
        .map(|index| layout.crd2idx(index).isize() as i64)
        .collect()
}

/// The offsets of a result that may be refused, and so has no value in a program that compiles: from the numbers of
/// its type.
fn result<L: Layout>() -> Vec<i64> {
    let (shape, stride) = (
        <L::Shape as IntTuple>::LEAVES,
        <L::Stride as IntTuple>::LEAVES,
    );
    let known = |leaves: &[Option<i64>]| {
        leaves
            .iter()
            .map(|leaf| leaf.expect("a static leaf"))
            .collect::<Vec<_>>()
    };
    let shape: Vec<u64> = known(&shape.value[..shape.len])
        .into_iter()
        .map(|extent| extent as u64)
        .collect();
    let stride = known(&stride.value[..stride.len]);
    Plain {
        shape: &shape,
        stride: &stride,
    }
    .table()
}

/// Whether these are the offsets of a layout in elements `n` times as wide: every run of `n` elements that is one
/// element of `wide` lies in the group that it says.
fn is_upcast(narrow: &Plain<'_>, wide: &[i64], n: i64) -> bool {
    let groups: std::collections::BTreeSet<i64> = narrow
        .table()
        .iter()
        .map(|offset| offset.div_euclid(n))
        .collect();
    groups == wide.iter().copied().collect()
}

/// What has come of the operations: how many had a result, and how many were refused.
#[derive(Default)]
struct Tally {
    composed: [u32; 2],
    upcast: [u32; 2],
    downcast: [u32; 2],
}

fn check<A: Layout, B: Layout>(a: Plain<'_>, b: Plain<'_>, tally: &mut Tally) {
    let name = A::STATIC.to_string();
    assert_eq!(table::<A>(), a.table(), "{name}");
    assert_eq!(result::<Coalesce<A>>(), a.table(), "{name}, coalesced");

    let inside = b.table().iter().all(|&index| (index as u64) < a.size());
    let found = Compose::<A, B>::REFUSAL.is_none();
    tally.composed[usize::from(!found)] += 1;
    if found && inside {
        let expected: Vec<i64> = b.table().iter().map(|&index| a.at(index as u64)).collect();
        assert_eq!(
            result::<Compose<A, B>>(),
            expected,
            "{name} o {}",
            B::STATIC
        );
    }

    let found = Upcast::<A, int!(2)>::REFUSAL.is_none();
    tally.upcast[usize::from(!found)] += 1;
    if found {
        assert!(
            is_upcast(&a, &result::<Upcast<A, int!(2)>>(), 2),
            "{name}, upcast by 2"
        );
    }
    // Pairs stay together: one mode steps through them, all others over them.
    let pairs = a
        .stride
        .iter()
        .all(|&stride| stride % 2 == 0 || stride == 1);
    assert_eq!(found, pairs, "{name}, upcast by 2");

    let units = a.stride.iter().filter(|&&stride| stride == 1).count();
    let found = Downcast::<A, int!(3)>::REFUSAL.is_none();
    assert_eq!(found, units == 1, "{name}, downcast by 3");
    tally.downcast[usize::from(!found)] += 1;
    if found {
        let mut thirds: Vec<i64> = a
            .table()
            .iter()
            .flat_map(|&i| [3 * i, 3 * i + 1, 3 * i + 2])
            .collect();
        let mut by_type = result::<Downcast<A, int!(3)>>();
        thirds.sort();
        by_type.sort();
        assert_eq!(by_type, thirds, "{name}, downcast by 3");
    }
}

macro_rules! layouts {
    ($tally:ident: $(($($s:literal),* $(,)?) : ($($d:literal),* $(,)?) o ($($bs:literal),* $(,)?) : ($($bd:literal),* $(,)?);)*) => { $(
        check::<layout!(($($s,)*) : ($($d,)*)), layout!(($($bs,)*) : ($($bd,)*))>(
            Plain { shape: &[$($s),*], stride: &[$($d),*] },
            Plain { shape: &[$($bs),*], stride: &[$($bd),*] },
            &mut $tally,
        );
    )* };
}

#[test]
fn every_operation_is_as_evaluated() {
    let mut tally = Tally::default();
    layouts! { tally:
        (3, 4, 5) : (4, 0, -12) o (1, 3) : (60, 1);
        (4, 5, 2, 5) : (-10, 1, -5, -40) o (1, 5) : (20, 40);
        (8, 2, 8) : (-1, 24, 48) o (2, 1) : (4, 16);
        (3, 8, 4) : (-4, -12, -1) o (1,) : (3,);
        (3, 4) : (-1, -6) o (3, 4) : (1, 3);
        (4, 5) : (-1, 8) o (1, 1) : (2, 20);
        (4, 2) : (-6, -1) o (2, 1) : (4, 4);
        (2, 6, 4, 2) : (-12, 0, -24, 1) o (2, 2) : (24, 48);
        (4, 4) : (-1, -4) o (2, 2) : (2, 4);
        (3, 2, 6) : (12, -6, 1) o (1, 1) : (6, 36);
        (3, 8, 2) : (-16, -1, -8) o (8,) : (3,);
        (2,) : (-1,) o (1,) : (1,);
        (4, 8, 5) : (80, 0, -1) o (5,) : (32,);
        (2, 8) : (8, -1) o (4,) : (4,);
        (8, 8) : (1, -8) o (1, 4) : (4, 16);
        (2, 4, 4) : (16, -4, -1) o (2,) : (1,);
        (3, 2, 4) : (-1, -3, -6) o (1, 4) : (3, 6);
        (3,) : (-2,) o (1,) : (1,);
        (2, 8, 5) : (-24, 1, -48) o (8,) : (2,);
        (2, 6, 2) : (2, -8, -1) o (1, 1) : (2, 12);
        (4, 2, 2) : (-2, -8, -1) o (1, 1) : (8, 16);
        (2, 3) : (9, -3) o (1, 3) : (1, 2);
        (5, 4, 6) : (-4, -1, -20) o (1,) : (5,);
        (2, 4, 3) : (12, -1, -4) o (1, 1) : (2, 8);
        (8, 4, 4) : (0, -1, 0) o (2, 1) : (32, 8);
        (4,) : (-1,) o (4,) : (1,);
        (2, 8) : (-1, -2) o (1, 2) : (1, 4);
        (4, 2, 3) : (-6, -3, -1) o (1, 3) : (8, 8);
        (6, 2, 4) : (8, -48, 2) o (1, 4) : (1, 12);
        (4, 6, 2, 5) : (-1, 4, 24, -48) o (1, 1) : (48, 192);
        (8, 5) : (5, -1) o (1,) : (1,);
        (3, 6, 5) : (1, 3, -18) o (1, 1) : (18, 3);
        (4, 8, 4) : (-4, -16, -1) o (1,) : (4,);
        (6, 3) : (-9, 0) o (1, 3) : (18, 1);
        (4, 4, 2) : (-32, -8, 2) o (1,) : (16,);
        (2, 4, 8) : (-32, -1, 4) o (1, 2) : (32, 4);
        (2, 5, 3) : (0, -1, 5) o (1,) : (10,);
        (5, 3, 2, 8) : (3, -1, -15, 30) o (1, 1) : (15, 30);
        (3, 2, 2) : (-36, -18, 0) o (1,) : (3,);
        (6, 2) : (1, -6) o (1,) : (12,);
        (6, 6, 2) : (24, -1, 6) o (1,) : (1,);
        (5, 2, 2) : (-2, 10, -1) o (1,) : (1,);
        (2, 2) : (2, -1) o (1, 1) : (2, 4);
        (4, 6) : (-2, 8) o (1, 1) : (3, 24);
        (4, 2, 2) : (0, 1, -2) o (1, 1) : (1, 8);
        (2, 4) : (-4, -1) o (1, 2) : (2, 1);
        (3, 2, 2) : (-6, 18, -1) o (1,) : (12,);
        (5, 4) : (-4, -1) o (1,) : (5,);
        (2, 3, 8) : (-24, -48, -1) o (4,) : (12,);
        (2, 8, 2) : (-16, 2, 1) o (1,) : (32,);
        (2, 2) : (-1, -2) o (1, 1) : (2, 4);
        (8, 6) : (-12, -1) o (2,) : (4,);
        (4, 5, 4) : (-4, -16, 1) o (1,) : (4,);
        (4, 8, 8) : (64, 8, -1) o (4, 4) : (12, 1);
        (8, 2, 2, 8) : (-2, -128, -1, 16) o (2,) : (4,);
        (4, 3, 5) : (1, -4, -12) o (1, 3) : (2, 4);
        (2, 4, 5, 4) : (-48, 1, -96, -4) o (1, 2) : (2, 8);
        (4, 5, 2) : (-1, -8, -4) o (1,) : (16,);
        (4, 6) : (-18, 1) o (1,) : (4,);
        (8, 3) : (-1, -8) o (4,) : (1,);
    }
    let Tally {
        composed,
        upcast,
        downcast,
    } = tally;
    assert_eq!(
        (composed, upcast, downcast),
        ([59, 1], [17, 43], [13, 47]),
        "of 60 layouts: [result, refused]"
    );
}
