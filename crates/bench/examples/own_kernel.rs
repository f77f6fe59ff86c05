//! Checks and times a kernel beside another one and a stand-in for a library: emulated, or on a GPU
//! with the kernels of a file.
//!
//! ```sh
//! cargo run --release -p zellige-bench --example own_kernel                   # emulated: the times say nothing
//! cargo run --release -p zellige-bench --example own_kernel -- kernels.cubin  # PTX or machine code with `saxpy` and `saxpy_by_hand`
//! ```

use std::{env, error::Error, path::Path, ptr};
use zellige_bench::{
    case::Case,
    check::check,
    compare::Tolerance,
    data::Matrix,
    placed::Placed,
    problem::{Baseline, Problem, Work},
    race::bench,
    reference,
};
use zellige_gpu::{Gpu, kernel, kernel::Value};
use zellige_launch::device::{Device, Stream};

/// The number of elements of a block: four for each of its threads.
const ELEMENTS: u32 = 1024;

/// y += a x, for n numbers: a thread has four adjacent ones.
///
/// # Safety
///
/// x and y point to n numbers; nobody else uses those of y meanwhile. The grid has a block for each
/// 1024 of them.
#[kernel(threads = 256)]
unsafe fn saxpy<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
    let first = gpu.block_x() * ELEMENTS + 4 * gpu.thread();
    for i in first..n.min(first + 4) {
        // SAFETY: one of the n numbers, and no other thread has it.
        unsafe { *y.add(i as usize) = gpu.fma(a, *x.add(i as usize), *y.add(i as usize)) }
    }
}

/// The same: a thread has four that are 256 apart.
///
/// # Safety
///
/// As for [`saxpy`].
#[kernel(threads = 256)]
unsafe fn saxpy_by_hand<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
    for part in 0..4 {
        let i = gpu.block_x() * ELEMENTS + 256 * part + gpu.thread();
        if i < n {
            // SAFETY: one of the n numbers, and no other thread has it.
            unsafe { *y.add(i as usize) = gpu.fma(a, *x.add(i as usize), *y.add(i as usize)) }
        }
    }
}

/// y = 1.5 x + y, for n numbers, computed by all contestants.
fn problem(n: u32) -> Problem<'static> {
    // SAFETY: for both kernels: the case has n numbers in x and in y, and a block for each 1024.
    let (kernel, other) =
        unsafe { (Baseline::kernel::<saxpy>(), Baseline::kernel::<saxpy_by_hand>()) };
    let work = Work::Bytes(12 * u64::from(n)); // two numbers read, and one written
    Problem::new(kernel, format!("{n} numbers"), work, move || {
        let x = Matrix::<f32>::vector(n as usize).random(1);
        let y = Matrix::vector(n as usize).random(2);
        let expected = reference::saxpy(1.5, &x, &y);
        Case::new((n.div_ceil(ELEMENTS).max(1), 1)).u32(n).f32(1.5).input(x).output(
            y,
            expected,
            Tolerance::rounding::<f32>(),
        )
    })
    .baseline(other.column("by hand"))
    .baseline(Baseline::new("two launches", in_halves).column("halves"))
}

/// A baseline that is not a kernel of the device: here one launch for each half, where a library
/// would be called with the addresses.
fn in_halves(stream: &Stream<'_>, placed: &Placed) -> Result<(), Box<dyn Error>> {
    let &[Value::U32(n), Value::F32(a), Value::Pointer(x), Value::Pointer(y)] = placed.values()
    else {
        return Err("saxpy takes n, a, x and y".into());
    };
    let half = n / 2 / ELEMENTS * ELEMENTS; // whole blocks
    for (first, count) in [(0, half), (half, n - half)] {
        let offset = 4 * u64::from(first);
        let x = ptr::with_exposed_provenance((x + offset) as usize);
        let y = ptr::with_exposed_provenance_mut((y + offset) as usize);
        let grid = (count.div_ceil(ELEMENTS).max(1), 1);
        // SAFETY: these are `count` of the n numbers of the case, and a block for each 1024.
        unsafe { stream.launch::<saxpy>(grid, (count, a, x, y))? };
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let device = match env::args().nth(1) {
        Some(file) => Device::load(Path::new(&file))?,
        None => Device::emulator(), // a program of your own has `Device::new(embedded!("my-kernels"))?`
    };
    println!("{}", device.name());
    check(&device, [0, 1, 1023, 1024, 1025, 5000].map(problem))?;
    let (size, rounds) = match device.is_emulated() {
        true => (10_000, 5),
        false => (1 << 26, 21),
    };
    bench(&device, [problem(size)], rounds)?;
    Ok(())
}
