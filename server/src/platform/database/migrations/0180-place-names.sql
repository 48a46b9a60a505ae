-- Places are matched by their normal form (docs/decisions/0095-one-place-many-names.md): `placeMatch` of the contract computes what
-- the searched copies and the counts of leads contain, and `placeTextsOf` what saved searches are compared with.

alter table leads add column destination_match text, add column city_match text;
comment on column leads.destination_match is 'What filters are compared with, by `placeMatch`. Null: the typed text.';

-- A write that changes a place without its match, such as an erasure, must not keep the match of the previous text.
create function clear_place_match() returns trigger language plpgsql as $$
begin
  if new.destination is distinct from old.destination and new.destination_match = old.destination_match then
    new.destination_match := null;
  end if;
  if new.city is distinct from old.city and new.city_match = old.city_match then
    new.city_match := null;
  end if;
  return new;
end $$;
create trigger leads_place_changed before update of destination, city on leads for each row
  when (old.destination is distinct from new.destination or old.city is distinct from new.city)
  execute function clear_place_match();

create or replace function count_changed_lead()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  if tg_op = 'UPDATE' and (old.created_at, old.lead_type, old.trip_type, old.status, old.is_expired, old.deleted_at,
      coalesce(old.destination_match, old.destination), coalesce(old.city_match, old.city), old.travel_date, old.month_end)
    is not distinct from (new.created_at, new.lead_type, new.trip_type, new.status, new.is_expired, new.deleted_at,
      coalesce(new.destination_match, new.destination), coalesce(new.city_match, new.city), new.travel_date, new.month_end) then
    return null;
  end if;
  if old.deleted_at is null then
    insert into lead_count_changes
        (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, month_end, n)
      values (lead_day(old.created_at), old.lead_type, old.trip_type, old.status, old.is_expired,
        coalesce(old.destination_match, old.destination), coalesce(old.city_match, old.city), old.travel_date, old.month_end, -1);
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into lead_count_changes
        (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, month_end, n, lead_id, xid)
      values (lead_day(new.created_at), new.lead_type, new.trip_type, new.status, new.is_expired,
        coalesce(new.destination_match, new.destination), coalesce(new.city_match, new.city), new.travel_date, new.month_end, 1,
        case when new.status = 'sold' and old.status <> 'sold' then new.id end,
        case when new.status = 'sold' and old.status <> 'sold' then pg_current_xact_id() end);
  end if;
  return null;
end $$;

create or replace function count_new_leads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  insert into lead_count_changes
      (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, month_end, n)
    select lead_day(created_at), lead_type, trip_type, status, is_expired, coalesce(destination_match, destination),
      coalesce(city_match, city), travel_date, month_end, count(*)
    from new_leads where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;

create or replace function index_changed_lead()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  update lead_search set name = new.name, destination = coalesce(new.destination_match, new.destination),
      city = coalesce(new.city_match, new.city),
      created_at = new.created_at, travel_date = new.travel_date, month_end = new.month_end, lead_type = new.lead_type,
      trip_type = new.trip_type, is_expired = new.is_expired, is_deleted = new.deleted_at is not null,
      is_sold = new.status = 'sold', sold_cost_paise = new.sold_cost_paise,
      email_verified = new.email_verified_at is not null, phone_verified = new.phone_verified_at is not null
    where lead_id = new.id;
  return null;
end $$;

create or replace function index_new_leads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  insert into lead_search (lead_id, name, destination, city, created_at, travel_date, month_end, lead_type, trip_type,
      is_expired, is_deleted, is_sold, sold_cost_paise, email_verified, phone_verified)
    select id, name, coalesce(destination_match, destination), coalesce(city_match, city), created_at, travel_date, month_end, lead_type, trip_type,
      is_expired, deleted_at is not null, status = 'sold', sold_cost_paise,
      email_verified_at is not null, phone_verified_at is not null
    from new_leads;
  return null;
end $$;

create or replace function unmarked_expired_changes(p_today date)
 RETURNS TABLE(day date, lead_type text, trip_type text, status text, is_expired boolean, destination text, city text, travel_date date, month_end date, n bigint)
 LANGUAGE sql
 STABLE
AS $$
  select lead_day(l.created_at), l.lead_type, l.trip_type, l.status, side.is_expired,
    coalesce(l.destination_match, l.destination), coalesce(l.city_match, l.city), l.travel_date, l.month_end, side.n
  from (
    select * from leads
    where deleted_at is null and status = 'buy' and not is_expired and travel_date < p_today
      and (select min(e.travel_date) from leads e
        where e.deleted_at is null and e.status = 'buy' and not e.is_expired) < p_today
    union all
    select * from leads
    where deleted_at is null and status = 'buy' and not is_expired and month_end is not null and month_end < p_today
  ) l cross join (values (false, -1::bigint), (true, 1::bigint)) as side (is_expired, n)
$$;

drop trigger leads_counted_update on leads;
create trigger leads_counted_update AFTER UPDATE OF created_at, lead_type, trip_type, status, is_expired, deleted_at, destination, city, destination_match, city_match, travel_date, travel_month, month_end ON public.leads FOR EACH ROW EXECUTE FUNCTION count_changed_lead();

drop trigger leads_searchable_update on leads;
create trigger leads_searchable_update AFTER UPDATE OF name, destination, city, destination_match, city_match, created_at, travel_date, travel_month, month_end, lead_type, trip_type, is_expired, deleted_at, email, phone, email_verified_at, phone_verified_at ON public.leads FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.destination IS DISTINCT FROM new.destination) OR (old.city IS DISTINCT FROM new.city) OR (old.destination_match IS DISTINCT FROM new.destination_match) OR (old.city_match IS DISTINCT FROM new.city_match) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.travel_date IS DISTINCT FROM new.travel_date) OR (old.month_end IS DISTINCT FROM new.month_end) OR (old.lead_type IS DISTINCT FROM new.lead_type) OR (old.trip_type IS DISTINCT FROM new.trip_type) OR (old.is_expired IS DISTINCT FROM new.is_expired) OR (old.deleted_at IS DISTINCT FROM new.deleted_at) OR (old.email_verified_at IS DISTINCT FROM new.email_verified_at) OR (old.phone_verified_at IS DISTINCT FROM new.phone_verified_at))) EXECUTE FUNCTION index_changed_lead();

alter table saved_searches
  drop column destination_pattern, drop column destination_patterns, drop column city_pattern, drop column city_patterns,
  drop column place_terms,
  add column destination_texts text[], add column destinations_texts text[],
  add column city_texts text[], add column cities_texts text[];
alter table saved_searches
  add column destination_patterns text[] generated always as (
    containing_patterns(coalesce(destination_texts, array_remove(array[destination], null)))) stored,
  add column destinations_patterns text[] generated always as (containing_patterns(coalesce(destinations_texts, destinations))) stored,
  add column city_patterns text[] generated always as (
    containing_patterns(coalesce(city_texts, array_remove(array[city], null)))) stored,
  add column cities_patterns text[] generated always as (containing_patterns(coalesce(cities_texts, cities))) stored,
  add column place_terms text[] not null generated always as (place_terms_of_search(
    coalesce(destination_texts, array_remove(array[destination], null)), coalesce(destinations_texts, destinations),
    coalesce(city_texts, array_remove(array[city], null)), coalesce(cities_texts, cities))) stored;
comment on column saved_searches.destination_texts is
  'What the places are compared with, like the next three, by `placeTextsOf`. Null: the typed texts.';
comment on column saved_searches.destination_patterns is 'The next five are generated from the places.';
create index saved_searches_places on saved_searches using gin (place_terms) with (fastupdate = off) where paused_at is null;
create index saved_searches_anywhere on saved_searches (lead_type, trip_type) where paused_at is null and place_terms = '{}';

create or replace function fits_saved_search(s saved_searches, l lead_search, p_price_paise bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $$
  select (s.lead_type is null or l.lead_type = s.lead_type)
    and (s.trip_type is null or l.trip_type = s.trip_type)
    and (s.verified is null or ((s.verified = 'email' or l.phone_verified) and (s.verified = 'phone' or l.email_verified)))
    and (s.max_price_paise is null or p_price_paise <= s.max_price_paise)
    and (s.travel_from is null or case when l.travel_date is not null then l.travel_date else l.month_end end >= s.travel_from)
    -- A month matches if one of its days does.
    and (s.travel_to is null or case when l.travel_date is not null then l.travel_date <= s.travel_to
      else l.month_end <= (date_trunc('month', s.travel_to::timestamp) + interval '1 month' - interval '1 day')::date end)
    and (s.destination_patterns is null or l.destination ilike any (s.destination_patterns))
    and (s.destinations_patterns is null or l.destination ilike any (s.destinations_patterns))
    and (s.city_patterns is null or l.city ilike any (s.city_patterns))
    and (s.cities_patterns is null or l.city ilike any (s.cities_patterns))
$$;
