#!/usr/bin/env python3
"""Times the permutations beside PyTorch's `permute(..).contiguous()` and its copy of as many bytes, in one process, on the same data, in random order.

    python3 permute.py [--cubin kernels.cubin] [--rounds N] [--all] [--order from]

It takes PyTorch. The kernels are those of `cargo xtask gpu-build`. Prints for each shape the medians in TB/s, of reading and writing together, and the ratio to both
rivals; the result is compared with PyTorch's. `--all` times every tile that takes the shape, not only the one that a plan chooses. `--order from` counts the modes that
are not of a tile by their distance in the source, where a plan counts them by that in the destination.
"""

import argparse
import ctypes
import math
import random
import statistics

import torch

cuda = ctypes.CDLL("libcuda.so.1")

ROWS = (
    ((64, 64, 64, 256), (3, 2, 1, 0)),
    ((128, 256, 512), (2, 1, 0)),
    ((128, 256, 512), (0, 2, 1)),
    ((32, 32, 32, 32, 32), (4, 2, 0, 3, 1)),
    ((16, 12, 4096, 64), (0, 2, 1, 3)),
    ((48, 56, 72, 80), (3, 1, 2, 0)),
)
# The kernels, of elements of so many bytes: the extents of a tile, the tiles of a block, the bytes of shared memory.
EXCHANGE = {
    4: {"permute_u32_64": (64, 64, 1, 16384), "permute_u32_32": (32, 32, 4, 16384), "permute_u32_16": (16, 16, 16, 16384)},
    2: {"permute_u16_128": (128, 128, 1, 32768), "permute_u16_64": (64, 64, 4, 32768), "permute_u16_32": (32, 32, 16, 32768),
        "permute_u16_16": (16, 16, 64, 32768)},
}
ROWS_KERNELS = {
    4: {"permute_rows_u32": (64, 64, 1, 0), "permute_rows_u32_16": (16, 256, 1, 0), "permute_rows_u32_wide": (4096, 1, 1, 0)},
    2: {"permute_rows_u16": (64, 128, 1, 0), "permute_rows_u16_16": (16, 512, 1, 0), "permute_rows_u16_wide": (8192, 1, 1, 0)},
}


def call(name, *arguments):
    status = getattr(cuda, name)(*arguments)
    if status:
        raise RuntimeError(f"{name}: error {status}")


def ordered(x, permutation, order):
    """The modes (extent, from, to) of x and of its permuted copy, as a plan orders them, and if two of them are exchanged."""
    to = [0] * x.dim()
    stride = 1
    for mode in reversed(permutation):
        to[mode] = stride
        stride *= x.shape[mode]
    modes = [list(mode) for mode in zip(x.shape, x.stride(), to) if mode[0] != 1]
    merged = True
    while merged:
        merged = False
        for a in modes:
            for b in modes:
                if a is not b and b[1] == a[0] * a[1] and b[2] == a[0] * a[2]:
                    a[0] *= b[0]
                    modes.remove(b)
                    merged = True
                    break
            if merged:
                break
    first = next(mode for mode in modes if mode[1] == 1)
    modes.remove(first)
    if first[2] == 1:
        second = max(modes, key=lambda mode: (mode[0], -mode[1]), default=[1, 1, 1])
    else:
        second = next(mode for mode in modes if mode[2] == 1)
    if second in modes:
        modes.remove(second)
    modes.sort(key=lambda mode: mode[1 if order == "from" else 2])
    all_modes = [first, second, *modes]
    return all_modes + [[1, 1, 1]] * (6 - len(all_modes)), first[2] != 1


def covered(modes, tile):
    return math.ceil(modes[0][0] / tile[0]) * tile[0] * math.ceil(modes[1][0] / tile[1]) * tile[1]


def planned(modes, tiles):
    """The tile that a plan takes: a smaller one, if it covers less than 3/4 of a larger one."""
    best = None
    for name, tile in tiles.items():
        if best is None or covered(modes, tile) < covered(modes, tiles[best]) // 4 * 3:
            best = name
    return best


def launcher(module, name, tile, modes, exchanges, x, y):
    function = ctypes.c_void_p()
    call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
    number = math.ceil(modes[0][0] / tile[0]) * math.ceil(modes[1][0] / tile[1]) * math.prod(mode[0] for mode in modes[2:])
    blocks = math.ceil(number / tile[2])
    u32 = ctypes.c_uint32
    others = [0, 2, 3, 4, 5] if exchanges else [1, 2, 3, 4, 5]
    values = [*(u32(mode[0]) for mode in modes), ctypes.c_uint64(x.data_ptr()), *(u32(mode[1]) for mode in modes[1:]),
              ctypes.c_uint64(y.data_ptr()), *(u32(modes[i][2]) for i in others)]
    arguments = (ctypes.c_void_p * len(values))(*(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values))

    def launch(kept=(values, x, y)):
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        call("cuLaunchKernel", function, blocks, 1, 1, 256, 1, 1, tile[3], stream, arguments, None)

    return launch


def seconds(work, repeats):
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(repeats):
        work()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) / repeats / 1e3


def race(rivals, size, rounds):
    for work in rivals.values():
        work()
    torch.cuda.synchronize()
    repeats = {name: max(1, int(0.02 / seconds(work, 3))) for name, work in rivals.items()}
    speeds = {name: [] for name in rivals}
    for _ in range(rounds):
        for name in random.sample(list(rivals), len(rivals)):
            speeds[name].append(size / seconds(rivals[name], repeats[name]) / 1e12)
    return {name: statistics.median(speed) for name, speed in speeds.items()}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cubin", default="kernels.cubin")
    options.add_argument("--rounds", type=int, default=11)
    options.add_argument("--all", action="store_true")
    options.add_argument("--order", choices=["from", "to"], default="to")
    options = options.parse_args()
    torch.manual_seed(0)
    torch.zeros(1, device="cuda")
    module = ctypes.c_void_p()
    call("cuModuleLoad", ctypes.byref(module), options.cubin.encode())
    for dtype in (torch.float32, torch.bfloat16):
        for shape, permutation in ROWS:
            x = torch.randn(shape, device="cuda").to(dtype)
            y = torch.empty([shape[mode] for mode in permutation], device="cuda", dtype=dtype)
            other = torch.empty_like(x)
            modes, exchanges = ordered(x, permutation, options.order)
            tiles = (EXCHANGE if exchanges else ROWS_KERNELS)[x.element_size()]
            plan = planned(modes, tiles)
            names = list(tiles) if options.all else [plan]
            rivals = {"copy": lambda: other.copy_(x), "torch": lambda: x.permute(permutation).contiguous()}
            for name in names:
                launch = launcher(module, name, tiles[name], modes, exchanges, x, y)
                y.zero_()
                launch()
                if not torch.equal(y.view(torch.uint8), x.permute(permutation).contiguous().view(torch.uint8)):
                    raise SystemExit(f"{name} of {shape} -> {permutation} is wrong")
                rivals[name] = launch
            speeds = race(rivals, 2 * x.numel() * x.element_size(), options.rounds)
            print(f"{str(dtype)[6:]} {shape} -> {permutation}: copy {speeds['copy']:.2f}, torch {speeds['torch']:.2f} TB/s")
            for name in names:
                speed = speeds[name]
                chosen = "planned" if name == plan else ""
                print(f"    {name:24} {speed:.2f} TB/s, {speed / speeds['copy']:.3f} of the copy, {speed / speeds['torch']:.2f} of torch  {chosen}",
                      flush=True)


if __name__ == "__main__":
    main()
