-- Orders of plans and top-ups, the payments that come in for them, and what goes back.

-- What an agent ordered and the terms it was ordered under: the catalogue may change, or lose the
-- plan, before the money arrives.
create table orders (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('plan', 'wallet')),
  plan_id uuid references plans (id),
  plan_name text,
  plan_type text check (plan_type in ('domestic', 'international', 'both')),
  validity_days integer check (validity_days > 0),
  lead_quota integer check (lead_quota > 0),
  amount_paise bigint not null check (amount_paise between 100 and 100000000),
  currency text not null default 'INR' check (currency = 'INR'),
  status text not null default 'open' check (status in ('open', 'paid', 'closed')),
  -- Null until the gateway has answered; whoever asks again with the same key completes it. Orders
  -- from before this migration have none.
  gateway_order_id text unique,
  created_at timestamptz not null default clock_timestamp(),
  paid_at timestamptz,
  -- When the reconciler asks the gateway about it next; null: never again.
  next_check_at timestamptz default clock_timestamp() + interval '60 seconds',
  constraint orders_plan_terms check (
    num_nulls(plan_id, plan_name, plan_type, validity_days, lead_quota)
      = case kind when 'plan' then 0 else 5 end),
  check ((status = 'paid') = (paid_at is not null))
);
create index orders_user on orders (user_id, created_at desc, id desc);
-- A paid one is among them for some days: a payment that had failed before may be captured too.
create index orders_to_check on orders (next_check_at)
  where status <> 'closed' and gateway_order_id is not null;

-- What was ordered stays as it was ordered, and what is paid stays paid.
create function refuse_order_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or old.status = 'paid' and (new.status, new.paid_at) is distinct from (old.status, old.paid_at)
    or (new.id, new.user_id, new.kind, new.plan_id, new.plan_name, new.plan_type, new.validity_days,
        new.lead_quota, new.amount_paise, new.currency, new.created_at)
      is distinct from (old.id, old.user_id, old.kind, old.plan_id, old.plan_name, old.plan_type,
        old.validity_days, old.lead_quota, old.amount_paise, old.currency, old.created_at)
    or old.gateway_order_id is not null and new.gateway_order_id is distinct from old.gateway_order_id
  then
    raise exception 'the terms of an order stay as they are: % refused', tg_op;
  end if;
  return new;
end $$;
create trigger orders_terms_stay before update or delete on orders
  for each row execute function refuse_order_change();

-- Takes an order by the gateway's id of it. Whatever happens to an order, its payments and their refunds happens under
-- this lock: whoever gets it sees all that the one before has done.
create function lock_order(p_gateway_order_id text) returns setof orders language sql as $$
  select * from orders where gateway_order_id = p_gateway_order_id for update
$$;

-- Money that arrived for an order that another payment had paid is owed to its sender until the
-- gateway has sent it back.
alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check check (kind in ('wallet', 'revenue_leads',
  'revenue_plans', 'gateway', 'cash', 'adjustments', 'refunds_due'));
insert into accounts (id, kind) values ('00000000-0000-0000-0000-000000000006', 'refunds_due');

alter table payments add column order_id uuid references orders (id);
-- How it was paid, such as card or upi, and why it failed, in the gateway's words.
alter table payments add column instrument text;
alter table payments add column failure text;
-- It came in for an order that another payment had paid, and goes back to its sender.
alter table payments add column surplus boolean not null default false;
create index payments_order on payments (order_id);
-- Whatever reports a payment, and however often: an order is paid by one.
create unique index payments_one_pays_order on payments (order_id)
  where status = 'captured' and not surplus;

-- A payment that was sent back reads as refunded; it never was a sale.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check
  check (status in ('captured', 'failed', 'lead_refund'));
alter table payments drop constraint payments_check;
alter table payments add constraint payments_entry check ((status <> 'failed') = (entry_id is not null));
alter table payments add constraint payments_surplus_no_sale
  check (not surplus or plan_name is null and status <> 'failed');
alter table payments add constraint payments_refunded_surplus
  check (status <> 'lead_refund' or surplus);

create or replace function refuse_uncapture() returns trigger language plpgsql as $$
begin
  if old.status <> 'failed' and (tg_op = 'DELETE'
      or (new.status <> old.status and (old.status, new.status) <> ('captured', 'lead_refund'))
      or (new.amount_paise, new.user_id, new.entry_id, new.plan_name is null, new.surplus,
          new.created_at)
        is distinct from (old.amount_paise, old.user_id, old.entry_id, old.plan_name is null,
          old.surplus, old.created_at)
      or old.order_id is not null and new.order_id is distinct from old.order_id) then
    raise exception 'a captured payment stays as it is: % refused', tg_op;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- The way back of a payment that its order had no use for: one at most for each.
create table refunds (
  id uuid primary key,
  payment_id uuid not null unique references payments (id),
  amount_paise bigint not null check (amount_paise > 0),
  status text not null default 'pending' check (status in ('pending', 'processed')),
  gateway_refund_id text unique,
  -- The movement from refunds_due back to the gateway.
  entry_id uuid unique references journal_entries (id),
  created_at timestamptz not null default clock_timestamp(),
  processed_at timestamptz,
  -- When it is sent again, should whatever was to send it have been lost.
  next_check_at timestamptz not null default clock_timestamp() + interval '10 minutes',
  check ((status = 'processed') = (processed_at is not null)),
  check ((status = 'processed') = (entry_id is not null)),
  check (status = 'pending' or gateway_refund_id is not null)
);
create index refunds_to_check on refunds (next_check_at) where status = 'pending';

-- Events of the gateway that were acted upon, by its id of them: each is delivered at least once.
create table gateway_events (
  id text primary key,
  event text not null,
  received_at timestamptz not null default clock_timestamp()
);
create index gateway_events_received on gateway_events (received_at);

-- Plans and top-ups that were paid online before orders were kept.
insert into orders (id, user_id, kind, plan_id, plan_name, plan_type, validity_days, lead_quota,
    amount_paise, status, created_at, paid_at)
  select p.id, p.user_id, case when s.id is null then 'wallet' else 'plan' end, s.plan_id,
    s.plan_name, s.type, s.validity_days, s.lead_quota, p.amount_paise, 'paid', p.created_at,
    p.created_at
  from payments p left join subscriptions s on s.entry_id = p.entry_id
  where p.status = 'captured' and p.amount_paise between 100 and 100000000;
-- Only what is new of a captured payment changes, which its trigger allows.
update payments p set order_id = o.id from orders o where o.id = p.id;
