//! The framework of the generated tests: cases, which compare a type of the library with a golden
//! record.

#![forbid(unsafe_code)]

mod case;
mod notation;
mod property;
mod swizzled;
mod tally;
mod tmem;
mod umma;
mod value;

pub use tally::check;

/// The items that generated code names.
#[allow(missing_docs)]
pub mod generated {
    pub use crate::case::*;
    pub use crate::property::*;
    pub use crate::swizzled::*;
    pub use crate::tmem::*;
    pub use crate::umma::*;
    pub use crate::utccp;
    pub use crate::value::*;
    pub use core::ops::RangeFull as Whole;
    pub use zellige::atom::block_scaled::*;
    pub use zellige::atom::tmem::*;
    pub use zellige::atom::tmem_copy::*;
    pub use zellige::atom::utccp::make_utccp_copy;
    pub use zellige::atom::{
        CopyAtom, CopyLayoutTv, CopyOperation, CopyPartitionOffset, CopyPartitioned, CopyTiling,
        Destination as CopyDestination, LayoutTv, MakeTiledCopy, MmaAtom, MmaTiling, OperandA,
        OperandB, OperandC, PartitionFragment, PartitionOffset, PartitionShape, Partitioned,
        Retile, Source as CopySource, Thrfrg, Tidfrg, TiledCopyOf, TiledMma, copy,
        gmma::{DescriptorTiles, Major},
        gmma_sparse,
        instr_desc::make_instr_desc,
        mma, mma_sm120, smem, umma,
    };
    pub use zellige::ops::*;
    pub use zellige::prelude::*;
    pub use zellige::refusal::Code;
    pub use zellige::stride::{Negative, ScaledBasis};
    pub use zellige::tuple::compact::{compact_col_major, compact_row_major};
    pub use zellige::tuple::compare::evenly_divides;
    pub use zellige::typenum::{B0, B1, UInt, UTerm};
    pub use zellige::{Outer, Tiler};

    include!(concat!(env!("OUT_DIR"), "/numbers.rs"));
}

/// A test of all generated cases of an operation: `records!(depth { equal: 58 })`.
///
/// The numbers say how many cases have each outcome, including skipped ones, so that none is lost
/// unnoticed.
#[macro_export]
macro_rules! records {
    ($name:ident { $($outcome:ident: $count:literal),* $(,)? }) => {
        mod $name {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));
        }
        #[test]
        fn $name() {
            $crate::check($name::SOURCES, $name::SKIPPED, &[$((stringify!($outcome), $count)),*]);
        }
    };
}
