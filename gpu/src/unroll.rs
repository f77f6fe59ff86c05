//! The macro `unroll!`: loops that are written out, so that every index into registers is known.
//!
//! Registers have no addresses. An array stays in registers only if each of its indices is a number when LLVM
//! has done its work; LLVM unrolls small loops, but not those around many instructions of tensor cores, and one
//! index that is left puts the whole array into local memory, at a hundredth of the speed. A closure that is called
//! with 0, 1, 2, .. is no way out, either: LLVM optimizes it before it inlines it, joins reads of neighbouring elements to
//! one of 64 bits, and then the array has an address again. So [`unroll!`](crate::unroll!) copies the source.

/// Expands `unroll!(for i in 0..4 { .. })` to the block for `i: u32` = 0, then for 1, and so on.
///
/// The end is 2, 4, 8 or 16, or in braces any constant of at most 16, which may depend on type parameters. A `break` or
/// `continue` in the block is that of a loop outside.
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
#[doc(alias("CUTE_UNROLL", "range_constexpr"))]
#[macro_export]
macro_rules! unroll {
    (for $i:ident in 0..2 $block:block) => { $crate::unroll!(@copies $i $block 0 1) };
    (for $i:ident in 0..4 $block:block) => { $crate::unroll!(@copies $i $block 0 1 2 3) };
    (for $i:ident in 0..8 $block:block) => { $crate::unroll!(@copies $i $block 0 1 2 3 4 5 6 7) };
    (for $i:ident in 0..16 $block:block) => {
        $crate::unroll!(@copies $i $block 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    (for $i:ident in 0..{ $end:expr } $block:block) => {{
        const { assert!($end <= 16, "unroll!: more than 16 copies") };
        $crate::unroll!(@if $i ($end) $block 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    }};
    (@copies $i:ident $block:block $($number:literal)*) => { $({ let $i: u32 = $number; $block })* };
    (@if $i:ident ($end:expr) $block:block $($number:literal)*) => {{
        $(if const { $number < $end } {
            // Copies that are not made are compiled nevertheless, and checked for panics.
            #[allow(unconditional_panic, arithmetic_overflow)]
            {
                let $i: u32 = $number;
                $block
            }
        })*
    }};
}
