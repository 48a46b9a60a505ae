#!/bin/sh
# restore_command: fetches a log segment from WAL_ARCHIVE. Exits with 1 if it is missing, which ends the restore there.
# restore-wal.sh NAME PATH
set -eu
[ -e "$WAL_ARCHIVE/$1.gz" ] || exit 1
gzip --decompress --stdout "$WAL_ARCHIVE/$1.gz" >"$2"
