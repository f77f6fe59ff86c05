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
    /// The names of its parameters.
    pub parameters: &'static [&'static str],
}

/// A value that a launch gives to a kernel.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Value {
    /// A size, a stride.
    U32(u32),
    /// A stride that may be negative.
    I32(i32),
    /// A number.
    F32(f32),
    /// The address of memory.
    Pointer(u64),
}

/// The type of a kernel's parameter, as a [`Value`].
#[cfg(not(target_arch = "nvptx64"))]
trait Parameter: Sized {
    /// The value itself, if it is of this type.
    fn take(value: Value) -> Option<Self>;
}
#[cfg(not(target_arch = "nvptx64"))]
mod parameters {
    use super::{Parameter, Value};

    macro_rules! numbers {
        ($($kind:ident: $type:ty;)*) => { $(
            impl Parameter for $type {
                fn take(value: Value) -> Option<Self> {
                    match value {
                        Value::$kind(x) => Some(x),
                        _ => None,
                    }
                }
            }
        )* };
    }
    numbers! {
        U32: u32;
        I32: i32;
        F32: f32;
    }
    impl<T> Parameter for *const T {
        fn take(value: Value) -> Option<Self> {
            Some(<*mut T>::take(value)?.cast_const())
        }
    }
    impl<T> Parameter for *mut T {
        fn take(value: Value) -> Option<Self> {
            if let Value::Pointer(x) = value {
                Some(core::ptr::with_exposed_provenance_mut(x as usize))
            } else {
                None
            }
        }
    }
}

/// Lists pairs of kernels: `NAME by BODY, TWIN by BODY, threads T, shared S, (ARGUMENTS)`, the second the twin of
/// the first, with its indices by hand. A BODY is a function of a [`Gpu`] and the arguments. It makes the entry
/// points NAME and TWIN where the target is a GPU, and their lines of [`KERNELS`].
///
/// Rust cannot say how many threads a block has at most. So the PTX has a comment for each kernel,
/// `// launch bounds: NAME THREADS shared BYTES`, from which `cargo xtask gpu-build` makes the directive
/// `.maxntid`. Behind `shared S` there may be `bounds "minctas 1 cluster 2"`: the least number of blocks
/// that a multiprocessor takes at a time, and the blocks of a cluster (either, or both).
///
/// [`Gpu`]: zellige_gpu::Gpu
macro_rules! entries {
    ($($(#[$attribute:meta])* $name:ident by $body:expr, $twin:ident by $by_hand:expr,
        threads $threads:expr, shared $shared:expr, $(bounds $bounds:literal,)? ($($arguments:tt)*);)*) => {
        entry_points! { otherwise atoms::run; $(
            $(#[$attribute])* $name by $body, threads $threads, shared $shared, $(bounds $bounds,)? ($($arguments)*);
            $(#[$attribute])* $twin by $by_hand, threads $threads, shared $shared, $(bounds $bounds,)? ($($arguments)*);
        )*}
    };
}
/// Each line of [`entries!`] for itself. `otherwise` runs the kernels that are not among them.
macro_rules! entry_points {
    (otherwise $otherwise:expr; $($(#[$attribute:meta])* $name:ident by $body:expr, threads $threads:expr, shared $shared:expr,
        $(bounds $bounds:literal,)? ($($argument:ident: $type:ty),* $(,)?);)*) => {
        /// All kernels, in the order of this crate's documentation.
        pub const KERNELS: &[Kernel] = &[
            $($(#[$attribute])* Kernel {
                name: stringify!($name),
                threads: $threads,
                shared: $shared,
                parameters: &[$(stringify!($argument)),*],
            },)*
        ];

        /// Calls the body of the kernel of this name, as one thread of a launch does.
        ///
        /// # Panics
        ///
        /// If there is no such kernel, or it takes other values than these.
        #[cfg(not(target_arch = "nvptx64"))]
        pub unsafe fn run<G: zellige_gpu::Sm90 + zellige_gpu::Store>(name: &str, gpu: G, values: &[Value]) {
            match name {
                $($(#[$attribute])* stringify!($name) => {
                    let mut values = values.iter();
                    $(let $argument = values
                        .next()
                        .and_then(|value| <$type as Parameter>::take(*value))
                        .expect(concat!(
                            stringify!($name), " takes ", stringify!($argument), ": ", stringify!($type)
                        ));)*
                    assert!(values.next().is_none(), "more values than {name} takes");
                    $body(gpu, $($argument),*)
                })*
                _ => $otherwise(name, gpu, values),
            }
        }
        #[cfg(target_arch = "nvptx64")]
        mod ptx {
            use super::*;
            $(
                $(#[$attribute])*
                core::arch::global_asm!(
                    concat!("// launch bounds: ", stringify!($name), " {} ", $($bounds, " ",)? "shared {}"),
                    const $threads,
                    const $shared,
                );
                $(#[$attribute])*
                #[unsafe(no_mangle)]
                unsafe extern "ptx-kernel" fn $name($($argument: $type),*) {
                    $body(zellige_gpu::Nvptx, $($argument),*)
                }
            )*
        }
    };
}

pub mod atoms;

use crate::sgemm::{self, sgemm_1, sgemm_2};
use crate::{copy, mma_gemm, saxpy, softmax, transpose, wgmma_gemm};
use zellige_gpu::{Bf16, F16, TensorMap};

entries! {
    saxpy by saxpy::saxpy,
        saxpy_by_hand by saxpy::saxpy_by_hand,
        threads saxpy::THREADS, shared 0,
        (n: u32, a: f32, x: *const f32, y: *mut f32);
    saxpy_strided by saxpy::saxpy_strided,
        saxpy_strided_by_hand by saxpy::saxpy_strided_by_hand,
        threads saxpy::THREADS, shared 0,
        (n: u32, a: f32, x: *const f32, incx: i32, y: *mut f32, incy: i32);

    copy_16 by copy::copy_16,
        copy_16_by_hand by copy::copy_16_by_hand,
        threads copy::THREADS, shared 0,
        (rows: u32, from: *const f32, to: *mut f32);
    copy_8 by copy::copy_8,
        copy_8_by_hand by copy::copy_8_by_hand,
        threads copy::THREADS, shared 0,
        (rows: u32, from: *const f32, to: *mut f32);
    copy_4 by copy::copy_4,
        copy_4_by_hand by copy::copy_4_by_hand,
        threads copy::THREADS, shared 0,
        (rows: u32, from: *const f32, to: *mut f32);

    transpose_f32 by transpose::transpose_f32,
        transpose_f32_by_hand by transpose::transpose_f32_by_hand,
        threads transpose::THREADS, shared transpose::aligned::SHARED_F32,
        (rows: u32, columns: u32, from: *const f32, ld_from: u32, to: *mut f32, ld_to: u32);
    transpose_bf16 by transpose::transpose_bf16,
        transpose_bf16_by_hand by transpose::transpose_bf16_by_hand,
        threads transpose::THREADS, shared transpose::aligned::SHARED_BF16,
        (rows: u32, columns: u32, from: *const Bf16, ld_from: u32, to: *mut Bf16, ld_to: u32);
    transpose_f32_any by transpose::transpose_f32_any,
        transpose_f32_any_by_hand by transpose::transpose_f32_any_by_hand,
        threads transpose::THREADS, shared transpose::any::SHARED_F32,
        (rows: u32, columns: u32, from: *const f32, ld_from: u32, to: *mut f32, ld_to: u32);
    transpose_bf16_any by transpose::transpose_bf16_any,
        transpose_bf16_any_by_hand by transpose::transpose_bf16_any_by_hand,
        threads transpose::pairs::THREADS, shared transpose::pairs::SHARED,
        (rows: u32, columns: u32, from: *const Bf16, ld_from: u32, to: *mut Bf16, ld_to: u32);

    softmax_warp by softmax::softmax_warp,
        softmax_warp_by_hand by softmax::softmax_warp_by_hand,
        threads softmax::THREADS, shared 0, bounds "minctas 5",
        (rows: u32, columns: u32, from: *const f32, ld_from: u32, to: *mut f32, ld_to: u32);
    softmax_block_8 by softmax::softmax_block_8,
        softmax_block_8_by_hand by softmax::softmax_block_8_by_hand,
        threads softmax::THREADS, shared softmax::SHARED, bounds "minctas 8",
        (rows: u32, columns: u32, from: *const f32, ld_from: u32, to: *mut f32, ld_to: u32);
    softmax_block_32 by softmax::softmax_block_32,
        softmax_block_32_by_hand by softmax::softmax_block_32_by_hand,
        threads softmax::THREADS, shared softmax::SHARED, bounds "minctas 4",
        (rows: u32, columns: u32, from: *const f32, ld_from: u32, to: *mut f32, ld_to: u32);

    sgemm_1_nt by sgemm_1::sgemm_1_nt,
        sgemm_1_nt_by_hand by sgemm::by_hand::sgemm_1_nt_by_hand,
        threads sgemm::THREADS, shared sgemm_1::SHARED,
        (m: u32, n: u32, k: u32, alpha: f32, a: *const f32, lda: u32, b: *const f32, ldb: u32, beta: f32,
         c: *mut f32, ldc: u32);
    sgemm_1_tn by sgemm_1::sgemm_1_tn,
        sgemm_1_tn_by_hand by sgemm::by_hand::sgemm_1_tn_by_hand,
        threads sgemm::THREADS, shared sgemm_1::SHARED,
        (m: u32, n: u32, k: u32, alpha: f32, a: *const f32, lda: u32, b: *const f32, ldb: u32, beta: f32,
         c: *mut f32, ldc: u32);
    sgemm_2_nt by sgemm_2::sgemm_2_nt,
        sgemm_2_nt_by_hand by sgemm::by_hand::sgemm_2_nt_by_hand,
        threads sgemm::THREADS, shared sgemm_2::SHARED, bounds "minctas 2",
        (m: u32, n: u32, k: u32, alpha: f32, a: *const f32, lda: u32, b: *const f32, ldb: u32, beta: f32,
         c: *mut f32, ldc: u32);
    sgemm_2_nt_any by sgemm_2::sgemm_2_nt_any,
        sgemm_2_nt_any_by_hand by sgemm::by_hand::sgemm_2_nt_any_by_hand,
        threads sgemm::THREADS, shared sgemm_2::SHARED, bounds "minctas 2",
        (m: u32, n: u32, k: u32, alpha: f32, a: *const f32, lda: u32, b: *const f32, ldb: u32, beta: f32,
         c: *mut f32, ldc: u32);
    sgemm_2_tn by sgemm_2::sgemm_2_tn,
        sgemm_2_tn_by_hand by sgemm::by_hand::sgemm_2_tn_by_hand,
        threads sgemm::THREADS, shared sgemm_2::SHARED, bounds "minctas 2",
        (m: u32, n: u32, k: u32, alpha: f32, a: *const f32, lda: u32, b: *const f32, ldb: u32, beta: f32,
         c: *mut f32, ldc: u32);

    #[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
    wgmma_gemm by wgmma_gemm::wgmma_gemm,
        wgmma_gemm_by_hand by wgmma_gemm::wgmma_gemm_by_hand,
        threads wgmma_gemm::THREADS, shared wgmma_gemm::SHARED, bounds "minctas 1",
        (m: u32, n: u32, k: u32, a: *const TensorMap, b: *const TensorMap, c: *mut f32, ldc: u32);
    #[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
    wgmma_gemm_bf16 by wgmma_gemm::wgmma_gemm,
        wgmma_gemm_bf16_by_hand by wgmma_gemm::wgmma_gemm_by_hand,
        threads wgmma_gemm::THREADS, shared wgmma_gemm::SHARED, bounds "minctas 1",
        (m: u32, n: u32, k: u32, a: *const TensorMap, b: *const TensorMap, c: *mut Bf16, ldc: u32);

    mma_gemm_bf16 by mma_gemm::mma_gemm::<Bf16, _>,
        mma_gemm_bf16_by_hand by mma_gemm::mma_gemm_by_hand::<Bf16, _>,
        threads mma_gemm::THREADS, shared mma_gemm::SHARED,
        (m: u32, n: u32, k: u32, a: *const Bf16, lda: u32, b: *const Bf16, ldb: u32, c: *mut f32, ldc: u32);
    mma_gemm_bf16_any by mma_gemm::mma_gemm_any::<Bf16, _>,
        mma_gemm_bf16_any_by_hand by mma_gemm::mma_gemm_any_by_hand::<Bf16, _>,
        threads mma_gemm::THREADS, shared mma_gemm::SHARED,
        (m: u32, n: u32, k: u32, a: *const Bf16, lda: u32, b: *const Bf16, ldb: u32, c: *mut f32, ldc: u32);
    mma_gemm_f16 by mma_gemm::mma_gemm::<F16, _>,
        mma_gemm_f16_by_hand by mma_gemm::mma_gemm_by_hand::<F16, _>,
        threads mma_gemm::THREADS, shared mma_gemm::SHARED,
        (m: u32, n: u32, k: u32, a: *const F16, lda: u32, b: *const F16, ldb: u32, c: *mut f32, ldc: u32);
    mma_gemm_f16_any by mma_gemm::mma_gemm_any::<F16, _>,
        mma_gemm_f16_any_by_hand by mma_gemm::mma_gemm_any_by_hand::<F16, _>,
        threads mma_gemm::THREADS, shared mma_gemm::SHARED,
        (m: u32, n: u32, k: u32, a: *const F16, lda: u32, b: *const F16, ldb: u32, c: *mut f32, ldc: u32);
}
