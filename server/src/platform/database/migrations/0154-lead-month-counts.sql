-- A deep page of leads finds its first day from counts of months and then from those of the days of one month
-- (docs/decisions/0004-lead-list.md). Before, it added up the counts of every day before it.

create function lead_month(p_day date) returns date language sql immutable as $$
  select date_trunc('month', p_day::timestamp)::date
$$;

-- A running fold ends first.
select pg_advisory_xact_lock(hashtextextended('fold_lead_counts', 0));
-- The leads of each month of lead_day_counts. The changes that are not folded are in neither.
create table lead_month_counts (
  month date not null,
  lead_type text not null,
  trip_type text not null,
  status text not null,
  is_expired boolean not null,
  n bigint not null,
  primary key (month, lead_type, trip_type, status, is_expired)
);
insert into lead_month_counts (month, lead_type, trip_type, status, is_expired, n)
  select lead_month(day), lead_type, trip_type, status, is_expired, sum(n) from lead_day_counts group by 1, 2, 3, 4, 5;

-- The day on which the row after `p_offset` rows was created, and the number of rows before that day in the order of the list.
-- No row: the list is shorter. A filter that is null is not applied. The plan is kept, because planning takes longer than running.
create function lead_page_start(p_offset bigint, p_is_newest_first boolean, p_today date, p_lead_type text, p_trip_type text,
  p_status text, p_is_expired boolean)
returns table (day date, before bigint) language plpgsql stable set plan_cache_mode to 'force_generic_plan' as $$
declare
  direction integer := case when p_is_newest_first then -1 else 1 end;
begin
  return query
  with changed as materialized (
    select c.day, c.n from lead_count_changes c
    where (p_lead_type is null or c.lead_type = p_lead_type) and (p_trip_type is null or c.trip_type = p_trip_type)
      and (p_status is null or c.status = p_status) and (p_is_expired is null or c.is_expired = p_is_expired)
    union all
    select c.day, c.n from unmarked_expired_changes(p_today) c
    where (p_lead_type is null or c.lead_type = p_lead_type) and (p_trip_type is null or c.trip_type = p_trip_type)
      and (p_status is null or c.status = p_status) and c.is_expired = p_is_expired
  ), months as (
    select m.month, sum(m.n) as n, sum(sum(m.n)) over (order by (m.month - 'epoch'::date) * direction) as through
    from (
      select c.month, c.n from lead_month_counts c
      where (p_lead_type is null or c.lead_type = p_lead_type) and (p_trip_type is null or c.trip_type = p_trip_type)
        and (p_status is null or c.status = p_status) and (p_is_expired is null or c.is_expired = p_is_expired)
      union all select lead_month(c.day), c.n from changed c
    ) m group by m.month
  ), start as materialized (
    select m.month, m.through - m.n as before from months m
    where m.through > p_offset order by m.through, m.n desc limit 1
  ), days as (
    select d.day, sum(d.n) as n,
      (select s.before from start s) + sum(sum(d.n)) over (order by (d.day - 'epoch'::date) * direction) as through
    from (
      select c.day, c.n from lead_day_counts c
      where c.day >= (select s.month from start s) and c.day < (select s.month + interval '1 month' from start s)
        and (p_lead_type is null or c.lead_type = p_lead_type) and (p_trip_type is null or c.trip_type = p_trip_type)
        and (p_status is null or c.status = p_status) and (p_is_expired is null or c.is_expired = p_is_expired)
      union all select c.day, c.n from changed c where lead_month(c.day) = (select s.month from start s)
    ) d group by d.day
  )
  select d.day, (d.through - d.n)::bigint from days d
  where d.through > p_offset order by d.through, d.n desc limit 1;
end $$;

create or replace function fold_lead_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_lead_counts', 0)) then
    return 0;
  end if;
  with gone as (
    delete from lead_count_changes returning *
  ), days as (
    insert into lead_day_counts as stored (day, lead_type, trip_type, status, is_expired, n)
      select day, lead_type, trip_type, status, is_expired, sum(n) from gone group by 1, 2, 3, 4, 5
      having sum(n) <> 0
    on conflict (day, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), months as (
    insert into lead_month_counts as stored (month, lead_type, trip_type, status, is_expired, n)
      select lead_month(day), lead_type, trip_type, status, is_expired, sum(n) from gone group by 1, 2, 3, 4, 5
      having sum(n) <> 0
    on conflict (month, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), totals as (
    insert into lead_totals as stored (lead_type, trip_type, status, is_expired, n)
      select lead_type, trip_type, status, is_expired, sum(n) from gone group by 1, 2, 3, 4
      having sum(n) <> 0
    on conflict (lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), destinations as (
    insert into lead_destination_counts as stored (destination, n)
      select destination, sum(n) from gone where destination is not null group by 1 having sum(n) <> 0
    on conflict (destination) do update set n = stored.n + excluded.n
  ), cities as (
    insert into lead_city_counts as stored (city, n)
      select city, sum(n) from gone where city is not null group by 1 having sum(n) <> 0
    on conflict (city) do update set n = stored.n + excluded.n
  ), destination_totals as (
    insert into lead_destination_totals as stored (destination, lead_type, trip_type, status, is_expired, n)
      select destination, lead_type, trip_type, status, is_expired, sum(n) from gone
      where destination is not null group by 1, 2, 3, 4, 5 having sum(n) <> 0
    on conflict (destination, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), city_totals as (
    insert into lead_city_totals as stored (city, lead_type, trip_type, status, is_expired, n)
      select city, lead_type, trip_type, status, is_expired, sum(n) from gone
      where city is not null group by 1, 2, 3, 4, 5 having sum(n) <> 0
    on conflict (city, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), place_totals as (
    insert into lead_place_totals as stored (destination, city, lead_type, trip_type, status, is_expired, n)
      select destination, city, lead_type, trip_type, status, is_expired, sum(n) from gone
      where destination is not null and city is not null group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (destination, city, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), travel_totals as (
    insert into lead_travel_totals as stored (travel_date, month_end, lead_type, trip_type, status, is_expired, n)
      select travel_date, month_end, lead_type, trip_type, status, is_expired, sum(n) from gone
      where travel_date is not null or month_end is not null group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (travel_date, month_end, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), published as (
    insert into lead_events (xid, kind, subject_id)
      select xid, 'sold', lead_id from gone where xid is not null
  ), sold as (
    select g.lead_id, l.sold_cost_paise, g.day, g.lead_type, g.trip_type
    from gone g join leads l on l.id = g.lead_id join lead_search s on s.lead_id = g.lead_id
  ), fitting as (
    select lead_id from (
      select s.lead_id, row_number() over (partition by (s.ctid::text::point)[0]) as position_on_page
      from lead_search s where s.lead_id in (select lead_id from sold)
    ) positions where position_on_page <= 6
  ), markable as (
    -- A transaction that changes several leads may hold some of these rows and wait for another one.
    select s.lead_id from lead_search s where s.lead_id in (select lead_id from fitting)
    for no key update skip locked
  ), marked as (
    update lead_search s set is_sold = true, sold_cost_paise = sold.sold_cost_paise
    from sold join markable using (lead_id) where s.lead_id = sold.lead_id
  ), unmarked as (
    insert into lead_count_changes (day, lead_type, trip_type, status, n, lead_id)
      select day, lead_type, trip_type, 'sold', 0, lead_id from sold
      where lead_id not in (select lead_id from markable)
  )
  select count(*) into folded from gone;
  if folded > 0 then
    delete from lead_destination_counts where n = 0;
    delete from lead_city_counts where n = 0;
    delete from lead_destination_totals where n = 0;
    delete from lead_city_totals where n = 0;
    delete from lead_place_totals where n = 0;
    delete from lead_travel_totals where n = 0;
  end if;
  return folded;
end $$;
