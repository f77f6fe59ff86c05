//! The kernels of all operators on a device, and the queues on which they run.

use crate::plan::Home;
use crate::tensor::{Memory, MemoryMut, Tensor, TensorMut, View, ensure, refused};
use crate::{Error, machine_code};
use cudarc::driver::{CudaContext, CudaStream};
use std::{ffi::c_void, sync::Arc};
use zellige_launch::device::{Buffer, Device, Plain, Stream};

/// The kernels of all operators, loaded on a GPU, or emulated. Threads may share them.
pub struct Ops {
    device: Device,
    /// Whether the loaded kernels are those for every GPU from sm_80 on.
    portable: bool,
}
impl Ops {
    /// Loads the kernels on the GPU of this context. A program does this once for each context.
    ///
    /// # Errors
    ///
    /// Returns an error if the GPU is older than sm_80, if the driver refuses the machine code, or
    /// if the package has none, as in a checkout in which `cargo xtask ops` has not run.
    pub fn new(context: &Arc<CudaContext>) -> Result<Self, Error> {
        Ok(Ops { device: Device::in_context(context, machine_code::IMAGES)?, portable: false })
    }
    /// Loads the kernels for sm_80, which every later GPU executes, too: a program on Hopper sees
    /// what it does on an older GPU. [`new`](Ops::new) loads faster kernels there, and more.
    ///
    /// # Errors
    ///
    /// Returns the same errors.
    pub fn portable(context: &Arc<CudaContext>) -> Result<Self, Error> {
        let images: Vec<_> =
            machine_code::IMAGES.iter().copied().filter(|(arch, _)| *arch == "sm_80").collect();
        Ok(Ops { device: Device::in_context(context, &images)?, portable: true })
    }
    /// Opens the first GPU, or the emulator if there is no driver or no machine code:
    /// [`name`](Ops::name) says which.
    ///
    /// # Errors
    ///
    /// Returns an error if there is a driver, but no GPU that it can use; without the feature
    /// `emulator`, also where there would be the emulator.
    pub fn first() -> Result<Self, Error> {
        Ok(Ops { device: Device::first(machine_code::IMAGES)?, portable: false })
    }
    /// Returns the emulator, which executes the same kernels on the CPU, thousands of times slower.
    /// It is the feature `emulator` of this crate, on by default.
    #[cfg(feature = "emulator")]
    pub fn emulator() -> Self {
        Ops { device: Device::emulator(), portable: false }
    }
    /// Returns the device's name: `NVIDIA H100 80GB HBM3 (sm_90a)`, or `emulated on the CPU: ` and
    /// the reason.
    pub fn name(&self) -> &str {
        self.device.name()
    }
    /// Returns whether the operators are emulated.
    pub fn is_emulated(&self) -> bool {
        self.device.is_emulated()
    }
    /// Returns the device, which has memory and launches other kernels, too.
    pub fn device(&self) -> &Device {
        &self.device
    }
    /// Creates a buffer with these elements in the device's memory.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn buffer<T: Plain>(&self, elements: &[T]) -> Result<Buffer<T>, Error> {
        self.device.buffer(elements)
    }
    /// Returns the queue of the default stream.
    pub fn queue(&self) -> Queue<'_> {
        let cuda = self.device.gpu().map(|gpu| gpu.context().default_stream());
        Queue { ops: self, stream: self.device.default_stream(), cuda }
    }
    /// Returns the queue of a stream of the program.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream belongs to another context.
    pub fn on(&self, stream: &Arc<CudaStream>) -> Result<Queue<'_>, Error> {
        Ok(Queue { ops: self, stream: self.device.on(stream)?, cuda: Some(stream.clone()) })
    }
    /// Returns the queue of a stream by its handle, `CUstream`, such as PyTorch's current one. Its
    /// tensors are those of [`Tensor::from_raw`].
    ///
    /// # Errors
    ///
    /// Returns an error if the operators are emulated.
    ///
    /// # Safety
    ///
    /// The stream is one of the context, and exists longer than the queue.
    pub unsafe fn on_handle(&self, handle: *mut c_void) -> Result<Queue<'_>, Error> {
        // SAFETY: the caller's promise.
        let stream = unsafe { self.device.on_handle(handle) }?;
        Ok(Queue { ops: self, stream, cuda: None })
    }
    /// Checks that the GPU is one of Hopper, with the kernels for it.
    pub(crate) fn hopper(&self) -> Result<(), Error> {
        match self.device.capability() {
            _ if self.portable => Err(refused("the kernels for sm_80 do not have this one".into())),
            (9, 0) => Ok(()),
            (major, minor) => Err(refused(format!(
                "there is a kernel for compute capability 9.0, and the GPU has {major}.{minor}"
            ))),
        }
    }
    pub(crate) fn context(&self) -> usize {
        self.device.gpu().map_or(0, |gpu| gpu.context().cu_ctx() as usize)
    }
    /// Checks that the operands of an operator are on this device, and those in slices of `cudarc`
    /// of one queue, and sets their home.
    pub(crate) fn check(
        &self,
        home: &mut Home,
        operands: &[(&str, Option<&View>)],
    ) -> Result<(), Error> {
        home.context = self.context();
        for (name, view) in operands {
            let Some(view) = view else { continue };
            ensure!(
                home.stream.is_none() || view.stream.is_none() || view.stream == home.stream,
                "{name} is a tensor of another queue"
            );
            home.stream = home.stream.or(view.stream);
            ensure!(
                view.context == self.context() || view.is_empty(),
                "{name} is in the memory of another device"
            );
        }
        Ok(())
    }
}

/// Operators in the order in which they begin, on a stream.
pub struct Queue<'o> {
    ops: &'o Ops,
    pub(crate) stream: Stream<'o>,
    cuda: Option<Arc<CudaStream>>,
}
impl<'o> Queue<'o> {
    /// Returns the stream, if it is one of `cudarc`.
    pub(crate) fn of_cudarc(&self) -> Option<usize> {
        self.cuda.as_ref().map(|stream| stream.cu_stream() as usize)
    }
    /// Returns the kernels.
    pub fn ops(&self) -> &'o Ops {
        self.ops
    }
    /// Returns a row-major tensor of this shape, which operators read.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory has another number of elements.
    pub fn tensor<'a>(
        &'a self,
        memory: impl Memory<'a>,
        shape: impl AsRef<[usize]>,
    ) -> Result<Tensor<'a>, Error> {
        Tensor::new(memory, self.cuda.as_deref(), shape.as_ref())
    }
    /// Returns a row-major tensor of this shape, which operators write.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory has another number of elements.
    pub fn tensor_mut<'a>(
        &'a self,
        memory: impl MemoryMut<'a>,
        shape: impl AsRef<[usize]>,
    ) -> Result<TensorMut<'a>, Error> {
        TensorMut::new(memory, self.cuda.as_deref(), shape.as_ref())
    }
    /// Waits until all operators that began are done.
    ///
    /// # Errors
    ///
    /// Returns their errors.
    pub fn wait(&self) -> Result<(), Error> {
        self.stream.wait()
    }
}
