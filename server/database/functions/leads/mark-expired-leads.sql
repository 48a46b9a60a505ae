create or replace function mark_expired_leads(p_limit integer) returns bigint language plpgsql as $$
declare
  ids uuid[];
  marked bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('mark_expired_leads', 0)) then
    return 0;
  end if;
  ids := array(
    select id from leads
    where deleted_at is null and status = 'buy' and not is_expired and travel_date < today_in_india()
    order by travel_date, id limit p_limit for update skip locked
  );
  ids := ids || array(
    select id from leads
    where deleted_at is null and status = 'buy' and not is_expired and month_end is not null
      and month_end < today_in_india()
    order by month_end, id limit p_limit - cardinality(ids) for update skip locked
  );
  update leads set is_expired = true where id = any(ids);
  get diagnostics marked = row_count;
  return marked;
end $$;
