-- Alerts by web push (docs/decisions/0073-web-push.md).

-- The key pair that identifies the product to push services, unless the settings give one. The private key is encrypted.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- Browsers that show the alerts of their agent. A browser belongs to a session: when the session ends, it gets no more.
create table push_devices (
  id uuid primary key,
  session_id uuid not null unique references sessions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- The address at the push service of the browser. It is unique to the browser.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The browser's public key and secret, with which alerts are encrypted.
  p256dh text not null,
  auth text not null,
  -- The public key of the product that the browser accepts alerts of.
  accepted_key text not null,
  added_at timestamptz not null default now(),
  last_sent_at timestamptz,
  failing_since timestamptz,
  -- The push service asked to wait until then.
  wait_until timestamptz
);
create index push_devices_of_user on push_devices (user_id);

alter table saved_searches
  add column push_alerts text not null default 'at-once' check (push_alerts in ('off', 'at-once', 'hourly', 'daily'));
-- When the last alert was queued for the devices of this agent.
alter table alert_settings add column pushed_at timestamptz;

-- As before, and it stores an alert by push for agents with a device.
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
    select (f.lead).lead_id, s.id as search_id, s.user_id, s.mail_alerts, s.push_alerts, f.put_on_sale_at
    from facts f join saved_searches s on s.place_terms && f.terms
    where s.paused_at is null and s.matches_from <= f.put_on_sale_at and fits_saved_search(s, f.lead, f.price_paise)
    union all
    select (f.lead).lead_id, s.id, s.user_id, s.mail_alerts, s.push_alerts, f.put_on_sale_at
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
  )
  select (select count(*)::integer from taken),
    (select coalesce(array_agg(lead_id), '{}') from (select lead_id from stored group by 1) matched)
$$;
