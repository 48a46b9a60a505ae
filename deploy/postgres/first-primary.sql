-- The users and the database of a new primary. Passwords come from the environment and stand in no command line.
\getenv database_password DATABASE_PASSWORD
\getenv replication_password REPLICATION_PASSWORD
create role raahi login password :'database_password';
create role replicator login replication password :'replication_password';
create database raahi owner raahi;
-- Whoever connects in another way than the product does has its promise too.
alter role raahi set synchronous_commit = on;
alter role raahi set timezone = 'UTC';
