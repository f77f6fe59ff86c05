//! What the kernels are run on: each module says once, for one kernel or several that take the same parameters,
//! which sizes there are, how many blocks they need, and what has to come out.

use crate::case::Case;
use zellige_kernels::{KERNELS, Kernel};

mod copy;
mod saxpy;

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
    case: Box<dyn Fn() -> Case>,
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
            case: Box::new(case),
        }
    }
    /// The launch, with random data and the reference computed.
    pub fn case(&self) -> Case {
        (self.case)()
    }
    /// The kernel, and its twin with indices by hand.
    ///
    /// # Panics
    ///
    /// If one of them is not in the launch table.
    pub fn kernels(&self) -> [&'static Kernel; 2] {
        let find = |name: &str| {
            KERNELS
                .iter()
                .find(|kernel| kernel.name == name)
                .unwrap_or_else(|| panic!("there is no kernel {name}"))
        };
        [find(self.kernel), find(&format!("{}_by_hand", self.kernel))]
    }
}

/// All problems, kernel by kernel.
pub fn all(scale: Scale) -> Vec<Problem> {
    [saxpy::problems, copy::problems]
        .iter()
        .flat_map(|problems| problems(scale))
        .collect()
}
