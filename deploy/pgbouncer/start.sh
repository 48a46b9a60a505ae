#!/bin/sh
# Runs PgBouncer as an ordinary user. PRIMARY and REPLICA (host or host:port) are the databases, LISTEN_ADDRESS and
# LISTEN_PORT its address. PGBOUNCER_RUN is a folder that no other PgBouncer uses.
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
# After a failover databases.ini exists and differs from the environment: keep it.
[ -s "$run/databases.ini" ] || "$here/point-to.sh" "$PRIMARY" "$REPLICA"

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
