-- What the stand-in gateway (gateway-sandbox/) knows. The product itself never reads these tables: to
-- it they are another company's. They are empty wherever the sandbox is off.

create table sandbox_orders (
  id text primary key,
  amount bigint not null check (amount >= 100),
  currency text not null,
  receipt text,
  notes jsonb not null,
  status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
  amount_paid bigint not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
create index sandbox_orders_receipt on sandbox_orders (receipt);
create index sandbox_orders_created on sandbox_orders (created_at desc, id desc);

create table sandbox_payments (
  id text primary key,
  order_id text not null references sandbox_orders (id),
  amount bigint not null,
  currency text not null,
  status text not null check (status in ('captured', 'refunded', 'failed')),
  method text not null check (method in ('card', 'upi')),
  card jsonb,
  vpa text,
  email text,
  contact text,
  description text,
  notes jsonb not null,
  -- Why it failed, in the provider's words; null once it is captured.
  error jsonb,
  -- Of a late one: when its bank answers after all.
  capture_at timestamptz,
  amount_refunded bigint not null default 0 check (amount_refunded between 0 and amount),
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'failed') = (error is not null)),
  check (capture_at is null or status = 'failed'),
  check ((status = 'refunded') = (amount_refunded = amount))
);
create index sandbox_payments_order on sandbox_payments (order_id);
create index sandbox_payments_created on sandbox_payments (created_at desc, id desc);
create index sandbox_payments_to_capture on sandbox_payments (capture_at)
  where capture_at is not null;

create table sandbox_refunds (
  id text primary key,
  payment_id text not null references sandbox_payments (id),
  amount bigint not null check (amount > 0),
  receipt text,
  notes jsonb not null,
  speed text not null,
  status text not null check (status in ('pending', 'processed')),
  -- Of a pending one: when the bank has it.
  process_at timestamptz,
  -- The caller's key, and what it asked for under it: another wish with the same key is refused.
  idempotency_key text unique,
  request text not null,
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'pending') = (process_at is not null))
);
create index sandbox_refunds_payment on sandbox_refunds (payment_id);
create index sandbox_refunds_to_process on sandbox_refunds (process_at)
  where process_at is not null;

-- Webhooks, from the transaction of what they tell until whoever is called has answered.
create table sandbox_events (
  id text primary key,
  seq bigint not null generated always as identity,
  event text not null,
  order_id text not null,
  -- As it is sent and signed, byte for byte.
  body text not null,
  state text not null default 'pending'
    check (state in ('pending', 'delivered', 'dropped', 'given_up')),
  -- How often it is still to be answered with 2xx.
  copies integer not null default 1,
  tries integer not null default 0,
  -- Of a pending one: when it is sent next. Whoever sends it moves this on first, so that another
  -- process takes over where that one dies.
  due_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
create index sandbox_events_due on sandbox_events (due_at, seq) where state = 'pending';
create index sandbox_events_order on sandbox_events (order_id) where state = 'pending';

-- How the sandbox misbehaves; no row: not at all.
create table sandbox_behaviour (
  one boolean primary key default true check (one),
  settings jsonb not null
);
