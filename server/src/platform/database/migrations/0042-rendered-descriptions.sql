-- A ledger entry stores its method and is referenced by the purchase, subscription, request or payment that it belongs to. Its
-- description is made from these when it is shown (docs/decisions/0033-what-is-stored.md).

-- Earlier entries keep their text, which this release does not read. Servers of the previous release require a text in every
-- entry, so it is empty instead of null. The next release drops the column and the parameter `p_description`.
alter table journal_entries alter column description set default '';

-- As in 0003-ledger.sql, with the setting of 0022-buy-leads.sql, without the description: the previous release passes one,
-- which is not stored, and this release passes none.
create or replace function post_transfer(p_entry_id uuid, p_from uuid, p_to uuid, p_amount_paise bigint, p_method text, p_status text, p_user_id uuid, p_description text default null)
 returns bigint
 language plpgsql
 set enable_seqscan = off
as $$
declare
  from_balance bigint;
  to_balance bigint;
  debit_step integer := case when p_from < p_to then 1 else 2 end;
begin
  if p_from = p_to or p_amount_paise < 0 then
    raise exception 'a transfer needs two accounts and an amount of zero or more';
  end if;
  -- Wallets are locked in the order of their ids, so that two transfers cannot deadlock. Other accounts store no balance and
  -- need no lock.
  for step in 1..2 loop
    if step = debit_step then
      update accounts set balance_paise = balance_paise - p_amount_paise
        where id = p_from and kind = 'wallet' and balance_paise >= p_amount_paise
        returning balance_paise into from_balance;
      if not found and exists (select from accounts where id = p_from and kind = 'wallet') then
        raise exception using errcode = 'RAAHI', message = 'INSUFFICIENT_WALLET_BALANCE';
      end if;
    else
      update accounts set balance_paise = balance_paise + p_amount_paise
        where id = p_to and kind = 'wallet'
          and balance_paise <= 9007199254740991 - p_amount_paise
        returning balance_paise into to_balance;
      if not found and exists (select from accounts where id = p_to and kind = 'wallet') then
        raise exception using errcode = 'RAAHI', message = 'WALLET_LIMIT_EXCEEDED';
      end if;
    end if;
  end loop;
  if (select count(*) from accounts where id in (p_from, p_to)) <> 2 then
    raise exception 'a transfer names an account that does not exist';
  end if;
  -- The entry is numbered while the wallet is locked: numbers follow the order of the balances.
  insert into journal_entries (id, method, status, user_id, amount_paise)
    values (p_entry_id, p_method, p_status, p_user_id, p_amount_paise);
  insert into postings (entry_id, account_id, amount_paise, balance_after_paise) values
    (p_entry_id, p_from, -p_amount_paise, from_balance),
    (p_entry_id, p_to, p_amount_paise, to_balance);
  return coalesce(from_balance, to_balance);
end $$;

-- As in 0041-amounts-of-decisions.sql, without the description.
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
  select id, lead_type, status, travel_date, phone, email into l
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
      v_price, 'lead_wallet', 'captured', p_user_id);
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
