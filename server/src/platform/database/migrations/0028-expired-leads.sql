-- Expired leads (docs/decisions/0028-expired-leads.md). A lead that is unsold when its travel date has passed in India is
-- expired. The date decides; `is_expired` repeats it, so that indexes and kept counts can leave expired leads out.

-- The calendar day in India at an instant. A test may replace this function to move midnight.
create function day_in_india(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'Asia/Kolkata')::date
$$;

-- The day in India when the statement began.
create function today_in_india() returns date language sql stable as $$
  select day_in_india(statement_timestamp())
$$;

-- True only where the travel date has passed. Just after midnight it is still false for the leads that expired with the
-- day: mark_expired_leads() sets it within seconds. Readers therefore compare the date too.
alter table leads
  add column is_expired boolean not null default false,
  add constraint leads_expired_unsold check (not is_expired or (status = 'buy' and travel_date is not null));

create function set_lead_expired() returns trigger language plpgsql as $$
begin
  new.is_expired := new.status = 'buy' and new.travel_date is not null and new.travel_date < today_in_india();
  return new;
end $$;
create trigger leads_expired_insert before insert on leads
  for each row when (new.is_expired or new.travel_date < today_in_india())
  execute function set_lead_expired();
-- Does not fire when a lead that is not expired is sold.
create trigger leads_expired_update before update on leads
  for each row when (old.is_expired or new.is_expired or old.travel_date is distinct from new.travel_date)
  execute function set_lead_expired();

create index leads_available_newest on leads (created_at desc, id desc)
  where deleted_at is null and status = 'buy' and not is_expired;
create index leads_available_by_type on leads (lead_type, created_at desc, id desc)
  where deleted_at is null and status = 'buy' and not is_expired;
-- Also finds the leads that are to be marked as expired: they are the first.
create index leads_available_soonest on leads (travel_date, id)
  where deleted_at is null and status = 'buy' and not is_expired;
create index leads_expired_newest on leads (created_at desc, id desc)
  where deleted_at is null and is_expired;

-- The kept counts (0004-leads.sql, 0023-destination-counts.sql) tell expired leads apart.
alter table lead_totals
  add column is_expired boolean not null default false,
  drop constraint lead_totals_pkey,
  add primary key (lead_type, trip_type, status, is_expired);
alter table lead_day_counts
  add column is_expired boolean not null default false,
  drop constraint lead_day_counts_pkey,
  add primary key (day, lead_type, trip_type, status, is_expired);
alter table lead_count_changes add column is_expired boolean not null default false;

create or replace function count_new_leads() returns trigger language plpgsql as $$
begin
  insert into lead_count_changes (day, lead_type, trip_type, status, is_expired, n)
    select lead_day(created_at), lead_type, trip_type, status, is_expired, count(*) from new_leads
    where deleted_at is null group by 1, 2, 3, 4, 5;
  insert into lead_destination_changes (destination, n)
    select destination, count(*) from new_leads where deleted_at is null group by 1;
  return null;
end $$;

create or replace function count_changed_lead() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    insert into lead_count_changes (day, lead_type, trip_type, status, is_expired, n)
      values (lead_day(old.created_at), old.lead_type, old.trip_type, old.status, old.is_expired, -1);
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into lead_count_changes (day, lead_type, trip_type, status, is_expired, n)
      values (lead_day(new.created_at), new.lead_type, new.trip_type, new.status, new.is_expired, 1);
  end if;
  return null;
end $$;

drop trigger leads_counted_update on leads;
create trigger leads_counted_update after update on leads
  for each row when (
    (old.created_at, old.lead_type, old.trip_type, old.status, old.is_expired, old.deleted_at) is distinct from
      (new.created_at, new.lead_type, new.trip_type, new.status, new.is_expired, new.deleted_at)
  ) execute function count_changed_lead();

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
    on conflict (day, lead_type, trip_type, status, is_expired) do update set n = kept.n + excluded.n
  ), totals as (
    insert into lead_totals as kept (lead_type, trip_type, status, is_expired, n)
      select lead_type, trip_type, status, is_expired, sum(n) from gone group by 1, 2, 3, 4
    on conflict (lead_type, trip_type, status, is_expired) do update set n = kept.n + excluded.n
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
  return folded + destinations;
end $$;

-- What the kept counts lack on a day: the leads that have expired by then and are not marked yet, as changes of a count.
-- Mostly there are none, which takes one look into the index.
create function unmarked_expired_counts(p_today date) returns table (
  day date, lead_type text, trip_type text, status text, is_expired boolean, n bigint
) language sql stable as $$
  select lead_day(l.created_at), l.lead_type, l.trip_type, l.status, side.is_expired, side.n
  from leads l cross join (values (false, -1::bigint), (true, 1::bigint)) as side (is_expired, n)
  where l.deleted_at is null and l.status = 'buy' and not l.is_expired and l.travel_date < p_today
    and (select min(e.travel_date) from leads e
      where e.deleted_at is null and e.status = 'buy' and not e.is_expired) < p_today
$$;

-- Marks at most so many leads whose travel date has passed; returns how many. Leaves out those that somebody is changing.
-- Two at once: one works, one returns 0.
create function mark_expired_leads(p_limit integer) returns bigint language plpgsql as $$
declare
  marked bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('mark_expired_leads', 0)) then
    return 0;
  end if;
  update leads set is_expired = true where id = any(array(
    select id from leads
    where deleted_at is null and status = 'buy' and not is_expired and travel_date < today_in_india()
    order by travel_date, id limit p_limit for update skip locked
  ));
  get diagnostics marked = row_count;
  return marked;
end $$;

-- As in 0015-buy-with-plan.sql, with LEAD_EXPIRED.
create or replace function buy_lead(
  p_purchase_id uuid, p_entry_id uuid, p_user_id uuid, p_lead_id uuid,
  p_expected_cost_paise bigint, p_pay_with text,
  p_key text, p_request_hash bytea, p_request_id text, p_ip text
) returns table (
  purchase_id uuid, cost_paise bigint, paid_with text, wallet_paise bigint, subscription jsonb,
  phone text, email text, replayed boolean
) language plpgsql set enable_seqscan = off as $$
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
begin
  if p_key is not null then
    kept := claim_idempotency_key(p_user_id, 'buyLead', p_key, p_request_hash);
    if kept is not null then
      return query
        select p.id, p.cost_paise, p.paid_with, (kept ->> 'wallet_paise')::bigint,
          kept -> 'subscription', leads.phone, leads.email, true
        from purchases p join leads on leads.id = p.lead_id
        where p.id = (kept ->> 'purchase_id')::uuid;
      return;
    end if;
  end if;

  -- All who buy or change this lead wait for its row.
  select id, number, lead_type, status, travel_date, phone, email into l
    from leads where id = p_lead_id and deleted_at is null for update;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'LEAD_NOT_FOUND';
  end if;
  if l.status <> 'buy' then
    raise exception using errcode = 'RAAHI', message = 'LEAD_ALREADY_SOLD';
  end if;
  if l.travel_date < day_in_india(clock_timestamp()) then
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
      v_price, 'lead_wallet', 'captured', p_user_id, 'Lead ' || lead_label(l.number));
    -- A suspension locks the wallet too: it has either waited for this purchase or stops it here.
    perform from users where id = p_user_id and status = 'active' and role = 'user';
    if not found then
      raise exception using errcode = 'RAAHI', message = 'UNAUTHENTICATED';
    end if;
  end if;

  -- The plan or the wallet may have been waited for until after midnight.
  v_sold_at := clock_timestamp();
  if l.travel_date < day_in_india(v_sold_at) then
    raise exception using errcode = 'RAAHI', message = 'LEAD_EXPIRED';
  end if;
  update leads set status = 'sold', sold_cause = 'purchase', sold_cost_paise = v_price,
    sold_at = v_sold_at, updated_at = v_sold_at where id = p_lead_id;
  insert into purchases
      (id, lead_id, user_id, cost_paise, paid_with, entry_id, subscription_id, created_at)
    values (p_purchase_id, p_lead_id, p_user_id, v_cost, v_paid_with,
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
        jsonb_build_object('purchase_id', p_purchase_id, 'wallet_paise', v_wallet,
          'subscription', v_plan));
  end if;

  return query select p_purchase_id, v_cost, v_paid_with, v_wallet, v_plan, l.phone, l.email, false;
end $$;
