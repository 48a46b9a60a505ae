-- Lists whose exact total was counted over whole rows, and a log whose blocks waited for the vacuum.

-- All that the list of enquiries shows while nothing else is asked for. Its total comes from the index alone, also of one
-- status and of duplicates: a fifth of the time at 100,000 enquiries.
create index enquiries_shown on enquiries (created_at desc, id desc) include (status, duplicate_of)
  where erased_at is null and (status <> 'new' or not suspected);

-- The same of the messages. What the one before held beyond it is in contact_messages_suspected.
create index contact_messages_shown on contact_messages (created_at desc, id desc)
  where not suspected or answered_at is not null;
drop index contact_messages_newest;

-- The names of the actions are read one by one, each by looking for the next.
create index audit_blocks_action on audit_blocks (action);

-- As 0012-audit-log.sql made it, but the automatic vacuum is not waited for: it writes no entry, takes minutes on a large
-- table, and until it ended every total of the log was counted entry by entry.
create or replace function count_audit_blocks() returns bigint language plpgsql as $$
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
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type is distinct from 'autovacuum worker';
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
