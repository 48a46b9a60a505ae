-- Reading the audit log: who acted as what, and counts that cost a purchase nothing.

-- Purchases write their entry inside the database and are always an agent's, which is why that is
-- the default: the hottest writer says nothing and enters no further index.
alter table audit_log add column actor_role text not null default 'user'
  check (actor_role in ('admin', 'user', 'console'));
alter table audit_log disable trigger audit_log_append_only;
update audit_log set actor_role = 'console' where actor_id is null;
update audit_log set actor_role = 'admin'
  where actor_id in (select id from users where role = 'admin');
alter table audit_log enable trigger audit_log_append_only;
alter table audit_log add check ((actor_role = 'console') = (actor_id is null));

-- A few entries of admins stand among very many of agents.
create index audit_log_admins on audit_log (id desc) where actor_role <> 'user';
-- Entries come in the order of time: ranges of days need no more than this.
create index audit_log_at on audit_log using brin (at) with (autosummarize = on);

-- How many entries of each kind a thousand ids hold. The log is append-only, so a block whose ids
-- are all given out and committed never changes: it is counted once, afterwards, by housekeeping.
create table audit_blocks (
  block bigint not null,
  actor_role text not null,
  action text not null,
  n integer not null,
  primary key (block, actor_role, action)
);
-- The first block that is not counted yet, and how far the log was seen to go at some moment.
create table audit_blocks_next (
  is_only boolean primary key default true check (is_only),
  block bigint not null,
  seen_id bigint,
  seen_at timestamptz
);
insert into audit_blocks_next (block) values (0);

create function audit_block_size() returns bigint language sql immutable as $$ select 1000::bigint $$;

-- Counts the blocks that can no longer change, at most 200 at a time; returns how many. An entry's
-- number is given out by its own transaction, so once every transaction that runs began after the
-- log was seen to go to some number, that number and all below are committed or never will be.
create function count_audit_blocks() returns bigint language plpgsql as $$
declare
  size constant bigint := audit_block_size();
  oldest timestamptz;
  kept record;
  next_block bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('count_audit_blocks', 0)) then
    return 0;
  end if;
  -- Read in a statement before the one that counts: what is not running any more is seen there.
  select coalesce(min(xact_start), clock_timestamp()) into oldest from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid();
  select * into kept from audit_blocks_next;
  next_block := case when kept.seen_at < oldest
    then least((kept.seen_id + 1) / size, kept.block + 200) end;
  if next_block > kept.block then
    insert into audit_blocks (block, actor_role, action, n)
      select id / size, actor_role, action, count(*) from audit_log
      where id >= kept.block * size and id < next_block * size group by 1, 2, 3;
    update audit_blocks_next set block = next_block;
    return next_block - kept.block;
  end if;
  if kept.seen_at is null or kept.seen_at < oldest then
    update audit_blocks_next set seen_id = (select max(id) from audit_log);
    update audit_blocks_next set seen_at = clock_timestamp();
  end if;
  return 0;
end $$;
