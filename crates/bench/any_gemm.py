#!/usr/bin/env python3
"""Times products of any size and alignment beside cuBLAS, in one process, on the same data, in random order.

    python3 any_gemm.py [--cubin kernels.cubin] [--size M N K].. [--rounds N]

Ours are three launches: `align_rows` of A and of B, and `wgmma_gemm_...` of the results, with C in f32. PyTorch's `mm` is cuBLAS; it writes bf16, or f32
where PyTorch supports it. The kernels are those of `cargo xtask gpu-build`.
"""


import torch

from driver import Module, multiprocessors, parser, race, report, tensor_map

TILE, STEP = (128, 256), 64
THREADS, SHARED = 384, 4 * sum(TILE) * STEP * 2 + 2 * 4 * 8
ALIGN_THREADS, ALIGN_TILE = 256, (32, 256)


def aligned(module, matrix):
    """Returns a launch that copies a matrix to rows at multiples of 16 bytes, and these rows."""
    rows, columns = matrix.shape
    leading = -(-columns // 8) * 8
    to = torch.empty(rows, leading, dtype=matrix.dtype, device="cuda")
    grid = (-(-rows // ALIGN_TILE[0]), -(-columns // ALIGN_TILE[1]))
    launch = module.launcher("align_rows", grid, ALIGN_THREADS, 0, rows, columns, matrix, matrix.stride(0), to, leading)
    return launch, to[:, :columns]


def main():
    options = parser(__doc__)
    options.add_argument("--size", type=int, nargs=3, action="append", metavar=("M", "N", "K"))
    options = options.parse_args()
    torch.manual_seed(0)
    module = Module(options.cubin)
    for m, n, k in options.size or [(4095, 4093, 4091)]:
        # BLAS's letters: for A, T means contiguous along K; for B, N does.
        for kernel, of_a, of_b in (("", "T", "N"), ("_nt", "N", "T"), ("_nn", "N", "N"), ("_tt", "T", "T")):
            a = torch.randn(*((m, k) if of_a == "T" else (k, m)), device="cuda").bfloat16()
            b = torch.randn(*((n, k) if of_b == "N" else (k, n)), device="cuda").bfloat16()
            c = torch.empty(m, n, device="cuda")
            (align_a, to_a), (align_b, to_b) = aligned(module, a), aligned(module, b)
            map_a = tensor_map(to_a, (64, TILE[0] if of_a == "T" else 64))
            map_b = tensor_map(to_b, (64, TILE[1] if of_b == "N" else 64))
            grid = (min(multiprocessors(), -(-m // TILE[0]) * -(-n // TILE[1])), 1)
            multiply = module.launcher(f"wgmma_gemm{kernel}", grid, THREADS, SHARED, m, n, k, map_a, map_b, c, n)

            def ours():
                align_a()
                align_b()
                multiply()

            left, right = (a if of_a == "T" else a.t()), (b.t() if of_b == "N" else b)
            baselines = {"align and multiply": ours, "multiply alone": multiply, "cuBLAS to bf16": lambda: torch.mm(left, right)}
            try:
                to_f32 = lambda: torch.mm(left, right, out_dtype=torch.float32)
                to_f32()
                baselines["cuBLAS to f32"] = to_f32
            except (RuntimeError, TypeError) as error:
                print(f"without f32 of cuBLAS: {str(error).splitlines()[0]}")
            c.fill_(float("nan"))
            ours()
            exact = left[:256].double() @ right.double()
            error = ((c[:256].double() - exact).abs().max() / exact.abs().max()).item()
            finite = bool(c.isfinite().all())
            speeds = race(baselines, 2 * m * n * k, options.rounds, options.duration)
            report(f"{m} x {n} x {k} {of_a}{of_b}", speeds, "TFLOP/s", f"; largest error {error:.1e}, all written: {finite}")


if __name__ == "__main__":
    main()
