#!/bin/sh
# Runs one of three etcd members. NAME is its host name or address, MEMBERS the three names with spaces between them, DATA its
# folder.
set -eu
for member in $MEMBERS; do peers="${peers:+$peers,}$member=http://$member:2380"; done
# Patroni 3.0 must use etcd's API of version 2: with version 3 a primary that was frozen takes the lock back from its successor,
# whose changes are lost (fixed in Patroni 3.0.3).
exec etcd --name="$NAME" --data-dir="$DATA" --initial-cluster-token=raahi --initial-cluster="$peers" \
  --listen-client-urls="http://0.0.0.0:2379" --advertise-client-urls="http://$NAME:2379" \
  --listen-peer-urls="http://0.0.0.0:2380" --initial-advertise-peer-urls="http://$NAME:2380" \
  --enable-v2=true --logger=zap --log-level=warn
