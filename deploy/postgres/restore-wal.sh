#!/bin/sh
# restore_command: fetches a piece of the log from WAL_ARCHIVE. Not there: 1, which ends the restore where the log ends.
# restore-wal.sh NAME PATH
set -eu
[ -e "$WAL_ARCHIVE/$1.gz" ] || exit 1
gzip --decompress --stdout "$WAL_ARCHIVE/$1.gz" >"$2"
