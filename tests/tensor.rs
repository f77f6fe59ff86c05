//! Tensors as a user has them: on slices and arrays, static and with run-time integers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use zellige::prelude::*;
use zellige::tensor::fragment;

/// 0, 1, 2, ..
fn numbers<const N: usize>() -> [u32; N] {
    std::array::from_fn(|i| i as u32)
}
/// The elements in the order of the layout.
fn elements<E: Engine<Element: Copy>, L: Layout>(tensor: &Tensor<E, L>) -> Vec<E::Element> {
    tensor.iter().copied().collect()
}
/// What a panic says.
fn message<R>(f: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(f)).err().expect("it panics");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("a text")).to_string(),
    }
}

/// Every way to write a coordinate reaches the same element.
#[test]
fn coordinates() {
    let data = numbers::<24>();
    let a = Tensor::new(&data, layout!((2, (3, 4)) : (12, (4, 1))));
    for i in 0..24usize {
        let (x, y, z) = (i % 2, i / 2 % 3, i / 6);
        let expected = (x * 12 + y * 4 + z) as u32;
        assert_eq!(a[i], expected);
        assert_eq!(a[(x, i / 2)], expected);
        assert_eq!(a[(x as u32, (y, z as u32))], expected);
        assert_eq!(a.get((x, (y, z))), Some(&expected));
    }
    assert_eq!(a[(int!(1), (int!(2), 3u32))], 23);
    assert_eq!(a.get(24u32), None);
    assert_eq!(a.get((1u32, 12u32)), None);
    assert_eq!(a.get((0u32, (3u32, 0u32))), None);
}

#[test]
fn a_coordinate_outside_panics_with_the_shape() {
    let (m, data) = (3u32, numbers::<12>());
    let a = Tensor::new(&data, layout!((m, (2, 2)) : (4, (2, 1))));
    assert_eq!(
        message(|| a[(3u32, (0u32, 1u32))]),
        "the coordinate (3,(0,1)) is outside the shape (3,(_2,_2))"
    );
    assert_eq!(
        message(|| a.slice((.., (2u32, ..)))),
        "the coordinate (_,(2,_)) is outside the shape (3,(_2,_2))"
    );
    let mut owned = Tensor::new([0; 4], layout!((2, 2) : (2, 1)));
    assert_eq!(
        message(|| owned[4usize] = 1),
        "the coordinate 4 is outside the shape (_2,_2)"
    );
}

#[test]
fn memory_that_is_too_short_panics() {
    let (m, data) = (5usize, numbers::<12>());
    assert_eq!(
        message(|| Tensor::new(&data[..], layout!((m, 3) : (3, 1)))),
        "(5,_3):(_3,_1) addresses 15 elements, but the memory has 12"
    );
    assert_eq!(
        message(|| Tensor::new(&data[2..], layout!((4, 3) : (3, 1)))),
        "(_4,_3):(_3,_1) addresses 12 elements, but the memory has 10"
    );
}

/// Numbers that wrap would make a large tensor look small.
#[test]
fn overflow_is_noticed_in_every_build() {
    let data = numbers::<4>();
    let overflows = "overflows the integers of the layout";
    let (m, d) = (65536u32, 65536u32);
    assert!(message(|| Tensor::new(&data[..], layout!((m, m) : (d, 1)))).ends_with(overflows));
    assert!(message(|| Tensor::new(&data[..], layout!((m, m) : (0, 0)))).ends_with(overflows));
    let (m, d) = (usize::MAX, 2usize);
    assert!(message(|| Tensor::new(&data[..], layout!((m, 2) : (d, 1)))).ends_with(overflows));
    let n = 0u32;
    assert_eq!(
        Tensor::new(&data[..0], layout!((n, 4) : (4, 1)))
            .iter()
            .count(),
        0
    );
}

#[test]
fn iteration_from_both_ends() {
    let data = numbers::<6>();
    let a = Tensor::new(&data, layout!((2, 3) : (3, 1)));
    assert_eq!(elements(&a), [0, 3, 1, 4, 2, 5]);
    assert_eq!(
        a.iter().rev().copied().collect::<Vec<_>>(),
        [5, 2, 4, 1, 3, 0]
    );
    let mut ends = a.iter();
    assert_eq!(
        (ends.next(), ends.next_back(), ends.len()),
        (Some(&0), Some(&5), 4)
    );
    let mut sum = 0;
    for x in &a {
        sum += x;
    }
    assert_eq!(sum, 15);
    assert_eq!(format!("{a:?}"), "(_2,_3):(_3,_1) [0, 3, 1, 4, 2, 5]");
}

/// A tile, a thread's elements and a slice are the elements that the layout algebra says.
#[test]
fn parts_are_what_the_layouts_say() {
    let data = numbers::<{ 16 * 12 }>();
    let layout = layout!((16, 12) : (12, 1));
    let a = Tensor::new(&data, layout);
    let tiler = (int!(4), int!(6));
    let divided = layout.zipped_divide(tiler);
    for i in 0..4usize {
        for j in 0..2usize {
            let tile = a.local_tile(tiler, (i, j));
            let (sub, offset) = divided.slice(((.., ..), (i, j)));
            let expected: Vec<u32> = (0..24usize)
                .map(|index| (offset + sub.crd2idx(index)) as u32)
                .collect();
            assert_eq!(elements(&tile), expected);
            assert_eq!(elements(&a.inner_partition(tiler, (i, j))), expected);
            assert_eq!(
                elements(&a.zipped_divide(tiler).slice((.., (i, j)))),
                expected
            );
        }
    }
    let outer = a.outer_partition(tiler, (3u32, 5u32));
    assert_eq!(elements(&outer), [41, 89, 137, 185, 47, 95, 143, 191]);
    let rows = a.outer_partition(tiler, (.., 5u32));
    assert_eq!(rows.layout().to_string(), "(_4,_4,_2):(_12,_48,_6)");
    let threads = layout!((4, 2) : (1, 4));
    let tile = a.local_tile((int!(8), int!(4)), (1u32, 2u32));
    let mine = tile.local_partition(threads, 6u32); // at (2,1) of each 4 by 2
    assert_eq!(elements(&mine), [129, 177, 131, 179]);
    // One mode, cut by an integer.
    let line = Tensor::new(&data[..], layout!(192 : 1)).local_tile(int!(16), 3u32);
    assert_eq!(line.layout(), layout!(16 : 1));
    assert_eq!(line[15u32], 63);
    assert_eq!(a.flat_divide(tiler)[(3u32, 5u32, 3u32, 1u32)], 191);
    assert_eq!(a.tiled_divide(tiler)[(9u32, 3u32, 1u32)], 164);
    assert_eq!(a.logical_divide(tiler)[((3u32, 3u32), (5u32, 1u32))], 191);
}

#[test]
fn run_time_extents() {
    let (m, n) = (12usize, 8u32);
    let data = numbers::<96>();
    let a = Tensor::new(&data[..], layout!((m, n) : (n, 1)));
    let tile = a.local_tile((int!(4), int!(2)), (2u32, 3u32));
    assert_eq!(elements(&tile), [70, 78, 86, 94, 71, 79, 87, 95]);
    assert!(
        message(|| a.local_tile((int!(5), int!(2)), (0u32, 0u32)))
            .starts_with("the tiles do not fit")
    );
    assert_eq!(
        message(|| a.local_tile((int!(4), int!(2)), (3u32, 0u32))),
        "the coordinate (3,0) is outside the shape (3,4)"
    );
    assert!(
        message(|| a.compose(layout!((12, 9) : (1, 12)))).contains("which reaches past its end")
    );
}

/// Every element of a padded tensor is in one part, and the padding is in none.
#[test]
fn parts_are_disjoint_and_complete() {
    let mut data = vec![0u8; 16 * 20];
    let mut a = Tensor::new(&mut data[..], layout!((16, 16) : (20, 1)));
    let mut count = 0;
    for mut part in a.split_mut((int!(4), layout!(4 : 4))) {
        part.iter_mut().for_each(|x| *x += 1);
        count += part.size();
    }
    assert_eq!(count, 256);
    for (i, x) in data.iter().enumerate() {
        assert_eq!(*x, u8::from(i % 20 < 16));
    }
}

#[test]
fn elements_that_are_dropped_are_dropped_once() {
    let mut strings: Vec<String> = (0..12).map(|i| i.to_string()).collect();
    let mut a = Tensor::new(&mut strings[..], layout!((3, 4) : (4, 1)));
    for mut row in a.split_mut((int!(1), int!(4))) {
        row.fill("row".to_string());
    }
    a[(2u32, 3u32)].push('!');
    let owned = Tensor::new(["x".to_string(), "y".to_string()], layout!(2 : 1));
    a.view_mut()
        .slice((0u32, ..))
        .slice((0u32,))
        .fill(owned[1u32].clone());
    assert_eq!(strings[0], "y");
    assert_eq!(strings[11], "row!");
    assert_eq!(strings[5], "row");
}

#[test]
fn copies_between_shapes() {
    let rows = Tensor::new(numbers::<24>(), layout!((4, 6) : (6, 1)));
    let mut columns = Tensor::new([0; 24], layout!((4, 6)));
    columns.copy_from(&rows);
    assert_eq!(elements(&columns), elements(&rows));
    let mut nested = Tensor::new([0; 24], layout!(((2, 2), (3, 2)) : ((12, 6), (2, 1))));
    nested.copy_from(&rows);
    assert_eq!(elements(&nested), elements(&rows));
    let mut flat = Tensor::new([0; 24], layout!(24 : 1));
    flat.copy_from(&rows);
    assert_eq!(elements(&flat), elements(&rows));
    let (m, n) = (4u32, 6u32);
    let mut data = [0; 24];
    let mut dynamic = Tensor::new(&mut data[..], layout!((m, n)));
    dynamic.copy_from(&rows);
    assert_eq!(elements(&dynamic), elements(&rows));
    // The same nesting, but other extents.
    let (m, n) = (6u32, 4u32);
    let mut data = [0; 24];
    let mut other = Tensor::new(&mut data[..], layout!((m, n)));
    other.copy_from(&rows);
    assert_eq!(elements(&other), elements(&rows));
    let m = 5u32;
    let mut data = [0; 30];
    let mut larger = Tensor::new(&mut data[..], layout!((m, 6)));
    assert!(message(|| larger.copy_from(&rows)).starts_with("the tensors differ in size"));
    larger.clear();
    larger.axpby(2, &Tensor::new([3; 30], layout!((5, 6))), 1);
    assert_eq!(elements(&larger), [6; 30]);
}

/// A product of fragments is the product that plain loops compute.
#[test]
fn products() {
    let (a, b) = (numbers::<32>(), numbers::<40>());
    let a = Tensor::new(&a, layout!((4, 8) : (8, 1)));
    let b = Tensor::new(&b, layout!((5, 8) : (1, 5)));
    let mut c = fragment(1, layout!((4, 5) : (5, 1)));
    c.gemm(&a, &b);
    let k = 8usize;
    let mut longer = Tensor::new([1; 20], layout!((4, 5) : (5, 1)));
    longer.gemm(
        &Tensor::new(&numbers::<32>()[..], layout!((4, k) : (k, 1))),
        &b,
    );
    for i in 0..4u32 {
        for j in 0..5u32 {
            let product: u32 = (0..8).map(|k| (i * 8 + k) * (j + 5 * k)).sum();
            assert_eq!(c[(i, j)], 1 + product);
            assert_eq!(longer[(i, j)], 1 + product);
        }
    }
    let short = Tensor::new(numbers::<20>(), layout!((5, 4) : (1, 5)));
    let long_a = Tensor::new(&numbers::<32>()[..], layout!((4, k) : (k, 1))).layout();
    let data = numbers::<32>();
    assert_eq!(
        message(|| c.gemm(&Tensor::new(&data[..], long_a), &short)),
        "gemm: (_4,8):(8,_1) and (_5,_4):(_1,_5) have no product (_4,_5):(_5,_1)"
    );
}

/// Fragments of every length up to 33 have their elements in a row.
#[test]
fn fragments_are_arrays() {
    macro_rules! lengths {
        ($($n:literal)*) => { $({
            let mut f = fragment(0u16, layout!($n : 1));
            for i in 0..$n as u32 {
                f[i] = i as u16;
            }
            assert_eq!(elements(&f), (0..$n as u16).collect::<Vec<_>>());
            assert_eq!(size_of_val(&f), 2 * $n);
            let copy = f;
            assert_eq!(copy[$n as u32 - 1], $n - 1);
        })* };
    }
    lengths!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 21 27 31 32 33);
    let padded = fragment([1.0f64; 3], layout!((3, 4) : (5, 1)));
    assert_eq!(padded.iter().count(), 12);
}

/// A swizzled tile has the same elements at the same coordinates as its table says, in every part.
#[test]
fn swizzled() {
    type Tile = ComposedLayout<Swizzle<2, 2, 2>, int!(0), layout!((8, 16) : (16, 1))>;
    let layout = Tile::STATIC;
    let data = numbers::<128>();
    let a = Tensor::new(&data, layout);
    for i in 0..8u32 {
        for j in 0..16u32 {
            assert_eq!(a[(i, j)] as usize, layout.crd2idx((i as usize, j as usize)));
            assert_eq!(a.slice((i, ..))[j], a[(i, j)]);
            assert_eq!(a.slice((.., j))[i], a[(i, j)]);
            let (tile, inside) = ((i / 4, j / 8), (i % 4, j % 8));
            let tiler = (int!(4), int!(8));
            assert_eq!(a.local_tile(tiler, tile)[inside], a[(i, j)]);
            assert_eq!(a.outer_partition(tiler, inside)[tile], a[(i, j)]);
            assert_eq!(a.zipped_divide(tiler)[(inside, tile)], a[(i, j)]);
            let mine = a.local_partition(layout!((4, 8) : (8, 1)), i % 4 * 8 + j % 8);
            assert_eq!(mine[tile], a[(i, j)]);
        }
    }
    let mut copy = Tensor::new([0; 128], layout);
    copy.copy_from(&a);
    assert_eq!(copy.view().as_ptr(), copy.as_ptr());
    assert_eq!(elements(&copy), elements(&a));
    for (number, mut tile) in copy.split_mut((int!(4), int!(8))).enumerate() {
        tile.iter_mut().for_each(|x| *x = number as u32);
    }
    for (thread, mut mine) in copy.partition_mut(layout!((4, 8))).enumerate() {
        mine[(0u32, 0u32)] += 100 * thread as u32;
    }
    assert_eq!(copy[(7u32, 15u32)], 3);
    assert_eq!(copy[(3u32, 7u32)], 3100);
    assert_eq!(copy[(3u32, 6u32)], 2700);
}

/// The memory of a tensor as elements of another width, read and written.
#[test]
fn recast() {
    let mut words = [0u32; 32];
    let mut a = Tensor::new(&mut words, layout!((4, 8) : (8, 1)));
    for (i, byte) in a.view_mut().recast::<u8>().iter_mut().enumerate() {
        *byte = i as u8;
    }
    assert_eq!(a.view().recast::<u8>().layout(), layout!((4, 32) : (32, 1)));
}

/// Vectors of every width, and memory that is not aligned for them.
#[test]
fn vectors() {
    fn check<L: Injective, R: Layout>(to: L, from: R) {
        #[repr(align(16))]
        struct Aligned([u16; 520]);
        let data = Aligned(std::array::from_fn(|i| i as u16));
        for skip in 0..8 {
            let source = Tensor::new(&data.0[skip..], from);
            let mut data = Aligned([0; 520]);
            let mut copy = Tensor::new(&mut data.0[skip / 2..], to);
            copy.copy_vectors_from(&source);
            assert_eq!(elements(&copy), elements(&source), "{to} from {from}");
        }
    }
    use zellige::tensor::VectorWidth;
    type Bits = int!(16);
    macro_rules! check {
        ($to:tt : $d:tt, $from:tt : $e:tt => $width:literal) => {
            type To = layout!($to : $d);
            type From = layout!($from : $e);
            assert_type_eq_all!(VectorWidth<To, From, Bits>, int!($width));
            check(To::STATIC, From::STATIC);
        };
    }
    type Swizzled = ComposedLayout<Swizzle<3, 3, 3>, int!(0), layout!((8, 64) : (64, 1))>;
    type Narrow = ComposedLayout<Swizzle<3, 2, 4>, int!(0), layout!((8, 64) : (64, 1))>;
    assert_type_eq_all!(VectorWidth<Swizzled, layout!((8, 64) : (64, 1)), Bits>, int!(8));
    assert_type_eq_all!(VectorWidth<layout!((8, 64) : (64, 1)), Narrow, Bits>, int!(4));
    check(Swizzled::STATIC, layout!((8, 64) : (64, 1)));
    check(layout!((8, 64) : (64, 1)), Narrow::STATIC);
    {
        check!((8, 32) : (32, 1), (8, 32) : (40, 1) => 8);
    }
    {
        check!((8, 32) : (1, 8), (8, 32) : (1, 12) => 4);
    }
    {
        check!((8, 32) : (32, 1), (8, 32) : (34, 1) => 2);
    }
    {
        check!((8, 32) : (32, 1), (8, 32) : (33, 1) => 1);
    }
    {
        check!((8, 32) : (32, 1), (8, 32) : (1, 8) => 1);
    }
    {
        check!(((2, 4), 32) : ((1, 64), 2), ((2, 4), 32) : ((1, 64), 2) => 8);
    }
    {
        check!((5, 6) : (12, 2), (5, 6) : (12, 2) => 1);
    }
    {
        check!((6, 6) : (6, 1), (6, 6) : (12, 1) => 2);
    }
}

/// Tiles that do not fit are refused by one sentence, whether the numbers are static (`ui-tests/build-only/tensor_uneven`) or not.
#[test]
fn tiles_that_do_not_fit() {
    let (m, n) = (8usize, 6usize);
    let data = [0u32; 48];
    let a = Tensor::new(&data, layout!((m, n) : (n, 1)));
    assert_eq!(
        message(|| a.zipped_divide((int!(3), int!(3)))),
        "the tiles do not fit the tensor evenly: (8,6):(6,_1) has 48 elements, ((_3,_3),(3,2)):((6,_1),(18,_3)) has \
         54; pad the tensor's shape, or choose tiles that divide it"
    );
}
