-- Leads that were added together are on one page of lead_search and are often sold within the same second. The free space of
-- a page takes the new versions of about nine rows. Further rows would move to another page and be added to every index
-- again, so a fold marks at most six per page. The others stay in lead_count_changes until the next fold.

-- Adds the changes to the stored counts and marks sold leads in lead_search. Returns the number of changes. Of two
-- concurrent calls, one works and one returns 0.
create or replace function fold_lead_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
  destinations bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_lead_counts', 0)) then
    return 0;
  end if;
  with gone as (
    delete from lead_count_changes returning *
  ), days as (
    insert into lead_day_counts as kept (day, lead_type, trip_type, status, is_expired, n)
      select day, lead_type, trip_type, status, is_expired, sum(n) from gone group by 1, 2, 3, 4, 5
      having sum(n) <> 0
    on conflict (day, lead_type, trip_type, status, is_expired) do update set n = kept.n + excluded.n
  ), totals as (
    insert into lead_totals as kept (lead_type, trip_type, status, is_expired, n)
      select lead_type, trip_type, status, is_expired, sum(n) from gone group by 1, 2, 3, 4
      having sum(n) <> 0
    on conflict (lead_type, trip_type, status, is_expired) do update set n = kept.n + excluded.n
  ), cities as (
    insert into lead_city_counts as kept (city, n)
      select city, sum(n) from gone where city is not null group by 1 having sum(n) <> 0
    on conflict (city) do update set n = kept.n + excluded.n
  ), destination_totals as (
    insert into lead_destination_totals as kept (destination, lead_type, trip_type, status, is_expired, n)
      select destination, lead_type, trip_type, status, is_expired, sum(n) from gone
      where destination is not null group by 1, 2, 3, 4, 5 having sum(n) <> 0
    on conflict (destination, lead_type, trip_type, status, is_expired) do update set n = kept.n + excluded.n
  ), city_totals as (
    insert into lead_city_totals as kept (city, lead_type, trip_type, status, is_expired, n)
      select city, lead_type, trip_type, status, is_expired, sum(n) from gone
      where city is not null group by 1, 2, 3, 4, 5 having sum(n) <> 0
    on conflict (city, lead_type, trip_type, status, is_expired) do update set n = kept.n + excluded.n
  ), place_totals as (
    insert into lead_place_totals as kept (destination, city, lead_type, trip_type, status, is_expired, n)
      select destination, city, lead_type, trip_type, status, is_expired, sum(n) from gone
      where destination is not null and city is not null group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (destination, city, lead_type, trip_type, status, is_expired) do update set n = kept.n + excluded.n
  ), travel_totals as (
    insert into lead_travel_totals as kept (travel_date, lead_type, trip_type, status, is_expired, n)
      select travel_date, lead_type, trip_type, status, is_expired, sum(n) from gone
      where travel_date is not null group by 1, 2, 3, 4, 5 having sum(n) <> 0
    on conflict (travel_date, lead_type, trip_type, status, is_expired) do update set n = kept.n + excluded.n
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
  with gone as (
    delete from lead_destination_changes returning *
  ), counts as (
    insert into lead_destination_counts as kept (destination, n)
      select destination, sum(n) from gone group by 1
    on conflict (destination) do update set n = kept.n + excluded.n
  )
  select count(*) into destinations from gone;
  if destinations > 0 then
    delete from lead_destination_counts where n = 0;
  end if;
  if folded > 0 then
    delete from lead_city_counts where n = 0;
    delete from lead_destination_totals where n = 0;
    delete from lead_city_totals where n = 0;
    delete from lead_place_totals where n = 0;
    delete from lead_travel_totals where n = 0;
  end if;
  return folded + destinations;
end $$;

-- New names go into the index at once. A list of pending names would be read by every search.
do $$
begin
  if to_regclass('lead_search_name') is not null then
    alter index lead_search_name set (fastupdate = off);
    perform gin_clean_pending_list('lead_search_name');
  end if;
end $$;
