#!/usr/bin/env bash
# Lets the bots of docs/bots play: two of them every game against each other, and an engine by USI, by UCCI
# and by UCI against one. `./check bots` calls it, with PYTHON a Python that has the package `websockets`.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=${PYTHON:-python3}
binary=${YIGUAN_BINARY:-${CARGO_TARGET_DIR:-$PWD/target}/debug/yiguan}
folder=$(mktemp -d /tmp/yiguan-bots.XXXXXX)
server=
stop() {
    # Whoever still plays belongs to this script.
    jobs -p | xargs -r kill 2>/dev/null || true
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

# table GAME COMMAND…: somebody makes a table of that game, and a bot takes the other seat.
table() {
    local game=$1 maker opponent room
    shift
    timeout 120 "$python" "$@" --game "$game" --matches 1 >"$folder/$game" 2>"$folder/$game.errors" &
    maker=$!
    until room=$(grep -om1 'http://.*/m/.*' "$folder/$game" 2>/dev/null); do
        kill -0 "$maker" 2>/dev/null || { cat "$folder/$game.errors" >&2; return 1; }
        read -rt 0.05 <> <(:) || true
    done
    timeout 120 "$python" docs/bots/bot.py "$origin" --join "${room##*/}" >/dev/null 2>"$folder/$game.other" &
    opponent=$!
    wait "$maker" || { cat "$folder/$game.errors" >&2; return 1; }
    wait "$opponent" || { cat "$folder/$game.other" >&2; return 1; }
    tail -1 "$folder/$game"
}

engine() {
    local protocol=$1 game=$2
    shift 2
    table "$game" docs/bots/engine.py "$origin" --protocol "$protocol" --most 30 --name Engine \
        --engine "$(command -v fairy-stockfish || echo /usr/games/fairy-stockfish)" "$@"
}

tables=()
games=$(env -u DATABASE_URL "$binary" games | "$python" -c 'import json, sys; print(*(g["id"] for g in json.load(sys.stdin)["games"]))')
for game in $games; do
    table "$game" docs/bots/bot.py "$origin" &
    tables+=($!)
done
for one in "${tables[@]}"; do wait "$one"; done
[ ${#tables[@]} = 8 ] || { echo "of eight games there were ${#tables[@]}" >&2; exit 1; }
# An engine loses to no bot that plays at random.
engine usi shogi | tee "$folder/usi"
engine ucci xiangqi --ruleset standard | tee "$folder/ucci"
engine uci xiangqi --ruleset standard --option UCI_Variant=xiangqi | tee "$folder/uci"
for protocol in usi ucci uci; do
    grep -Eq 'as first first|as second second' "$folder/$protocol" || { echo "the engine did not win by $protocol" >&2; exit 1; }
done
