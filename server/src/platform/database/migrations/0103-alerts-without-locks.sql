-- Alerts without foreign keys: a row of one locked its lead against buyers until all matches of a transaction were stored. Rows without
-- a search, an agent or a lead are ignored when they are due (docs/decisions/0067-lead-alerts.md).
alter table lead_alerts
  drop constraint lead_alerts_user_id_fkey,
  drop constraint lead_alerts_search_id_fkey,
  drop constraint lead_alerts_lead_id_fkey,
  -- The alert is planned from here. A search whose filters were changed later no longer wants it.
  add column put_on_sale_at timestamptz not null default now();
alter table lead_alerts alter column put_on_sale_at drop default;
alter table automatic_buying_matches drop constraint automatic_buying_matches_lead_id_fkey;

drop index lead_alerts_due;
create index lead_alerts_due on lead_alerts (channel, due_at, user_id);

-- The secret of the link that stops all mails of this agent, for a mail with more searches than a link can name. It has 122 random bits.
alter table alert_settings add column stop_key uuid not null unique default gen_random_uuid();

create or replace function match_new_leads(p_limit integer, out taken integer, out leads uuid[])
language sql set enable_seqscan = off set jit = off set work_mem = '32MB' as $$
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
    select (f.lead).lead_id, s.id as search_id, s.user_id, s.mail_alerts, f.put_on_sale_at
    from facts f join saved_searches s on s.place_terms && f.terms
    where s.paused_at is null and s.matches_from <= f.put_on_sale_at and fits_saved_search(s, f.lead, f.price_paise)
    union all
    select (f.lead).lead_id, s.id, s.user_id, s.mail_alerts, f.put_on_sale_at
    from facts f join saved_searches s on s.place_terms = '{}'
    where s.paused_at is null and s.matches_from <= f.put_on_sale_at and fits_saved_search(s, f.lead, f.price_paise)
  ), inactive as materialized (
    select id from users where status <> 'active'
  ), allowed as materialized (
    select * from matches m where m.user_id not in (select id from inactive)
    -- In the order of the index.
    order by m.search_id
  ), stored as (
    insert into saved_search_matches (search_id, lead_id) select search_id, lead_id from allowed
    on conflict do nothing returning search_id, lead_id
  ), mailed as (
    insert into lead_alerts (channel, user_id, search_id, lead_id, put_on_sale_at, due_at)
      select 'mail', m.user_id, m.search_id, m.lead_id, m.put_on_sale_at,
        alert_due_at(m.mail_alerts, m.put_on_sale_at, a.quiet_from, a.quiet_to)
      from stored join allowed m using (search_id, lead_id) left join alert_settings a on a.user_id = m.user_id
      where m.mail_alerts <> 'off'
  )
  select (select count(*)::integer from taken),
    (select coalesce(array_agg(lead_id), '{}') from (select lead_id from stored group by 1) matched)
$$;
