-- A correction by the traveller takes an unsold lead off sale until an admin has looked
-- (docs/decisions/0096-unread-corrections.md).

alter table leads add column corrected_from jsonb,
  add constraint leads_under_review check (corrected_from is null or (status = 'buy' and deleted_at is null));
comment on column leads.corrected_from is 'The values before corrections that no admin has read, by column. Null: not under review.';
comment on column leads.is_expired is 'Not for sale: set by the database some seconds after the travel date has passed (compare that date too), and while corrected_from is set.';
-- The statistics of the planner would keep names and contacts after an erasure.
alter table leads alter column corrected_from set statistics 0;
create index leads_under_review on leads (id) where corrected_from is not null;

create or replace function set_lead_travel()
 returns trigger
 language plpgsql
as $$
begin
  if new.travel_date is not null or new.travel_month is null then
    new.month_end := null;
  elsif tg_op = 'INSERT' then
    new.month_end := coalesce(new.month_end, month_end_from(new.travel_month, today_in_india()));
  elsif old.travel_date is not null or old.travel_month is distinct from new.travel_month then
    new.month_end := month_end_from(new.travel_month, today_in_india());
  end if;
  new.is_expired := new.status = 'buy' and (new.corrected_from is not null
    or coalesce(is_travel_over(new.travel_date, new.month_end, today_in_india()), false));
  return new;
end $$;

create or replace function is_valid_lead(p_status text, p_lead_type text, p_trip_type text, p_sold_cause text, p_sold_at timestamp with time zone, p_deleted_cause text, p_deleted_at timestamp with time zone, p_is_expired boolean, p_travel_date date, p_travel_month text, p_month_end date)
 returns boolean
 language plpgsql
 immutable
as $$
begin
  return p_status in ('buy', 'sold')
    and p_lead_type in ('domestic', 'international')
    and p_trip_type in ('Business', 'Family', 'Friends', 'Couples', 'Senior_Citizen', 'Others', 'Group')
    and (p_status = 'sold') = (p_sold_cause is not null)
    and (p_status = 'sold') = (p_sold_at is not null)
    and (p_sold_cause is null or p_sold_cause in ('purchase', 'outside'))
    and (p_deleted_cause is null or p_deleted_at is not null and p_deleted_cause in ('withdrawn', 'erased'))
    and (not p_is_expired or p_status = 'buy')
    and (p_month_end is null or p_travel_date is null and p_travel_month is not null);
end $$;

create or replace function buy_lead(p_purchase_id uuid, p_entry_id uuid, p_user_id uuid, p_lead_id uuid, p_expected_cost_paise bigint, p_pay_with text, p_key text, p_request_hash bytea, p_request_id text, p_ip text)
 returns TABLE(purchase_id uuid, cost_paise bigint, paid_with text, wallet_paise bigint, subscription jsonb, phone text, email text, replayed boolean)
 language plpgsql
 set enable_seqscan to 'off'
as $$
#variable_conflict use_column
declare
  kept jsonb;
  l record;
  v_price bigint;
  v_plan jsonb;
  v_cost bigint;
  v_paid_with text;
  v_wallet bigint;
  v_sold_at timestamptz;
  v_today date;
begin
  if p_key is not null then
    kept := claim_idempotency_key(p_user_id, 'buyLead', p_key, p_request_hash);
    if kept is not null then
      return query
        select p.id, p.cost_paise, p.paid_with, (kept ->> 'wallet_paise')::bigint,
          kept -> 'subscription', case when not is_contact_stopped(p) then leads.phone end,
          case when not is_contact_stopped(p) then leads.email end, true
        from purchases p join leads on leads.id = p.lead_id
        where p.lead_id = p_lead_id and p.user_id = p_user_id;
      return;
    end if;
  end if;

  -- Every purchase and change of this lead waits for its row.
  select id, lead_type, status, travel_date, month_end, phone, email, corrected_from into l
    from leads where id = p_lead_id and deleted_at is null for update;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'LEAD_NOT_FOUND';
  end if;
  if l.status <> 'buy' then
    raise exception using errcode = 'RAAHI', message = 'LEAD_ALREADY_SOLD';
  end if;
  if l.corrected_from is not null then
    raise exception using errcode = 'RAAHI', message = 'LEAD_UNDER_REVIEW';
  end if;
  v_today := day_in_india(clock_timestamp());
  if is_travel_over(l.travel_date, l.month_end, v_today) then
    raise exception using errcode = 'RAAHI', message = 'LEAD_EXPIRED';
  end if;

  v_price := lead_price_paise(l.lead_type);
  if v_price is null then
    raise exception using errcode = 'RAAHI', message = 'LEAD_PRICE_NOT_SET';
  end if;
  -- Also where a plan pays: the buyer confirmed this price.
  if v_price <> p_expected_cost_paise then
    raise exception using errcode = 'RAAHI', message = 'LEAD_PRICE_CHANGED';
  end if;

  -- A change of the settings takes this lock alone: it has waited for this purchase, or is seen here.
  perform pg_advisory_xact_lock_shared(55, 0);
  if (select buying_needs_kyc from settings) then
    -- A decision or a new document locks this row too, and has waited for the purchase or stops it.
    perform from users where id = p_user_id and kyc_status = 'approved' for no key update;
    if not found then
      raise exception using errcode = 'RAAHI', message = 'KYC_NOT_APPROVED';
    end if;
  end if;

  if p_pay_with is distinct from 'wallet' then
    v_plan := take_plan_lead(p_user_id, l.lead_type);
  end if;
  if v_plan is not null then
    v_paid_with := 'plan';
    v_cost := 0;
    select balance_paise into v_wallet from accounts where id = p_user_id;
  elsif p_pay_with = 'plan' then
    raise exception using errcode = 'RAAHI', message = 'NO_PLAN_COVERS_LEAD';
  else
    v_paid_with := 'wallet';
    v_cost := v_price;
    v_wallet := post_transfer(p_entry_id, p_user_id, '00000000-0000-0000-0000-000000000001',
      v_price, 'lead_wallet', 'captured', p_user_id);
    -- A suspension locks the wallet too: it has either waited for this purchase or stops it here.
    perform from users where id = p_user_id and status = 'active' and role = 'user';
    if not found then
      raise exception using errcode = 'RAAHI', message = 'UNAUTHENTICATED';
    end if;
  end if;

  -- Waiting for the plan or the wallet may have lasted until after midnight.
  v_sold_at := clock_timestamp();
  v_today := day_in_india(v_sold_at);
  if is_travel_over(l.travel_date, l.month_end, v_today) then
    raise exception using errcode = 'RAAHI', message = 'LEAD_EXPIRED';
  end if;
  update leads set status = 'sold', sold_cause = 'purchase', sold_cost_paise = v_price,
    sold_at = v_sold_at, updated_at = v_sold_at where id = p_lead_id;
  insert into purchases
      (id, lead_id, user_id, price_paise, cost_paise, paid_with, entry_id, subscription_id, created_at)
    values (p_purchase_id, p_lead_id, p_user_id, v_price, v_cost, v_paid_with,
      case when v_plan is null then p_entry_id end, (v_plan ->> 'id')::uuid,
      -- The plan was active at the instant the lead was taken off it.
      coalesce((v_plan ->> 'taken_at')::timestamptz, v_sold_at));
  insert into audit_log (actor_id, action, subject_type, subject_id, after, request_id, ip)
    values (p_user_id, 'lead.buy', 'lead', p_lead_id,
      jsonb_build_object('purchaseId', p_purchase_id, 'costPaise', v_cost)
        || case when v_plan is null then '{}' else jsonb_build_object(
          'subscriptionId', v_plan -> 'id', 'planName', v_plan -> 'plan_name') end,
      p_request_id, p_ip);
  if p_key is not null then
    insert into idempotency_keys (caller_id, call, key, request_hash, answer)
      values (p_user_id, 'buyLead', p_key, p_request_hash,
        jsonb_build_object('wallet_paise', v_wallet)
          || case when v_plan is null then '{}' else jsonb_build_object('subscription', v_plan) end);
  end if;

  return query select p_purchase_id, v_cost, v_paid_with, v_wallet, v_plan, l.phone, l.email, false;
end $$;

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
      place_terms_of_lead(l.destination, l.city) as terms
    from taken join lead_search l on l.lead_id = taken.lead_id
    where exists (select from leads where id = taken.lead_id and status = 'buy' and deleted_at is null
      and corrected_from is null)
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
    -- An alert of a lead that was under review may not be sent yet.
    on conflict do nothing
  )
  select (select count(*)::integer from taken),
    (select coalesce(array_agg(lead_id), '{}') from (select lead_id from stored group by 1) matched)
$$;
