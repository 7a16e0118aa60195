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
    # At once, not when the other process begins: an earlier table of the game would be read.
    : >"$folder/$game"
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

# A bot that was refused, or whose connection was closed with nothing missed, finds out that it is its turn.
"$python" - <<'END'
import asyncio, json, sys

sys.path.insert(0, "docs/bots")
import bot


class Socket:
    sent = []

    async def send(self, text):
        self.sent.append(json.loads(text))


async def come_back():
    match = bot.Match(None, "", lambda legal, _: legal[0])
    match.seq, match.state = 7, {"turn": "first"}
    welcome = {"type": "welcome", "seat": "first", "legal": ["a1a2"]}
    await match.hear(Socket(), welcome)
    assert Socket.sent == [{"type": "snapshot"}], Socket.sent
    snapshot = {"type": "snapshot", "seq": 7, "state": "live", "turn": "first", "ply": 0, "legal": ["a1a2"]}
    await match.hear(Socket(), snapshot)
    await match.hear(Socket(), welcome)
    play = {"type": "play", "id": "p7", "ply": 0, "move": "a1a2"}
    assert Socket.sent[1:] == [play, play], Socket.sent
    # Both the action and the snapshot after it may be one too many.
    for id in ("p7", None):
        await match.hear(Socket(), {"type": "nack", "id": id, "code": "rate", "seq": 7})
    assert Socket.sent[3:] == [{"type": "snapshot"}] * 2 and match.sent is None, Socket.sent
    # A command other than an action that is refused is not sent again in the same position.
    declare = {"type": "impasse", "answer": "offer"}
    match.choose = lambda legal, state: legal[0] if "impasse" in state["refused"] else declare
    await match.hear(Socket(), snapshot)
    await match.hear(Socket(), {"type": "nack", "id": "p7", "code": "not_allowed", "seq": 7})
    await match.hear(Socket(), snapshot)
    assert Socket.sent[5:] == [{**declare, "id": "p7"}, {"type": "snapshot"}, play], Socket.sent


asyncio.run(come_back())
END
# A match that a bot seeks, and matches that it is challenged to, two at a time. A bot whose first line is
# read names its page there.
bot() {
    local name=$1
    shift
    timeout 120 "$python" docs/bots/bot.py "$origin" --name "$name" "$@" >"$folder/$name" 2>"$folder/$name.errors"
}
seekers=()
for name in Sora Mei; do
    bot "$name" --seek --game tui-da-che --matches 2 &
    seekers+=($!)
done
bot Gate --challenges --matches 3 --at-once 2 &
seekers+=($!)
until challenged=$(grep -om1 'people/.*' "$folder/Gate" 2>/dev/null); do
    kill -0 "${seekers[2]}" 2>/dev/null || { cat "$folder/Gate.errors" >&2; exit 1; }
    read -rt 0.05 <> <(:) || true
done
for name in Ann Ben Cho; do
    bot "$name" --challenge "${challenged#people/}" --game xia-liu --matches 1 &
    seekers+=($!)
done

# An engine that plays nothing but one word.
cat >"$folder/word.py" <<'END'
import sys

for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    answer = {"usi": "usiok", "ucci": "ucciok", "isready": "readyok", "go": " ".join(sys.argv[1:])}.get(word)
    if answer:
        print(answer, flush=True)
END
# decides GAME WORDS REASON [OPTION…]: the engine's first move is these words, and the match ends for that reason.
decides() {
    local game=$1 words=$2 reason=$3
    shift 3
    local protocol=usi
    [ "$game" = shogi ] || protocol=ucci
    table "$game" docs/bots/engine.py "$origin" --protocol "$protocol" --name Word \
        --engine "$python $folder/word.py $words" "$@" | tee "$folder/decided"
    grep -q " $reason\$" "$folder/decided" || { echo "\`$words\` did not end by $reason" >&2; exit 1; }
}
decides shogi "bestmove resign" resignation
decides xiangqi nobestmove resignation --ruleset standard
decides xiangqi "bestmove h2e2 resign" resignation --ruleset standard
# At the start the declaration is wrong, which loses by the rules.
decides shogi "bestmove win" wrong_declaration --set impasse=declaration
tables=()
games=$(env -u DATABASE_URL "$binary" games | "$python" -c 'import json, sys; print(*(g["id"] for g in json.load(sys.stdin)["games"]))')
for game in $games; do
    table "$game" docs/bots/bot.py "$origin" &
    tables+=($!)
done
for one in "${tables[@]}"; do wait "$one"; done
for one in "${seekers[@]}"; do wait "$one" || { cat "$folder"/*.errors >&2; exit 1; }; done
for name in Sora Mei; do [ "$(grep -c 'tui-da-che as' "$folder/$name")" = 2 ] || { cat "$folder/$name" >&2; exit 1; }; done
[ "$(grep -c 'xia-liu as' "$folder/Gate")" = 3 ] || { cat "$folder/Gate" >&2; exit 1; }
echo "two matches were sought, and three challenges accepted"
[ ${#tables[@]} = 8 ] || { echo "of eight games there were ${#tables[@]}" >&2; exit 1; }
# An engine loses to no bot that plays at random.
engine usi shogi | tee "$folder/usi"
engine ucci xiangqi --ruleset standard | tee "$folder/ucci"
engine uci xiangqi --ruleset standard --option UCI_Variant=xiangqi | tee "$folder/uci"
for protocol in usi ucci uci; do
    grep -Eq 'as first first|as second second' "$folder/$protocol" || { echo "the engine did not win by $protocol" >&2; exit 1; }
done
