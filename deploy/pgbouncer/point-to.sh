#!/bin/sh
# point-to.sh PRIMARY REPLICA: says which database server (host or host:port) is which. A PgBouncer that runs goes over to
# them at once: transactions under way on the old one end there, everything after goes to the new one.
set -eu
run=${PGBOUNCER_RUN:-/run/pgbouncer}

place() {
  port=${1##*:}
  [ "$port" = "$1" ] && port=5432
  echo "host=${1%%:*} port=$port dbname=raahi"
}

cat >"$run/databases.ini.new" <<END
[databases]
raahi = $(place "$1")
; What needs a session of its own (migrations, the job queue, which listens) comes this way, so that it is switched over too.
raahi_session = $(place "$1") pool_mode=session
raahi_replica = $(place "$2")
END
mv "$run/databases.ini.new" "$run/databases.ini"
[ ! -s "$run/pgbouncer.pid" ] || kill -HUP "$(cat "$run/pgbouncer.pid")"
