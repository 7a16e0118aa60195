#!/usr/bin/env bash
# Makes the archive of a release for the architecture of this machine: the program with the client
# inside, the unit for systemd, licences, and checksums. Needs Rust, Node 20 with npm, and Python 3.
#
#   deploy/dist.sh                  target/yiguan-VERSION-TRIPLE.tar.gz
#   PROFILE=release deploy/dist.sh  the same, less optimised and ready sooner
set -euo pipefail
cd "$(dirname "$0")/.."

profile=${PROFILE:-dist}
target=${CARGO_TARGET_DIR:-$PWD/target}
triple=$(rustc -vV | sed -n 's/^host: //p')

static/build.sh
cargo build --profile "$profile" --locked --package yiguan --bin yiguan
version=$("$target/$profile/yiguan" --version | cut -d' ' -f2)
name=yiguan-$version-$triple
folder=$target/$name

rm -rf "$folder"
mkdir -p "$folder"
cp "$target/$profile/yiguan" deploy/yiguan.service LICENSE README.md "$folder"
cargo metadata --format-version 1 --locked --filter-platform "$triple" |
    python3 deploy/licences.py >"$folder/LICENCES-OF-CRATES"
(cd "$folder" && sha256sum -- * >SHA256SUMS)

# The same files give the same archive.
tar --create --directory "$target" --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@$(git log -1 --format=%ct 2>/dev/null || echo 0)" "$name" | gzip --no-name >"$target/$name.tar.gz"
rm -rf "$folder"
(cd "$target" && sha256sum "$name.tar.gz")
