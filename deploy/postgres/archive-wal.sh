#!/bin/sh
# archive_command: stores a finished log segment, compressed, in the folder WAL_ARCHIVE, which should be on another disk or
# machine. Without WAL_ARCHIVE no segment is stored and point-in-time recovery is not possible.
# archive-wal.sh PATH NAME
set -eu
[ -n "${WAL_ARCHIVE:-}" ] || exit 0
kept="$WAL_ARCHIVE/$2.gz"
# PostgreSQL repeats the command if it got no result. A different segment with the same name belongs to another database.
if [ -e "$kept" ]; then
  gzip --decompress --stdout "$kept" | cmp --silent - "$1"
  exit
fi
# Atomic: a crash leaves only the file with the temporary name, which the next attempt overwrites.
gzip --fast --stdout "$1" >"$kept.new"
sync "$kept.new"
mv "$kept.new" "$kept"
