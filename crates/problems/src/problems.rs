//! The inputs of the kernels: each module states once, for one kernel or several with the same
//! parameters, the sizes, the numbers of blocks, and the expected results.

use crate::libraries::Product;
use std::{
    collections::BTreeMap,
    fmt,
    sync::{Mutex, PoisonError},
};
use zellige_bench::{
    case::Case,
    data::Matrix,
    problem::{self, Baseline},
};
use zellige_gpu::kernel::{Kernel, Visitor};

pub use zellige_bench::problem::Work;

mod align;
mod attention;
mod copy;
mod fp8_gemm;
pub mod gemm;
mod instructions;
mod mma_gemm;
pub mod permute;
mod saxpy;
mod sgemm;
mod softmax;
mod transpose;
mod wgmma_gemm;

/// The scale of the problems.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scale {
    /// So small that the emulator needs milliseconds: 0, 1, primes, sizes around the edge of a
    /// tile.
    Small,
    /// The same kinds of sizes, and some that fill a GPU.
    Real,
    /// The sizes that are timed.
    Timed,
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scale::Small => "small sizes",
            Scale::Real => "all sizes",
            Scale::Timed => "the sizes that are timed",
        })
    }
}

/// A problem for a kernel.
pub struct Problem {
    /// The family of kernels: the name of the module that defines their problems.
    pub family: &'static str,
    /// The entry point that solves it. Its baseline is called `NAME_by_hand`.
    pub kernel: &'static str,
    /// The sizes, as text.
    pub size: String,
    /// The amount of work.
    pub work: Work,
    /// Libraries that also solve it.
    pub baselines: Vec<Multiplication>,
    case: Box<dyn Fn() -> Case>,
}

/// A library that multiplies the same matrices.
pub struct Multiplication {
    /// The library.
    pub library: Library,
    /// The product: its A, B and C are the regions of the launch, in this order.
    pub product: Product,
    /// Memory of other types than the kernel's, where the library does not support those.
    pub case: Option<Box<dyn Fn() -> Case>>,
}

/// A library that multiplies matrices.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Library {
    /// cuBLAS: the ceiling.
    Cublas,
    /// The tutorial of CuTe of this name.
    Cute(&'static str),
}
impl Library {
    /// Returns the name of the tutorial, if it is one.
    pub(crate) fn tutorial(self) -> Option<&'static str> {
        match self {
            Library::Cute(name) => Some(name),
            Library::Cublas => None,
        }
    }
}

impl Problem {
    fn new(
        kernel: &'static str,
        size: String,
        work: Work,
        case: impl Fn() -> Case + 'static,
    ) -> Self {
        Problem { family: "", kernel, size, work, baselines: Vec::new(), case: Box::new(case) }
    }
    /// Returns whether the kernel's name contains one of these words, ignoring case, or whether
    /// there are no words.
    pub fn is_one_of(&self, words: &[String]) -> bool {
        let name = self.kernel.to_lowercase();
        words.is_empty() || words.iter().any(|word| name.contains(&word.to_lowercase()))
    }
    /// Returns the launch, with random data and the computed reference.
    pub fn case(&self) -> Case {
        (self.case)()
    }
    /// Returns the same for kernels of a device: the kernel, and its hand-written baseline. Single
    /// instructions have none.
    ///
    /// # Panics
    ///
    /// Panics if there is no such kernel.
    pub fn on_device(&self) -> problem::Problem<'_> {
        let name = self.kernel;
        let kernel = self::kernel(name).unwrap_or_else(|| panic!("there is no kernel {name}"));
        let problem = problem::Problem::new(kernel, self.size.clone(), self.work, || self.case());
        match self::kernel(&format!("{name}_by_hand")) {
            Some(by_hand) => problem.baseline(by_hand.column("by hand")),
            None => problem,
        }
    }
}

/// The maximum number of blocks where each computes several tiles: the number of multiprocessors of
/// an H100.
const MULTIPROCESSORS: u32 = 132;

/// Returns the rows of a result that are compared: all, or if there are too many, `sample` rows,
/// including the first and the last. All others only have to be numbers.
fn compared(rows: usize, all: bool, sample: usize) -> Vec<usize> {
    if all {
        (0..rows).collect()
    } else {
        let place = |row| row * (rows - 1) / (sample - 1);
        (0..sample).map(place).collect()
    }
}

/// The computed references.
static REFERENCES: Mutex<BTreeMap<String, Vec<Matrix<f64>>>> = Mutex::new(BTreeMap::new());

/// Computes references, unless this key already has them; the key contains all that they depend on:
/// several kernels have the same product.
fn once<const N: usize>(
    key: String,
    compute: impl FnOnce() -> [Matrix<f64>; N],
) -> [Matrix<f64>; N] {
    let known = || REFERENCES.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known().get(&key).cloned();
    match found.map(<[_; N]>::try_from) {
        Some(Ok(references)) => references,
        _ => {
            let references = compute();
            known().insert(key, references.to_vec());
            references
        }
    }
}

/// Returns the kernel or baseline of this name.
fn kernel(name: &str) -> Option<Baseline<'static>> {
    struct Find<'n>(&'n str, Option<Baseline<'static>>);
    impl Visitor for Find<'_> {
        fn kernel<K: Kernel>(&mut self) {
            if K::DESCRIPTION.name == self.0 {
                // SAFETY: its problems are those of this module, and their cases are the kernel's.
                self.1 = Some(unsafe { Baseline::kernel::<K>() });
            }
        }
    }
    let mut find = Find(name, None);
    zellige_kernels::visit(&mut find);
    zellige_instructions::visit(&mut find);
    zellige_baselines::visit(&mut find);
    find.1
}

/// A family of problems: its name, and the function that makes them.
type Family = (&'static str, fn(Scale) -> Vec<Problem>);

/// The families of kernels, and the problems of each.
const FAMILIES: [Family; 12] = [
    ("saxpy", saxpy::problems),
    ("copy", copy::problems),
    ("align", align::problems),
    ("transpose", transpose::problems),
    ("permute", permute::problems),
    ("softmax", softmax::problems),
    ("sgemm", sgemm::problems),
    ("wgmma_gemm", wgmma_gemm::problems),
    ("mma_gemm", mma_gemm::problems),
    ("attention", attention::problems),
    ("fp8_gemm", fp8_gemm::problems),
    ("instructions", instructions::problems),
];

/// Returns all problems, kernel by kernel.
pub fn all(scale: Scale) -> Vec<Problem> {
    let of = |(family, problems): (&'static str, fn(Scale) -> Vec<Problem>)| {
        let problems = problems(scale).into_iter();
        problems.map(move |problem| Problem { family, ..problem })
    };
    FAMILIES.into_iter().flat_map(of).collect()
}
