//! Tensors in typical use: on slices and arrays, static and with run-time integers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use zellige::prelude::*;
use zellige::tensor::fragment;

/// Returns 0, 1, 2, ...
fn numbers<const N: usize>() -> [u32; N] {
    std::array::from_fn(|i| i as u32)
}
/// Returns the elements in the order of the layout.
fn elements<E: Engine<Element: Copy>, L: Layout>(tensor: &Tensor<E, L>) -> Vec<E::Element> {
    tensor.iter().copied().collect()
}
/// Returns the message of a panic.
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
    assert_eq!(message(|| owned[4usize] = 1), "the coordinate 4 is outside the shape (_2,_2)");
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
    let (rows, row) = (65536u32, 131072u32);
    let wide = message(|| Tensor::new(&data[..], layout!((rows, 8) : (row, 1))));
    assert_eq!(
        wide,
        "(65536,_8):(131072,_1) has size 524288 and cosize 8589803528, and at most 4294967295 fits: \
         it overflows the integers of the layout"
    );
    let (m, d) = (65536u32, 65536u32);
    assert!(message(|| Tensor::new(&data[..], layout!((m, m) : (d, 1)))).ends_with(overflows));
    assert!(message(|| Tensor::new(&data[..], layout!((m, m) : (0, 0)))).ends_with(overflows));
    let (m, d) = (usize::MAX, 2usize);
    assert!(message(|| Tensor::new(&data[..], layout!((m, 2) : (d, 1)))).ends_with(overflows));
    let n = 0u32;
    assert_eq!(Tensor::new(&data[..0], layout!((n, 4) : (4, 1))).iter().count(), 0);
}

#[test]
fn iteration_from_both_ends() {
    let data = numbers::<6>();
    let a = Tensor::new(&data, layout!((2, 3) : (3, 1)));
    assert_eq!(elements(&a), [0, 3, 1, 4, 2, 5]);
    assert_eq!(a.iter().rev().copied().collect::<Vec<_>>(), [5, 2, 4, 1, 3, 0]);
    let mut ends = a.iter();
    assert_eq!((ends.next(), ends.next_back(), ends.len()), (Some(&0), Some(&5), 4));
    let mut sum = 0;
    for x in &a {
        sum += x;
    }
    assert_eq!(sum, 15);
    assert_eq!(format!("{a:?}"), "(_2,_3):(_3,_1) [0, 3, 1, 4, 2, 5]");
}

/// A tile, a thread's elements and a slice have the elements that the layout algebra gives.
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
            let expected: Vec<u32> =
                (0..24usize).map(|index| (offset + sub.crd2idx(index)) as u32).collect();
            assert_eq!(elements(&tile), expected);
            assert_eq!(elements(&a.inner_partition(tiler, (i, j))), expected);
            assert_eq!(elements(&a.zipped_divide(tiler).slice((.., (i, j)))), expected);
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
    a.view_mut().slice((0u32, ..)).slice((0u32,)).fill(owned[1u32].clone());
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
    // The same nesting, with other extents.
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
    longer.gemm(&Tensor::new(&numbers::<32>()[..], layout!((4, k) : (k, 1))), &b);
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
        "gemm: the product of (_4,8):(8,_1) and (_5,_4):(_1,_5) does not fit (_4,_5):(_5,_1)"
    );
}

/// Fragments of every length up to 33 have contiguous elements.
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

/// A swizzled tile has the elements of its table at the same coordinates, in every part.
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

/// Tiles that do not fit are refused with the same sentence, whether the numbers are static
/// (`ui-tests/build-only/tensor_uneven`) or not.
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

/// Operations on a tensor without elements finish at once, however many coordinates its other modes
/// have.
#[test]
fn no_element_takes_no_time() {
    let begin = std::time::Instant::now();
    let (m, n) = (0usize, 1usize << 40);
    let mut a = Tensor::new([1u8; 0], layout!((m, n) : (1, 0)));
    let b = Tensor::new([1u8; 0], layout!((m, n) : (1, 3)));
    a.fill(1);
    a.clear();
    a.copy_from(&b);
    a.copy_vectors_from(&b);
    a.axpby(2, &b, 3);
    assert_eq!(a, b);
    assert_eq!(a.iter().count() + a.indexed_iter().count(), 0);
    assert_eq!(format!("{a}{a:?}"), "(0,1099511627776):(_1,_0):(0,1099511627776):(_1,_0) []");
    // A product with empty sums, and many terms.
    let k = 1usize << 20;
    let mut c = Tensor::new([1u8; 0], layout!((m, n) : (1, 0)));
    let x = Tensor::new([1u8; 0], layout!((m, k) : (1, 0)));
    let y = Tensor::new([1u8; 1], layout!((n, k) : (0, 0)));
    c.gemm(&x, &y);
    // Static, nested, and with the empty mode elsewhere.
    Tensor::new([1u8; 0], layout!((0, 0x1000000000))).fill(1);
    let nested = Tensor::new([1u8; 0], layout!(((0x100000, 0), 0x100000)));
    assert!(nested.iter().next().is_none() && nested.get(0u32).is_none());
    Tensor::new([1u8; 0], nested.layout()).fill(1);
    Tensor::new([1u8; 0], layout!((0x1000000, m, 0x1000000) : (0, 1, 0))).fill(1);
    let swizzled = Swizzle::<2, 0, 3>::new().compose(layout!((m, n) : (1, 0)));
    Tensor::new([1u8; 0], swizzled).fill(1);
    assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
}

/// A tensor may begin anywhere in memory and run backwards from there: all operations see the same
/// elements.
#[test]
fn strides_below_zero() {
    use zellige::stride::Signed;
    fn check<L: Layout<Profile = (usize, usize)>>(
        layout: L,
        first: usize,
        expected: [[u32; 3]; 2],
    ) {
        let data: [u32; 12] = core::array::from_fn(|i| i as u32);
        let a = Tensor::new_at(&data, layout, first);
        for (i, row) in expected.iter().enumerate() {
            for (j, &x) in row.iter().enumerate() {
                assert_eq!((a[(i, j)], a[i + 2 * j], a.get((i, j))), (x, x, Some(&x)));
                assert_eq!(a.slice((i, ..))[j], x);
                assert_eq!(a.slice((.., j))[i], x);
                assert_eq!(a.local_tile((int!(1), int!(3)), (i, 0u32))[j], x);
                assert_eq!(a.local_tile((int!(2), int!(1)), (0u32, j))[i], x);
                assert_eq!(a.outer_partition((int!(1), int!(3)), (0u32, j))[i], x);
                assert_eq!(a.zipped_divide((int!(1), int!(3)))[((0u32, j), (i, 0u32))], x);
                assert_eq!(a.local_partition(layout!((2, 1)), i)[j], x);
            }
        }
        assert_eq!(a.get((2u32, 0u32)), None);
        let all: Vec<u32> = (0..6).map(|i| expected[i % 2][i / 2]).collect();
        assert_eq!(a.iter().copied().collect::<Vec<_>>(), all);
        assert_eq!(
            a.iter().rev().copied().collect::<Vec<_>>(),
            all.iter().rev().copied().collect::<Vec<_>>()
        );
        assert_eq!(a.compose(layout!(3 : 2)).iter().copied().collect::<Vec<_>>(), expected[0]);
        let mut compact = Tensor::new([0; 6], layout!((2, 3)));
        compact.copy_from(&a);
        assert_eq!(compact.into_inner().to_vec(), all);
        let mut written = data;
        let mut b = Tensor::new_at(&mut written, layout, first);
        b.copy_vectors_from(&Tensor::new([100, 101, 102, 103, 104, 105], layout!((2, 3))));
        b.axpby(1, &a, 1);
        for (number, row) in b.try_split_mut((int!(1), int!(3))).unwrap().enumerate() {
            row.slice((0u32, ..)).view_mut().slice(0u32)[()] += 1000 * (number as u32 + 1);
        }
        b.view_mut().slice((1u32, ..)).fill(7);
        for i in 0..6 {
            let offset = expected[i % 2][i / 2];
            let sum = 100 + i as u32 + offset + if i == 0 { 1000 } else { 0 };
            assert_eq!(written[offset as usize], if i % 2 == 1 { 7 } else { sum });
        }
    }
    let rows_up = [[6, 8, 10], [0, 2, 4]];
    check(layout!((2, 3) : (-6, 2)), 6, rows_up);
    let (m, n) = (2u32, 3usize);
    check(layout!((2, 3) : (Signed::new(-6i32), 2)), 6, rows_up);
    check(layout!((m, n) : (Signed::new(-6isize), 2)), 6, rows_up);
    check(layout!((m, 3) : (Signed::new(-6i32), Signed::new(2i32))), 6, rows_up);
    check(layout!((2, 3) : (6, -2)), 4, [[4, 2, 0], [10, 8, 6]]);
    check(layout!((2, 3) : (-1, -3)), 8, [[8, 5, 2], [7, 4, 1]]);
    check(layout!((2, 3) : (-1, -2)), 11, [[11, 9, 7], [10, 8, 6]]);
    check(layout!((2, 3) : (6, 1)), 3, [[3, 4, 5], [9, 10, 11]]);

    // Every element may be written separately, as for any injective layout.
    let mut data = [0; 6];
    for (i, x) in Tensor::new_at(&mut data, layout!((2, 3) : (-3, -1)), 5).iter_mut().enumerate() {
        *x = i;
    }
    assert_eq!(data, [5, 3, 1, 4, 2, 0]);
    for (i, mut part) in
        Tensor::new_at(&mut data, layout!((2, 3) : (-3, 1)), 3).split_mut((int!(1), ..)).enumerate()
    {
        part.fill(i);
    }
    assert_eq!(data, [1, 1, 1, 0, 0, 0]);
    // A pointer points to the element at offset 0.
    #[allow(unsafe_code)]
    // SAFETY: the elements before it exist, and outlive the tensor.
    let last = unsafe { Tensor::from_ptr(&raw const data[5], layout!(6 : -1)) };
    assert_eq!(last.iter().copied().collect::<Vec<_>>(), [0, 0, 0, 1, 1, 1]);
    // Without elements it may begin anywhere, including at the end.
    let none = 0usize;
    assert_eq!(Tensor::new_at(&data, layout!((none, 3) : (-3, 1)), 6).iter().count(), 0);
}

/// Offsets that do not belong to an element are refused with their numbers; no number wraps.
#[test]
fn strides_below_zero_out_of_memory() {
    use zellige::stride::Signed;
    fn refused(layout: impl Layout + std::panic::RefUnwindSafe, first: usize) -> String {
        let data = [0u8; 12];
        let tried = std::panic::catch_unwind(|| Tensor::new_at(&data, layout, first).size());
        *tried.unwrap_err().downcast::<String>().unwrap()
    }
    let back = layout!((2, 3) : (-6, 2));
    assert_eq!(
        refused(back, 5),
        "(_2,_3):(_-6,_2) from element 5 on addresses the elements -1 to 9, but the memory has 12 elements"
    );
    assert_eq!(
        refused(back, 8),
        "(_2,_3):(_-6,_2) from element 8 on addresses the elements 2 to 12, but the memory has 12 elements"
    );
    assert_eq!(
        refused(layout!((0, 3)), 13),
        "(_0,_3):(_1,_0) from element 13 on addresses the elements 13 to 13, but the memory has 12 elements"
    );
    assert!(refused(back, usize::MAX).contains("the memory has 12"));
    let most = isize::MIN;
    assert!(refused(layout!((3, 3) : (Signed::new(most), 1)), 5).contains("overflows"));
    assert!(refused(layout!((2, 3) : (Signed::new(most), 1)), 5).contains("overflows"));
    assert!(refused(layout!((2, 3) : (Signed::new(i32::MIN), 1)), 5).contains("overflows"));
    assert!(refused(layout!((3, 3) : (Signed::new(i32::MAX), 1)), 5).contains("overflows"));
    assert!(refused(layout!((2, 3) : (-0x1000000000000, 1)), 5).contains("the memory has 12"));
    let (huge, one) = (1usize << 62, 1usize);
    assert!(refused(layout!((huge, one) : (-4, 1)), 5).contains("overflows"));
    // Parts that share an element are detected, whatever their direction.
    let mut data = [0; 12];
    let mut mirrored = Tensor::new_at(&mut data, layout!((3, 3) : (Signed::new(-1isize), 1)), 5);
    let refusal = mirrored.try_split_mut((int!(1), int!(3))).err().unwrap();
    assert!(
        refusal
            .message()
            .starts_with("split_mut: parts may have an element in common: mode 1.0 (3:-1)"),
        "{}",
        refusal.message()
    );
}
