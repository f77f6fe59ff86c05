#!/usr/bin/env bash
# Runs where the GPU is, in the folder that `cargo xtask gpu-bench` packed. The table comes last.
#
#   run.sh [--minutes N] [--only WORD].. [--rounds N]  checks all kernels (with WORD in their name), and times them, for 8
#                                                      minutes at most, or N
#   run.sh --sanitize [--only WORD]..                  checks them under compute-sanitizer, with small sizes
#
# Each family of kernels has its own processes: one that hangs or fails does not affect the others. The table has everything that was timed.
set -uo pipefail
cd "$(dirname "$0")"
failures=()
minutes=8

# run SECONDS COMMAND...: with a time limit, since a kernel may hang.
run() {
    local limit=$1 left=$((60 * minutes - 10 - SECONDS)) start=$SECONDS status
    shift
    if ((left <= 0)); then
        failures+=("no time left of $minutes minutes: $*")
        return
    fi
    ((left >= limit)) || limit=$left
    echo "== $*"
    timeout --kill-after=5 "$limit" "$@"
    status=$?
    echo "($((SECONDS - start)) s)"
    case $status in
        0) return ;;
        124 | 137) failures+=("after $limit seconds: $*") ;;
        *) failures+=("exit code $status: $*") ;;
    esac
    echo "FAILED ${failures[-1]}"
}

# Ends with the list of failures.
finish() {
    printf 'FAILED %s\n' ${failures[@]+"${failures[@]}"} | grep -v '^FAILED $'
    exit $((${#failures[@]} > 0))
}

sanitize=false
if [ "${1:-}" = --sanitize ]; then
    sanitize=true
    minutes=60
    shift
elif [ "${1:-}" = --minutes ]; then
    minutes=${2:-}
    [[ $minutes =~ ^[1-9][0-9]*$ ]] || { echo "run.sh: --minutes takes a number" >&2; exit 2; }
    shift 2
fi
families=$(./zellige-bench families "$@") || exit 1

if "$sanitize"; then
    for family in $families; do
        for tool in memcheck racecheck; do
            run 300 compute-sanitizer --tool "$tool" --error-exitcode 9 ./zellige-bench check --small --family "$family" "$@" kernels.cubin
        done
    done
    finish
fi

nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.max.sm,temperature.gpu --format=csv,noheader
# The loader's cuBLAS, or one from a Python package.
if ! ldconfig -p | grep -q libcublas.so.1; then
    library=$(find / -name 'libcublas.so.1*' -not -path '/proc/*' 2>/dev/null | sort | tail -1)
    [ -z "$library" ] || export LD_LIBRARY_PATH="$(dirname "$library")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
files=()
for family in $families; do
    run 120 ./zellige-bench check --family "$family" "$@" kernels.cubin
    files+=("$results/$family")
    : >"$results/$family"
    run 180 ./zellige-bench bench --family "$family" --results "$results/$family" "$@" .
done
echo
./zellige-bench table "${files[@]}"
finish
