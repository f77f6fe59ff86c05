//! The macro `unroll!`: unrolled loops, in which every index into registers is a constant.
//!
//! Registers have no addresses. An array stays in registers only if each of its indices is a
//! constant after LLVM's optimizations. LLVM unrolls small loops, but not those around many tensor
//! core instructions, and a single index that remains moves the whole array to local memory, at a
//! hundredth of the speed. A closure that is called with 0, 1, 2, ... does not help, either: LLVM
//! optimizes it before it inlines it, and merges reads of adjacent elements into 64-bit reads,
//! which gives the array an address again. [`unroll!`](crate::unroll!) therefore copies the source
//! when it compiles for a GPU.

/// Expands `unroll!(for i in 0..4 { ... })` to the block for `i: u32` = 0, then for 1, and so on.
///
/// The end is 2, 4, 8 or 16, or any constant of at most 16 in braces, which may depend on type
/// parameters.
///
/// ```
/// use zellige_gpu::unroll;
/// let mut registers = [0; 8];
/// unroll!(for i in 0..8 {
///     registers[i as usize] = i * i;
/// });
/// assert_eq!(registers, [0, 1, 4, 9, 16, 25, 36, 49]);
///
/// fn sum<const N: usize>(x: [u32; N]) -> u32 {
///     let mut sum = 0;
///     unroll!(for i in 0..{ N as u32 } {
///         sum += x[i as usize];
///     });
///     sum
/// }
/// assert_eq!(sum([3, 4, 5]), 12);
/// ```
///
/// More than 16 copies do not compile:
///
/// ```compile_fail,E0080
/// # use zellige_gpu::unroll;
/// # fn f<const N: u32>() -> u32 {
/// # let mut sum = 0;
/// unroll!(for i in 0..{ N } { sum += i }); // with N = 17: "unroll!: more than 16 copies"
/// # sum
/// # }
/// # f::<17>();
/// ```
///
/// A bare `break` or `continue` in the block does not compile, because it would leave a different
/// loop on the GPU than on the host. With the label of an outer loop both work, and so does
/// `return`:
///
/// ```compile_fail,E0695
/// # use zellige_gpu::unroll;
/// for step in 0..3 {
///     unroll!(for i in 0..4 { if i == step { break } });
/// }
/// ```
///
/// On the host, the loop remains a loop: the compiler checks its block once, and the emulator runs
/// it. An index that is out of bounds in one copy is an error in the build for the GPU, and a panic
/// in the emulator.
#[doc(alias("CUTE_UNROLL", "range_constexpr"))]
#[macro_export]
macro_rules! unroll {
    (for $i:ident in 0..2 $block:block) => { $crate::unroll_on_target!($i 2 $block 0 1) };
    (for $i:ident in 0..4 $block:block) => { $crate::unroll_on_target!($i 4 $block 0 1 2 3) };
    (for $i:ident in 0..8 $block:block) => { $crate::unroll_on_target!($i 8 $block 0 1 2 3 4 5 6 7) };
    (for $i:ident in 0..16 $block:block) => {
        $crate::unroll_on_target!($i 16 $block 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    (for $i:ident in 0..{ $end:expr } $block:block) => {{
        const { assert!($end <= 16, "unroll!: more than 16 copies") };
        $crate::unroll_on_target!($i ($end) $block 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    }};
}

/// The block for `$i` from 0 to `$end`, exclusive: one copy for each number.
#[cfg(target_arch = "nvptx64")]
#[doc(hidden)]
#[macro_export]
macro_rules! unroll_on_target {
    ($i:ident $end:literal $block:block $($number:literal)*) => { $({
        let $i: u32 = $number;
        #[allow(unused_labels)]
        'copy: { $block }
    })* };
    ($i:ident ($end:expr) $block:block $($number:literal)*) => {{
        $(if const { $number < $end } {
            // Copies that are not executed are compiled nevertheless, and checked for panics.
            #[allow(unconditional_panic, arithmetic_overflow)]
            {
                let $i: u32 = $number;
                #[allow(unused_labels)]
                'copy: { $block }
            }
        })*
    }};
}
/// The block for `$i` from 0 to `$end`, exclusive: a loop.
#[cfg(not(target_arch = "nvptx64"))]
#[doc(hidden)]
#[macro_export]
macro_rules! unroll_on_target {
    ($i:ident $end:tt $block:block $($number:literal)*) => {
        #[allow(clippy::needless_range_loop, unused_labels)]
        for $i in 0u32..$end {
            'copy: { $block }
        }
    };
}
