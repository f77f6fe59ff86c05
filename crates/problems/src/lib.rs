//! Checks and times the kernels of [`zellige_kernels`] with [`zellige_bench`]: on a GPU, or
//! emulated on the CPU.
//!
//! ```sh
//! cargo run -p zellige-problems                     # all kernels, emulated where there is no GPU
//! cargo run -p zellige-problems -- kernels.cubin    # on the GPU: what `cargo xtask gpu-build` made
//! cargo xtask gpu-bench                             # packs all that it takes to time them on another machine
//! ```
//!
//! Each fact about a kernel is stated once. Its attribute `#[kernel]` has its name, its threads,
//! its shared memory and its parameters. A module of [`problems`] has its sizes, and for each a
//! function that makes the [`Case`](zellige_bench::case::Case): the blocks, the arguments in order,
//! the memory with random data, and the expected result. From this follow the emulated tests, the
//! check on a GPU, and the benchmark of the kernel, of its baseline with hand-written indices, and
//! of the function of the same name in CUDA C++, if a file of `crates/bench/cuda` has one.
//!
//! A new kernel therefore needs: a line in the list of [`zellige_kernels`], a module of problems,
//! and its name in the list of `tests/emulated.rs`, which otherwise reports that it is missing.
//!
//! | module | what it does |
//! |---|---|
//! | [`problems`] | the inputs of the kernels |
//! | [`libraries`] | cuBLAS, and CuTe's tutorials |
//! | [`field`] | the contestants that the kernels are measured against |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod field;
pub mod libraries;
pub mod problems;

use problems::{Problem, Scale, all};
use std::error::Error;
use zellige_launch::device::Device;

/// The kernels to check or to time.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Those with one of these words in their names; all, if there are no words.
    pub words: Vec<String>,
    /// Those of this family.
    pub family: Option<String>,
}
impl Choice {
    /// Returns their problems of this scale; there may be none.
    ///
    /// # Errors
    ///
    /// Fails if no kernel matches, whatever its problems are.
    pub fn problems(&self, scale: Scale) -> Result<Vec<Problem>, Box<dyn Error>> {
        let is_chosen = |problem: &Problem| {
            let family = self.family.as_deref();
            problem.is_one_of(&self.words) && family.is_none_or(|family| problem.family == family)
        };
        let mut problems = all(scale);
        problems.retain(is_chosen);
        if problems.is_empty() && !all(Scale::Small).iter().any(is_chosen) {
            let words = self.words.iter().map(|word| format!("`{word}`"));
            let words = words.collect::<Vec<_>>().join(" or ");
            return Err(match &self.family {
                Some(family) if words.is_empty() => format!("there is no family `{family}`"),
                Some(family) => {
                    format!("no kernel of the family `{family}` has {words} in its name")
                }
                None => format!("no kernel has {words} in its name"),
            }
            .into());
        }
        Ok(problems)
    }
    /// Returns the families of the matching kernels, in the order of the table.
    ///
    /// # Errors
    ///
    /// Fails if no kernel matches.
    pub fn families(&self) -> Result<Vec<&'static str>, Box<dyn Error>> {
        let mut families: Vec<_> =
            self.problems(Scale::Small)?.iter().map(|problem| problem.family).collect();
        families.dedup();
        Ok(families)
    }
}

/// Checks these kernels with all sizes of this scale, prints a table, and returns the number of
/// launches.
///
/// # Errors
///
/// Fails if there is no such kernel, a result is wrong, or a launch failed; the table says which.
pub fn check(device: &Device, scale: Scale, choice: &Choice) -> Result<usize, Box<dyn Error>> {
    let problems = choice.problems(scale)?;
    zellige_bench::check::check(device, problems.iter().map(Problem::on_device))
}
