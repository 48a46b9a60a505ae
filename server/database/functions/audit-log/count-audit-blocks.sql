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
