#!/bin/sh
# on: from now on a commit is acknowledged once the replica has it on its disk too. Waits until a replica streams, because
# with none every commit would wait for it. off: the primary goes on alone; a loss of its disk then loses data.
# Which server is said by PGHOST, PGPORT and PGPASSWORD, as for psql; in a database's own container nothing has to be said.
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
