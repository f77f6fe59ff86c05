#!/usr/bin/env python3
"""Times the attention kernels beside FlashAttention-3 and cuDNN, in one process, on the same data, in random order.

    python3 attention.py [--cubin kernels.cubin] [--dimension D] [--rounds N]

It needs PyTorch; the package `fa3-fwd` and cuDNN take part where they are installed. The kernels are those of `cargo xtask gpu-build`.
Prints for each shape the medians in TFLOP/s and the ratio to each baseline; the times of a round are consecutive, so the clock is the same.
"""

import ctypes

import torch
import torch.nn.functional as F

from driver import Module, multiprocessors, parser, race, report, tensor_map


def launcher(module, name, shared, tiles, q, k, v):
    """Returns a launch of a kernel for queries, keys and values of (batch, sequence, heads, dimension), and its result."""
    rows, keys, threads = tiles
    batch, sequence, heads, dimension = q.shape
    flat = [x.reshape(batch * sequence, heads * dimension) for x in (q, k, v)]
    maps = [tensor_map(x, (64, box)) for x, box in zip(flat, (rows, keys, keys))]
    output = torch.empty_like(flat[0])
    logarithms = torch.empty(heads, batch * sequence, device="cuda")
    starts = torch.arange(0, batch * sequence + 1, sequence, dtype=torch.int32, device="cuda")
    counters = torch.zeros(2, dtype=torch.int32, device="cuda")
    launch = module.launcher(name, (multiprocessors(), 1), threads, shared, heads, 1, batch, sequence, dimension**-0.5, starts, starts, *maps, output,
                             heads * dimension, logarithms, counters, 0, 0, 0.0, ctypes.c_uint64(0))
    return launch, output.reshape(q.shape)


def main():
    options = parser(__doc__)
    options.add_argument("--dimension", type=int, action="append")
    options.add_argument("--sequence", type=int, action="append")
    options = options.parse_args()
    torch.manual_seed(0)
    module = Module(options.cubin)
    try:
        from fa3_fwd_interface import flash_attn_func
    except ImportError as error:
        flash_attn_func = None
        print(f"without FlashAttention-3: {error}")
    for dimension in options.dimension or [64, 128, 256]:
        for causal in (False, True):
            name = f"attention_bf16_{dimension}" + ("_causal" if causal else "")
            tiles, shared = TILES[dimension, causal]
            for sequence in options.sequence or [512, 1024, 2048, 4096, 8192, 16384]:
                batch, heads = 16384 // sequence, 2048 // dimension
                q, k, v = (torch.randn(batch, sequence, heads, dimension, device="cuda", dtype=torch.bfloat16) for _ in range(3))
                launch, output = launcher(module, name, shared, tiles, q, k, v)
                baselines = {"zellige": launch}
                if flash_attn_func:
                    baselines["fa3"] = lambda: flash_attn_func(q, k, v, causal=causal)
                turned = [x.transpose(1, 2) for x in (q, k, v)]
                if dimension <= 128:
                    baselines["cudnn"] = lambda: cudnn(turned, causal)
                launch()
                expected = F.scaled_dot_product_attention(*(x[:1] for x in turned), is_causal=causal).transpose(1, 2)
                error = (output[:1].float() - expected.float()).abs().max().item()
                flops = 4 * batch * heads * sequence**2 * dimension / (2 if causal else 1)
                speeds = race(baselines, flops, options.rounds, options.duration)
                report(f"{name} {batch} x {sequence}", speeds, "TFLOP/s", f"; largest error {error:.1e}")


def cudnn(tensors, causal):
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.CUDNN_ATTENTION):
        return F.scaled_dot_product_attention(*tensors, is_causal=causal)


# The queries per block, the keys per step and the threads per block; the bytes of shared memory.
TILES = {}
for dimension, causal, rows, keys, stages in (
    (64, False, 192, 128, 4), (64, True, 192, 128, 4), (128, False, 128, 176, 2), (128, True, 128, 128, 2), (256, False, 128, 64, 2), (256, True, 128, 64, 2),
):
    shared = 2 * dimension * (rows + 2 * stages * keys) + 16 * (1 + 2 * stages) + 40
    TILES[dimension, causal] = ((rows, keys, 128 + 2 * rows), shared)

if __name__ == "__main__":
    main()
