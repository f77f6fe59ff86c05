//! The products in f32: multiply-adds without tensor cores, by the parts of
//! [`sgemm_2`](mod@zellige_kernels::sgemm::sgemm_2).

use super::Multiplied;
use zellige_gpu::storage::SharedStorage;
use zellige_kernels::major::{KMajor, MnMajor};
use zellige_kernels::sgemm::THREADS;
use zellige_kernels::sgemm::fill::{Fill, FillN, FillT, FillTAny};
use zellige_kernels::sgemm::sgemm_2::{MmaT, Storage};

pub use zellige_kernels::sgemm::sgemm_2::accumulate;

/// The path of the vectors of an operand to shared memory, by its major-ness.
pub trait Path {
    /// The path.
    type Fill: Fill;
}
impl Path for KMajor {
    type Fill = FillT;
}
impl Path for MnMajor {
    type Fill = FillN;
}
/// The path of vectors of the major-ness J.
pub type Vectors<J> = <J as Path>::Fill;
/// The path of the elements of an operand of any strides, one by one.
pub type Any = FillTAny;

/// The bytes of shared memory for vectors of A and B of these major-nesses.
const fn shared<A: Path, B: Path>() -> u32 {
    <Storage<Vectors<A>, Vectors<B>>>::BYTES
}
impl Multiplied for f32 {
    type Mma = MmaT;
    const THREADS: u32 = THREADS;
    const SHARED: u32 = shared::<MnMajor, KMajor>(); // the stages of B begin at a multiple of 128
    const MIN_BLOCKS: u32 = 2;
}
const _: () = assert!(
    f32::SHARED >= shared::<KMajor, KMajor>()
        && f32::SHARED >= shared::<KMajor, MnMajor>()
        && f32::SHARED >= shared::<MnMajor, MnMajor>()
        && f32::SHARED >= <Storage<Any, Any>>::BYTES
);
