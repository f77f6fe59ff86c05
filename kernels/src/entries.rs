//! The kernels as entry points of the PTX, with what a launch has to know of them.

/// What a launch has to know of a kernel.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The name of its entry point.
    pub name: &'static str,
    /// How many threads a block has.
    pub threads: u32,
    /// How much shared memory a block has, in bytes.
    pub shared: u32,
}

/// Lists kernels: `NAME by BODY, threads T, shared S, (ARGUMENTS)`. The BODY is a function of a [`Gpu`]
/// and the arguments. It makes the entry point NAME where the target is a GPU, and a line of [`KERNELS`].
///
/// Rust cannot say how many threads a block has at most. So the PTX has a comment for each kernel,
/// `// launch bounds: NAME THREADS`, from which the build makes the directive `.maxntid`.
///
/// [`Gpu`]: crate::gpu::Gpu
macro_rules! entries {
    ($($(#[$attribute:meta])* $name:ident by $body:expr, threads $threads:expr, shared $shared:expr,
        ($($argument:ident: $type:ty),* $(,)?);)*) => {
        /// All kernels, in the order of this crate's documentation.
        pub const KERNELS: &[Kernel] = &[
            $($(#[$attribute])* Kernel { name: stringify!($name), threads: $threads, shared: $shared },)*
        ];
        #[cfg(target_arch = "nvptx64")]
        mod ptx {
            use super::*;
            $(
                $(#[$attribute])*
                core::arch::global_asm!(
                    concat!("// launch bounds: ", stringify!($name), " {}"),
                    const $threads
                );
                $(#[$attribute])*
                #[unsafe(no_mangle)]
                unsafe extern "ptx-kernel" fn $name($($argument: $type),*) {
                    $body(crate::gpu::Nvptx, $($argument),*)
                }
            )*
        }
    };
}

use crate::saxpy;

entries! {
    saxpy by saxpy::saxpy, threads saxpy::THREADS, shared 0,
        (n: u32, a: f32, x: *const f32, y: *mut f32);
    saxpy_by_hand by saxpy::saxpy_by_hand, threads saxpy::THREADS, shared 0,
        (n: u32, a: f32, x: *const f32, y: *mut f32);
}
