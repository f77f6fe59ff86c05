#!/usr/bin/env bash
# Fetches NVIDIA's compiler for CUDA C++, and CuTe with its tutorials: crates/bench/install-nvcc.sh FOLDER
#
# For users without a CUDA toolkit. Everything comes as Python packages, which are unpacked into the folder, not
# installed. FOLDER/bin gets nvcc, FOLDER/cutlass the sources. FOLDER appears once everything is done.
set -euo pipefail

# The same versions for everyone, so that everyone times the same instructions.
version=13.5.37
cccl=13.3.5.0.6
cutlass=4.2.0.0

fail() {
    echo "install-nvcc.sh: $*" >&2
    exit 1
}

[ $# = 1 ] || fail "usage: install-nvcc.sh FOLDER"
command -v g++ >/dev/null || fail "g++ is missing (Debian: apt-get install g++)"
command -v python3 >/dev/null || fail "python3 is missing"
python3 -m pip --version >/dev/null 2>&1 ||
    fail "Python's pip is missing (Debian: apt-get install python3-pip)"

mkdir -p "$(dirname "$1")"
work=$(mktemp -d "$1.XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
packages=("nvidia-cuda-nvcc==$version" "nvidia-nvvm==$version" "nvidia-cuda-crt==$version"
    "nvidia-cuda-runtime==$version" "nvidia-cuda-cccl==$cccl" "nvidia-cutlass==$cutlass")
python3 -m pip --quiet download --no-deps --only-binary :all: --dest "$work/packages" "${packages[@]}" ||
    fail "the Python packages ${packages[*]} could not be had"
python3 - "$work" <<'END'
import pathlib, sys, zipfile
work = pathlib.Path(sys.argv[1])
# The folder of an archive, and its name in our folder.
folders = {"nvidia/cu13/": "", "cutlass_library/source/": "cutlass/"}
for package in (work / "packages").iterdir():
    archive = zipfile.ZipFile(package)
    for entry in archive.infolist():
        for folder, ours in folders.items():
            if entry.filename.startswith(folder) and not entry.is_dir():
                path = work / (ours + entry.filename[len(folder):])
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(archive.read(entry))
                path.chmod(0o755 if entry.external_attr >> 16 & 0o111 else 0o644)
END
rm -rf "$work/packages"
"$work/bin/nvcc" --version >/dev/null || fail "the unpacked nvcc does not run"
[ -f "$work/cutlass/include/cute/tensor.hpp" ] || fail "the package of CuTe has no CuTe"

# If another process was faster, it has made the same folder.
mv -T "$work" "$1" 2>/dev/null || [ -x "$1/bin/nvcc" ] || fail "$1 is in the way"
