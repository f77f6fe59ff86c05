//! The tools of the other tests: what they accept, and what they find.

use zellige_bench::{
    case::{Output, Region},
    compare::{Tolerance, compare, compare_rows, tensor_cores},
    data::{Element, GUARD, Matrix},
    reference,
};
use zellige_gpu::{Bf16, E4m3, E5m2, F16};

fn poison<T: Element>() {
    assert!(T::POISON.value().is_nan());
    assert_ne!(T::POISON.bits(), T::nearest(f64::NAN).bits(), "{}", T::NAME);
    assert_ne!(T::POISON.bits(), T::nearest(-f64::NAN).bits(), "{}", T::NAME);
    assert!(T::nearest(1.0 + T::EPSILON).value() > 1.0);
    assert_eq!(T::nearest(1.0 + T::EPSILON / 2.0).value(), 1.0);
}

#[test]
fn poison_is_a_nan_of_its_own() {
    poison::<f64>();
    poison::<f32>();
    poison::<Bf16>();
    poison::<F16>();
}

/// Compares with all numbers of the type. They have 8 bits; of two that are equally near, one is
/// even.
fn nearest<T: Element>() {
    let all: Vec<T> = (0..=u8::MAX).map(|bits| T::of_bytes(&[bits])).collect();
    let finite = || all.iter().filter(|x| x.value().is_finite());
    let mut sizes: Vec<f64> = finite().map(|x| x.value().abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let between = sizes.windows(2).flat_map(|pair| {
        let middle = (pair[0] + pair[1]) / 2.0;
        [pair[0], middle, middle.next_down(), middle.next_up()]
    });
    for x in between.chain([1e9]).flat_map(|x| [x, -x]) {
        let of_sign = finite().filter(|y| y.value().is_sign_negative() == x.is_sign_negative());
        let best = of_sign.min_by(|y, z| {
            let distance = |of: &T| (of.value() - x).abs();
            let order = distance(y).total_cmp(&distance(z));
            order.then((y.bits() % 2).cmp(&(z.bits() % 2)))
        });
        assert_eq!(T::nearest(x).bits(), best.unwrap().bits(), "{x}");
    }
}

#[test]
fn numbers_of_8_bits_are_the_nearest() {
    nearest::<E4m3>();
    nearest::<E5m2>();
}

#[test]
fn memory_holds_gaps_and_a_guard() {
    let matrix: Matrix<F16> = Matrix::new(3, 2, (1, 5)).integers(1);
    assert_eq!(matrix.elements.len(), 5 + 3 + GUARD);
    let poisoned = matrix.elements.iter().filter(|x| **x == F16::POISON).count();
    assert_eq!(poisoned, 2 + GUARD);
    assert_eq!(Matrix::<f32>::new(0, 7, (7, 1)).elements.len(), GUARD);
}

#[test]
fn seeds_give_numbers_that_have_nothing_in_common() {
    let size = 1 << 16;
    let vectors: Vec<Matrix<f64>> = (1..5).map(|seed| Matrix::vector(size).random(seed)).collect();
    let product = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    // The root mean square of a product is 1/3: sums of several have that times the root of their
    // count.
    let most = |count: usize| 5.0 / 3.0 * (count as f64).sqrt();
    for (i, x) in vectors.iter().enumerate() {
        for y in &vectors[..i] {
            let (x, y) = (&x.elements[..size], &y.elements[..size]);
            assert!(product(x, y).abs() < most(size));
            for (x, y) in x.chunks(4096).zip(y.chunks(4096)) {
                assert!(product(x, y).abs() < most(4096), "{}", product(x, y));
            }
        }
        // Parts of the same vector.
        for step in [1, 2, 4096, 1 << 14, 1 << 15] {
            let sum = product(&x.elements[..size - step], &x.elements[step..size]);
            assert!(sum.abs() < most(size - step), "{step}: {sum}");
        }
    }
}

#[test]
fn coordinates_are_those_of_the_index() {
    for (rows, columns, strides) in [
        (3, 5, (7, 1)),
        (3, 5, (5, 1)),
        (5, 3, (1, 6)),
        (1, 4, (1, 1)),
        (1, 4, (2, 1)),
        (4, 1, (1, 1)),
        (4, 1, (3, 1)),
        (4, 1, (1, 4)),
        (1, 1, (9, 1)),
        (0, 4, (4, 1)),
        (0, 4, (1, 0)),
        (4, 0, (0, 1)),
        (4, 0, (1, 4)),
    ] {
        let matrix: Matrix<f32> = Matrix::new(rows, columns, strides);
        let mut elements = 0;
        for place in 0..matrix.elements.len() {
            if let Some((i, j)) = matrix.coordinates(place) {
                assert_eq!(matrix.index(i, j), place, "{rows} x {columns} {strides:?}");
                elements += 1;
            }
        }
        assert_eq!(elements, rows * columns, "{rows} x {columns} {strides:?}");
    }
}

#[test]
#[should_panic = "overlap"]
fn matrices_do_not_overlap() {
    Matrix::<f32>::new(3, 5, (4, 1));
}

/// Computes A B, rounded as it is accumulated, in a matrix with gaps.
fn product(a: &Matrix<f32>, b: &Matrix<f32>, c: &mut Matrix<f32>) {
    for i in 0..c.rows {
        for j in 0..c.columns {
            let place = c.index(i, j);
            c.elements[place] = (0..a.columns).map(|p| a.at(i, p) * b.at(p, j)).sum();
        }
    }
}

#[test]
fn gemm_within_its_tolerance() {
    for (m, n, k) in [(1, 1, 1), (17, 31, 257), (40, 40, 2000), (3, 4, 0)] {
        let a = Matrix::new(m, k, (1, m + 3)).random(1);
        let b = Matrix::new(k, n, (n + 1, 1)).random(2);
        let before = Matrix::new(m, n, (n + 2, 1));
        let mut c = before.clone();
        product(&a, &b, &mut c);
        let expected = reference::gemm(1.0, &a, &b, 0.0, &before);
        let tolerance = Tolerance::gemm::<f32>(k);
        let error = compare(&before, &c, &expected, tolerance).unwrap();
        assert!(error <= tolerance.absolute);
    }
}

/// Returns the f32 next to x, towards zero.
fn cut_off(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest).abs() > x.abs() { f32::from_bits(nearest.to_bits() - 1) } else { nearest }
}

/// Returns these numbers truncated to a common unit, 2^-23 of the largest of them or less.
fn aligned(addends: &[f64]) -> impl Iterator<Item = f64> {
    let largest = addends.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    let unit = largest.log2().floor().exp2() * f64::from(f32::EPSILON);
    addends.iter().map(move |x| if unit > 0.0 { (x / unit).trunc() * unit } else { 0.0 })
}

/// Computes A B as tensor cores that take this many products at a time.
fn on_tensor_cores(at_a_time: usize, a: &Matrix<f32>, b: &Matrix<f32>, c: &mut Matrix<f32>) {
    for (i, j) in (0..c.rows * c.columns).map(|place| (place / c.columns, place % c.columns)) {
        let place = c.index(i, j);
        c.elements[place] = (0..a.columns).step_by(at_a_time).fold(0.0, |sum: f32, from| {
            let steps = from..a.columns.min(from + at_a_time);
            let products = steps.map(|p| f64::from(a.at(i, p)) * f64::from(b.at(p, j)));
            let addends: Vec<f64> = products.chain([sum.into()]).collect();
            cut_off(aligned(&addends).sum())
        });
    }
}

/// Returns random numbers of a GPU's 16 bits.
fn short(rows: usize, columns: usize, seed: u64) -> Matrix<f32> {
    let mut x = Matrix::<f32>::new(rows, columns, (columns, 1)).random(seed);
    let elements = x.elements.iter_mut().filter(|x| !x.is_nan());
    elements.for_each(|x| *x = Bf16::nearest(f64::from(*x)).value() as f32);
    x
}

#[test]
fn tensor_cores_are_within_their_bound_and_wrong_kernels_are_not() {
    let n = 24;
    for k in [1, 5, 16, 100, 1000, 8192] {
        let (a, b) = (short(n, k, 1), short(k, n, 2));
        let before: Matrix<f32> = Matrix::new(n, n, (n, 1));
        let rows: Vec<usize> = (0..n).collect();
        let output = Output {
            expected: reference::gemm(1.0, &a, &b, 0.0, &before),
            bounds: Some(tensor_cores(k, &reference::largest_sums(&rows, &a, &b))),
            tolerance: Tolerance::rounding::<f32>(),
            before,
            rows,
        };
        let check = |c: &Matrix<f32>| {
            let bytes: Vec<u8> = c.elements.iter().flat_map(|x| x.to_ne_bytes()).collect();
            output.check(&bytes)
        };
        let mut right = output.before.clone();
        for at_a_time in [4, 8, 16] {
            on_tensor_cores(at_a_time, &a, &b, &mut right);
            check(&right).unwrap_or_else(|error| panic!("{at_a_time} of {k}: {error}"));
        }
        let wrong = |change: &dyn Fn(&mut Matrix<f32>)| {
            let (mut a, mut c) = (a.clone(), output.before.clone());
            change(&mut a);
            on_tensor_cores(16, &a, &b, &mut c);
            check(&c).map_or_else(|difference| difference.wrong, |_| 0)
        };
        let place = |i: usize, p: usize| i * k + p;
        assert_eq!(wrong(&|_| ()), 0);

        // The last step along K is omitted, of 64, or of as many as there are.
        let left_out = wrong(&|a| {
            for (i, p) in (0..n).flat_map(|i| (k.saturating_sub(64)..k).map(move |p| (i, p))) {
                a.elements[place(i, p)] = 0.0;
            }
        });
        assert!(left_out > n * n * 9 / 10, "{k}: {left_out}");
        // One product of a row is omitted.
        let left_out = wrong(&|a| a.elements[place(3, k / 2)] = 0.0);
        assert!(left_out > n / 2 && left_out <= n, "{k}: {left_out}");
        // Two neighbours are exchanged.
        if k > 1 {
            let swapped = wrong(&|a| a.elements.swap(place(3, k / 2), place(3, k / 2 - 1)));
            assert!(swapped > n / 2 && swapped <= n, "{k}: {swapped}");
        }
        // So are two results.
        right.elements.swap(7, 8);
        assert_eq!(check(&right).unwrap_err().wrong, 2);
    }
}

#[test]
fn integers_are_exact() {
    let a = Matrix::new(9, 500, (500, 1)).integers(1);
    let b = Matrix::new(500, 8, (1, 500)).integers(2);
    let before = Matrix::new(9, 8, (8, 1));
    let mut c = before.clone();
    product(&a, &b, &mut c);
    let expected = reference::gemm(1.0, &a, &b, 0.0, &before);
    assert_eq!(compare(&before, &c, &expected, Tolerance::EXACT), Ok(0.0));
}

#[test]
fn differences_are_found() {
    let x: Matrix<f32> = Matrix::new(3, 4, (6, 1)).random(1);
    let before = Matrix::new(3, 4, (6, 1));
    let expected = reference::copy(&x);
    let check = |y: &Matrix<f32>| compare(&before, y, &expected, Tolerance::rounding::<f32>());
    assert_eq!(check(&x), Ok(0.0));

    // Never written.
    let difference = check(&before).unwrap_err();
    assert_eq!(difference.wrong, 12);
    assert!(difference.first.starts_with("(0, 0) is NaN, and should be"));
    // A wrong number.
    let mut y = x.clone();
    y.elements[6 + 3] += 0.5;
    let difference = check(&y).unwrap_err();
    assert_eq!(difference.wrong, 1);
    assert!(difference.first.starts_with("(1, 3) is"));
    assert!(difference.first.contains("off by 5.0e-1"), "{difference}");
    // Between the rows, and behind the end.
    for place in [4, 11, 2 * 6 + 4, y.elements.len() - 1] {
        let mut y = x.clone();
        y.elements[place] = 0.0;
        let difference = check(&y).unwrap_err();
        assert_eq!(difference.wrong, 1);
        assert!(difference.first.contains(&format!("the one at {place}, outside")));
    }
}

#[test]
fn some_rows_are_compared_and_the_others_are_numbers() {
    let a: Matrix<f32> = Matrix::new(20, 30, (30, 1)).random(1);
    let b = Matrix::new(30, 10, (10, 1)).random(2);
    let before = Matrix::new(20, 10, (10, 1));
    let mut c = before.clone();
    product(&a, &b, &mut c);
    let rows = [3, 19];
    let expected = reference::gemm_rows(&rows, 1.0, &a, &b, 0.0, &before);
    let check =
        |c: &Matrix<f32>| compare_rows(&rows, &before, c, &expected, Tolerance::gemm::<f32>(30));
    assert!(check(&c).is_ok());
    c.elements[40] += 1.0;
    assert!(check(&c).is_ok(), "row 4 is not known");
    c.elements[190] += 1.0;
    assert_eq!(check(&c).unwrap_err().wrong, 1);
    c.elements[40] = f32::NAN;
    assert_eq!(check(&c).unwrap_err().wrong, 2);
}
