#!/usr/bin/env python3
"""Times the kernels of one screen (`crates/launch/examples`) beside PyTorch, eager and compiled,
and beside a copy of as many bytes, in one process, on the same data, in random order.

    python3 examples.py [--cubin examples.cubin] [--rounds N] [--only NAME]

It needs PyTorch. `cargo xtask gpu-build` makes `examples.cubin`. Each result is compared with
PyTorch's first. Prints for each kernel the medians in TB/s or TFLOP/s, and the ratio of the kernel
to each other one.
"""

import torch
import torch.nn.functional as F

from driver import Module, parser, race, report

GELU = 1.702  # gelu(x) is about x sigmoid(1.702 x)


def stencil(module, n=8192):
    x = torch.randn(n, n, device="cuda")
    y = x.clone()
    grid = (-(-(n - 2) // 64), -(-(n - 2) // 32))

    def step(x, y):
        y[1:-1, 1:-1] = 0.25 * (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:])
        return y

    kernel = module.launcher("jacobi", grid, 256, 0, n, n, x, y)
    expected = step(x, y.clone())
    return f"stencil, {n} x {n} f32", kernel, step, (x, y.clone()), y, expected, 2 * x.nbytes, 1e-6


def scan(module, rows=8192, columns=8192):
    x = torch.randn(rows, columns, device="cuda")
    y = torch.empty_like(x)
    kernel = module.launcher("scan", (rows, 1), 256, 32, rows, columns, x, y)
    expected = x.double().cumsum(1).float()
    step = lambda x: x.cumsum(1)
    return f"scan, {rows} x {columns} f32", kernel, step, (x,), y, expected, 2 * x.nbytes, 1e-2


def rms_norm(module, rows=8192, columns=8192):
    x, r = (torch.randn(rows, columns, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    w = torch.randn(columns, device="cuda", dtype=torch.bfloat16)
    # The residual changes with each launch: zeros of x keep it as it is.
    still, residual, y = torch.zeros_like(x), x + r, torch.empty_like(x)

    def step(x, r, w):
        h = x + r
        return h, F.rms_norm(h, (columns,), w, 1e-6)

    kernel = module.launcher(
        f"rms_norm_{columns}", (rows, 1), 256, 32, rows, still, residual, w, y, 1e-6
    )
    expected = F.rms_norm(residual.float(), (columns,), w.float(), 1e-6)
    title = f"rms_norm with residual, {rows} x {columns} bf16"
    return title, kernel, step, (still, residual, w), y, expected, 4 * x.nbytes, 5e-2


def gemv_int8(module, m=16384, k=16384):
    w = torch.randint(-127, 128, (m, k), device="cuda", dtype=torch.int8)
    scales = torch.rand(m, k // 128, device="cuda")
    x, y = torch.randn(k, device="cuda"), torch.zeros(m, device="cuda")

    def step(w, scales, x):
        return ((w.view(m, -1, 128) * x.view(-1, 128)).sum(2) * scales).sum(1)

    launch = module.launcher("gemv_int8", (m // 32, -(-k // 2048)), 256, 0, m, k, w, scales, x, y)

    def kernel():
        y.zero_()
        launch()

    wide = (w.double().view(m, -1, 128) * scales.double()[..., None]).view(m, k)
    expected = (wide @ x.double()).float()
    scale = expected.abs().max().item()
    amount = w.nbytes + scales.nbytes
    return f"gemv_int8, {m} x {k}", kernel, step, (w, scales, x), y, expected, amount, 1e-4 * scale


def gemm_gelu(module, n=4096):
    a, b = (torch.randn(n, n, device="cuda", dtype=torch.bfloat16) / n**0.25 for _ in range(2))
    bias = torch.randn(n, device="cuda")
    c = torch.empty_like(a)
    grid = (n // 128, n // 128)
    kernel = module.launcher("gemm_gelu", grid, 128, 98304, n, n, n, a, b, bias, c)
    narrow = bias.bfloat16()

    def step(a, b, bias):
        x = F.linear(a, b, bias)
        return x * torch.sigmoid(GELU * x)

    x = a.float() @ b.float().T + bias
    expected = x * torch.sigmoid(GELU * x)
    amount = 2 * n**3
    return f"gemm_gelu, {n} cubed bf16", kernel, step, (a, b, narrow), c, expected, amount, 5e-2


def paged_decode(module, sequences=64, length=4096, heads=8):
    pages = length // 16
    q = torch.randn(sequences, 4 * heads, 1, 128, device="cuda", dtype=torch.bfloat16)
    k, v = (
        torch.randn(sequences * length, heads, 128, device="cuda", dtype=torch.bfloat16)
        for _ in range(2)
    )
    table = torch.randperm(sequences * pages, device="cuda").int()
    lengths = torch.full((sequences,), length, device="cuda", dtype=torch.int32)
    o = torch.empty_like(q)
    scale = 128**-0.5
    arguments = (lengths, table, pages, q, k, v, sequences * length, scale * 1.4426950408889634, o)
    kernel = module.launcher("paged_decode", (heads, sequences), 128, 20480, *arguments)
    # PyTorch gets each sequence's keys and values side by side.
    of = lambda cache: (
        cache.view(-1, 16, heads, 128)[table.long()]
        .view(sequences, length, heads, 128)
        .transpose(1, 2)
        .contiguous()
    )
    k, v = of(k), of(v)
    step = lambda q, k, v: F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
    expected = step(q.float(), k.float(), v.float())
    title = f"paged_decode, {sequences} sequences of {length}, {heads} heads for {4 * heads}"
    return title, kernel, step, (q, k, v), o, expected, k.nbytes + v.nbytes, 1e-2


CASES = (stencil, scan, rms_norm, gemv_int8, gemm_gelu, paged_decode)


def main():
    options = parser(__doc__, cubin="examples.cubin", rounds=11)
    options.add_argument("--only", choices=[case.__name__ for case in CASES])
    options = options.parse_args()
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = False
    module = Module(options.cubin)
    print(torch.cuda.get_device_name(), "PyTorch", torch.__version__)
    for case in CASES:
        if options.only not in (None, case.__name__):
            continue
        title, kernel, step, inputs, out, expected, amount, tolerance = case(module)
        kernel()
        error = (out.float() - expected.float()).abs().max().item()
        if not error <= tolerance * (1 + expected.abs().max().item()):
            raise SystemExit(f"{title}: the kernel differs from PyTorch by {error}")
        del expected
        baselines = {"zellige": kernel, "PyTorch": lambda: step(*inputs)}
        try:
            compiled = torch.compile(step, mode="max-autotune-no-cudagraphs")
            compiled(*inputs)
            baselines["compiled"] = lambda: compiled(*inputs)
        except Exception as error:
            print(f"without torch.compile: {str(error).splitlines()[0]}")
        unit = "TFLOP/s" if case is gemm_gelu else "TB/s"
        if unit == "TB/s":
            # A copy moves each byte twice.
            source = torch.empty(amount // 2, device="cuda", dtype=torch.uint8)
            target = torch.empty_like(source)
            baselines["copy"] = lambda: target.copy_(source)
        report(title, race(baselines, amount, options.rounds, options.duration), unit)
        del kernel, inputs, out, baselines
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
