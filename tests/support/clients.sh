#!/usr/bin/env bash
# Generates clients from a throw-away server's OpenAPI document, in Python and in TypeScript, and
# uses them; lints the document, and holds the samples of tests/protocol to the JSON Schema of the
# sockets. The types of the web client, static/js/net/wire.d.ts, are made of both documents: a stale
# file fails, and is written anew where YIGUAN_UPDATE is set. `./check api` calls it, with the
# tools' folders in TOOLS_PYTHON and TOOLS_NODE; without either its part is left out.
set -euo pipefail
cd "$(dirname "$0")/../.."

here=$PWD
binary=${YIGUAN_BINARY:-${CARGO_TARGET_DIR:-$PWD/target}/debug/yiguan}
folder=$(mktemp -d /tmp/yiguan-clients.XXXXXX)
server=
stop() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap stop EXIT
mkfifo "$folder/said"
env -u DATABASE_URL YIGUAN_BIND=127.0.0.1:0 YIGUAN_DATA_DIR="$folder/data" YIGUAN_LOG=warn \
    "$binary" >"$folder/said" 2>"$folder/log" &
server=$!
exec 3<"$folder/said"
read -r said <&3 || { cat "$folder/log" >&2; exit 1; }
origin=$(grep -o 'http://[0-9.:]*' <<<"$said")
fetch() { python3 -c 'import sys, urllib.request as u; open(sys.argv[2], "wb").write(u.urlopen(sys.argv[1]).read())' "$origin$1" "$2"; }
fetch /api/openapi.json "$folder/openapi.json"
fetch /api/sockets.schema.json "$folder/sockets.json"

if [ -n "${TOOLS_PYTHON:-}" ]; then
    "$TOOLS_PYTHON/bin/python" tests/support/socket_samples.py "$folder/sockets.json"
    # It formats what it makes by a program beside it, and says what it leaves out.
    (cd "$folder" && PATH=$TOOLS_PYTHON/bin:$PATH openapi-python-client generate --path openapi.json --meta none --config "$here/tests/support/openapi-python-client.yml" \
        --output-path yiguan_client >generated 2>&1) || { cat "$folder/generated" >&2; exit 1; }
    ! grep -qi 'warning\|unable\|omitting\|skipp' "$folder/generated" || { cat "$folder/generated" >&2; exit 1; }
    PYTHONPATH=$folder "$TOOLS_PYTHON/bin/python" tests/support/client.py "$origin"
fi

if [ -n "${TOOLS_NODE:-}" ]; then
    "$TOOLS_NODE/node_modules/.bin/redocly" lint "$folder/openapi.json" >"$folder/lint" 2>&1 || { cat "$folder/lint" >&2; exit 1; }
    mkdir "$folder/ts"
    python3 tests/support/wire_types.py "$folder/openapi.json" "$folder/sockets.json" "$folder/wire.json"
    "$TOOLS_NODE/node_modules/.bin/openapi-typescript" "$folder/wire.json" -o "$folder/wire.d.ts" \
        --root-types --root-types-no-schema-prefix --alphabetize >/dev/null
    [ -z "${YIGUAN_UPDATE:-}" ] || cp "$folder/wire.d.ts" static/js/net/wire.d.ts
    diff -u static/js/net/wire.d.ts "$folder/wire.d.ts" >&2 ||
        { echo "static/js/net/wire.d.ts is stale: run YIGUAN_UPDATE=1 ./check api" >&2; exit 1; }
    "$TOOLS_NODE/node_modules/.bin/openapi-typescript" "$folder/openapi.json" -o "$folder/ts/schema.d.ts" >/dev/null
    cp tests/support/client.ts "$folder/ts/client.mts"
    ln -s "$TOOLS_NODE/node_modules" "$folder/ts/node_modules"
    (cd "$folder/ts" && "$here/tests/browser/node_modules/.bin/tsc" --strict --noUncheckedIndexedAccess --types node --target es2022 --lib es2022,dom \
        --module nodenext --moduleResolution nodenext --skipLibCheck client.mts)
    node "$folder/ts/client.mjs" "$origin"
fi
