//! What the emulator says of a kernel.

/// What a launch of the kernel on so many blocks says.
macro_rules! words {
    ($kernel:ty, $grid:expr, $arguments:expr) => {{
        // SAFETY: the pointers are to what the kernel needs; whatever else it does wrong is in shared memory, where the emulator
        // refuses it.
        unsafe { zellige_emulator::run::<$kernel>($grid, $arguments) }
            .unwrap_err()
            .to_string()
    }};
}
