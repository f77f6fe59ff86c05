//! Loads and stores of tensors, which an observer sees where kernels are emulated.
//!
//! On a GPU they are the load and the store alone. Elsewhere a function that was given to [`observe`] is called with each before it is made:
//! so `zellige-emulator` finds what is out of bounds, what is not aligned, and races.
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
//! let numbers = numbers.local_tile(shape!((1, 3)), (0u32, 0u32)).settled();
//! // SAFETY: the elements are there.
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
    /// The number of bytes of which the pointer has to be a multiple.
    pub align: usize,
    /// True if the bytes are written.
    pub writes: bool,
    /// True if they are known to be in shared memory.
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

    /// Calls this function with all accesses of tensors from now on, in all threads of the process.
    pub fn observe(observer: fn(Access)) {
        OBSERVER.store(observer as *mut (), Release);
    }
    #[inline]
    pub(super) fn tell(access: Access) {
        let observer = OBSERVER.load(Acquire);
        if !observer.is_null() {
            // SAFETY: what is not null was a `fn(Access)`, which has the size of a pointer where this is compiled.
            let observer = unsafe { transmute::<*mut (), fn(Access)>(observer) };
            observer(access);
        }
    }
}
#[cfg(not(target_arch = "nvptx64"))]
pub use observed::observe;

/// Tells the observer of an access, if there is one.
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
/// The conditions of [`pointer::read`](https://doc.rust-lang.org/std/primitive.pointer.html#method.read) hold.
#[inline(always)]
pub unsafe fn read<T>(from: *const T) -> T {
    tell(from, false, false);
    from.read()
}
/// Writes the value to `to`.
///
/// # Safety
///
/// The conditions of [`pointer::write`](https://doc.rust-lang.org/std/primitive.pointer.html#method.write-1) hold.
#[inline(always)]
pub unsafe fn write<T>(to: *mut T, value: T) {
    tell(to, true, false);
    to.write(value)
}
/// Reads as [`read`] does, from shared memory.
///
/// # Safety
///
/// The conditions of [`read`] hold.
#[inline(always)]
pub(crate) unsafe fn read_shared<T>(from: *const T) -> T {
    tell(from, false, true);
    from.read()
}
/// Writes as [`write`] does, to shared memory.
///
/// # Safety
///
/// The conditions of [`write`] hold.
#[inline(always)]
pub(crate) unsafe fn write_shared<T>(to: *mut T, value: T) {
    tell(to, true, true);
    to.write(value)
}
