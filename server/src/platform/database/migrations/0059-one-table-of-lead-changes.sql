-- The counts of destinations come from lead_count_changes, as the other counts of leads do, so that a change of a lead is one row.
-- A server of the previous release still reads lead_destination_changes, which stays empty, and unmarked_expired_counts(). The next
-- release drops both.

-- First the lock of the fold: a running fold ends before the table is locked.
select pg_advisory_xact_lock(hashtextextended('fold_lead_counts', 0));
lock table leads in access exclusive mode;
-- The changes so far are in both tables, so they are folded before the function changes.
select fold_lead_counts();

drop trigger leads_destination_updated on leads;
drop trigger leads_destination_deleted on leads;
drop function count_changed_destination();
drop trigger lead_destination_changes_open on lead_destination_changes;
drop function skip_row();

-- Finds the counts that have become 0, which a fold deletes.
create index lead_destination_counts_empty on lead_destination_counts (n) where n = 0;

create or replace function count_new_leads() returns trigger language plpgsql as $$
begin
  insert into lead_count_changes
      (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, n)
    select lead_day(created_at), lead_type, trip_type, status, is_expired, destination, city, travel_date, count(*)
    from new_leads where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $$;

-- Adds the changes to the stored counts and marks sold leads in lead_search. Returns the number of changes. Of two
-- concurrent calls, one works and one returns 0.
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
    insert into lead_travel_totals as stored (travel_date, lead_type, trip_type, status, is_expired, n)
      select travel_date, lead_type, trip_type, status, is_expired, sum(n) from gone
      where travel_date is not null group by 1, 2, 3, 4, 5 having sum(n) <> 0
    on conflict (travel_date, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
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
