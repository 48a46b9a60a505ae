#!/bin/sh
# Runs PgBouncer: PRIMARY and REPLICA (host or host:port) say where the databases are, LISTEN_ADDRESS and LISTEN_PORT where
# it listens, PGBOUNCER_RUN is a folder of its own. Runs as an ordinary user.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
run=${PGBOUNCER_RUN:-/run/pgbouncer}
umask 077

quoted() { printf '%s' "$1" | sed 's/"/""/g'; }
{
  printf '"raahi" "%s"\n' "$(quoted "$DATABASE_PASSWORD")"
  printf '"pooler" "%s"\n' "$(quoted "$POOLER_PASSWORD")"
} >"$run/userlist.txt"

# One that was killed left it; in a container the next one has the same number.
rm -f "$run/pgbouncer.pid"
# After a failover it was pointed elsewhere than the environment says.
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
