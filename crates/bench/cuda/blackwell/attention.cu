// Attention forward, d = 128, by the kernel of CUTLASS's example 77, with a block for each 256
// queries of a head. -DMASK= how keys are masked. Q, K, V and O are bf16.

#include "cutlass/cutlass.h"
#include "cutlass/kernel_hardware_info.h"
#include "collective/fmha_fusion.hpp"
#include "collective/sm100_fmha_fwd_epilogue_tma_warpspecialized.hpp"
#include "collective/sm100_fmha_fwd_mainloop_tma_warpspecialized.hpp"
#include "kernel/fmha_options.hpp"
#include "kernel/fmha_tile_scheduler.hpp"
#include "kernel/sm100_fmha_fwd_kernel_tma_warpspecialized.hpp"

using namespace cute;
using namespace cutlass::fmha;
using Element = cutlass::bfloat16_t;
using Problem = tuple<int, int, int, tuple<tuple<int, int>, int>>;
using StrideQ = tuple<int, _1, tuple<tuple<int, int>, int>>;
using StrideK = tuple<int, _1, tuple<tuple<_0, int>, int>>;
using StrideLse = tuple<_1, tuple<tuple<int, int>, int>>;

using Mainloop = collective::Sm100FmhaFwdMainloopTmaWarpspecialized<
    Element, float, float, Shape<_256, _128, _128>, StrideQ, StrideK, StrideK, collective::MASK>;
using Epilogue = collective::Sm100FmhaFwdEpilogueTmaWarpspecialized<
    Element, float, typename Mainloop::TileShapePV, StrideQ, StrideLse>;
using Kernel = kernel::Sm100FmhaFwdKernelTmaWarpspecialized<
    Problem, Mainloop, Epilogue, kernel::IndividualTileScheduler>;

extern "C" __global__ void __launch_bounds__(Kernel::MaxThreadsPerBlock, Kernel::MinBlocksPerMultiprocessor)
    theirs(__grid_constant__ typename Kernel::Params const params) {
    extern __shared__ char memory[];
    Kernel{}(params, memory);
}
