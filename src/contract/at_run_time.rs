//! The contracts for a program that checks them at run time and catches the message, as tests do.

use super::{access, by_vectors};
use crate::algebra::banks::Collision;
use crate::layout::Layout;
use crate::refusal::Message;

#[track_caller]
pub const fn vectors<A: Layout, T>() {
    by_vectors::<A, T>(false)
}
#[track_caller]
pub const fn bank_conflict_free<A: Layout, T>() {
    by_vectors::<A, T>(true);
    let access = access::<A, T>();
    if let Some(Collision { threads, words, bank, passes }) = access.worst(size_of::<T>() as u64) {
        let conflict = Message::new()
            .s("bank conflict: threads ")
            .u(threads[0])
            .s(" and ")
            .u(threads[1])
            .s(" access words ")
            .u(words[0])
            .s(" and ")
            .u(words[1])
            .s(", both in bank ")
            .u(bank)
            .s(", so that ")
            .cat(&A::TEXT)
            .s(" takes ")
            .u(passes)
            .s(" passes instead of 1");
        access
            .remedy(size_of::<T>() as u64, true)
            .append(conflict, "takes 1", "; no swizzle removes the conflict")
            .raise()
    }
}
#[track_caller]
pub const fn bank_passes<A: Layout, T>() -> usize {
    vectors::<A, T>();
    match access::<A, T>().worst(size_of::<T>() as u64) {
        Some(collision) => collision.passes as usize,
        None => 1,
    }
}
