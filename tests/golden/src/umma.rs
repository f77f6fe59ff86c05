//! The atoms of `tcgen05.mma` and their instruction descriptors.

use core::any::TypeId;
use zellige::atom::MmaAtom;
use zellige::atom::umma::UmmaAtom;
use zellige::prelude::*;

/// What a record says about an atom.
pub enum UmmaRow {
    /// The atom's name, whether its layouts are the recorded ones, these layouts as text, and the
    /// descriptor.
    Equal(&'static str, fn() -> bool, fn() -> String, fn() -> u32),
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
    UmmaRow::Equal(T::NAME, || TypeId::of::<Facts<T>>() == TypeId::of::<E>(), facts::<T>, bits)
}
/// Returns the facts about T as text.
fn facts<T: UmmaAtom>() -> String {
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
