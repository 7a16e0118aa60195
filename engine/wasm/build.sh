#!/usr/bin/env bash
# Builds the engine for the browser into static/engine/: yiguan_engine.js,
# yiguan_engine_bg.wasm, their types, and SOURCE, a digest of their sources; and likewise
# the computer players, the readers of records and the solved games, yiguan_search.js,
# yiguan_records.js, yiguan_tables.js and so on, with SOURCE_SEARCH, SOURCE_RECORDS and SOURCE_TABLES.
# The result is committed, so that running or changing the server needs no such toolchain;
# tests/client/engine.test.js fails when it no longer behaves as the sources do.
#
# Uses the wasm32-unknown-unknown target of the installed toolchain. Where there is none and
# rustup cannot add it (`rustup target add wasm32-unknown-unknown`), a compiler that has the
# target is unpacked from Debian packages into a private folder; nothing is installed.
#
#   YIGUAN_WASM_TOOLS   the folder of the tools (default: target/wasm-tools)
set -euo pipefail
cd "$(dirname "$0")/../.."

tools=${YIGUAN_WASM_TOOLS:-$PWD/target/wasm-tools}
triple=wasm32-unknown-unknown
out=static/engine
work=$PWD/target/wasm
mkdir -p "$tools" "$out"

# The command that writes the JavaScript must be of the very version of the library.
bindgen_version=$(sed -n 's/^wasm-bindgen = "=\(.*\)"$/\1/p' Cargo.toml)
bindgen=$tools/bin/wasm-bindgen
if [ "$("$bindgen" --version 2>/dev/null)" != "wasm-bindgen $bindgen_version" ]; then
    echo "building wasm-bindgen $bindgen_version into $tools (some minutes, once)"
    CARGO_TARGET_DIR=$tools/build cargo install --quiet --root "$tools" \
        --version "$bindgen_version" --bin wasm-bindgen wasm-bindgen-cli
fi

# Downloads Debian packages and unpacks them into $tools/root.
unpack() {
    command -v apt-get >/dev/null || { echo "neither a $triple target nor apt-get here" >&2; exit 1; }
    mkdir -p "$tools/debs" "$tools/root"
    (cd "$tools/debs" && apt-get download -q "$@")
    local package deb
    for package in "$@"; do
        for deb in "$tools/debs/${package}"_*.deb; do
            dpkg -x "$deb" "$tools/root"
        done
    done
}

# The build is the same on every machine: the paths in it are those of none.
remap="--remap-path-prefix=$tools=/tools --remap-path-prefix=$PWD=/yiguan --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"

for folder in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*; do
    remap+=" --remap-path-prefix=$folder=/crates"
done
# The profile of Cargo.toml for each.
declare -A profiles=([engine]=wasm-small [records]=wasm-small [search]=wasm [tables]=wasm)
if [ -d "$(rustc --print sysroot)/lib/rustlib/$triple" ]; then
    build() { RUSTFLAGS=$remap cargo build "$@"; }
else
    echo "no $triple target here: using Debian's compiler, unpacked in $tools/root"
    if ! [ -x "$tools/root/usr/bin/rustc" ]; then
        unpack rustc-web rust-web-src libstd-rust-web-1.96 libstd-rust-web-dev \
            libllvm22 libllvm19 lld-19
    fi
    # A toolchain's own cargo: rustup's would look for a toolchain of that compiler.
    cargo=$(rustup which cargo 2>/dev/null || command -v cargo)
    # The standard library for this target is built from its sources, which a released
    # compiler does on request only.
    build() {
        LD_LIBRARY_PATH=$tools/root/usr/lib/x86_64-linux-gnu \
        RUSTC=$tools/root/usr/bin/rustc \
        RUSTC_BOOTSTRAP=1 \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$tools/root/usr/bin/wasm-ld-19 \
        RUSTFLAGS="-Clinker-flavor=wasm-ld $remap" \
            "$cargo" build "$@" -Zbuild-std=std,panic_abort
    }
fi

for part in engine search records tables; do
    profile=${profiles[$part]} name=yiguan_$part
    build --package "yiguan-$part-wasm" --lib --profile "$profile" --target "$triple" --target-dir "$work"
    "$bindgen" --target web --out-dir "$out" --out-name "$name" \
        --remove-name-section --remove-producers-section \
        "$work/$triple/$profile/$name.wasm"
    rm -f "$out/${name}_bg.wasm.d.ts"
done

node engine/wasm/source_digest.js engine >"$out/SOURCE"
node engine/wasm/source_digest.js search >"$out/SOURCE_SEARCH"
node engine/wasm/source_digest.js records >"$out/SOURCE_RECORDS"
node engine/wasm/source_digest.js tables >"$out/SOURCE_TABLES"
node -e '
    const { readFileSync } = require("node:fs");
    const { brotliCompressSync } = require("node:zlib");
    for (const file of process.argv.slice(1)) {
        const bytes = readFileSync(file);
        console.log(`${file}: ${bytes.length} bytes, ${brotliCompressSync(bytes).length} with brotli`);
    }' "$out"/*.wasm "$out"/*.js
