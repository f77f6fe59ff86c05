//! Typed launches: a kernel by its type, on a GPU or emulated.
//!
//! A [`Device`] is the GPU of the machine with the PTX that `zellige-kernel-build` embedded in the
//! program, or the emulator if there is no GPU or no PTX for it. Its memory is in [`Buffer`]s.
//! [`Device::launch`] takes a kernel as a type and its arguments as a tuple: arguments other than
//! the kernel's do not compile.
//!
//! ```
//! use zellige_launch::device::Device;
//! use zellige_gpu::{Gpu, kernel};
//! /// y += a x, for n numbers. The grid has a thread for each of them.
//! ///
//! /// # Safety
//! ///
//! /// x and y point to n numbers; nothing else uses those of y meanwhile.
//! #[kernel(threads = 256)]
//! pub unsafe fn saxpy<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
//!     let i = gpu.block_x() * 256 + gpu.thread();
//!     if i < n {
//!         // SAFETY: one of the n numbers, and no other thread has it.
//!         unsafe { *y.add(i as usize) += a * *x.add(i as usize) }
//!     }
//! }
//!
//! let device = Device::emulator(); // or `Device::new(embedded!("my-kernels"))`
//! let x = device.buffer(&[1.0f32; 1000])?;
//! let mut y = device.buffer(&[0.5f32; 1000])?;
//! // SAFETY: x and y have 1000 elements, and four blocks of 256 threads have one for each.
//! unsafe { device.launch::<saxpy>((4, 1), (1000, 2.0, x.pointer(), y.pointer_mut()))? };
//! assert_eq!(y.read()?, [2.5f32; 1000]);
//! # Ok::<(), zellige_launch::device::LaunchError>(())
//! ```
//!
//! ```compile_fail,E0308
//! # use zellige_launch::device::Device;
//! # use zellige_gpu::{Gpu, kernel};
//! # /// y += a x, for n numbers. The grid has a thread for each of them.
//! # ///
//! # /// # Safety
//! # ///
//! # /// x and y point to n numbers; nothing else uses those of y meanwhile.
//! # #[kernel(threads = 256)]
//! # pub unsafe fn saxpy<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
//! #     let i = gpu.block_x() * 256 + gpu.thread();
//! #     if i < n {
//! #         // SAFETY: one of the n numbers, and no other thread has it.
//! #         unsafe { *y.add(i as usize) += a * *x.add(i as usize) }
//! #     }
//! # }
//! # let device = Device::emulator();
//! # let (x, y) = (std::ptr::null::<f32>(), std::ptr::null_mut::<f32>());
//! unsafe { device.launch::<saxpy>((4, 1), (2.0, 1000, x, y)) }; // n and a are the wrong way round
//! ```
//!
//! A launch that no GPU can run returns a one-sentence error before anything runs: a grid without
//! blocks or with too many, more shared memory than a block may have, a pointer that is not aligned
//! for its elements, a tensor map at address 0, a kernel for another GPU.
//!
//! ```
//! # use zellige_launch::device::Device;
//! # use zellige_gpu::{Gpu, kernel};
//! # /// y += a x, for n numbers. The grid has a thread for each of them.
//! # ///
//! # /// # Safety
//! # ///
//! # /// x and y point to n numbers; nothing else uses those of y meanwhile.
//! # #[kernel(threads = 256)]
//! # pub unsafe fn saxpy<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
//! #     let i = gpu.block_x() * 256 + gpu.thread();
//! #     if i < n {
//! #         // SAFETY: one of the n numbers, and no other thread has it.
//! #         unsafe { *y.add(i as usize) += a * *x.add(i as usize) }
//! #     }
//! # }
//! # let device = Device::emulator();
//! let mut y = device.buffer(&[0.5f32; 1000])?;
//! // SAFETY: the launch is refused.
//! let refused = unsafe { device.launch::<saxpy>((0, 1), (1000, 2.0, y.pointer(), y.pointer_mut())) };
//! assert_eq!(
//!     refused.unwrap_err().to_string(),
//!     "saxpy<<<(0, 1), 256, 0>>>(n = 1000, a = 2, x, y): the grid has no blocks"
//! );
//! # Ok::<(), zellige_launch::device::LaunchError>(())
//! ```
//!
//! Emulated, an invalid operation of a kernel is an error that names the launch, the block and the
//! thread; so is an access outside all buffers of the device.
//! [`emulator::within`](zellige_emulator::within) bounds the time that a thread runs without
//! waiting.
//!
//! Kernels and copies that do not depend on each other run at the same time if each has its own
//! [`Stream`]; an [`Event`] orders and times them, and a [`Graph`] repeats the same work at the
//! cost of one launch. Emulated, the same program runs in the order in which it is written.

mod buffer;
mod graph;
mod refusal;
mod stream;

pub use buffer::{Buffer, DeviceTensor, Map};
pub use graph::Graph;
pub use stream::{Event, Stream};
pub use zellige::tensor::Plain;

use crate::gpu::{Failure, Gpu, Program};
use cudarc::driver::CudaContext;
use refusal::Limits;
use std::{fmt, path::Path, sync::Arc};
use zellige_gpu::kernel::Kernel;

/// The PTX of kernels, each with the GPU for which it is compiled, as `zellige-kernel-build` embeds
/// it.
pub type Embedded = &'static [(&'static str, &'static str)];

/// Expands to the PTX that the build script embedded for the kernels of the package of this name,
/// as [`Embedded`]; empty if the build script found no compiler for GPUs.
///
/// ```ignore
/// // In build.rs: zellige_kernel_build::KernelCrate::new("../my-kernels").arch("sm_80").embed();
/// let device = zellige_launch::device::Device::new(zellige_launch::embedded!("my-kernels"))?;
/// ```
#[macro_export]
macro_rules! embedded {
    ($package:literal) => {{
        const EMBEDDED: $crate::device::Embedded =
            include!(env!(concat!("ZELLIGE_KERNELS_", $package)));
        EMBEDDED
    }};
}

/// A device that runs kernels: a GPU, or the emulator.
pub struct Device {
    kind: Kind,
    limits: Limits,
    /// The name of the device, with the reason why it was chosen.
    name: String,
}
enum Kind {
    Gpu { gpu: Gpu, program: Program },
    Emulator,
}

/// The reason why a launch failed, with the launch as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaunchError {
    /// The launch was refused, and nothing ran.
    Refused(String),
    /// The GPU's driver, or a thread of the emulated kernel, failed.
    Failed(String),
}
impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (LaunchError::Refused(words) | LaunchError::Failed(words)) = self;
        f.write_str(words)
    }
}
impl std::error::Error for LaunchError {}
impl From<Failure> for LaunchError {
    fn from(failure: Failure) -> Self {
        LaunchError::Failed(failure.to_string())
    }
}

impl Device {
    /// Opens the first GPU, if a driver is installed and some of this PTX is for that GPU;
    /// otherwise, the emulator.
    ///
    /// # Errors
    ///
    /// Returns an error if there is a driver, but no GPU that it can use, or if the driver refuses
    /// the PTX.
    pub fn new(embedded: Embedded) -> Result<Self, LaunchError> {
        let images: Vec<_> = embedded.iter().map(|(arch, ptx)| (*arch, ptx.as_bytes())).collect();
        Device::first(&images)
    }
    /// Does the same with images of PTX or machine code.
    ///
    /// # Errors
    ///
    /// Returns the same errors.
    pub fn first(images: &[(&'static str, &[u8])]) -> Result<Self, LaunchError> {
        let emulated = |reason: String| Device::emulated_since(&reason);
        if images.is_empty() {
            return emulated("no kernels for a GPU are embedded".into());
        }
        let Some(gpu) = Gpu::first()? else {
            return emulated("no driver of a GPU is installed".into());
        };
        match Device::in_context(gpu.context(), images) {
            Err(LaunchError::Refused(reason)) => emulated(reason),
            other => other,
        }
    }
    /// Returns the GPU of a context that the program has opened, with the best of these images for
    /// it: PTX or machine code, each with the GPU for which it is compiled.
    ///
    /// ```no_run
    /// use cudarc::driver::CudaContext;
    /// use zellige_launch::device::Device;
    /// let context = CudaContext::new(1)?;
    /// # let machine_code = [];
    /// let device = Device::in_context(&context, &[("sm_90a", &machine_code)])?;
    /// let stream = context.new_stream()?;
    /// let stream = device.on(&stream)?; // launches on a stream of the program
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no image runs on the GPU, or if the driver refuses the image.
    pub fn in_context(
        context: &Arc<CudaContext>,
        images: &[(&'static str, &[u8])],
    ) -> Result<Self, LaunchError> {
        let gpu = Gpu::of(context);
        let (major, minor) = gpu.capability()?;
        let Some((arch, image)) = refusal::best(images, (major, minor)) else {
            let arches = images.iter().map(|(arch, _)| *arch).collect::<Vec<_>>().join(", ");
            return Err(LaunchError::Refused(format!(
                "the GPU has compute capability {major}.{minor}, but the kernels are for {arches}"
            )));
        };
        let program = gpu.load_image(image, &format!("the kernels for {arch}"))?;
        Device::with(gpu, program, arch)
    }
    /// Opens the first GPU, if a driver is installed, with the kernels of a file of PTX or machine
    /// code; otherwise, the emulator.
    ///
    /// # Errors
    ///
    /// Returns an error if there is a driver, but no GPU that it can use; if the file cannot be
    /// read; or if the driver refuses it.
    pub fn load(file: &Path) -> Result<Self, LaunchError> {
        let Some(gpu) = Gpu::first()? else {
            return Device::emulated_since("no driver of a GPU is installed");
        };
        let program = gpu.load(file);
        let program = program.map_err(|error| LaunchError::Failed(error.to_string()))?;
        Device::with(gpu, program, &file.display().to_string())
    }
    /// Returns the GPU with this program, under this name.
    fn with(gpu: Gpu, program: Program, name: &str) -> Result<Self, LaunchError> {
        let (major, minor) = gpu.capability()?;
        Ok(Device {
            limits: Limits {
                shared: gpu.shared()?,
                capability: (major, minor),
                emulated: false,
                clusters: major >= 9,
                multiprocessors: gpu.multiprocessors()?,
            },
            name: format!("{} ({name})", gpu.name()),
            kind: Kind::Gpu { gpu, program },
        })
    }
    /// Returns the emulator: the feature `emulator`, on by default.
    #[cfg(feature = "emulator")]
    pub fn emulator() -> Self {
        Device::of_emulator("as asked")
    }
    /// Returns the emulator, or, in a program without it, the reason as an error.
    fn emulated_since(reason: &str) -> Result<Self, LaunchError> {
        if cfg!(feature = "emulator") {
            return Ok(Device::of_emulator(reason));
        }
        Err(LaunchError::Refused(format!(
            "{reason}, and this program has no emulator: the feature `emulator` of zellige-launch \
             is off"
        )))
    }
    fn of_emulator(reason: &str) -> Self {
        Device {
            kind: Kind::Emulator,
            limits: Limits::EMULATOR,
            name: format!("emulated on the CPU: {reason}"),
        }
    }
    /// Returns the device's name: `NVIDIA H100 80GB HBM3 (sm_90a)`, or `emulated on the CPU: ` and
    /// the reason.
    ///
    /// ```
    /// use zellige_launch::device::Device;
    /// let device = Device::new(&[]).unwrap();
    /// assert_eq!(device.name(), "emulated on the CPU: no kernels for a GPU are embedded");
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Returns the compute capability, (9, 0) for Hopper and for the emulator, which runs kernels
    /// for Blackwell, too.
    pub fn capability(&self) -> (u32, u32) {
        self.limits.capability
    }
    /// Returns the number of multiprocessors: the blocks of a kernel in which each block computes
    /// several tiles. The emulator has 2.
    pub fn multiprocessors(&self) -> u32 {
        self.limits.multiprocessors
    }
    /// Returns how many clusters of a kernel the device runs at the same time, or 0 if the kernel
    /// has none. A grid needs no more where each cluster has several rows or tiles, one after the
    /// other. The emulator, of 2 multiprocessors, runs two blocks on each. CUDA:
    /// `cudaOccupancyMaxActiveClusters`.
    ///
    /// ```
    /// use zellige_gpu::{Sm90, kernel};
    /// use zellige_launch::device::Device;
    /// /// # Safety
    /// ///
    /// /// None.
    /// #[kernel(threads = 32, cluster = 2)]
    /// unsafe fn pairs<G: Sm90>(_gpu: G) {}
    /// assert_eq!(Device::emulator().max_active_clusters::<pairs>()?, 2);
    /// # Ok::<(), zellige_launch::device::LaunchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the program of the GPU does not have the kernel.
    #[doc(alias = "cudaOccupancyMaxActiveClusters")]
    pub fn max_active_clusters<K: Kernel>(&self) -> Result<u32, LaunchError> {
        match (&self.kind, K::DESCRIPTION.cluster) {
            (_, 0) => Ok(0),
            (Kind::Gpu { program, .. }, _) => {
                Ok(program.function(const { &K::DESCRIPTION })?.max_active_clusters())
            }
            (Kind::Emulator, cluster) => Ok((2 * self.multiprocessors() / cluster).max(1)),
        }
    }
    /// Returns whether the device is the emulator.
    pub fn is_emulated(&self) -> bool {
        matches!(self.kind, Kind::Emulator)
    }

    /// Returns the GPU, for operations that this module does not provide: its
    /// [`context`](Gpu::context) gives access to libraries and the driver. `None` if kernels are
    /// emulated.
    pub fn gpu(&self) -> Option<&Gpu> {
        match &self.kind {
            Kind::Gpu { gpu, .. } => Some(gpu),
            Kind::Emulator => None,
        }
    }

    /// Returns the number of registers per thread of the kernel K, or `None` if it is emulated.
    ///
    /// # Errors
    ///
    /// Returns an error if the GPU does not have the kernel.
    pub fn registers<K: Kernel>(&self) -> Result<Option<u32>, LaunchError> {
        match &self.kind {
            Kind::Gpu { program, .. } => {
                let function = program.function(&K::DESCRIPTION)?;
                Ok(Some(function.registers()?.cast_unsigned()))
            }
            Kind::Emulator => Ok(None),
        }
    }
    /// Creates a buffer in the device's memory with these elements, aligned to at least 128 bytes.
    /// The element type is any [`Plain`] type, such as the numbers of `zellige_gpu` and of the
    /// crate `half`.
    ///
    /// ```
    /// use half::bf16;
    /// use zellige::prelude::*;
    /// use zellige_gpu::{Store, kernel, number::Rounded, tensor::gmem};
    /// use zellige_launch::device::{Device, LaunchError};
    /// /// Doubles each of n numbers. The grid has a thread for each of them.
    /// ///
    /// /// # Safety
    /// ///
    /// /// There are n numbers.
    /// #[kernel(threads = 32)]
    /// unsafe fn double<G: Store>(gpu: G, numbers: *mut bf16, n: u32) {
    ///     let (numbers, i) = (gmem(numbers, layout!(n : 1)), 32 * gpu.block_x() + gpu.thread());
    ///     // SAFETY: the number that is inside exists, and only this thread uses it.
    ///     unsafe {
    ///         let x = f32::from(numbers.read_or(i, bf16::ZERO));
    ///         numbers.write_if(i, bf16::rounded(gpu, 2.0 * x));
    ///     }
    /// }
    ///
    /// # fn main() -> Result<(), LaunchError> {
    /// let device = Device::emulator();
    /// let mut numbers = device.buffer(&[1.5, -2.0, 100.0].map(bf16::from_f32))?;
    /// // SAFETY: there are three numbers.
    /// unsafe { device.launch::<double>((1, 1), (numbers.pointer_mut(), 3))? };
    /// assert_eq!(*numbers.read()?, [3.0, -4.0, 200.0].map(bf16::from_f32));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    #[doc(alias("from_dlpack", "mark_layout_dynamic"))]
    pub fn buffer<T: Plain>(&self, elements: &[T]) -> Result<Buffer<T>, LaunchError> {
        Buffer::new(self, elements)
    }

    /// Runs the kernel K on a grid with the given block counts in x and y, and waits until it is
    /// done: [`begin`](Device::begin), then [`wait`](Device::wait).
    ///
    /// # Errors
    ///
    /// Returns an error if the launch is refused, or fails.
    ///
    /// # Safety
    ///
    /// The conditions of the kernel hold: pointers, sizes and grid satisfy its documentation.
    /// Pointers are those of buffers of this device.
    #[doc(alias("jit", "compile"))]
    pub unsafe fn launch<K: Kernel>(
        &self,
        grid: (u32, u32),
        arguments: K::Arguments,
    ) -> Result<(), LaunchError> {
        // SAFETY: the caller's promise; the launch is over when this returns.
        unsafe { self.begin::<K>(grid, arguments) }?;
        self.wait()
    }
    /// Begins to run the kernel K on a grid with the given block counts in x and y. Kernels run one
    /// after the other, in the order in which they began, and not concurrently with any
    /// [`stream`](Device::stream). An emulated kernel is done when this returns.
    ///
    /// ```
    /// # use zellige_launch::device::Device;
    /// use zellige_gpu::{Gpu, kernel};
    /// /// Adds 1 to each of n numbers. The grid has a thread for each of them.
    /// ///
    /// /// # Safety
    /// ///
    /// /// x points to n numbers, which nothing else uses meanwhile.
    /// #[kernel(threads = 32)]
    /// unsafe fn count<G: Gpu>(gpu: G, n: u32, x: *mut u32) {
    ///     let i = gpu.block_x() * 32 + gpu.thread();
    ///     if i < n {
    ///         // SAFETY: one of the n numbers, and no other thread has it.
    ///         unsafe { *x.add(i as usize) += 1 }
    ///     }
    /// }
    /// let device = Device::emulator();
    /// let mut x = device.buffer(&[0u32; 100])?;
    /// for _ in 0..3 {
    ///     // SAFETY: x has 100 numbers, and exists until all launches are done.
    ///     unsafe { device.begin::<count>((4, 1), (100, x.pointer_mut()))? };
    /// }
    /// device.wait()?;
    /// assert_eq!(x.read()?, [3; 100]);
    /// # Ok::<(), zellige_launch::device::LaunchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the launch is refused; if it fails, [`wait`](Device::wait) returns the
    /// error at the latest.
    ///
    /// # Safety
    ///
    /// The conditions of [`launch`](Device::launch) hold, and the buffers exist until the launch is
    /// over.
    pub unsafe fn begin<K: Kernel>(
        &self,
        grid: (u32, u32),
        arguments: K::Arguments,
    ) -> Result<(), LaunchError> {
        // SAFETY: the caller's promise.
        unsafe { self.default_stream().launch::<K>(grid, arguments) }
    }
    /// Waits until all work that began is done, on any [`Stream`] of a device.
    ///
    /// # Errors
    ///
    /// Returns the errors of that work.
    pub fn wait(&self) -> Result<(), LaunchError> {
        self.default_stream().wait()
    }
}
