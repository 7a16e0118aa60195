#!/usr/bin/env bash
# Copies the libraries that the pages import from npm into this folder, at the versions that
# static/bundle/package-lock.json names, and writes their hashes and licences into VERSIONS. Commit the result.
set -euo pipefail
cd "$(dirname "$0")/../bundle"

npm ci --silent --ignore-scripts
node vendor.js
