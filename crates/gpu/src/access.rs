//! Loads and stores of tensors, which an observer sees if kernels are emulated.
//!
//! On a GPU these functions are only the load and the store. Elsewhere they call the function that
//! was given to [`observe`] before each access. This is how `zellige-emulator` finds accesses that
//! are out of bounds or misaligned, and races.
//!
//! ```standalone_crate
//! use std::sync::atomic::{AtomicUsize, Ordering::*};
//! use zellige::prelude::*;
//! use zellige_gpu::access::{Access, observe};
//! use zellige_gpu::{tensor::gmem, transform::fold};
//!
//! static BYTES: AtomicUsize = AtomicUsize::new(0);
//! observe(|access: Access| {
//!     BYTES.fetch_add(access.bytes, Relaxed);
//! });
//! let memory = [1.0f32, 2.0, 3.0];
//! let numbers = gmem(memory.as_ptr(), layout!((1u32, 3u32) : (3u32, 1)));
//! let numbers = numbers.local_tile(shape!((1, 3)), (0u32, 0u32));
//! // SAFETY: the elements exist.
//! assert_eq!(unsafe { fold(numbers, 0.0, |sum, x| sum + x) }, 6.0);
//! assert_eq!(BYTES.load(Relaxed), 12);
//! ```

/// An access to memory that is about to be made.
#[derive(Copy, Clone, Debug)]
pub struct Access {
    /// The pointer to the first byte.
    pub pointer: *const u8,
    /// The number of bytes.
    pub bytes: usize,
    /// The alignment in bytes that the pointer must have.
    pub align: usize,
    /// Whether the access writes the bytes.
    pub writes: bool,
    /// Whether the bytes are known to be in shared memory.
    pub shared: bool,
}

#[cfg(not(target_arch = "nvptx64"))]
mod observed {
    use super::Access;
    use core::mem::transmute;
    use core::ptr::null_mut;
    use core::sync::atomic::{AtomicPtr, Ordering::*};

    /// The observer, a `fn(Access)`, or null.
    static OBSERVER: AtomicPtr<()> = AtomicPtr::new(null_mut());

    /// Calls this function for all accesses of tensors from now on, in all threads of the process.
    pub fn observe(observer: fn(Access)) {
        OBSERVER.store(observer as *mut (), Release);
    }
    #[inline]
    pub(super) fn tell(access: Access) {
        let observer = OBSERVER.load(Acquire);
        if !observer.is_null() {
            // SAFETY: a pointer that is not null was a `fn(Access)`, which has the size of a
            // pointer on the targets that compile this.
            let observer = unsafe { transmute::<*mut (), fn(Access)>(observer) };
            observer(access);
        }
    }
}
#[cfg(not(target_arch = "nvptx64"))]
pub use observed::observe;

/// Reports an access to the observer, if there is one.
#[inline(always)]
fn tell<T>(pointer: *const T, writes: bool, shared: bool) {
    #[cfg(not(target_arch = "nvptx64"))]
    observed::tell(Access {
        pointer: pointer.cast(),
        bytes: size_of::<T>(),
        align: align_of::<T>(),
        writes,
        shared,
    });
    #[cfg(target_arch = "nvptx64")]
    let _ = (pointer, writes, shared);
}

/// Reads the value at `from`.
///
/// # Safety
///
/// The conditions of
/// [`pointer::read`](https://doc.rust-lang.org/std/primitive.pointer.html#method.read) hold.
#[inline(always)]
pub unsafe fn read<T>(from: *const T) -> T {
    tell(from, false, false);
    from.read()
}
/// Writes the value to `to`.
///
/// # Safety
///
/// The conditions of
/// [`pointer::write`](https://doc.rust-lang.org/std/primitive.pointer.html#method.write-1) hold.
#[inline(always)]
pub unsafe fn write<T>(to: *mut T, value: T) {
    tell(to, true, false);
    to.write(value)
}
/// Reads from shared memory as [`read`] does.
///
/// # Safety
///
/// The conditions of [`read`] hold.
#[inline(always)]
pub(crate) unsafe fn read_shared<T>(from: *const T) -> T {
    tell(from, false, true);
    from.read()
}
/// Writes to shared memory as [`write`] does.
///
/// # Safety
///
/// The conditions of [`write`] hold.
#[inline(always)]
pub(crate) unsafe fn write_shared<T>(to: *mut T, value: T) {
    tell(to, true, true);
    to.write(value)
}
