//! The arguments for BLAS describe the product, by BLAS's definition.

use zellige_bench::{
    compare::{Tolerance, compare},
    data::Matrix,
    reference,
};
use zellige_problems::libraries::{Blas, Kind, Product, Strides};

/// Multiplies as BLAS does, by its definition.
fn multiply(blas: Blas, [x, y, z]: [&mut Vec<f32>; 3]) {
    let (a, b) = if blas.swapped { (y, x) } else { (x, y) };
    let place = |row: usize, column: usize, transpose: bool, leading: usize| {
        if transpose { column + row * leading } else { row + column * leading }
    };
    for i in 0..blas.m {
        for j in 0..blas.n {
            let product = |p| {
                a[place(i, p, blas.transpose_a, blas.lda)]
                    * b[place(p, j, blas.transpose_b, blas.ldb)]
            };
            z[i + j * blas.ldc] = (0..blas.k).map(product).sum();
        }
    }
}

#[test]
fn blas_multiplies_these_matrices() {
    let (m, n, k) = (5, 7, 3);
    for which in 0..8 {
        let strides = |rows: usize, columns: usize, bit: u32| {
            if which >> bit & 1 == 0 { (columns + 2, 1) } else { (1, rows + 3) }
        };
        let mut a = Matrix::new(m, k, strides(m, k, 0)).integers(1);
        let mut b = Matrix::new(k, n, strides(k, n, 1)).integers(2);
        let before = Matrix::new(m, n, strides(m, n, 2));
        let expected = reference::gemm(1.0, &a, &b, 0.0, &before);
        let (from, to) = (Kind::F32, Kind::F32);
        let [a_strides, b_strides, c_strides] =
            [Strides::of(&a), Strides::of(&b), Strides::of(&before)];
        let product = Product { m, n, k, from, to, a: a_strides, b: b_strides, c: c_strides };
        let mut after = before.clone();
        multiply(product.blas(), [&mut a.elements, &mut b.elements, &mut after.elements]);
        assert_eq!(compare(&before, &after, &expected, Tolerance::EXACT), Ok(0.0), "{product:?}");
    }
}
