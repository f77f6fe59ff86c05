#!/usr/bin/env python3
"""The same model in PyTorch, as a baseline: eager and compiled, in f16 on a GPU.

    minilm --bench 1024 --ids ids.json --out embeddings.f32
    python3 pytorch.py ids.json --out embeddings.f32

prints sentences per second, and the smallest cosine with the embeddings of minilm. It needs the
packages torch, numpy and safetensors. Without a GPU it computes in f32, and times the CPU.
"""

import argparse
import json
import pathlib
import statistics
import time

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file

LAYERS, HIDDEN, HEADS, EPSILON = 6, 384, 12, 1e-12
WARM_UP, ROUNDS = 3, 20


def forward(w, ids, mask):
    """Returns the embeddings of padded sentences; mask is true for tokens."""
    batch, length = ids.shape

    def linear(x, name):
        return F.linear(x, w[name + ".weight"], w[name + ".bias"])

    def norm(x, name):
        return F.layer_norm(x, (HIDDEN,), w[name + ".weight"], w[name + ".bias"], EPSILON)

    embeddings = "embeddings.{}_embeddings.weight".format
    x = F.embedding(ids, w[embeddings("word")]) + w[embeddings("position")][:length]
    x = norm(x + w[embeddings("token_type")][0], "embeddings.LayerNorm")
    for i in range(LAYERS):
        layer = f"encoder.layer.{i}."
        qkv = F.linear(x, w[layer + "qkv.weight"], w[layer + "qkv.bias"])
        q, k, v = qkv.view(batch, length, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
        heads = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None, :])
        heads = heads.transpose(1, 2).reshape(batch, length, HIDDEN)
        x = norm(
            x + linear(heads, layer + "attention.output.dense"),
            layer + "attention.output.LayerNorm",
        )
        inner = F.gelu(linear(x, layer + "intermediate.dense"))
        x = norm(x + linear(inner, layer + "output.dense"), layer + "output.LayerNorm")
    tokens = mask[:, :, None]
    mean = (x * tokens).sum(1, dtype=torch.float32) / tokens.sum(1)
    return F.normalize(mean, dim=1)


def load(folder, device, dtype):
    """Returns the weights; queries, keys and values are one product."""
    w = load_file(folder / "model.safetensors")
    w.pop("embeddings.position_ids", None)
    for i in range(LAYERS):
        for part in ("weight", "bias"):
            layer = f"encoder.layer.{i}."
            names = [f"{layer}attention.self.{x}.{part}" for x in ("query", "key", "value")]
            w[f"{layer}qkv.{part}"] = torch.cat([w.pop(name) for name in names])
    w = {name: x.to(device, dtype) for name, x in w.items()}
    for x in w.values():
        torch._dynamo.mark_static_address(x)  # or graphs would copy the weights in each call
    return w


def milliseconds(run, device):
    """Returns the median time of a call."""
    if device == "cpu":

        def now():
            return time.perf_counter()

    else:

        def now():
            event = torch.cuda.Event(enable_timing=True)
            event.record()
            return event

    for _ in range(WARM_UP):
        run()
    times = [now()]
    for _ in range(ROUNDS):
        run()
        times.append(now())
    pairs = zip(times, times[1:])
    if device == "cpu":
        return statistics.median(1e3 * (end - start) for start, end in pairs)
    torch.cuda.synchronize()
    return statistics.median(start.elapsed_time(end) for start, end in pairs)


@torch.inference_mode()
def main():
    parser = argparse.ArgumentParser(description="Times all-MiniLM-L6-v2 in PyTorch.")
    parser.add_argument("ids", type=pathlib.Path, help="what minilm --ids wrote")
    parser.add_argument("--out", type=pathlib.Path, help="what minilm --out wrote")
    parser.add_argument(
        "--model", type=pathlib.Path, default=pathlib.Path(__file__).parent / "target/minilm"
    )
    parser.add_argument("--eager", action="store_true", help="skip torch.compile")
    arguments = parser.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    dtype = torch.float16 if device == "cuda" else torch.float32
    w = load(arguments.model, device, dtype)
    sentences = json.loads(arguments.ids.read_text())
    longest = max(map(len, sentences))
    ids = torch.tensor([s + [0] * (longest - len(s)) for s in sentences], device=device)
    mask = torch.tensor([[i < len(s) for i in range(longest)] for s in sentences], device=device)
    tokens = sum(map(len, sentences))
    name = torch.cuda.get_device_name() if device == "cuda" else "the CPU"
    print(
        f"PyTorch {torch.__version__} on {name}, {dtype}: {len(sentences)} sentences, {tokens} "
        f"tokens, {ids.numel()} with padding"
    )

    ours = None
    if arguments.out:
        ours = torch.from_numpy(np.fromfile(arguments.out, "<f4").reshape(len(sentences), HIDDEN))
    for name in ["eager"] if arguments.eager else ["eager", "torch.compile"]:
        compiled = torch.compile(forward, mode="max-autotune") if name != "eager" else forward
        theirs = compiled(w, ids, mask).float().cpu()
        ms = milliseconds(lambda: compiled(w, ids, mask), device)
        line = f"{name:14}{ms:10.3f} ms, {1e3 * len(sentences) / ms:.0f} sentences per second"
        if ours is not None:
            line += f", smallest cosine {F.cosine_similarity(theirs, ours).min():.6f}"
        print(line)


if __name__ == "__main__":
    main()
