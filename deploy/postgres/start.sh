#!/bin/sh
# Runs one database server of the product, making its files at the first start: those of a new primary, or, where
# FOLLOWS names a running one (host or host:port), those of its streaming replica. Further arguments go to postgres.
# Runs as an ordinary user. PGDATA is the folder, which must be empty or missing; the passwords come from the environment.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# For archive_command in postgresql.conf.
export RAAHI_POSTGRES="$here"

# Made beside its place and moved there whole: a start that is killed half-way leaves nothing that looks finished.
new="$PGDATA.new"

make_replica() {
  host=${FOLLOWS%%:*}
  port=${FOLLOWS##*:}
  [ "$port" = "$FOLLOWS" ] && port=5432
  # The name is what synchronous_standby_names of the primary waits for.
  until PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --pgdata="$new" --checkpoint=fast --wal-method=stream \
    --write-recovery-conf --dbname="host=$host port=$port user=replicator application_name=replica"; do
    rm -rf "$new"
    sleep 1
  done
}

make_primary() {
  sockets=$(mktemp -d)
  (umask 077 && printf '%s\n' "$POSTGRES_PASSWORD" >"$sockets/password")
  initdb --pgdata="$new" --username=postgres --pwfile="$sockets/password" --auth=scram-sha-256 \
    --encoding=UTF8 --locale=C.UTF-8 --data-checksums --no-instructions
  # Nobody else can reach it while its users and database are made.
  pg_ctl start --pgdata="$new" --wait --silent --log="$sockets/log" \
    --options="-c listen_addresses='' -c unix_socket_directories=$sockets -c port=5432"
  PGHOST=$sockets PGPORT=5432 PGUSER=postgres PGPASSWORD=$POSTGRES_PASSWORD psql --no-psqlrc --quiet \
    --set=ON_ERROR_STOP=1 --dbname=postgres --file="$here/first-primary.sql"
  pg_ctl stop --pgdata="$new" --wait --silent --mode=fast
  rm -rf "$sockets"
}

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$new"
  if [ -n "${FOLLOWS:-}" ]; then make_replica; else make_primary; fi
  chmod 0700 "$new"
  [ ! -d "$PGDATA" ] || rmdir "$PGDATA"
  mv "$new" "$PGDATA"
fi

exec postgres -D "$PGDATA" -c config_file="$here/postgresql.conf" -c hba_file="$here/pg_hba.conf" "$@"
