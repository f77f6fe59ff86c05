//! The atoms of `tcgen05.mma` and their instruction descriptors.

use crate::value::Checked;
use core::any::TypeId;
use std::panic::catch_unwind;
use zellige::atom::gmma::DescriptorTiles;
use zellige::atom::smem::SharedTile;
use zellige::atom::umma::UmmaAtom;
use zellige::atom::umma_desc::UmmaDescriptor;
use zellige::atom::{BlockScaledMmaAtom, MmaAtom, SparseMmaAtom};
use zellige::prelude::*;

/// The shape of T, its threads, its layouts and the widths of its elements.
type Facts<T> = (
    <T as MmaAtom>::ShapeMnk,
    <T as MmaAtom>::ThrId,
    <T as MmaAtom>::LayoutATv,
    <T as MmaAtom>::LayoutBTv,
    <T as MmaAtom>::LayoutCTv,
    (<T as MmaAtom>::BitsD, <T as MmaAtom>::BitsA, <T as MmaAtom>::BitsB, <T as MmaAtom>::BitsC),
);

/// Checks that the atom T of this name has the facts E, and that its descriptor is the expected
/// one.
pub fn described<T: UmmaAtom, E: 'static>(name: &str, expected: u32, bits: u32) -> Checked {
    descriptor(expected, bits)?;
    types::<T, E>(name)
}
/// Checks that the atom T of this name has the facts E.
pub fn types<T: MmaAtom, E: 'static>(name: &str) -> Checked {
    same::<T, Facts<T>, E>(name)
}
/// Checks that the sparse atom T of this name has the facts E, with metadata.
pub fn sparse<T: SparseMmaAtom, E: 'static>(name: &str) -> Checked {
    same::<T, (Facts<T>, Metadata<T>), E>(name)
}
/// Checks that the atom T of this name has the facts E, with scale factors.
pub fn scaled<T: BlockScaledMmaAtom, E: 'static>(name: &str) -> Checked {
    same::<T, (Facts<T>, Scales<T>), E>(name)
}
/// Checks that the sparse atom T of this name has the facts E, with metadata and scale factors.
pub fn sparse_scaled<T: SparseMmaAtom + BlockScaledMmaAtom, E: 'static>(name: &str) -> Checked {
    same::<T, (Facts<T>, Metadata<T>, Scales<T>), E>(name)
}
/// The layout of the metadata of T, and the elements for a byte of them.
type Metadata<T> = (<T as SparseMmaAtom>::LayoutETv, <T as SparseMmaAtom>::SparsityE);
/// The layouts of the scale factors of T, and the elements for each.
type Scales<T> = (
    <T as BlockScaledMmaAtom>::LayoutSfaTv,
    <T as BlockScaledMmaAtom>::LayoutSfbTv,
    <T as BlockScaledMmaAtom>::SfVecSize,
);
/// Checks that the atom T of this name has the facts X, which should be E.
fn same<T: MmaAtom, X: 'static, E: 'static>(name: &str) -> Checked {
    if T::NAME == name && TypeId::of::<X>() == TypeId::of::<E>() {
        return Ok("equal");
    }
    Err(format!("{} has {}", T::NAME, facts::<T>()))
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
/// Compares an instruction descriptor with the expected one.
pub fn descriptor(expected: u32, bits: u32) -> Checked {
    if bits == expected { Ok("equal") } else { Err(format!("the descriptor {bits} = {bits:#x}")) }
}
/// Checks that a descriptor is refused, as far as debug assertions are enabled.
pub fn no_descriptor(bits: fn() -> u32) -> Checked {
    match cfg!(debug_assertions).then(|| catch_unwind(bits)) {
        Some(Ok(bits)) => Err(format!("the descriptor {bits:#x}, not refused")),
        _ => Ok("refused"),
    }
}
/// Checks that the instruction lacks the tile of the atom T.
pub fn no_tile<T: UmmaAtom>() -> Checked {
    let refusal = T::ShapeMnk::REFUSAL.map_or(String::new(), |of| of.message().to_owned());
    if refusal.contains(" has no tile of ") { Ok("no_tile") } else { Err(refusal) }
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
