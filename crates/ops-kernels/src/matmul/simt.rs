//! The products in f32: multiply-adds without tensor cores, by the parts of
//! [`sgemm_2`](mod@zellige_kernels::sgemm::sgemm_2).

use super::Multiplied;
use zellige::atom::{OperandA, OperandB};
use zellige::typenum::U128;
use zellige_gpu::storage::SharedStorage;
use zellige_kernels::major::{KMajor, MnMajor};
use zellige_kernels::sgemm::THREADS;
use zellige_kernels::sgemm::config::Storage;
use zellige_kernels::sgemm::fill::{FillN, FillT};
use zellige_kernels::sgemm::sgemm_2::{Copied, Of, TnAny};

pub use zellige_kernels::sgemm::sgemm_2::accumulate;

/// The path of the vectors of an operand to shared memory, by its major-ness.
pub trait Path {
    /// The path.
    type Fill;
}
impl Path for KMajor {
    type Fill = FillT;
}
impl Path for MnMajor {
    type Fill = FillN;
}
/// The operand O of the major-ness J, copied in vectors.
pub type Vectors<O, J> = Of<O, J, U128, <J as Path>::Fill, KMajor>;
/// The operand O of any strides, copied element by element.
pub type Any<O> = TnAny<O>;

/// The bytes of shared memory for vectors of A and B of these major-nesses.
const fn shared<A: Path, B: Path>() -> u32
where
    Vectors<OperandA, A>: Copied,
    Vectors<OperandB, B>: Copied,
{
    <Storage<Vectors<OperandA, A>, Vectors<OperandB, B>>>::BYTES
}
impl Multiplied for f32 {
    type Mma = <Any<OperandA> as Copied>::Mma;
    const THREADS: u32 = THREADS;
    const SHARED: u32 = shared::<MnMajor, KMajor>(); // the stages of B begin at a multiple of 128
    const MIN_BLOCKS: u32 = 2;
}
const _: () = assert!(
    f32::SHARED >= shared::<KMajor, KMajor>()
        && f32::SHARED >= shared::<KMajor, MnMajor>()
        && f32::SHARED >= shared::<MnMajor, MnMajor>()
        && f32::SHARED >= <Storage<Any<OperandA>, Any<OperandB>>>::BYTES
);
