//! Static integers by their number, which may be a const parameter.

use typenum::Const;

use super::Integer;
use crate::number::{B0, B1, UInt, UTerm};

/// The static integer `N`: `Int<8>` is [`typenum::U8`].
///
/// ```
/// use zellige::prelude::*;
/// assert_type_eq_all!(Int<8>, int!(8), zellige::typenum::U8);
/// ```
///
/// There is one for each number up to 1024, and for the powers of two (to 2^48) and of ten (to 10^9) above;
/// `int!(1152)` names any number up to 2^48. For a const parameter N, `Int<N>` needs the bound [`StaticInt`].
///
/// # Beside `usize` and `u32`
///
/// A static integer is a type, and its value has no bytes. As a number of the program it is
/// [`usize()`](crate::Integer::usize) or [`u32()`](crate::Integer::u32), which cost nothing; so are the constants
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
/// It stays static in the functions of [`integer`](crate::integer), which take either kind; it prints, and compares with
/// either kind, by [`display`](crate::IntTuple::display) and [`equal`](crate::tuple::equality::equal):
///
/// ```
/// use zellige::{integer::{add, mul}, prelude::*, tuple::equality::equal};
/// let twice: int!(64) = mul(layout!((8, 4) : (4, 1)).size(), int!(2));
/// assert_eq!(add(twice, 1usize), 65usize);
/// assert_eq!(twice.display().to_string(), "_64");
/// assert!(equal(twice, 64u32));
/// ```
///
/// Rust does not allow `a.size() == 64`, `a.size() + 1` and `{}` for a static size. They are implementations of Rust's
/// traits for typenum's types and Rust's integers, and neither is this library's. `0..a.size()` needs two ends of one
/// type in any case. With a run-time extent the size is a `u32` or `usize`, and all of these work.
#[doc(alias("C", "constant", "static"))]
pub type Int<const N: usize> = <Const<N> as StaticInt>::Int;

/// A const parameter that is a static integer: the one bound that tile sizes need as const generics.
///
/// ```
/// use zellige::{construct::RowMajor, prelude::*};
/// /// The layouts of a kernel, of its tile sizes.
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
/// Without the bound the compiler reports: ``the const parameter of `Const<BM>` is not known to be a static
/// integer``. Where the kernel takes the configuration, `C: Config`, nothing more is needed.
#[diagnostic::on_unimplemented(
    message = "the number of `{Self}` is not known to be a static integer",
    label = "is no static integer here",
    note = "of a const parameter `N`, bound it: `where Const<N>: StaticInt`; or take a type, `M: Integer`, which needs no bound",
    note = "of a number above 1024 that is no power of two or ten, write `int!(1152)`"
)]
pub trait StaticInt {
    /// The static integer.
    type Int: Integer;
}
macro_rules! static_int {
    ($T:ty, $n:expr) => {
        #[diagnostic::do_not_recommend]
        #[doc(hidden)]
        impl StaticInt for Const<{ $n }> {
            type Int = $T;
        }
    };
}
/// Implements all numbers that begin with the digits of T and have as many more as there are `+`.
macro_rules! beginning {
    ($T:ty, $n:expr;) => { static_int!($T, $n); };
    ($T:ty, $n:expr; + $($more:tt)*) => {
        static_int!($T, $n);
        beginning!(UInt<$T, B0>, 2 * $n; $($more)*);
        beginning!(UInt<$T, B1>, 2 * $n + 1; $($more)*);
    };
}
static_int!(UTerm, 0);
beginning!(UInt<UTerm, B1>, 1; + + + + + + + + +);
/// Implements 2 * n, and as many doubles of it as there are `+`. A double is written by the number before it: what reads
/// the documentation as data, such as a check of semantic versioning, does not follow types as deep as 48 digits.
macro_rules! doubles {
    ($n:expr;) => {};
    ($n:expr; + $($more:tt)*) => {
        static_int!(UInt<<Const<{ $n }> as StaticInt>::Int, B0>, 2 * $n);
        doubles!(2 * $n; $($more)*);
    };
}
static_int!(typenum::U1024, 1024);
doubles!(1024; + + + + + + + + + + + + + + + + + + + +);
#[cfg(target_pointer_width = "64")]
doubles!(1 << 30; + + + + + + + + + + + + + + + + + +);
static_int!(typenum::U10000, 10_000);
static_int!(typenum::U100000, 100_000);
static_int!(typenum::U1000000, 1_000_000);
static_int!(typenum::Prod<typenum::U10000, typenum::U1000>, 10_000_000);
static_int!(typenum::Prod<typenum::U10000, typenum::U10000>, 100_000_000);
static_int!(typenum::Prod<typenum::U100000, typenum::U10000>, 1_000_000_000);
