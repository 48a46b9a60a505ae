#!/bin/sh
# Promotes a replica to primary. Before: make sure that the old primary is stopped, or both would accept purchases.
# After: point PgBouncer to it (deploy/pgbouncer/point-to.sh) and create a new replica; commits wait for none until then.
# PGHOST, PGPORT and PGPASSWORD select the server, as for psql. They are not needed in the container of the database.
set -eu
export PGPASSWORD="${PGPASSWORD:-${POSTGRES_PASSWORD:-}}"
psql --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'SQL'
alter system set synchronous_standby_names = '';
select pg_reload_conf();
select pg_promote(true, 60);
SQL
