-- Sells a lead to an agent. It locks the lead, checks its state and the expected price, takes one lead off the plan that covers it and
-- ends first, or else moves the price from the wallet to the revenue of leads, and records the purchase, an audit entry and the
-- answer for the idempotency key. A repeated key returns the first answer.
-- Raises LEAD_NOT_FOUND, LEAD_ALREADY_SOLD, LEAD_UNDER_REVIEW, LEAD_RETURNED_BEFORE, LEAD_EXPIRED, LEAD_PRICE_NOT_SET, LEAD_PRICE_CHANGED,
-- KYC_NOT_APPROVED, DAILY_LIMIT_REACHED, NO_PLAN_COVERS_LEAD, INSUFFICIENT_WALLET_BALANCE, IDEMPOTENCY_KEY_REUSED and UNAUTHENTICATED.
create or replace function buy_lead(
  p_purchase_id uuid, p_entry_id uuid, p_user_id uuid, p_lead_id uuid, p_expected_cost_paise bigint,
  -- 'wallet', 'plan' or null: a plan if one covers the lead, else the wallet.
  p_pay_with text,
  p_key text, p_request_hash bytea, p_request_id text, p_ip text,
  -- The member of the agency that buys; null: its founder.
  p_member_id uuid default null
) returns table (
  purchase_id uuid, cost_paise bigint, paid_with text, wallet_paise bigint, subscription jsonb, phone text, email text,
  replayed boolean
) language plpgsql set enable_seqscan to off as $$
#variable_conflict use_column
declare
  v_member uuid := coalesce(p_member_id, p_user_id);
  v_agency record;
  v_limit bigint;
  kept jsonb;
  l record;
  v_price record;
  v_plan jsonb;
  v_cost bigint;
  v_paid_with text;
  v_wallet bigint;
  v_sold_at timestamptz;
  v_today date;
  v_sold_day date;
begin
  if p_key is not null then
    kept := claim_idempotency_key(v_member, 'buyLead', p_key, p_request_hash);
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
  select id, lead_type, created_at, status, travel_date, month_end, phone, email, corrected_from into l
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
  -- A traveller whose trip was returned has offered it to another agent, and again after each further return.
  if exists (
    with recursive earlier as (
      select e.renews from lead_origins o join enquiries e on e.id = o.enquiry_id
        where o.lead_id = p_lead_id and e.renews is not null
      union
      select e.renews from earlier join enquiries e on e.id = earlier.renews where e.renews is not null
    )
    select from earlier join lead_origins o on o.enquiry_id = earlier.renews
      join purchases p on p.lead_id = o.lead_id where p.user_id = p_user_id
  ) then
    raise exception using errcode = 'RAAHI', message = 'LEAD_RETURNED_BEFORE';
  end if;
  v_today := day_in_india(clock_timestamp());
  if is_travel_over(l.travel_date, l.month_end, v_today) then
    raise exception using errcode = 'RAAHI', message = 'LEAD_EXPIRED';
  end if;

  -- A change of the settings or of the ageing rule takes this lock exclusively, so it waits for this purchase or is visible here.
  perform pg_advisory_xact_lock_shared(55, 0);
  v_price := lead_price(l.lead_type, l.created_at, v_today);
  if v_price.price_paise is null then
    raise exception using errcode = 'RAAHI', message = 'LEAD_PRICE_NOT_SET';
  end if;
  -- Also where a plan pays: the buyer confirmed this price.
  if v_price.price_paise <> p_expected_cost_paise then
    raise exception using errcode = 'RAAHI', message = 'LEAD_PRICE_CHANGED';
  end if;

  -- A suspension, a decision or a new document for the KYC and each change of a member lock the agency's row too, so they wait for
  -- this purchase or are visible here. Purchases of one agency run one after the other from here, so that the limit and the number
  -- count those before. Lock order: agency, member, wallet.
  select status, kyc_status into v_agency from users where id = p_user_id and role = 'user' for no key update;
  select daily_limit_paise into v_limit from users
    where id = v_member and status = 'active' and agency_id = p_user_id and member_suspended_at is null and agent_role <> 'caller';
  if not found or v_agency.status <> 'active' then
    raise exception using errcode = 'RAAHI', message = 'UNAUTHENTICATED';
  end if;
  if v_agency.kyc_status <> 'approved' and (select buying_needs_kyc from settings) then
    raise exception using errcode = 'RAAHI', message = 'KYC_NOT_APPROVED';
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
    v_cost := v_price.price_paise;
    v_wallet := post_transfer(p_entry_id, p_user_id, account_id('revenue_leads'),
      v_price.price_paise, 'lead_wallet', 'captured', p_user_id);
  end if;

  -- The instant at which the lead was taken off the plan, which was active then, or at which the wallet paid. The wait for either
  -- may have lasted until after midnight.
  v_sold_at := coalesce((v_plan ->> 'taken_at')::timestamptz, (select created_at from journal_entries where id = p_entry_id));
  v_sold_day := day_in_india(v_sold_at);
  if is_travel_over(l.travel_date, l.month_end, v_sold_day) then
    raise exception using errcode = 'RAAHI', message = 'LEAD_EXPIRED';
  end if;
  if v_sold_day <> v_today and lead_price(l.lead_type, l.created_at, v_sold_day) <> v_price then
    raise exception using errcode = 'RAAHI', message = 'LEAD_PRICE_CHANGED';
  end if;
  -- The prices of the leads count, also of those that a plan paid for or that were returned.
  if v_limit is not null and v_limit < v_price.price_paise + (
    select coalesce(sum(p.price_paise), 0) from purchases p
    where p.user_id = p_user_id and p.created_at >= day_start_in_india(v_sold_day) and coalesce(p.bought_by, p.user_id) = v_member
  ) then
    raise exception using errcode = 'RAAHI', message = 'DAILY_LIMIT_REACHED';
  end if;
  update leads set status = 'sold', sold_cause = 'purchase', sold_cost_paise = v_price.price_paise,
    sold_at = v_sold_at, updated_at = v_sold_at, contact_digest = contact_digest(name, phone, email) where id = p_lead_id;
  insert into purchases
      (id, lead_id, user_id, number, price_paise, full_price_paise, ageing_version, cost_paise, paid_with, entry_id, subscription_id,
        created_at, bought_by)
    values (p_purchase_id, p_lead_id, p_user_id, next_purchase_number(p_user_id), v_price.price_paise, v_price.full_price_paise, v_price.ageing_version,
      v_cost, v_paid_with, case when v_plan is null then p_entry_id end, (v_plan ->> 'id')::uuid, v_sold_at,
      nullif(v_member, p_user_id));
  insert into audit_log (actor_id, action, subject_type, subject_id, after, request_id, ip)
    values (v_member, 'lead.buy', 'lead', p_lead_id,
      jsonb_build_object('purchaseId', p_purchase_id, 'costPaise', v_cost)
        || case when v_plan is null then '{}' else jsonb_build_object(
          'subscriptionId', v_plan -> 'id', 'planName', v_plan -> 'plan_name') end,
      p_request_id, p_ip);
  if p_key is not null then
    insert into idempotency_keys (caller_id, call, key, request_hash, answer)
      values (v_member, 'buyLead', p_key, p_request_hash,
        jsonb_build_object('wallet_paise', v_wallet)
          || case when v_plan is null then '{}' else jsonb_build_object('subscription', v_plan) end);
  end if;

  return query select p_purchase_id, v_cost, v_paid_with, v_wallet, v_plan, l.phone, l.email, false;
end $$;
