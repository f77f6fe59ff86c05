//! What `check` makes of machines that fail.

use std::{cell::Cell, error::Error};
use zellige_bench::{
    case::{Case, Machine},
    check::check,
    machine::Emulator,
    problems::Scale,
};
use zellige_gpu::kernel::Description;
use zellige_kernels::KERNELS;

/// Runs nothing: the memory stays as it is.
struct Lazy;
impl Machine for Lazy {
    unsafe fn run(
        &self,
        _: &'static Description,
        case: &Case,
    ) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
        Ok(case
            .regions()
            .map(|region| region.before().to_vec())
            .collect())
    }
}

/// Writes a byte behind the end of what it was given to write.
struct Careless;
impl Machine for Careless {
    unsafe fn run(
        &self,
        kernel: &'static Description,
        case: &Case,
    ) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
        // SAFETY: as the caller promises.
        let mut after = unsafe { Emulator.run(kernel, case) }?;
        let last = after.last_mut().and_then(|memory| memory.last_mut());
        *last.ok_or("no memory")? ^= 1;
        Ok(after)
    }
}

/// Changes what it was given to read.
struct Vandal;
impl Machine for Vandal {
    unsafe fn run(
        &self,
        kernel: &'static Description,
        case: &Case,
    ) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
        // SAFETY: as the caller promises.
        let mut after = unsafe { Emulator.run(kernel, case) }?;
        after[0][0] ^= 1;
        Ok(after)
    }
}

/// Refuses every launch.
struct Dead(Cell<u32>);
impl Machine for Dead {
    unsafe fn run(
        &self,
        kernel: &'static Description,
        case: &Case,
    ) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
        self.0.set(self.0.get() + 1);
        Err(format!("{}: no power", case.describe(kernel)).into())
    }
}

fn wrong(machine: &impl Machine) -> String {
    let saxpy = ["saxpy".to_string()];
    check(machine, Scale::Small, &saxpy)
        .unwrap_err()
        .to_string()
}

#[test]
fn wrong_results_are_counted() {
    let sizes = check(&Emulator, Scale::Small, &["saxpy".into()]).unwrap();
    // Nothing is to be done where n is 0.
    let words = wrong(&Lazy);
    let count: usize = words.split(' ').next().unwrap().parse().unwrap();
    assert!(count > sizes / 2 && count < sizes, "{words}");
    assert_eq!(wrong(&Careless), format!("{sizes} launches went wrong"));
    assert_eq!(wrong(&Vandal), format!("{sizes} launches went wrong"));
}

#[test]
fn a_launch_that_fails_is_the_last() {
    let dead = Dead(Cell::new(0));
    assert_eq!(wrong(&dead), "1 launches went wrong");
    assert_eq!(dead.0.get(), 1);
}

#[test]
fn a_kernel_that_panics_is_a_launch_that_failed() {
    let saxpy = KERNELS
        .iter()
        .find(|kernel| kernel.name == "saxpy")
        .unwrap();
    let case = Case::new((1, 1)).u32(0);
    // SAFETY: the kernel panics before it does anything: it takes more than one value.
    let failed = unsafe { Emulator.run(saxpy, &case) };
    let words = failed.unwrap_err().to_string();
    assert_eq!(
        words,
        "saxpy<<<(1, 1), 256, 0>>>(n = 0): block (0, 0), thread 0: saxpy takes a: f32"
    );
}
