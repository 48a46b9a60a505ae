-- Totals of text filters and travel dates from stored counts, and pages of searches from one table
-- (docs/decisions/0046-text-search.md). Reads all leads once and writes lead_search again; changes of leads wait meanwhile.

-- The strongest lock on leads. `drop trigger` would need a stronger one later, and deadlock with a purchase that waits for this one.
lock table leads in share row exclusive mode;
-- The changes so far have neither place nor travel date, so they are folded before the columns exist. A running fold ends first.
select pg_advisory_xact_lock(hashtextextended('fold_lead_counts', 0));
select fold_lead_counts();

alter table lead_count_changes
  add column destination text,
  add column city text,
  add column travel_date date,
  -- The lead that was sold, until lead_search says so.
  add column lead_id uuid;

-- The distinct cities, as lead_destination_counts has the distinct destinations.
create table lead_city_counts (
  city text primary key,
  n bigint not null
);
create table lead_destination_totals (
  destination text not null,
  lead_type text not null,
  trip_type text not null,
  status text not null,
  is_expired boolean not null,
  n bigint not null,
  primary key (destination, lead_type, trip_type, status, is_expired)
);
create table lead_city_totals (
  city text not null,
  lead_type text not null,
  trip_type text not null,
  status text not null,
  is_expired boolean not null,
  n bigint not null,
  primary key (city, lead_type, trip_type, status, is_expired)
);
create table lead_place_totals (
  destination text not null,
  city text not null,
  lead_type text not null,
  trip_type text not null,
  status text not null,
  is_expired boolean not null,
  n bigint not null,
  primary key (destination, city, lead_type, trip_type, status, is_expired)
);
create table lead_travel_totals (
  travel_date date not null,
  lead_type text not null,
  trip_type text not null,
  status text not null,
  is_expired boolean not null,
  n bigint not null,
  primary key (travel_date, lead_type, trip_type, status, is_expired)
);
-- Find the counts that have become 0, which a fold deletes.
create index lead_city_counts_empty on lead_city_counts (n) where n = 0;
create index lead_destination_totals_empty on lead_destination_totals (n) where n = 0;
create index lead_city_totals_empty on lead_city_totals (n) where n = 0;
create index lead_place_totals_empty on lead_place_totals (n) where n = 0;
create index lead_travel_totals_empty on lead_travel_totals (n) where n = 0;

-- The columns by which a search filters and sorts. A sale changes none of them: the fold that follows it sets is_sold and
-- sold_cost_paise, and until then lead_count_changes has the lead. No index contains these two columns, so that the fold does
-- not write to the indexes; the free space in each page is for the new version of the row.
drop index if exists lead_search_name;
drop index if exists lead_search_destination;
drop index if exists lead_search_city;
truncate lead_search;
alter table lead_search
  set (fillfactor = 85),
  -- ILIKE lowers both sides for each comparison; LIKE on this column gives the same result in half the time.
  add column name_key text not null generated always as (lower(name)) stored,
  add column created_at timestamptz not null,
  add column travel_date date,
  add column lead_type text not null,
  add column trip_type text not null,
  add column is_expired boolean not null,
  add column is_deleted boolean not null,
  add column is_sold boolean not null,
  add column sold_cost_paise bigint;
insert into lead_search (lead_id, name, destination, city, created_at, travel_date, lead_type, trip_type,
    is_expired, is_deleted, is_sold, sold_cost_paise)
  select id, name, destination, city, created_at, travel_date, lead_type, trip_type,
    is_expired, deleted_at is not null, status = 'sold', sold_cost_paise
  from leads order by created_at, id;
create index lead_search_newest on lead_search (created_at desc, lead_id desc);
create index lead_search_travel on lead_search (travel_date desc nulls last, lead_id desc);
create index lead_search_destination on lead_search (destination, lead_type, trip_type);
create index lead_search_city on lead_search (city, lead_type, trip_type);
create index lead_search_types on lead_search (trip_type, lead_type, travel_date);
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index lead_search_name on lead_search using gin (name_key gin_trgm_ops);
  end if;
end $$;

insert into lead_city_counts (city, n)
  select city, count(*) from leads where deleted_at is null and city is not null group by 1;
insert into lead_place_totals (destination, city, lead_type, trip_type, status, is_expired, n)
  select destination, city, lead_type, trip_type, status, is_expired, count(*) from leads
  where deleted_at is null and destination is not null and city is not null group by 1, 2, 3, 4, 5, 6;
insert into lead_destination_totals (destination, lead_type, trip_type, status, is_expired, n)
  select destination, lead_type, trip_type, status, is_expired, count(*) from leads
  where deleted_at is null and destination is not null group by 1, 2, 3, 4, 5;
insert into lead_city_totals (city, lead_type, trip_type, status, is_expired, n)
  select city, lead_type, trip_type, status, is_expired, count(*) from leads
  where deleted_at is null and city is not null group by 1, 2, 3, 4, 5;
insert into lead_travel_totals (travel_date, lead_type, trip_type, status, is_expired, n)
  select travel_date, lead_type, trip_type, status, is_expired, count(*) from leads
  where deleted_at is null and travel_date is not null group by 1, 2, 3, 4, 5;
-- The planner estimates from these how many names contain a text.
alter table lead_search alter column name_key set statistics 1000;
analyze lead_search, lead_destination_counts, lead_city_counts, lead_destination_totals, lead_city_totals,
  lead_place_totals, lead_travel_totals;

create or replace function index_new_leads() returns trigger language plpgsql as $$
begin
  insert into lead_search (lead_id, name, destination, city, created_at, travel_date, lead_type, trip_type,
      is_expired, is_deleted, is_sold, sold_cost_paise)
    select id, name, destination, city, created_at, travel_date, lead_type, trip_type,
      is_expired, deleted_at is not null, status = 'sold', sold_cost_paise
    from new_leads;
  return null;
end $$;

create or replace function index_changed_lead() returns trigger language plpgsql as $$
begin
  update lead_search set name = new.name, destination = new.destination, city = new.city,
      created_at = new.created_at, travel_date = new.travel_date, lead_type = new.lead_type,
      trip_type = new.trip_type, is_expired = new.is_expired, is_deleted = new.deleted_at is not null,
      is_sold = new.status = 'sold', sold_cost_paise = new.sold_cost_paise
    where lead_id = new.id;
  return null;
end $$;
-- Without a list of columns, because a trigger sets is_expired. Does not fire when a lead that is not expired is sold.
create or replace trigger leads_searchable_update after update on leads
  for each row when (
    (old.name, old.destination, old.city, old.created_at, old.travel_date, old.lead_type, old.trip_type,
        old.is_expired, old.deleted_at) is distinct from
      (new.name, new.destination, new.city, new.created_at, new.travel_date, new.lead_type, new.trip_type,
        new.is_expired, new.deleted_at)
  ) execute function index_changed_lead();

create or replace function count_new_leads() returns trigger language plpgsql as $$
begin
  insert into lead_count_changes
      (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, n)
    select lead_day(created_at), lead_type, trip_type, status, is_expired, destination, city, travel_date, count(*)
    from new_leads where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8;
  insert into lead_destination_changes (destination, n)
    select destination, count(*) from new_leads where deleted_at is null group by 1;
  return null;
end $$;

create or replace function count_changed_lead() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    insert into lead_count_changes
        (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, n)
      values (lead_day(old.created_at), old.lead_type, old.trip_type, old.status, old.is_expired,
        old.destination, old.city, old.travel_date, -1);
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into lead_count_changes
        (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, n, lead_id)
      values (lead_day(new.created_at), new.lead_type, new.trip_type, new.status, new.is_expired,
        new.destination, new.city, new.travel_date, 1,
        case when new.status = 'sold' and old.status <> 'sold' then new.id end);
  end if;
  return null;
end $$;
create or replace trigger leads_counted_update after update on leads
  for each row when (
    (old.created_at, old.lead_type, old.trip_type, old.status, old.is_expired, old.deleted_at,
        old.destination, old.city, old.travel_date) is distinct from
      (new.created_at, new.lead_type, new.trip_type, new.status, new.is_expired, new.deleted_at,
        new.destination, new.city, new.travel_date)
  ) execute function count_changed_lead();

-- As unmarked_expired_counts(), which the previous release calls, with the columns that lead_count_changes has now.
create function unmarked_expired_changes(p_today date) returns table (
  day date, lead_type text, trip_type text, status text, is_expired boolean,
  destination text, city text, travel_date date, n bigint
) language sql stable as $$
  select lead_day(l.created_at), l.lead_type, l.trip_type, l.status, side.is_expired,
    l.destination, l.city, l.travel_date, side.n
  from leads l cross join (values (false, -1::bigint), (true, 1::bigint)) as side (is_expired, n)
  where l.deleted_at is null and l.status = 'buy' and not l.is_expired and l.travel_date < p_today
    and (select min(e.travel_date) from leads e
      where e.deleted_at is null and e.status = 'buy' and not e.is_expired) < p_today
$$;

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
  ), markable as (
    -- A transaction that changes several leads may hold some of these rows and wait for another one.
    select s.lead_id from lead_search s where s.lead_id in (select lead_id from sold)
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
