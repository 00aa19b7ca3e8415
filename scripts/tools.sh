# Functions that find and install tools, for ./test and the scripts beside this file. They expect
# the repository root as the working directory.
# shellcheck shell=bash

heading() {
    printf '\n== %s (%d s)\n' "$1" "$SECONDS"
}

has() {
    command -v "$1" >/dev/null 2>&1
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

find_cargo() {
    has cargo || PATH="$HOME/.cargo/bin:$PATH"
    has cargo || fail "cargo is not installed: see https://rustup.rs"
}

install_packages() {
    has apt-get || fail "these packages of Debian are missing, or what your system calls them: $*"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"
}

# Makes a Python environment with these packages, unless it exists.
make_environment() {
    local python=$1 folder=$2 content
    shift 2
    content="$("$python" --version) $*"
    [ "$(cat "$folder/complete" 2>/dev/null)" != "$content" ] || return 0
    echo "installing $* in $folder"
    "$python" -m venv --clear "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile --only-binary :all: "$@"
    echo "$content" >"$folder/complete"
}

# Installs a tool of cargo of a fixed version. Without link-time optimization it is built sooner.
install_tool() {
    [ ! -e "target/tools/$1" ] || return 0
    CARGO_PROFILE_RELEASE_LTO=off cargo install --quiet --locked --root target/tools --target-dir target/tools/build "${@:2}" "$1"
    rm -r target/tools/build
    touch "target/tools/$1"
}

# Sets the environment so that cargo, and programs that call it, build for this target and run its
# programs here. Installs the target's standard library, C compiler and emulator.
use_target() {
    local target=$1 key=${1//-/_} cc='' linker='' flags='' runner=''
    case $target in
    x86_64-unknown-linux-musl)
        cc=musl-gcc
        has $cc || install_packages musl-tools
        ;;
    aarch64-unknown-linux-gnu)
        cc=aarch64-linux-gnu-gcc
        linker=$cc
        has $cc || install_packages gcc-aarch64-linux-gnu
        has qemu-aarch64 || install_packages qemu-user
        runner='qemu-aarch64 -L /usr/aarch64-linux-gnu'
        ;;
    x86_64-pc-windows-gnu)
        cc=x86_64-w64-mingw32-gcc
        linker=$cc
        has $cc || install_packages gcc-mingw-w64-x86-64
        use_wine
        runner=wine
        ;;
    x86_64-unknown-linux-gnu) ;;
    aarch64-apple-darwin | x86_64-apple-darwin)
        # Enough for `cargo check`, which links nothing. Only a Mac can build.
        cc=true
        export "AR_$key=true"
        ;;
    *) fail "no way to build for ${target@Q} is known: add it to scripts/tools.sh" ;;
    esac
    if ! has_target "$target"; then
        use_debian_rust
        if [ "$cc" = musl-gcc ]; then
            # rustup's standard library for musl contains the C library, this one does not.
            linker=$cc
            flags="-C link-self-contained=no -C relocation-model=static -C target-feature=+crt-static -L $(make_libunwind)"
        fi
    fi
    export CARGO_BUILD_TARGET=$target
    # Set even if empty: flags of the user, such as target-cpu=native, are not for other machines.
    export RUSTFLAGS=$flags
    [ -z "$cc" ] || export "CC_$key=$cc"
    [ -z "$linker" ] || export "CARGO_TARGET_${key^^}_LINKER=$linker"
    [ -z "$runner" ] || export "CARGO_TARGET_${key^^}_RUNNER=$runner"
}

# Whether the Rust in use has the standard library of this target, or rustup can install it.
has_target() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] && return
    [ ! -e target/cross/rust/complete ] && has rustup && rustup target add "$1"
}

# Debian's packages carry a compiler and the sources of the standard library, which cargo builds for
# any target. They are unpacked in target/cross and not installed.
use_debian_rust() {
    local rust=$PWD/target/cross/rust package tool
    if [ ! -e "$rust/complete" ]; then
        has apt-get || fail "the standard library of this target is missing: install it with rustup target add, see https://rustup.rs"
        echo "unpacking Debian's Rust in $rust"
        rm -rf "$rust"
        mkdir -p "$rust/packages" "$rust/bin"
        as_root apt-get update -qq
        # The names of two carry their versions.
        (cd "$rust/packages" && apt-get download -qq rustc-web rust-web-src libstd-rust-web-dev \
            $(apt-cache depends --recurse --important rustc-web | grep -Ex '(libstd-rust-web-|libllvm)[0-9.]+'))
        for package in "$rust"/packages/*.deb; do dpkg-deb -x "$package" "$rust"; done
        for tool in rustc rustdoc; do
            printf '#!/bin/sh\nexport LD_LIBRARY_PATH=%s\nexec %s "$@"\n' \
                "$(dirname "$rust"/usr/lib/*/librustc_driver-*.so)" "$rust/usr/bin/$tool" >"$rust/bin/$tool"
            chmod +x "$rust/bin/$tool"
        done
        rm -r "$rust/packages"
        touch "$rust/complete"
    fi
    export RUSTC=$rust/bin/rustc RUSTDOC=$rust/bin/rustdoc
    # A stable compiler builds its own standard library only with this permission.
    export RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_abort
}

# Builds the standard library too, from the sources of rustup or else of Debian: that of rustup has
# neither threads nor small code for WebAssembly.
use_wasm_target() {
    if [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ] || { has rustup && rustup component add rust-src; }; then
        export RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_abort
    else
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(dirname "$(rustc --print target-libdir)")/bin/rust-lld
        export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
        use_debian_rust
    fi
    export CARGO_BUILD_TARGET=wasm32-unknown-unknown CARGO_UNSTABLE_BUILD_STD_FEATURES=optimize_for_size
    has wasm-opt || install_packages binaryen
}

# The standard library for musl links libunwind, which Debian has only for glibc. GCC's unwinder
# does the same; the function that musl lacks is one that may fail.
make_libunwind() {
    local folder=$PWD/target/cross/musl
    mkdir -p "$folder"
    cp "$(cc -print-file-name=libgcc_eh.a)" "$folder/libunwind.a"
    echo 'int _dl_find_object(void *address, void *result) { return -1; }' |
        musl-gcc -c -x c -o "$folder/find_object.o" -
    ar q "$folder/libunwind.a" "$folder/find_object.o"
    echo "$folder"
}

# Wine with its own folder of settings. Wine 8 lacks a DLL of one function, which Rust programs
# need: a stand-in lies on the path, where a system's own DLL is found first.
use_wine() {
    local folder=$PWD/target/cross/wine
    has wine || install_packages wine wine64
    export WINEPREFIX=$folder/prefix WINEDEBUG=-all WINEPATH=$folder
    [ ! -e "$folder/complete" ] || return 0
    mkdir -p "$folder"
    x86_64-w64-mingw32-gcc -shared -s -x c -o "$folder/bcryptprimitives.dll" - -ladvapi32 <<'END'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return RtlGenRandom(data, length); }
END
    # The first start creates the settings, without the dialogs that offer Mono and Gecko.
    WINEDLLOVERRIDES=mscoree,mshtml= wine wineboot --init
    touch "$folder/complete"
}
