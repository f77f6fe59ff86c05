//! The machine code of the kernels, which `cargo xtask ops` makes.

/// The images, each with the GPU for which it is compiled.
pub(crate) const IMAGES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/images.rs"));
