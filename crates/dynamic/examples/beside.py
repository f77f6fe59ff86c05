"""Operations a second of zellige-dynamic beside Python packages, on the same list.

    python3 -m venv beside
    beside/bin/pip install tensor-layouts==0.3.2
    beside/bin/pip install --no-deps nvidia-cutlass==4.2.0.0    # has pycute
    beside/bin/python crates/dynamic/examples/beside.py

The list is made of the recorded results of CuTe C++ in tests/golden/data: those of plain layouts,
where all three give the recorded result. What a package does not do, or does otherwise, is counted.
"""

import collections
import json
import pathlib
import subprocess
import time

import pycute
import tensor_layouts

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPERATIONS = [
    "crd2idx", "coalesce", "composition", "complement", "right_inverse", "left_inverse",
    "logical_divide", "zipped_divide", "tiled_divide",
    "logical_product", "zipped_product", "tiled_product",
]
ROUNDS = 20


def is_plain(value):
    """Says whether a value consists of numbers and layouts of numbers."""
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return value.keys() == {"shape", "stride"} and all(map(is_plain, value.values()))
    return isinstance(value, int)


def records(operation):
    """Returns the records of an operation on plain layouts: pairs of arguments and the result, None for a refusal."""
    arguments_of = {"coalesce": 1, "right_inverse": 1, "left_inverse": 1, "crd2idx": 3}
    found = []
    for line in (ROOT / "tests/golden/data" / f"{operation}.jsonl").read_text().splitlines():
        record = json.loads(line)
        arguments = record["args"]
        if len(arguments) != arguments_of.get(operation, 2) or not is_plain(arguments):
            continue
        verdict = record.get("exact", record)
        refused = verdict.get("reject") or "exact" not in record and record.get("verified") is False
        if refused or is_plain(verdict.get("out")):
            found.append((arguments, None if refused else verdict["out"]))
    return found


def as_tuples(value):
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


def reader(layout):
    """Returns the function from a value of a record to what a package takes, layouts by its class."""
    def read(value):
        if isinstance(value, dict):
            return layout(as_tuples(value["shape"]), as_tuples(value["stride"]))
        if isinstance(value, list):
            return tuple(map(read, value))
        return value
    return read


def text(value):
    """Returns a value of a record in CuTe's notation."""
    if isinstance(value, dict):
        return f"{text(value['shape'])}:{text(value['stride'])}"
    if isinstance(value, list):
        return f"({','.join(map(text, value))})"
    return str(value)


class Package:
    def __init__(self, name, module, functions):
        self.name = name
        self.read = reader(module.Layout)
        self.functions = {operation: getattr(module, operation, None) for operation in OPERATIONS} | functions

    def call(self, operation, arguments):
        """Returns the function for an operation, and its arguments."""
        return self.functions[operation], tuple(map(self.read, arguments))

    def verdict(self, operation, arguments, out):
        """Says how the result relates to the recorded one."""
        try:
            function, values = self.call(operation, arguments)
            result = function(*values)
        except Exception:  # each package has its own errors
            return "refused" if out is None else "fails"
        if out is None:
            return "a result where there is none"
        if isinstance(out, int):
            return "same" if result == out else "other"
        expected = self.read(out)
        if (result.shape, result.stride) == (expected.shape, expected.stride):
            return "same"
        size, offset = pycute.product(as_tuples(out["shape"])), pycute.crd2idx
        as_function = lambda layout: [offset(i, layout.shape, layout.stride) for i in range(size)]
        if size <= 1 << 16 and pycute.product(result.shape) == size and as_function(result) == as_function(expected):
            return "other form"
        return "other"


PACKAGES = [
    Package("pycute", pycute, {}),
    Package("tensor-layouts", tensor_layouts, {"composition": tensor_layouts.compose}),
]


def a_second(calls):
    """Returns how many of the calls are made in a second, in the best round."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for function, values in calls:
            function(*values)
        best = min(best, time.perf_counter() - start)
    return len(calls) / best


def main():
    lists, verdicts = {}, {package: collections.Counter() for package in PACKAGES}
    total = 0
    for operation in OPERATIONS:
        lists[operation] = []
        for arguments, out in records(operation):
            total += 1
            said = [package.verdict(operation, arguments, out) for package in PACKAGES]
            for package, verdict in zip(PACKAGES, said):
                verdicts[package][verdict] += 1
            if all(verdict == "same" for verdict in said):
                lists[operation].append((arguments, out))
    lines = []
    for operation, chosen in lists.items():
        for arguments, out in chosen:
            if operation == "crd2idx":
                coordinate, shape, stride = arguments
                arguments = [coordinate, {"shape": shape, "stride": stride}]
            lines.append("\t".join([operation, *map(text, arguments), text(out)]) + "\n")
    command = ["cargo", "run", "--quiet", "--release", "-p", "zellige-dynamic", "--example", "records"]
    output = subprocess.run(command, cwd=ROOT, input="".join(lines), text=True, stdout=subprocess.PIPE, check=True).stdout
    ours = {name: float(rate) for name, rate in (line.split("\t") for line in output.splitlines())}

    print(f"{total} records, of which {len(lines)} are timed")
    for package, counts in verdicts.items():
        print(f"{package.name}: " + ", ".join(f"{verdict} {count}" for verdict, count in counts.most_common()))
    print(f"\n{'a second':16} {'records':>8} {'zellige-dynamic':>12} " + " ".join(f"{package.name:>14}" for package in PACKAGES))
    for operation, chosen in lists.items():
        if not chosen:
            continue
        rates = [a_second([package.call(operation, arguments) for arguments, _ in chosen]) for package in PACKAGES]
        print(f"{operation:16} {len(chosen):8} {ours[operation]:12.0f} " + " ".join(f"{rate:14.0f}" for rate in rates))


if __name__ == "__main__":
    main()
