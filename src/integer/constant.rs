//! Static integers by their number, which may be a const parameter.

use typenum::{Const, ToUInt};

use super::Integer;
use crate::number::Nat;

/// The static integer `N`: `Int<8>` is [`typenum::U8`].
///
/// ```
/// use zellige::prelude::*;
/// assert_type_eq_all!(Int<8>, int!(8), zellige::typenum::U8);
/// ```
///
/// There is one for each number up to 1024, and above that for the powers of two and of ten: the
/// numbers that typenum names. `int!(1152)` names any number up to 2^48. For a const parameter N,
/// `Int<N>` needs the bound [`StaticInt`].
///
/// # Beside `usize` and `u32`
///
/// A static integer is a type, and its value has no bytes. [`usize()`](crate::Integer::usize) and
/// [`u32()`](crate::Integer::u32) return it as a plain number, at no cost. So do the constants
/// [`SIZE`](crate::Layout::SIZE) and [`COSIZE`](crate::Layout::COSIZE) of a layout.
///
/// ```
/// use zellige::prelude::*;
/// let a = layout!((8, 4) : (4, 1));
/// assert!(a.size().usize() == 32 && a.size().usize() + 1 == 33);
/// let mut sum = 0;
/// for i in 0..a.size().usize() {
///     sum += a.crd2idx(i);
/// }
/// assert_eq!(sum, a.offsets().sum::<usize>());
/// ```
///
/// It stays static in the functions of [`integer`](crate::integer), which take either kind. It
/// prints by [`display`](crate::IntTuple::display), and compares with either kind by
/// [`equal`](crate::tuple::equality::equal):
///
/// ```
/// use zellige::{integer::{add, mul}, prelude::*, tuple::equality::equal};
/// let twice: int!(64) = mul(layout!((8, 4) : (4, 1)).size(), int!(2));
/// assert_eq!(add(twice, 1usize), 65usize);
/// assert_eq!(twice.display().to_string(), "_64");
/// assert!(equal(twice, 64u32));
/// ```
///
/// Rust does not allow `a.size() == 64`, `a.size() + 1` and `{}` for a static size. They would be
/// implementations of Rust's traits for typenum's types and Rust's integers, and this library owns
/// neither. `0..a.size()` needs two ends of one type in any case. With a run-time extent the size
/// is a `u32` or `usize`, and all of these work.
#[doc(alias("C", "constant", "static"))]
pub type Int<const N: usize> = <Const<N> as StaticInt>::Int;

/// A const parameter that is a static integer: the only bound that tile sizes need as const
/// generics.
///
/// `<Const<128> as StaticInt>::Int` is [`Int<128>`](Int), as is `<int!(128) as StaticInt>::Int`.
///
/// ```
/// use zellige::{construct::RowMajor, prelude::*};
/// /// The layouts of a kernel, for its tile sizes.
/// trait Config {
///     type Rows: Integer;
///     type Shared: Layout<Profile = (usize, usize)>;
/// }
/// struct Gemm<const BM: usize, const BK: usize>;
/// impl<const BM: usize, const BK: usize> Config for Gemm<BM, BK>
/// where
///     Const<BM>: StaticInt,
///     Const<BK>: StaticInt,
/// {
///     type Rows = Int<BM>;
///     type Shared = RowMajor<(Int<BM>, Int<BK>)>;
/// }
/// assert_type_eq_all!(<Gemm<128, 32> as Config>::Shared, layout!((128, 32) : (32, 1)));
/// ```
///
/// In generic code the value of `Int<N>` is [`Int::<N>::STATIC`](crate::IntTuple::STATIC):
///
/// ```
/// use zellige::prelude::*;
/// /// The number of TM by TN tiles that cover `rows` by `columns`; the last ones overhang.
/// fn tiles<const TM: usize, const TN: usize>(rows: usize, columns: usize) -> usize
/// where
///     Const<TM>: StaticInt,
///     Const<TN>: StaticInt,
/// {
///     let a = layout!((rows, columns) : (1, rows));
///     let tiles = a.zipped_divide((Int::<TM>::STATIC, Int::<TN>::STATIC));
///     tiles.size().usize() / (TM * TN)
/// }
/// assert_eq!(tiles::<4, 4>(5, 7), 2 * 2);
/// ```
///
/// Without the bound the compiler reports: ``the number of `zellige::Const<BM>` is not known to be
/// a static integer``. If the kernel takes the configuration, `C: Config`, it needs no further
/// bound.
#[diagnostic::on_unimplemented(
    message = "the number of `{Self}` is not known to be a static integer",
    label = "is not a static integer here",
    note = "for a const parameter `N`, add `where Const<N>: StaticInt`; or take a type, `M: Integer`, which needs no bound",
    note = "for a number above 1024 that is not a power of two or ten, write `int!(1152)`"
)]
pub trait StaticInt {
    /// The static integer.
    type Int: Integer + Default;
}
#[diagnostic::do_not_recommend]
impl<const N: usize> StaticInt for Const<N>
where
    Const<N>: ToUInt<Output: Integer + Default>,
{
    type Int = typenum::U<N>;
}
/// A static integer represents itself. Because there is a second impl, rustc checks each impl
/// before it selects one, so a number without an impl is an error about `StaticInt`. With only the
/// first impl, rustc would select it unchecked, and the error would be about `ToUInt`.
#[diagnostic::do_not_recommend]
impl<N: Nat> StaticInt for N {
    type Int = N;
}
