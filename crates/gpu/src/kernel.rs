//! Kernels: functions that are generic over their machine, and the descriptions that launches need.
//!
//! For such a function, [`#[kernel]`](macro@crate::kernel) generates
//!
//! - a type with the kernel's name, which implements [`Kernel`]: a launch names the kernel by this
//!   type, on a GPU and emulated, and the compiler knows the arguments from it;
//! - for the target `nvptx64`, the entry point of this name in the PTX, and a symbol with its
//!   [`LaunchBounds`], which `zellige-kernel-build` turns into the directives that Rust cannot
//!   write.
//!
//! The function itself is unchanged, except for a hint, on a GPU, to inline it into its entry
//! point: `zellige-kernel-build` ensures that this happens however large the function is. Functions
//! that it calls need `#[inline(always)]`. If one is called nevertheless, or if variables are in
//! local memory, the build warns with the kernel's name.
//!
//! ```
//! use zellige_gpu::kernel::{Capability, Kernel, Kind};
//! use zellige_gpu::{Gpu, kernel};
//!
//! /// x = a x, for n numbers. The grid has a thread for each of them.
//! ///
//! /// # Safety
//! ///
//! /// x points to n numbers, which nothing else uses meanwhile.
//! #[kernel(threads = 128)]
//! pub unsafe fn scale<G: Gpu>(gpu: G, n: u32, a: f32, x: *mut f32) {
//!     let i = gpu.block_x() * 128 + gpu.thread();
//!     if i < n {
//!         // SAFETY: one of the n numbers, and no other thread has it.
//!         unsafe { *x.add(i as usize) *= a }
//!     }
//! }
//!
//! let description = scale::DESCRIPTION; // the type `scale`
//! assert_eq!((description.name, description.threads), ("scale", 128));
//! assert_eq!(description.capability, Capability::Gpu);
//! assert_eq!(description.parameters[2].to_string(), "x: *mut f32");
//! assert_eq!(description.parameters[2].kind, Kind::Pointer { align: 4 });
//! let arguments: <scale as Kernel>::Arguments = (1000, 2.0, std::ptr::null_mut());
//! # let _ = arguments;
//! ```
//!
//! # The keys of the attribute
//!
//! | key | meaning | default |
//! |---|---|---|
//! | `threads` | the number of threads in a block | an error |
//! | `shared` | the number of bytes of shared memory of a block | 0 |
//! | `min_blocks` | the number of blocks that a multiprocessor must hold at a time; the assembler limits registers accordingly | any number |
//! | `cluster` | the number of blocks in a cluster | no clusters |
//! | `machine` | `Gpu`, `Sm80`, `Sm89`, `Sm90`, `Sm100` or `Sm120`: the capability that the GPU must have | the strongest of these among the machine's bounds |
//! | `instances` | the kernels of a function with further parameters, by name | one kernel with the function's name |
//! | `crate` | the path of this crate, if it has another name | `::zellige_gpu` |
//!
//! The counts are constant expressions of type `u32`.
//!
//! # Generic functions
//!
//! The machine is the type of the first argument. The instances choose the function's further
//! parameters, types and constants, in their order. A count in the attribute may depend on them.
//!
//! ```
//! use zellige_gpu::kernel::Kernel;
//! use zellige_gpu::{Bf16, F16, Half, Sm80, kernel};
//!
//! /// # Safety
//! ///
//! /// The caller launches it with matching sizes.
//! #[kernel(
//!     threads = 32 * WARPS,
//!     shared = WARPS * 1024 * size_of::<T>() as u32,
//!     instances(product_bf16 = <Bf16, 4>, product_f16 = <F16, 8>),
//! )]
//! pub unsafe fn product<T: Half, const WARPS: u32, G: Sm80>(gpu: G, n: u32, a: *const T) {
//!     let _ = (gpu, n, a);
//! }
//!
//! let (bf16, f16) = (product_bf16::DESCRIPTION, product_f16::DESCRIPTION);
//! assert_eq!((bf16.threads, bf16.shared), (128, 8192));
//! assert_eq!((f16.threads, f16.shared), (256, 16384));
//! ```
//!
//! Sizes and types that belong together form one parameter, a configuration, whose types may appear
//! in arguments and in the attribute.
//!
//! ```
//! use zellige::prelude::*;
//! use zellige_gpu::kernel::Kernel;
//! use zellige_gpu::{Gpu, kernel};
//!
//! trait Config {
//!     type Element;
//!     type Shared: Layout<Profile = (usize, usize)>;
//! }
//! struct Padded;
//! impl Config for Padded {
//!     type Element = f32;
//!     type Shared = layout!((32, 32) : (33, 1));
//! }
//!
//! /// # Safety
//! ///
//! /// The caller launches it with matching sizes.
//! #[kernel(
//!     threads = 256,
//!     shared = (C::Shared::COSIZE * size_of::<C::Element>()) as u32,
//!     instances(transpose_padded = <Padded>),
//! )]
//! unsafe fn transpose<C: Config, G: Gpu>(gpu: G, from: *const C::Element, to: *mut C::Element) {
//!     let _ = (gpu, from, to);
//! }
//! assert_eq!(transpose_padded::DESCRIPTION.shared, 4 * (31 * 33 + 32));
//! ```
//!
//! A generic kernel should take the types that divide tensors as a whole: the tile, the tiled copy,
//! the tiled MMA and layouts, each with its profile. Then each is only a name to the
//! compiler, which computes nothing before it knows the instance. If only a part is a
//! parameter, such as the T of a tiled MMA or the rows of a tile, the compiler carries a partial
//! computation through each line of the kernel, and may take minutes.
//!
//! ```
//! # use zellige::{atom::*, prelude::*};
//! trait Config {
//!     type Tile: Tiler<TilerProfile = (usize, usize)> + Default;
//!     type Copy: CopyTiling<Tile: Tiler<TilerProfile = (usize, usize)>>;
//!     type Mma: MmaTiling<Atom = mma::SM80_16x8x16_F32F16F16F32_TN>;
//!     type Stages: Layout<Profile = (usize, usize, usize)>;
//! }
//! ```
//!
//! # To use it in generic code, bound it
//!
//! | to use | bound |
//! |---|---|
//! | `Int<N>` of a const parameter N | `Const<N>: StaticInt` |
//! | `local_tile(C::Tile::default(), c)` | `Tile: Tiler<TilerProfile = (usize, usize)> + Default` |
//! | `C::Copy::THREADS`, `partition_s`, `copy` | `Copy: CopyTiling<Atom = CopyAtom<.., ..>>` |
//! | `C::Mma::THREADS`, `partition`, `gemm` | `Mma: MmaTiling<Atom = mma::..>` |
//! | `mma.partition_fragment::<OperandC, _>(tile)`, `registers(fragment)` | none |
//! | `SmemTensor<f32, C::Shared>`, `at((.., 1u32))` | `Shared: SharedTile<Profile = (usize, usize)>` |
//! | `TmaRing<C::A, R>`, `producer.load(..)` | `A: TmaTile<Element = T>` |
//! | `TmaRing<C::A, ThreadsOf<C::Mma>>` | `Mma: MmaTiling + 'static` |
//! | `CpAsyncRing<C::Stages>` | `Stages: Integer` |
//! | `descriptors::<OperandA, _>(mma, thread)` | `A: TmaTile<Layout: SharedOperand<Self::Mma, OperandA>>` |
//! | `wgmma::product` | `C::Atom: Accumulates<G, T, u64>` |
//! | `C::Roles::THREADS`, `C::Roles::of(gpu)` | `Roles: Roles` |
//! | `local_partition(C::Threads::STATIC, thread)` | `Threads: Layout<Profile = (usize, usize)>` |
//! | `tensor.read(l.idx2crd(i))` | `L: Layout<Profile = ..>` |
//! | `tensor.slice(c)`, in place of `at(c)` | none |
//!
//! A kernel with these bounds, in tiles of M by N:
//!
//! ```
//! use zellige::{atom::*, atom::smem::SharedTile, construct::RowMajor, prelude::*};
//! use zellige_gpu::copy::{copy, copy_if};
//! use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
//! use zellige_gpu::tensor::{gmem, registers, rmem};
//! use zellige_gpu::{Gpu, kernel};
//!
//! type Vector = CopyAtom<copy::UniversalCopy<int!(32)>, int!(32)>;
//! trait Config: 'static {
//!     type Tile: Tiler<TilerProfile = (usize, usize)> + Default;
//!     type Copy: CopyTiling<Atom = Vector>;
//!     type Shared: SharedTile<Profile = (usize, usize)>;
//!     type Acc: Layout;
//! }
//! struct Tiles<const M: usize, const N: usize>;
//! impl<const M: usize, const N: usize> Config for Tiles<M, N>
//! where
//!     Const<M>: StaticInt,
//!     Const<N>: StaticInt,
//! {
//!     type Tile = (Int<M>, Int<N>);
//!     type Copy = MakeTiledCopy<Vector, RowMajor<(int!(1), Int<N>)>, RowMajor<(Int<M>, int!(1))>>;
//!     type Shared = RowMajor<(Int<M>, Int<N>)>;
//!     type Acc = RowMajor<((int!(1), Int<M>), int!(1), int!(1))>;
//! }
//!
//! /// # Safety
//! ///
//! /// The caller launches it with matching sizes.
//! #[kernel(
//!     threads = C::Copy::THREADS,
//!     shared = <SmemTensor<f32, C::Shared>>::BYTES,
//!     instances(through_4_32 = <Tiles<4, 32>>, through_8_64 = <Tiles<8, 64>>),
//! )]
//! unsafe fn through<C: Config, G: Gpu>(gpu: G, m: u32, n: u32, from: *const f32, to: *mut f32) {
//!     let (tile, all) = (C::Tile::default(), C::Copy::STATIC);
//!     let (thread, at) = (gpu.thread(), (gpu.block_y(), gpu.block_x()));
//!     let from = gmem(from, layout!((m, n) : (n, 1))).local_tile(tile, at).partition_s(all, thread);
//!     let to = gmem(to, layout!((m, n) : (n, 1))).local_tile(tile, at).partition_d(all, thread);
//!     let mut acc = registers(C::Acc::STATIC);
//!     // SAFETY: the matrices have m by n elements, and a thread reads from shared memory what it
//!     // wrote.
//!     unsafe {
//!         let shared = <SmemTensor<f32, C::Shared>>::allocate(gpu);
//!         copy_if(gpu, all, from, shared.partition_d(all, thread));
//!         copy(gpu, all, shared.partition_s(all, thread), rmem(&mut acc, C::Acc::STATIC));
//!         copy_if(gpu, all, rmem(&mut acc, C::Acc::STATIC), to);
//!     }
//! }
//! use zellige_gpu::kernel::Kernel;
//! assert_eq!((through_8_64::DESCRIPTION.threads, through_8_64::DESCRIPTION.shared), (64, 2048));
//! ```
//!
//! `cargo check` verifies that such a kernel is well-formed. It cannot know whether the numbers of
//! an instance fit together before the instance is built, by a test or for a GPU.
//! `cargo zellige test` writes those errors in decimal.
//!
//! An instance that needs more of the machine than the others declares it:
//! `instances(a = <X>, b: Sm90 = <Y>)`. A kernel that needs more than the `target-cpu` has is left
//! out of the PTX.
//!
//! # Machines of your own
//!
//! The function stays generic, so you can call it with a machine of your own, which needs only the
//! capabilities that the function requires:
//!
//! ```
//! # use zellige_gpu::{Gpu, kernel};
//! # /// # Safety
//! # ///
//! # /// x points to n numbers, which nothing else uses meanwhile.
//! # #[kernel(threads = 128)]
//! # pub unsafe fn scale<G: Gpu>(gpu: G, n: u32, a: f32, x: *mut f32) {
//! #     let i = gpu.block_x() * 128 + gpu.thread();
//! #     if i < n {
//! #         unsafe { *x.add(i as usize) *= a }
//! #     }
//! # }
//! # const ALONE: &str = "threads that run one after the other share nothing, and do not wait";
//! /// One thread of the first block, with the capabilities that every GPU has and no others.
//! #[derive(Copy, Clone)]
//! struct Thread(u32);
//! impl Gpu for Thread {
//!     fn thread(self) -> u32 {
//!         self.0
//!     }
//!     fn block_x(self) -> u32 {
//!         0
//!     }
//!     // And so on.
//! #     fn block_y(self) -> u32 { 0 }
//! #     fn grid_x(self) -> u32 { 1 }
//! #     fn grid_y(self) -> u32 { 1 }
//! #     fn shared(self) -> *mut u8 { panic!("{ALONE}") }
//! #     fn shared_address(self) -> u32 { panic!("{ALONE}") }
//! #     unsafe fn sync_threads(self) { panic!("{ALONE}") }
//! #     unsafe fn barrier_sync<const ID: u32, const THREADS: u32>(self) { panic!("{ALONE}") }
//! #     unsafe fn barrier_arrive<const ID: u32, const THREADS: u32>(self) { panic!("{ALONE}") }
//! #     unsafe fn barrier_sync_at<const THREADS: u32>(self, _id: u32) { panic!("{ALONE}") }
//! #     unsafe fn barrier_arrive_at<const THREADS: u32>(self, _id: u32) { panic!("{ALONE}") }
//! #     fn fma(self, a: f32, b: f32, c: f32) -> f32 { a * b + c }
//! #     fn exp2(self, x: f32) -> f32 { x.exp2() }
//! #     fn log2(self, x: f32) -> f32 { x.log2() }
//! #     fn reciprocal(self, x: f32) -> f32 { 1.0 / x }
//! #     fn sqrt(self, x: f32) -> f32 { x.sqrt() }
//! #     fn rsqrt(self, x: f32) -> f32 { 1.0 / x.sqrt() }
//! #     unsafe fn shuffle_up(self, _x: f32, _by: u32) -> f32 { panic!("{ALONE}") }
//! #     unsafe fn shuffle(self, _x: f32, _lane: u32) -> f32 { panic!("{ALONE}") }
//! #     unsafe fn shuffle_xor(self, _x: f32, _mask: u32) -> f32 { panic!("{ALONE}") }
//! #     unsafe fn broadcast(self, _x: u32) -> u32 { panic!("{ALONE}") }
//! #     unsafe fn any(self, _x: bool) -> bool { panic!("{ALONE}") }
//! }
//! let mut numbers = [1.0f32, 2.0, 3.0];
//! for thread in 0..128 {
//!     // SAFETY: there are three numbers.
//!     unsafe { scale(Thread(thread), 3, 2.0, numbers.as_mut_ptr()) }
//! }
//! assert_eq!(numbers, [2.0, 4.0, 6.0]);
//! ```
//!
//! [`Kernel::run`] accepts only machines with all capabilities, even if the kernel needs fewer,
//! because a method has one bound for all kernels. A bound
//! for each kernel would be a second trait, `RunsOn<G>`, and code that is generic over kernels
//! would have to name it with every machine on which it may run them:
//! `K: Kernel + for<'b> RunsOn<Thread<'b>>` for the emulator, instead of `K: Kernel`.
//!
//! # Errors
//!
//! Some errors are reported at the offending token: a function that is not `unsafe`, that is
//! `async`, a method, or returns a value; a function without a machine; references, slices and
//! tuples as arguments; an unknown key; and a number of types that differs from the number of the
//! function's parameters. Others are reported by types: arguments that are neither numbers nor
//! pointers, and a block of more than 1024 threads.
//!
//! ```compile_fail
//! use zellige_gpu::{Gpu, kernel};
//! #[kernel(threads = 128)]
//! unsafe fn scale<G: Gpu>(gpu: G, x: &mut [f32]) {} // a kernel takes no references
//! ```
//!
//! A launch with arguments other than the function's does not compile:
//!
//! ```compile_fail,E0308
//! # use zellige_gpu::{Gpu, kernel, kernel::Kernel};
//! #[kernel(threads = 128)]
//! unsafe fn scale<G: Gpu>(gpu: G, n: u32, a: f32) {}
//! let arguments: <scale as Kernel>::Arguments = (2.0, 1000); // the wrong way round
//! ```

mod argument;
mod bounds;

#[doc(hidden)]
pub use argument::{AnyKind, KindOf};
pub use argument::{Argument, Arguments, Kind, Value};
pub use bounds::LaunchBounds;

use crate::{Sm100, Sm120, Store};
use core::fmt;

/// A kernel, as named by a launch. [`#[kernel]`](macro@crate::kernel) implements it for a type with
/// the kernel's name, which has no values.
///
/// ```
/// use zellige_gpu::kernel::Kernel;
/// use zellige_gpu::{Gpu, kernel};
///
/// /// # Safety
/// ///
/// /// None.
/// #[kernel(threads = 32, shared = 4096)]
/// unsafe fn nothing<G: Gpu>(_gpu: G, _n: u32) {}
///
/// /// The shared memory of all blocks of a grid together.
/// fn shared<K: Kernel>(blocks: u32) -> u32 {
///     blocks * K::DESCRIPTION.shared
/// }
/// assert_eq!(shared::<nothing>(3), 12288);
/// ```
#[doc(alias(
    "__global__",
    "SharedStorage",
    "SmemAllocator",
    "alloc_smem",
    "device_kernel",
    "launch_kernel_on_cluster"
))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a kernel",
    label = "is not made by `#[kernel]`",
    note = "write `#[kernel(threads = 256)]` above a function that is generic over its machine"
)]
pub trait Kernel {
    /// The types of the parameters after the machine, as a tuple.
    type Arguments: Arguments;
    /// The description that a launch needs.
    const DESCRIPTION: Description;
    /// Runs one thread of a launch, on a machine that has all capabilities, such as the emulator's.
    /// For a machine with fewer, call [the function itself](self#machines-of-your-own).
    ///
    /// # Safety
    ///
    /// The conditions of the function hold.
    unsafe fn run<G: Sm100 + Sm120 + Store>(gpu: G, arguments: Self::Arguments);
}

/// The description of a kernel that a launch needs.
///
/// ```
/// use zellige_gpu::kernel::Kernel;
/// use zellige_gpu::{Gpu, kernel};
/// /// # Safety
/// ///
/// /// None.
/// #[kernel(threads = 32)]
/// unsafe fn fill<G: Gpu>(_gpu: G, _n: u32, _to: *mut f32) {}
/// assert_eq!(fill::DESCRIPTION.to_string(), "fill(_n: u32, _to: *mut f32), 32 threads");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name of its entry point.
    pub name: &'static str,
    /// The number of threads in a block.
    pub threads: u32,
    /// The number of bytes of shared memory of a block.
    pub shared: u32,
    /// The number of blocks that a multiprocessor must hold at a time; 0 for any number.
    pub min_blocks: u32,
    /// The number of blocks in a cluster; 0 without clusters.
    pub cluster: u32,
    /// The capability that the GPU must have.
    pub capability: Capability,
    /// The parameters, in order.
    pub parameters: &'static [Parameter],
}
impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.name)?;
        for (i, parameter) in self.parameters.iter().enumerate() {
            write!(f, "{}{parameter}", if i == 0 { "" } else { ", " })?;
        }
        write!(f, "), {} threads", self.threads)
    }
}

/// A parameter of a kernel, such as `a: f32`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name of the parameter.
    pub name: &'static str,
    /// The type of the parameter, as written in the source.
    pub of: &'static str,
    /// The kind of value that a launch passes for it.
    pub kind: Kind,
}
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.of)
    }
}

/// The capability that a GPU must have, given by the machine bound of a kernel.
///
/// ```
/// use zellige_gpu::kernel::Capability;
/// assert!(Capability::Sm80.is_had_by((9, 0)));
/// assert!(!Capability::Sm90.is_had_by((12, 0))); // `sm_90a` is Hopper alone
/// assert!(Capability::Sm120.is_had_by((12, 1)) && !Capability::Sm120.is_had_by((10, 0)));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Capability {
    /// The kernel runs on every GPU.
    Gpu,
    /// The kernel needs compute capability 8.0 or more.
    Sm80,
    /// The kernel needs compute capability 8.9 or more.
    Sm89,
    /// The kernel needs compute capability 9.0, with the instructions of `sm_90a`, which no other
    /// GPU has.
    Sm90,
    /// The kernel needs compute capability 10.0, with the instructions of `sm_100a`, or 10.3, for
    /// which it is compiled as `sm_103a`.
    Sm100,
    /// The kernel needs compute capability 12.0, with the instructions of `sm_120a`, or 12.1, for
    /// which it is compiled as `sm_121a`.
    Sm120,
}
impl Capability {
    /// Returns whether a GPU of this compute capability, (major, minor), has this capability.
    pub const fn is_had_by(self, (major, minor): (u32, u32)) -> bool {
        match self {
            Capability::Gpu => true,
            Capability::Sm80 => major >= 8,
            Capability::Sm89 => major > 8 || (major == 8 && minor >= 9),
            Capability::Sm90 => major == 9 && minor == 0,
            Capability::Sm100 => major == 10,
            Capability::Sm120 => major == 12,
        }
    }
    /// Returns the least `target-cpu` that has this capability.
    pub const fn target_cpu(self) -> &'static str {
        match self {
            Capability::Gpu => "sm_70",
            Capability::Sm80 => "sm_80",
            Capability::Sm89 => "sm_89",
            Capability::Sm90 => "sm_90a",
            Capability::Sm100 => "sm_100a",
            Capability::Sm120 => "sm_120a",
        }
    }
}

/// A function of the type of a kernel, called with each kernel of a [list](crate::kernel_list).
pub trait Visitor {
    /// Calls the function with the kernel K.
    fn kernel<K: Kernel>(&mut self);
}

/// Lists kernels: the constant `KERNELS` has their descriptions, and the function `visit` calls a
/// [`Visitor`](crate::kernel::Visitor) with their types.
///
/// ```
/// use zellige_gpu::kernel::{Kernel, Visitor};
/// # use zellige_gpu::{Gpu, kernel};
/// # /// # Safety
/// # ///
/// # /// It does nothing.
/// # #[kernel(threads = 128)]
/// # pub unsafe fn scale<G: Gpu>(gpu: G) {
/// #     let _ = gpu;
/// # }
/// # /// # Safety
/// # ///
/// # /// It does nothing.
/// # #[kernel(threads = 256)]
/// # pub unsafe fn transpose<G: Gpu>(gpu: G) {
/// #     let _ = gpu;
/// # }
/// zellige_gpu::kernel_list! { scale, transpose, } // kernels defined in this module
///
/// /// Finds a kernel by its name, and the size of its arguments in bytes.
/// struct Find(&'static str, Option<usize>);
/// impl Visitor for Find {
///     fn kernel<K: Kernel>(&mut self) {
///         if K::DESCRIPTION.name == self.0 {
///             self.1 = Some(size_of::<K::Arguments>());
///         }
///     }
/// }
/// let mut find = Find("transpose", None);
/// visit(&mut find);
/// assert_eq!(find.1, Some(0));
/// let names: Vec<&str> = KERNELS.iter().map(|kernel| kernel.name).collect();
/// assert_eq!(names, ["scale", "transpose"]);
/// ```
///
/// A type that is not a kernel is refused: `` `Vec<u8>` is not a kernel ``.
#[macro_export]
macro_rules! kernel_list {
    ($($kernel:path),* $(,)?) => {
        /// The kernels of this module, in their order.
        pub const KERNELS: &[$crate::kernel::Description] = &[
            $(<$kernel as $crate::kernel::Kernel>::DESCRIPTION,)*
        ];
        /// Visits the kernels of this module.
        pub fn visit(visitor: &mut impl $crate::kernel::Visitor) {
            $($crate::kernel::Visitor::kernel::<$kernel>(visitor);)*
        }
    };
}

/// Defines macros that keep their input if the target is a GPU with the capability, and drop it
/// otherwise, so that crates of kernels need no `cfg` of their own. The first argument is a `$`.
macro_rules! entries {
    ($d:tt $($name:ident $condition:meta;)*) => { $(
        #[cfg($condition)]
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $name {
            ($d($d items:tt)*) => { $d($d items)* };
        }
        #[cfg(not($condition))]
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $name {
            ($d($d items:tt)*) => {};
        }
    )* };
}
entries! { $
    __entry_Gpu target_arch = "nvptx64";
    __entry_Sm80 all(target_arch = "nvptx64", target_feature = "sm_80");
    __entry_Sm89 all(target_arch = "nvptx64", target_feature = "sm_89");
    __entry_Sm90 all(target_arch = "nvptx64", target_feature = "sm_90a");
    __entry_Sm100 all(target_arch = "nvptx64", target_feature = "sm_100a");
    __entry_Sm120 all(target_arch = "nvptx64", target_feature = "sm_120a");
}
