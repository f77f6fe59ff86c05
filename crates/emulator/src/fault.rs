//! Faults: errors of a kernel, in one sentence.

use std::{
    any::Any,
    error::Error,
    fmt, mem,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

/// An error in a launch, and its place.
///
/// ```
/// use zellige_emulator::{Grid, try_launch};
/// use zellige_gpu::Gpu;
/// let grid = Grid { x: 2, y: 1, threads: 64, shared: 0, cluster: 0 };
/// let fault = try_launch(grid, |gpu| {
///     // SAFETY: not so: thread 63 of block (1, 0) does not come, and that is what this is about.
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
    /// The name of the kernel, where it was launched by its type.
    pub kernel: Option<&'static str>,
    /// The block, if it was in one; the first block of the cluster, if threads of several blocks
    /// wait for each other.
    pub block: Option<(u32, u32)>,
    /// The thread of the block, if it was one alone.
    pub thread: Option<u32>,
    /// The sentence about what it did.
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
        Fault {
            kernel: None,
            block: None,
            thread: None,
            what,
        }
    }
}

/// The fault that the emulator found: the reason for which a thread is unwound.
struct Found(String);

/// Ends this thread of the kernel with a fault.
///
/// It is no panic of the kernel's, so nothing is printed: the launch reports it.
pub(crate) fn raise(what: String) -> ! {
    resume_unwind(Box::new(Found(what)))
}
/// Returns why a thread was unwound, in words.
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
/// Drops why a thread was unwound, which may panic in turn.
pub(crate) fn forget(reason: Box<dyn Any + Send>) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(reason))) {
        mem::forget(again);
    }
}

/// Ends the thread with a [`Fault`] of the formatted words, unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($words:tt)+) => {
        if !$condition {
            $crate::fault::raise(format!($($words)+))
        }
    };
}
pub(crate) use ensure;
