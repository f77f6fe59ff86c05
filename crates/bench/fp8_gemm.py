#!/usr/bin/env python3
"""Times the products of 8-bit numbers beside cuBLASLt, in one process, on the same data, in random order.

    python3 fp8_gemm.py [--cubin kernels.cubin] [--size N].. [--rounds N]

It needs PyTorch; its `_scaled_mm` is cuBLASLt. The kernels are those of `cargo xtask gpu-build`. Prints the medians in TFLOP/s and the ratios of
`fp8_gemm` to each baseline; the times of a round are consecutive, so the clock is the same.
"""


import torch

from driver import Module, multiprocessors, parser, race, report, tensor_map

BOXES, TILE, STEP = ((128, 256), (128, 128)), (256, 128), 128
# Tiles, scales and barriers of four stages.
THREADS, SHARED = 384, 4 * ((256 + 128) * 128 + 1024 + 128 + 16)


def main():
    options = parser(__doc__)
    options.add_argument("--size", type=int, action="append")
    options.add_argument("--kernel", action="append", help="further kernels with the arguments of fp8_gemm")
    options = options.parse_args()
    torch.manual_seed(0)
    module = Module(options.cubin)
    for size in options.size or [2048, 4096, 8192]:
        m = n = k = size
        a, b = (torch.randn(size, size, device="cuda").to(torch.float8_e4m3fn) for _ in range(2))
        one_a, one_b = (torch.tensor([x], device="cuda") for x in (0.5, 0.25))
        rows = torch.rand(k // STEP, m, device="cuda") + 0.5
        squares = torch.rand(n // STEP, k // STEP, device="cuda") + 0.5
        c = torch.empty(m, n, dtype=torch.bfloat16, device="cuda")
        maps = [tensor_map(x, box) for x, box in zip((a, b), BOXES)]
        grid = (min(multiprocessors(), -(-m // TILE[0]) * -(-n // TILE[1])), 1)

        def launcher(name, of_a, of_b):
            return module.launcher(name, grid, THREADS, SHARED, m, n, k, *maps, of_a, of_b, c, n)

        baselines = {"fp8_gemm": launcher("fp8_gemm", one_a, one_b)}
        baselines["fp8_gemm_blocks"] = launcher("fp8_gemm_blocks", tensor_map(rows, (256, 1), 0), tensor_map(squares, (4, 1), 0))
        for name in options.kernel or []:
            baselines[name] = launcher(name, one_a, one_b)
        for name, fast in (("cuBLASLt", False), ("cuBLASLt, fast", True)):
            baselines[name] = lambda fast=fast: torch._scaled_mm(a, b.t(), scale_a=one_a, scale_b=one_b, out_dtype=torch.bfloat16, use_fast_accum=fast)
        try:
            in_blocks = lambda: torch._scaled_mm(a, b.t(), scale_a=rows.t(), scale_b=squares.t(), out_dtype=torch.bfloat16)
            in_blocks()
            baselines["cuBLASLt, blocks"] = in_blocks
        except (RuntimeError, ValueError) as error:
            print(f"without blocks of cuBLASLt: {str(error).splitlines()[0]}")

        errors = []
        exact = a[:256].double() @ b.double().t()
        baselines["fp8_gemm"]()
        errors.append(largest_error(c[:256], exact * 0.125))
        baselines["fp8_gemm_blocks"]()
        scaled = a[:256].double() * rows.t()[:256].double().repeat_interleave(STEP, 1)
        exact = scaled @ (b.double() * squares.double().repeat_interleave(STEP, 0).repeat_interleave(STEP, 1)).t()
        errors.append(largest_error(c[:256], exact))
        if "cuBLASLt, blocks" in baselines:
            errors.append(largest_error(baselines["cuBLASLt, blocks"]()[:256], exact))
        remark = "; largest errors " + ", ".join(f"{error:.1e}" for error in errors)
        report(f"{size} cubed", race(baselines, 2 * size**3, options.rounds, options.duration), "TFLOP/s", remark)


def largest_error(found, exact):
    """Returns the largest error, relative to the largest result."""
    return ((found.double() - exact).abs().max() / exact.abs().max()).item()


if __name__ == "__main__":
    main()
