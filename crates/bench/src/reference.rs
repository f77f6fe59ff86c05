//! The expected results of the kernels, in `f64`, one plain loop each.
//!
//! Results are matrices without gaps, row by row. Indices are hand-written, so a mistake in a
//! layout cannot occur here.

use crate::{
    data::{Element, Matrix},
    threads,
};

/// Computes a x + y for every element.
pub fn saxpy<T: Element>(a: f64, x: &Matrix<T>, y: &Matrix<T>) -> Matrix<f64> {
    by_rows(y.rows, y.columns, |i, row| {
        for (j, r) in row.iter_mut().enumerate() {
            *r = a * x.at(i, j).value() + y.at(i, j).value();
        }
    })
}

/// Returns the elements themselves.
pub fn copy<T: Element>(x: &Matrix<T>) -> Matrix<f64> {
    by_rows(x.rows, x.columns, |i, row| {
        for (j, r) in row.iter_mut().enumerate() {
            *r = x.at(i, j).value();
        }
    })
}

/// Returns the transposed matrix.
pub fn transpose<T: Element>(x: &Matrix<T>) -> Matrix<f64> {
    by_rows(x.columns, x.rows, |i, row| {
        for (j, r) in row.iter_mut().enumerate() {
            *r = x.at(j, i).value();
        }
    })
}

/// Returns the tensor that has mode `permutation[i]` of x as its mode i. A matrix has the last mode
/// of a tensor in its rows, and the others are its rows, the last one fastest.
///
/// # Panics
///
/// Panics if the matrix does not have these extents, or `permutation` is not a permutation.
pub fn permute<T: Element>(x: &Matrix<T>, extents: &[usize], permutation: &[usize]) -> Matrix<f64> {
    let rank = extents.len();
    let to: Vec<usize> = permutation.iter().map(|&mode| extents[mode]).collect();
    let (columns, rows) = (to[rank - 1], to[..rank - 1].iter().product());
    assert_eq!(x.columns, extents[rank - 1], "the last mode");
    by_rows(rows, columns, |row, result| {
        let mut coordinate = vec![0; rank];
        let mut rest = row;
        for i in (0..rank - 1).rev() {
            coordinate[permutation[i]] = rest % to[i];
            rest /= to[i];
        }
        for (j, r) in result.iter_mut().enumerate() {
            coordinate[permutation[rank - 1]] = j;
            let others = coordinate.iter().zip(extents).take(rank - 1);
            let row = others.fold(0, |row, (c, extent)| row * extent + c);
            *r = x.at(row, coordinate[rank - 1]).value();
        }
    })
}

/// Computes exp(x) over the sum of exp(x) of the row, for every element.
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

/// The parameters of attention, beside Q, K and V: matrices of a row for each token.
#[derive(Clone, Debug)]
pub struct Attention {
    /// The tokens of Q with which the sequences begin, and their total.
    pub q_starts: Vec<usize>,
    /// The tokens of K and V with which the sequences begin, and their total.
    pub k_starts: Vec<usize>,
    /// The number of columns of a head: of Q and K, and of V and the output.
    pub dimensions: (usize, usize),
    /// The number of heads of Q.
    pub heads: usize,
    /// The number of heads of Q that share a head of K and V.
    pub group: usize,
    /// The factor of the scores.
    pub scale: f64,
    /// Whether a query sees only the keys up to its own; the last query and the last key of a
    /// sequence are aligned.
    pub causal: bool,
}
/// The results of attention for some tokens of Q, in their order.
pub struct Attended {
    /// sum(p v) / sum(p) with p = exp(scale q k), in the order of O; 0 if a query sees no key.
    pub output: Matrix<f64>,
    /// sum(p |v|) / sum(p).
    pub sizes: Matrix<f64>,
    /// log(sum(p)), a column for each head.
    pub logarithms: Matrix<f64>,
}
impl Attention {
    /// Computes these tokens.
    ///
    /// # Panics
    ///
    /// Panics if the sizes of the matrices do not fit.
    pub fn of<T: Element>(
        &self,
        tokens: &[usize],
        q: &Matrix<T>,
        k: &Matrix<T>,
        v: &Matrix<T>,
    ) -> Attended {
        let ((d, dv), columns) = (self.dimensions, self.heads * self.dimensions.1);
        // Head by head, so that the inner loops run along memory.
        let by_head = |of: &Matrix<T>, d: usize| {
            by_rows(of.columns / d * of.rows, d, |place, row| {
                let (head, key) = (place / of.rows, place % of.rows);
                for (j, r) in row.iter_mut().enumerate() {
                    *r = of.at(key, head * d + j).value();
                }
            })
        };
        let tokens_k = k.rows;
        let (k, v) = (by_head(k, d), by_head(v, dv));
        // A row has the output, its sizes and the logarithms.
        let all = by_rows(tokens.len(), 2 * columns + self.heads, |place, row| {
            row.fill(0.0);
            let token = tokens[place];
            let sequence = self.q_starts.partition_point(|&start| start <= token) - 1;
            let ends = |starts: &[usize]| (starts[sequence], starts[sequence + 1]);
            let ((first_q, end_q), (first_k, end_k)) = (ends(&self.q_starts), ends(&self.k_starts));
            let seen = match self.causal {
                true => (token - first_q + 1 + end_k - first_k).saturating_sub(end_q - first_q),
                false => usize::MAX,
            };
            let keys = first_k..end_k.min(first_k.saturating_add(seen));
            for head in 0..self.heads {
                let mine = head * dv;
                let place = |key: usize, d: usize| {
                    let begin = (head / self.group * tokens_k + key) * d;
                    begin..begin + d
                };
                let query: Vec<f64> = (0..d).map(|j| q.at(token, head * d + j).value()).collect();
                let score = |key: usize| self.scale * dot(&query, &k.elements[place(key, d)]);
                let scores: Vec<f64> = keys.clone().map(score).collect();
                let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let powers: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
                let sum: f64 = powers.iter().sum();
                let (results, sizes) = row.split_at_mut(columns);
                for (key, p) in keys.clone().zip(powers) {
                    let (p, values) = (p / sum, &v.elements[place(key, dv)]);
                    let both = results[mine..].iter_mut().zip(&mut sizes[mine..]);
                    for ((result, size), v) in both.zip(values) {
                        *result += p * v;
                        *size += (p * v).abs();
                    }
                }
                row[2 * columns + head] = most + sum.ln();
            }
        });
        Attended {
            output: all.some_columns(0, columns),
            sizes: all.some_columns(columns, columns),
            logarithms: all.some_columns(2 * columns, self.heads),
        }
    }
}

/// Returns the sum of x y, with eight separate sums of every eighth element: such sums wait for
/// each other an eighth as often.
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    for (x, y) in x.chunks(8).zip(y.chunks(8)) {
        for ((sum, x), y) in sums.iter_mut().zip(x).zip(y) {
            *sum += x * y;
        }
    }
    sums.iter().sum()
}

/// Computes alpha A B + beta C for an M by K matrix A and a K by N matrix B. C may be poison where
/// beta is 0.
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

/// Computes only these rows of [`gemm`], one after the other.
///
/// # Panics
///
/// Panics if the sizes of the matrices do not fit.
pub fn gemm_rows<A: Element, C: Element>(
    rows: &[usize],
    alpha: f64,
    a: &Matrix<A>,
    b: &Matrix<A>,
    beta: f64,
    c: &Matrix<C>,
) -> Matrix<f64> {
    let (m, n, k) = (c.rows, c.columns, a.columns);
    assert_eq!((a.rows, b.rows, b.columns), (m, k, n), "A B has the size of C");
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

/// A product of matrices with scaled elements, in steps of some elements along K.
pub struct Scaled<'a, T> {
    /// An M by K matrix.
    pub a: &'a Matrix<T>,
    /// A K by N matrix.
    pub b: &'a Matrix<T>,
    /// The scales of A in a row and a step.
    pub scale_a: &'a (dyn Fn(usize, usize) -> f64 + Sync),
    /// The scales of B in a column and a step.
    pub scale_b: &'a (dyn Fn(usize, usize) -> f64 + Sync),
    /// The number of elements of a step.
    pub step: usize,
}
impl<T: Element> Scaled<'_, T> {
    /// Computes these rows of the product. In addition, returns for each element the sum over all
    /// steps of the largest size, times the scales, of a product in the step or of a sum of the
    /// first of them.
    ///
    /// # Panics
    ///
    /// Panics if the sizes of the matrices do not fit.
    pub fn rows(&self, rows: &[usize]) -> [Matrix<f64>; 2] {
        let (n, k) = (self.b.columns, self.a.columns);
        assert_eq!(k, self.b.rows, "A B exists");
        let b: Vec<f64> = copy(self.b).elements;
        // A row has the product, and then the additional sums.
        let both = by_rows(rows.len(), 2 * n, |place, row| {
            row.fill(0.0);
            let (i, (results, sizes)) = (rows[place], row.split_at_mut(n));
            for step in 0..k.div_ceil(self.step) {
                let (mut sums, mut largest) = (vec![0.0f64; n], vec![0.0f64; n]);
                for p in (step * self.step..k).take(self.step) {
                    let a = self.a.at(i, p).value();
                    for (j, b) in b[p * n..(p + 1) * n].iter().enumerate() {
                        sums[j] += a * b;
                        largest[j] = largest[j].max(sums[j].abs()).max((a * b).abs());
                    }
                }
                for j in 0..n {
                    let scale = (self.scale_a)(i, step) * (self.scale_b)(j, step);
                    results[j] += scale * sums[j];
                    sizes[j] += scale.abs() * largest[j];
                }
            }
        });
        [0, n].map(|from| both.some_columns(from, n))
    }
}

/// Returns, for each element of these rows of A B, the largest size of a product a_p b_p, or of a
/// sum of the first p of them.
///
/// # Panics
///
/// Panics if the sizes of the matrices do not fit.
pub fn largest_sums<T: Element>(rows: &[usize], a: &Matrix<T>, b: &Matrix<T>) -> Matrix<f64> {
    let one = |_, _| 1.0;
    let product = Scaled { a, b, scale_a: &one, scale_b: &one, step: a.columns.max(1) };
    let [_, largest] = product.rows(rows);
    largest
}

impl Matrix<f64> {
    /// Returns this many columns of a matrix without gaps, from one on.
    fn some_columns(&self, from: usize, columns: usize) -> Self {
        let rows = self.elements.chunks(self.columns.max(1));
        Matrix {
            elements: rows.flat_map(|row| row[from..from + columns].to_vec()).collect(),
            rows: self.rows,
            columns,
            strides: (columns, 1),
        }
    }
}
/// Returns a matrix; `f` computes each row, given its index; all cores share the rows.
fn by_rows(rows: usize, columns: usize, f: impl Fn(usize, &mut [f64]) + Sync) -> Matrix<f64> {
    let mut elements = vec![0.0; rows * columns];
    threads::chunks(&mut elements, columns, f);
    Matrix { elements, rows, columns, strides: (columns, 1) }
}
