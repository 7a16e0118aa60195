#!/usr/bin/env bash
# Replaces supply/advisories by the RustSec advisories on the crates of Cargo.lock. The argument is
# the address of the database, or a folder with a clone of it.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet --depth 1 "${1:-https://github.com/RustSec/advisory-db}" "$folder/db"

mkdir "$folder/new" "$folder/new/crates"
for crate in $(sed -n 's/^name = "\(.*\)"$/\1/p' Cargo.lock | sort -u); do
    [ ! -d "$folder/db/crates/$crate" ] || cp -r "$folder/db/crates/$crate" "$folder/new/crates/"
done
count=$(find "$folder/new/crates" -name 'RUSTSEC-*.md' | wc -l)
[ "$count" -gt 0 ] || { echo "there is no advisory on any crate of Cargo.lock: is this the database?" >&2; exit 1; }
# The date of the database is that of its last change.
git -C "$folder/db" log -1 --format=%cs >"$folder/new/date"
rm -rf supply/advisories
cp -r "$folder/new" supply/advisories
sed -i "s/^It holds .*/It holds all $count advisories of that day on the crates of \`Cargo.lock\`, as RustSec publishes them./" supply/README.md
echo "$count advisories, of $(cat supply/advisories/date)"
