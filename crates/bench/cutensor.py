"""cuTENSOR's permutations of modes, through its C interface."""

import ctypes

import torch

# The values of `cudaDataType_t`.
TYPES = {torch.float32: 0, torch.bfloat16: 14}
IDENTITY, DEFAULT_ALGORITHM, NO_JIT = 1, -1, 0


class CuTensor:
    """The library. Raises `OSError` where it is not installed."""

    def __init__(self):
        self.library = ctypes.CDLL("libcutensor.so.2")
        self.handle = ctypes.c_void_p()
        self.call("cutensorCreate", ctypes.byref(self.handle))
        self.in_f32 = ctypes.c_void_p.in_dll(self.library, "CUTENSOR_COMPUTE_DESC_32F")

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status:
            raise RuntimeError(f"{name}: error {status}")

    def made(self, name, *arguments):
        """Returns the object that a function of the library creates from the handle and these arguments."""
        result = ctypes.c_void_p()
        self.call(name, self.handle, ctypes.byref(result), *arguments)
        return result

    def tensor(self, x):
        modes = ctypes.c_int64 * x.dim()
        return self.made("cutensorCreateTensorDescriptor", x.dim(), modes(*x.shape), modes(*x.stride()), TYPES[x.dtype], 128)

    def permutation(self, x, permutation, y):
        """Returns a function that permutes the modes of x into y."""
        modes = ctypes.c_int32 * x.dim()
        operation = self.made("cutensorCreatePermutation", self.tensor(x), modes(*range(x.dim())), IDENTITY, self.tensor(y), modes(*permutation), self.in_f32)
        preference = self.made("cutensorCreatePlanPreference", DEFAULT_ALGORITHM, NO_JIT)
        plan = self.made("cutensorCreatePlan", operation, preference, ctypes.c_uint64(0))
        one = ctypes.c_float(1)

        def launch():
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            self.call("cutensorPermute", self.handle, plan, ctypes.byref(one), ctypes.c_void_p(x.data_ptr()), ctypes.c_void_p(y.data_ptr()), stream)

        return launch
