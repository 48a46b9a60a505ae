-- What was decided under a rule keeps the amounts and the version of that rule (docs/decisions/0033-what-is-stored.md).
-- Servers of the previous release keep working: they buy and decide through the functions below, and the trigger completes
-- the subscriptions that they insert.

-- Version 1 of a purchase: the lead's price at that moment; a plan that covers the lead pays it, else the wallet.
-- A migration that changes the rule changes the default too.
alter table purchases
  add column price_paise bigint,
  add column rule_version smallint not null default 1;
update purchases p set price_paise = coalesce(l.sold_cost_paise, p.cost_paise)
  from leads l where l.id = p.lead_id;
alter table purchases alter column price_paise set not null;

-- Version 1 of a grant: one lead is worth the price divided by the number of leads, rounded down to paise.
create function plan_lead_share_paise(p_price_paise bigint, p_lead_quota integer) returns bigint
language sql immutable as $$
  select p_price_paise / p_lead_quota
$$;
alter table subscriptions
  -- What a lead of the plan is worth once the plan has ended.
  add column lead_share_paise bigint,
  add column rule_version smallint not null default 1;
update subscriptions set lead_share_paise = plan_lead_share_paise(price_paise, lead_quota);
alter table subscriptions alter column lead_share_paise set not null;

create function set_lead_share() returns trigger language plpgsql as $$
begin
  new.lead_share_paise := plan_lead_share_paise(new.price_paise, new.lead_quota);
  return new;
end $$;
create trigger subscriptions_lead_share before insert on subscriptions
  for each row execute function set_lead_share();

-- Version 1 of an approval: a purchase from the wallet gets back its cost. A purchase with a plan gets back its lead (0 paise)
-- before the end of the plan, and the lead's share of the plan's price afterwards. Both columns are null unless approved.
alter table replacement_requests
  add column refund_paise bigint,
  add column rule_version smallint;
update replacement_requests r set rule_version = 1, refund_paise = coalesce(
    (select e.amount_paise from journal_entries e where e.id = r.entry_id), 0)
  where status = 'approved';

-- As in 0028-expired-leads.sql, with the price.
create or replace function buy_lead(p_purchase_id uuid, p_entry_id uuid, p_user_id uuid, p_lead_id uuid, p_expected_cost_paise bigint, p_pay_with text, p_key text, p_request_hash bytea, p_request_id text, p_ip text)
 returns table(purchase_id uuid, cost_paise bigint, paid_with text, wallet_paise bigint, subscription jsonb, phone text, email text, replayed boolean)
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

  -- Waiting for the plan or the wallet may have lasted until after midnight.
  v_sold_at := clock_timestamp();
  if l.travel_date < day_in_india(v_sold_at) then
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

-- As in 0010-replacements.sql, with what was decided.
create or replace function decide_replacement(p_request_id uuid, p_action text, p_admin_id uuid, p_entry_id uuid)
 returns void
 language plpgsql
as $$
declare
  v_purchase_id uuid;
  r record;
  p record;
  s record;
  v_returned text;
  v_refund bigint;
  v_at timestamptz;
begin
  select purchase_id into v_purchase_id from replacement_requests where id = p_request_id;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_NOT_FOUND';
  end if;
  select purchases.*, leads.number as lead_number into p
    from purchases join leads on leads.id = lead_id
    where purchases.id = v_purchase_id for update of purchases;
  -- Read after the lock is held: of two concurrent decisions, the second finds the first.
  select * into r from replacement_requests where id = p_request_id for update;
  if r.status <> 'pending' then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_ALREADY_DECIDED';
  end if;

  v_at := clock_timestamp();
  if p_action = 'approved' and p.paid_with = 'wallet' then
    v_returned := 'wallet';
    v_refund := p.cost_paise;
    perform post_transfer(p_entry_id, '00000000-0000-0000-0000-000000000001', p.user_id,
      v_refund, 'wallet_refund', 'lead_refund', p.user_id,
      'Refund of lead ' || lead_label(p.lead_number));
  elsif p_action = 'approved' then
    select * into s from subscriptions where id = p.subscription_id for update;
    v_at := clock_timestamp();
    if v_at < s.ends_at then
      v_returned := 'plan';
      v_refund := 0;
      update subscriptions set leads_used = leads_used - 1 where id = s.id;
    else
      v_returned := 'wallet';
      v_refund := s.lead_share_paise;
      perform post_transfer(p_entry_id, '00000000-0000-0000-0000-000000000002', p.user_id,
        v_refund, 'wallet_refund', 'lead_refund', p.user_id,
        'Refund of lead ' || lead_label(p.lead_number) || ', plan ' || s.plan_name);
    end if;
  end if;

  update replacement_requests set status = p_action, decided_at = v_at, decided_by = p_admin_id,
    returned = v_returned, entry_id = case when v_returned = 'wallet' then p_entry_id end,
    refund_paise = v_refund, rule_version = case when p_action = 'approved' then 1 end
    where id = p_request_id;
  update purchases set replacement_status = p_action where id = v_purchase_id;
end $$;
