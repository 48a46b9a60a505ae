-- Stores the searches that match a lead for sale, and their alerts. Returns whether there is a new match: repeating it changes nothing.
create or replace function match_lead(p_lead_id uuid, p_put_on_sale_at timestamptz)
 returns boolean
 language sql
 set enable_seqscan to 'off'
 set jit to 'off'
 set work_mem to '32MB'
as $$
  with facts as materialized (
    select l as lead, (lead_price(l.lead_type, l.created_at, today_in_india())).price_paise,
      -- Every text of up to 20 characters in the places, in lower case, as ILIKE compares them.
      (select coalesce(array_agg(distinct kind || substr(place, first, size)), '{}')
        from (values ('d', lower(coalesce(l.destination_match, l.destination))),
            ('c', lower(coalesce(l.city_match, l.city)))) places (kind, place),
          generate_series(1, length(place)) first, generate_series(1, least(20, length(place) - first + 1)) size) as terms
    from leads l
    where l.id = p_lead_id and l.status = 'buy' and l.deleted_at is null and not l.is_expired and l.corrected_from is null
  ), matches as (
    select (f.lead).id as lead_id, s.id as search_id, s.user_id, s.mail_alerts, s.push_alerts
    from facts f join saved_searches s on s.place_terms && f.terms
    where s.paused_at is null and s.matches_from <= p_put_on_sale_at and fits_saved_search(s, f.lead, f.price_paise)
    union all
    select (f.lead).id as lead_id, s.id, s.user_id, s.mail_alerts, s.push_alerts
    from facts f join saved_searches s on s.place_terms = '{}'
    where s.paused_at is null and s.matches_from <= p_put_on_sale_at and fits_saved_search(s, f.lead, f.price_paise)
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
      select c.channel, m.user_id, m.search_id, m.lead_id, p_put_on_sale_at,
        alert_due_at(c.frequency, p_put_on_sale_at, a.quiet_from, a.quiet_to)
      from stored join allowed m using (search_id, lead_id) left join alert_settings a on a.user_id = m.user_id
      cross join lateral (values ('mail', m.mail_alerts), ('push',
        case when m.user_id in (select user_id from with_device) then m.push_alerts else 'off' end)) c (channel, frequency)
      where c.frequency <> 'off'
    -- An alert of a lead that was under review may not be sent yet.
    on conflict do nothing
  )
  select exists (select from stored)
$$;
