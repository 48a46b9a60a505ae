#!/bin/sh
# point-to.sh PRIMARY REPLICA: sets the database servers (host or host:port). A running PgBouncer switches immediately:
# transactions in flight end on the old server, later ones go to the new server.
set -eu
run=${PGBOUNCER_RUN:-/run/pgbouncer}

target() {
  port=${1##*:}
  [ "$port" = "$1" ] && port=5432
  echo "host=${1%%:*} port=$port dbname=raahi"
}

cat >"$run/databases.ini.new" <<END
[databases]
raahi = $(target "$1")
; For clients that need a session (migrations, the listener of the job queue), so that they are switched too.
raahi_session = $(target "$1") pool_mode=session
raahi_replica = $(target "$2")
END
mv "$run/databases.ini.new" "$run/databases.ini"
[ ! -s "$run/pgbouncer.pid" ] || kill -HUP "$(cat "$run/pgbouncer.pid")"
