#!/usr/bin/env bash
# Bundles the client into static/dist, which the server takes instead of the plain modules as long as
# they are what it was made from. Needs Node 20 or newer, and npm for esbuild, which comes at the
# version that static/bundle/package-lock.json names.
set -euo pipefail
cd "$(dirname "$0")/bundle"

wanted=$(node -p 'require("./package.json").dependencies.esbuild')
[ "$(node_modules/.bin/esbuild --version 2>/dev/null)" = "$wanted" ] || npm ci --silent --ignore-scripts
node bundle.js "$@"
