//! Golden records: the atoms of `tcgen05.mma`, the instruction descriptors and those of shared
//! memory, the atoms of SM120's `mma.sync`, and of the sparse `wgmma`.

use zellige_golden::records;

// The refused ones are of elements of 32 bits along M or N, which tcgen05.mma takes only if the
// swizzle moves units of 32 bytes.
records!(smem_desc { equal: 634, descriptor: 544, refused: 90 });
// Those without a tile are of sparse products of e2m1 by two CTAs in 128 rows, which the PTX manual
// lacks.
records!(umma { equal: 1288, no_tile: 24 });
// Those without a tile have 256 rows and a number of columns that is not a multiple of 16; the
// refused ones name scale factors or metadata that the instruction does not have; those that are
// left out are of `.ws`.
records!(instr_desc { equal: 1167, no_tile: 48, refused: 278, left_out: 6 });
// 40 records of a sparse A have the 4 or 6 bits of its format, where `build/sparse.rs` expects
// bytes.
records!(mma_sm120 { equal: 156 });
records!(gmma_sparse { equal: 320 });
