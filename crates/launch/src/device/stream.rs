//! Streams of a device, and events in them.

use super::{
    Buffer, Device, Kind, LaunchError,
    buffer::{self, Place},
    graph::Step,
    refusal::refusal,
};
use crate::{gpu, words};
use cudarc::driver::CudaStream;
use std::{
    cell::RefCell,
    ffi::c_void,
    sync::Arc,
    time::{Duration, Instant},
};
use zellige::tensor::Plain;
#[cfg(feature = "emulator")]
use zellige_emulator::Fault;
use zellige_gpu::kernel::{Arguments, Kernel, Value};

/// A queue of launches and copies, which run in the order in which they began. CUDA:
/// `cudaStream_t`.
///
/// Streams run concurrently if the GPU has room: for example, a copy on one stream with a kernel on
/// another. Nothing runs concurrently with [`Device::launch`], [`Device::begin`] and
/// [`Buffer::read`]: they wait for all streams, and all streams wait for them. (In CUDA's terms,
/// these are blocking streams, beside the legacy default stream.) Emulated, all work is done when
/// the call returns.
///
/// ```
/// # use zellige_launch::device::Device;
/// use zellige_gpu::{Gpu, kernel};
/// /// Adds a to each of n numbers. The grid has a thread for each of them.
/// ///
/// /// # Safety
/// ///
/// /// x points to n numbers, which nothing else uses meanwhile.
/// #[kernel(threads = 32)]
/// unsafe fn add<G: Gpu>(gpu: G, n: u32, a: u32, x: *mut u32) {
///     let i = gpu.block_x() * 32 + gpu.thread();
///     if i < n {
///         // SAFETY: one of the n numbers, and no other thread has it.
///         unsafe { *x.add(i as usize) += a }
///     }
/// }
/// let device = Device::emulator();
/// let (mut x, mut y) = (device.buffer(&[0u32; 100])?, device.buffer(&[0u32; 100])?);
/// let (first, second) = (device.stream()?, device.stream()?);
///
/// first.write(&mut x, &[1; 100])?;
/// let start = first.record()?;
/// // SAFETY: x has 100 numbers, exists, and is not used by anything else until `first` has run
/// // this.
/// unsafe { first.launch::<add>((4, 1), (100, 5, x.pointer_mut()))? };
/// let added = first.record()?; //    after the kernel
///
/// second.wait_for(&added)?; //       later work on `second` runs after the kernel
/// second.copy(&x, &mut y)?;
/// assert_eq!(second.read(&y)?, [6; 100]);
/// println!("{:?}", added.elapsed_since(&start)?);
/// # Ok::<(), zellige_launch::device::LaunchError>(())
/// ```
///
/// # Memory
///
/// Memory that pending work uses is not freed: dropping a [`Buffer`] waits for all streams, as does
/// dropping the [`Device`]. Whatever the host forgets or drops, no copy reaches memory that has
/// become another buffer's. Work on two streams that do not [wait](Stream::wait_for) for each other
/// is unordered: if both use a buffer and one of them changes it, the other reads an arbitrary
/// mixture of old and new elements. The caller that launches kernels promises that there is no such
/// use.
pub struct Stream<'d> {
    device: &'d Device,
    pub(super) queue: Queue,
}
/// The receiver of the work.
pub(super) enum Queue {
    Gpu(gpu::Stream),
    Emulator,
    /// The driver records the work.
    Capture(gpu::Capture),
    /// The recorded work, which will be emulated.
    Steps(RefCell<Vec<Step>>),
}

impl Device {
    /// Returns a new stream.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn stream(&self) -> Result<Stream<'_>, LaunchError> {
        let queue = match &self.kind {
            Kind::Gpu { gpu, .. } => Queue::Gpu(gpu.stream()?),
            Kind::Emulator => Queue::Emulator,
        };
        Ok(Stream::new(self, queue))
    }
    /// Returns the stream for work without a named stream, such as [`Device::launch`] and the work
    /// of libraries: nothing runs concurrently with it. CUDA: the legacy default stream.
    pub fn default_stream(&self) -> Stream<'_> {
        let queue = match &self.kind {
            Kind::Gpu { gpu, .. } => Queue::Gpu(gpu.default_stream()),
            Kind::Emulator => Queue::Emulator,
        };
        Stream::new(self, queue)
    }
    /// Returns a stream of the program, which it has opened with `cudarc`, for launches of kernels
    /// of this device.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream belongs to another context.
    pub fn on(&self, stream: &Arc<CudaStream>) -> Result<Stream<'_>, LaunchError> {
        let Kind::Gpu { gpu, .. } = &self.kind else { return Err(other_device()) };
        let stream = gpu.of_program(stream).ok_or_else(|| {
            LaunchError::Refused("the stream belongs to another context than the device".into())
        })?;
        Ok(Stream::new(self, Queue::Gpu(stream)))
    }
    /// Returns a stream by its handle, such as the current one of PyTorch: `CUstream`.
    ///
    /// # Errors
    ///
    /// Returns an error if the device is the emulator.
    ///
    /// # Safety
    ///
    /// The stream is one of the device's context, and exists longer than the returned value.
    pub unsafe fn on_handle(&self, handle: *mut c_void) -> Result<Stream<'_>, LaunchError> {
        let Kind::Gpu { gpu, .. } = &self.kind else { return Err(other_device()) };
        // SAFETY: the caller's promise.
        let stream = unsafe { gpu.of_handle(handle.cast()) };
        Ok(Stream::new(self, Queue::Gpu(stream)))
    }
}

impl<'d> Stream<'d> {
    pub(super) fn new(device: &'d Device, queue: Queue) -> Self {
        Stream { device, queue }
    }

    /// Begins to run the kernel K on a grid with the given block counts in x and y.
    ///
    /// # Errors
    ///
    /// Returns an error if the launch is refused; if it fails, [`wait`](Stream::wait) returns the
    /// error at the latest.
    ///
    /// # Safety
    ///
    /// The conditions of the kernel hold: pointers, sizes and grid satisfy its documentation.
    /// Pointers are those of buffers of this device, which exist until the launch is over.
    /// Meanwhile, nothing changes what the kernel reads, or uses what it writes, on this or another
    /// stream. If the stream is being [captured](Device::capture), the caller that launches the
    /// graph promises all this.
    pub unsafe fn launch<K: Kernel>(
        &self,
        grid: (u32, u32),
        arguments: K::Arguments,
    ) -> Result<(), LaunchError> {
        // SAFETY: the caller's promise.
        unsafe { self.launch_as::<K>(grid, arguments, false) }
    }
    /// Begins to run the kernel K as [`launch`](Stream::launch) does, but maybe before the kernel
    /// that was launched before it on this stream is done: when all blocks of that one have called
    /// [`griddepcontrol_launch_dependents`](zellige_gpu::Gpu::griddepcontrol_launch_dependents),
    /// or have ended. K waits for it by
    /// [`griddepcontrol_wait`](zellige_gpu::Gpu::griddepcontrol_wait). CUDA: programmatic stream
    /// serialization.
    ///
    /// ```
    /// # use zellige_launch::device::Device;
    /// use zellige_gpu::{Gpu, kernel};
    /// /// Doubles the numbers of 32 threads.
    /// ///
    /// /// # Safety
    /// ///
    /// /// `numbers` points to 32 numbers, which nothing else uses after the wait.
    /// #[kernel(threads = 32)]
    /// unsafe fn double<G: Gpu>(gpu: G, numbers: *mut f32) {
    ///     gpu.griddepcontrol_wait();
    ///     // SAFETY: one of the 32 numbers.
    ///     unsafe { *numbers.add(gpu.thread() as usize) *= 2.0 }
    ///     gpu.griddepcontrol_launch_dependents();
    /// }
    /// let device = Device::emulator();
    /// let (stream, mut numbers) = (device.stream()?, device.buffer(&[1.5f32; 32])?);
    /// let to = numbers.pointer_mut();
    /// // SAFETY: there are 32 numbers, and the second launch waits for the first one.
    /// unsafe {
    ///     stream.launch::<double>((1, 1), (to,))?;
    ///     stream.launch_dependent::<double>((1, 1), (to,))?;
    /// }
    /// assert_eq!(*stream.read(&numbers)?, [6.0; 32]);
    /// # Ok::<(), zellige_launch::device::LaunchError>(())
    /// ```
    ///
    /// A GPU that is older than Hopper, and the emulator, run K after that kernel, and so does
    /// every GPU if K was compiled for an older one.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`launch`](Stream::launch).
    ///
    /// # Safety
    ///
    /// The conditions of [`launch`](Stream::launch) hold. Before K has waited, it neither uses what
    /// earlier work on the stream writes nor changes what that work uses.
    #[doc(alias("cudaLaunchAttributeProgrammaticStreamSerialization", "use_pdl"))]
    pub unsafe fn launch_dependent<K: Kernel>(
        &self,
        grid: (u32, u32),
        arguments: K::Arguments,
    ) -> Result<(), LaunchError> {
        // SAFETY: the caller's promise.
        unsafe { self.launch_as::<K>(grid, arguments, true) }
    }
    /// Begins to run the kernel K, maybe before the kernel before it is done.
    ///
    /// # Safety
    ///
    /// The conditions of [`launch`](Stream::launch) hold, or of
    /// [`launch_dependent`](Stream::launch_dependent).
    unsafe fn launch_as<K: Kernel>(
        &self,
        grid: (u32, u32),
        arguments: K::Arguments,
        dependent: bool,
    ) -> Result<(), LaunchError> {
        let kernel = &K::DESCRIPTION;
        let values = arguments.values();
        let values: &[Value] = values.as_ref();
        let launch_in_words = || words::launch_of(kernel, grid, values);
        if let Some(reason) = refusal(kernel, grid, values, &self.device.limits) {
            let words = format!("{}: {reason}", launch_in_words());
            return Err(LaunchError::Refused(words));
        }
        match (self.gpu(), &self.queue, &self.device.kind) {
            (Some(stream), _, Kind::Gpu { program, .. }) => {
                let function = program.function(kernel)?;
                // SAFETY: the values have the kernel's types, and the rest is the caller's promise.
                Ok(unsafe { function.launch(stream, grid, values, dependent, launch_in_words) }?)
            }
            (_, Queue::Steps(steps), _) => {
                steps.borrow_mut().push(Step::Launch {
                    emulate: emulate::<K>,
                    grid,
                    values: values.to_vec(),
                });
                Ok(())
            }
            // SAFETY: the caller's promise.
            _ => unsafe { emulate::<K>(grid, values) },
        }
    }
    /// Overwrites a buffer after all work that began before is done, and waits for the copy; other
    /// streams continue meanwhile.
    ///
    /// ```
    /// # use zellige_launch::device::Device;
    /// let device = Device::emulator();
    /// let (stream, mut numbers) = (device.stream()?, device.buffer(&[0i32; 4])?);
    /// stream.write(&mut numbers, &[1, 2, 3, 4])?;
    /// assert_eq!(numbers.read()?, [1, 2, 3, 4]);
    /// let refused = stream.write(&mut numbers, &[1, 2]).unwrap_err();
    /// assert_eq!(refused.to_string(), "2 elements do not fill a buffer of 4");
    /// # Ok::<(), zellige_launch::device::LaunchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the slice and the buffer differ in length, the buffer belongs to another
    /// device, or the stream is being captured; and the errors of earlier work on the stream.
    pub fn write<T: Plain>(&self, to: &mut Buffer<T>, elements: &[T]) -> Result<(), LaunchError> {
        self.runs("`write`")?;
        same_size(elements.len(), to.len())?;
        let bytes = buffer::bytes(elements);
        match (&self.queue, &mut to.place) {
            (Queue::Gpu(stream), Place::Gpu(memory)) => Ok(stream.write(memory, bytes)?),
            (Queue::Emulator, Place::Host(memory)) => {
                memory.write(bytes);
                Ok(())
            }
            _ => Err(other_device()),
        }
    }
    /// Reads a buffer after all work that began before on this stream is done; other streams
    /// continue meanwhile.
    ///
    /// # Errors
    ///
    /// Returns an error if the buffer belongs to another device, or the stream is being captured;
    /// and the errors of earlier work on the stream.
    pub fn read<T: Plain>(&self, from: &Buffer<T>) -> Result<Vec<T>, LaunchError> {
        self.runs("`read`")?;
        let bytes = match (&self.queue, &from.place) {
            (Queue::Gpu(stream), Place::Gpu(memory)) => stream.read(memory)?,
            (Queue::Emulator, Place::Host(memory)) => memory.bytes(),
            _ => return Err(other_device()),
        };
        Ok(buffer::elements(&bytes))
    }
    /// Begins to copy the elements of a buffer to another of the same size.
    ///
    /// ```
    /// # use zellige_launch::device::Device;
    /// let device = Device::emulator();
    /// let (from, mut to) = (device.buffer(&[1, 2, 3])?, device.buffer(&[0; 3])?);
    /// device.stream()?.copy(&from, &mut to)?;
    /// assert_eq!(to.read()?, [1, 2, 3]);
    /// # Ok::<(), zellige_launch::device::LaunchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the buffers have different lengths, or belong to another device; and the
    /// errors of the driver.
    pub fn copy<T: Plain>(&self, from: &Buffer<T>, to: &mut Buffer<T>) -> Result<(), LaunchError> {
        same_size(from.len(), to.len())?;
        let (source, target, elements) = (from.pointer(), to.pointer_mut(), from.len());
        match (self.gpu(), &from.place, &mut to.place) {
            (Some(stream), Place::Gpu(from), Place::Gpu(to)) => stream.copy(from, to)?,
            (None, Place::Host(from), Place::Host(to)) => match &self.queue {
                Queue::Steps(steps) => steps.borrow_mut().push(Step::Copy {
                    from: source.cast(),
                    to: target.cast(),
                    bytes: elements * size_of::<T>(),
                }),
                _ => to.write(&from.bytes()),
            },
            _ => return Err(other_device()),
        }
        Ok(())
    }
    /// Records an event after all work that began on this stream.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream is being captured; and the errors of the driver.
    pub fn record(&self) -> Result<Event, LaunchError> {
        self.runs("`record`")?;
        Ok(Event(match &self.queue {
            Queue::Gpu(stream) => Point::Gpu(stream.record()?),
            _ => Point::Host(Instant::now()),
        }))
    }
    /// Makes all work that begins later on this stream wait until the work before the event is
    /// done.
    ///
    /// # Errors
    ///
    /// Returns an error if the event belongs to another device, or the stream is being captured;
    /// and the errors of the driver.
    pub fn wait_for(&self, event: &Event) -> Result<(), LaunchError> {
        self.runs("`wait_for`")?;
        match (&self.queue, &event.0) {
            (Queue::Gpu(stream), Point::Gpu(event)) => Ok(stream.wait_for(event)?),
            (Queue::Emulator, Point::Host(_)) => Ok(()), // the work was done when the event was recorded
            _ => Err(other_device()),
        }
    }
    /// Returns the stream of the GPU, for operations that this module does not provide; `None` if
    /// kernels are emulated.
    pub fn gpu(&self) -> Option<&gpu::Stream> {
        match &self.queue {
            Queue::Gpu(stream) => Some(stream),
            Queue::Capture(capture) => Some(capture.stream()),
            Queue::Emulator | Queue::Steps(_) => None,
        }
    }
    /// Waits until all work that began on this stream is done.
    ///
    /// # Errors
    ///
    /// Returns the errors of that work, or an error if the stream is being captured.
    pub fn wait(&self) -> Result<(), LaunchError> {
        self.runs("`wait`")?;
        match &self.queue {
            Queue::Gpu(stream) => Ok(stream.wait(|| "waiting for a stream".into())?),
            _ => Ok(()),
        }
    }

    /// Returns an error if the stream is being captured: it then takes only operations that a graph
    /// can have.
    pub(super) fn runs(&self, what: &str) -> Result<(), LaunchError> {
        match self.queue {
            Queue::Gpu(_) | Queue::Emulator => Ok(()),
            Queue::Capture(_) | Queue::Steps(_) => Err(LaunchError::Refused(format!(
                "a graph records launches and copies from buffer to buffer, not {what}"
            ))),
        }
    }
}

/// Returns an error: a program without the feature `emulator` has no device that is emulated.
///
/// # Safety
///
/// The call does nothing. It is unsafe only to stand in for the one that runs the kernel.
#[cfg(not(feature = "emulator"))]
unsafe fn emulate<K: Kernel>(_: (u32, u32), _: &[Value]) -> Result<(), LaunchError> {
    Err(LaunchError::Refused("this program has no emulator".into()))
}
/// Runs a kernel on the CPU.
///
/// # Safety
///
/// The conditions of the kernel hold.
#[cfg(feature = "emulator")]
unsafe fn emulate<K: Kernel>(grid: (u32, u32), values: &[Value]) -> Result<(), LaunchError> {
    let arguments = match K::Arguments::of_values(values) {
        Ok(arguments) => arguments,
        Err(i) => unreachable!("argument {i} was of its type"),
    };
    // SAFETY: the caller's promise.
    unsafe { zellige_emulator::run_in_buffers::<K>(grid, arguments) }.map_err(|fault| {
        // The launch already has the kernel's name.
        let fault = Fault { kernel: None, ..fault };
        let launch = words::launch_of(&K::DESCRIPTION, grid, values);
        LaunchError::Failed(format!("{launch}: {fault}"))
    })
}

fn same_size(from: usize, to: usize) -> Result<(), LaunchError> {
    if from == to {
        return Ok(());
    }
    let words = format!("{from} elements do not fill a buffer of {to}");
    Err(LaunchError::Refused(words))
}

pub(super) fn other_device() -> LaunchError {
    LaunchError::Refused("one belongs to a GPU, the other to the emulator".into())
}

/// A point in the work of a [`Stream`]. CUDA: `cudaEvent_t`.
pub struct Event(Point);
enum Point {
    Gpu(gpu::Event),
    /// The time on the CPU at which the work before the event was done.
    Host(Instant),
}
impl Event {
    /// Waits until all work before the event is done.
    ///
    /// # Errors
    ///
    /// Returns the errors of that work.
    pub fn wait(&self) -> Result<(), LaunchError> {
        match &self.0 {
            Point::Gpu(event) => Ok(event.wait()?),
            Point::Host(_) => Ok(()),
        }
    }
    /// Returns the time that the device needed from an earlier event to this one, after it has
    /// passed both: on a GPU in steps of half a microsecond, emulated by the clock of the CPU.
    ///
    /// ```
    /// # use zellige_launch::device::Device;
    /// let device = Device::emulator();
    /// let stream = device.stream()?;
    /// let (start, end) = (stream.record()?, stream.record()?);
    /// println!("{:?}", end.elapsed_since(&start)?); // 41ns
    /// # Ok::<(), zellige_launch::device::LaunchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the other event is later, or belongs to another device; and the errors
    /// of the work before the events.
    pub fn elapsed_since(&self, earlier: &Event) -> Result<Duration, LaunchError> {
        let elapsed = match (&self.0, &earlier.0) {
            (Point::Gpu(end), Point::Gpu(start)) => end.elapsed_since(start)?,
            (Point::Host(end), Point::Host(start)) => end.checked_duration_since(*start),
            _ => return Err(other_device()),
        };
        elapsed.ok_or_else(|| LaunchError::Refused("the other event is the later one".into()))
    }
}
