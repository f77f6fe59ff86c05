#!/usr/bin/env bash
# Assembles a Rust compiler for GPUs on Debian: crates/kernels/install-rust.sh FOLDER
#
# For users without rustup. With rustup none of this is needed: its nightly toolchain with the
# components rust-src, llvm-tools and llvm-bitcode-linker is the same.
#
# Debian's packages rustc-web and llvm are unpacked into the folder, not installed: nothing outside of it
# changes, and root is not needed. The linker of the GPU target is not a separate package, but its source
# comes with the compiler's, and is built here by the installed cargo.
#
# FOLDER/bin gets rustc, llvm-bitcode-linker, llvm-link, opt and llc. FOLDER appears once everything is done.
set -euo pipefail

oldest=1.96 # the first version in which llvm-bitcode-linker is the target's linker, of those in Debian

fail() {
    echo "install-rust.sh: $*" >&2
    exit 1
}

[ $# = 1 ] || fail "usage: install-rust.sh FOLDER"
cargo=${CARGO:-cargo}
for tool in apt-get apt-cache dpkg dpkg-deb "$cargo"; do
    command -v "$tool" >/dev/null || fail "$tool is missing. On other systems than Debian use rustup"
done

mkdir -p "$(dirname "$1")"
work=$(mktemp -d "$1.XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
mkdir -p apt/lists/partial debs root bin

# The lists of packages are fetched into a separate folder: those of the system may be old or absent.
apt=(-qq -o "Dir::State::lists=$work/apt/lists" -o "Dir::Cache=$work/apt/cache" -o Debug::NoLocking=1 -o APT::Sandbox::User=root)
apt-get "${apt[@]}" update || fail "apt-get could not fetch the lists of packages"
version=$(apt-cache "${apt[@]}" show rustc-web 2>/dev/null | sed -n 's/^Version: //p' | sort -V | tail -n 1)
[ -n "$version" ] || fail "this Debian has no package rustc-web (bookworm-security has): use rustup"
dpkg --compare-versions "$version" ge "$oldest" ||
    fail "rustc-web is $version here, but $oldest or newer is needed: enable Debian's security updates, or use rustup"

# The compiler, its library and sources, the LLVM that it is linked with, and their dependencies that are not installed.
dependency() { # PACKAGE PATTERN
    apt-cache "${apt[@]}" depends "$1" | sed -nE "s/^ *Depends: ($2)$/\1/p" | head -n 1
}
std=$(dependency libstd-rust-web-dev 'libstd-rust-web-[0-9.]+')
llvm=$(dependency "${std:-libstd-rust-web-dev}" 'libllvm[0-9]+')
llvm=${llvm#libllvm}
[ -n "$llvm" ] || fail "the package ${std:-libstd-rust-web-dev} names no LLVM: use rustup"
packages=(rustc-web libstd-rust-web-dev "$std" rust-web-src "llvm-$llvm" "libllvm$llvm")
needed=$(apt-get "${apt[@]}" install --no-install-recommends --print-uris "${packages[@]}" 2>/dev/null |
    awk '{ sub(/_.*/, "", $2); print $2 }') || needed=
(cd debs && printf '%s\n' "${packages[@]}" $needed | sort -u | xargs apt-get "${apt[@]}" download) ||
    fail "apt-get could not download these packages: ${packages[*]}"
for deb in debs/*.deb; do # of 1 GiB only what is needed
    case $deb in
        debs/rust-web-src_*)
            wanted=(./usr/lib './usr/src/*/library' './usr/src/*/Cargo.lock' './usr/src/*/src/tools/llvm-bitcode-linker')
            ;;
        *) wanted=(--exclude ./usr/share --exclude '*/llvm-exegesis*' .) ;;
    esac
    dpkg-deb --fsys-tarfile "$deb" | tar -x -C root --wildcards "${wanted[@]}"
    rm "$deb"
done
rm -rf debs apt

# The unpacked programs find their libraries in the folder, wherever it is moved to.
libraries=$(cd root && find . -name '*.so*' -not -path '*/bfd-plugins/*' -printf '%h\n' | sort -u | sed 's|^\./|$root/|' | paste -sd:)
wrap() { # NAME PROGRAM
    cat >"bin/$1" <<END
#!/bin/sh
root=\$(dirname "\$(dirname "\$(readlink -f "\$0")")")/root
export LD_LIBRARY_PATH="$libraries"
exec "\$root/usr/bin/$2" "\$@"
END
    chmod 755 "bin/$1"
}
wrap rustc rustc
for tool in llvm-link opt llc; do wrap "$tool" "$tool-$llvm"; done
for tool in rustc llvm-link opt llc; do
    "bin/$tool" --version >/dev/null || fail "the unpacked $tool does not run"
done

# The linker, from its source.
mkdir linker
cp -rL root/usr/src/*/src/tools/llvm-bitcode-linker/. root/usr/src/*/Cargo.lock linker
printf '\n[workspace]\n' >>linker/Cargo.toml
(cd linker && env -u RUSTFLAGS -u CARGO_ENCODED_RUSTFLAGS CARGO_PROFILE_DEV_DEBUG=0 \
    "$cargo" build --quiet --target-dir target) || fail "llvm-bitcode-linker could not be built"
cp linker/target/debug/llvm-bitcode-linker bin
rm -rf linker

# If another process was faster, it has made the same folder.
mv -T "$work" "$1" 2>/dev/null || [ -x "$1/bin/llvm-bitcode-linker" ] || fail "$1 is in the way"
