//! The atoms of `tcgen05.mma` and their instruction descriptors.

use crate::value::Checked;
use core::any::TypeId;
use zellige::atom::gmma::DescriptorTiles;
use zellige::atom::smem::SharedTile;
use zellige::atom::umma::UmmaAtom;
use zellige::atom::umma_desc::UmmaDescriptor;
use zellige::atom::{BlockScaledMmaAtom, MmaAtom, SparseMmaAtom};
use zellige::prelude::*;

/// What a record says about an atom.
pub enum UmmaRow {
    /// The atom's name, whether its layouts are the recorded ones, these layouts as text, and the
    /// descriptor, if it has one.
    Equal(&'static str, fn() -> bool, fn() -> String, Option<fn() -> u32>),
    /// The descriptor.
    Bits(fn() -> u32),
    /// A descriptor that is refused.
    Refused(fn() -> u32),
    /// Why the instruction lacks the tile.
    NoTile(fn() -> Option<String>),
    /// CuTe has no such atom.
    LeftOut,
}

/// The shape of T, its threads, its layouts and the widths of its elements.
type Facts<T> = (
    <T as MmaAtom>::ShapeMnk,
    <T as MmaAtom>::ThrId,
    <T as MmaAtom>::LayoutATv,
    <T as MmaAtom>::LayoutBTv,
    <T as MmaAtom>::LayoutCTv,
    (<T as MmaAtom>::BitsD, <T as MmaAtom>::BitsA, <T as MmaAtom>::BitsB, <T as MmaAtom>::BitsC),
);

/// The atom T has the facts E and the descriptor that `bits` returns.
pub const fn equal<T: UmmaAtom, E: 'static>(bits: fn() -> u32) -> UmmaRow {
    same::<T, Facts<T>, E>(Some(bits))
}
/// The atom T has the facts E.
pub const fn types<T: MmaAtom, E: 'static>() -> UmmaRow {
    same::<T, Facts<T>, E>(None)
}
/// The sparse atom T has the facts E, with metadata.
pub const fn sparse<T: SparseMmaAtom, E: 'static>() -> UmmaRow {
    same::<T, (Facts<T>, Metadata<T>), E>(None)
}
/// The atom T has the facts E, with scale factors.
pub const fn scaled<T: BlockScaledMmaAtom, E: 'static>() -> UmmaRow {
    same::<T, (Facts<T>, Scales<T>), E>(None)
}
/// The sparse atom T has the facts E, with metadata and scale factors.
pub const fn sparse_scaled<T: SparseMmaAtom + BlockScaledMmaAtom, E: 'static>() -> UmmaRow {
    same::<T, (Facts<T>, Metadata<T>, Scales<T>), E>(None)
}
/// The layout of the metadata of T, and the elements for a byte of them.
type Metadata<T> = (<T as SparseMmaAtom>::LayoutETv, <T as SparseMmaAtom>::SparsityE);
/// The layouts of the scale factors of T, and the elements for each.
type Scales<T> = (
    <T as BlockScaledMmaAtom>::LayoutSfaTv,
    <T as BlockScaledMmaAtom>::LayoutSfbTv,
    <T as BlockScaledMmaAtom>::SfVecSize,
);
/// The atom T has the facts X, which should be E, and the descriptor that `bits` returns.
const fn same<T: MmaAtom, X: 'static, E: 'static>(bits: Option<fn() -> u32>) -> UmmaRow {
    UmmaRow::Equal(T::NAME, || TypeId::of::<X>() == TypeId::of::<E>(), facts::<T>, bits)
}
/// Returns the facts about T as text.
fn facts<T: MmaAtom>() -> String {
    let [a, b, c] = [
        T::LayoutATv::STATIC.to_string(),
        T::LayoutBTv::STATIC.to_string(),
        T::LayoutCTv::STATIC.to_string(),
    ];
    format!("threads {}, A {a}, B {b}, C {c}", T::ThrId::STATIC)
}
/// The descriptor is what `bits` returns.
pub const fn bits(bits: fn() -> u32) -> UmmaRow {
    UmmaRow::Bits(bits)
}
/// The descriptor is refused.
pub const fn refused(bits: fn() -> u32) -> UmmaRow {
    UmmaRow::Refused(bits)
}
/// The atom T is refused.
pub const fn no_tile<T: UmmaAtom>() -> UmmaRow {
    UmmaRow::NoTile(|| T::ShapeMnk::REFUSAL.map(|refusal| refusal.message().to_owned()))
}
/// No atom is checked.
pub const fn left_out() -> UmmaRow {
    UmmaRow::LeftOut
}

/// Compares the descriptor of the first instruction's tile L at address 0, and the offsets of all
/// tiles of T.
pub fn smem_descriptor<L: SharedTile, N: Integer, T: Layout>(
    expected: u64,
    offsets: &[u32],
) -> Checked {
    let desc = UmmaDescriptor::<L, N>::zero();
    if desc != expected {
        return Err(format!("{desc:#x}"));
    }
    let tiles = <DescriptorTiles<T, N>>::STATIC;
    let got: Vec<u32> = (0..tiles.size().u32()).map(|tile| tiles.crd2idx(tile).u32()).collect();
    if got == offsets { Ok("descriptor") } else { Err(format!("{got:?}")) }
}
/// Checks that elements of 32 bits are refused along M or N.
pub fn smem_refused<L: SharedTile, N: Integer>() -> Checked {
    let message = UmmaDescriptor::<L, N>::FAULT.map_or(String::new(), |m| m.as_str().to_owned());
    let expected = "elements of 32 bits may be contiguous along M or N only if";
    if message.contains(expected) { Ok("refused") } else { Err(message) }
}
