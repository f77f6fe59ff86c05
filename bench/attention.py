#!/usr/bin/env python3
"""Times the attention kernels beside FlashAttention-3 and cuDNN, in one process, on the same data, in random order.

    python3 attention.py [--cubin kernels.cubin] [--dimension D] [--rounds N]

It takes PyTorch; the package `fa3-fwd` and cuDNN take part where they are installed. The kernels are those of `cargo xtask gpu-build`.
Prints for each shape the medians in TFLOP/s and the ratio to each rival; times of a round follow one another, so that the clock is the same.
"""

import argparse
import ctypes
import random
import statistics

import torch
import torch.nn.functional as F

cuda = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    status = getattr(cuda, name)(*arguments)
    if status:
        raise RuntimeError(f"{name}: error {status}")


def tensor_map(tensor, box, swizzle=3):
    """The map of a matrix of 16-bit numbers whose rows are contiguous, in boxes (columns, rows), with a swizzle of 128 bytes."""
    rows, columns = tensor.shape
    bfloat16 = 9
    described = (ctypes.c_uint64 * 24)()  # aligned by hand below
    address = (ctypes.addressof(described) + 63) // 64 * 64
    extents = (ctypes.c_uint64 * 2)(columns, rows)
    strides = (ctypes.c_uint64 * 1)(tensor.stride(0) * 2)
    boxes, steps = (ctypes.c_uint32 * 2)(*box), (ctypes.c_uint32 * 2)(1, 1)
    call("cuTensorMapEncodeTiled", ctypes.c_void_p(address), bfloat16, 2, ctypes.c_void_p(tensor.data_ptr()), extents, strides, boxes, steps,
         0, swizzle, 2, 0)
    on_device = torch.zeros(32, dtype=torch.int64, device="cuda")
    place = (on_device.data_ptr() + 63) // 64 * 64
    call("cuMemcpyHtoD_v2", ctypes.c_uint64(place), ctypes.c_void_p(address), ctypes.c_size_t(128))
    return on_device, place


class Kernel:
    """A kernel of the module, for queries, keys and values of (batch, sequence, heads, dimension)."""

    def __init__(self, module, name, shared):
        self.function = ctypes.c_void_p()
        call("cuModuleGetFunction", ctypes.byref(self.function), module, name.encode())
        call("cuFuncSetAttribute", self.function, 8, shared)  # the largest dynamic shared memory
        self.shared = shared

    def launcher(self, q, k, v, tiles):
        """What launches it, and its results."""
        rows, keys, threads = tiles
        batch, sequence, heads, dimension = q.shape
        flat = [x.reshape(batch * sequence, heads * dimension) for x in (q, k, v)]
        maps = [tensor_map(x, (64, box)) for x, box in zip(flat, (rows, keys, keys))]
        output = torch.empty_like(flat[0])
        logarithms = torch.empty(heads, batch * sequence, device="cuda")
        starts = torch.arange(0, batch * sequence + 1, sequence, dtype=torch.int32, device="cuda")
        values = [ctypes.c_uint32(heads), ctypes.c_uint32(1), ctypes.c_uint32(batch), ctypes.c_uint32(sequence),
                  ctypes.c_float(dimension**-0.5), ctypes.c_uint64(starts.data_ptr()), ctypes.c_uint64(starts.data_ptr()),
                  *(ctypes.c_uint64(place) for _, place in maps), ctypes.c_uint64(output.data_ptr()),
                  ctypes.c_uint32(heads * dimension), ctypes.c_uint64(logarithms.data_ptr())]
        arguments = (ctypes.c_void_p * len(values))(*(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values))
        blocks = torch.cuda.get_device_properties(0).multi_processor_count

        def launch(kept=(maps, starts, values, arguments)):
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            call("cuLaunchKernel", self.function, blocks, 1, 1, threads, 1, 1, self.shared, stream, arguments, None)

        return launch, output.reshape(q.shape), logarithms


def seconds(work, repeats):
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(repeats):
        work()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) / repeats / 1e3


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cubin", default="kernels.cubin")
    options.add_argument("--dimension", type=int, action="append")
    options.add_argument("--sequence", type=int, action="append")
    options.add_argument("--rounds", type=int, default=9)
    options = options.parse_args()
    torch.manual_seed(0)
    torch.zeros(1, device="cuda")
    module = ctypes.c_void_p()
    call("cuModuleLoad", ctypes.byref(module), options.cubin.encode())
    try:
        from fa3_fwd_interface import flash_attn_func
    except ImportError as error:
        flash_attn_func = None
        print(f"without FlashAttention-3: {error}")
    for dimension in options.dimension or [64, 128, 256]:
        for causal in (False, True):
            name = f"attention_bf16_{dimension}" + ("_causal" if causal else "")
            tiles, shared = TILES[dimension, causal]
            kernel = Kernel(module, name, shared)
            for sequence in options.sequence or [512, 1024, 2048, 4096, 8192, 16384]:
                batch, heads = 16384 // sequence, 2048 // dimension
                q, k, v = (torch.randn(batch, sequence, heads, dimension, device="cuda", dtype=torch.bfloat16) for _ in range(3))
                launch, output, _ = kernel.launcher(q, k, v, tiles)
                rivals = {"zellige": launch}
                if flash_attn_func:
                    rivals["fa3"] = lambda: flash_attn_func(q, k, v, causal=causal)
                turned = [x.transpose(1, 2) for x in (q, k, v)]
                if dimension <= 128:
                    rivals["cudnn"] = lambda: cudnn(turned, causal)
                launch()
                expected = F.scaled_dot_product_attention(*(x[:1] for x in turned), is_causal=causal).transpose(1, 2)
                error = (output[:1].float() - expected.float()).abs().max().item()
                flops = 4 * batch * heads * sequence**2 * dimension / (2 if causal else 1)
                speeds = race(rivals, flops, options.rounds)
                words = [f"{rival} {statistics.median(times):.0f}" for rival, times in speeds.items()]
                mine = statistics.median(speeds["zellige"])
                ratios = [f"{mine / statistics.median(times):.3f} of {rival}" for rival, times in speeds.items() if rival != "zellige"]
                print(f"{name} {batch} x {sequence}: {', '.join(words)} TFLOP/s; {', '.join(ratios)}; largest error {error:.1e}", flush=True)


def cudnn(tensors, causal):
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.CUDNN_ATTENTION):
        return F.scaled_dot_product_attention(*tensors, is_causal=causal)


def race(rivals, flops, rounds):
    for work in rivals.values():
        work()
    torch.cuda.synchronize()
    repeats = {name: max(1, int(0.02 / seconds(work, 3))) for name, work in rivals.items()}
    speeds = {name: [] for name in rivals}
    for _ in range(rounds):
        for name in random.sample(list(rivals), len(rivals)):
            speeds[name].append(flops / seconds(rivals[name], repeats[name]) / 1e12)
    return speeds


# The queries of a block, the keys of a step and the threads of a block; its bytes of shared memory.
TILES = {}
for dimension, causal, rows, keys, stages in (
    (64, False, 192, 128, 4), (64, True, 128, 128, 4), (128, False, 128, 176, 2), (128, True, 128, 128, 2), (256, False, 128, 64, 2), (256, True, 128, 64, 2),
):
    shared = 2 * dimension * (rows + 2 * stages * keys) + 16 * (1 + 2 * stages)
    TILES[dimension, causal] = ((rows, keys, 128 + 2 * rows), shared)

if __name__ == "__main__":
    main()
