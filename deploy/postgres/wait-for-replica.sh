#!/bin/sh
# on: every commit waits until the replica has it on disk. The script first waits until a replica streams, because without
# one every commit would block. off: the primary continues alone; a loss of its disk then loses data.
# PGHOST, PGPORT and PGPASSWORD select the server, as for psql. They are not needed in the container of the database.
set -eu
export PGPASSWORD="${PGPASSWORD:-${POSTGRES_PASSWORD:-}}"
run() { psql --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres "$@"; }

case "${1:-}" in
  on)
    until [ "$(run --command="select count(*) from pg_stat_replication where application_name = 'replica' and state = 'streaming'")" -gt 0 ]; do
      sleep 0.2
    done
    names=replica
    ;;
  off) names= ;;
  *)
    echo "usage: wait-for-replica.sh on|off" >&2
    exit 2
    ;;
esac
run --command="alter system set synchronous_standby_names = '$names'" --command='select pg_reload_conf()' >/dev/null
