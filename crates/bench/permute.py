#!/usr/bin/env python3
"""Times the permutations beside PyTorch's `permute(...).contiguous()` and its copy of as many bytes, in one process, on the same data, in random order.

    python3 permute.py [--cubin kernels.cubin] [--program zellige-bench] [--rounds N] [--all]

It needs PyTorch; cuTENSOR takes part where it is installed. The kernels are those of `cargo xtask gpu-build`; the program, which prints the kernel for a tensor and its arguments, is that of
`cargo build --release -p zellige-problems`. Prints for each shape the medians in TB/s, of reading and writing together, and the ratio of the first, the kernel that the plan
chooses, to each other one; the result is compared with PyTorch's. `--all` times every kernel that accepts the shape in vectors, not only the one that the plan chooses.
"""

import json
import subprocess

import torch

from cutensor import CuTensor
from driver import Module, parser, race, report

ROWS = (
    ((64, 64, 64, 256), (3, 2, 1, 0)),
    ((128, 256, 512), (2, 1, 0)),
    ((128, 256, 512), (0, 2, 1)),
    ((32, 32, 32, 32, 32), (4, 2, 0, 3, 1)),
    ((16, 12, 4096, 64), (0, 2, 1, 3)),
    ((48, 56, 72, 80), (3, 1, 2, 0)),
)


def plans(program, x, permutation):
    """Returns the launches that permute x: the one that the plan chooses, and those of all other kernels that accept it."""
    extents, order = (",".join(map(str, numbers)) for numbers in (x.shape, permutation))
    command = [program, "plan", str(x.element_size()), extents, order]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def main():
    options = parser(__doc__, rounds=11)
    options.add_argument("--program", default="./zellige-bench")
    options.add_argument("--all", action="store_true")
    options = options.parse_args()
    torch.manual_seed(0)
    module = Module(options.cubin)
    try:
        cutensor = CuTensor()
    except OSError as error:
        cutensor = None
        print(f"without cuTENSOR: {error}")
    for dtype in (torch.float32, torch.bfloat16):
        for shape, permutation in ROWS:
            x = torch.randn(shape, device="cuda").to(dtype)
            y = torch.empty([shape[mode] for mode in permutation], device="cuda", dtype=dtype)
            other = torch.empty_like(x)
            baselines = {}
            for plan in plans(options.program, x, permutation)[: None if options.all else 1]:
                name = plan["kernel"]
                arguments = (*plan["extents"], x, *plan["from"], y, *plan["to"])
                baselines[name] = module.launcher(name, (plan["blocks"], 1), plan["threads"], plan["shared"], *arguments)
                y.zero_()
                baselines[name]()
                if not torch.equal(y.view(torch.uint8), x.permute(permutation).contiguous().view(torch.uint8)):
                    raise SystemExit(f"{name} of {shape} -> {permutation} is wrong")
            baselines["copy"] = lambda: other.copy_(x)
            if cutensor:
                baselines["cuTENSOR"] = cutensor.permutation(x, permutation, y)
                y.zero_()
                baselines["cuTENSOR"]()
                if not torch.equal(y, x.permute(permutation)):
                    raise SystemExit(f"cuTENSOR's {shape} -> {permutation} is another")
            baselines["PyTorch"] = lambda: x.permute(permutation).contiguous()
            speeds = race(baselines, 2 * x.numel() * x.element_size(), options.rounds, options.duration)
            report(f"{str(dtype)[6:]} {shape} -> {permutation}", speeds, "TB/s")


if __name__ == "__main__":
    main()
