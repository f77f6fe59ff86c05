#!/usr/bin/env python3
"""Times the permutations beside PyTorch's `permute(..).contiguous()` and its copy of as many bytes, in one process, on the same data, in random order.

    python3 permute.py [--cubin kernels.cubin] [--rounds N] [--all] [--order from]

It takes PyTorch. The kernels are those of `cargo xtask gpu-build`. Prints for each shape the medians in TB/s, of reading and writing together, and the ratio of the first,
the tile that a plan chooses, to each other one; the result is compared with PyTorch's. `--all` times every tile that takes the shape, not only the one that a plan chooses. `--order from` counts the modes that
are not of a tile by their distance in the source, where a plan counts them by that in the destination.
"""

import argparse
import math

import torch

from driver import Module, race, report

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
    number = math.ceil(modes[0][0] / tile[0]) * math.ceil(modes[1][0] / tile[1]) * math.prod(mode[0] for mode in modes[2:])
    others = [0, 2, 3, 4, 5] if exchanges else [1, 2, 3, 4, 5]
    extents, strides, other_strides = ([mode[0] for mode in modes], [mode[1] for mode in modes[1:]], [modes[i][2] for i in others])
    return module.launcher(name, (math.ceil(number / tile[2]), 1), 256, tile[3], *extents, x, *strides, y, *other_strides)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cubin", default="kernels.cubin")
    options.add_argument("--rounds", type=int, default=11)
    options.add_argument("--duration", type=float, default=0.02)
    options.add_argument("--all", action="store_true")
    options.add_argument("--order", choices=["from", "to"], default="to")
    options = options.parse_args()
    torch.manual_seed(0)
    module = Module(options.cubin)
    for dtype in (torch.float32, torch.bfloat16):
        for shape, permutation in ROWS:
            x = torch.randn(shape, device="cuda").to(dtype)
            y = torch.empty([shape[mode] for mode in permutation], device="cuda", dtype=dtype)
            other = torch.empty_like(x)
            modes, exchanges = ordered(x, permutation, options.order)
            tiles = (EXCHANGE if exchanges else ROWS_KERNELS)[x.element_size()]
            plan = planned(modes, tiles)
            names = [plan, *(name for name in tiles if name != plan and options.all)]
            rivals = {}
            for name in names:
                rivals[name] = launcher(module, name, tiles[name], modes, exchanges, x, y)
                y.zero_()
                rivals[name]()
                if not torch.equal(y.view(torch.uint8), x.permute(permutation).contiguous().view(torch.uint8)):
                    raise SystemExit(f"{name} of {shape} -> {permutation} is wrong")
            rivals["copy"] = lambda: other.copy_(x)
            rivals["PyTorch"] = lambda: x.permute(permutation).contiguous()
            speeds = race(rivals, 2 * x.numel() * x.element_size(), options.rounds, options.duration)
            report(f"{str(dtype)[6:]} {shape} -> {permutation}", speeds, "TB/s")


if __name__ == "__main__":
    main()
