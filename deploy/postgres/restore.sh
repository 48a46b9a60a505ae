#!/bin/sh
# restore.sh BACKUP [TIME]: creates the files of a server in PGDATA, which must be empty or missing, from a base backup.
# The next start.sh replays the log from WAL_ARCHIVE up to TIME (such as '2026-11-21 14:05:00+05:30') or to its end. Then
# the server is a separate primary on a new timeline, so the old log does not change.
set -eu
backup=$1
time=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
new="$PGDATA.new"
rm -rf "$new"
mkdir -p "$new"
chmod 0700 "$new"
tar --extract --gzip --no-same-owner --file="$backup/base.tar.gz" --directory="$new"
tar --extract --gzip --no-same-owner --file="$backup/pg_wal.tar.gz" --directory="$new/pg_wal"
{
  # The restored server has no replica, even if the original had one.
  echo "synchronous_standby_names = ''"
  echo "restore_command = '\"$here/restore-wal.sh\" \"%f\" \"%p\"'"
  echo "recovery_target_action = promote"
  if [ -n "$time" ]; then
    echo "recovery_target_time = '$time'"
    # Includes commits at exactly this time.
    echo "recovery_target_inclusive = on"
  fi
} >>"$new/postgresql.auto.conf"
rm -f "$new/standby.signal"
touch "$new/recovery.signal"
[ ! -d "$PGDATA" ] || rmdir "$PGDATA"
mv "$new" "$PGDATA"
