-- Saved searches of agents, and the new leads that they match (docs/decisions/0066-saved-searches.md).

-- The LIKE patterns of texts that contain one of the given texts; null without a text.
create function containing_patterns(p_texts text[]) returns text[] language sql immutable as $$
  select array_agg('%' || replace(replace(replace(t, '\', '\\'), '%', '\%'), '_', '\_') || '%') from unnest(p_texts) t
$$;

-- What one of a lead's terms equals if the lead matches the places of a search: the beginnings of the destinations, or without
-- them, of the cities. Empty without places.
create function place_terms_of_search(p_destinations text[], p_more_destinations text[], p_cities text[], p_more_cities text[])
returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct kind || left(lower(place), 20)), '{}')
  from (select case
      when cardinality(p_destinations) > 0 then 'd' when cardinality(p_more_destinations) > 0 then 'd' else 'c' end as kind,
    case when cardinality(p_destinations) > 0 then p_destinations when cardinality(p_more_destinations) > 0 then p_more_destinations
      when cardinality(p_cities) > 0 then p_cities else p_more_cities end as places) required, unnest(places) place
$$;

-- Every text of up to 20 characters in a lead's places, in lower case, as ILIKE compares them.
create function place_terms_of_lead(p_destination text, p_city text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct kind || substr(place, first, size)), '{}')
  from (values ('d', lower(p_destination)), ('c', lower(p_city))) places (kind, place),
    generate_series(1, length(place)) first, generate_series(1, least(20, length(place) - first + 1)) size
$$;

create table saved_searches (
  id uuid primary key,
  user_id uuid not null references users (id),
  name text not null check (name <> ''),
  -- The filters, as those of the marketplace. Null or empty: any.
  lead_type text check (lead_type in ('domestic', 'international')),
  trip_type text check (
    trip_type in ('Business', 'Family', 'Friends', 'Couples', 'Senior_Citizen', 'Others', 'Group')
  ),
  destination text,
  destinations text[] not null default '{}' check (cardinality(destinations) <= 12),
  city text,
  cities text[] not null default '{}' check (cardinality(cities) <= 12),
  travel_from date,
  travel_to date,
  verified text check (verified in ('phone', 'email', 'both')),
  max_price_paise bigint check (max_price_paise >= 0),
  paused_at timestamptz,
  -- Leads that were put on sale before this do not match: it is set by the creation, by a change of the filters, and when a
  -- pause ends.
  matches_from timestamptz not null default clock_timestamp(),
  -- Matches after this are new to the agent.
  seen_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  destination_pattern text generated always as ((containing_patterns(array[destination]))[1]) stored,
  destination_patterns text[] generated always as (containing_patterns(destinations)) stored,
  city_pattern text generated always as ((containing_patterns(array[city]))[1]) stored,
  city_patterns text[] generated always as (containing_patterns(cities)) stored,
  place_terms text[] not null generated always as (place_terms_of_search(
    array_remove(array[destination], null), destinations, array_remove(array[city], null), cities)) stored,
  check (travel_from <= travel_to)
);
create unique index saved_searches_name on saved_searches (user_id, lower(name));
-- Without the pending list, whose entries each search would read.
create index saved_searches_places on saved_searches using gin (place_terms) with (fastupdate = off) where paused_at is null;
create index saved_searches_anywhere on saved_searches (lead_type, trip_type) where paused_at is null and place_terms = '{}';

-- Whether a lead has what the filters of a search require. PostgreSQL inlines it.
create function fits_saved_search(s saved_searches, l lead_search, p_price_paise bigint) returns boolean language sql stable as $$
  select (s.lead_type is null or l.lead_type = s.lead_type)
    and (s.trip_type is null or l.trip_type = s.trip_type)
    and (s.verified is null or ((s.verified = 'email' or l.phone_verified) and (s.verified = 'phone' or l.email_verified)))
    and (s.max_price_paise is null or p_price_paise <= s.max_price_paise)
    and (s.travel_from is null or case when l.travel_date is not null then l.travel_date else l.month_end end >= s.travel_from)
    -- A month matches if one of its days does.
    and (s.travel_to is null or case when l.travel_date is not null then l.travel_date <= s.travel_to
      else l.month_end <= (date_trunc('month', s.travel_to::timestamp) + interval '1 month' - interval '1 day')::date end)
    and (s.destination_pattern is null or l.destination ilike s.destination_pattern)
    and (s.destination_patterns is null or l.destination ilike any (s.destination_patterns))
    and (s.city_pattern is null or l.city ilike s.city_pattern)
    and (s.city_patterns is null or l.city ilike any (s.city_patterns))
$$;

-- New leads that are not compared with the saved searches yet. They are queued in the transaction that puts them on sale.
create table leads_to_match (
  lead_id uuid primary key references leads (id) on delete cascade,
  put_on_sale_at timestamptz not null
);

create function queue_leads_to_match() returns trigger language plpgsql as $$
begin
  insert into leads_to_match (lead_id, put_on_sale_at)
    select id, clock_timestamp() from new_leads
    where status = 'buy' and deleted_at is null and not is_expired
      -- Demo and bench data that are loaded with an earlier date are not new.
      and created_at > clock_timestamp() - interval '10 minutes';
  return null;
end $$;
-- Sold is final, so a lead is put on sale only when it is created. A purchase does not fire this trigger.
create trigger leads_to_match_insert after insert on leads
  referencing new table as new_leads
  for each statement execute function queue_leads_to_match();

-- Without foreign keys, which would take longer than the comparison. Matches of deleted searches are deleted with them or by
-- their age. One index, because a burst of leads may have many matches.
create table saved_search_matches (
  search_id uuid not null,
  lead_id uuid not null,
  matched_at timestamptz not null default now(),
  primary key (search_id, lead_id)
);
-- Finds old matches. The rows are in the order of time.
create index saved_search_matches_oldest on saved_search_matches using brin (matched_at);

-- Compares up to p_limit queued leads with all saved searches and stores what matches. Returns the number of leads that it
-- took from the queue, and those that matched. Several processes may run it concurrently: each takes other leads.
create function match_new_leads(p_limit integer, out taken integer, out leads uuid[])
language sql set enable_seqscan = off set jit = off as $$
  with due as materialized (
    select q.lead_id from leads_to_match q order by q.put_on_sale_at limit p_limit for update skip locked
  ), taken as (
    delete from leads_to_match q using due where q.lead_id = due.lead_id returning q.lead_id, q.put_on_sale_at
  ), facts as materialized (
    select l as lead, taken.put_on_sale_at, lead_price_paise(l.lead_type) as price_paise,
      place_terms_of_lead(l.destination, l.city) as terms
    from taken join lead_search l on l.lead_id = taken.lead_id
    where exists (select from leads where id = taken.lead_id and status = 'buy' and deleted_at is null)
  ), matches as (
    select (f.lead).lead_id, s.id as search_id, s.user_id from facts f join saved_searches s on s.place_terms && f.terms
    where s.paused_at is null and s.matches_from <= f.put_on_sale_at and fits_saved_search(s, f.lead, f.price_paise)
    union all
    select (f.lead).lead_id, s.id, s.user_id from facts f join saved_searches s on s.place_terms = '{}'
    where s.paused_at is null and s.matches_from <= f.put_on_sale_at and fits_saved_search(s, f.lead, f.price_paise)
  ), stored as (
    insert into saved_search_matches (search_id, lead_id)
      select m.search_id, m.lead_id from matches m join users u on u.id = m.user_id and u.status = 'active'
      -- In the order of the index.
      order by m.search_id
    on conflict do nothing returning lead_id
  )
  select (select count(*)::integer from taken), (select coalesce(array_agg(distinct lead_id), '{}') from stored)
$$;
