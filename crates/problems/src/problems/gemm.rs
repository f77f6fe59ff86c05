//! Matrix products: what all kernels that multiply matrices have in common.

use super::{Library, Multiplication, Problem, Work, compared, once};
use crate::libraries::{Kind, Number, Product, Strides};
use zellige_bench::{
    case::{Case, Output},
    compare::{self, Tolerance},
    data::{Element, Matrix},
    reference,
};
use zellige_gpu::F16;

/// Products with more steps than this are [`compared`] in [`SAMPLE`] rows.
const WHOLE: usize = 2048 * 2048 * 2048;
const SAMPLE: usize = 64;

/// The extents of a product C = A B of an M by K and a K by N matrix, and the order of the matrices
/// in memory.
#[derive(Copy, Clone, Debug)]
pub struct Size {
    /// Rows of A and C.
    pub m: u32,
    /// Columns of B and C.
    pub n: u32,
    /// Columns of A and rows of B.
    pub k: u32,
    /// The amounts by which the leading dimensions of A, B and C exceed the minimum.
    pub gaps: [u32; 3],
    /// The elements that are adjacent.
    pub order: Order,
}

/// Returns extents with some of these replaced by 0. Where M or N is 0 there is nothing to write;
/// where K is 0, every element of A B is an empty sum.
pub fn empty([m, n, k]: [u32; 3]) -> [[u32; 3]; 4] {
    [[0, n, k], [m, 0, k], [m, n, 0], [0, 0, 0]]
}

/// The elements that are adjacent.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Rows of A, columns of B, rows of C.
    RowsOfC,
    /// Rows of A, columns of B, columns of C: BLAS calls it TN.
    Tn,
    /// Columns of A, rows of B, columns of C: BLAS calls it NT.
    Nt,
    /// Columns of A, rows of B, rows of C.
    NtRowsOfC,
    /// Columns of A, columns of B, rows of C.
    NnRowsOfC,
    /// Rows of A, rows of B, rows of C.
    TtRowsOfC,
}

/// The matrices of a product, and the expected result. Leading dimensions are the larger of the
/// strides.
pub struct Operands<T, U> {
    /// M by K.
    pub a: Matrix<T>,
    /// K by N.
    pub b: Matrix<T>,
    /// M by N.
    pub c: Output<U>,
}
impl<T, U> Operands<T, U> {
    /// Returns the leading dimensions of A, B and C.
    pub fn leading(&self) -> [u32; 3] {
        [self.a.strides, self.b.strides, self.c.before.strides]
            .map(|(row, column)| row.max(column) as u32)
    }
}

impl Size {
    /// Returns A by A by A without gaps.
    pub fn cube(a: u32, order: Order) -> Self {
        Size { m: a, n: a, k: a, gaps: [0; 3], order }
    }
    /// Returns the strides of A, B and C.
    fn strides(self) -> [(usize, usize); 3] {
        let Size { m, n, k, gaps, order } = self;
        let rows = |extent: u32, gap: u32| ((extent + gap).max(1) as usize, 1);
        let columns = |extent: u32, gap: u32| (1, (extent + gap).max(1) as usize);
        let [a, b, c] = gaps;
        match order {
            Order::RowsOfC => [rows(k, a), columns(k, b), rows(n, c)],
            Order::Tn => [rows(k, a), columns(k, b), columns(m, c)],
            Order::Nt => [columns(m, a), rows(n, b), columns(m, c)],
            Order::NtRowsOfC => [columns(m, a), rows(n, b), rows(n, c)],
            Order::NnRowsOfC => [columns(m, a), columns(k, b), rows(n, c)],
            Order::TtRowsOfC => [rows(k, a), rows(n, b), rows(n, c)],
        }
    }
    /// Returns random matrices, and alpha A B + beta C. C is poison where beta is 0. The tolerance
    /// is that of sums, or on tensor cores, without alpha and beta, close to that of sums.
    fn operands<T: Element, U: Element>(
        self,
        alpha: f32,
        beta: f32,
        tolerance: Tolerance,
        tensor_cores: bool,
    ) -> Operands<T, U> {
        let [m, n, k] = [self.m, self.n, self.k].map(|extent| extent as usize);
        let [a, b, c] = self.strides();
        let (a, b) = (Matrix::new(m, k, a).random(1), Matrix::new(k, n, b).random(2));
        let mut before = Matrix::new(m, n, c);
        if beta != 0.0 {
            before = before.random(3);
        }
        let rows = compared(m, m * n * k <= WHOLE, SAMPLE);
        // The previous C counts where beta is not 0.
        let of = (alpha, (beta != 0.0).then_some((beta, U::NAME)));
        let key = format!("{} {self:?} {of:?}", T::NAME);
        let [expected] = once(format!("{key}: sums"), || {
            let before = &before;
            [reference::gemm_rows(&rows, alpha.into(), &a, &b, beta.into(), before)]
        });
        let bounds = tensor_cores.then(|| {
            let [largest] =
                once(format!("{key}: largest"), || [reference::largest_sums(&rows, &a, &b)]);
            compare::tensor_cores(k, &largest)
        });
        Operands { a, b, c: Output { before, rows, expected, bounds, tolerance } }
    }
    fn product<T: Number, U: Number>(self) -> Product {
        let [m, n, k] = [self.m, self.n, self.k].map(|extent| extent as usize);
        let [a, b, c] = self.strides().map(|(row, column)| Strides { row, column });
        Product { m, n, k, from: T::KIND, to: U::KIND, a, b, c }
    }
    /// Returns the sizes as text.
    fn words(self) -> String {
        let Size { m, n, k, gaps, order } = self;
        let order = match order {
            Order::RowsOfC => "",
            Order::Tn => " TN",
            Order::Nt => " NT",
            Order::NtRowsOfC => " NT, rows of C",
            Order::NnRowsOfC => " NN, rows of C",
            Order::TtRowsOfC => " TT, rows of C",
        };
        let gaps = if gaps == [0; 3] { String::new() } else { format!(" gaps {gaps:?}") };
        format!("{m} x {n} x {k}{order}{gaps}")
    }
}

/// Returns a problem for a kernel that computes `C = A B` with elements T of A and B and U of C.
/// `launch` makes its launch: its memory is A, B and C, in this order. Where there are no gaps,
/// cuBLAS and, if the extents are multiples of their tiles, these tutorials of CuTe compute the
/// same.
pub fn problem<T: Number, U: Number>(
    kernel: &'static str,
    size: Size,
    tutorials: &[&'static str],
    launch: impl Fn(Operands<T, U>) -> Case + 'static,
) -> Problem {
    scaled(kernel, size, (1.0, 0.0), tutorials, launch)
}

/// Returns the same for `C = alpha A B + beta C`. No library takes part unless that equals `A B`.
pub fn scaled<T: Number, U: Number>(
    kernel: &'static str,
    size: Size,
    (alpha, beta): (f32, f32),
    tutorials: &[&'static str],
    launch: impl Fn(Operands<T, U>) -> Case + 'static,
) -> Problem {
    let Size { m, n, k, .. } = size;
    let work = Work::Flops(2 * u64::from(m) * u64::from(n) * u64::from(k));
    let words = match (alpha, beta) {
        (1.0, 0.0) => size.words(),
        _ => format!("{} alpha {alpha} beta {beta}", size.words()),
    };
    let mut problem = Problem::new(kernel, words, work, move || {
        let (mut tolerance, tensor_cores) = match T::KIND {
            Kind::F32 => (Tolerance::gemm::<U>(k as usize), false),
            Kind::Bf16 | Kind::F16 => (Tolerance::rounding::<U>(), true),
        };
        tolerance.absolute *= f64::from(alpha.abs()).max(1.0);
        tolerance.absolute += f64::from(beta.abs() * f32::EPSILON);
        launch(size.operands(alpha, beta, tolerance, tensor_cores))
    });
    if size.gaps == [0; 3] && (alpha, beta) == (1.0, 0.0) {
        let product = size.product::<T, U>();
        problem.baselines.push(Multiplication { library: Library::Cublas, product, case: None });
        // Their tiles have at most 128 elements in each direction, and do not hang over; the
        // prefetch of two steps of 64 along K does not check that there are two.
        if [m, n, k].iter().all(|extent| extent.is_multiple_of(128)) {
            let baselines = tutorials.iter().map(|name| baseline::<T, U>(name, size));
            problem.baselines.extend(baselines);
        }
    }
    problem
}

/// Returns a tutorial of CuTe. Those for tensor cores take elements of type F16, and accumulate in
/// that type.
fn baseline<T: Number, U: Number>(name: &'static str, size: Size) -> Multiplication {
    let library = Library::Cute(name);
    if name == "sgemm_1" || name == "sgemm_2" {
        return Multiplication { library, product: size.product::<T, U>(), case: None };
    }
    let case = move || {
        let steps = f64::from(size.k);
        // Partial sums have the size of sqrt(j) / 3, and each step rounds by at most half of 2^-10
        // of that.
        let tolerance = Tolerance { absolute: steps * F16::EPSILON / 4.0, relative: F16::EPSILON };
        let Operands { a, b, c } = size.operands::<F16, F16>(1.0, 0.0, tolerance, false);
        Case::new((1, 1)).input(a).input(b).result(c)
    };
    Multiplication { library, product: size.product::<F16, F16>(), case: Some(Box::new(case)) }
}
