-- Leads, their prices, and the counts that keep lists fast.

create table lead_costs (
  id uuid primary key,
  type text not null unique check (type in ('domestic', 'international', 'both')),
  price_paise bigint not null check (price_paise between 0 and 100000000),
  updated_at timestamptz not null default now()
);

-- Present price of a lead type: its own, else the one for both; null where there is none.
create function lead_price_paise(p_lead_type text) returns bigint language sql stable as $$
  select price_paise from lead_costs where type in (p_lead_type, 'both')
  order by type = 'both' limit 1
$$;

create table leads (
  id uuid primary key,
  number bigint generated always as identity,
  name text not null,
  phone text not null,
  email text not null,
  city text not null,
  destination text not null,
  travel_date date,
  travel_days integer not null default 0,
  travel_nights integer not null default 0,
  adult integer not null default 0,
  children integer not null default 0,
  infant integer not null default 0,
  trip_type text not null check (
    trip_type in ('Business', 'Family', 'Friends', 'Couples', 'Senior_Citizen', 'Others', 'Group')
  ),
  lead_type text not null check (lead_type in ('domestic', 'international')),
  status text not null default 'buy' check (status in ('buy', 'sold')),
  -- Sold has a cause: a purchase by an agent, or a sale outside the product.
  sold_cause text check (sold_cause in ('purchase', 'outside')),
  -- Price at the moment of the sale; null where there was none.
  sold_cost_paise bigint,
  sold_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((status = 'sold') = (sold_cause is not null)),
  check ((status = 'sold') = (sold_at is not null))
) with (fillfactor = 85);

create index leads_newest on leads (created_at desc, id desc) where deleted_at is null;
create index leads_for_sale_newest on leads (created_at desc, id desc)
  where deleted_at is null and status = 'buy';
create index leads_sold_newest on leads (created_at desc, id desc)
  where deleted_at is null and status = 'sold';
create index leads_travel_soonest on leads (travel_date, id) where deleted_at is null;
create index leads_travel_latest on leads (travel_date desc nulls last, id desc)
  where deleted_at is null;
create index leads_for_sale_by_type on leads (lead_type, created_at desc, id desc)
  where deleted_at is null and status = 'buy';
create index leads_sold_by_cost on leads (sold_cost_paise nulls first, created_at, id)
  where deleted_at is null and status = 'sold';

-- What is searched by substring stands in a table of its own: each sale writes a new version of
-- the lead's row, which would have to enter these large indexes again.
create table lead_search (
  lead_id uuid primary key references leads (id) on delete cascade,
  name text not null,
  destination text not null,
  city text not null
);

create function index_new_leads() returns trigger language plpgsql as $$
begin
  insert into lead_search (lead_id, name, destination, city)
    select id, name, destination, city from new_leads;
  return null;
end $$;
create trigger leads_searchable_insert after insert on leads
  referencing new table as new_leads
  for each statement execute function index_new_leads();

create function index_changed_lead() returns trigger language plpgsql as $$
begin
  update lead_search set name = new.name, destination = new.destination, city = new.city
    where lead_id = new.id;
  return null;
end $$;
create trigger leads_searchable_update after update of name, destination, city on leads
  for each row execute function index_changed_lead();

-- Substring search needs trigrams. Where the extension may not be created, search still works and
-- is slower.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not available: searches read more rows';
end $$;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index lead_search_name on lead_search using gin (name gin_trgm_ops);
    create index lead_search_destination on lead_search using gin (destination gin_trgm_ops);
    create index lead_search_city on lead_search using gin (city gin_trgm_ops);
  end if;
end $$;

-- Counting a million leads takes longer than showing fifty of them, so the counts are kept. A
-- counter that each sale updated would make buyers wait for each other: each change adds a row
-- to lead_count_changes instead, and fold_lead_counts() sums them up now and then. A count is
-- always the kept figure plus the changes not yet folded, which in one snapshot is exact.
create table lead_totals (
  lead_type text not null,
  trip_type text not null,
  status text not null,
  n bigint not null,
  primary key (lead_type, trip_type, status)
);
-- The same by day of creation (UTC): finds the day a deep page starts in.
create table lead_day_counts (
  day date not null,
  lead_type text not null,
  trip_type text not null,
  status text not null,
  n bigint not null,
  primary key (day, lead_type, trip_type, status)
);
create table lead_count_changes (
  id bigint generated always as identity primary key,
  day date not null,
  lead_type text not null,
  trip_type text not null,
  status text not null,
  n bigint not null
);

create function lead_day(p_created_at timestamptz) returns date language sql immutable as $$
  select (p_created_at at time zone 'UTC')::date
$$;

create function count_new_leads() returns trigger language plpgsql as $$
begin
  insert into lead_count_changes (day, lead_type, trip_type, status, n)
    select lead_day(created_at), lead_type, trip_type, status, count(*) from new_leads
    where deleted_at is null group by 1, 2, 3, 4;
  return null;
end $$;
create trigger leads_counted_insert after insert on leads
  referencing new table as new_leads
  for each statement execute function count_new_leads();

create function count_changed_lead() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    insert into lead_count_changes (day, lead_type, trip_type, status, n)
      values (lead_day(old.created_at), old.lead_type, old.trip_type, old.status, -1);
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into lead_count_changes (day, lead_type, trip_type, status, n)
      values (lead_day(new.created_at), new.lead_type, new.trip_type, new.status, 1);
  end if;
  return null;
end $$;
create trigger leads_counted_update after update on leads
  for each row when (
    (old.created_at, old.lead_type, old.trip_type, old.status, old.deleted_at)
      is distinct from (new.created_at, new.lead_type, new.trip_type, new.status, new.deleted_at)
  ) execute function count_changed_lead();
create trigger leads_counted_delete after delete on leads
  for each row execute function count_changed_lead();

-- Sums up the changes so far; returns how many there were. Two at once: one works, one returns 0.
create function fold_lead_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_lead_counts', 0)) then
    return 0;
  end if;
  with gone as (
    delete from lead_count_changes returning *
  ), days as (
    insert into lead_day_counts as kept (day, lead_type, trip_type, status, n)
      select day, lead_type, trip_type, status, sum(n) from gone group by 1, 2, 3, 4
    on conflict (day, lead_type, trip_type, status) do update set n = kept.n + excluded.n
  ), totals as (
    insert into lead_totals as kept (lead_type, trip_type, status, n)
      select lead_type, trip_type, status, sum(n) from gone group by 1, 2, 3
    on conflict (lead_type, trip_type, status) do update set n = kept.n + excluded.n
  )
  select count(*) into folded from gone;
  return folded;
end $$;
