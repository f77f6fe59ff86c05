//! The emulator's messages about a kernel.

/// Expands to the error message of a launch of the kernel.
macro_rules! words {
    ($kernel:ty, $grid:expr, $arguments:expr) => {{
        // SAFETY: the pointers satisfy the kernel's conditions; all invalid operations are in
        // shared memory, where the emulator refuses them.
        unsafe { zellige_emulator::run::<$kernel>($grid, $arguments) }.unwrap_err().to_string()
    }};
}
