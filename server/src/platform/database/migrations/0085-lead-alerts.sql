-- Alerts about new leads that match a saved search (docs/decisions/0067-lead-alerts.md).

alter table saved_searches
  add column mail_alerts text not null default 'off' check (mail_alerts in ('off', 'at-once', 'hourly', 'daily')),
  -- The secret of the link that stops the alerts of this search without a login. It has 122 random bits.
  add column stop_key uuid not null unique default gen_random_uuid();

-- Hours without alerts, in minutes after midnight in India. From 22:00 to 7:00 is 1320 to 420.
create table alert_settings (
  user_id uuid primary key references users (id),
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  -- When the last mail with alerts was queued.
  mailed_at timestamptz,
  check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from quiet_to or quiet_from is null)
);

-- Matches whose alert is not sent yet.
create table lead_alerts (
  channel text not null check (channel in ('mail', 'push')),
  user_id uuid not null references users (id),
  search_id uuid not null references saved_searches (id) on delete cascade,
  lead_id uuid not null references leads (id) on delete cascade,
  due_at timestamptz not null,
  primary key (channel, user_id, search_id, lead_id)
);
create index lead_alerts_due on lead_alerts (channel, due_at);
create index lead_alerts_of_search on lead_alerts (search_id);

-- When an alert for a match at p_at is sent: at once, at the next full hour, or at nine in India; after the quiet hours.
create function alert_due_at(p_frequency text, p_at timestamptz, p_quiet_from smallint, p_quiet_to smallint)
returns timestamptz language sql immutable as $$
  select case
      when p_quiet_from is null or not (case when p_quiet_from < p_quiet_to then minute >= p_quiet_from and minute < p_quiet_to
        else minute >= p_quiet_from or minute < p_quiet_to end) then due
      else date_trunc('day', due) + make_interval(mins => p_quiet_to)
        + case when p_quiet_from > p_quiet_to and minute >= p_quiet_from then interval '1 day' else interval '0' end
    end at time zone 'Asia/Kolkata'
  from (select due, extract(hour from due) * 60 + extract(minute from due) as minute
    from (select case p_frequency
        when 'at-once' then local
        when 'hourly' then date_trunc('hour', local) + interval '1 hour'
        else date_trunc('day', local - interval '9 hours') + interval '33 hours'
      end as due from (select p_at at time zone 'Asia/Kolkata' as local) clock) planned) timed
$$;

create or replace function match_new_leads(p_limit integer, out taken integer, out leads uuid[])
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
    select (f.lead).lead_id, s.id as search_id, s.user_id, s.mail_alerts
    from facts f join saved_searches s on s.place_terms && f.terms
    where s.paused_at is null and s.matches_from <= f.put_on_sale_at and fits_saved_search(s, f.lead, f.price_paise)
    union all
    select (f.lead).lead_id, s.id, s.user_id, s.mail_alerts from facts f join saved_searches s on s.place_terms = '{}'
    where s.paused_at is null and s.matches_from <= f.put_on_sale_at and fits_saved_search(s, f.lead, f.price_paise)
  ), allowed as materialized (
    select m.* from matches m join users u on u.id = m.user_id and u.status = 'active'
    -- In the order of the index.
    order by m.search_id
  ), stored as (
    insert into saved_search_matches (search_id, lead_id) select search_id, lead_id from allowed
    on conflict do nothing returning search_id, lead_id
  ), mailed as (
    insert into lead_alerts (channel, user_id, search_id, lead_id, due_at)
      select 'mail', m.user_id, m.search_id, m.lead_id, 
        -- A mail with leads is sent at most once a minute.
        alert_due_at(m.mail_alerts, greatest(now(), a.mailed_at + interval '1 minute'), a.quiet_from, a.quiet_to)
      from stored join allowed m using (search_id, lead_id) left join alert_settings a on a.user_id = m.user_id
      where m.mail_alerts <> 'off'
  )
  select (select count(*)::integer from taken), (select coalesce(array_agg(distinct lead_id), '{}') from stored)
$$;
