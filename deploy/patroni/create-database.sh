#!/bin/sh
# Patroni runs this after create-cluster.sh, with the address of the new primary: creates the user and the database of the
# product, unless the backup had them, and the place for backups. Passwords come from the environment, not from a command line.
# Fails if the repository has backups of another cluster: then RESTORE_TO or an empty repository is necessary.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname="$1" <<'SQL'
\getenv database_password DATABASE_PASSWORD
select 'create role raahi' where not exists (select from pg_roles where rolname = 'raahi') \gexec
alter role raahi login password :'database_password';
select 'create database raahi owner raahi' where not exists (select from pg_database where datname = 'raahi') \gexec
-- Defaults for connections that the product does not make: the same durability and time zone.
alter role raahi set synchronous_commit = on;
alter role raahi set timezone = 'UTC';
SQL
pgbackrest stanza-create
