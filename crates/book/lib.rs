//! The book of zellige. Its chapters are the files in `src`, in the order of `src/SUMMARY.md`;
//! mdBook turns them into pages. `cargo test -p zellige-book` compiles and runs every code block,
//! and checks pictures, errors, links and names against their sources.
//!
//! Chapters that are also pages of zellige's documentation are `docs/*.md` of the repository, and
//! are tested there.

#![allow(clippy::needless_doctest_main)] // chapters show whole programs

/// A module for each chapter, with the chapter as its documentation.
macro_rules! chapters {
    ($($name:ident)*) => { $(
        #[doc = include_str!(concat!("src/", stringify!($name), ".md"))]
        pub mod $name {}
    )* };
}
chapters! {
    introduction
    layout types nested composition inverse divide product tools
    tensor partition swizzle copy mma
    kernel gemm gemm_tensor gemm_pipeline gemm_hopper gemm_blackwell gpu
    machine
}

#[doc = include_str!("../../docs/porting.md")]
#[doc = include_str!(concat!(env!("OUT_DIR"), "/links.md"))]
pub mod porting {}
