-- A sale costs less (decision 86). PostgreSQL parses the condition of a trigger in each statement that may fire it. With a list
-- of columns, an update of other columns, such as a sale, does not reach the condition. The lists also have the columns by which
-- triggers before the update change the columns of the condition.

drop trigger leads_recorded_update on leads;
create trigger leads_recorded_update
  after update of name, city, destination, travel_date, travel_days, travel_nights, adult, children, infant, trip_type,
    lead_type, travel_month, budget_per_person, priority, email_verified_at, phone_verified_at, email, phone, is_expired,
    deleted_at
  on leads for each row
  when (old.status = new.status and (old.name is distinct from new.name or old.city is distinct from new.city
    or old.destination is distinct from new.destination or old.travel_date is distinct from new.travel_date
    or old.travel_days is distinct from new.travel_days or old.travel_nights is distinct from new.travel_nights
    or old.adult is distinct from new.adult or old.children is distinct from new.children
    or old.infant is distinct from new.infant or old.trip_type is distinct from new.trip_type
    or old.lead_type is distinct from new.lead_type or old.travel_month is distinct from new.travel_month
    or old.budget_per_person is distinct from new.budget_per_person or old.priority is distinct from new.priority
    or old.email_verified_at is distinct from new.email_verified_at
    or old.phone_verified_at is distinct from new.phone_verified_at
    or (old.email <> '') is distinct from (new.email <> '') or old.is_expired is distinct from new.is_expired
    or old.deleted_at is distinct from new.deleted_at))
  execute function record_lead_event();

drop trigger leads_searchable_update on leads;
create trigger leads_searchable_update
  after update of name, destination, city, created_at, travel_date, travel_month, month_end, lead_type, trip_type, is_expired,
    deleted_at, email, phone, email_verified_at, phone_verified_at
  on leads for each row
  when (old.name is distinct from new.name or old.destination is distinct from new.destination
    or old.city is distinct from new.city or old.created_at is distinct from new.created_at
    or old.travel_date is distinct from new.travel_date or old.month_end is distinct from new.month_end
    or old.lead_type is distinct from new.lead_type or old.trip_type is distinct from new.trip_type
    or old.is_expired is distinct from new.is_expired or old.deleted_at is distinct from new.deleted_at
    or old.email_verified_at is distinct from new.email_verified_at
    or old.phone_verified_at is distinct from new.phone_verified_at)
  execute function index_changed_lead();

-- An expired lead that is sold is not expired any more.
create trigger leads_searchable_status after update of status on leads for each row
  when (old.is_expired is distinct from new.is_expired) execute function index_changed_lead();

drop trigger leads_travel_update on leads;
create trigger leads_travel_update before update of travel_date, travel_month, month_end, is_expired on leads for each row
  when (old.is_expired or new.is_expired or old.travel_date is distinct from new.travel_date
    or old.travel_month is distinct from new.travel_month)
  execute function set_lead_travel();
create trigger leads_travel_status before update of status on leads for each row
  when (old.is_expired) execute function set_lead_travel();

drop trigger leads_contacts_update on leads;
create trigger leads_contacts_update after update of phone, email on leads for each row
  when (old.phone is distinct from new.phone or old.email is distinct from new.email)
  execute function index_changed_contacts();

-- A sale fires this trigger, so the function has the condition. It keeps its plan between statements.
create or replace function count_changed_lead() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.created_at, old.lead_type, old.trip_type, old.status, old.is_expired, old.deleted_at,
      old.destination, old.city, old.travel_date, old.month_end)
    is not distinct from (new.created_at, new.lead_type, new.trip_type, new.status, new.is_expired, new.deleted_at,
      new.destination, new.city, new.travel_date, new.month_end) then
    return null;
  end if;
  if old.deleted_at is null then
    insert into lead_count_changes
        (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, month_end, n)
      values (lead_day(old.created_at), old.lead_type, old.trip_type, old.status, old.is_expired,
        old.destination, old.city, old.travel_date, old.month_end, -1);
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into lead_count_changes
        (day, lead_type, trip_type, status, is_expired, destination, city, travel_date, month_end, n, lead_id, xid)
      values (lead_day(new.created_at), new.lead_type, new.trip_type, new.status, new.is_expired,
        new.destination, new.city, new.travel_date, new.month_end, 1,
        case when new.status = 'sold' and old.status <> 'sold' then new.id end,
        case when new.status = 'sold' and old.status <> 'sold' then pg_current_xact_id() end);
  end if;
  return null;
end $$;
drop trigger leads_counted_update on leads;
create trigger leads_counted_update
  after update of created_at, lead_type, trip_type, status, is_expired, deleted_at, destination, city, travel_date, travel_month,
    month_end
  on leads for each row execute function count_changed_lead();

-- Entries are written one at a time. A trigger for each row needs no table of the new rows and no grouping.
create function record_new_entry() returns trigger language plpgsql as $$
begin
  if new.method <> 'Online' then
    insert into transaction_changes (day, method, status, n, amount_paise, earned_paise, buyer_id, ids)
      values (transaction_day(new.created_at), new.method, new.status, 1, new.amount_paise,
        entry_earns(new.method, new.amount_paise),
        case when new.method in ('lead_wallet', 'cash') then new.user_id end, array[new.id]);
  end if;
  if new.method <> 'lead_wallet' then
    insert into lead_events (kind, subject_id) values ('account', new.user_id);
  end if;
  return null;
end $$;
drop trigger journal_entries_counted on journal_entries;
drop trigger journal_entries_recorded on journal_entries;
create trigger journal_entries_recorded after insert on journal_entries for each row execute function record_new_entry();
drop function count_new_entries();

-- No statement looks for the postings of an account, or for a change by its number.
drop index postings_account;
alter table lead_count_changes drop constraint lead_count_changes_pkey;

-- Reads once which of the two accounts are wallets, instead of after an update of each.
create or replace function post_transfer(p_entry_id uuid, p_from uuid, p_to uuid, p_amount_paise bigint, p_method text,
  p_status text, p_user_id uuid, p_description text default null)
returns bigint language plpgsql set enable_seqscan to 'off' as $$
declare
  found_accounts integer;
  from_wallet boolean;
  to_wallet boolean;
  from_balance bigint;
  to_balance bigint;
  debit_step integer := case when p_from < p_to then 1 else 2 end;
begin
  if p_from = p_to or p_amount_paise < 0 then
    raise exception 'a transfer needs two accounts and an amount of zero or more';
  end if;
  select count(*), bool_or(id = p_from and kind = 'wallet'), bool_or(id = p_to and kind = 'wallet')
    into found_accounts, from_wallet, to_wallet from accounts where id in (p_from, p_to);
  if found_accounts <> 2 then
    raise exception 'a transfer names an account that does not exist';
  end if;
  -- Wallets are locked in the order of their ids, so that two transfers cannot deadlock. Other accounts store no balance and
  -- need no lock.
  for step in 1..2 loop
    if step = debit_step and from_wallet then
      update accounts set balance_paise = balance_paise - p_amount_paise
        where id = p_from and balance_paise >= p_amount_paise
        returning balance_paise into from_balance;
      if not found then
        raise exception using errcode = 'RAAHI', message = 'INSUFFICIENT_WALLET_BALANCE';
      end if;
    elsif step <> debit_step and to_wallet then
      update accounts set balance_paise = balance_paise + p_amount_paise
        where id = p_to and balance_paise <= 9007199254740991 - p_amount_paise
        returning balance_paise into to_balance;
      if not found then
        raise exception using errcode = 'RAAHI', message = 'WALLET_LIMIT_EXCEEDED';
      end if;
    end if;
  end loop;
  -- The entry is numbered while the wallet is locked: numbers follow the order of the balances.
  insert into journal_entries (id, method, status, user_id, amount_paise)
    values (p_entry_id, p_method, p_status, p_user_id, p_amount_paise);
  insert into postings (entry_id, account_id, amount_paise, balance_after_paise) values
    (p_entry_id, p_from, -p_amount_paise, from_balance),
    (p_entry_id, p_to, p_amount_paise, to_balance);
  return coalesce(from_balance, to_balance);
end $$;

-- The stored response names no purchase: the request, whose hash is compared, names the lead, which has one purchase.
create or replace function buy_lead(p_purchase_id uuid, p_entry_id uuid, p_user_id uuid, p_lead_id uuid,
  p_expected_cost_paise bigint, p_pay_with text, p_key text, p_request_hash bytea, p_request_id text, p_ip text)
returns table(purchase_id uuid, cost_paise bigint, paid_with text, wallet_paise bigint, subscription jsonb, phone text, email text, replayed boolean)
language plpgsql set enable_seqscan to 'off'
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
        where p.lead_id = p_lead_id and p.user_id = p_user_id;
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
        jsonb_build_object('wallet_paise', v_wallet)
          || case when v_plan is null then '{}' else jsonb_build_object('subscription', v_plan) end);
  end if;

  return query select p_purchase_id, v_cost, v_paid_with, v_wallet, v_plan, l.phone, l.email, false;
end $$;
