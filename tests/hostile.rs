//! Attempts of a safe caller: elements of odd sizes, run-time integers that do not divide, overlap
//! or wrap, threads that do not exist. None reaches memory of another owner, and each refusal says
//! why.

use std::panic::{AssertUnwindSafe, catch_unwind};

use zellige::atom::*;
use zellige::prelude::*;
use zellige::refusal::Code;
use zellige::tensor::{VectorWidth, fragment};

/// Returns the message of a panic.
fn message<R>(f: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(f)).err().expect("it panics");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("a text")).to_string(),
    }
}

/// `N` bytes as one element.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Bytes<const N: usize>([u8; N]);
macro_rules! plain {
    ($($n:literal = $bits:literal),*) => { $(
        // SAFETY: an array of bytes, for which every bit pattern is a value.
        #[allow(unsafe_code)]
        unsafe impl Plain for Bytes<$n> {
            type Bits = int!($bits);
        }
    )* };
}
plain!(
    1 = 8,
    2 = 16,
    3 = 24,
    4 = 32,
    5 = 40,
    6 = 48,
    7 = 56,
    8 = 64,
    12 = 96,
    16 = 128,
    24 = 192,
    32 = 256
);

/// Copies of vectors copy the elements, and nothing beside them, whatever the size of the elements,
/// even if the memory is aligned for accesses to several.
#[test]
fn vectors_of_any_element() {
    macro_rules! copy {
        ($($n:literal),*) => { $(
            for several in [1, 2, 4, 5, 8, 40] {
                let aligned = |bytes: &[u8]| {
                    let unit = several * $n;
                    unit + (unit - bytes.as_ptr().addr() % unit) % unit
                };
                let from: Vec<u8> = (0..8192).map(|i| (i % 251) as u8).collect();
                let mut to = vec![0xffu8; 8192];
                let (source, target) = (aligned(&from), aligned(&to));
                let bytes = Strided::new(int!({ 40 * $n }), int!(1));
                let elements = Tensor::new(&from[source..], bytes).recast::<Bytes<$n>>();
                Tensor::new(&mut to[target..], bytes).recast::<Bytes<$n>>().copy_vectors_from(&elements);
                assert_eq!(to[target..][..40 * $n], from[source..][..40 * $n], "elements of {} bytes", $n);
                let beside = to[..target].iter().chain(&to[target + 40 * $n..]);
                assert!(beside.copied().all(|byte| byte == 0xff), "beside elements of {} bytes", $n);
            }
        )* };
    }
    copy!(1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32);
    type Line = layout!(40 : 1);
    assert_type_eq_all!(VectorWidth<Line, Line, int!(24)>, int!(1));
    assert_type_eq_all!(VectorWidth<Line, Line, int!(64)>, int!(2));
    assert_type_eq_all!(VectorWidth<Line, Line, int!(256)>, int!(1));
}

/// Elements of 6 bytes as elements of 4: an odd number of them ends in the middle of a word.
#[test]
fn elements_that_end_elsewhere() {
    let (even, odd) = (4usize, 3usize);
    let data = [Bytes::<6>([1; 6]); 4];
    let words = Tensor::new(&data[..], layout!(even : 1)).recast::<Bytes<4>>();
    assert_eq!((words.size(), words[5u32]), (6, Bytes([1; 4])));
    assert_eq!(
        message(|| Tensor::new(&data[..3], layout!(odd : 1)).recast::<Bytes<4>>()),
        "6:_1 addresses 24 bytes, but the tensor has 18"
    );
    let halves = Tensor::new(&data[..3], layout!(odd : 1)).recast::<Bytes<2>>();
    assert_eq!((halves.size(), halves[8u32]), (9, Bytes([1; 2])));
}

/// The cosize of an outer function that runs backwards counts from the smallest offset, -3, to the
/// largest, 8.
#[test]
fn cosize_of_outer_functions() {
    type Backwards = ComposedLayout<layout!((4, 2) : (-1, 8)), int!(0), layout!((4, 2) : (1, 4))>;
    assert_eq!(Backwards::COSIZE, 12);
    type Forwards = ComposedLayout<layout!((4, 2) : (1, 8)), int!(0), layout!((4, 2) : (1, 4))>;
    assert_eq!(Forwards::COSIZE, 12);
}

/// A fragment has memory for all coordinates, including those of a run-time extent.
#[test]
fn a_fragment_of_a_broadcast() {
    let n = 5usize;
    let mut a = fragment(1, layout!((n, 4) : (0, 1)));
    a[(4u32, 3u32)] = 2;
    assert_eq!((a[(0u32, 3u32)], a.iter().sum::<i32>()), (2, 25));
}

/// Returns, for each of 64 elements, the parts that write it, as bits, and the total number of
/// elements of the parts; or why the layout is not split.
fn split<L: Layout, T: TilerFor<L>>(layout: L, tiler: T) -> Result<([u64; 64], usize), Code> {
    let (mut owners, mut elements) = ([0; 64], 0);
    let mut a = Tensor::new(&mut owners[..], layout);
    let parts = a.try_split_mut(tiler).map_err(|refusal| refusal.code)?;
    for (number, mut part) in parts.enumerate() {
        elements += part.size();
        for i in 0..part.size() {
            part[i] |= 1 << number;
        }
    }
    Ok((owners, elements))
}

/// Returns, for each offset, the parts of (m, n) : (p, q) in tiles of (s, t) that reach it, as
/// bits, found with plain loops.
fn owners([m, n, p, q, s, t]: [usize; 6]) -> [u64; 64] {
    let mut owners = [0; 64];
    for i in 0..m {
        for j in 0..n {
            owners[i * p + j * q] |= 1 << (i / s + m / s * (j / t));
        }
    }
    owners
}

/// All small matrices and tiles: the parts that are handed out have the elements that plain loops
/// give, and no element belongs to two parts; each refusal has its proper reason.
#[test]
fn small_matrices_split_by_their_numbers() {
    let (mut handed_out, mut interleaved) = (0, 0);
    for case in 0..5 * 5 * 9 * 9 * 3 * 3usize {
        let mut rest = case;
        let mut next = |most| {
            let digit = rest % most;
            rest /= most;
            digit
        };
        let [m, n, p, q, s, t] =
            [next(5) + 1, next(5) + 1, next(9), next(9), next(3) + 1, next(3) + 1];
        if (m - 1) * p + (n - 1) * q >= 64 {
            continue;
        }
        let owners = owners([m, n, p, q, s, t]);
        let shared = owners.iter().any(|parts| parts.count_ones() > 1);
        let even = m % s == 0 && n % t == 0;
        let name = format!("({m},{n}):({p},{q}) by ({s},{t})");
        match split(layout!((m, n) : (p, q)), (s, t)) {
            Ok(found) => {
                assert!(even && !shared, "{name}");
                assert_eq!(found, (owners, m * n), "{name}");
                handed_out += 1;
            }
            Err(Code::UnevenTiles) => assert!(!even, "{name}"),
            Err(Code::Broadcast) => assert!(even && shared, "{name}"),
            // Exact, except for modes that interleave.
            Err(Code::Overlap) => {
                assert!(even, "{name}");
                let ([near, far], nearer) = if p < q { ([p, q], m) } else { ([q, p], n) };
                assert!(shared || near * nearer > far, "{name}");
                interleaved += usize::from(!shared);
            }
            Err(code) => panic!("{name}: {code:?}"),
        }
    }
    assert!(handed_out > 1000 && interleaved > 0, "{handed_out} {interleaved}");
}

/// The same for the elements that threads take: one thread may have an element twice, but two
/// threads may not share one.
#[test]
fn small_matrices_partitioned_by_their_numbers() {
    let (threads, mut handed_out) = (layout!((2, 2) : (2, 1)), 0);
    for case in 0..5 * 5 * 9 * 9usize {
        let [m, n] = [case % 5 + 1, case / 5 % 5 + 1];
        let [p, q] = [case / 25 % 9, case / 225];
        if (m - 1) * p + (n - 1) * q >= 64 {
            continue;
        }
        let mut expected = [0u64; 64];
        for i in 0..m {
            for j in 0..n {
                expected[i * p + j * q] |= 1 << (i % 2 * 2 + j % 2);
            }
        }
        let shared = expected.iter().any(|threads| threads.count_ones() > 1);
        let even = m % 2 == 0 && n % 2 == 0;
        let name = format!("({m},{n}):({p},{q})");
        let mut owners = [0u64; 64];
        let mut a = Tensor::new(&mut owners[..], layout!((m, n) : (p, q)));
        match a.try_partition_mut(threads) {
            Ok(parts) => {
                assert!(even && !shared, "{name}");
                for (thread, mut part) in parts.enumerate() {
                    for i in 0..part.size() {
                        part[i] |= 1 << thread;
                    }
                }
                assert_eq!(owners, expected, "{name}");
                handed_out += 1;
            }
            Err(refusal) => match refusal.code {
                Code::UnevenTiles => assert!(!even, "{name}"),
                Code::Broadcast => assert!(even && shared, "{name}"),
                Code::Overlap => assert!(even && (shared || p.min(q) * 5 > p.max(q)), "{name}"),
                code => panic!("{name}: {code:?}"),
            },
        }
    }
    assert!(handed_out > 50, "{handed_out}");
}

/// A refusal names the modes, with their extents and strides.
#[test]
fn why_parts_are_not_handed_out() {
    let mut data = [0u32; 64];
    let (m, n, zero) = (8usize, 8usize, 0usize);
    let mut a = Tensor::new(&mut data[..], layout!((m, n) : (zero, 1)));
    assert_eq!(
        a.try_split_mut((int!(4), int!(2))).err().unwrap().message(),
        "split_mut: mode 1.0 (2:0) has stride 0: its 2 parts are the same elements \
         [(tile, rest): ((_4,_2),(2,4)):((0,_1),(0,_2))]"
    );
    // Tiles that have an element twice are still parts.
    assert_eq!(a.try_split_mut((int!(8), int!(2))).map(|parts| parts.len()).ok(), Some(4));
    let pitch = 5usize;
    let mut b = Tensor::new(&mut data[..], layout!((m, n) : (pitch, 1)));
    assert_eq!(
        b.try_partition_mut(layout!((4, 2))).err().unwrap().message(),
        "partition_mut: parts may have an element in common: mode 0.0 (4:5) begins at 5, and the modes of smaller \
         strides reach 7: mode 0.1 (2:1), mode 1.1 (4:2) [(tile, rest): ((_4,_2),(2,4)):((5,_1),(20,_2))]"
    );
    assert_eq!(
        b.try_split_mut((int!(3), int!(4))).err().unwrap().message(),
        "split_mut: the tiles hang over the end of the tensor: it has 64 elements, with the tiles it has 72 elements; \
         pad its shape, or choose tiles that divide it [it is (8,8):(5,_1), (tile, rest) is \
         ((_3,_4),(3,2)):((5,_1),(15,_4))]"
    );
}

/// A swizzle with run-time strides inside, and parts that are tiled and split again.
#[test]
fn parts_of_parts() {
    let (m, n) = (8usize, 16usize);
    let mut data = [0u32; 128];
    let mut a =
        Tensor::new(&mut data[..], Swizzle::<2, 0, 4>::new().compose(layout!((m, n) : (n, 1))));
    for (number, mut tile) in a.try_split_mut((int!(4), int!(8))).unwrap().enumerate() {
        assert!(tile.layout().to_string().starts_with("Sw<2,0,4> o "));
        let number = 1000 * number as u32;
        for (thread, mut mine) in tile.try_partition_mut(layout!((2, 4))).unwrap().enumerate() {
            let thread = number + 100 * thread as u32;
            assert_eq!(mine.size(), 4);
            for i in 0..mine.size() {
                mine[i] += thread + i as u32 + 1;
            }
        }
        let mut corner = tile.view_mut().local_tile((int!(2), int!(2)), (1u32, 3u32));
        corner[(1u32, 1u32)] += 50;
    }
    for i in 0..8u32 {
        for j in 0..16u32 {
            let (row, column) = (i % 4, j % 8);
            let thread = row % 2 + 2 * (column % 4);
            let mine = row / 2 + 2 * (column / 4);
            let corner = if (row, column) == (3, 7) { 50 } else { 0 };
            let expected = 1000 * (i / 4 + 2 * (j / 8)) + 100 * thread + mine + 1 + corner;
            assert_eq!(data[(i * 16 + (j ^ (i % 4))) as usize], expected, "({i},{j})");
        }
    }
}

/// Threads that do not exist have no elements, neither of tensors nor of layouts.
#[test]
fn threads_that_do_not_exist() {
    let (threads, data) = (layout!((4, 2) : (2, 1)), [0u8; 64]);
    let (layout, none) =
        (layout!((8, 8) : (8, 1)), "there is no thread 8: the 8 threads are numbered from 0");
    assert_eq!(message(|| Tensor::new(&data, layout).local_partition(threads, 8u32)), none);
    assert_eq!(message(|| layout.local_partition(threads, 8usize)), none);
    let m = 4u32;
    assert_eq!(message(|| layout.local_partition(layout!((m, 2) : (2, 1)), 8u32)), none);
    // Thread 16 has a number, but the threads from 4 on do not.
    let gaps = layout!((4, 2) : (1, 16));
    assert_eq!(
        message(|| layout.local_partition(gaps, 16u32)),
        "there is no thread 16: the layout is not compact, and numbers only 4 of its 8 threads \
        from 0 without a gap"
    );
    let one = "there is no thread 1: the layout has 1 thread";
    assert_eq!(message(|| layout.local_partition(layout!((1, 1)), 1u32)), one);
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    let none = "there is no thread 128: the 128 threads are numbered from 0";
    let c = layout!((128, 128) : (128, 1));
    assert_eq!(message(|| mma.get_slice(128u32)), none);
    assert_eq!(message(|| mma.partition::<OperandC, _, _>(c, 128u32)), none);
    type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>;
    let copy = make_tiled_copy(Atom::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
    assert_eq!(message(|| copy.get_slice(128usize)), none);
    assert_eq!(message(|| copy.partition::<Source, _, _>(c, 128usize)), none);
    assert_eq!(mma.get_slice(127u32).partition_c(c).1, (16 + 7) * 128 + 8 + 6);
}

/// Where types cannot prove that parts are disjoint, `split_mut` and `partition_mut` prove it from
/// the numbers.
#[test]
fn split_mut_proves_run_time_strides() {
    let (m, n) = (8usize, 6usize);
    let mut data = [0u32; 48];
    let mut a = Tensor::new(&mut data[..], layout!((m, n) : (n, 1)));
    for (number, mut tile) in a.split_mut((int!(4), int!(3))).enumerate() {
        tile.fill(number as u32);
    }
    assert_eq!(data[..6], [0, 0, 0, 2, 2, 2]);
    assert_eq!(data[42..], [1, 1, 1, 3, 3, 3]);
    let mut a = Tensor::new(&mut data[..], layout!((m, n) : (n, 1)));
    let parts = a.partition_mut(layout!((4, 2) : (2, 1)));
    assert_eq!(parts.map(|part| part.size()).sum::<usize>(), 48);

    for (pitch, sentence) in [
        (5usize, "split_mut: parts may have an element in common: mode 0.0 (4:5) begins at 5"),
        (0, "split_mut: mode 1.0 (2:0) has stride 0: its 2 parts are the same elements"),
    ] {
        let mut b = Tensor::new(&mut data[..], layout!((m, n) : (pitch, 1)));
        let said = message(|| b.split_mut((int!(4), int!(3))).len());
        assert!(said.starts_with(sentence), "{said}");
        let said = message(|| b.partition_mut(layout!((4, 2))).len());
        assert!(said.starts_with("partition_mut: "), "{said}");
    }
}
