//! Graphs: captured work that can be launched repeatedly.

use super::{
    Device, Kind, LaunchError,
    stream::{Queue, Stream, other_device},
};
use crate::gpu;
use std::{cell::RefCell, ptr};
use zellige_gpu::kernel::Value;

/// Captured launches and copies, in order. CUDA: `cudaGraphExec_t`.
///
/// The host's work to begin a kernel, some microseconds, is done only once for the whole graph.
pub struct Graph<'d> {
    _device: &'d Device,
    work: Work,
}
enum Work {
    Gpu(gpu::Graph),
    Emulator(Vec<Step>),
}
/// The function that emulates a kernel on a grid with these values.
type Emulate = unsafe fn((u32, u32), &[Value]) -> Result<(), LaunchError>;
/// A launch or a copy on the CPU.
pub(super) enum Step {
    Launch { emulate: Emulate, grid: (u32, u32), values: Vec<Value> },
    Copy { from: *const u8, to: *mut u8, bytes: usize },
}

impl Device {
    /// Captures the work that `work` gives to the stream that it receives: launches, and copies
    /// from buffer to buffer. They are recorded, and none of them runs; any other operation is an
    /// error. A launch keeps the numbers and addresses that it had when it was captured.
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
    /// let step = device.capture(|stream| {
    ///     // SAFETY: x has 100 numbers; the caller that launches the graph promises that it exists
    ///     // and is not in use.
    ///     unsafe { stream.launch::<add>((4, 1), (100, 5, x.pointer_mut()))? };
    ///     stream.copy(&x, &mut y)
    /// })?;
    /// assert_eq!(y.read()?, [0; 100]); // nothing has run
    ///
    /// let stream = device.stream()?;
    /// for _ in 0..3 {
    ///     // SAFETY: x and y exist, and nothing else uses them until the stream has reached this
    ///     // point.
    ///     unsafe { step.launch(&stream)? };
    /// }
    /// assert_eq!(stream.read(&y)?, [15; 100]);
    ///
    /// let refused = device.capture(|stream| stream.read(&x).map(|_| ())).err().unwrap();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "a graph records launches and copies from buffer to buffer, not `read`"
    /// );
    /// # Ok::<(), zellige_launch::device::LaunchError>(())
    /// ```
    ///
    /// Other streams and the device work as usual meanwhile.
    ///
    /// # Errors
    ///
    /// Returns the errors of `work`, and an error if the driver cannot create a graph of its
    /// operations.
    pub fn capture(
        &self,
        work: impl FnOnce(&Stream<'_>) -> Result<(), LaunchError>,
    ) -> Result<Graph<'_>, LaunchError> {
        let queue = match &self.kind {
            Kind::Gpu { gpu, .. } => Queue::Capture(gpu.capture()?),
            Kind::Emulator => Queue::Steps(RefCell::default()),
        };
        let stream = Stream::new(self, queue);
        work(&stream)?;
        let work = match stream.queue {
            Queue::Capture(capture) => Work::Gpu(capture.end()?),
            Queue::Steps(steps) => Work::Emulator(steps.into_inner()),
            Queue::Gpu(_) | Queue::Emulator => unreachable!("the stream records"),
        };
        Ok(Graph { _device: self, work })
    }
}

impl Graph<'_> {
    /// Begins to run the work on this stream.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream belongs to another device, or is being captured; and the
    /// errors of the work, on a GPU perhaps only when the stream is waited for.
    ///
    /// # Safety
    ///
    /// The conditions of the kernels hold, as for [`Stream::launch`]; the captured buffers still
    /// exist, and nothing else uses them until the work is done.
    pub unsafe fn launch(&self, stream: &Stream<'_>) -> Result<(), LaunchError> {
        stream.runs("graphs")?;
        match (&self.work, &stream.queue) {
            // SAFETY: the caller's promise; the kernels exist as long as the device.
            (Work::Gpu(graph), Queue::Gpu(stream)) => Ok(unsafe { graph.launch(stream) }?),
            (Work::Emulator(steps), Queue::Emulator) => {
                // SAFETY: the caller's promise.
                steps.iter().try_for_each(|step| unsafe { step.run() })
            }
            _ => Err(other_device()),
        }
    }
}

impl Step {
    /// Runs the step.
    ///
    /// # Safety
    ///
    /// The conditions of the kernel hold; the buffers exist, and nothing else uses them.
    unsafe fn run(&self) -> Result<(), LaunchError> {
        match self {
            Step::Launch { emulate, grid, values } => {
                // SAFETY: the values are those of the kernel, and the rest is the caller's promise.
                unsafe { emulate(*grid, values) }
            }
            Step::Copy { from, to, bytes } => {
                // SAFETY: both buffers have that many bytes, and are different buffers.
                unsafe { ptr::copy_nonoverlapping(*from, *to, *bytes) };
                Ok(())
            }
        }
    }
}
