//! Streams of a GPU: ordered work, the events between its parts, and graphs of it.

use super::{Failure, Gpu, Memory, driver};
use cudarc::driver::{
    CudaStream,
    result::{self, DriverError, stream::StreamKind},
    sys::{self, CUevent_flags, CUevent_wait_flags, CUgraphInstantiate_flags, CUstreamCaptureMode},
};
use std::{
    ptr,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

/// A queue of work, which runs in the order in which it began. CUDA: `CUstream`.
///
/// Streams run concurrently, but not with the [default](Gpu::default_stream) one.
pub struct Stream {
    /// Null is the default stream.
    pub(super) handle: sys::CUstream,
    gpu: Gpu,
    /// Whether the stream is destroyed with this value: not if it belongs to the program.
    own: bool,
    /// A stream of the program exists at least as long as this value.
    _of_program: Option<Arc<CudaStream>>,
}

impl Gpu {
    /// Returns the default stream. Its work waits for all work that began before on any other
    /// stream, and work that begins later on any other stream waits for it. CUDA: the legacy
    /// default stream.
    pub fn default_stream(&self) -> Stream {
        self.existing(ptr::null_mut(), None)
    }
    /// Returns a stream of the program, or `None` if it is one of another context.
    pub fn of_program(&self, stream: &Arc<CudaStream>) -> Option<Stream> {
        let here = stream.context().cu_ctx() == self.context.cu_ctx();
        here.then(|| {
            self.foreign.store(true, Ordering::Relaxed);
            self.existing(stream.cu_stream(), Some(stream.clone()))
        })
    }
    /// Returns a stream of the program by its handle, such as one of a library.
    ///
    /// # Safety
    ///
    /// The stream is one of this context, and exists longer than the returned value.
    pub unsafe fn of_handle(&self, handle: sys::CUstream) -> Stream {
        self.foreign.store(true, Ordering::Relaxed);
        self.existing(handle, None)
    }
    fn existing(&self, handle: sys::CUstream, of_program: Option<Arc<CudaStream>>) -> Stream {
        Stream { handle, gpu: self.clone(), own: false, _of_program: of_program }
    }
    /// Returns a new stream.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn stream(&self) -> Result<Stream, Failure> {
        self.new_stream(StreamKind::Default)
    }
    fn new_stream(&self, kind: StreamKind) -> Result<Stream, Failure> {
        self.enter()?;
        let handle = result::stream::create(kind);
        let handle = driver(handle, || "making a stream".into())?;
        let mut stream = self.existing(handle, None);
        stream.own = true;
        Ok(stream)
    }
    /// Begins to record the work of a new stream, without running it.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn capture(&self) -> Result<Capture, Failure> {
        // Nothing runs on this stream, so nothing on the default stream needs to wait for it.
        let stream = self.new_stream(StreamKind::NonBlocking)?;
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        // SAFETY: the stream exists.
        let begun = unsafe { result::stream::begin_capture(stream.handle, mode) };
        driver(begun, || "beginning to record a graph".into())?;
        Ok(Capture { stream })
    }
}

impl Stream {
    /// Waits until all work that began on the stream is done; on the default stream, all work that
    /// began on any stream.
    ///
    /// # Errors
    ///
    /// Returns the errors of the work; `doing` names the operation in the message.
    pub fn wait(&self, doing: impl FnOnce() -> String) -> Result<(), Failure> {
        if self.handle.is_null() {
            // The default stream waits for all others when it gets work, such as an event.
            let waited = self.record().and_then(|event| event.wait());
            return waited.map_err(|failure| Failure { doing: doing(), ..failure });
        }
        // SAFETY: the stream exists.
        driver(unsafe { result::stream::synchronize(self.handle) }, doing)
    }
    /// Overwrites memory after all work that began before is done, and waits for the copy.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver, and of earlier work.
    ///
    /// # Panics
    ///
    /// Panics if `bytes` does not have the size of the memory.
    pub fn write(&self, to: &Memory, bytes: &[u8]) -> Result<(), Failure> {
        assert_eq!(bytes.len(), to.size, "bytes");
        let doing = || format!("copying {} bytes to the GPU", to.size);
        self.gpu.enter()?;
        // SAFETY: both have that many bytes, and the copy is over when this function ends.
        let begun = unsafe { result::memcpy_htod_async(to.address, bytes, self.handle) };
        driver(begun, doing)?;
        self.wait(doing)
    }
    /// Reads memory after all work that began before is done.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver, and of earlier work.
    pub fn read(&self, from: &Memory) -> Result<Vec<u8>, Failure> {
        let doing = || format!("copying {} bytes from the GPU", from.size);
        let mut bytes = vec![0; from.size];
        self.gpu.enter()?;
        // SAFETY: both have that many bytes, and the copy is over when this function ends.
        let begun = unsafe { result::memcpy_dtoh_async(&mut bytes, from.address, self.handle) };
        driver(begun, doing)?;
        self.wait(doing)?;
        Ok(bytes)
    }
    /// Begins to copy memory to other memory of the GPU. Either may be dropped meanwhile: dropping
    /// waits.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    ///
    /// # Panics
    ///
    /// Panics if `to` is smaller than `from`.
    pub fn copy(&self, from: &Memory, to: &Memory) -> Result<(), Failure> {
        assert!(from.size <= to.size, "bytes");
        self.gpu.enter()?;
        // SAFETY: both have that many bytes, and are freed only after the copy.
        let begun =
            unsafe { result::memcpy_dtod_async(to.address, from.address, from.size, self.handle) };
        driver(begun, || format!("copying {} bytes on the GPU", from.size))
    }
    /// Records an event after all work that began on the stream.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn record(&self) -> Result<Event, Failure> {
        self.gpu.enter()?;
        let handle = result::event::create(CUevent_flags::CU_EVENT_DEFAULT);
        let event =
            Event { handle: driver(handle, || "making an event".into())?, _gpu: self.gpu.clone() };
        // SAFETY: the event and the stream exist.
        let recorded = unsafe { result::event::record(event.handle, self.handle) };
        driver(recorded, || "recording an event".into())?;
        Ok(event)
    }
    /// Makes all work that begins later wait until the work before the event is done.
    ///
    /// # Errors
    ///
    /// Returns the errors of the driver.
    pub fn wait_for(&self, event: &Event) -> Result<(), Failure> {
        let flags = CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT;
        // SAFETY: the stream and the event exist.
        let waits = unsafe { result::stream::wait_event(self.handle, event.handle, flags) };
        driver(waits, || "letting a stream wait for an event".into())
    }
}
impl Drop for Stream {
    /// Waits, so that no work remains without a stream.
    fn drop(&mut self) {
        if self.own {
            let _ = self.wait(String::new);
            // SAFETY: created, and not destroyed.
            let _ = unsafe { result::stream::destroy(self.handle) };
        }
    }
}

/// A point in the work of a stream. CUDA: `CUevent`.
pub struct Event {
    handle: sys::CUevent,
    _gpu: Gpu,
}
impl Event {
    /// Waits until all work before the event is done.
    ///
    /// # Errors
    ///
    /// Returns the errors of that work.
    pub fn wait(&self) -> Result<(), Failure> {
        // SAFETY: the event exists.
        let waited = unsafe { result::event::synchronize(self.handle) };
        driver(waited, || "waiting for an event".into())
    }
    /// Returns the time that the GPU needed from another event to this one, in steps of half a
    /// microsecond, after it has passed both; `None` if it passed this one first.
    ///
    /// # Errors
    ///
    /// Returns the errors of the work before the events.
    pub fn elapsed_since(&self, earlier: &Event) -> Result<Option<Duration>, Failure> {
        earlier.wait()?;
        self.wait()?;
        // SAFETY: both events exist, and were recorded.
        let milliseconds = unsafe { result::event::elapsed(earlier.handle, self.handle) };
        let milliseconds = driver(milliseconds, || "asking for the time of events".into())?;
        Ok(Duration::try_from_secs_f64(f64::from(milliseconds) / 1e3).ok())
    }
}
impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: created, and not destroyed; the driver keeps what streams still need.
        let _ = unsafe { result::event::destroy(self.handle) };
    }
}

/// A stream that records its work. CUDA: a stream in capture mode.
pub struct Capture {
    stream: Stream,
}
impl Capture {
    /// Returns the stream.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }
    /// Ends the recording, and returns its graph.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver cannot create a graph of the recording: for instance, if the
    /// stream got an operation that waits.
    pub fn end(self) -> Result<Graph, Failure> {
        let recorded = driver(self.recorded(), || "recording a graph".into())?;
        // SAFETY: the driver made this graph, which exists until the end of this function.
        let handle = unsafe { result::graph::instantiate(recorded.0, CUgraphInstantiate_flags(0)) };
        Ok(Graph {
            handle: driver(handle, || "making a recorded graph ready".into())?,
            _gpu: self.stream.gpu.clone(),
        })
    }
    /// Ends the recording, and returns the recorded work.
    fn recorded(&self) -> Result<Recorded, DriverError> {
        // SAFETY: the stream exists.
        Ok(Recorded(unsafe { result::stream::end_capture(self.stream.handle) }?))
    }
}
impl Drop for Capture {
    fn drop(&mut self) {
        // Returns an error if the recording has ended.
        let _ = self.recorded();
    }
}

/// Recorded work, before it is instantiated.
struct Recorded(sys::CUgraph);
impl Drop for Recorded {
    fn drop(&mut self) {
        // SAFETY: created, and not destroyed. An instantiated graph does not need it.
        let _ = unsafe { result::graph::destroy(self.0) };
    }
}

/// Recorded work, which can run any number of times. CUDA: `CUgraphExec`.
pub struct Graph {
    handle: sys::CUgraphExec,
    _gpu: Gpu,
}
impl Graph {
    /// Begins to run the work on this stream.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver refuses the launch, or an earlier launch failed.
    ///
    /// # Safety
    ///
    /// The promises that were made when it was recorded hold again, and the memory and the kernels
    /// exist until it is done.
    pub unsafe fn launch(&self, stream: &Stream) -> Result<(), Failure> {
        // SAFETY: the graph and the stream exist; the rest is the caller's promise.
        let launched = unsafe { result::graph::launch(self.handle, stream.handle) };
        driver(launched, || "launching a graph".into())
    }
}
impl Drop for Graph {
    fn drop(&mut self) {
        // SAFETY: created, and not destroyed; the driver frees the graph once it does not run.
        let _ = unsafe { result::graph::exec_destroy(self.handle) };
    }
}
