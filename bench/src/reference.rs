//! What the kernels have to compute, in `f64`, one plain loop each.
//!
//! Results are matrices without gaps, row by row. Indices are by hand: a mistake in a layout is none here.

use crate::{
    data::{Element, Matrix},
    threads,
};

/// a x + y for every element.
pub fn saxpy<T: Element>(a: f64, x: &Matrix<T>, y: &Matrix<T>) -> Matrix<f64> {
    by_rows(y.rows, y.columns, |i, row| {
        for (j, r) in row.iter_mut().enumerate() {
            *r = a * x.at(i, j).value() + y.at(i, j).value();
        }
    })
}

/// The elements themselves.
pub fn copy<T: Element>(x: &Matrix<T>) -> Matrix<f64> {
    by_rows(x.rows, x.columns, |i, row| {
        for (j, r) in row.iter_mut().enumerate() {
            *r = x.at(i, j).value();
        }
    })
}

/// The transposed matrix.
pub fn transpose<T: Element>(x: &Matrix<T>) -> Matrix<f64> {
    by_rows(x.columns, x.rows, |i, row| {
        for (j, r) in row.iter_mut().enumerate() {
            *r = x.at(j, i).value();
        }
    })
}

/// exp(x) over the sum of exp(x) of the row, for every element.
pub fn softmax<T: Element>(x: &Matrix<T>) -> Matrix<f64> {
    by_rows(x.rows, x.columns, |i, row| {
        let values = || (0..x.columns).map(|j| x.at(i, j).value());
        let most = values().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = values().map(|x| (x - most).exp()).sum();
        for (r, x) in row.iter_mut().zip(values()) {
            *r = (x - most).exp() / sum;
        }
    })
}

/// alpha A B + beta C for an M by K matrix A and a K by N matrix B. C may be poison where beta is 0.
pub fn gemm<A: Element, C: Element>(
    alpha: f64,
    a: &Matrix<A>,
    b: &Matrix<A>,
    beta: f64,
    c: &Matrix<C>,
) -> Matrix<f64> {
    let rows: Vec<usize> = (0..c.rows).collect();
    gemm_rows(&rows, alpha, a, b, beta, c)
}

/// Only these rows of [`gemm`], one after the other.
///
/// # Panics
///
/// If the sizes of the matrices do not fit.
pub fn gemm_rows<A: Element, C: Element>(
    rows: &[usize],
    alpha: f64,
    a: &Matrix<A>,
    b: &Matrix<A>,
    beta: f64,
    c: &Matrix<C>,
) -> Matrix<f64> {
    let (m, n, k) = (c.rows, c.columns, a.columns);
    assert_eq!(
        (a.rows, b.rows, b.columns),
        (m, k, n),
        "A B has the size of C"
    );
    // Row by row, so that the inner loop runs along memory.
    let b: Vec<f64> = copy(b).elements;
    by_rows(rows.len(), n, |place, row| {
        let i = rows[place];
        row.fill(0.0);
        for p in 0..k {
            let a = a.at(i, p).value();
            for (r, b) in row.iter_mut().zip(&b[p * n..(p + 1) * n]) {
                *r += a * b;
            }
        }
        for (j, r) in row.iter_mut().enumerate() {
            *r *= alpha;
            if beta != 0.0 {
                *r += beta * c.at(i, j).value();
            }
        }
    })
}

/// For each element of these rows of A B, the largest size of a product a_p b_p, or of a sum of the first p of them.
///
/// # Panics
///
/// If the sizes of the matrices do not fit.
pub fn largest_sums<T: Element>(rows: &[usize], a: &Matrix<T>, b: &Matrix<T>) -> Matrix<f64> {
    let n = b.columns;
    assert_eq!(a.columns, b.rows, "A B exists");
    let b: Vec<f64> = copy(b).elements;
    by_rows(rows.len(), n, |place, row| {
        let mut sums = vec![0.0f64; n];
        row.fill(0.0);
        for p in 0..a.columns {
            let a = a.at(rows[place], p).value();
            for ((most, sum), b) in row.iter_mut().zip(&mut sums).zip(&b[p * n..(p + 1) * n]) {
                let product = a * b;
                *sum += product;
                *most = most.max(sum.abs()).max(product.abs());
            }
        }
    })
}

/// A matrix each of whose rows `f` computes, given its number: all cores share the rows.
fn by_rows(rows: usize, columns: usize, f: impl Fn(usize, &mut [f64]) + Sync) -> Matrix<f64> {
    let mut elements = vec![0.0; rows * columns];
    threads::chunks(&mut elements, columns, f);
    Matrix {
        elements,
        rows,
        columns,
        strides: (columns, 1),
    }
}
