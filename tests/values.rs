//! Layouts as values: zero-sized, constant, mixed with run-time integers, checked at run time.

use zellige::construct::{col_major, make_layout, make_ordered_layout, row_major};
use zellige::ops::*;
use zellige::prelude::*;
use zellige::refusal::Code;

type A = layout!((8, 16, 4) : (64, 1, 16));
static IN_A_STATIC: A = layout!((8, 16, 4) : (64, 1, 16));
const IN_A_CONST: A = Layout::STATIC;
const OFFSET: usize = A::offset((int!(3), int!(5), int!(2)));
const TILED: ZippedDivide<A, (Int<4>, Int<4>)> = Layout::STATIC;

fn is_copy_and_default<T: Copy + Default + PartialEq + core::hash::Hash>() {}

#[test]
fn a_static_layout_is_no_bytes() {
    is_copy_and_default::<A>();
    assert_eq!(size_of::<A>(), 0);
    assert_eq!(size_of_val(&TILED), 0);
    assert_eq!(IN_A_STATIC, IN_A_CONST);
    assert_eq!(A::default(), IN_A_CONST);
    assert_eq!(OFFSET, 229);
    const { assert!(A::IS_STATIC) };
}

#[test]
fn only_run_time_integers_are_stored() {
    let m = 100u32;
    let g = layout!((m, 64) : (64, 1));
    assert_eq!(size_of_val(&g), 4);
    let tiles = g.zipped_divide((int!(32), int!(32)));
    assert_eq!(size_of_val(&tiles), 4);
    assert_eq!(tiles.to_string(), "((_32,_32),(4,_2)):((_64,_1),(_2048,_32))");
    for (i, j) in [(0u32, 0u32), (33, 40), (99, 63)] {
        assert_eq!(tiles.crd2idx(((i % 32, j % 32), (i / 32, j / 32))), g.crd2idx((i, j)));
    }
}

#[test]
fn static_facts_absorb_and_fold() {
    let (m, k) = (5u32, 7usize);
    // An adjacent static mode merges, a run-time one does not, as in CuTe.
    let c = layout!((2, 4, m, 8) : (1, 2, 8, k)).coalesce();
    assert_eq!(c, layout!((8, m, 8) : (1, 8, k)));
    // A stride of 0 absorbs a run-time coordinate: the offset is static.
    let zero: int!(0) = layout!((8, 4) : (0, 0)).crd2idx((m, m));
    let _ = zero;
    // u32 and usize combine to usize.
    let offset: usize = layout!((8, 4) : (1, 8)).crd2idx((m, k));
    assert_eq!(offset, 61);
}

#[test]
fn the_width_is_that_of_the_coordinate() {
    let offset: u32 = IN_A_CONST.crd2idx((1u32, 2u32, 3u32));
    let wide: usize = IN_A_CONST.crd2idx((1usize, 2usize, 3usize));
    assert_eq!(offset as usize, wide);
}

#[test]
fn composition_with_run_time_strides() {
    let a = layout!((4u32, 6u32, 8u32) : (48u32, 8u32, 1u32));
    let b = layout!((2u32, 12u32) : (2u32, 4u32));
    let c = a.compose(b);
    for i in 0..24u32 {
        assert_eq!(c.crd2idx(i), a.crd2idx(b.crd2idx(i)));
    }
}

#[test]
#[should_panic(
    expected = "composition(A, B): mode 0 of B (4:4) walks A with stride 4 across extent 6 of A's mode 0"
)]
fn a_wrong_run_time_composition_panics() {
    let _ = layout!((6u32, 4u32) : (4u32, 1u32)).compose(layout!(4u32 : 4u32));
}

#[test]
#[should_panic(expected = "carry into mode 1 of A")]
fn run_time_modes_that_carry_panic() {
    let _ = layout!((6u32, 2u32) : (1u32, 7u32)).compose(layout!((3u32, 2u32) : (2u32, 3u32)));
}

#[test]
#[should_panic(expected = "shape_div: neither of 6 and 4 divides the other")]
fn a_wrong_run_time_division_panics() {
    let _ = zellige::tuple::arithmetic::shape_div(6u32, 4u32);
}

#[test]
#[should_panic(expected = "(4,4):(1,8) is not compact: no coordinate has the offset 5")]
fn a_run_time_offset_without_a_coordinate_panics() {
    let (m, pitch) = (4u32, 8u32);
    let a = layout!((m, 4) : (1, pitch));
    assert_eq!(a.get_hier_coord(3u32), (3, 0));
    let _ = a.get_hier_coord(5u32);
}

#[test]
fn run_time_alignment_and_distribution() {
    let (m, n, pitch) = (12u32, 6u32, 36u32);
    assert_eq!(layout!((m, 4) : (1, pitch)).max_alignment(), 12);
    assert_eq!(layout!((m, 4) : (1, 32)).max_alignment(), 4);
    let spread = zellige::construct::domain_distribute((m, n), int!(16));
    assert_eq!(spread.to_string(), "(4,2):(_1,12)");
}

#[test]
fn refusals_are_data() {
    fn code<L: Layout>() -> Option<Code> {
        L::REFUSAL.map(|refusal| refusal.code)
    }
    assert_eq!(
        code::<Compose<layout!((6, 2) : (1, 7)), layout!((3, 2) : (2, 3))>>(),
        Some(Code::Carry)
    );
    assert_eq!(
        code::<Compose<layout!((4, 6, 8) : (2, 3, 5)), layout!(6 : 3)>>(),
        Some(Code::StrideNotDivisible)
    );
    assert_eq!(
        code::<Compose<layout!((6, 4) : (4, 1)), layout!(4 : 4)>>(),
        Some(Code::StrideNotDivisible)
    );
    assert_eq!(code::<Complement<layout!((2, 4) : (1, 6)), int!(24)>>(), None);
    assert_eq!(code::<Complement<layout!((4, 4) : (1, 6)), int!(64)>>(), Some(Code::Gap));
    assert_eq!(code::<LeftInverse<layout!((4, 4) : (1, 2))>>(), Some(Code::NotInjective));
    // A refusal propagates through everything that is made from it.
    type Bad = Compose<layout!((6, 4) : (4, 1)), layout!(4 : 4)>;
    assert_eq!(code::<RightInverse<ZippedDivide<Bad, Int<2>>>>(), Some(Code::StrideNotDivisible));
    assert_eq!(
        code::<Coalesce<LogicalProduct<layout!(4 : 1), Bad>>>(),
        Some(Code::StrideNotDivisible)
    );
    // CuTe refuses this, although it is right.
    assert_type_eq_all!(Compose<layout!((2, 4) : (1, 7)), layout!(4 : 3)>, layout!((2, 2) : (8, 21)));
}

#[test]
fn generic_code_needs_no_bounds() {
    fn tile<L: Layout, T: Layout>(l: L, t: T) -> L::ZippedDivide<T> {
        l.zipped_divide(t)
    }
    fn round_trip<L: Layout>(l: L, i: u32) -> usize {
        l.compose(l.right_inverse()).crd2idx(i).usize()
    }
    fn grid<L: Layout, T: TilerFor<L>>(l: L, t: T, tile: u32) -> usize {
        l.zipped_divide(t).slice((.., tile)).1.usize()
    }
    assert_eq!(tile(layout!(100u32 : 2), layout!(8 : 1)).to_string(), "(_8,13):(_2,_16)");
    assert_eq!(round_trip(layout!((8, 4) : (4, 1)), 9), 9);
    assert_eq!(grid(layout!((128, 64) : (64, 1)), (int!(32), int!(16)), 5), 2048 + 16);
}

#[test]
fn making_layouts() {
    assert_eq!(col_major(shape!((3, 4, 5))), layout!((3, 4, 5)));
    assert_eq!(row_major(shape!((3, 4, 5))), layout!((3, 4, 5) : row));
    assert_eq!(
        make_ordered_layout(shape!((3, 2, 5)), coord!((2, 0, 1))),
        layout!((3, 2, 5) : (10, 1, 2))
    );
    assert_eq!(make_layout((layout!(3 : 1), layout!(4 : 3))), layout!((3, 4) : (1, 3)));
    // An extent of 1 has stride 0, as in CuTe.
    assert_type_eq_all!(layout!((1, 8)), layout!((1, 8) : (0, 1)));
}

#[test]
fn numbers_of_any_size() {
    const BM: usize = 128;
    const BK: usize = 9;
    assert_type_eq_all!(int!({ BM * BK + 8 }), int!(1160));
    assert_type_eq_all!(int!(0x1000000000000), int!({ 1 << 48 }));
    assert_eq!(int!(281_474_976_710_656).usize(), 1 << 48);
    type Sum = zellige::integer::Add<int!(1152), int!(896)>;
    assert_type_eq_all!(Sum, int!(2048));
    assert_type_eq_all!(zellige::integer::Gcd<int!(1152), int!(896)>, int!(128));
    assert_eq!(zellige::integer::gcd(48u32, int!(36)), 12);
}

/// More integers than a sentence holds: none is lost, and the refusal is still reported.
#[test]
fn layouts_of_many_modes() {
    type Eight = shape!((2, 2, 2, 2, 2, 2, 2, 2));
    type Shape = (Eight, Eight, Eight, Eight, Eight, Int<3>);
    type Many = ColMajor<Shape>;
    const { assert!(Many::IS_STATIC) };
    assert_eq!(Many::STATIC.cosize().usize(), 3 << 40);
    type Mixed = Strided<(Eight, Eight, Eight, Eight, u32), (Eight, Eight, Eight, Eight, Int<7>)>;
    const { assert!(!Mixed::IS_STATIC) };
    type Bad = Compose<RowMajor<Shape>, layout!(3 : 1)>;
    assert_eq!(Bad::REFUSAL.map(|refusal| refusal.code), Some(Code::TooManyModes));
}

/// Offsets in a chosen width, also in generic code.
#[test]
fn offset_as() {
    fn narrow<L: Layout, C: CoordFor<L>>(layout: L, c: C) -> u32 {
        layout.offset_as::<u32>(c)
    }
    let (m, ld) = (100u32, 80usize);
    let rows = layout!((m, 64) : (ld, 1));
    assert_eq!(narrow(rows, (3usize, 5u32)), 245);
    assert_eq!(rows.offset_as::<usize>((3u32, int!(5))), 245);
    assert_eq!(narrow(layout!((8, (4, 2)) : (8, (2, 1))), (7usize, (3usize, 1u32))), 63);
    assert_eq!(narrow(layout!((8, 8) : (8, 1)), (int!(7), int!(3))), 59);
}

/// An offset that does not fit is detected in debug builds.
#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "4294967296 does not fit in u32")]
fn an_offset_that_does_not_fit() {
    let ld = 1usize << 32;
    layout!((8, 64) : (ld, 1)).offset_as::<u32>((1u32, 0u32));
}
