#!/usr/bin/env bash
# Fetches NVIDIA's assembler and disassembler for GPUs: crates/kernels/install-cuda.sh FOLDER
#
# For users without a CUDA toolkit. Both come as Python packages, which are unpacked into the folder, not
# installed. FOLDER/bin gets ptxas and nvdisasm. FOLDER appears once everything is done.
set -euo pipefail

# One version for everyone, so that everyone sees the same instructions.
version=13.5.37

fail() {
    echo "install-cuda.sh: $*" >&2
    exit 1
}

[ $# = 1 ] || fail "usage: install-cuda.sh FOLDER"
command -v python3 >/dev/null || fail "python3 is missing: install it, or a CUDA toolkit of version 12 or newer"
python3 -m pip --version >/dev/null 2>&1 ||
    fail "Python's pip is missing (Debian: apt-get install python3-pip): install it, or a CUDA toolkit of version 12 or newer"

mkdir -p "$(dirname "$1")"
work=$(mktemp -d "$1.XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
python3 -m pip --quiet download --no-deps --only-binary :all: --dest "$work/packages" \
    "nvidia-cuda-nvcc==$version" "nvidia-cuda-nvdisasm==$version" ||
    fail "the Python packages nvidia-cuda-nvcc and nvidia-cuda-nvdisasm $version could not be had: install a CUDA toolkit of version 12 or newer"
mkdir "$work/bin"
python3 - "$work" <<'END'
import pathlib, sys, zipfile
work = pathlib.Path(sys.argv[1])
for package in (work / "packages").iterdir():
    archive = zipfile.ZipFile(package)
    for name in archive.namelist():
        if name.endswith(("/bin/ptxas", "/bin/nvdisasm")):
            program = work / "bin" / pathlib.Path(name).name
            program.write_bytes(archive.read(name))
            program.chmod(0o755)
END
rm -rf "$work/packages"
for tool in ptxas nvdisasm; do
    "$work/bin/$tool" --version >/dev/null || fail "the unpacked $tool does not run"
done

# If another process was faster, it has made the same folder.
mv -T "$work" "$1" 2>/dev/null || [ -x "$1/bin/ptxas" ] || fail "$1 is in the way"
