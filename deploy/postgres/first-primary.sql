-- Creates the users and the database of a new primary. Passwords come from the environment, not from a command line.
\getenv database_password DATABASE_PASSWORD
\getenv replication_password REPLICATION_PASSWORD
create role raahi login password :'database_password';
create role replicator login replication password :'replication_password';
create database raahi owner raahi;
-- Defaults for connections that the product does not make: the same durability and time zone.
alter role raahi set synchronous_commit = on;
alter role raahi set timezone = 'UTC';
