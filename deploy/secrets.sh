#!/bin/sh
# Creates the passwords of docker-compose.yml in a folder, once: existing ones stay as they are. Each
# file belongs to the one user that reads it; the second and third argument are those of the server
# and of Postgres in their images.
set -eu
folder=$1 server=${2:-10001} postgres=${3:-999}
umask 077

password() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

# put NAME OWNER MODE: a file appears whole, with its owner, or not at all.
put() {
    cat >"$folder/$1.new"
    chmod "$3" "$folder/$1.new"
    chown "$2" "$folder/$1.new"
    mv "$folder/$1.new" "$folder/$1"
}

# The group lets this script, which is root without further rights, read the password again.
[ -s "$folder/postgres" ] || password | put postgres "$postgres:0" 440
# The form is that of PGPASSFILE.
[ -s "$folder/pgpass" ] ||
    printf 'postgres:5432:yiguan:yiguan:%s\n' "$(cat "$folder/postgres")" | put pgpass "$server" 400
[ -s "$folder/metrics" ] || password | put metrics "$server" 400
