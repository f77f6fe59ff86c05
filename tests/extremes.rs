//! Layouts without elements, and layouts of more elements than a machine word counts: every
//! operation gives the right answer, or a sentence that says why it has none.

#![recursion_limit = "256"] // numbers of more than 100 bits have a level for each

use zellige::contract;
use zellige::integer::{Add, Mul, Sub};
use zellige::ops::*;
use zellige::prelude::*;
use zellige::refusal::Code;
use zellige::stride::Negative;

type N48 = int!(0x1000000000000);
/// 2^64
type N64 = Mul<N48, int!(0x10000)>;
/// 2^100
type N100 = Mul<Mul<N48, N48>, int!(16)>;
/// 2^144
type N144 = Mul<N48, Mul<N48, N48>>;

fn refusal<L: Layout>() -> (Code, String) {
    let refusal = L::REFUSAL.expect("a refusal");
    (refusal.code, refusal.message().to_string())
}

#[test]
fn numbers_are_exact_to_128_bits() {
    assert_eq!(N64::KNOWN, u64::MAX);
    assert_eq!(N48::KNOWN, 1 << 48);
    assert_eq!(N64::default().to_string_in_a_layout(), "_18446744073709551616");
    assert_eq!(N100::default().to_string_in_a_layout(), "_1267650600228229401496703205376");
    assert_eq!(
        N144::default().to_string_in_a_layout(),
        "_340282366920938463463374607431768211455 or more"
    );
    assert_eq!(Negative::<Add<N64, int!(7)>>::default().to_string(), "_-18446744073709551623");
}
trait InALayout: IntTuple {
    fn to_string_in_a_layout(self) -> String {
        let text = Strided::new(self, self).to_string();
        let (shape, stride) = text.split_once(':').unwrap();
        assert_eq!(shape, stride);
        shape.to_string()
    }
}
impl<T: IntTuple<Profile = usize>> InALayout for T {}

#[test]
fn large_layouts_that_differ_are_not_the_same() {
    assert_layout!(Strided<N64, N100> == Strided<N64, N100>);
    assert_layout!(Coalesce<Strided<(N64, N48), (int!(1), N64)>> == Strided<Mul<N64, N48>, int!(1)>);
}

#[test]
fn a_size_is_known_up_to_64_bits() {
    type Most = layout!((281474976710656, 65535) : (0, 1));
    const { assert!(Most::SIZE == 65535 << 48) };
    const { assert!(Most::COSIZE == 65535) };
    // 2^80 coordinates, 2^32 offsets.
    type Broadcast = layout!((4294967296, 281474976710656) : (1, 0));
    const { assert!(Broadcast::COSIZE == 1 << 32) };
    const { assert!(Broadcast::IMAGE_SIZE == 1 << 32) };
    const { assert!(!Broadcast::IS_INJECTIVE) };
    // 2^96 of each.
    type Proven = layout!((281474976710656, 281474976710656) : (1, 281474976710656));
    const { assert!(Proven::IS_INJECTIVE && Proven::IS_COMPACT && Proven::IS_BIJECTIVE) };
    // Properties are proven with run-time extents, too.
    type Rows = Strided<(u32, int!(64)), (int!(64), int!(1))>;
    const { assert!(Rows::IS_INJECTIVE) };
}

#[test]
fn a_layout_without_elements_has_no_offsets() {
    type None = layout!((0, 4) : (1, 0));
    const { assert!(None::SIZE == 0 && None::IMAGE_SIZE == 0 && None::IS_INJECTIVE) };
    type Last = layout!((4, 0) : (1, 4));
    const { assert!(Last::SIZE == 0 && Last::IMAGE_SIZE == 0 && Last::IS_INJECTIVE) };
    type Constant = layout!(0 : 0);
    const { assert!(Constant::SIZE == 0 && Constant::IMAGE_SIZE == 0 && Constant::IS_INJECTIVE) };
}

#[test]
fn an_empty_mode_has_no_digits() {
    type A = layout!((0, 4) : (1, 2));
    assert_eq!(
        refusal::<Compose<A, layout!(4 : 1)>>(),
        (
            Code::DividedByZero,
            "composition(A, B): mode 0 of A (0:1) has no elements, so indices past it have no coordinate \
             [A coalesced: (0,4):(1,2)]"
                .to_string()
        )
    );
    assert_layout!(Compose<A, layout!(1 : 3)> == 1 : 0);
    assert_layout!(Compose<A, layout!((3, 0) : (1, 2))> == (3, 0) : (0, 0));
    assert_layout!(LogicalDivide<A, layout!(2 : 1)> == (2, 0) : (0, 0));
    assert_eq!(
        refusal::<Complement<A, int!(8)>>().1,
        "complement(L, M): the mode 0:1 of L has no elements, so no number of copies fills a space"
    );
    assert_eq!(refusal::<ComplementSparse<A, int!(8)>>().0, Code::DividedByZero);
    // The last mode continues, whatever its extent; so does a walk that stays before the empty
    // mode.
    assert_layout!(Compose<layout!((4, 0) : (1, 10)), layout!(8 : 1)> == (4, 2) : (1, 10));
    assert_layout!(Compose<layout!((4, 0, 3) : (1, 10, 7)), layout!(2 : 1)> == 2 : 1);
    assert_layout!(Compose<A, layout!(4 : 0)> == 4 : 0);
    assert_layout!(Compose<layout!((4, 8) : (1, 10)), layout!(0 : 3)> == 0 : 3);
    assert_layout!(LogicalDivide<layout!(0 : 1), layout!(4 : 1)> == (4, 0) : (1, 4));
}

#[test]
fn reasons_are_worked_out_up_to_63_bits() {
    type Large = Add<Mul<N48, int!(0x7fff)>, int!(1)>; // 2^63 - 2^48 + 1
    assert_eq!(
        refusal::<Compose<Strided<(Large, int!(3)), shape!((1, 5))>, Strided<int!(3), Sub<Large, int!(1)>>>>(),
        (
            Code::StrideNotDivisible,
            "composition(A, B): mode 0 of B (3:9223090561878065152) walks A with stride 9223090561878065152 \
             across extent 9223090561878065153 of A's mode 0, which 9223090561878065152 does not divide; it \
             crosses unevenly at step 2 of 3 [A coalesced: (9223090561878065153,3):(1,5)]"
                .to_string()
        )
    );
    assert_eq!(
        refusal::<Compose<layout!((4, 3, 2) : (1, 5, 7)), layout!(6 : 1)>>().0,
        Code::ExtentNotDivisible
    );
    for (code, message) in [
        refusal::<Compose<Strided<shape!((4, 3)), (int!(1), N64)>, layout!(6 : 1)>>(),
        refusal::<Compose<Strided<shape!((4, 3)), (int!(1), Negative<N64>)>, layout!(6 : 1)>>(),
        refusal::<Compose<layout!((4, 3) : (1, 5)), Strided<(int!(6), N100), shape!((1, 0))>>>(),
    ] {
        assert_eq!(code, Code::TooLarge, "{message}");
        assert!(message.contains("with numbers of more than 63 bits"), "{message}");
    }
}

#[test]
fn what_is_no_swizzle_has_a_name() {
    type Odd =
        zellige::ComposedLayout<zellige::Sw<int!(8), int!(0), int!(8)>, int!(0), layout!(8 : 1)>;
    let (code, message) = refusal::<Odd>();
    assert_eq!(code, Code::NotASwizzle);
    assert!(message.ends_with("but they are 8, 0 and 8"), "{message}");
    let text = zellige::Sw::<int!(8), int!(0), int!(8)>::new().to_string();
    assert_eq!(text, "Sw<_8,_0,_8>");
}

#[test]
fn contracts_hold_near_their_limits() {
    const { contract::vectors::<layout!((65536, 1) : (1, 1)), f32>() };
    const { contract::vectors::<layout!((2, 1) : (281474976710655, 1)), u8>() };
    const { contract::fits::<layout!((4294967296, 281474976710656) : (1, 0)), u8>(1 << 32) };
}

#[test]
fn no_element_has_no_bits() {
    type A = layout!((4, 4) : (1, 4));
    type Swizzled = layout!(Sw<2, 0, 3> o 0 o (8, 8));
    for (code, message) in [
        refusal::<Upcast<A, int!(0)>>(),
        refusal::<Upcast<layout!((4, 2) : (0, 3)), int!(0)>>(),
        refusal::<Upcast<layout!(4 : -2), int!(0)>>(),
        refusal::<Downcast<A, int!(0)>>(),
        refusal::<Downcast<layout!(4 : 2), int!(0)>>(),
        refusal::<Upcast<Swizzled, int!(0)>>(),
        refusal::<Downcast<Swizzled, int!(0)>>(),
    ] {
        assert_eq!(code, Code::DividedByZero);
        assert_eq!(message, "upcast or downcast by 0: the factor must be at least 1");
    }
    for (code, message) in [
        refusal::<RecastLayout<A, int!(0), int!(8)>>(),
        refusal::<RecastLayout<A, int!(8), int!(0)>>(),
        refusal::<RecastLayout<A, int!(0), int!(0)>>(),
        refusal::<RecastLayout<Swizzled, int!(0), int!(8)>>(),
        refusal::<RecastLayout<Swizzled, int!(0), int!(0)>>(),
    ] {
        assert_eq!(code, Code::DividedByZero);
        assert!(message.ends_with(" bits: an element has at least 1 bit"), "{message}");
    }
    // A run-time factor is a different mistake.
    assert_eq!(refusal::<Upcast<A, u32>>().0, Code::DynamicIntegers);
    assert_eq!(refusal::<Upcast<Swizzled, u32>>().0, Code::DynamicIntegers);
}

#[test]
fn another_shape_has_the_same_size() {
    type A = layout!((4, 8) : (8, 1));
    assert_eq!(
        refusal::<WithShape<A, shape!((4, 4))>>(),
        (
            Code::SizesDiffer,
            "with_shape(L, S): the shape (_4,_4) has 16 elements, but (_4,_8):(_8,_1) has 32"
                .to_string()
        )
    );
    assert_eq!(refusal::<WithShape<A, shape!((4, (4, 4)))>>().0, Code::SizesDiffer);
    assert_eq!(refusal::<WithShape<A, int!(0)>>().0, Code::SizesDiffer);
    assert_eq!(
        refusal::<WithShape<layout!(Sw<2, 0, 3> o 0 o (8, 8)), int!(63)>>().0,
        Code::SizesDiffer
    );
    // Sizes past 64 bits differ, too.
    let (code, message) = refusal::<WithShape<Strided<N64, int!(0)>, N100>>();
    assert_eq!(code, Code::SizesDiffer);
    assert!(message.contains("has 1267650600228229401496703205376 elements, but"), "{message}");
    assert_layout!(WithShape<A, shape!((2, 2, 8))> == (2, 2, 8) : (8, 16, 1));
    assert_layout!(WithShape<layout!((0, 4) : (1, 2)), int!(0)> == 0 : 1);
    assert!(<WithShape<Strided<(u32, int!(8)), (int!(8), int!(1))>, int!(8)>>::REFUSAL.is_none());
}

#[test]
fn narrow_coordinates_of_wide_layouts() {
    let a = layout!((65536, 65537) : (65537, 1));
    let (i, j) = (65535u32, 65536u32);
    let last = 65535 * 65537 + 65536;
    assert_eq!(a.crd2idx((i as usize, j)), last);
    assert_eq!(a.crd2idx((i, j as usize)), last);
    assert_eq!(a.offset_as::<usize>((i, j)), last);
    assert_eq!(a.crd2idx((int!(65535), int!(65536))).usize(), last);
    // Offsets that fit in 32 bits are computed in 32 bits.
    assert_eq!(a.crd2idx((int!(0), j)), 65536u32);
    assert_eq!(a.crd2idx((i, int!(0))), u32::MAX);
    assert_eq!(a.slice((i, ..)).1, 65535u32 * 65537);
    assert_eq!(a.slice((.., j)).1, 65536u32);
    assert_eq!(a.domain_offset((int!(1), j)).1, 65537u32 + 65536);
    let (tile, at) = a.local_tile((int!(256), ..), (i / 256, ..));
    assert_eq!(at, 65280u32 * 65537);
    assert_eq!(tile.crd2idx((255u32, j, 0u32)), 255u32 * 65537 + 65536);
    let (_, row) = a.local_partition(layout!((256, 1)), 255u32);
    assert_eq!(row, 255u32 * 65537);
}

/// An operation that flattens a layout with more modes than one level has: the last ten become one
/// mode. Each result is the right function at every index.
#[test]
fn more_modes_than_one_level_has() {
    use zellige::construct::domain_distribute;
    type Interleaved = layout!(((2, 2, 2, 2, 2, 2), (2, 2, 2, 2, 2, 2)) : ((1, 4, 16, 64, 256, 1024), (2, 8, 32, 128, 512, 2048)));
    fn same(a: impl Layout, f: impl Fn(usize) -> usize, size: usize) {
        assert_eq!(a.size().usize(), size, "{a}");
        for i in 0..size {
            assert_eq!(a.crd2idx(i).usize(), f(i), "{a} at {i}");
        }
    }
    let l = Interleaved::STATIC;
    let at = |i: usize| l.crd2idx(i).usize();
    let mut indices = [0; 4096];
    (0..4096).for_each(|i| indices[at(i)] = i);
    let inverse = l.right_inverse();
    assert_eq!(
        inverse.to_string(),
        "(_2,_2,(_2,_2,_2,_2,_2,_2,_2,_2,_2,_2)):(_1,_64,(_2,_128,_4,_256,_8,_512,_16,_1024,_32,_2048))"
    );
    same(inverse, |i| indices[i], 4096);
    same(l.left_inverse(), |i| indices[i], 4096);
    same(l.coalesce(), at, 4096);
    same(l.filter(), at, 4096);
    assert_eq!(l.coalesce().shape().depth().usize(), 2);
    // With its run-time numbers, too.
    let m = 2u32;
    let run_time = layout!(((2, 2, 2, 2, 2, 2), (2, 2, 2, 2, 2, m)) : ((1, 4, 16, 64, 256, 1024), (2, 8, 32, 128, 512, 2048)));
    same(run_time.right_inverse(), |i| indices[i], 4096);
    assert_eq!(run_time.try_left_inverse().unwrap().size().usize(), 4096);
    // A single mode of B becomes twelve; with a second one the result has them nested.
    let wide = layout!(((2, 2, 2, 2, 2, 2), (2, 2, 2, 2, 2, 3)) : ((1, 4, 16, 64, 256, 1024), (2, 8, 32, 128, 512, 2048)));
    same(l.compose(layout!(4096 : 1)), at, 4096);
    same(wide.compose(layout!((2048, 3) : (1, 2048))), |i| wide.crd2idx(i).usize(), 6144);
    same(l.zipped_divide(int!(2)).slice((.., 0u32)).0, at, 2);
    same(l.with_shape(shape!((4096,))), at, 4096);
    // The modes have gaps, so that the complement fills eleven of these, and continues after them.
    let apart = layout!(((2, 2, 2, 2, 2, 2), (2, 2, 2, 2, 2)) : ((2, 8, 32, 128, 512, 2048), (8192, 32768, 131072, 524288, 2097152)));
    let complement = apart.complement(int!(8388608));
    assert_eq!(complement.size().usize() * apart.size().usize(), 8388608);
    assert!((0..4096usize).all(|j| {
        complement.crd2idx(j).usize()
            == (0..12).map(|bit| (j >> bit & 1) << (2 * bit)).sum::<usize>()
    }));
    assert_eq!(apart.complement_sparse(int!(8388608)), complement);
    let zeros =
        layout!(((2, 2, 2, 2, 2, 2), (2, 2, 2, 2, 2)) : ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0)));
    same(zeros.nullspace(), |i| i, 2048);
    same(
        domain_distribute(shape!(((3, 4, 3, 4, 3, 4), (3, 4, 3, 4, 3, 4))), int!(4096)),
        |i| (0..6).map(|digit| (i >> (2 * digit) & 3) * 3 * 12usize.pow(digit)).sum(),
        4096,
    );
    // A slice lists the modes that are `..`, whatever their nesting.
    let (slice, start) = layout!(((2, 3, 2, 3, 2, 3), (2, 3, 2, 3, 2, 3)))
        .slice(((.., .., .., .., .., ..), (.., 1u32, .., .., .., ..)));
    assert_eq!(
        (slice.shape().display().to_string(), start.usize()),
        ("(_2,(_3,_2,_3,_2,_3,_2,_2,_3,_2,_3))".to_owned(), 432)
    );
    assert_eq!(slice.shape().rank().usize(), 2);
    let tensor = Tensor::new(core::array::from_fn::<usize, 4096, _>(|i| i), l);
    assert_eq!(
        tensor.view().slice(((.., .., .., .., .., ..), (.., .., .., .., .., 1u32)))[0u32],
        2048
    );
    assert_eq!(l.max_common_vector(l).usize(), 4096);
    same(l.coalesce().coalesce(), at, 4096);
    same(l.coalesce().right_inverse().compose(l), |i| i, 4096);
}
