//! Compares the memory that a kernel leaves with the expected result, element by element.

use crate::{
    data::{Element, Matrix},
    threads,
};
use std::{error::Error, fmt};

/// The maximum distance of a result from the reference: `absolute + relative * |reference|`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Tolerance {
    /// The part that does not depend on the result.
    pub absolute: f64,
    /// The part that grows with the result.
    pub relative: f64,
}

impl Tolerance {
    /// Accepts only the same numbers.
    pub const EXACT: Tolerance = Tolerance { absolute: 0.0, relative: 0.0 };

    /// Returns the tolerance of one rounding to the type `T`.
    pub fn rounding<T: Element>() -> Self {
        Tolerance { absolute: 0.0, relative: T::EPSILON }
    }
    /// Returns the tolerance of a sum of k products of numbers from -1 to 1 that is accumulated in
    /// `f32` and rounded to `T`.
    ///
    /// Partial sums have the size of sqrt(j) / 3 after j steps, and each step rounds by at most
    /// half of 2^-23 of that. With random signs that is k 2^-24 / 7 on average, so k 2^-23 is 14
    /// times that. Omitting a single product makes an error of 1/4 on average.
    pub fn gemm<T: Element>(k: usize) -> Self {
        Tolerance { absolute: k as f64 * f64::from(f32::EPSILON), relative: T::EPSILON }
    }
}

/// Returns a bound, for each element, on the error of sums of k products that tensor cores
/// accumulate in `f32`. `largest` has
/// [the largest exact sums and products](crate::reference::largest_sums) on the way to it.
///
/// # Why
///
/// Tensor cores take q products at a time that are consecutive along K, q >= 4, and the sum so far,
/// and compute s' = s + p_1 + ... + p_q in this way:
///
/// 1. products of numbers of 16 bits are exact;
/// 2. these q + 1 addends are truncated at a common unit, 2^-23 of the largest of them or less, so
///    that they have 24 bits or more; a 0 loses nothing;
/// 3. the truncated addends are added exactly;
/// 4. the sum is truncated to an `f32`, which has 24 bits: it loses less than 2^-23 of itself.
///
/// So each of the k products has an error of less than 2^-23 of the largest addend of its step, and
/// so does each of the ceil(k / q) sums, twice: as s and as s'. If all of them are at most L, the
/// error is less than x L, with
///
/// ```text
/// x = (k + 2 ceil(k / 4)) * 2^-23
/// ```
///
/// L includes errors of sums, and is at most the exact one plus the error e: e <= x (L + e), so e
/// <= x / (1 - x) L. For k = 8192 and random numbers from -1 to 1 that is 0.06 on average, which is
/// enough to detect the omission of a single product, 1/4 on average. (Errors on an H100 are at
/// most 0.0015 then, the same with cuBLAS: most truncated numbers lose less than a unit, and most
/// sums are smaller than the largest.)
///
/// A sum that is exact except for one rounding after each instruction, as in the emulator, is
/// within this bound too.
///
/// How tensor cores add: M. Fasi, N. J. Higham, M. Mikaitis, S. Pranesh, "Numerical behavior of
/// NVIDIA tensor cores", PeerJ Computer Science 7, 2021.
pub fn tensor_cores(k: usize, largest: &Matrix<f64>) -> Matrix<f64> {
    sums(k, f64::from(f32::EPSILON), largest)
}
/// Returns a bound, for each element, on the error of sums of products of 8-bit numbers that tensor
/// cores accumulate in steps of k products, each of which is then added in `f32`. `largest` has the
/// sum over the steps of [the largest sums and products](crate::reference::Scaled::rows) of each.
///
/// The bound is that of [`tensor_cores`] with a unit of 2^-13, since a Hopper GPU keeps 14 bits of
/// the addends of such an instruction: DeepSeek-AI, "DeepSeek-V3 Technical Report", section 3.5.2,
/// 2024.
pub fn tensor_cores_of_8_bits(k: usize, largest: &Matrix<f64>) -> Matrix<f64> {
    sums(k, 2f64.powi(-13), largest)
}
/// Returns the bound x / (1 - x) L, where truncation loses less than a unit of L.
fn sums(k: usize, unit: f64, largest: &Matrix<f64>) -> Matrix<f64> {
    let x = (k + 2 * k.div_ceil(4)) as f64 * unit;
    let mut bounds = largest.clone();
    bounds.elements.iter_mut().for_each(|most| *most *= x / (1.0 - x));
    bounds
}

/// The difference between the memory of a result and the expected memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The number of elements of the memory that are wrong.
    pub wrong: usize,
    /// The number of elements of the memory.
    pub of: usize,
    /// The first wrong element, as text.
    pub first: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { wrong, of, first } = self;
        write!(f, "{wrong} of {of} elements are wrong: {first}")
    }
}
impl Error for Difference {}

/// Compares the whole memory of a result: every element of the matrix must equal that of `expected`
/// within the tolerance, and everything else must be, bit for bit, what it was `before`. Returns
/// the largest error.
///
/// ```
/// use zellige_bench::{compare::{Tolerance, compare}, data::Matrix, reference};
///
/// let x: Matrix<f32> = Matrix::new(2, 3, (4, 1)).random(1);
/// let before: Matrix<f32> = Matrix::new(3, 2, (2, 1)); // poison
/// let mut after = before.clone();
/// for (i, j) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
///     let place = after.index(j, i);
///     after.elements[place] = x.at(i, j);
/// }
/// let expected = reference::transpose(&x);
/// assert_eq!(compare(&before, &after, &expected, Tolerance::EXACT), Ok(0.0));
///
/// after.elements[6] = 1.0;
/// let difference = compare(&before, &after, &expected, Tolerance::EXACT).unwrap_err();
/// assert_eq!(
///     difference.to_string(),
///     "1 of 262 elements are wrong: the one at 6, outside of the matrix, was NaN and is 1"
/// );
/// ```
pub fn compare<T: Element>(
    before: &Matrix<T>,
    after: &Matrix<T>,
    expected: &Matrix<f64>,
    tolerance: Tolerance,
) -> Result<f64, Difference> {
    let rows: Vec<usize> = (0..before.rows).collect();
    compare_rows(&rows, before, after, expected, tolerance)
}

/// Like [`compare`], if only these rows of the expected matrix, one after the other, are known. All
/// other elements have to be numbers.
///
/// # Panics
///
/// Panics if the sizes do not fit.
pub fn compare_rows<T: Element>(
    rows: &[usize],
    before: &Matrix<T>,
    after: &Matrix<T>,
    expected: &Matrix<f64>,
    tolerance: Tolerance,
) -> Result<f64, Difference> {
    assert_eq!(before.elements.len(), after.elements.len(), "sizes");
    compare_by(rows, before, |place| after.elements[place], expected, None, tolerance)
}

/// Like [`compare_rows`], with a function that returns the memory, offset by offset, and optionally
/// with bounds beyond the tolerance, for each known element.
pub(crate) fn compare_by<T: Element>(
    rows: &[usize],
    before: &Matrix<T>,
    after: impl Fn(usize) -> T + Sync,
    expected: &Matrix<f64>,
    bounds: Option<&Matrix<f64>>,
    tolerance: Tolerance,
) -> Result<f64, Difference> {
    let found = (rows.len(), before.columns);
    assert_eq!(found, (expected.rows, expected.columns), "sizes");
    let mut known = vec![None; before.rows];
    for (place, &row) in rows.iter().enumerate() {
        known[row] = Some(place);
    }
    let look = |place: usize| -> Result<f64, String> {
        let (was, is) = (before.elements[place], after(place));
        let got = is.value();
        let Some((i, j)) = before.coordinates(place) else {
            let was_and_is = || format!("was {} and is {got}", was.value());
            return if is.bits() == was.bits() {
                Ok(0.0)
            } else {
                Err(format!("the one at {place}, outside of the matrix, {}", was_and_is()))
            };
        };
        let Some(known) = known[i] else {
            return if got.is_finite() {
                Ok(0.0)
            } else {
                Err(format!("({i}, {j}) is {got}, not a number"))
            };
        };
        let want = expected.at(known, j);
        let error = (got - want).abs();
        let bound = bounds.map_or(0.0, |bounds| bounds.at(known, j));
        let allowed = bound + tolerance.absolute + tolerance.relative * want.abs();
        // The second condition is for infinities.
        if error <= allowed || got == want {
            return Ok(error);
        }
        let off = if error.is_nan() {
            String::new()
        } else {
            format!(": off by {error:.1e}, allowed {allowed:.1e}")
        };
        Err(format!("({i}, {j}) is {got}, and should be {want}{off}"))
    };
    let of = before.elements.len();
    let parts = threads::share(of, |places| {
        let (mut largest, mut wrong, mut first) = (0.0f64, 0, None);
        for place in places {
            match look(place) {
                Ok(error) => largest = largest.max(error),
                Err(words) => {
                    wrong += 1;
                    first.get_or_insert(words);
                }
            }
        }
        (largest, wrong, first)
    });
    let wrong = parts.iter().map(|(_, wrong, _)| wrong).sum();
    let largest = parts.iter().map(|(largest, ..)| *largest).fold(0.0, f64::max);
    match parts.into_iter().find_map(|(.., first)| first) {
        None => Ok(largest),
        Some(first) => Err(Difference { wrong, of, first }),
    }
}
