//! Contracts: what the hardware requires of a layout, checked at compile time.
//!
//! The layouts of a kernel decide whether it is correct, and also whether it is fast: 16-byte
//! accesses must lie at multiples of 16 bytes, and the accesses of a warp to shared memory should
//! fall into different banks. Both follow from the layout alone. A contract is a `const fn` that a
//! kernel calls next to its layouts. If a contract is broken, the kernel does not compile, and the
//! error says which threads collide where.
//!
//! ```
//! use zellige::contract;
//! use zellige::ops::*;
//! use zellige::prelude::*;
//! // A tile of 32 by 32 floats. The warp writes rows and reads columns.
//! type Tile = layout!(Sw<5, 0, 5> o 0 o (32, 32) : (32, 1));
//! type Row = Compose<Tile, layout!((32, 1) : (32, 1))>;        // thread t has (0, t)
//! type Column = Compose<Tile, layout!((32, 1) : (1, 1))>;      // thread t has (t, 0)
//! const _: () = contract::bank_conflict_free::<Row, f32>();
//! const _: () = contract::bank_conflict_free::<Column, f32>();
//! ```
//!
//! Without the swizzle the columns would not compile: `bank conflict: threads 0 and 1 access words
//! 0 and 32, both in bank 0, so that (_32,_1):(_32,_1) takes 32 passes instead of 1; with the
//! swizzle Sw<5,0,5> it takes 1`.
//!
//! # Accesses
//!
//! An *access* is a layout `(threads, values)` to elements: its first mode is the thread, its
//! second mode the elements that the thread loads or stores with one instruction. It is what
//! `tile.compose(tv)` gives for a thread-value layout `tv`, or a tile divided by such a layout.
//! More than 32 threads are several warps of 32 threads each.
//!
//! # Banks
//!
//! Shared memory has 32 banks of words of 4 bytes: word w is in bank w mod 32. A bank serves one
//! word at a time, to as many threads as ask for it. Threads that access 4 bytes or less each are
//! served together as a warp, those that access 8 bytes in half-warps, and those that access 16
//! bytes (also the rows of `ldmatrix`) in quarter-warps. If the threads of such a phase ask for n
//! words of one bank, the phase takes n passes. An access is free of conflicts if every phase takes
//! one pass.
//!
//! # The swizzle in the message
//!
//! If a swizzle fixes the access, the error names the swizzle, such as the `Sw<5,0,5>` above. Write
//! it in front of the tile, `Sw<5, 0, 5> o 0 o`, in place of any swizzle that is already there. The
//! search tries all swizzles on bits of the access's offsets: those of fewer bits first, among
//! these the ones with upper bits that flip lower bits, and then by the lowest bit and the shift.
//! `zellige_dynamic::analysis::search` tries them in the same order, and also takes several
//! accesses to one tile, and paddings. The error names the first swizzle that leaves each thread
//! its vector and each phase one pass. If there is none, the message says so:
//!
//! ```text
//! Sw<2,3,3> o _0 o (_8,_8):(_64,_1) takes 2 passes instead of 1; with the swizzle Sw<3,3,3> it takes 1
//! Sw<3,1,3> o _0 o (_8,_8):(_8,_1) is not an access by vectors of 16 bytes: thread 2 begins at byte 36; without its swizzle it is one
//! ((_8,_4),_1):((_32,_1024),_0) takes 32 passes instead of 1; no swizzle removes the conflict
//! ```
//!
//! An access that is free of conflicts is not searched, and compiles as fast as without this
//! feature. For one with conflicts, the search tries at most 2444 swizzles, those of 24 bits, on
//! the phases with offsets that differ in other bits than the phases before: 1024 offsets, as many
//! as a block has threads, and 65536 swizzled offsets in all. An access that takes more, that
//! reaches past 2^24, or with values that are not side by side even without a swizzle, is refused
//! without a suggestion.

use core::marker::PhantomData;

use crate::algebra::banks;
use crate::layout::Layout;
use crate::refusal::{Demand, Message, at_build};
use crate::tuple::check_static;

#[doc(hidden)]
pub mod at_run_time;

/// Asserts that each thread of an access `(threads, values)` accesses one vector: its values are
/// adjacent and in order, and start at a multiple of their 1, 2, 4, 8 or 16 bytes if the memory
/// itself does.
///
/// ```
/// use zellige::contract;
/// use zellige::prelude::*;
/// type Rows = layout!((32, 8) : (64, 1));
/// const _: () = contract::vectors::<Rows, u16>();               // 16 bytes per thread
/// ```
///
/// Otherwise it does not compile: `(_32,_8):(_68,_1) is not an access by vectors of 16 bytes:
/// thread 1 begins at byte 136`, and `.. the values 0 and 1 of thread 0 are at 0 and 8, not side by
/// side`. If a swizzle tears the vectors apart, it adds `; without its swizzle it is one`. A layout
/// of other than two modes, or with negative strides, is not an access: `(_4,_4,_4):(_16,_4,_1) is
/// not an access to memory: it does not have two modes, one of threads and one of values`. Nor is
/// one of more than 65536 threads, or with offsets past 2^48.
#[track_caller]
pub const fn vectors<A: Layout, T>() {
    at_build!(Vectors<A, T>);
    at_run_time::vectors::<A, T>()
}
/// [`vectors`] and [`bank_conflict_free`], for a program that calls them at run time.
struct Vectors<A, T>(PhantomData<(A, T)>);
struct ConflictFree<A, T>(PhantomData<(A, T)>);
impl<A: Layout, T> Demand for Vectors<A, T> {
    const MET: () = vectors::<A, T>();
}
impl<A: Layout, T> Demand for ConflictFree<A, T> {
    const MET: () = bank_conflict_free::<A, T>();
}

/// [`vectors`]; the suggested remedy is also free of bank `conflicts`, if the caller asks for that.
#[track_caller]
const fn by_vectors<A: Layout, T>(conflicts: bool) {
    let access = access::<A, T>();
    let bytes = access.values().saturating_mul(size_of::<T>() as u64);
    let no_vector =
        Message::new().cat(&A::TEXT).s(" is not an access by vectors of ").u(bytes).s(" bytes: ");
    if !bytes.is_power_of_two() || bytes > 16 {
        no_vector.s("a vector has 1, 2, 4, 8 or 16 bytes").raise()
    }
    let Some((thread, value)) = access.torn() else {
        return;
    };
    let first = access.offset(thread, 0);
    let torn = if value == 0 {
        no_vector.s("thread ").u(thread).s(" begins at byte ").u(first * size_of::<T>() as u64)
    } else {
        no_vector
            .s("the values 0 and ")
            .u(value)
            .s(" of thread ")
            .u(thread)
            .s(" are at ")
            .u(first)
            .s(" and ")
            .u(access.offset(thread, value))
            .s(", not side by side")
    };
    access.remedy(size_of::<T>() as u64, conflicts).append(torn, "is one", "").raise()
}

/// Asserts that an access `(threads, values)` to shared memory passes [`vectors`], and that no bank
/// serves two words in one phase.
///
/// See [the module](self) for banks and phases.
///
/// ```
/// use zellige::contract;
/// use zellige::prelude::*;
/// // The 8 rows of 16 bytes of a matrix for ldmatrix, in a swizzled tile with rows of 128 bytes.
/// type Rows = layout!(Sw<3, 3, 3> o 0 o (8, 8) : (64, 1));
/// const _: () = contract::bank_conflict_free::<Rows, u16>();
/// ```
///
/// Otherwise it does not compile: `bank conflict: threads 0 and 1 access words 0 and 32, both in
/// bank 0, so that (_8,_8):(_64,_1) takes 8 passes instead of 1; with the swizzle Sw<3,3,3> it
/// takes 1`. [The module](self#the-swizzle-in-the-message) says which swizzles are tried.
#[track_caller]
pub const fn bank_conflict_free<A: Layout, T>() {
    at_build!(ConflictFree<A, T>);
    at_run_time::bank_conflict_free::<A, T>()
}

/// Returns the number of passes that shared memory takes for the worst phase of an access
/// `(threads, values)`: 1 if it is free of bank conflicts.
///
/// ```
/// use zellige::contract;
/// use zellige::prelude::*;
/// assert_eq!(contract::bank_passes::<layout!((32, 1) : (1, 1)), f32>(), 1);      // side by side
/// assert_eq!(contract::bank_passes::<layout!((32, 1) : (0, 1)), f32>(), 1);      // one word for all
/// assert_eq!(contract::bank_passes::<layout!((32, 1) : (2, 1)), f32>(), 2);      // every second word
/// assert_eq!(contract::bank_passes::<layout!((32, 1) : (33, 1)), f32>(), 1);     // a column of a padded tile
/// ```
///
/// An access that does not pass [`vectors`] does not compile.
#[track_caller]
pub const fn bank_passes<A: Layout, T>() -> usize {
    at_build!(Vectors<A, T>);
    at_run_time::bank_passes::<A, T>()
}

/// Asserts that the elements of a layout take at most `bytes` bytes.
///
/// ```
/// use zellige::contract;
/// use zellige::prelude::*;
/// const _: () = contract::fits::<layout!((128, 64, 3) : (64, 1, 8192)), u16>(48 * 1024);
/// ```
///
/// Otherwise it does not compile in a `const`, and panics elsewhere, since the number of bytes is
/// known only there: `(_128,_64,_4):(_64,_1,_8192) takes 65536 bytes, but there are 49152`.
#[track_caller]
pub const fn fits<L: Layout, T>(bytes: usize) {
    let need = L::COSIZE.saturating_mul(size_of::<T>());
    if need > bytes {
        Message::new()
            .cat(&L::TEXT)
            .s(" takes ")
            .u(need as u64)
            .s(" bytes, but there are ")
            .u(bytes as u64)
            .raise()
    }
}

/// Returns the access as numbers.
#[track_caller]
const fn access<A: Layout, T>() -> banks::Access {
    check_static(A::REFUSAL, A::IS_STATIC, &A::TEXT);
    let why = match banks::access::<A>() {
        Ok(access) if size_of::<T>() > 0 => return access,
        Ok(_) => "an element of 0 bytes is in no bank",
        Err(why) => why,
    };
    Message::new().cat(&A::TEXT).s(" is not an access to memory: ").s(why).raise()
}
