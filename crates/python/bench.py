#!/usr/bin/env python3
"""Compares each operator of the wheel with PyTorch, and times it beside PyTorch, eager and
compiled, and a copy of as many bytes, in one process, on the same data, in random order.

    python3 bench.py [--rounds N] [--only NAME] [--check]

Prints medians in TB/s or TFLOP/s with half of the interquartile range, the ratio of the operator to
each other one, and the kernel that it chose. `--check` leaves out the times. Where the package
`fa3-fwd` is installed, FlashAttention-3 takes part, and `--only lengths` compares more lengths.
"""

import argparse
import itertools
import pathlib
import sys
import time

import torch
import torch.nn.functional as F
import zellige

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))
from driver import race, report  # noqa: E402

try:
    import fa3_fwd_interface as fa3
except ImportError:
    fa3 = None

BF16 = torch.bfloat16
# In operations a second.
PRODUCTS = (
    "matmul",
    "matmul_fp8",
    "quantised_large",
    "grouped",
    "conv2d",
    "attention",
    "lengths",
    "attention_backward",
)


def randn(*shape, dtype=BF16):
    return torch.randn(*shape, device="cuda", dtype=dtype)


def turns(x):
    """Yields copies of a tensor by turns, 256 MB in all: none of them stays in the L2 cache."""
    return itertools.cycle([x] + [x.clone() for _ in range((1 << 28) // x.nbytes)])


def graph_of(call):
    """Returns the launch of a graph of 16 calls, which may be shorter than a launch by the host."""
    call()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(16):
            call()
    return graph.replay


def row_wise(name, ours, theirs, columns, rows=None, dtype=BF16, inputs=1):
    """A case of an operator on rows: its name, both functions of the inputs, the inputs, the bytes,
    and the tolerance.
    """
    rows = rows or (1 << (28 if columns > 16384 else 26)) // columns
    x = [randn(rows, columns, dtype=dtype) for _ in range(inputs)]
    return (
        f"{name} {rows} x {columns} {str(dtype)[6:]}",
        ours,
        theirs,
        x,
        (1 + inputs) * x[0].nbytes,
        2e-2,
    )


def cases(check):
    out = {}  # results of ours, by shape and type: nothing is allocated while times are taken

    def into(function):
        def call(*inputs, **options):
            key = (function.__name__, *(tuple(x.shape) for x in inputs), inputs[0].dtype)
            result = function(*inputs, out=out.get(key), **options)
            out[key] = result
            return result

        return call

    softmax, rms, layer = map(into, (zellige.softmax, zellige.rms_norm, zellige.layer_norm))
    counter = {"workspace": torch.zeros(1, dtype=torch.int32, device="cuda")}
    short = (512, 1024, 2048, 3072, 4096, 5120, 8192, 12288, 16384)
    long = (32768, 65536, 131072, 262144)
    for columns in (*short, *long, 1023, 2047, 4095, 20011):
        yield "softmax", *row_wise(
            "softmax", lambda x: softmax(x, **counter), lambda x: x.softmax(-1), columns
        )
        w, b = randn(columns), randn(columns)
        yield "rms_norm", *row_wise(
            "rms_norm",
            lambda x, w=w: rms(x, weight=w, **counter),
            lambda x, w=w: F.rms_norm(x, x.shape[-1:], w, 1e-6),
            columns,
        )
        yield "layer_norm", *row_wise(
            "layer_norm",
            lambda x, w=w, b=b: layer(x, weight=w, bias=b, **counter),
            lambda x, w=w, b=b: F.layer_norm(x, x.shape[-1:], w, b),
            columns,
        )
    yield "softmax", *row_wise(
        "softmax", softmax, lambda x: x.softmax(-1), 4096, dtype=torch.float32
    )
    for columns in (16384, 32768, 50257, 131072):
        rows = (1 << 28) // columns
        x, classes = randn(rows, columns), torch.randint(columns, (rows,), device="cuda")
        gradient, loss = torch.empty_like(x), torch.empty(rows, device="cuda")

        def ours(x, t, gradient=gradient, loss=loss):
            zellige.cross_entropy(x, t, gradient, out=loss, **counter)
            return gradient

        def theirs(x, t):
            x = x.detach().requires_grad_()
            return torch.autograd.grad(F.cross_entropy(x, t, reduction="sum"), x)[0]

        title = f"cross-entropy and gradient {rows} x {columns}"
        yield "cross_entropy", title, ours, theirs, [x, classes], 2 * x.nbytes, 2e-2
    scan, reduce, permute, cast, gather = map(
        into,
        (
            zellige.cumsum,
            lambda x, out: zellige.reduce("sum", x, 1, 2, out),
            zellige.permute,
            zellige.cast,
            zellige.gather,
        ),
    )
    yield "scan", *row_wise("scan", scan, lambda x: x.cumsum(-1), 8192, dtype=torch.float32)
    x = randn(8192, 8192)
    yield "reduce", "sum of rows 8192 x 8192", lambda x: zellige.reduce(
        "sum", x, 1, 2
    ), lambda x: x.sum(1), [x], x.nbytes, 2e-2
    x1 = randn(1 << 28).abs_()
    yield "reduce", "sum of 268435456 elements", lambda x: zellige.reduce(
        "sum", x, 0, 1
    ), lambda x: x.sum(), [x1], x1.nbytes, 2e-2
    for of in (x, randn(1 << 20, 128), randn(128, 1 << 20)):
        yield "reduce", "sum of columns {} x {}".format(*of.shape), lambda x: zellige.reduce(
            "sum", x, 0, 1
        ), lambda x: x.sum(0), [of], of.nbytes, 2e-2
    yield "reduce", "maximum of rows 8192 x 8192", lambda x: zellige.reduce(
        "max", x, 1, 2
    ), lambda x: x.amax(1), [x], x.nbytes, 0
    y32 = randn(1 << 26, dtype=torch.float32)
    yield "cast", "cast f32 to bf16", lambda x: cast(x, dtype=BF16), lambda x: x.to(BF16), [
        y32
    ], y32.nbytes * 3 // 2, 0
    x = randn(64, 512, 16, 128)
    yield "permute", "permute (0, 2, 1, 3)", lambda x: permute(
        x, order=(0, 2, 1, 3)
    ), lambda x: x.permute(0, 2, 1, 3).contiguous(), [x], 2 * x.nbytes, 0
    x = randn(8192, 8192)
    yield "permute", "transpose 8192 x 8192", lambda x: permute(
        x, order=(1, 0)
    ), lambda x: x.t().contiguous(), [x], 2 * x.nbytes, 0
    table, indices = randn(32000, 4096), torch.randint(
        32000, (16384,), device="cuda", dtype=torch.int32
    )
    yield "gather", "gather 16384 of 32000 x 4096", gather, lambda t, i: t[i], [
        table,
        indices,
    ], 2 * 16384 * 4096 * 2, 0
    x = randn(16384, 32, 128)
    angles = torch.outer(
        torch.arange(16384, device="cuda"), 10000 ** (-torch.arange(64, device="cuda") / 64)
    )
    cos, sin = angles.cos(), angles.sin()

    def rotated(x, cos, sin):
        a, b = x.float().chunk(2, -1)
        c, s = cos[:, None], sin[:, None]
        return torch.cat((a * c - b * s, b * c + a * s), -1).to(x.dtype)

    yield "rope", "rope 16384 x 32 x 128", into(zellige.rope), rotated, [
        x,
        cos,
        sin,
    ], 2 * x.nbytes, 2e-2
    matmul = into(zellige.matmul)
    for m, n, k, words in (
        (4096, 4096, 4096, "NN"),
        (8192, 8192, 8192, "NN"),
        (4096, 4096, 4096, "NT"),
        (4095, 4093, 4091, "NN"),
        (1000, 3000, 500, "NT"),
        (4096, 4096, 4096, "f32 NN"),
        (4096, 4096, 4096, "f32 NT"),
        (4095, 4093, 4091, "f32 NN"),
    ):
        dtype, tolerance = (torch.float32, 1e-5) if "f32" in words else (BF16, 1e-2)
        a, b = randn(m, k, dtype=dtype), randn(k, n, dtype=dtype)
        b = b if "NN" in words else randn(n, k, dtype=dtype).t()
        aligned = k % 8 == 0 and n % 8 == 0
        w = None if aligned else zellige.workspace_of(a, b)
        yield "matmul", f"matmul {words} {m} x {n} x {k}", lambda a, b, w=w: matmul(
            a, b, workspace=w
        ), lambda a, b: a @ b, [a, b], 2 * m * n * k, tolerance
    a, b, bias = randn(8192, 4096), randn(4096, 4096).t(), randn(4096)
    yield "matmul", "matmul, bias, gelu, 8192 x 4096 x 4096", lambda a, b, bias: matmul(
        a, b, bias=bias, activation="gelu"
    ), lambda a, b, bias: F.gelu(F.linear(a, b.t(), bias)), [
        a,
        b,
        bias,
    ], 2 * 8192 * 4096 * 4096, 1e-2
    a, b = randn(64, 512, 512), randn(64, 512, 512)
    yield "matmul", "matmul, 64 of 512 cubed", matmul, lambda a, b: a @ b, [
        a,
        b,
    ], 2 * 64 * 512**3, 1e-2
    fp8, e4m3, one = into(zellige.matmul_fp8), torch.float8_e4m3fn, torch.ones((), device="cuda")
    for groups, m, n, k in ((8, 1024, 4096, 4096), (64, 128, 2048, 4096), (128, 64, 1536, 2048)):
        a, b = randn(groups * m, k), randn(groups, n, k).transpose(1, 2)
        ends = torch.arange(m, groups * m + 1, m, dtype=torch.int32, device="cuda")
        yield "grouped", f"matmul, {groups} groups of {m} x {n} x {k}", lambda a, b, ends: matmul(
            a, b, ends=ends
        ), lambda a, b, ends: torch._grouped_mm(a, b, offs=ends), [
            a,
            b,
            ends,
        ], 2 * groups * m * n * k, 1e-2
        small = [a.to(e4m3), b.transpose(1, 2).to(e4m3).transpose(1, 2)]
        scales = [
            torch.rand(groups * m, k // 128, device="cuda"),
            torch.rand(groups, n // 128, k // 128, device="cuda").transpose(1, 2),
        ]
        dense = [
            (small[0].float() * scales[0].repeat_interleave(128, 1)).to(BF16),
            small[1].float() * scales[1].repeat_interleave(128, 1).repeat_interleave(128, 2),
        ]
        dense[1] = dense[1].to(BF16).transpose(1, 2).contiguous().transpose(1, 2)
        title = f"matmul of e4m3 in blocks, {groups} groups of {m} x {n} x {k}, beside bf16"
        yield "grouped", title, lambda a, b, s, t, ends, *_: fp8(
            a, b, s, t, ends=ends
        ), lambda a, b, s, t, ends, *dense: torch._grouped_mm(*dense, offs=ends), [
            *small,
            *scales,
            ends,
            *dense,
        ], 2 * groups * m * n * k, 1e-2
    conv2d = into(zellige.conv2d)
    for n, c, size in ((32, 128, 56), (32, 256, 28), (32, 512, 14), (8, 320, 64)):
        x, w = (
            randn(*shape).to(memory_format=torch.channels_last)
            for shape in ((n, c, size, size), (c, c, 3, 3))
        )
        yield "conv2d", f"conv2d 3 x 3 of {n} x {c} x {size} x {size} by {c}", lambda x, w: conv2d(
            x, w, padding=1
        ), lambda x, w: F.conv2d(x, w, padding=1), [x, w], 18 * n * (size * c) ** 2, 1e-2
    for size in (4096, 8192):
        a, b = randn(size, size).to(e4m3), randn(size, size).to(e4m3).t()
        steps = size // 128
        for words, scale_a, scale_b in (
            ("", one, one),
            (
                ", in blocks",
                torch.rand(steps, size, device="cuda").t(),
                torch.rand(steps, steps, device="cuda").t(),
            ),
        ):
            theirs = lambda *x: torch._scaled_mm(*x, out_dtype=BF16)
            inputs, title = [a, b, scale_a, scale_b], f"matmul of e4m3, {size} cubed{words}"
            yield "matmul_fp8", title, fp8, theirs, inputs, 2 * size**3, 1e-2
    for m, n, k in ((1, 14336, 4096), (16, 8192, 8192), (16, 28672, 8192), (4096, 4096, 4096)):
        x, groups = randn(m, k), k // 128
        codes = torch.randint(0, 16, (n, k), dtype=torch.uint8, device="cuda")
        scales = torch.rand(n, groups, device="cuda").to(BF16)
        zeros = torch.full((n, groups), 8, dtype=torch.uint8, device="cuda")
        table = torch.stack([scales, torch.zeros_like(scales)], 2).transpose(0, 1).contiguous()
        theirs_4 = torch._convert_weight_to_int4pack(codes[:, ::2] << 4 | codes[:, 1::2], 8)
        int4 = lambda x, w, t=turns(theirs_4): torch._weight_int4pack_mm(x, next(t), 128, table)
        integers = torch.randint(-128, 128, (n, k), dtype=torch.int8, device="cuda")
        rows = torch.rand(n, device="cuda")
        dense = [
            (codes.float() - 8) * scales.float().repeat_interleave(128, 1),
            integers.float() * rows[:, None],
        ]
        for format, packed, s, dense, theirs in (
            ("int4", zellige.pack_quantised(codes, scales, zeros), None, dense[0], int4),
            ("int8", zellige.pack_quantised(integers), rows, dense[1], None),
        ):
            workspace = zellige.quantised_workspace(x, packed, n, format, s)
            options = dict(scales=s, workspace=workspace)
            ours = into(
                lambda x, w, out, f=format, p=turns(packed), o=options: zellige.matmul_quantised(
                    x, next(p), w.shape[0], f, out=out, **o
                )
            )
            for words, theirs in (("bf16", F.linear), ("int4pack_mm", theirs)):
                if theirs is not None:
                    title = f"matmul by {format}, {m} x {n} x {k}, beside {words}"
                    name = "quantised_large" if m > 16 else "quantised"
                    amount = 2 * m * n * k if m > 16 else packed.nbytes
                    yield name, title, ours, theirs, [x, dense.to(BF16)], amount, 2e-2
    shapes = [
        ("attention", 4096, 128, False, None, BF16),
        ("attention", 4096, 128, True, None, BF16),
        ("attention", 2048, 64, True, None, BF16),
        ("attention", 4096, 128, True, 1023, BF16),
        ("attention", 4096, 192, False, None, BF16),
        ("attention", 4096, 192, True, None, BF16),
        ("attention", 4096, 128, False, None, e4m3),
        ("attention", 4096, 128, True, None, e4m3),
    ]
    if fa3 and not check:
        kinds = ((64, BF16), (128, BF16), (192, BF16), (256, BF16), (64, e4m3), (128, e4m3))
        lengths = [1 << i for i in range(10, 15)]
        shapes += (("lengths", n, d, c, None, t) for d, t in kinds for c in (0, 1) for n in lengths)
    for name, sequence, d, causal, window, dtype in shapes:
        dv = 128 if d == 192 else d
        batch, heads = 16384 // sequence, 2048 // dv
        q, k, v = (randn(batch, sequence, heads, x).to(dtype) for x in (d, d, dv))
        workspace = torch.zeros(2 + batch * sequence * heads, dtype=torch.int32, device="cuda")
        starts = torch.arange(0, batch * sequence + 1, sequence, dtype=torch.int32, device="cuda")
        options = dict(causal=bool(causal), window=window and (window, 0))
        options |= dict(starts=(starts, starts), workspace=workspace)
        ours = into(lambda q, k, v, out, o=options: zellige.attention(q, k, v, out=out, **o))
        seen = None
        if window is not None:
            seen = torch.ones(sequence, sequence, device="cuda", dtype=torch.bool)
            seen = seen.tril().triu(-window)
        dense = [x.to(BF16).transpose(1, 2) for x in (q, k, v)]
        theirs = lambda *_, dense=dense, causal=causal, seen=seen: F.scaled_dot_product_attention(
            *dense, is_causal=bool(causal) and seen is None, attn_mask=seen
        ).transpose(1, 2)
        pairs = sequence**2 // (2 if causal else 1)
        if window is not None:
            pairs -= (sequence - 1 - window) ** 2 // 2
        operations = 2 * batch * heads * pairs * (d + dv)
        words = f"{', causal' if causal else ''}{f', {window + 1} keys' if window else ''}"
        words += "" if dtype == BF16 else ", e4m3; PyTorch in bf16"
        title = f"attention {batch} x {sequence}, d = {d}{words}"
        tolerance = 2e-2 if dtype == BF16 else 5e-2  # probabilities are e4m3, too
        others = {}
        if fa3 and window is None:  # fa3-fwd 0.0.3 has neither windows nor pages
            others["FA3"] = lambda *x, c=bool(causal): fa3.flash_attn_func(*x, causal=c)
        yield name, title, ours, theirs, [q, k, v], operations, tolerance, others
    for batch, sequence, d, causal in (
        (4, 4096, 128, False),
        (4, 4096, 128, True),
        (8, 2048, 64, False),
        (8, 2048, 64, True),
        (4, 4096, 256, False),
        (4, 4096, 256, True),
    ):
        heads, tokens = 2048 // d, batch * sequence
        q, k, v, do = (randn(batch, sequence, heads, d) for _ in range(4))
        lse = torch.empty(heads, tokens, device="cuda")
        o = zellige.attention(q, k, v, causal=causal, lse=lse)
        starts = torch.arange(0, tokens + 1, sequence, dtype=torch.int32, device="cuda")
        elements = zellige._zellige.attention_backward_elements((tokens, heads, d), batch)
        workspace = torch.empty(elements, dtype=torch.int32, device="cuda")
        all = torch.empty(3, *q.shape, device="cuda", dtype=BF16)  # dq, dk and dv

        def ours(q, k, v, do, o=o, lse=lse, causal=causal, s=starts, all=all, w=workspace):
            zellige.attention_backward(
                q, k, v, o, do, lse, causal, starts=(s, s), out=list(all), workspace=w
            )
            return all

        leaves = [x.transpose(1, 2).detach().requires_grad_() for x in (q, k, v)]
        backends = torch.nn.attention.SDPBackend
        backends = [backends.CUDNN_ATTENTION, *([backends.FLASH_ATTENTION] if d > 128 else [])]
        with torch.nn.attention.sdpa_kernel(backends):
            result = F.scaled_dot_product_attention(*leaves, is_causal=causal)

        def theirs(q, k, v, do, result=result, leaves=leaves):
            of = torch.autograd.grad(result, leaves, do.transpose(1, 2), retain_graph=True)
            return [x.transpose(1, 2) for x in of]

        operations = 10 * batch * sequence**2 // (2 if causal else 1) * 2048
        title = f"attention backward {batch} x {sequence}, d = {d}{', causal' if causal else ''}"
        yield "attention_backward", title, ours, theirs, [q, k, v, do], operations, 2e-2
    if check:  # PyTorch evaluates windows, caps and sinks in f32
        for d, dv, causal, window in (
            (64, 64, False, (200, 70)),
            (128, 128, True, (255, 0)),
            (192, 128, False, (200, 70)),
            (256, 256, True, (255, 0)),
        ):
            q, do = randn(2, 1000, 8, d), randn(2, 1000, 8, dv)
            k, v = randn(2, 1000, 4, d), randn(2, 1000, 4, dv)
            sinks, lse = torch.randn(8, device="cuda"), torch.empty(8, 2000, device="cuda")
            options = dict(causal=causal, window=window, softcap=2.0, sinks=sinks)
            o = zellige.attention(q, k, v, lse=lse, **options)
            seen = torch.ones(1000, 1000, device="cuda", dtype=torch.bool)
            seen = seen.triu(-window[0]).tril(window[1])

            def ours(q, k, v, do, part, o=o, lse=lse, options=options):
                return zellige.attention_backward(q, k, v, o, do, lse, **options)[part]

            def theirs(q, k, v, do, part, sinks=sinks, seen=seen):
                leaves = [x.float().transpose(1, 2).requires_grad_() for x in (q, k, v)]
                leaves.append(sinks.clone().requires_grad_())
                q, (k, v) = leaves[0], (x.repeat_interleave(2, 1) for x in leaves[1:3])
                scores = 2 * torch.tanh(q @ k.mT * q.shape[-1] ** -0.5 / 2)
                scores = scores.masked_fill(~seen, -torch.inf)
                sink = leaves[3].view(1, 8, 1, 1).expand(2, 8, 1000, 1)
                o = torch.cat((scores, sink), -1).softmax(-1)[..., :-1] @ v
                of = torch.autograd.grad(o, leaves, do.float().transpose(1, 2))[part]
                return of if part == 3 else of.transpose(1, 2)

            for part, gradient in enumerate(("dq", "dk", "dv", "dsinks")):
                title = f"attention backward, d = {d}, a window, a cap and sinks: {gradient}"
                yield "attention_backward", title, ours, theirs, [q, k, v, do, part], 1, 2e-2
    for sequences, keys in ((64, 4096), (1, 65536), (256, 1024)):
        q = randn(sequences, 1, 32, 128)
        k, v = randn(sequences, keys, 8, 128), randn(sequences, keys, 8, 128)
        lengths = torch.full((sequences,), keys, dtype=torch.int32, device="cuda")
        pages = torch.randperm(sequences * keys // 16, dtype=torch.int32, device="cuda")
        table = pages.view(sequences, -1)
        paged = [torch.empty_like(x).view(-1, 16, 8, 128) for x in (k, v)]
        for x, to in zip((k, v), paged):
            to[pages.long()] = x.view_as(to)
        theirs = lambda q, k, v: F.scaled_dot_product_attention(
            *(x.transpose(1, 2) for x in (q, k, v)), enable_gqa=True
        ).transpose(1, 2)
        e4m3 = torch.float8_e4m3fn
        rounded = [x.to(e4m3).to(BF16) for x in (k, v)]
        caches = [("contiguous", (k, v), None, (k, v)), ("in pages of 16", paged, table, (k, v))]
        caches += [(f"{w}, e4m3", [x.to(e4m3) for x in c], t, rounded) for w, c, t, _ in caches]
        for words, cache, t, exact in caches:
            workspace = zellige.decode_workspace(q, *cache, lengths, t)
            ours = into(
                lambda q, k, v, out, c=cache, n=lengths, t=t, w=workspace: zellige.decode(
                    q, *c, n, t, out=out, workspace=w
                )
            )
            title = f"decode {sequences} x {keys}, 32 heads to 8, {words}"
            amount = sum(x.nbytes for x in cache)
            others = {}
            if fa3 and t is None and cache[0].dtype == BF16:
                others["FA3"] = lambda *x, n=lengths: fa3.flash_attn_with_kvcache(
                    *x, cache_seqlens=n
                )
            yield "decode", title, ours, theirs, [q, *exact], amount, 2e-2, others


def error_of(found, expected):
    """The largest error relative to the largest number, of a tensor or of each one in a list."""
    parts = zip(found, expected) if isinstance(expected, list) else [(found, expected)]
    parts = ((x.float(), y.float()) for x, y in parts)
    return max(((x - y).abs().max() / (1e-9 + y.abs().max())).item() for x, y in parts)


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--duration", type=float, default=0.01)
    options.add_argument("--only")
    options.add_argument("--check", action="store_true")
    options.add_argument("--eager", action="store_true", help="without torch.compile")
    options = options.parse_args()
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.benchmark = True
    print(torch.cuda.get_device_name(), "PyTorch", torch.__version__, flush=True)
    wrong = 0
    for name, title, ours, theirs, inputs, amount, tolerance, *others in cases(options.check):
        if name != options.only and (options.only or name == "lengths"):
            continue
        found = ours(*inputs)
        kernel = zellige.chosen()[0]
        expected = theirs(*inputs)
        error = error_of(found, expected)
        if not error <= tolerance:
            print(f"{title}: {kernel} differs from PyTorch by {error}", flush=True)
            wrong += 1
            continue
        del expected
        if options.check:
            graph, before = torch.cuda.CUDAGraph(), found.clone()
            with torch.cuda.graph(graph):
                recorded = ours(*inputs)
            recorded.zero_()
            graph.replay()
            # dq is added up in any order.
            near = name == "attention_backward" and error_of(recorded, list(before)) < 1e-2
            if not near and not torch.equal(recorded, before):
                print(f"{title}: {kernel} differs when a graph replays it", flush=True)
                wrong += 1
                continue
            print(f"{title}: {kernel}, largest error {error:.1e}", flush=True)
            continue
        del found
        baselines = {"zellige": lambda: ours(*inputs), "PyTorch": lambda: theirs(*inputs)}
        for other, call in (others[0] if others else {}).items():
            baselines[other] = lambda call=call: call(*inputs)
        unit = "TFLOP/s" if name in PRODUCTS else "TB/s"
        if not options.eager and name not in (*PRODUCTS, "cross_entropy", "decode", "quantised"):
            compiled = torch.compile(theirs, dynamic=False)
            compiled(*inputs)
            baselines["compiled"] = lambda: compiled(*inputs)
        if unit == "TB/s":
            sources = turns(torch.empty(amount // 2, device="cuda", dtype=torch.uint8))
            targets = turns(torch.empty(amount // 2, device="cuda", dtype=torch.uint8))
            baselines["copy"] = lambda: next(targets).copy_(next(sources))
        if name == "quantised":
            baselines = {other: graph_of(call) for other, call in baselines.items()}
            amount *= 16
        report(
            title, race(baselines, amount, options.rounds, options.duration), unit, f" [{kernel}]"
        )
        torch.compiler.reset()
        torch.cuda.empty_cache()
    # The cost of a call on the host: the GPU has nothing to do.
    x = randn(1, 8)
    y = torch.empty_like(x)
    for words, call in (
        ("zellige.softmax", lambda: zellige.softmax(x, out=y)),
        ("torch.softmax", lambda: torch.softmax(x, -1, out=y)),
    ):
        times = []
        for _ in range(50):
            torch.cuda.synchronize()
            begin = time.perf_counter()
            for _ in range(100):
                call()
            times.append((time.perf_counter() - begin) * 1e4)
        print(f"{words}: {sorted(times)[25]:.2f} us for a call on the host", flush=True)
    raise SystemExit(wrong)


if __name__ == "__main__":
    main()
