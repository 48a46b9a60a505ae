#!/bin/sh
# archive_command: keeps a finished piece of the log, compressed, in the folder WAL_ARCHIVE, which should be on another
# disk or machine. Without one nothing is kept, and nothing can be restored to a point in time.
# archive-wal.sh PATH NAME
set -eu
[ -n "${WAL_ARCHIVE:-}" ] || exit 0
kept="$WAL_ARCHIVE/$2.gz"
# PostgreSQL asks again where it did not hear that a piece was kept; another piece of the same name is another database's.
if [ -e "$kept" ]; then
  gzip --decompress --stdout "$kept" | cmp --silent - "$1"
  exit
fi
# Whole or not at all: what a crash leaves half-written has another name, which the next try takes over.
gzip --fast --stdout "$1" >"$kept.new"
sync "$kept.new"
mv "$kept.new" "$kept"
