-- Requests to replace a bad lead. purchases.replacement_status says the latest one's status.

create table replacement_requests (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  -- The buyer, as on the purchase, and the number of its lead: what lists look for.
  user_id uuid not null references users (id),
  lead_number bigint not null,
  reason text not null,
  -- Which of the reasons to choose from `reason` begins with.
  reason_kind text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by uuid references users (id),
  -- What an approval gave back: money to the wallet by this entry, or a lead to the plan.
  returned text check (returned in ('wallet', 'plan')),
  entry_id uuid unique references journal_entries (id),
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'pending') = (decided_by is null)),
  check ((status = 'approved') = (returned is not null)),
  check ((returned is not distinct from 'wallet') = (entry_id is not null))
);
-- One open or granted request a purchase: approving twice returns nothing twice.
create unique index replacement_requests_one_live on replacement_requests (purchase_id)
  where status <> 'rejected';
create index replacement_requests_purchase on replacement_requests (purchase_id);
create index replacement_requests_user on replacement_requests (user_id, created_at desc, id desc)
  include (status);
create index replacement_requests_newest on replacement_requests (created_at desc, id desc);
create index replacement_requests_status on replacement_requests (status, created_at desc, id desc);
create index replacement_requests_reason on replacement_requests (reason_kind, status);
create index replacement_requests_lead on replacement_requests (lead_number);

-- Both functions below lock in the order of the whole product: lead, purchase, request, subscription,
-- wallet. A refusal raises SQLSTATE RAAHI with an error code of the contract as its message.

-- Records that a buyer asks for a replacement. A deleted lead stays its buyer's, and can be asked for.
create function request_replacement(
  p_request_id uuid, p_user_id uuid, p_lead_id uuid, p_reason text, p_reason_kind text,
  p_most_requests integer
) returns void language plpgsql as $$
declare
  v_purchase_id uuid;
  v_lead_number bigint;
  v_status text;
begin
  -- Whoever asks again, or decides on an earlier request, at the same time queues here.
  select p.id, p.replacement_status into v_purchase_id, v_status
    from purchases p where p.lead_id = p_lead_id and p.user_id = p_user_id for update;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'LEAD_NOT_FOUND';
  end if;
  if v_status in ('pending', 'approved') then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_ALREADY_REQUESTED';
  end if;
  if (select count(*) from replacement_requests where purchase_id = v_purchase_id)
      >= p_most_requests then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_REJECTED_TWICE';
  end if;
  select number into v_lead_number from leads where id = p_lead_id;
  insert into replacement_requests
      (id, purchase_id, user_id, lead_number, reason, reason_kind)
    values (p_request_id, v_purchase_id, p_user_id, v_lead_number, p_reason, p_reason_kind);
  update purchases set replacement_status = 'pending' where id = v_purchase_id;
end $$;

-- Decides a pending request, once. An approval gives back exactly what was paid: the price that the
-- wallet paid then, whatever the lead costs now; or the plan's lead; or, where that plan has ended by
-- date, the lead's share of the plan's price, rounded down to paise.
create function decide_replacement(
  p_request_id uuid, p_action text, p_admin_id uuid, p_entry_id uuid
) returns void language plpgsql as $$
declare
  v_purchase_id uuid;
  r record;
  p record;
  s record;
  v_returned text;
  v_at timestamptz;
begin
  select purchase_id into v_purchase_id from replacement_requests where id = p_request_id;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_NOT_FOUND';
  end if;
  select purchases.*, leads.number as lead_number into p
    from purchases join leads on leads.id = lead_id
    where purchases.id = v_purchase_id for update of purchases;
  -- Read after the lock was had: of two who decide, the second finds what the first decided.
  select * into r from replacement_requests where id = p_request_id for update;
  if r.status <> 'pending' then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_ALREADY_DECIDED';
  end if;

  v_at := clock_timestamp();
  if p_action = 'approved' and p.paid_with = 'wallet' then
    v_returned := 'wallet';
    perform post_transfer(p_entry_id, '00000000-0000-0000-0000-000000000001', p.user_id,
      p.cost_paise, 'wallet_refund', 'lead_refund', p.user_id,
      'Refund of lead ' || lead_label(p.lead_number));
  elsif p_action = 'approved' then
    select * into s from subscriptions where id = p.subscription_id for update;
    v_at := clock_timestamp();
    if v_at < s.ends_at then
      v_returned := 'plan';
      update subscriptions set leads_used = leads_used - 1 where id = s.id;
    else
      v_returned := 'wallet';
      perform post_transfer(p_entry_id, '00000000-0000-0000-0000-000000000002', p.user_id,
        s.price_paise / s.lead_quota, 'wallet_refund', 'lead_refund', p.user_id,
        'Refund of lead ' || lead_label(p.lead_number) || ', plan ' || s.plan_name);
    end if;
  end if;

  update replacement_requests set status = p_action, decided_at = v_at, decided_by = p_admin_id,
    returned = v_returned, entry_id = case when v_returned = 'wallet' then p_entry_id end
    where id = p_request_id;
  update purchases set replacement_status = p_action where id = v_purchase_id;
end $$;
