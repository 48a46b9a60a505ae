-- Lists read `leads` itself, and totals are counted. The copies of leads for searches and the stored counts go.

drop trigger leads_searchable_insert on leads;
drop trigger leads_searchable_status on leads;
drop trigger leads_searchable_update on leads;
drop trigger leads_counted_insert on leads;
drop trigger leads_counted_update on leads;
drop trigger leads_counted_delete on leads;
drop function fold_lead_counts(), count_new_leads(), count_changed_lead(), index_new_leads(), index_changed_lead(),
  lead_page_start(bigint, boolean, date, text, text, text, boolean), unmarked_expired_changes(date),
  unmarked_expired_counts(date), lead_day(timestamptz), lead_month(date), wait_for_replay(pg_lsn, integer);

-- The events of sales are written in the transaction of the sale.
drop trigger leads_recorded_update on leads;
create or replace function record_lead_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id)
    values (case when tg_op = 'UPDATE' and new.status <> old.status then 'sold' else 'changed' end, old.id);
  return null;
end $$;
create trigger leads_recorded_update after update on leads
  for each row when (
    (old.name, old.city, old.destination, old.travel_date, old.travel_days, old.travel_nights, old.adult, old.children,
      old.infant, old.trip_type, old.lead_type, old.travel_month, old.budget_per_person, old.priority,
      old.email_verified_at, old.phone_verified_at, old.email <> '', old.is_expired, old.status, old.deleted_at)
    is distinct from
    (new.name, new.city, new.destination, new.travel_date, new.travel_days, new.travel_nights, new.adult, new.children,
      new.infant, new.trip_type, new.lead_type, new.travel_month, new.budget_per_person, new.priority,
      new.email_verified_at, new.phone_verified_at, new.email <> '', new.is_expired, new.status, new.deleted_at))
  execute function record_lead_event();

drop function fits_saved_search(saved_searches, lead_search, bigint);
create function fits_saved_search(s saved_searches, l leads, p_price_paise bigint) returns boolean language sql stable as $$
  select (s.lead_type is null or l.lead_type = s.lead_type)
    and (s.trip_type is null or l.trip_type = s.trip_type)
    and (s.verified is null or ((s.verified = 'email' or l.phone_verified_at is not null)
      and (s.verified = 'phone' or l.email_verified_at is not null)))
    and (s.max_price_paise is null or p_price_paise <= s.max_price_paise)
    and (s.travel_from is null or coalesce(l.travel_date, l.month_end) >= s.travel_from)
    -- A month matches if one of its days does.
    and (s.travel_to is null or coalesce(l.travel_date, date_trunc('month', l.month_end::timestamp)::date) <= s.travel_to)
    and (s.destination_patterns is null or coalesce(l.destination_match, l.destination) ilike any (s.destination_patterns))
    and (s.destinations_patterns is null or coalesce(l.destination_match, l.destination) ilike any (s.destinations_patterns))
    and (s.city_patterns is null or coalesce(l.city_match, l.city) ilike any (s.city_patterns))
    and (s.cities_patterns is null or coalesce(l.city_match, l.city) ilike any (s.cities_patterns))
$$;

create or replace function match_new_leads(p_limit integer, OUT taken integer, OUT leads uuid[])
 returns record
 language sql
 set enable_seqscan to 'off'
 set jit to 'off'
 set work_mem to '32MB'
as $$
  with due as materialized (
    select q.lead_id from leads_to_match q order by q.put_on_sale_at limit p_limit for update skip locked
  ), taken as (
    delete from leads_to_match q using due where q.lead_id = due.lead_id returning q.lead_id, q.put_on_sale_at
  ), facts as materialized (
    select l as lead, taken.put_on_sale_at, lead_price_paise(l.lead_type) as price_paise,
      place_terms_of_lead(coalesce(l.destination_match, l.destination), coalesce(l.city_match, l.city)) as terms
    from taken join leads l on l.id = taken.lead_id
    where l.status = 'buy' and l.deleted_at is null and l.corrected_from is null
  ), matches as (
    select (f.lead).id as lead_id, s.id as search_id, s.user_id, s.mail_alerts, s.push_alerts, f.put_on_sale_at
    from facts f join saved_searches s on s.place_terms && f.terms
    where s.paused_at is null and s.matches_from <= f.put_on_sale_at and fits_saved_search(s, f.lead, f.price_paise)
    union all
    select (f.lead).id as lead_id, s.id, s.user_id, s.mail_alerts, s.push_alerts, f.put_on_sale_at
    from facts f join saved_searches s on s.place_terms = '{}'
    where s.paused_at is null and s.matches_from <= f.put_on_sale_at and fits_saved_search(s, f.lead, f.price_paise)
  ), inactive as materialized (
    select id from users where status <> 'active'
  ), with_device as materialized (
    select distinct user_id from push_devices
  ), allowed as materialized (
    select * from matches m where m.user_id not in (select id from inactive)
    -- In the order of the index.
    order by m.search_id
  ), stored as (
    insert into saved_search_matches (search_id, lead_id) select search_id, lead_id from allowed
    on conflict do nothing returning search_id, lead_id
  ), alerted as (
    insert into lead_alerts (channel, user_id, search_id, lead_id, put_on_sale_at, due_at)
      select c.channel, m.user_id, m.search_id, m.lead_id, m.put_on_sale_at,
        alert_due_at(c.frequency, m.put_on_sale_at, a.quiet_from, a.quiet_to)
      from stored join allowed m using (search_id, lead_id) left join alert_settings a on a.user_id = m.user_id
      cross join lateral (values ('mail', m.mail_alerts), ('push',
        case when m.user_id in (select user_id from with_device) then m.push_alerts else 'off' end)) c (channel, frequency)
      where c.frequency <> 'off'
    -- An alert of a lead that was under review may not be sent yet.
    on conflict do nothing
  )
  select (select count(*)::integer from taken),
    (select coalesce(array_agg(lead_id), '{}') from (select lead_id from stored group by 1) matched)
$$;

create or replace function refuse_automatic_purchase(r automatic_buying_rules, p_lead_id uuid, p_day date, p_price_paise bigint, p_cost_paise bigint, p_wallet_after_paise bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
  select case
      when r.paused_at is not null or s.id is null or s.paused_at is not null or filters_of_search(s) <> c.filters then 'off'
      when p_day > c.ends_on then 'ended'
      when p_price_paise > c.max_price_paise then 'price'
      when today.leads >= c.daily_leads then 'leads of the day'
      when p_cost_paise > 0 and today.paise + p_cost_paise > c.daily_paise then 'rupees of the day'
      when p_cost_paise > 0 and p_wallet_after_paise < c.floor_paise then 'wallet floor'
      -- The lead was changed after the match.
      when fits_saved_search(s, l, p_price_paise) is not true then 'filters'
    end
  from automatic_buying_caps c
    cross join lateral (select count(*) as leads, coalesce(sum(a.paise), 0) as paise
      from automatic_purchases a where a.rule_id = r.id and a.day = p_day) today
    left join saved_searches s on s.id = r.search_id
    left join leads l on l.id = p_lead_id
  where c.rule_id = r.id and c.version = r.version
$function$;

drop table lead_search, lead_count_changes, lead_totals, lead_day_counts, lead_month_counts, lead_destination_counts,
  lead_city_counts, lead_destination_totals, lead_city_totals, lead_place_totals, lead_travel_totals,
  lead_destination_changes;

-- One index for the texts of the filters.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index leads_texts on leads using gin (name gin_trgm_ops, coalesce(destination_match, destination) gin_trgm_ops,
      coalesce(city_match, city) gin_trgm_ops)
      where deleted_at is null;
  end if;
end $$;
