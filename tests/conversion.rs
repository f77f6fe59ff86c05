//! The same layout with other types of integers: converted to run-time integers, and back to static
//! ones.

use zellige::prelude::*;
use zellige::refusal::Code;
use zellige::stride::Signed;

/// Converts all integers to run-time integers, and back.
fn there_and_back<L: Layout>(layout: L) {
    let dynamic = layout.to_dynamic();
    assert_eq!(dynamic.to_string(), layout.to_string().replace('_', ""));
    assert_eq!(dynamic.try_to_static::<L>().unwrap(), layout);
    let narrow = layout.to_dynamic_as::<u32>();
    assert_eq!(narrow.to_string(), dynamic.to_string());
    assert_eq!(narrow.try_to_static::<L>().unwrap(), layout);
    assert_eq!(narrow.to_dynamic().try_to_static::<L>().unwrap(), layout);
    for c in layout.coords() {
        let offset = layout.crd2idx(c).display().to_string().replace('_', "");
        assert_eq!(dynamic.crd2idx(c).display().to_string().replace('_', ""), offset);
    }
}

#[test]
fn every_kind_of_layout_goes_there_and_back() {
    there_and_back(layout!((8, 4) : (4, 1)));
    there_and_back(layout!(12 : 1));
    there_and_back(layout!(((2, 3), (1, 4)) : ((1, 8), (0, 2))));
    there_and_back(layout!((4, 3) : (-3, -1)));
    there_and_back(layout!((4, 3) : (1@0, 2@1)));
    there_and_back(layout!(()));
    there_and_back(layout!((0, 4) : (4, 1)));
    there_and_back(layout!((5u32, 4) : (4usize, 1)));
    there_and_back(layout!(Sw<2, 0, 3> o 0 o (8, 8) : (8, 1)));
    there_and_back(layout!(Sw<2, 0, 3> o 0 o (8, 8) : (8, 1)).slice((3u32, ..)).0);
}

#[test]
fn an_outer_function_stays_as_it_is() {
    let composed = ComposedLayout::new(layout!((2, 2) : (1, 4)), int!(1), layout!(3 : 1));
    let dynamic = composed.to_dynamic();
    assert_eq!(dynamic.to_string(), "(_2,_2):(_1,_4) o 1 o 3:1");
    let back: ComposedLayout<layout!((2, 2) : (1, 4)), int!(1), layout!(3 : 1)> =
        dynamic.try_to_static().unwrap();
    assert_eq!(back, composed);
}

#[test]
fn the_types_are_those_that_are_written() {
    let a: Strided<(usize, (usize, usize)), (usize, (Signed<isize>, usize))> =
        layout!((2, (3, 4)) : (1, (-2, 6))).to_dynamic();
    let b: Strided<(u32, (u32, u32)), (u32, (Signed<i32>, u32))> = a.to_dynamic_as();
    assert_eq!(a, b);
    assert_eq!((size_of_val(&a), size_of_val(&b)), (48, 24));
}

/// In generic code the coordinates of a layout are those of the converted one.
fn offset_at_run_time<L: Layout, C: CoordFor<L>>(layout: L, c: C) -> usize {
    layout.to_dynamic().crd2idx(c).usize()
}

#[test]
fn a_converted_layout_has_the_form_of_the_other() {
    assert_eq!(offset_at_run_time(layout!((8, (4, 2)) : (8, (1, 4))), (3u32, (2u32, 1u32))), 30);
}

/// Returns the sentence of the refusal to convert to M.
fn refusal<M: Layout>(layout: impl Layout) -> String {
    let refusal = layout.try_to_static::<M>().unwrap_err();
    assert_eq!(refusal.code, Code::OtherNumbers);
    refusal.message().to_string()
}

#[test]
fn other_numbers_are_named() {
    let read = layout!((8, (4, 2)) : (8, (1, 4))).to_dynamic();
    assert_eq!(
        refusal::<layout!((8, (4, 4)) : (16, (1, 4)))>(read),
        "the layout is (8,(4,2)):(8,(1,4)), not (_8,(_4,_4)):(_16,(_1,_4)): mode 0 is 8:8, and its stride must be 16"
    );
    assert_eq!(
        refusal::<layout!((8, (4, 4)) : (8, (1, 4)))>(read),
        "the layout is (8,(4,2)):(8,(1,4)), not (_8,(_4,_4)):(_8,(_1,_4)): mode 1.1 is 2:4, and its extent must be 4"
    );
    assert_eq!(
        refusal::<layout!((8, (4, 2)) : (8, (-1, 4)))>(read),
        "the layout is (8,(4,2)):(8,(1,4)), not (_8,(_4,_2)):(_8,(_-1,_4)): mode 1.0 is 4:1, and its stride must be -1"
    );
    // Another nesting; static integers; a number that does not fit.
    assert_eq!(
        refusal::<layout!((8, 8) : (8, 1))>(read),
        "the layout is (8,(4,2)):(8,(1,4)), not (_8,_8):(_8,_1)"
    );
    assert_eq!(
        refusal::<layout!(8 : 2)>(layout!(8 : 1)),
        "the layout is _8:_1, not _8:_2: mode 0 is 8:1, and its stride must be 2"
    );
    assert_eq!(
        refusal::<Strided<u32, u32>>(layout!(8 : 4294967296)),
        "the layout is _8:_4294967296, not ?:?"
    );
    assert_eq!(refusal::<Strided<u32, u32>>(layout!(8 : -1)), "the layout is _8:_-1, not ?:?");
}

#[test]
fn a_composed_layout_is_no_layout_with_strides() {
    let tile = layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1));
    assert_eq!(
        refusal::<layout!((8, 64) : (64, 1))>(tile),
        "the layout is Sw<3,4,3> o _0 o (_8,_64):(_64,_1), not (_8,_64):(_64,_1)"
    );
    assert_eq!(
        refusal::<layout!(Sw<2, 4, 3> o 0 o (8, 64) : (64, 1))>(tile.to_dynamic()),
        "the layout is Sw<3,4,3> o 0 o (8,64):(64,1), not Sw<2,4,3> o _0 o (_8,_64):(_64,_1)"
    );
}

#[test]
fn ok_exactly_if_the_numbers_are_the_same() {
    type Target = layout!((2, 3) : (3, 1));
    let mut accepted = 0;
    for (m, n) in [(1, 1), (2, 3), (3, 2), (2, 4)] {
        for (s, t) in [(3usize, 1usize), (1, 3), (3, 2)] {
            let read = layout!((m, n) : (s, t));
            let result = read.try_to_static::<Target>();
            assert_eq!(result.is_ok(), (m, n, s, t) == (2usize, 3usize, 3, 1), "{read}");
            accepted += result.is_ok() as u32;
        }
    }
    assert_eq!(accepted, 1);
}

#[test]
#[should_panic = "to_dynamic(L): (_2,_4294967296):(_1,_2) has an integer that does not fit in u32"]
fn a_number_that_does_not_fit_is_refused() {
    layout!((2, 4294967296) : (1, 2)).to_dynamic_as::<u32>();
}

#[test]
#[should_panic = "to_dynamic(L): (8,4294967296):(_1,_8) has an integer that does not fit in u32"]
fn a_run_time_number_that_does_not_fit_is_refused() {
    let (m, n) = (8usize, 1usize << 32);
    layout!((m, n) : (1, 8)).to_dynamic_as::<u32>();
}
