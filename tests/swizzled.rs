//! Compares composed layouts with plain evaluation at every coordinate.

use zellige::atom::smem;
use zellige::refusal::Code;
use zellige::{Outer, Sw, ops::*, prelude::*};

/// Returns all offsets of a layout.
fn table<L: Layout>(l: L) -> Vec<usize> {
    (0..l.size().usize()).map(|i| l.crd2idx(i).usize()).collect()
}

/// Returns `x ^ ((x & YYY) >> S)`.
fn by_hand(b: u32, m: u32, s: i32, x: usize) -> usize {
    let y = if s > 0 { m + s.unsigned_abs() } else { m };
    let moved = (x >> y & ((1 << b) - 1)) << m;
    if s > 0 { x ^ moved } else { x ^ moved << s.unsigned_abs() }
}

macro_rules! swizzles {
    ($($b:literal, $m:literal, $s:literal);*) => { $( {
        let swizzle = Swizzle::<$b, $m, $s>::new();
        assert_eq!(swizzle.to_string(), format!("Sw<{},{},{}>", $b, $m, $s));
        for x in 0..4096 {
            let expected = by_hand($b, $m, $s, x);
            assert_eq!(swizzle.apply(x), expected);
            assert_eq!(swizzle.apply(x as u32), expected as u32);
            assert_eq!(swizzle.apply(expected), x, "a swizzle is its own inverse");
        }
    } )* };
}

#[test]
fn swizzles_are_what_their_parameters_say() {
    swizzles!(0, 4, 3; 1, 4, 3; 2, 4, 3; 3, 4, 3; 3, 3, 3; 3, 0, 3; 2, 0, 5; 1, 0, 1; 2, 1, -3; 3, 0, -3; 1, 2, -6; 0, 0, 0);
}

/// Checks the properties that every composed layout must have.
fn check<L: Layout>(l: L) {
    let offsets = table(l);
    assert!(offsets.iter().all(|&x| x < l.cosize().usize()), "{l}");
}

/// Checks that `L(R(i)) = i`.
fn check_right_inverse<L: Layout>(l: L) {
    let r = l.right_inverse();
    for i in 0..r.size().usize() {
        assert_eq!(l.crd2idx(r.crd2idx(i).usize()).usize(), i, "{l} after {r}");
    }
}

/// Checks that `R(L(i)) = i`.
fn check_left_inverse<L: Layout>(l: L) {
    let r = l.left_inverse();
    for i in 0..l.size().usize() {
        assert_eq!(r.crd2idx(l.crd2idx(i).usize()).usize(), i, "{r} after {l}");
    }
}

macro_rules! inverses {
    ($($l:expr),* $(,)?) => { $( {
        check($l);
        check_right_inverse($l);
        check_left_inverse($l);
    } )* };
}

#[test]
fn inverses_invert() {
    inverses!(
        Swizzle::<3, 3, 3>::new().compose(layout!((8, 64) : (64, 1))),
        Swizzle::<3, 4, 3>::new().compose(layout!((128, 8) : (1, 128))),
        Swizzle::<2, 0, 3>::new().compose(layout!((8, 8) : (8, 1))),
        Swizzle::<2, 0, -3>::new().compose(layout!((8, 8) : (8, 1))),
        Swizzle::<1, 0, 2>::new().compose(layout!((4, 4) : (1, 4))),
        Swizzle::<2, 1, 2>::new().compose(layout!((4, (2, 8)) : (2, (1, 8)))),
        Swizzle::<3, 4, 3>::new().compose(layout!(16 : 1)), // nothing moves
    );
    check_left_inverse(Swizzle::<1, 0, 1>::new().compose(layout!((4, 4) : (8, 1))));
    check_right_inverse(Swizzle::<1, 0, 1>::new().compose(layout!((4, 4) : (8, 1))));
}

#[test]
fn a_swizzle_is_not_drawn_through_a_layout_that_mixes_its_bits() {
    // The inverse has an extent of 12, which is not a power of two.
    type Odd = Swizzled<Swizzle<1, 0, 2>, layout!((12, 4) : (4, 1))>;
    assert_eq!(RightInverse::<Odd>::REFUSAL.unwrap().code, Code::NotASwizzle);
    type Beyond = Swizzled<Swizzle<2, 0, -3>, layout!(9 : 1)>;
    assert_eq!(RightInverse::<Beyond>::REFUSAL.unwrap().code, Code::NotASwizzle);
    type Moved = ComposedLayout<Swizzle<3, 3, 3>, int!(64), layout!((8, 64) : (64, 1))>;
    assert_eq!(RightInverse::<Moved>::REFUSAL.unwrap().code, Code::NotASwizzle);
    assert_eq!(LeftInverse::<Moved>::REFUSAL.unwrap().code, Code::NotASwizzle);
}

#[test]
fn composition_with_a_swizzled_layout() {
    let a = layout!((8, 8) : (8, 1));
    let b = Swizzle::<2, 0, -3>::new().compose(layout!((8, 8) : (8, 1)));
    let c = a.compose(b);
    assert_eq!(c.to_string(), "Sw<2,0,3> o _0 o (_8,_8):(_1,_8)");
    for i in 0..64usize {
        assert_eq!(c.crd2idx(i), a.crd2idx(b.crd2idx(i)));
    }
}

#[test]
fn slices_keep_the_function() {
    let tile = smem::LayoutKSw128Atom::<Int<16>>::STATIC.tile_to_shape(shape!((32, 128)));
    check(tile);
    for i in 0..32u32 {
        let (row, start) = tile.slice((i, ..));
        for j in 0..128u32 {
            assert_eq!(start.u32() + row.crd2idx((j,)), tile.crd2idx((i, j)));
        }
    }
    let tiles = tile.zipped_divide((int!(16), int!(32)));
    for (i, j) in [(0u32, 0u32), (1, 3), (1, 2)] {
        let (part, start) = tiles.slice(((.., ..), (i, j)));
        for (p, q) in [(0u32, 0u32), (5, 7), (15, 31)] {
            let offset = start.u32() + part.crd2idx((p, q));
            assert_eq!(offset, tile.crd2idx((16 * i + p, 32 * j + q)));
        }
    }
}

/// Another origin, as used for predication, keeps the function.
#[test]
fn domain_offsets_keep_the_function() {
    let atom = smem::LayoutKSw128Atom::<Int<16>>::STATIC;
    let (moved, start) = atom.domain_offset((2u32, int!(16)));
    assert_eq!(
        (moved.to_string(), start.usize()),
        ("Sw<3,3,3> o 144 o (_8,_64):(_64,_1)".into(), 0)
    );
    for (i, j) in [(0u32, 0u32), (5, 7), (3, 47)] {
        assert_eq!(moved.crd2idx((i, j)), atom.crd2idx((i + 2, j + 16)));
    }
}

/// The alignment that a pointer to a swizzled layout needs for vectors.
#[test]
fn alignment_of_swizzled_layouts() {
    let atom = smem::LayoutKSw128Atom::<Int<16>>::STATIC;
    let alignment: int!(8) = atom.max_alignment();
    let inside: int!(4) =
        ComposedLayout::new(Swizzle::<3, 3, 3>::new(), int!(4), layout!((8, 64) : (64, 1)))
            .max_alignment();
    assert_eq!((alignment.usize(), inside.usize()), (8, 4));
}

/// Recasting moves the offsets of whole elements.
#[test]
fn recast_keeps_the_memory() {
    let bytes = smem::LayoutKSw64Atom::<Int<8>>::STATIC;
    let halves = bytes.recast_layout(int!(8), int!(16));
    assert_eq!(halves, smem::LayoutKSw64Atom::<Int<16>>::STATIC);
    assert_eq!(halves.downcast(int!(2)), bytes);
    for i in 0..8u32 {
        for j in 0..64u32 {
            assert_eq!(bytes.crd2idx((i, j)), 2 * halves.crd2idx((i, j / 2)) + j % 2);
        }
    }
}

/// The adjacent elements of 16 bytes stay together, so they can be copied at once.
#[test]
fn vectors_of_swizzled_layouts() {
    let smem = smem::LayoutKSw128Atom::<Int<16>>::STATIC;
    let registers = layout!((8, 64) : (64, 1));
    let width: int!(8) = smem.max_common_vector(registers);
    let same: int!(8) = registers.max_common_vector(smem);
    let both: int!(8) = smem.max_common_vector(smem);
    assert_eq!((width.usize(), same.usize(), both.usize()), (8, 8, 8));
    let inside = ComposedLayout::new(Swizzle::<3, 3, 3>::new(), int!(4), registers);
    assert_eq!(inside.max_common_vector(registers).usize(), 4);
    let (row, _) = smem.slice((3u32, ..));
    assert_eq!(row.max_common_vector(layout!((64,) : (1,))).usize(), 1);
}

#[test]
fn a_composed_layout_does_not_lose_its_swizzle() {
    type Tile = Swizzled<Swizzle<3, 3, 3>, layout!((8, 64) : (64, 1))>;
    type Flat = layout!((4, 4) : (1, 4));
    macro_rules! refused {
        ($($t:ty),* $(,)?) => { $(
            assert_eq!(<$t>::REFUSAL.unwrap().code, Code::NoStrides, "{}", stringify!($t));
        )* };
    }
    refused!(
        Concat<(Flat, Tile)>,
        Append<Flat, Tile>,
        AppendTo<Flat, Tile, Int<4>>,
        Prepend<Flat, Tile>,
        PrependTo<Flat, Tile, Int<4>>,
        Replace<Flat, Int<0>, Tile>,
        LogicalDivide<Flat, Tile>,
        ZippedDivide<Flat, (Tile, Int<2>)>,
        LogicalProduct<Flat, Tile>,
        BlockedProduct<Flat, Tile>,
        RakedProduct<Flat, Tile>,
        RightInverse<BlockedProduct<Flat, Tile>>,
        Nullspace<Concat<(Flat, Tile)>>,
        Complement<Tile, Int<1024>>,
        Append<Tile, Tile>,
    );
}

#[test]
fn invalid_parameters_are_refused() {
    let refusal =
        |refusal: Option<zellige::refusal::Refusal>| refusal.unwrap().message().to_owned();
    assert_eq!(
        refusal(<Swizzle<3, 4, 2> as Outer>::FAULT),
        "Sw<3,4,2> moves 3 bits by 2 places, partly onto themselves: the shift must be at least 3"
    );
    assert_eq!(
        refusal(<Sw<Int<3>, Int<8>, Int<1>> as Outer>::FAULT),
        "a swizzle acts on bits, so the numbers of Sw<B, Y, Z> are powers of two, but they are 3, 8 and 1"
    );
    assert_eq!(
        refusal(<Swizzle<8, 24, 24> as Outer>::FAULT),
        "Sw<8,24,24> reaches past 2^48, the largest static integer"
    );
}
