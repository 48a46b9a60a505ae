#!/bin/sh
# A base backup of the whole server into a new folder BACKUPS/<time>, taken while it runs, from the primary or, to spare
# it, from the replica. Together with WAL_ARCHIVE it restores any instant after its end (restore.sh).
# Which server is said by PGHOST and PGPORT, the password by REPLICATION_PASSWORD.
set -eu
: "${BACKUPS:?}"
folder="$BACKUPS/$(date --utc +%Y%m%dT%H%M%SZ)"
# A name of its own until it is whole, so that nobody restores half of one.
PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --pgdata="$folder.new" --username=replicator --checkpoint=fast \
  --wal-method=stream --format=tar --gzip --no-password
sync
mv "$folder.new" "$folder"
echo "$folder"
