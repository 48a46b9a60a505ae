-- The purchase of a lead by an agent.

create table purchases (
  id uuid primary key,
  -- A lead is sold to one agent, ever.
  lead_id uuid not null unique references leads (id),
  user_id uuid not null references users (id),
  -- What the wallet paid.
  cost_paise bigint not null check (cost_paise >= 0),
  paid_with text not null check (paid_with in ('wallet', 'plan')),
  entry_id uuid unique references journal_entries (id),
  replacement_status text not null default 'no-replacement' check (
    replacement_status in ('no-replacement', 'pending', 'approved', 'rejected')
  ),
  created_at timestamptz not null default clock_timestamp(),
  -- Each purchase has exactly one funding.
  check ((paid_with = 'wallet') = (entry_id is not null))
);
create index purchases_user on purchases (user_id, created_at desc, id desc);

-- Buys a lead in one round trip: what a purchase costs is round trips, so lock, check, post and
-- record happen here (docs/decisions/0003-purchase-in-one-statement.md). Everything is one
-- transaction; a refusal raises SQLSTATE RAAHI with an error code of the contract as its message
-- and leaves nothing behind.
--
-- Locks are taken in one order everywhere: idempotency key, lead, wallet.
create function buy_lead(
  p_purchase_id uuid, p_entry_id uuid, p_user_id uuid, p_lead_id uuid,
  p_expected_cost_paise bigint, p_pay_with text,
  p_key text, p_request_hash bytea, p_request_id text, p_ip text
) returns table (
  purchase_id uuid, cost_paise bigint, paid_with text, wallet_paise bigint,
  phone text, email text, replayed boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  kept jsonb;
  l record;
  v_price bigint;
  v_wallet bigint;
begin
  if p_key is not null then
    kept := claim_idempotency_key(p_user_id, 'buyLead', p_key, p_request_hash);
    if kept is not null then
      return query
        select p.id, p.cost_paise, p.paid_with, (kept ->> 'wallet_paise')::bigint,
          leads.phone, leads.email, true
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
  if v_price <> p_expected_cost_paise then
    raise exception using errcode = 'RAAHI', message = 'LEAD_PRICE_CHANGED';
  end if;
  if p_pay_with = 'plan' then
    raise exception using errcode = 'RAAHI', message = 'NO_PLAN_COVERS_LEAD';
  end if;

  v_wallet := post_transfer(p_entry_id, p_user_id, '00000000-0000-0000-0000-000000000001',
    v_price, 'lead_wallet', 'captured', p_user_id, 'Lead ' || lead_label(l.number));

  -- A suspension locks the wallet too: it has either waited for this purchase or stops it here.
  perform from users where id = p_user_id and status = 'active' and role = 'user';
  if not found then
    raise exception using errcode = 'RAAHI', message = 'UNAUTHENTICATED';
  end if;

  update leads set status = 'sold', sold_cause = 'purchase', sold_cost_paise = v_price,
    sold_at = clock_timestamp(), updated_at = clock_timestamp() where id = p_lead_id;
  insert into purchases (id, lead_id, user_id, cost_paise, paid_with, entry_id)
    values (p_purchase_id, p_lead_id, p_user_id, v_price, 'wallet', p_entry_id);
  insert into audit_log (actor_id, action, subject_type, subject_id, after, request_id, ip)
    values (p_user_id, 'lead.buy', 'lead', p_lead_id,
      jsonb_build_object('purchaseId', p_purchase_id, 'costPaise', v_price), p_request_id, p_ip);
  if p_key is not null then
    insert into idempotency_keys (caller_id, call, key, request_hash, answer)
      values (p_user_id, 'buyLead', p_key, p_request_hash,
        jsonb_build_object('purchase_id', p_purchase_id, 'wallet_paise', v_wallet));
  end if;

  return query select p_purchase_id, v_price, 'wallet'::text, v_wallet, l.phone, l.email, false;
end $$;

-- LD-000123: the short number that people quote.
create function lead_label(p_number bigint) returns text language sql immutable as $$
  select 'LD-' || lpad(p_number::text, greatest(6, length(p_number::text)), '0')
$$;
