#!/usr/bin/env bash
# Runs a command beside a throw-away Postgres, whose address it finds in TEST_DATABASE_URL, and a NATS, whose
# address it finds in TEST_NATS_URL:
#
#   tests/support/postgres.sh cargo test
#
# Both listen on free local ports, keep everything in a temporary folder, and are gone with it when the
# command ends. Disk writes are not synced: nothing outlives it anyway.
# With POSTGRES_TLS=1 it speaks TLS, by a certificate of its own that is in TEST_DATABASE_CA.
set -euo pipefail

[ $# -gt 0 ] || { echo "usage: $0 COMMAND…" >&2; exit 2; }

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || bin=$(dirname "$(command -v postgres || true)")
[ -x "$bin/initdb" ] || { echo "no Postgres here: install the package postgresql" >&2; exit 1; }

nats=$(command -v nats-server || true)
[ -n "$nats" ] || nats=/usr/sbin/nats-server
[ -x "$nats" ] || { echo "no NATS here: install the package nats-server" >&2; exit 1; }

# Postgres refuses to run as root; its package brings a user for that.
as=()
if [ "$(id -u)" = 0 ]; then
    as=(runuser -u postgres --)
fi

folder=$(mktemp -d /tmp/yiguan-postgres.XXXXXX)
if [ "$(id -u)" = 0 ]; then
    chown postgres: "$folder"
fi
nats_pid=
stop() {
    [ -z "$nats_pid" ] || kill "$nats_pid" 2>/dev/null || true
    "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap stop EXIT
# A signal ends the script by way of the trap above.
trap 'exit 130' INT
trap 'exit 143' TERM

cd "$folder"
"${as[@]}" "$bin/initdb" -D "$folder/data" -U yiguan --auth=trust --encoding=UTF8 --locale=C \
    --no-sync >initdb.log 2>&1 || { cat initdb.log >&2; exit 1; }

tls=
if [ -n "${POSTGRES_TLS:-}" ]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
        -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" -addext "basicConstraints=critical,CA:FALSE" \
        -keyout "$folder/data/server.key" -out "$folder/data/server.crt" 2>openssl.log || { cat openssl.log >&2; exit 1; }
    chmod 600 "$folder/data/server.key"
    [ "$(id -u)" != 0 ] || chown postgres: "$folder/data/server.key" "$folder/data/server.crt"
    cp "$folder/data/server.crt" "$folder/ca.crt"
    export TEST_DATABASE_CA=$folder/ca.crt
    tls="-c ssl=on"
fi

# Nobody hands out free ports, so one is tried after another until the server can have it.
port=
for _ in $(seq 20); do
    candidate=$((20000 + RANDOM % 12000))
    if "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -l "$folder/data/server.log" -w -o \
        "-p $candidate -k $folder/data -c listen_addresses=127.0.0.1 -c fsync=off \
         -c synchronous_commit=off -c full_page_writes=off -c max_connections=500 $tls" \
        start >/dev/null 2>&1; then
        port=$candidate
        break
    fi
done
[ -n "$port" ] || { cat data/server.log >&2; echo "Postgres did not start" >&2; exit 1; }
cd "$OLDPWD"

# It writes the port that it was given into a file.
"$nats" --addr 127.0.0.1 --port -1 --ports_file_dir "$folder" >"$folder/nats.log" 2>&1 &
nats_pid=$!
for _ in $(seq 100); do
    [ ! -s "$folder/nats-server_$nats_pid.ports" ] || break
    sleep 0.05
done
TEST_NATS_URL=$(grep -o 'nats://127.0.0.1:[0-9]*' "$folder/nats-server_$nats_pid.ports" | head -1) ||
    { cat "$folder/nats.log" >&2; echo "NATS did not start" >&2; exit 1; }
export TEST_NATS_URL

TEST_DATABASE_URL=postgres://yiguan@127.0.0.1:$port/postgres "$@"
