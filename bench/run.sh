#!/usr/bin/env bash
# Runs where the GPU is, in the folder that `cargo xtask gpu-bench` packed. The table comes last.
#
#   run.sh [--only WORD].. [--rounds N]  checks all kernels (with WORD in their name), then times them
#   run.sh --sanitize [--only WORD]..    checks them under compute-sanitizer, with small sizes
set -uo pipefail
cd "$(dirname "$0")"
failed=0

run() {
    echo "== $*"
    # A kernel may hang.
    timeout 300 "$@" || { failed=1; echo "FAILED: $*"; }
}

if [ "${1:-}" = --sanitize ]; then
    shift
    for tool in memcheck racecheck; do
        run compute-sanitizer --tool "$tool" --error-exitcode 9 ./zellige-bench check --small "$@" kernels.cubin
    done
    exit "$failed"
fi

nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.max.sm,temperature.gpu --format=csv,noheader
# The loader's cuBLAS, or one that came with a Python package.
if ! ldconfig -p | grep -q libcublas.so.1; then
    library=$(find / -name 'libcublas.so.1*' -not -path '/proc/*' 2>/dev/null | sort | tail -1)
    [ -z "$library" ] || export LD_LIBRARY_PATH="$(dirname "$library")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi
run ./zellige-bench check "$@" kernels.cubin
run ./zellige-bench bench "$@" .
exit "$failed"
