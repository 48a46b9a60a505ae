-- The changes that open screens follow: one row for each change of a lead, a price, an account or a session, written in the
-- transaction of the change. A reader finds the rows that its last snapshot did not see (decision 64).

-- First the lock of the fold: a running fold ends before the table is locked.
select pg_advisory_xact_lock(hashtextextended('fold_lead_counts', 0));
lock table leads in access exclusive mode;

-- xid is the transaction of the change. subject_id is a lead (new, changed, sold), a user (account, access) or a session;
-- prices and everything have none.
create table lead_events (
  xid xid8 not null default pg_current_xact_id(),
  kind text not null check (
    kind in ('new', 'changed', 'sold', 'prices', 'account', 'access', 'session', 'everything')
  ),
  subject_id uuid,
  check ((subject_id is null) = (kind in ('prices', 'everything')))
);
create index lead_events_xid on lead_events (xid);

-- Snapshots, one a minute. Events that the oldest one sees may have been removed.
create table lead_event_marks (
  snapshot pg_snapshot not null,
  created_at timestamptz not null default clock_timestamp()
);

-- The transaction of a sale, until the fold moves it to lead_events: a purchase writes eight bytes more and no row.
alter table lead_count_changes add column xid xid8;

create or replace function count_changed_lead() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    insert into lead_count_changes
        (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, month_end, n)
      values (lead_day(old.created_at), old.lead_type, old.trip_type, old.status, old.is_expired,
        old.destination, old.city, old.travel_date, old.month_end, -1);
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into lead_count_changes
        (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, month_end, n, lead_id, xid)
      values (lead_day(new.created_at), new.lead_type, new.trip_type, new.status, new.is_expired,
        new.destination, new.city, new.travel_date, new.month_end, 1,
        case when new.status = 'sold' and old.status <> 'sold' then new.id end,
        case when new.status = 'sold' and old.status <> 'sold' then pg_current_xact_id() end);
  end if;
  return null;
end $$;

-- Adds the changes to the stored counts, marks sold leads in lead_search and moves sales to lead_events. Returns the number
-- of changes. Of two concurrent calls, one works and one returns 0.
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

create function record_new_leads() returns trigger language plpgsql as $$
begin
  -- Screens read their lists again after a bulk load.
  if (select count(*) > 1000 from new_leads) then
    insert into lead_events (kind) values ('everything');
  else
    insert into lead_events (kind, subject_id) select 'new', id from new_leads where deleted_at is null;
  end if;
  return null;
end $$;
create trigger leads_recorded_insert after insert on leads
  referencing new table as new_leads
  for each statement execute function record_new_leads();

create function record_lead_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id) values ('changed', old.id);
  return null;
end $$;
-- Does not fire for a sale, which is in lead_count_changes.
create trigger leads_recorded_update after update on leads
  for each row when (
    old.status = new.status and
      (old.name, old.city, old.destination, old.travel_date, old.travel_days, old.travel_nights, old.adult, old.children,
        old.infant, old.trip_type, old.lead_type, old.travel_month, old.budget_per_person, old.priority,
        old.email_verified_at, old.phone_verified_at, old.email <> '', old.is_expired, old.deleted_at) is distinct from
      (new.name, new.city, new.destination, new.travel_date, new.travel_days, new.travel_nights, new.adult, new.children,
        new.infant, new.trip_type, new.lead_type, new.travel_month, new.budget_per_person, new.priority,
        new.email_verified_at, new.phone_verified_at, new.email <> '', new.is_expired, new.deleted_at)
  ) execute function record_lead_event();
create trigger leads_recorded_delete after delete on leads
  for each row execute function record_lead_event();

create function record_price_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind) values ('prices');
  return null;
end $$;
create trigger lead_costs_recorded after insert or update or delete on lead_costs
  for each statement execute function record_price_event();

create function record_account_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id) values ('account', new.user_id);
  return null;
end $$;
-- The buyer of a sold lead follows from the purchase.
create trigger journal_entries_recorded after insert on journal_entries
  for each row when (new.method <> 'lead_wallet') execute function record_account_event();
create trigger subscriptions_recorded_insert after insert on subscriptions
  for each row execute function record_account_event();
create trigger subscriptions_recorded_update after update on subscriptions
  for each row when (new.leads_used < old.leads_used or old.ends_at is distinct from new.ends_at)
  execute function record_account_event();

create function record_access_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id) values ('access', new.id);
  return null;
end $$;
create trigger users_recorded_update after update on users
  for each row when ((old.status, old.role) is distinct from (new.status, new.role))
  execute function record_access_event();

create function record_session_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id) values ('session', new.id);
  return null;
end $$;
create trigger sessions_recorded_update after update on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function record_session_event();

-- Removes the events that a snapshot of at least ten minutes ago sees, and takes the next snapshot. Rows of another server,
-- as in a restored dump, are ahead of it.
create function trim_lead_events() returns void language plpgsql as $$
declare
  horizon record;
begin
  delete from lead_events where xid >= pg_snapshot_xmax(pg_current_snapshot());
  delete from lead_event_marks where pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot());
  select * into horizon from lead_event_marks
    where created_at < clock_timestamp() - interval '10 minutes' order by created_at desc limit 1;
  if found then
    delete from lead_events
      where xid < pg_snapshot_xmax(horizon.snapshot) and pg_visible_in_snapshot(xid, horizon.snapshot);
    delete from lead_event_marks where created_at < horizon.created_at;
  end if;
  insert into lead_event_marks (snapshot) values (pg_current_snapshot());
end $$;
