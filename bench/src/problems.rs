//! What the kernels are run on: each module says once, for one kernel or several that take the same parameters,
//! which sizes there are, how many blocks they need, and what has to come out.

use crate::{case::Case, libraries::Product};
use zellige_gpu::kernel::Description;
use zellige_kernels::{KERNELS, atoms};

mod copy;
pub mod gemm;
mod instructions;
mod mma_gemm;
mod saxpy;
mod sgemm;
mod softmax;
mod transpose;
mod wgmma_gemm;

/// How large the problems are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scale {
    /// So small that the emulator needs milliseconds: 0, 1, primes, around the edge of a tile.
    Small,
    /// The same kinds of sizes, and some that fill a GPU.
    Real,
    /// Those that are timed.
    Timed,
}

/// A problem for a kernel.
pub struct Problem {
    /// The entry point that solves it. Its twin is called `NAME_by_hand`.
    pub kernel: &'static str,
    /// The sizes, in words.
    pub size: String,
    /// How much there is to do.
    pub work: Work,
    /// Libraries that solve it too.
    pub rivals: Vec<Rival>,
    case: Box<dyn Fn() -> Case>,
}

/// A library that multiplies the same matrices.
pub struct Rival {
    /// Which one.
    pub library: Library,
    /// The product: its A, B and C are the regions of the launch, in this order.
    pub product: Product,
    /// Memory of other types than the kernel's, where the library has no others.
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

/// How much there is to do at least.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// Bytes of global memory to read or write.
    Bytes(u64),
    /// Additions and multiplications.
    Flops(u64),
}

impl Problem {
    fn new(
        kernel: &'static str,
        size: String,
        work: Work,
        case: impl Fn() -> Case + 'static,
    ) -> Self {
        Problem {
            kernel,
            size,
            work,
            rivals: Vec::new(),
            case: Box::new(case),
        }
    }
    /// The launch, with random data and the reference computed.
    pub fn case(&self) -> Case {
        (self.case)()
    }
    /// The kernel, and its twin with indices by hand. Single instructions have none.
    pub fn kernels(&self) -> Vec<&'static Description> {
        let twin = format!("{}_by_hand", self.kernel);
        let names = [self.kernel, &twin];
        names
            .iter()
            .filter_map(|name| {
                KERNELS
                    .iter()
                    .chain(atoms::kernels())
                    .find(|kernel| kernel.name == *name)
            })
            .collect()
    }
}

/// All problems, kernel by kernel.
pub fn all(scale: Scale) -> Vec<Problem> {
    [
        saxpy::problems,
        copy::problems,
        transpose::problems,
        softmax::problems,
        sgemm::problems,
        wgmma_gemm::problems,
        mma_gemm::problems,
        instructions::problems,
    ]
    .iter()
    .flat_map(|problems| problems(scale))
    .collect()
}
