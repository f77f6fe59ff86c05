"""GPU operators on any tensor with `__dlpack__`, on the current stream: nothing waits, and memory
is allocated only for results that are not passed as `out`.

>>> zellige.softmax(x)                                  # along the last dimension
>>> zellige.matmul(x, weight.t(), bias=b, activation="gelu")
>>> zellige.attention(q, k, v, causal=True)             # (batch, sequence, heads, dimension)

A call that no kernel can do raises a `ValueError` with the operator, the operand and the numbers.
`zellige.chosen()` is the kernel of the last call, and the reason.
"""

import torch

from . import _zellige

__all__ = [
    "attention",
    "attention_backward",
    "attention_with_gradient",
    "cast",
    "chosen",
    "conv2d",
    "copy",
    "cross_entropy",
    "cumsum",
    "decode",
    "decode_workspace",
    "gather",
    "layer_norm",
    "matmul",
    "matmul_fp8",
    "matmul_quantised",
    "pack_quantised",
    "permute",
    "reduce",
    "rms_norm",
    "rope",
    "softmax",
    "quantised_workspace",
    "workspace_of",
]

_chosen = ("", "")


def chosen():
    """Returns the name of the kernel of the last call, and the reason why it was chosen."""
    return _chosen


def _run(function, *arguments):
    global _chosen
    device = next(x for x in arguments if isinstance(x, torch.Tensor)).get_device()
    stream = torch._C._cuda_getCurrentRawStream(device)
    _chosen = function(stream, *arguments)


def _counter(x, workspace):
    """A counter for the rows of x, unless it is given: where they are long, and filling it with 0
    takes less time than it saves.
    """
    if workspace is None and x.shape[-1] * x.element_size() > 1 << 15 and x.nbytes >= 1 << 27:
        workspace = torch.zeros(1, dtype=torch.int32, device=x.device)
    return workspace


def softmax(x, scale=1.0, out=None, workspace=None):
    """softmax(scale x) along the last dimension.

    The workspace is one 32-bit integer, 0 before and after: on Hopper, clusters draw the numbers of
    long rows from it. The largest matrices get one if none is given.
    """
    out = torch.empty_like(x) if out is None else out
    _run(_zellige.softmax, x, out, scale, _counter(x, workspace))
    return out


def cross_entropy(x, classes, gradient=None, scale=1.0, out=None, workspace=None):
    """The losses of the rows of x, f32, with their classes. `gradient`, a tensor like x or x itself,
    receives the gradient of `scale` times their sum. The workspace is that of `softmax`.
    """
    out = torch.empty(x.shape[:1], dtype=torch.float32, device=x.device) if out is None else out
    _run(_zellige.cross_entropy, x, classes, out, gradient, scale, _counter(x, workspace))
    return out


def rms_norm(x, weight=None, bias=None, residual=None, epsilon=1e-6, out=None, workspace=None):
    """RMSNorm along the last dimension. A residual is added first, and becomes the sum. The
    workspace is that of `softmax`.
    """
    return _norm(False, x, weight, bias, residual, epsilon, out, workspace)


def layer_norm(x, weight=None, bias=None, residual=None, epsilon=1e-5, out=None, workspace=None):
    """LayerNorm along the last dimension. A residual is added first, and becomes the sum. The
    workspace is that of `softmax`.
    """
    return _norm(True, x, weight, bias, residual, epsilon, out, workspace)


def _norm(centred, x, weight, bias, residual, epsilon, out, workspace):
    out = torch.empty_like(x) if out is None else out
    counter = _counter(x, workspace)
    _run(_zellige.norm, centred, x, out, residual, weight, bias, epsilon, counter)
    return out


def rope(x, cos, sin, positions=None, adjacent=False, out=None):
    """Rotary embedding of (tokens, heads, dimension); cos and sin are (positions, dimension / 2),
    f32.
    """
    out = torch.empty_like(x) if out is None else out
    _run(_zellige.rope, x, cos, sin, positions, adjacent, out)
    return out


def cast(x, dtype, out=None):
    """x with another type of elements."""
    out = torch.empty_like(x, dtype=dtype) if out is None else out
    _run(_zellige.cast, x, out)
    return out


def permute(x, order, out=None):
    """x.permute(order).contiguous(), or x permuted into `out`, whatever its strides."""
    if out is None:
        out = torch.empty([x.shape[i] for i in order], dtype=x.dtype, device=x.device)
    _run(_zellige.permute, x, list(order), out)
    return out


def copy(x, out):
    """Copies x to `out`, whatever the strides of both."""
    return permute(x, range(x.dim()), out)


def reduce(operation, x, first, end, out=None, workspace=None):
    """The "sum", "mean", "max" or "min" over the dimensions from `first` to `end`, without it.

    Few results of many elements need a workspace of 2^15 32-bit integers to be fast. Without one it
    is allocated.
    """
    if out is None:
        out = torch.empty([*x.shape[:first], *x.shape[end:]], dtype=x.dtype, device=x.device)
    if workspace is None and out.numel() <= 1 << 15:
        workspace = torch.empty(1 << 15, dtype=torch.int32, device=x.device)
    _run(_zellige.reduce, operation, x, first, end, out, workspace)
    return out


def cumsum(x, exclusive=False, out=None):
    """Sums along the last dimension up to each element, with it, or without it."""
    out = torch.empty_like(x) if out is None else out
    _run(_zellige.scan, x, exclusive, out)
    return out


def gather(table, indices, out=None):
    """table[indices]: rows of a table by 32-bit indices."""
    if out is None:
        out = torch.empty([*indices.shape, table.shape[1]], dtype=table.dtype, device=table.device)
    _run(_zellige.gather, table, indices, out)
    return out


def workspace_of(a, b):
    """Memory with which `matmul` copies operands to rows at multiples of 16 bytes first."""
    size = lambda x: x.shape[:-2].numel() * -(-x.shape[-2] // 8) * -(-x.shape[-1] // 8) * 64
    return torch.empty(size(a) + size(b), dtype=a.dtype, device=a.device)


def matmul(
    a,
    b,
    bias=None,
    activation="none",
    alpha=1.0,
    beta=0.0,
    c=None,
    out=None,
    workspace=None,
    ends=None,
    rows=None,
):
    """activation(alpha a b + bias) + beta c, where c is the old `out` if it is not passed.

    With `ends`, 32-bit integers on the device, b has a matrix for each group of rows of a, and group
    g ends before row `ends[g]`, as in `torch._grouped_mm`. With `rows`, a has a matrix for each
    group, and the first `rows[g]` rows of it are multiplied.

    In f32 nothing is rounded to tf32. Where rows of a or b in bf16 or f16 do not begin at multiples
    of 16 bytes, a workspace makes a large product ten times as fast on Hopper.
    """
    if out is None:
        batch = a.shape[:-2] if ends is not None else max(a.shape[:-2], b.shape[:-2], key=len)
        out = torch.empty([*batch, a.shape[-2], b.shape[-1]], dtype=a.dtype, device=a.device)
        if c is None and beta:
            raise ValueError("matmul: beta needs c or out")
    _run(_zellige.matmul, a, b, out, alpha, bias, activation, beta, c, workspace, ends, rows)
    return out


def conv2d(
    x,
    weight,
    bias=None,
    stride=1,
    padding=0,
    dilation=1,
    activation="none",
    beta=0.0,
    c=None,
    out=None,
):
    """activation(the convolution of x by the weight + bias) + beta c, as F.conv2d of bfloat16 and
    float16 on Hopper, with x, weight, c and the result in torch.channels_last.

    Channels of x are a multiple of 8.
    """
    stride, padding, dilation = (
        [number] * 2 if isinstance(number, int) else list(number)
        for number in (stride, padding, dilation)
    )
    if out is None:
        extents = [
            (x.shape[2 + i] + 2 * padding[i] - dilation[i] * (weight.shape[2 + i] - 1) - 1)
            // stride[i]
            + 1
            for i in (0, 1)
        ]
        shape = [x.shape[0], weight.shape[0], *(max(extent, 0) for extent in extents)]
        last = torch.channels_last
        out = torch.empty(shape, dtype=x.dtype, device=x.device, memory_format=last)
    flat = [None if t is None else t.permute(0, 2, 3, 1) for t in (x, weight, out, c)]
    x, weight, y, c = flat
    _run(_zellige.conv2d, x, weight, y, padding, stride, dilation, bias, activation, beta, c)
    return out


def matmul_fp8(
    a,
    b,
    scale_a,
    scale_b,
    bias=None,
    activation="none",
    alpha=1.0,
    dtype=torch.bfloat16,
    out=None,
    ends=None,
    rows=None,
):
    """activation(alpha (scaled a) (scaled b) + bias) of float8_e4m3fn on Hopper; the result is
    bfloat16, float16 or float32.

    b is (k, n) with k contiguous: the transpose of a weight (n, k). Scales are float32, as those of
    torch._scaled_mm: one number each, or (m, k / 128) with m contiguous for 1 x 128 elements of a,
    and (k / 128, n / 128) with k / 128 contiguous for 128 x 128 of b.

    With `ends` or `rows`, as in `matmul`, b and its scales have a matrix for each group; scales are
    those of blocks, and k / 128 is contiguous in both.
    """
    if out is None:
        out = torch.empty([*a.shape[:-1], b.shape[-1]], dtype=dtype, device=a.device)
    _run(_zellige.matmul_fp8, a, b, scale_a, scale_b, out, alpha, bias, activation, ends, rows)
    return out


def pack_quantised(w, scales=None, zeros=None, dtype=torch.bfloat16):
    """The words, int32 on the device of w, of weights (n, k) for `matmul_quantised`, packed on the
    host: of int8, or of float8_e4m3fn; or of uint8 with codes from 0 to 15, whose scales, float32
    (n, ceil(k / 128)), are rounded to the type of x, and whose zeros are uint8.
    """
    (n, k), cpu = w.shape, lambda x: x.detach().cpu().contiguous()
    bytes_of = lambda x: b"" if x is None else cpu(x).view(torch.uint8).numpy().tobytes()
    format = {torch.uint8: "int4", torch.int8: "int8", torch.float8_e4m3fn: "e4m3"}[w.dtype]
    codes = cpu(w)
    if format == "int4":
        codes = torch.nn.functional.pad(codes, (0, k % 2))
        codes = codes[:, ::2] | codes[:, 1::2] << 4
    scales = None if scales is None else scales.float()
    is_bf16 = dtype == torch.bfloat16
    words = _zellige.pack_quantised(
        [n, k], format, bytes_of(codes), bytes_of(scales), bytes_of(zeros), is_bf16
    )
    return torch.frombuffer(bytearray(words), dtype=torch.int32).to(w.device)


def quantised_workspace(x, w, n, format="int4", scales=None):
    """Memory with which `matmul_quantised` shares the steps along k among all multiprocessors, for
    calls with the same shapes: zeros before the first, and left as it needs them.
    """
    out, stream = x.new_empty([*x.shape[:-1], n]), torch._C._cuda_getCurrentRawStream(x.get_device())
    elements = _zellige.quantised_elements(stream, x, w, out, format, scales)
    return torch.zeros(elements, dtype=torch.int32, device=x.device)


def matmul_quantised(
    x, w, n, format="int4", scales=None, bias=None, activation="none", out=None, workspace=None
):
    """activation(x W^T + bias) for n rows of weights in words of `pack_quantised`, on Hopper, or of
    up to 16 rows of x on Ampere. The format is int4, int8 or e4m3; the last two have a scale,
    float32, for each row. Without a workspace one is allocated.
    """
    out = x.new_empty([*x.shape[:-1], n]) if out is None else out
    if workspace is None:
        workspace = quantised_workspace(x, w, n, format, scales)
    _run(_zellige.matmul_quantised, x, w, out, format, scales, bias, activation, workspace)
    return out


def attention(
    q,
    k,
    v,
    causal=False,
    scale=None,
    starts=None,
    longest=None,
    out=None,
    workspace=None,
    window=None,
    softcap=None,
    sinks=None,
    lse=None,
    scales=(1.0, 1.0, 1.0),
):
    """softmax(scale q k^T) v, for (batch, sequence, heads, dimension), or packed (tokens, heads,
    dimension) with the `starts` of sequences in q and k, 32-bit integers, and the longest sequence
    of q. The dimension is 64, 128, 192 or 256; if it is 192, v has 128. Of float8_e4m3fn, the
    dimension is 64 or 128 and the result bfloat16; q, k and v are multiplied by `scales`.

    Heads of q may share heads of k and v. A query sees `window = (before, after)` keys around its
    own, and -1 is all; `softcap` makes c tanh(s / c) of scores, and `sinks`, f32, adds a score
    without a value for each head. `lse`, f32 (heads, tokens), receives the logarithms that
    `attention_backward` needs. The workspace has 2 + tokens * heads 32-bit integers, or with `lse`
    2, the first two 0.
    """
    if out is None:
        dtype = torch.bfloat16 if q.dtype == torch.float8_e4m3fn else q.dtype
        out = q.new_empty(*q.shape[:-1], v.shape[-1], dtype=dtype)
    starts, (longest, _), (q, k, v, flat) = _packed(starts, (longest, None), q, k, v, out)
    if workspace is None:
        elements = 2 if lse is not None else 2 + q.shape[0] * q.shape[1]
        workspace = torch.zeros(elements, dtype=torch.int32, device=q.device)
    options = (window, softcap, sinks, lse, scales)
    _run(_zellige.attention, q, k, v, starts, longest, causal, scale, flat, workspace, *options)
    return out


def _packed(starts, longest, q, k, *others):
    """The starts of sequences, the longest ones of q and k, and the tensors of packed sequences."""
    if q.dim() == 3:
        return starts, longest, (q, k, *others)
    step = lambda x: torch.arange(
        0, x.shape[0] * x.shape[1] + 1, x.shape[1], dtype=torch.int32, device=x.device
    )
    starts = (step(q), step(k)) if starts is None else starts
    return starts, (q.shape[1], k.shape[1]), [x.flatten(0, 1) for x in (q, k, *others)]


def attention_backward(
    q,
    k,
    v,
    o,
    do,
    lse,
    causal=False,
    scale=None,
    starts=None,
    longest=None,
    out=None,
    workspace=None,
    window=None,
    softcap=None,
    sinks=None,
):
    """The gradients (dq, dk, dv), and with `sinks` theirs, of `attention` from the gradient of its
    result o, of bfloat16 or float16: `out`, if it is passed. `longest` is a pair, the longest
    sequences of q and of k. `do` is like o; `lse` and the options are those of `attention`.

    The last bits of dq differ from run to run. Without a workspace one is allocated.
    """
    if out is None:
        like = lambda x: torch.empty_like(x, memory_format=torch.contiguous_format)
        out = [like(x) for x in (q, k, v, sinks) if x is not None]
    starts, longest, flat = _packed(starts, longest, q, k, v, o, do, *out[:3])
    q, k, v, o, do, *gradients = flat
    if workspace is None:
        elements = _zellige.attention_backward_elements(q.shape, starts[0].shape[0] - 1)
        workspace = torch.empty(elements, dtype=torch.int32, device=q.device)
    operands = ((q, k, v), (o, do, lse), starts, longest, causal, scale, gradients)
    options = (window, softcap, None if sinks is None else (sinks, out[3]))
    _run(_zellige.attention_backward, workspace, *operands, *options)
    return tuple(out)


class _Attention(torch.autograd.Function):
    @staticmethod
    def forward(context, q, k, v, sinks, longest, options):
        tokens, heads = q.shape[:-2].numel(), q.shape[-2]
        lse = torch.empty(heads, tokens, dtype=torch.float32, device=q.device)
        first = None if longest is None else longest[0]
        o = attention(q, k, v, longest=first, sinks=sinks, lse=lse, **options)
        context.save_for_backward(q, k, v, sinks, o, lse)
        context.longest, context.options = longest, options
        return o

    @staticmethod
    def backward(context, do):
        q, k, v, sinks, o, lse = context.saved_tensors
        options = {"longest": context.longest, "sinks": sinks, **context.options}
        gradients = attention_backward(q, k, v, o, do.contiguous(), lse, **options)
        return (*gradients, *(None,) * (6 - len(gradients)))


def attention_with_gradient(
    q,
    k,
    v,
    causal=False,
    scale=None,
    starts=None,
    longest=None,
    window=None,
    softcap=None,
    sinks=None,
):
    """`attention` with a gradient for autograd; `longest` is a pair as in `attention_backward`."""
    options = {
        "causal": causal,
        "scale": scale,
        "starts": starts,
        "window": window,
        "softcap": softcap,
    }
    return _Attention.apply(q, k, v, sinks, longest, options)


def decode_workspace(q, k, v, lengths, table=None):
    """Memory with which `decode` shares the keys of a sequence among several blocks, for calls with
    the same shapes: zeros before the first, and left as it needs them.
    """
    out, stream = torch.empty_like(q), torch._C._cuda_getCurrentRawStream(q.get_device())
    elements = _zellige.decode_elements(stream, q, k, v, lengths, out, table)
    return torch.zeros(elements, dtype=torch.int32, device=q.device)


def decode(
    q, k, v, lengths, table=None, scale=None, scales=(1.0, 1.0), out=None, workspace=None
):
    """softmax(scale q k^T) v for the newest tokens of each sequence, (sequences, tokens, heads,
    dimension), and a cache of keys and values, (sequences, capacity, heads, dimension), or in pages
    of tokens, (pages, tokens, heads, dimension), with the table of pages of each sequence.

    The lengths of sequences, with the new tokens, and the table are 32-bit integers on the device.
    The last token sees all keys, and each earlier one a key less. k and v are multiplied by `scales`,
    which a cache of float8_e4m3fn needs. Without a workspace one is allocated.
    """
    out = torch.empty_like(q) if out is None else out
    if workspace is None:
        workspace = decode_workspace(q, k, v, lengths, table)
    _run(_zellige.decode, q, k, v, lengths, out, table, scale, scales, workspace)
    return out
