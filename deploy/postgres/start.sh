#!/bin/sh
# Runs one database server. The first start creates its files: those of a new primary or, if FOLLOWS names a running server
# (host or host:port), those of its streaming replica. Further arguments go to postgres.
# Runs as an ordinary user. PGDATA is the folder; before the first start it must be empty or missing. Passwords come from the
# environment.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# Used by archive_command in postgresql.conf.
export RAAHI_POSTGRES="$here"

# Created under a temporary name and renamed: a killed start leaves no folder that looks complete.
new="$PGDATA.new"

create_replica() {
  host=${FOLLOWS%%:*}
  port=${FOLLOWS##*:}
  [ "$port" = "$FOLLOWS" ] && port=5432
  # synchronous_standby_names on the primary uses this application_name.
  until PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --pgdata="$new" --checkpoint=fast --wal-method=stream \
    --write-recovery-conf --dbname="host=$host port=$port user=replicator application_name=replica"; do
    rm -rf "$new"
    sleep 1
  done
}

create_primary() {
  sockets=$(mktemp -d)
  (umask 077 && printf '%s\n' "$POSTGRES_PASSWORD" >"$sockets/password")
  initdb --pgdata="$new" --username=postgres --pwfile="$sockets/password" --auth=scram-sha-256 \
    --encoding=UTF8 --locale=C.UTF-8 --data-checksums --no-instructions
  # No other client can connect while users and database are created.
  pg_ctl start --pgdata="$new" --wait --silent --log="$sockets/log" \
    --options="-c listen_addresses='' -c unix_socket_directories=$sockets -c port=5432"
  PGHOST=$sockets PGPORT=5432 PGUSER=postgres PGPASSWORD=$POSTGRES_PASSWORD psql --no-psqlrc --quiet \
    --set=ON_ERROR_STOP=1 --dbname=postgres --file="$here/first-primary.sql"
  pg_ctl stop --pgdata="$new" --wait --silent --mode=fast
  rm -rf "$sockets"
}

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$new"
  if [ -n "${FOLLOWS:-}" ]; then create_replica; else create_primary; fi
  chmod 0700 "$new"
  [ ! -d "$PGDATA" ] || rmdir "$PGDATA"
  mv "$new" "$PGDATA"
fi

exec postgres -D "$PGDATA" -c config_file="$here/postgresql.conf" -c hba_file="$here/pg_hba.conf" "$@"
