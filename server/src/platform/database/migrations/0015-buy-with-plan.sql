-- Buying with a plan (docs/decisions/0014-buying-with-a-plan.md), and what its agent is told about it.

-- The notices that were mailed, once each. Whether a plan is used up is kept as the database computes it,
-- so that a purchase enters the index below only with the last lead.
alter table subscriptions
  add column is_used_up boolean generated always as (leads_used >= lead_quota) stored,
  add column reminded_at timestamptz,
  add column used_up_told_at timestamptz;
-- Plans that were used up before there were notices: that is no news.
update subscriptions set used_up_told_at = now() where is_used_up;
create index subscriptions_to_remind on subscriptions (ends_at) where reminded_at is null;
create index subscriptions_used_up on subscriptions (ends_at)
  where is_used_up and used_up_told_at is null;

-- Takes a lead off the plan of the user that covers this type of lead and ends first. Returns the plan as
-- it then is, with the instant it was taken at; null where no plan has a lead for it.
-- Locks the user, then the plan; where nothing covers the lead it locks nothing.
-- Raises UNAUTHENTICATED.
create function take_plan_lead(p_user_id uuid, p_lead_type text) returns jsonb
language plpgsql as $$
declare
  taken subscriptions;
  taken_at timestamptz;
begin
  -- Looked at anew after each wait: whoever loses the last lead goes on to the next plan.
  while exists (
    select from subscriptions s
    where s.user_id = p_user_id and s.ends_at > now() and s.ends_at > clock_timestamp()
      and s.leads_used < s.lead_quota and s.type in (p_lead_type, 'both')
  ) loop
    -- A suspension locks this row too, and has waited for the purchase or stops it. A lock that others
    -- share could keep the suspension waiting for as long as the user buys.
    perform from users
      where id = p_user_id and status = 'active' and role = 'user' for no key update;
    if not found then
      raise exception using errcode = 'RAAHI', message = 'UNAUTHENTICATED';
    end if;
    -- What changed while this waited is judged as it is by then.
    select s.* into taken from subscriptions s
      where s.user_id = p_user_id and s.ends_at > now() and s.ends_at > clock_timestamp()
        and s.leads_used < s.lead_quota and s.type in (p_lead_type, 'both')
      order by s.ends_at, s.id limit 1 for update;
    taken_at := clock_timestamp();
    if taken.id is not null and taken_at < taken.ends_at then
      update subscriptions set leads_used = leads_used + 1 where id = taken.id
        returning * into taken;
      return to_jsonb(taken) || jsonb_build_object('taken_at', taken_at,
        'is_active', not taken.is_used_up,
        'days_left', ceil(extract(epoch from taken.ends_at - taken_at) / 86400)::integer);
    end if;
  end loop;
  return null;
end $$;

drop function buy_lead(uuid, uuid, uuid, uuid, bigint, text, text, bytea, text, text);

-- Buys a lead in one round trip: what a purchase costs is round trips, so lock, check, post and
-- record happen here (docs/decisions/0003-purchase-in-one-statement.md). Everything is one
-- transaction; a refusal raises SQLSTATE RAAHI with an error code of the contract as its message
-- and leaves nothing behind.
--
-- A plan pays where one covers the lead, else the wallet, unless p_pay_with names one of the two.
--
-- Locks are taken in one order everywhere: idempotency key, lead, user, subscription, wallet.
create function buy_lead(
  p_purchase_id uuid, p_entry_id uuid, p_user_id uuid, p_lead_id uuid,
  p_expected_cost_paise bigint, p_pay_with text,
  p_key text, p_request_hash bytea, p_request_id text, p_ip text
) returns table (
  purchase_id uuid, cost_paise bigint, paid_with text, wallet_paise bigint, subscription jsonb,
  phone text, email text, replayed boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  kept jsonb;
  l record;
  v_price bigint;
  v_plan jsonb;
  v_cost bigint;
  v_paid_with text;
  v_wallet bigint;
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

  -- Everybody who wants this lead, or wants to change it, queues on its row.
  select id, number, lead_type, status, phone, email into l
    from leads where id = p_lead_id and deleted_at is null for update;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'LEAD_NOT_FOUND';
  end if;
  if l.status <> 'buy' then
    raise exception using errcode = 'RAAHI', message = 'LEAD_ALREADY_SOLD';
  end if;

  v_price := lead_price_paise(l.lead_type);
  if v_price is null then
    raise exception using errcode = 'RAAHI', message = 'LEAD_PRICE_NOT_SET';
  end if;
  -- Also where a plan will pay: whoever says what was shown wants nothing else to happen.
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

  update leads set status = 'sold', sold_cause = 'purchase', sold_cost_paise = v_price,
    sold_at = clock_timestamp(), updated_at = clock_timestamp() where id = p_lead_id;
  insert into purchases
      (id, lead_id, user_id, cost_paise, paid_with, entry_id, subscription_id, created_at)
    values (p_purchase_id, p_lead_id, p_user_id, v_cost, v_paid_with,
      case when v_plan is null then p_entry_id end, (v_plan ->> 'id')::uuid,
      -- The plan ran at the instant it was taken from, whatever has passed since.
      coalesce((v_plan ->> 'taken_at')::timestamptz, clock_timestamp()));
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
