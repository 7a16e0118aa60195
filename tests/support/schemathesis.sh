#!/usr/bin/env bash
# Asks a throw-away server whatever its OpenAPI document allows, and much that it does not, and
# holds the answers to the document: no status, type or shape that is not told of, and no fault.
#
#   tests/support/schemathesis.sh [EXAMPLES]     for each operation; 20 if not told
#
# schemathesis comes from PyPI: `./check api` sees to it; by hand, `ST` names its command.
set -euo pipefail
cd "$(dirname "$0")/../.."

examples=${1:-20}
st=${ST:-st}
binary=${YIGUAN_BINARY:-${CARGO_TARGET_DIR:-$PWD/target}/debug/yiguan}

folder=$(mktemp -d /tmp/yiguan-schemathesis.XXXXXX)
server=
stop() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap stop EXIT
mkfifo "$folder/said"
# Limits for one address would answer most of it before it is looked at.
env -u DATABASE_URL YIGUAN_BIND=127.0.0.1:0 YIGUAN_DATA_DIR="$folder/data" YIGUAN_LIMITS=off \
    YIGUAN_LOG=warn "$binary" >"$folder/said" 2>"$folder/log" &
server=$!
exec 3<"$folder/said"
read -r said <&3 || { cat "$folder/log" >&2; exit 1; }
origin=$(grep -o 'http://[0-9.:]*' <<<"$said")

# An address needs a match and a game behind it before much can be wrong with it.
cd "$folder"
cat >schemathesis.toml <<'TOML'
[generation]
mode = "all"

[phases.examples]
enabled = false
TOML
# A page for people has the address that mail programs post to, so a method that the document does not
# name is answered there: `tests/e2e` tries that one.
# One worker: with two, Python 3.11 now and then loses count of how deep it parses.
"$st" --no-color run "$origin/api/openapi.json" --workers 1 --max-examples "$examples" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,unsupported_method \
    --exclude-path /mail/off --phases coverage,fuzzing,stateful --generation-database none --seed 1 \
    --request-timeout 20 --exclude-checks positive_data_acceptance >"$folder/report" 2>&1 || {
    cat "$folder/report" "$folder/log" >&2
    exit 1
}
grep -E 'cases|Test cases|passed|No issues' "$folder/report" | tail -3 || true
kill -0 "$server" || { cat "$folder/log" >&2; echo "the server ended" >&2; exit 1; }
! grep -q panicked "$folder/log" || { cat "$folder/log" >&2; exit 1; }
