"""Kernels of a cubin in one process with PyTorch, and races between them and PyTorch's functions."""

import argparse
import ctypes
import random
import statistics

import torch

cuda = ctypes.CDLL("libcuda.so.1")
# The values of `CUtensorMapDataType` for the elements of maps here.
TYPES = {torch.uint8: 0, torch.float8_e4m3fn: 0, torch.float16: 6, torch.float32: 7, torch.bfloat16: 9}


def call(name, *arguments):
    """Calls a function of the driver, and raises an error if it returns one."""
    status = getattr(cuda, name)(*arguments)
    if status:
        raise RuntimeError(f"{name}: error {status}")


def tensor_map(tensor, box, swizzle=3):
    """Returns the map of a matrix with contiguous rows, in boxes (columns, rows): the memory of the
    map, and the map in it. The swizzle is 3 for 128 bytes, or 0 for none."""
    rows, columns = tensor.shape
    described = (ctypes.c_uint64 * 24)()  # aligned by hand below
    address = (ctypes.addressof(described) + 63) // 64 * 64
    extents = (ctypes.c_uint64 * 2)(columns, rows)
    strides = (ctypes.c_uint64 * 1)(tensor.stride(0) * tensor.element_size())
    boxes, steps = (ctypes.c_uint32 * 2)(*box), (ctypes.c_uint32 * 2)(1, 1)
    call("cuTensorMapEncodeTiled", ctypes.c_void_p(address), TYPES[tensor.dtype], 2, ctypes.c_void_p(tensor.data_ptr()), extents, strides, boxes,
         steps, 0, swizzle, 3, 0)
    return described, (ctypes.c_uint64 * 16).from_address(address)


class Module:
    """The kernels of a cubin."""

    def __init__(self, cubin):
        torch.zeros(1, device="cuda")
        self.handle = ctypes.c_void_p()
        call("cuModuleLoad", ctypes.byref(self.handle), cubin.encode())

    def launcher(self, name, grid, threads, shared, *arguments):
        """Returns a launch of a kernel. Arguments are tensors, which are passed by address, maps, and numbers of `ctypes`."""
        function = ctypes.c_void_p()
        call("cuModuleGetFunction", ctypes.byref(function), self.handle, name.encode())
        call("cuFuncSetAttribute", function, 8, shared)  # the largest dynamic shared memory
        x, y = grid
        values = [value_of(argument) for argument in arguments]
        pointers = (ctypes.c_void_p * len(values))(*(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values))

        def launch(kept=(arguments, values)):
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            call("cuLaunchKernel", function, x, y, 1, threads, 1, 1, shared, stream, pointers, None)

        return launch


def value_of(argument):
    if isinstance(argument, torch.Tensor):
        return ctypes.c_uint64(argument.data_ptr())
    if isinstance(argument, tuple):
        return argument[1]
    if isinstance(argument, int):
        return ctypes.c_uint32(argument)
    if isinstance(argument, float):
        return ctypes.c_float(argument)
    return argument


def parser(description, cubin="kernels.cubin", rounds=9):
    """Returns a parser of the options that all scripts have."""
    options = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cubin", default=cubin)
    options.add_argument("--rounds", type=int, default=rounds)
    options.add_argument("--duration", type=float, default=0.02)
    return options


def multiprocessors():
    return torch.cuda.get_device_properties(0).multi_processor_count


def seconds(work, repeats):
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(repeats):
        work()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) / repeats / 1e3


def race(baselines, amount, rounds, duration=0.02):
    """Returns the amount of work per second, in units of 10^12, for each round of each baseline. Baselines run one after the other in random order, so the clock is the
    same for all."""
    for work in baselines.values():
        work()
    torch.cuda.synchronize()
    repeats = {name: max(1, int(duration / seconds(work, 3))) for name, work in baselines.items()}
    speeds = {name: [] for name in baselines}
    for _ in range(rounds):
        for name in random.sample(list(baselines), len(baselines)):
            speeds[name].append(amount / seconds(baselines[name], repeats[name]) / 1e12)
    return speeds


def report(title, speeds, unit, remark=""):
    """Prints the medians with half of the interquartile range, and the ratio of the first baseline to each other one."""
    medians = {name: statistics.median(times) for name, times in speeds.items()}
    words = []
    for name, times in speeds.items():
        spread = sorted(times)[3 * len(times) // 4] - sorted(times)[len(times) // 4]
        words.append(f"{name} {medians[name]:.4g} ±{spread / 2:.2g}")
    first = next(iter(medians))
    ratios = [f"{medians[first] / medians[name]:.3f} of {name}" for name in medians if name != first]
    print(f"{title}: {', '.join(words)} {unit}; {', '.join(ratios)}{remark}", flush=True)
