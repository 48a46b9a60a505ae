#!/bin/sh
# Makes a replica the primary. Before it: the old primary must be stopped for certain, or two would take purchases.
# After it: point PgBouncer to it (deploy/pgbouncer/point-to.sh), and make a new replica, because it has none to wait for.
# Which server is said by PGHOST, PGPORT and PGPASSWORD, as for psql; in a database's own container nothing has to be said.
set -eu
export PGPASSWORD="${PGPASSWORD:-${POSTGRES_PASSWORD:-}}"
psql --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'SQL'
alter system set synchronous_standby_names = '';
select pg_reload_conf();
select pg_promote(true, 60);
SQL
