//! The shared-memory layouts of Hopper's matrix instructions.
//!
//! An atom is 8 rows of 128, 256, 512 or 1024 bits, contiguous along K or along M (or N). All but
//! the narrowest are swizzled in units of 16 bytes:
//!
//! ```text
//! row r, unit u of 16 bytes         INTER: (r, u)   SW32, SW64, SW128: (r, u ^ bits of r)
//!
//! LayoutKSw128Atom of 16 bits  =  Sw<3,3,3> o 0 o (8,64):(64,1)
//! row 0   0 1 2 3 4 5 6 7      units of 8 elements; a column of them meets every bank once
//! row 1   1 0 3 2 5 4 7 6
//! row 2   2 3 0 1 6 7 4 5 ..
//! ```
//!
//! Here each atom is a layout of bits, upcast to elements of `Width` bits, a static integer: 8, 16,
//! 32 or 64. A larger tile consists of copies:
//!
//! ```
//! use zellige::{atom::smem::LayoutKSw128Atom, ops::*, prelude::*};
//! type Tile = TileToShape<LayoutKSw128Atom<Int<16>>, shape!((128, 64))>;
//! assert_layout!(Tile == Sw<3, 3, 3> o 0 o ((8, 16), (64, 1)) : ((64, 512), (1, 0)));
//! let tile = [0u16; Tile::COSIZE];
//! assert_eq!(tile.len(), 128 * 64);
//! ```
//!
//! A width that is not a power of two does not compile: `recast by 6: Sw<3,7,3> moves bits, so the
//! factor must be a power of two`.

use crate::algebra::outer_function::Outer;
use crate::algebra::swizzle::{Sw, Swizzle, Swizzled};
use crate::construct::{ColMajor, RowMajor};
use crate::integer::{Int, Integer};
use crate::layout::{ComposedLayout, Layout, Products, Recast, Strided};
use crate::number::*;
use crate::refusal::Message;
use crate::tuple::IntTuple;

macro_rules! atoms {
    ($($K:ident $Mn:ident $bits:literal in $name:literal: Swizzle<$b:literal>, $note:literal, $k:literal, $mn:literal;)*) => { $(
        #[doc = concat!("8 rows of ", $bits, " bits, contiguous along K, ", $note, ". CuTe: `GMMA::Layout_K_", $name, "_Atom<T>`.")]
        ///
        /// ```
        /// use zellige::{prelude::*, atom::smem};
        #[doc = concat!("type Atom = smem::", stringify!($K), "<Int<16>>;")]
        #[doc = concat!("assert_eq!(Atom::STATIC.to_string(), \"", $k, "\");")]
        /// ```
        pub type $K<Width> = <Swizzled<Swizzle<$b, 7, 3>, RowMajor<(Int<8>, Int<$bits>)>> as Recast>::Upcast<Width>;
        #[doc = concat!("8 columns of ", $bits, " bits, contiguous along M or N, ", $note, ". CuTe: `GMMA::Layout_MN_", $name, "_Atom<T>`.")]
        ///
        /// ```
        /// use zellige::{prelude::*, atom::smem};
        #[doc = concat!("type Atom = smem::", stringify!($Mn), "<Int<16>>;")]
        #[doc = concat!("assert_eq!(Atom::STATIC.to_string(), \"", $mn, "\");")]
        /// ```
        pub type $Mn<Width> = <Swizzled<Swizzle<$b, 7, 3>, ColMajor<(Int<$bits>, Int<8>)>> as Recast>::Upcast<Width>;
    )* };
}
atoms! {
    LayoutKInterAtom LayoutMnInterAtom 128 in "INTER": Swizzle<0>, "not swizzled",
        "(_8,_8):(_8,_1)", "(_8,_8):(_1,_8)";
    LayoutKSw32Atom LayoutMnSw32Atom 256 in "SW32": Swizzle<1>, "swizzled inside of 32 bytes",
        "Sw<1,3,3> o _0 o (_8,_16):(_16,_1)", "Sw<1,3,3> o _0 o (_16,_8):(_1,_16)";
    LayoutKSw64Atom LayoutMnSw64Atom 512 in "SW64": Swizzle<2>, "swizzled inside of 64 bytes",
        "Sw<2,3,3> o _0 o (_8,_32):(_32,_1)", "Sw<2,3,3> o _0 o (_32,_8):(_1,_32)";
    LayoutKSw128Atom LayoutMnSw128Atom 1024 in "SW128": Swizzle<3>, "swizzled inside of 128 bytes",
        "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)", "Sw<3,3,3> o _0 o (_64,_8):(_1,_64)";
}

/// 4 columns of 1024 bits, contiguous along M or N, swizzled inside of 128 bytes in units of 32.
/// Only Blackwell has it: see [`umma_desc`](super::umma_desc). CuTe:
/// `UMMA::Layout_MN_SW128_32B_Atom<T>`.
///
/// ```
/// use zellige::{prelude::*, atom::smem};
/// type Atom = smem::LayoutMnSw128_32bAtom<Int<32>>;
/// assert_eq!(Atom::STATIC.to_string(), "Sw<2,3,2> o _0 o (_32,_4):(_1,_32)");
/// ```
#[doc(alias = "Layout_MN_SW128_32B_Atom")]
pub type LayoutMnSw128_32bAtom<Width> =
    <Swizzled<Swizzle<2, 8, 2>, ColMajor<(Int<1024>, Int<4>)>> as Recast>::Upcast<Width>;
/// The atom A of a sparse operand in its logical elements, S along K for each that is stored. CuTe:
/// `UMMA::Layout_K_SW128_SpAtom<T, S>` and so on.
///
/// ```
/// use zellige::{prelude::*, atom::smem::*};
/// // 64 stored elements of 16 bits in a row of 128 bytes.
/// type Atom = SpAtom<LayoutKSw128Atom<Int<16>>, Int<2>>;
/// assert_layout!(Atom == Sw<3, 4, 3> o 0 o ((1, 8), (2, 64)) : ((0, 128), (1, 2)));
/// ```
#[doc(alias("Layout_K_SW128_SpAtom", "Layout_MN_SW128_SpAtom"))]
pub type SpAtom<A, S> = Swizzled<
    <<A as Layout>::Swizzle as Outer>::Narrower<S>,
    <ColMajor<(N1, S)> as Products>::BlockedProduct<<A as Layout>::Inner>,
>;

/// A layout of shared memory: a shape and strides, with or without a swizzle around them.
///
/// ```
/// use zellige::{atom::smem::*, prelude::*};
/// type Tile = LayoutKSw128Atom<Int<16>>;
/// assert_type_eq_all!(<Tile as Layout>::Inner, layout!((8, 64) : (64, 1)));
/// assert_type_eq_all!(<Tile as SharedTile>::SwizzleWidth, int!(8));
/// assert_eq!(<Tile as SharedTile>::SWIZZLE, (64, 8));      // in elements; in bytes (128, 16)
/// ```
#[doc(alias(
    "make_smem_layout_atom",
    "SmemLayoutAtomKind",
    "Layout_K_SW128_Atom",
    "Layout_MN_SW128_Atom"
))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout of shared memory",
    label = "must have strides, or be a swizzle of a layout that has"
)]
pub trait SharedTile: Layout {
    /// The number of units in a block that the swizzle permutes: `2^B` for `Swizzle<B, M, S>`, 1
    /// without a swizzle.
    type SwizzleWidth: Integer;
    /// The lowest bit that flips others, and the lowest bit that is flipped, as powers of two, in
    /// elements; 0 without a swizzle.
    const SWIZZLE: (u64, u64);
}
impl<S: IntTuple, D: IntTuple> SharedTile for Strided<S, D> {
    type SwizzleWidth = N1;
    const SWIZZLE: (u64, u64) = (0, 0);
}
impl<B: Nat, Y: Nat, Z: Nat, O: Integer, L: Layout> SharedTile
    for ComposedLayout<Sw<B, Y, Z>, O, L>
{
    type SwizzleWidth = B;
    const SWIZZLE: (u64, u64) = (Y::KNOWN, Z::KNOWN);
}

/// Returns which swizzle of the hardware F is, for elements of `bits` bits: 0 none, 1 to 3 in
/// blocks of 2, 4 or 8 units of 16 bytes, 4 in blocks of 4 units of 32 bytes.
pub(super) const fn swizzle_of<F: Outer>(bits: u64) -> Option<usize> {
    match F::MOVES {
        Some([1, ..]) => Some(0),
        Some([w, from, to]) if w <= 8 && from.saturating_mul(bits) == 1024 => {
            match to.saturating_mul(bits) {
                128 => Some(w.trailing_zeros() as usize),
                256 if w == 4 => Some(4),
                _ => None,
            }
        }
        _ => None,
    }
}
/// Returns the rest of the sentence `m` if the hardware does not swizzle `tile`, of elements of
/// `bits` bits, as F does. The hardware swizzles in blocks of 2, 4 or 8 units of 16 bytes, or not
/// at all; if `wide`, also in blocks of 4 units of 32 bytes.
pub(super) const fn not_in_units<F: Outer>(
    tile: &Message,
    bits: u64,
    wide: bool,
    m: Message,
) -> Option<Message> {
    match swizzle_of::<F>(bits) {
        Some(0..=3) => return None,
        Some(_) if wide => return None,
        _ => {}
    }
    let m = m.cat(tile).s(" of ").u(bits);
    let m = m.s(" bits is not swizzled in 2, 4 or 8 units of 16 bytes");
    let m = if wide { m.s(", or in 4 units of 32 bytes,") } else { m };
    Some(m.s(" by the bits from 128 bytes on"))
}
