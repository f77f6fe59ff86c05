//! Checks and times GPU kernels beside their baselines: on a GPU, or emulated on the CPU.
//!
//! A [`Problem`](problem::Problem) states the task once: a kernel, a size, the amount of work, and
//! a [`Case`](case::Case), which consists of the blocks, the arguments in order, the memory with
//! random data, and the expected result. Anything else that solves it is a
//! [`Baseline`](problem::Baseline): another kernel, a library, a kernel of CUDA C++, or the ceiling
//! of the hardware. From this follow
//!
//! - [`check`](check::check): every kernel with every size, and all of its memory compared with a
//!   reference in `f64`, including the memory between and behind the results;
//! - [`bench`](race::bench): all baselines timed in random order, in a given number of rounds:
//!   medians, their spread, the speed, and a table of how much faster the kernel is.
//!
//! Both run on a [`Device`](zellige_launch::device::Device), which is a GPU or the emulator:
//! `cargo test` checks what is timed on the GPU. Times of the emulator say nothing about a GPU.
//!
//! ```
//! use zellige_bench::{case::Case, check::check, compare::Tolerance, data::Matrix, reference};
//! use zellige_bench::{problem::{Problem, Baseline, Work}, race::bench};
//! use zellige_gpu::{Gpu, kernel};
//! use zellige_launch::device::Device;
//!
//! /// y += a x, of n numbers. The grid has a thread for each of them.
//! ///
//! /// # Safety
//! ///
//! /// x and y point to n numbers; nobody else uses those of y meanwhile.
//! #[kernel(threads = 256)]
//! unsafe fn saxpy<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
//!     let i = gpu.block_x() * 256 + gpu.thread();
//!     if i < n {
//!         // SAFETY: one of the n numbers, and no other thread has it.
//!         unsafe { *y.add(i as usize) = gpu.fma(a, *x.add(i as usize), *y.add(i as usize)) }
//!     }
//! }
//!
//! /// y = 1.5 x + y, of n numbers.
//! fn problem(n: u32) -> Problem<'static> {
//!     // SAFETY: the case has n numbers in x and y, and a thread for each of them.
//!     let kernel = unsafe { Baseline::kernel::<saxpy>() };
//!     Problem::new(kernel, n.to_string(), Work::Bytes(12 * u64::from(n)), move || {
//!         let x = Matrix::<f32>::vector(n as usize).random(1);
//!         let y = Matrix::vector(n as usize).random(2);
//!         let expected = reference::saxpy(1.5, &x, &y);
//!         Case::new((n.div_ceil(256).max(1), 1))
//!             .u32(n)
//!             .f32(1.5)
//!             .input(x)
//!             .output(y, expected, Tolerance::rounding::<f32>())
//!     })
//! }
//!
//! let device = Device::emulator(); // or `Device::new(embedded!("my-kernels"))?`
//! assert_eq!(check(&device, [0, 1, 255, 256, 257].map(problem))?, 5);
//! let races = bench(&device, [problem(2000)], 3)?;
//! assert!(races[0].ratio("ceiling").is_some()); // a copy of as many bytes
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it does |
//! |---|---|
//! | [`problem`] | the task, and who solves it |
//! | [`case`] | a complete launch |
//! | [`placed`] | its memory on a device |
//! | [`data`] | matrices in memory: random data and poison |
//! | [`reference`](mod@reference) | the expected results of common kernels, in `f64` |
//! | [`compare`](mod@compare) | compares results with references, element by element |
//! | [`check`](mod@check) | runs all kernels, and prints a table |
//! | [`race`](mod@race) | times kernels beside their baselines |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod case;
pub mod check;
pub mod compare;
pub mod data;
pub mod placed;
pub mod problem;
pub mod race;
pub mod reference;
mod threads;
