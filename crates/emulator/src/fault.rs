//! Faults: errors of a kernel, in one sentence.

use std::{
    any::Any,
    error::Error,
    fmt, mem,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

/// An error in a launch, and its position.
///
/// ```
/// use zellige_emulator::{Grid, try_launch};
/// use zellige_gpu::Gpu;
/// let grid = Grid { x: 2, y: 1, threads: 64, shared: 0, cluster: 0 };
/// let fault = try_launch(grid, |gpu| {
///     // SAFETY: does not hold: thread 63 of block (1, 0) does not arrive, which is the point of
///     // this example.
///     if (gpu.block_x(), gpu.thread()) != (1, 63) {
///         unsafe { gpu.sync_threads() }
///     }
/// })
/// .unwrap_err();
/// assert_eq!(fault.block, Some((1, 0)));
/// assert_eq!(
///     fault.to_string(),
///     "block (1, 0): threads 0 to 62 wait at the barrier of the block, thread 63 has ended"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The name of the kernel, if it was launched by its type.
    pub kernel: Option<&'static str>,
    /// The block, if the fault is in one; the first block of the cluster, if threads of several
    /// blocks wait for each other.
    pub block: Option<(u32, u32)>,
    /// The thread of the block, if it is a single one.
    pub thread: Option<u32>,
    /// The sentence about the invalid operation.
    pub what: String,
}
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kernel = self.kernel.map(str::to_string);
        let block = self.block.map(|(x, y)| format!("block ({x}, {y})"));
        let thread = self.thread.map(|thread| format!("thread {thread}"));
        let place: Vec<String> = [kernel, block, thread].into_iter().flatten().collect();
        match place.is_empty() {
            true => f.write_str(&self.what),
            false => write!(f, "{}: {}", place.join(", "), self.what),
        }
    }
}
impl Error for Fault {}
impl Fault {
    /// Returns the fault of a launch that is impossible.
    pub(crate) fn of_launch(what: String) -> Self {
        Fault { kernel: None, block: None, thread: None, what }
    }
}

/// The fault that the emulator found: the reason why a thread is unwound.
struct Found(String);

/// Ends this thread of the kernel with a fault.
///
/// It is not a panic of the kernel, so nothing is printed: the launch reports it.
pub(crate) fn raise(what: String) -> ! {
    resume_unwind(Box::new(Found(what)))
}
/// Returns the reason why a thread was unwound, as text.
pub(crate) fn words(reason: Box<dyn Any + Send>) -> String {
    match reason.downcast::<Found>() {
        Ok(found) => found.0,
        Err(reason) => match reason.downcast::<String>() {
            Ok(words) => *words,
            Err(reason) => {
                let words = reason.downcast_ref::<&str>().copied();
                let words = words.unwrap_or("the thread panicked").to_string();
                forget(reason);
                words
            }
        },
    }
}
/// Drops the reason why a thread was unwound, which may panic in turn.
pub(crate) fn forget(reason: Box<dyn Any + Send>) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(reason))) {
        mem::forget(again);
    }
}

/// Ends the thread with a [`Fault`] with the formatted message, unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($words:tt)+) => {
        if !$condition {
            $crate::fault::raise(format!($($words)+))
        }
    };
}
pub(crate) use ensure;
