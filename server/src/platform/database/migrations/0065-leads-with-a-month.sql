-- A lead with a month instead of a travel date is travelling from the first to the last day of that month: it matches filters by
-- travel date and expires (docs/decisions/0053-leads-with-a-month.md). Reads leads once and writes only those with a month.

-- First the lock of the fold: a running fold ends before the table is locked.
select pg_advisory_xact_lock(hashtextextended('fold_lead_counts', 0));
lock table leads in access exclusive mode;
-- The changes so far have no end of a month, so they are folded before the column exists.
select fold_lead_counts();

-- The last day of the first such month that ends on or after the day.
create function month_end_from(p_month text, p_day date) returns date language sql stable as $$
  select (make_date(
      extract(year from p_day)::integer + (named.number < extract(month from p_day))::integer, named.number, 1
    ) + interval '1 month' - interval '1 day')::date
  from (select extract(month from to_date(p_month, 'Month'))::integer as number) named
$$;

-- Whether the last possible travel date is before the day. Null, like false: no. A lead has a date, or the end of a month, or
-- neither. PostgreSQL replaces the call by the expression, so that indexes are used.
create function is_travel_over(p_travel_date date, p_month_end date, p_day date) returns boolean
language sql immutable as $$
  select p_travel_date < p_day or p_month_end < p_day
$$;

alter table leads
  -- The last day of the month of a lead without a travel date. Null: the lead has a travel date, or no month is known.
  add column month_end date,
  drop constraint leads_expired_unsold,
  add constraint leads_expired_unsold
    check (not is_expired or (status = 'buy' and (travel_date is not null or month_end is not null))),
  add constraint leads_month_without_date check (month_end is null or (travel_date is null and travel_month is not null));
alter table lead_search add column month_end date;
alter table lead_count_changes add column month_end date;
alter table lead_travel_totals
  drop constraint lead_travel_totals_pkey,
  alter column travel_date drop not null,
  add column month_end date,
  add constraint lead_travel_totals_key
    unique nulls not distinct (travel_date, month_end, lead_type, trip_type, status, is_expired);

-- Small: few leads have a month only. They are listed by it, and found when they expire.
create index leads_available_by_month on leads (month_end, id)
  where deleted_at is null and status = 'buy' and not is_expired and month_end is not null;
create index lead_search_months on lead_search (month_end, lead_id) where month_end is not null;

drop trigger leads_expired_insert on leads;
drop trigger leads_expired_update on leads;
drop function set_lead_expired();
-- The year of a month is that of the next such month, from the day on which the month was entered. A caller that inserts a
-- lead with a month that was named earlier gives month_end.
create function set_lead_travel() returns trigger language plpgsql as $$
begin
  if new.travel_date is not null or new.travel_month is null then
    new.month_end := null;
  elsif tg_op = 'INSERT' then
    new.month_end := coalesce(new.month_end, month_end_from(new.travel_month, today_in_india()));
  elsif old.travel_date is not null or old.travel_month is distinct from new.travel_month then
    new.month_end := month_end_from(new.travel_month, today_in_india());
  end if;
  new.is_expired := new.status = 'buy'
    and coalesce(is_travel_over(new.travel_date, new.month_end, today_in_india()), false);
  return new;
end $$;
create trigger leads_travel_insert before insert on leads
  for each row when (new.is_expired or new.travel_month is not null or new.travel_date < today_in_india())
  execute function set_lead_travel();
-- Does not fire when a lead that is not expired is sold.
create trigger leads_travel_update before update on leads
  for each row when (old.is_expired or new.is_expired or old.travel_date is distinct from new.travel_date
    or old.travel_month is distinct from new.travel_month)
  execute function set_lead_travel();

create or replace function count_changed_lead()
returns trigger
language plpgsql
as $$
begin
  if old.deleted_at is null then
    insert into lead_count_changes
        (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, month_end, n)
      values (lead_day(old.created_at), old.lead_type, old.trip_type, old.status, old.is_expired,
        old.destination, old.city, old.travel_date, old.month_end, -1);
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into lead_count_changes
        (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, month_end, n, lead_id)
      values (lead_day(new.created_at), new.lead_type, new.trip_type, new.status, new.is_expired,
        new.destination, new.city, new.travel_date, new.month_end, 1,
        case when new.status = 'sold' and old.status <> 'sold' then new.id end);
  end if;
  return null;
end $$;

create or replace function count_new_leads()
returns trigger
language plpgsql
as $$
begin
  insert into lead_count_changes
      (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, month_end, n)
    select lead_day(created_at), lead_type, trip_type, status, is_expired, destination, city, travel_date, month_end,
      count(*)
    from new_leads where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;

drop trigger leads_counted_update on leads;
create trigger leads_counted_update after update on leads for each row when (
    old.created_at is distinct from new.created_at
    or old.lead_type is distinct from new.lead_type
    or old.trip_type is distinct from new.trip_type
    or old.status is distinct from new.status
    or old.is_expired is distinct from new.is_expired
    or old.deleted_at is distinct from new.deleted_at
    or old.destination is distinct from new.destination
    or old.city is distinct from new.city
    or old.travel_date is distinct from new.travel_date
    or old.month_end is distinct from new.month_end
  ) execute function count_changed_lead();

create or replace function index_changed_lead()
returns trigger
language plpgsql
as $$
begin
  update lead_search set name = new.name, destination = new.destination, city = new.city,
      created_at = new.created_at, travel_date = new.travel_date, month_end = new.month_end, lead_type = new.lead_type,
      trip_type = new.trip_type, is_expired = new.is_expired, is_deleted = new.deleted_at is not null,
      is_sold = new.status = 'sold', sold_cost_paise = new.sold_cost_paise
    where lead_id = new.id;
  return null;
end $$;

create or replace function index_new_leads()
returns trigger
language plpgsql
as $$
begin
  insert into lead_search (lead_id, name, destination, city, created_at, travel_date, month_end, lead_type, trip_type,
      is_expired, is_deleted, is_sold, sold_cost_paise)
    select id, name, destination, city, created_at, travel_date, month_end, lead_type, trip_type,
      is_expired, deleted_at is not null, status = 'sold', sold_cost_paise
    from new_leads;
  return null;
end $$;

drop trigger leads_searchable_update on leads;
create trigger leads_searchable_update after update on leads for each row when (
    old.name is distinct from new.name
    or old.destination is distinct from new.destination
    or old.city is distinct from new.city
    or old.created_at is distinct from new.created_at
    or old.travel_date is distinct from new.travel_date
    or old.month_end is distinct from new.month_end
    or old.lead_type is distinct from new.lead_type
    or old.trip_type is distinct from new.trip_type
    or old.is_expired is distinct from new.is_expired
    or old.deleted_at is distinct from new.deleted_at
  ) execute function index_changed_lead();

create or replace function fold_lead_counts()
returns bigint
language plpgsql
as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_lead_counts', 0)) then
    return 0;
  end if;
  with gone as (
    delete from lead_count_changes returning *
  ), days as (
    insert into lead_day_counts as stored (day, lead_type, trip_type, status, is_expired, n)
      select day, lead_type, trip_type, status, is_expired, sum(n) from gone group by 1, 2, 3, 4, 5
      having sum(n) <> 0
    on conflict (day, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), totals as (
    insert into lead_totals as stored (lead_type, trip_type, status, is_expired, n)
      select lead_type, trip_type, status, is_expired, sum(n) from gone group by 1, 2, 3, 4
      having sum(n) <> 0
    on conflict (lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), destinations as (
    insert into lead_destination_counts as stored (destination, n)
      select destination, sum(n) from gone where destination is not null group by 1 having sum(n) <> 0
    on conflict (destination) do update set n = stored.n + excluded.n
  ), cities as (
    insert into lead_city_counts as stored (city, n)
      select city, sum(n) from gone where city is not null group by 1 having sum(n) <> 0
    on conflict (city) do update set n = stored.n + excluded.n
  ), destination_totals as (
    insert into lead_destination_totals as stored (destination, lead_type, trip_type, status, is_expired, n)
      select destination, lead_type, trip_type, status, is_expired, sum(n) from gone
      where destination is not null group by 1, 2, 3, 4, 5 having sum(n) <> 0
    on conflict (destination, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), city_totals as (
    insert into lead_city_totals as stored (city, lead_type, trip_type, status, is_expired, n)
      select city, lead_type, trip_type, status, is_expired, sum(n) from gone
      where city is not null group by 1, 2, 3, 4, 5 having sum(n) <> 0
    on conflict (city, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), place_totals as (
    insert into lead_place_totals as stored (destination, city, lead_type, trip_type, status, is_expired, n)
      select destination, city, lead_type, trip_type, status, is_expired, sum(n) from gone
      where destination is not null and city is not null group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (destination, city, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), travel_totals as (
    insert into lead_travel_totals as stored (travel_date, month_end, lead_type, trip_type, status, is_expired, n)
      select travel_date, month_end, lead_type, trip_type, status, is_expired, sum(n) from gone
      where travel_date is not null or month_end is not null group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (travel_date, month_end, lead_type, trip_type, status, is_expired) do update set n = stored.n + excluded.n
  ), sold as (
    select g.lead_id, l.sold_cost_paise, g.day, g.lead_type, g.trip_type
    from gone g join leads l on l.id = g.lead_id join lead_search s on s.lead_id = g.lead_id
  ), fitting as (
    select lead_id from (
      select s.lead_id, row_number() over (partition by (s.ctid::text::point)[0]) as position_on_page
      from lead_search s where s.lead_id in (select lead_id from sold)
    ) positions where position_on_page <= 6
  ), markable as (
    -- A transaction that changes several leads may hold some of these rows and wait for another one.
    select s.lead_id from lead_search s where s.lead_id in (select lead_id from fitting)
    for no key update skip locked
  ), marked as (
    update lead_search s set is_sold = true, sold_cost_paise = sold.sold_cost_paise
    from sold join markable using (lead_id) where s.lead_id = sold.lead_id
  ), unmarked as (
    insert into lead_count_changes (day, lead_type, trip_type, status, n, lead_id)
      select day, lead_type, trip_type, 'sold', 0, lead_id from sold
      where lead_id not in (select lead_id from markable)
  )
  select count(*) into folded from gone;
  if folded > 0 then
    delete from lead_destination_counts where n = 0;
    delete from lead_city_counts where n = 0;
    delete from lead_destination_totals where n = 0;
    delete from lead_city_totals where n = 0;
    delete from lead_place_totals where n = 0;
    delete from lead_travel_totals where n = 0;
  end if;
  return folded;
end $$;

drop function unmarked_expired_changes(date);
-- The changes that the stored counts lack on a day: leads that have expired by then and are not marked yet. Usually there are
-- none, which takes one look into each of two indexes.
create function unmarked_expired_changes(p_today date) returns table (
  day date, lead_type text, trip_type text, status text, is_expired boolean, destination text, city text,
  travel_date date, month_end date, n bigint
) language sql stable as $$
  select lead_day(l.created_at), l.lead_type, l.trip_type, l.status, side.is_expired,
    l.destination, l.city, l.travel_date, l.month_end, side.n
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

create or replace function mark_expired_leads(p_limit integer) returns bigint language plpgsql as $$
declare
  ids uuid[];
  marked bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('mark_expired_leads', 0)) then
    return 0;
  end if;
  ids := array(
    select id from leads
    where deleted_at is null and status = 'buy' and not is_expired and travel_date < today_in_india()
    order by travel_date, id limit p_limit for update skip locked
  );
  ids := ids || array(
    select id from leads
    where deleted_at is null and status = 'buy' and not is_expired and month_end is not null
      and month_end < today_in_india()
    order by month_end, id limit p_limit - cardinality(ids) for update skip locked
  );
  update leads set is_expired = true where id = any(ids);
  get diagnostics marked = row_count;
  return marked;
end $$;

-- As before, and a lead with a month expires too.
create or replace function buy_lead(p_purchase_id uuid, p_entry_id uuid, p_user_id uuid, p_lead_id uuid, p_expected_cost_paise bigint, p_pay_with text, p_key text, p_request_hash bytea, p_request_id text, p_ip text)
returns TABLE(purchase_id uuid, cost_paise bigint, paid_with text, wallet_paise bigint, subscription jsonb, phone text, email text, replayed boolean)
language plpgsql
set enable_seqscan = off
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
          kept -> 'subscription', leads.phone, leads.email, true
        from purchases p join leads on leads.id = p.lead_id
        where p.id = (kept ->> 'purchase_id')::uuid;
      return;
    end if;
  end if;

  -- Every purchase and change of this lead waits for its row.
  select id, lead_type, status, travel_date, month_end, phone, email into l
    from leads where id = p_lead_id and deleted_at is null for update;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'LEAD_NOT_FOUND';
  end if;
  if l.status <> 'buy' then
    raise exception using errcode = 'RAAHI', message = 'LEAD_ALREADY_SOLD';
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
        jsonb_build_object('purchase_id', p_purchase_id, 'wallet_paise', v_wallet,
          'subscription', v_plan));
  end if;

  return query select p_purchase_id, v_cost, v_paid_with, v_wallet, v_plan, l.phone, l.email, false;
end $$;

-- Existing leads with a month: it was named when the lead was created, or when the enquiry was sent or corrected.
update leads l set is_expired = l.status = 'buy' and said.month_end < today_in_india(), month_end = said.month_end
from (
  select leads.id, month_end_from(leads.travel_month, day_in_india(coalesce(q.corrected_at, o.consent_at, leads.created_at))) as month_end
  from leads left join lead_origins o on o.lead_id = leads.id
  left join enquiries q on q.id = o.enquiry_id
  where leads.travel_month is not null and leads.travel_date is null
) said
where said.id = l.id;
select fold_lead_counts();
analyze lead_search, lead_travel_totals;
