// C = A B^T by the kernel that CUTLASS's collective builder makes, as in its examples 70 (16-bit
// numbers), 72 (with scale factors) and 79 (the same for RTX 50).
//
// -DELEMENT= the type of A and B, -DALIGNED= how many of them are 16 bytes, -DTILE_M=, -DTILE_N= and
// -DTILE_K= the extents of a tile, -DBLOCKS= how many blocks compute it, -DARCH= and -DCLASS= the
// machine and the kind of instruction. A and B are contiguous along K, C is f32, contiguous along N,
// and not read.

#include "cutlass/cutlass.h"
#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/kernel/gemm_universal.hpp"

using namespace cute;
using Arch = cutlass::arch::ARCH;
using Class = cutlass::arch::CLASS;
using TileShape = Shape<Int<TILE_M>, Int<TILE_N>, Int<TILE_K>>;
using ClusterShape = Shape<Int<BLOCKS>, _1, _1>;
using Rows = cutlass::layout::RowMajor;

using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
    Arch, Class, TileShape, ClusterShape, cutlass::epilogue::collective::EpilogueTileAuto, float, float, void, Rows, 4,
    float, Rows, 4, cutlass::epilogue::collective::EpilogueScheduleAuto>::CollectiveOp;
using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<
    Arch, Class, ELEMENT, Rows, ALIGNED, ELEMENT, cutlass::layout::ColumnMajor, ALIGNED, float, TileShape, ClusterShape,
    cutlass::gemm::collective::StageCountAutoCarveout<static_cast<int>(sizeof(typename Epilogue::SharedStorage))>,
    cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp;
using Kernel = cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int, int>, Mainloop, Epilogue, void>;

extern "C" __global__ void __launch_bounds__(Kernel::MaxThreadsPerBlock, Kernel::MinBlocksPerMultiprocessor)
    theirs(__grid_constant__ typename Kernel::Params const params) {
    extern __shared__ char memory[];
    Kernel{}(params, memory);
}
