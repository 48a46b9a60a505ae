-- What several processes of the product, and a replica, need of the database.

-- When a task that one process does for all was last begun.
create table turns (
  task text primary key,
  taken_at timestamptz not null
);

-- Waits until this replica has everything up to a position of the primary's log, at most so long. Statements that come
-- after it on this server see all that was committed up to there. False where the time is over, and on a server that
-- does not follow another one: whether that is the primary nobody here can tell.
create function wait_for_replay(p_position pg_lsn, p_most_ms integer) returns boolean
language plpgsql volatile as $$
declare
  until timestamptz := clock_timestamp() + p_most_ms * interval '1 millisecond';
begin
  while pg_is_in_recovery() loop
    if pg_last_wal_replay_lsn() >= p_position then return true; end if;
    if clock_timestamp() >= until then return false; end if;
    perform pg_sleep(0.001);
  end loop;
  return false;
end $$;
