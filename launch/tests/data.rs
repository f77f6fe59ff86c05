//! The means of the other tests: what they let pass, and what they find.

use zellige_kernels::gpu::{Bf16, F16};
use zellige_launch::{
    compare::{Tolerance, compare, compare_rows},
    data::{Element, GUARD, Matrix},
    reference,
};

fn poison<T: Element>() {
    assert!(T::POISON.value().is_nan());
    assert_ne!(T::POISON.bits(), T::nearest(f64::NAN).bits(), "{}", T::NAME);
    assert_ne!(
        T::POISON.bits(),
        T::nearest(-f64::NAN).bits(),
        "{}",
        T::NAME
    );
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

#[test]
fn memory_holds_gaps_and_a_guard() {
    let matrix: Matrix<F16> = Matrix::new(3, 2, (1, 5)).integers(1);
    assert_eq!(matrix.elements.len(), 5 + 3 + GUARD);
    let poisoned = matrix
        .elements
        .iter()
        .filter(|x| **x == F16::POISON)
        .count();
    assert_eq!(poisoned, 2 + GUARD);
    assert_eq!(Matrix::<f32>::new(0, 7, (7, 1)).elements.len(), GUARD);
}

#[test]
fn seeds_give_numbers_that_have_nothing_in_common() {
    let size = 1 << 16;
    let vectors: Vec<Matrix<f64>> = (1..5)
        .map(|seed| Matrix::vector(size).random(seed))
        .collect();
    let product = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    // A product is 1/3 in the root of the mean square: sums of as many have that times the root of their number.
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

/// A B, rounded as it is added up, in a matrix with gaps.
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

/// The f32 next to x, towards zero.
fn cut_off(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest).abs() > x.abs() {
        f32::from_bits(nearest.to_bits() - 1)
    } else {
        nearest
    }
}

#[test]
fn tensor_cores_within_their_tolerance() {
    let (n, k) = (40, 8192);
    let a: Matrix<f32> = Matrix::new(n, k, (k, 1)).random(1);
    let b: Matrix<f32> = Matrix::new(k, n, (1, k)).random(2);
    let before = Matrix::new(n, n, (n, 1));
    let mut c: Matrix<f32> = before.clone();
    for (i, j) in (0..n * n).map(|place| (place / n, place % n)) {
        c.elements[i * n + j] = (0..k).step_by(16).fold(0.0, |sum, from| {
            let products = (from..from + 16).map(|p| f64::from(a.at(i, p)) * f64::from(b.at(p, j)));
            cut_off(f64::from(sum) + products.sum::<f64>())
        });
    }
    let expected = reference::gemm(1.0, &a, &b, 0.0, &before);
    let tolerance = Tolerance::tensor_cores::<f32>(k);
    let error = compare(&before, &c, &expected, tolerance).unwrap();
    assert!(
        error > tolerance.absolute / 50.0,
        "{error}: nothing was cut off"
    );
    // A product that is left out is found.
    let left_out = (0..k).max_by(|&p, &q| {
        let size = |p: usize| (a.at(0, p) * b.at(p, 0)).abs();
        size(p).total_cmp(&size(q))
    });
    let p = left_out.unwrap();
    c.elements[0] -= a.at(0, p) * b.at(p, 0);
    compare(&before, &c, &expected, tolerance).unwrap_err();
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
        assert!(
            difference
                .first
                .contains(&format!("the one at {place}, outside"))
        );
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
