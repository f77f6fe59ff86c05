//! If a strided layout is refused, so is a swizzle of it: a layout without strides still has
//! conditions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use zellige::prelude::*;
use zellige::refusal::Code;

/// Returns the message with which `operation` panics.
fn panics<T>(operation: impl FnOnce() -> T) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(operation)).err()?;
    let text = payload.downcast::<String>().map(|text| *text);
    Some(text.unwrap_or_else(|payload| payload.downcast::<&str>().unwrap().to_string()))
}

#[test]
fn the_cosize_of_a_composed_layout_does_not_wrap() {
    let (m, p) = (65537u32, 65536u32);
    let sentence = "cosize(L): Sw<2,0,3> o 0 o (65537,8):(65536,1) reaches offset 4294967303, which does not fit the \
                    type of its integers";
    let swizzled = layout!(Sw<2, 0, 3> o 0 o (m, 8) : (p, 1));
    assert_eq!(panics(|| swizzled.cosize()).unwrap(), sentence);
    assert!(panics(|| layout!((m, 8) : (p, 1)).cosize()).is_some());

    let (m, p) = ((1usize << 32) + 1, 1usize << 32);
    assert!(panics(|| layout!(Sw<2, 0, 3> o 0 o (m, 8) : (p, 1)).cosize()).is_some());
    let (m, start) = (16u32, u32::MAX - 3);
    assert!(panics(|| layout!(Sw<2, 0, 3> o start o m : 1).cosize()).is_some());
    assert!(panics(|| layout!(Sw<2, 0, 3> o start o 16 : 1).cosize()).is_some());
    // 2^32 - 4 is the first offset that this start adds up to: the block of 4 ends at 2^32.
    assert!(panics(|| layout!(Sw<2, 0, 3> o start o 1 : 1).cosize()).is_some());
    let start = u32::MAX - 7;
    assert_eq!(layout!(Sw<2, 0, 3> o start o 1 : 1).cosize(), u32::MAX - 3);
    // A layout around a layout whose last mode continues.
    let (m, d) = (4u32, 1u32 << 30);
    let around = ComposedLayout::new(layout!((2, m) : (1, d)), 0u32, layout!(8 : 2));
    assert_eq!(around.size().usize(), 8);
    assert!(panics(|| around.cosize()).unwrap().contains("(2,4):(1,1073741824) o 0 o 8:2"));
}

#[test]
fn no_tensor_has_a_layout_past_its_integers() {
    let memory = [0u8; 64];
    let (m, p) = (65537u32, 65536u32);
    assert!(
        panics(|| Tensor::new(&memory[..], layout!(Sw<2, 0, 3> o 0 o (m, 8) : (p, 1)))).is_some()
    );
}

#[test]
fn the_start_of_a_composed_layout_is_recast_whole() {
    let start = 1u32 << 30;
    let words = layout!(Sw<2, 3, 3> o start o (8, 8) : (8, 1));
    let refusal = words.try_downcast(int!(4)).unwrap_err();
    assert_eq!(refusal.code, Code::DoesNotFit);
    assert_eq!(
        refusal.message(),
        "downcast by 4: the offset 1073741824 of the composed layout becomes 4294967296, which does not fit its type"
    );
    assert!(words.try_recast_layout(int!(64), int!(16)).is_err());
    assert_eq!(panics(|| words.downcast(int!(4))).unwrap(), refusal.message());
    assert!(words.try_downcast(int!(2)).is_ok());
    let far = (1usize << 32) + 64;
    let tile = layout!(Sw<2, 3, 3> o far o (8, 8) : (8, 1));
    assert_eq!(tile.swizzle_start(), far);
    assert_eq!(tile.upcast(int!(8)).swizzle_start(), far / 8);
}

#[test]
fn a_swizzle_that_exchanges_parts_of_a_vector_has_no_vectors() {
    type Tile = layout!(Sw<3, 2, 3> o 0 o (8, 32) : (32, 1));
    assert_eq!(Tile::STATIC.max_alignment().usize(), 4);
    let refusal = <Tile as zellige::Recast>::Upcast::<int!(8)>::REFUSAL.unwrap();
    assert_eq!(
        refusal.message(),
        "recast by 8: Sw<3,2,3> moves bits that would be inside one element"
    );
    assert!(<Tile as zellige::Recast>::RecastLayout::<int!(16), int!(128)>::REFUSAL.is_some());
    assert!(<Tile as zellige::Recast>::Upcast::<int!(4)>::REFUSAL.is_none());
    // As a function of offsets, without memory, it agrees with CuTe: `F(8 x) / 8`.
    assert_eq!(Swizzle::<3, 2, 3>::new().upcast(int!(8)), Swizzle::<2, 0, 3>::new());
}

#[test]
fn one_element_of_a_swizzle_is_not_compact() {
    type One = layout!(Sw<2, 1, -3> o 1 o 1 : 8);
    let [compact, bijective, injective] = [One::IS_COMPACT, One::IS_BIJECTIVE, One::IS_INJECTIVE];
    assert!(!compact && !bijective && injective);
}

/// Checks that every swizzle of a refused `l` is refused, by `cosize` and by the operations that
/// have no rule of their own for composed layouts.
fn check<L: Layout>(l: L, start: u32, memory: &[u8]) {
    let swizzled = ComposedLayout::new(Swizzle::<2, 3, 3>::new(), start, l);
    let case = || format!("{swizzled}");
    macro_rules! both {
        ($try_op:ident($($a:expr),*)) => {
            if let Err(refusal) = l.$try_op($($a),*) {
                let swizzled = swizzled.$try_op($($a),*).map(|l| l.to_string());
                assert!(swizzled.is_err(), "{}: {} of {l} is refused: {refusal}", case(), stringify!($try_op));
            }
        };
    }
    both!(try_upcast(int!(2)));
    both!(try_upcast(int!(8)));
    both!(try_downcast(int!(4)));
    both!(try_recast_layout(int!(16), int!(64)));
    both!(try_recast_layout(int!(32), int!(8)));
    both!(try_zipped_divide(layout!(8 : 1)));
    both!(try_compose(layout!((2, 2) : (1, 4))));
    if panics(|| l.size()).is_some() {
        assert!(panics(|| swizzled.size()).is_some(), "{}", case());
    }
    match (panics(|| l.cosize()), panics(|| swizzled.cosize())) {
        (None, None) => assert!(swizzled.cosize().usize() >= l.cosize().usize(), "{}", case()),
        (Some(sentence), None) => panic!("{}: {sentence}", case()),
        _ => {}
    }
    if panics(|| Tensor::new(memory, l).layout()).is_some() {
        assert!(panics(|| Tensor::new(memory, swizzled).layout()).is_some(), "{}", case());
    }
}

#[test]
fn a_swizzle_refuses_what_its_layout_refuses() {
    let numbers = [0u32, 1, 2, 3, 4, 6, 8, 64, 1 << 15, 65536, 65537, 1 << 30, 1 << 31, u32::MAX];
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        numbers[(state >> 33) as usize % numbers.len()]
    };
    let memory = [0u8; 4096];
    for _ in 0..4000 {
        let (m, n, p, q, start) = (draw(), draw(), draw(), draw(), draw());
        check(layout!((m, n) : (p, q)), start, &memory);
        check(layout!((m, 8) : (p, 1)), start, &memory);
        check(layout!((8, (n, 4)) : (4, (q, 1))), start, &memory);
    }
}
