//! Vectors: several elements in one memory access.
//!
//! A GPU moves up to 16 bytes per thread with one instruction. A [`Vector16`] that is read or
//! written at once is such an access; as an array of elements it is in registers. A [`Vector8`] has
//! 8 bytes.

use crate::access;
use core::mem::transmute_copy;

/// 16 bytes, aligned, in the registers that the GPU moves at once: a vector of four for LLVM.
#[cfg(target_arch = "nvptx64")]
#[derive(Copy, Clone)]
#[repr(simd)]
pub struct Vector16([u32; 4]);
#[cfg(target_arch = "nvptx64")]
impl Default for Vector16 {
    #[inline(always)]
    fn default() -> Self {
        Vector16([0; 4])
    }
}
/// 16 bytes, aligned.
#[cfg(not(target_arch = "nvptx64"))]
#[derive(Copy, Clone, Default)]
#[repr(align(16))]
pub struct Vector16(#[expect(unused, reason = "only moved")] [u32; 4]);

/// 8 bytes, aligned, in the registers that the GPU moves at once: a vector of two for LLVM.
#[cfg(target_arch = "nvptx64")]
#[derive(Copy, Clone)]
#[repr(simd)]
pub struct Vector8([u32; 2]);
/// 8 bytes, aligned.
#[cfg(not(target_arch = "nvptx64"))]
#[derive(Copy, Clone)]
#[repr(align(8))]
pub struct Vector8(#[expect(unused, reason = "only moved")] [u32; 2]);

/// Reads N elements of 16 bytes together. PTX: `ld.v4.b32`.
///
/// # Safety
///
/// The elements must exist, and the pointer must be aligned to 16 bytes.
#[doc(alias("__ldg", "load"))]
#[inline(always)]
pub unsafe fn read<T: Copy, const N: usize>(from: *const T) -> [T; N] {
    const { assert!(size_of::<[T; N]>() == 16) }
    // SAFETY: as the caller promises; the sizes are equal.
    unsafe { transmute_copy(&access::read(from.cast::<Vector16>())) }
}

/// Writes N elements of 4, 8 or 16 bytes together. PTX: `st.b32`, `st.v2.b32`, `st.v4.b32`.
///
/// # Safety
///
/// The memory of the elements must exist, and the pointer must be aligned to their total size.
#[doc(alias("__stcs", "store"))]
#[inline(always)]
pub unsafe fn write<T: Copy, const N: usize>(to: *mut T, elements: [T; N]) {
    const { assert!(matches!(size_of::<[T; N]>(), 4 | 8 | 16)) }
    // SAFETY: as the caller promises; the sizes are equal.
    unsafe {
        match const { size_of::<[T; N]>() } {
            16 => access::write(to.cast::<Vector16>(), transmute_copy(&elements)),
            8 => access::write(to.cast::<Vector8>(), transmute_copy(&elements)),
            _ => access::write(to.cast::<u32>(), transmute_copy(&elements)),
        }
    }
}
