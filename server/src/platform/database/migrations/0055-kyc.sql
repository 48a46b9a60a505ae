-- KYC as a process, and settings that admins change while the product runs (docs/decisions/0049-kyc.md).

alter table users
  add column kyc_status text not null default 'none'
    check (kyc_status in ('none', 'submitted', 'approved', 'rejected')),
  -- Number of uploads. A decision names the upload that the admin has seen.
  add column kyc_version integer not null default 0,
  add column kyc_submitted_at timestamptz,
  add column kyc_decided_at timestamptz,
  add column kyc_decided_by uuid references users (id),
  add column kyc_reason_code text,
  add column kyc_reason_text text;

update users set kyc_status = 'submitted', kyc_version = 1, kyc_submitted_at = created_at
  where kyc_file is not null;

alter table users
  add constraint users_kyc_submitted_with_file
    check (kyc_status <> 'submitted' or kyc_file is not null),
  add constraint users_kyc_submitted_at
    check (kyc_status = 'none' or kyc_submitted_at is not null),
  add constraint users_kyc_decided_at
    check ((kyc_status in ('approved', 'rejected')) = (kyc_decided_at is not null)),
  add constraint users_kyc_decided_by
    check ((kyc_decided_at is null) = (kyc_decided_by is null)),
  add constraint users_kyc_reason
    check ((kyc_status = 'rejected') = (kyc_reason_code is not null)
      and (kyc_reason_code is null) = (kyc_reason_text is null));

create index users_kyc_queue on users (kyc_status, kyc_submitted_at, id) where kyc_status <> 'none';
create index users_kyc_all on users (kyc_submitted_at, id) where kyc_status <> 'none';

-- A new document is submitted, a deleted one takes an open or rejected KYC back to none. As a trigger, because the
-- previous release stores and deletes documents too while both run.
create function set_kyc_status() returns trigger language plpgsql as $function$
begin
  if new.kyc_file is not null then
    new.kyc_status := 'submitted';
    new.kyc_version := new.kyc_version + 1;
    new.kyc_submitted_at := case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end;
  elsif new.kyc_status in ('submitted', 'rejected') then
    new.kyc_status := 'none';
    new.kyc_submitted_at := null;
  else
    return new;
  end if;
  new.kyc_decided_at := null;
  new.kyc_decided_by := null;
  new.kyc_reason_code := null;
  new.kyc_reason_text := null;
  return new;
end $function$;

create trigger users_kyc_insert before insert on users
  for each row when (new.kyc_file is not null) execute function set_kyc_status();
create trigger users_kyc_update before update on users
  for each row when (old.kyc_file is distinct from new.kyc_file) execute function set_kyc_status();

-- One row. The audit log has every earlier version.
create table settings (
  id uuid primary key default '00000000-0000-0000-0000-00000000005e'
    check (id = '00000000-0000-0000-0000-00000000005e'),
  version integer not null default 0,
  -- Agents buy leads only with an approved KYC.
  buying_needs_kyc boolean not null default false,
  changed_at timestamptz,
  changed_by uuid references users (id),
  check ((changed_at is null) = (changed_by is null))
);
insert into settings default values;

create or replace function buy_lead(p_purchase_id uuid, p_entry_id uuid, p_user_id uuid, p_lead_id uuid, p_expected_cost_paise bigint, p_pay_with text, p_key text, p_request_hash bytea, p_request_id text, p_ip text)
 returns table(purchase_id uuid, cost_paise bigint, paid_with text, wallet_paise bigint, subscription jsonb, phone text, email text, replayed boolean)
 language plpgsql
 set enable_seqscan to 'off'
as $function$
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
end $function$;
