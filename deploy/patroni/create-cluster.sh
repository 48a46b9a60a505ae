#!/bin/sh
# Patroni runs this on one member, while no member has data: creates the files of a new cluster or, with RESTORE_TO, those of the
# backup. RESTORE_TO is a time such as '2026-11-21 14:05:00+05:30', which is included, or 'latest'.
set -eu
for argument in "$@"; do
  case $argument in --datadir=*) data=${argument#*=} ;; esac
done
case ${RESTORE_TO:-} in
  '') exec initdb --pgdata="$data" --username=postgres --encoding=UTF8 --locale=C.UTF-8 --data-checksums --no-instructions ;;
  latest) exec pgbackrest restore --pg1-path="$data" --target-action=promote --type=default ;;
  *) exec pgbackrest restore --pg1-path="$data" --target-action=promote --type=time --target="$RESTORE_TO" ;;
esac
