#!/bin/sh
# Takes a base backup of a running server into a new folder BACKUPS/<time>: from the primary, or from the replica to reduce
# the load. With WAL_ARCHIVE, restore.sh can restore any point in time after its end.
# PGHOST and PGPORT select the server; the password is REPLICATION_PASSWORD.
set -eu
: "${BACKUPS:?}"
folder="$BACKUPS/$(date --utc +%Y%m%dT%H%M%SZ)"
# A temporary name until the backup is complete, so that an incomplete one is never restored.
PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --pgdata="$folder.new" --username=replicator --checkpoint=fast \
  --wal-method=stream --format=tar --gzip --no-password
sync
mv "$folder.new" "$folder"
echo "$folder"
