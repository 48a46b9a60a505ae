#!/bin/sh
# Runs PgBouncer as an ordinary user. DATABASE_HOST is the proxy of deploy/haproxy/database.cfg, LISTEN_ADDRESS and LISTEN_PORT
# the own address. PGBOUNCER_RUN is a folder that no other PgBouncer uses.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
run=${PGBOUNCER_RUN:-/run/pgbouncer}
umask 077

quoted() { printf '%s' "$1" | sed 's/"/""/g'; }
{
  printf '"raahi" "%s"\n' "$(quoted "$DATABASE_PASSWORD")"
  printf '"pooler" "%s"\n' "$(quoted "$POOLER_PASSWORD")"
} >"$run/userlist.txt"

# Left by a killed process. In a container the next process has the same pid.
rm -f "$run/pgbouncer.pid"
# A test writes this file for its own database.
[ -s "$run/databases.ini" ] || cat >"$run/databases.ini" <<END
[databases]
raahi = host=$DATABASE_HOST port=5000 dbname=raahi
; For clients that need a session: migrations, the job queue.
raahi_session = host=$DATABASE_HOST port=5000 dbname=raahi pool_mode=session
END

cat >"$run/pgbouncer.ini" <<END
[pgbouncer]
listen_addr = ${LISTEN_ADDRESS:-*}
listen_port = ${LISTEN_PORT:-6432}
unix_socket_dir =
auth_file = $run/userlist.txt
pidfile = $run/pgbouncer.pid
%include $here/pgbouncer.ini
%include $run/databases.ini
END
exec pgbouncer "$run/pgbouncer.ini"
