//! `==` and `Debug` of layouts, shapes and integers, across types.

#![recursion_limit = "512"] // a number of 144 bits is that deep

use zellige::construct::make_identity_layout;
use zellige::integer::{mul, sub};
use zellige::ops::*;
use zellige::prelude::*;
use zellige::stride::{ArithmeticTuple, Negative, Signed};
use zellige::tuple::equality::equal;

/// Returns whether `a == b`, and asserts that `b == a` agrees.
fn same<A: PartialEq<B>, B: PartialEq<A>>(a: A, b: B) -> bool {
    let (forth, back) = (a.eq(&b), b.eq(&a));
    assert_eq!(forth, back);
    forth
}

#[test]
fn static_and_run_time_layouts_with_the_same_numbers_are_equal() {
    let a = layout!((8, (4, 2)) : (8, (1, 4)));
    let (m, n) = (8u32, 4usize);
    assert!(same(a, layout!((m, (n, 2)) : (m, (1, n)))));
    assert!(same(a, a.to_dynamic()));
    assert!(same(a.to_dynamic(), a.to_dynamic_as::<u32>()));
    assert!(!same(a, layout!((m, (n, 2)) : (m, (1, 8)))));
    assert!(!same(a, layout!((7u32, (n, 2)) : (m, (1, n)))));
}

#[test]
fn layouts_of_another_nesting_differ() {
    assert!(!same(layout!((2, 4) : (1, 2)), layout!(8 : 1)));
    assert!(!same(layout!((8,) : (1,)), layout!(8 : 1)));
    assert!(!same(layout!((8, 1)), layout!((8,))));
    assert!(!same(layout!(((2, 2), 2)), layout!((2, (2, 2)))));
    assert!(same(layout!(()), layout!(())));
    assert!(!same(layout!(()), layout!(1 : 0)));
}

#[test]
fn signs_and_axes_are_numbers_of_their_own() {
    let back = layout!((8, 4) : (4, -1));
    assert!(same(back, back.to_dynamic()));
    assert!(same(back, layout!((8, 4) : (4, Signed::new(-1i32)))));
    assert!(!same(back, layout!((8, 4) : (4, 1))));
    assert!(!same(back, layout!((8, 4) : (4, 1)).to_dynamic()));

    let here = make_identity_layout(shape!((4, (2, 3))));
    assert!(same(here, here.to_dynamic()));
    assert!(same(here.to_dynamic(), here.to_dynamic_as::<u32>()));
    let there = make_identity_layout(shape!((4, (2, 3)))).select(coord!((0, 1)));
    assert!(same(here, there));
    assert!(!same(layout!((4, 4) : (1@0, 1@1)), layout!((4, 4) : (1@1, 1@0))));
    assert!(!same(layout!((4, 4) : (1@0, 1@1)), layout!((4, 4) : (1@0, 2@1))));
    assert!(!same(layout!(4 : 1@0), layout!(4 : 1)));
    assert!(!same(layout!(4 : 1@0).to_dynamic(), layout!(4 : 1).to_dynamic()));

    let point = |i: u32, j: u32| ArithmeticTuple::new((i, j));
    assert!(equal(point(3, 5), ArithmeticTuple::new((3usize, int!(5)))));
    assert!(!equal(point(3, 5), point(5, 3)));
}

#[test]
fn static_numbers_past_64_bits_are_no_run_time_numbers() {
    // 2^144, which is stored as the largest number of 128 bits: -1 as a signed number.
    type Big = int!(281474976710656);
    let long = layout!((Big::default(), Big::default(), Big::default()));
    let size = long.size();
    assert!(equal(size, size));
    assert!(!equal(size, Signed::new(-1isize)));
    assert!(!equal(size, usize::MAX));
    assert!(!equal(Signed::new(-1isize), size));
    let word = mul(int!(4294967296), int!(4294967296));
    assert!(equal(usize::MAX, sub(word, int!(1))));
    assert!(!equal(usize::MAX, word));
    assert!(!equal(Signed::new(1i32), Negative::<int!(1)>::default()));
}

#[test]
fn a_refused_layout_is_equal_to_none() {
    type Refused = Complement<layout!((4, 4) : (1, 6)), int!(64)>;
    let refused: Refused = Strided::new(Default::default(), Default::default());
    assert!(!same(refused, refused));
    assert!(!same(refused, layout!(4 : 1)));
    assert!(!same(refused, layout!(4 : 0).to_dynamic()));
    assert_eq!(format!("{refused:?}"), "(refused):(refused)");
}

#[test]
fn composed_layouts_are_equal_part_by_part() {
    let tile = layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1));
    assert!(same(tile, tile.to_dynamic()));
    assert!(!same(tile, layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1))));
    assert!(!same(tile, layout!(Sw<3, 4, 3> o 0 o (8, 64) : (1, 8))));
    assert!(!same(tile, layout!((8, 64) : (64, 1))));
    assert!(!same(layout!(4 : 1), tile));
    let (row, _) = tile.slice((int!(5), ..));
    let (same_row, _) = tile.slice((5u32, ..));
    assert!(same(row, same_row));
    assert!(!same(row, tile.slice((4u32, ..)).0));
    let (a, b) = (layout!((2, 2) : (1, 4)), layout!(4 : 2));
    let composed = ComposedLayout::new(a, 1u32, b);
    assert!(same(composed, ComposedLayout::new(a.to_dynamic(), int!(1), b)));
    assert!(!same(composed, ComposedLayout::new(b, 1u32, b)));
    assert!(!same(composed, ComposedLayout::new(Swizzle::<1, 1, 1>::new(), 1u32, b)));
    assert_eq!(Swizzle::<1, 1, 1>::new(), Swizzle::<1, 1, 1>::new());
    assert_ne!(Swizzle::<1, 1, 1>::new(), Swizzle::<1, 1, 2>::new());
}

#[test]
fn equality_is_the_same_numbers_of_the_same_shape() {
    // All layouts (a,b):(c,d) of small numbers, as both kinds of types.
    let mut found = 0;
    let small = 0..3usize;
    for (a, b) in small.clone().flat_map(|a| small.clone().map(move |b| (a, b))) {
        for (c, d) in small.clone().flat_map(|c| small.clone().map(move |d| (c, d))) {
            let wide = Strided::new((a, b), (c, d));
            let narrow = Strided::new((a as u32, b as u32), (c as u32, d as u32));
            assert!(same(wide, narrow));
            let numbers = (a, b, c, d) == (2, 1, 1, 2);
            assert_eq!(same(wide, layout!((2, 1) : (1, 2))), numbers);
            assert_eq!(same(narrow, layout!((2, 1) : (1, 2))), numbers);
            assert_eq!(wide.to_string() == "(2,1):(1,2)", numbers);
            found += numbers as u32;
        }
    }
    assert_eq!(found, 1);
}

#[test]
fn what_assert_eq_prints_is_cute_s_notation() {
    let message = |test: fn()| {
        let panic = std::panic::catch_unwind(test).unwrap_err();
        panic.downcast_ref::<String>().unwrap().clone()
    };
    let text = message(|| assert_eq!(layout!((8, 4) : (4, 1)), layout!((8, 4) : (1, 8))));
    assert!(text.contains("left: (_8,_4):(_4,_1)\n right: (_8,_4):(_1,_8)"), "{text}");
    let text = message(|| {
        let (a, b) = (layout!((8, 4) : (4, 1)), layout!((8, 2) : (4, 1)));
        assert_eq!(a.shape().display(), b.shape().display())
    });
    assert!(text.contains("left: (_8,_4)\n right: (_8,_2)"), "{text}");
    assert_eq!(format!("{:?}", Swizzle::<3, 4, 3>::new()), "Sw<3,4,3>");
    let tile = layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1));
    assert_eq!(format!("{tile:?}"), "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)");
    assert_eq!(format!("{:?}", tile.size().display()), "_512");
}

/// A type whose `derive`s use a layout in generic code.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Tile<L: Layout> {
    layout: L,
    stages: usize,
}

#[test]
fn generic_structs_derive_debug_and_equality() {
    let tile = Tile { layout: layout!((8, 4) : (4, 1)), stages: 3 };
    assert_eq!(format!("{tile:?}"), "Tile { layout: (_8,_4):(_4,_1), stages: 3 }");
    assert_eq!(tile, tile);
    fn differ<L: Layout + PartialEq<M>, M: Layout>(l: L, m: M) -> bool {
        l != m
    }
    assert!(differ(layout!(4 : 1), layout!(4 : 2)));
}

#[test]
fn equal_layouts_of_one_type_have_one_hash() {
    use std::collections::HashSet;
    let layouts = [(8usize, 4usize), (4, 8), (8, 4)].map(|(m, n)| layout!((m, n) : (n, 1)));
    assert_eq!(layouts.into_iter().collect::<HashSet<_>>().len(), 2);
}

#[test]
fn shapes_have_size_rank_and_depth() {
    let shape = layout!((8, (4, 4)) : (16, (4, 1))).shape();
    assert_eq!((shape.size().usize(), shape.rank().usize(), shape.depth().usize()), (128, 2, 2));
    assert_eq!(shape.head().size().usize(), 8);
    assert_eq!(shape.tail().head().depth().usize(), 1);
    assert_eq!((().size().usize(), ().rank().usize()), (1, 0));
    assert_eq!((3u32, 5usize).size(), 15usize);
}

#[test]
#[should_panic = "product(S): the product of the extents (65536,65536), 4294967296, does not fit their type"]
fn a_size_that_does_not_fit_is_refused() {
    let _ = (65536u32, 65536u32).size();
}
