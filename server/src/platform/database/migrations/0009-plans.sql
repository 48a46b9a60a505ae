-- The catalogue of plans, and what agents have of it.

create table plans (
  id uuid primary key,
  -- What people call it by; records refer to id.
  plan_id text not null,
  name text not null,
  -- ₹0, or at least ₹1: the least the gateway takes.
  price_paise bigint not null check (price_paise = 0 or price_paise between 100 and 100000000),
  description text not null,
  validity_days integer not null check (validity_days between 1 and 3650),
  type text not null check (type in ('domestic', 'international', 'both')),
  lead_quota integer not null check (lead_quota between 1 and 100000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index plans_plan_id_key on plans (lower(plan_id)) where deleted_at is null;
create index plans_cheapest on plans (price_paise, id) where deleted_at is null;

-- A plan that an agent has, under the terms it was bought under: the catalogue may change since.
create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id),
  plan_id uuid not null references plans (id),
  plan_name text not null,
  price_paise bigint not null check (price_paise >= 0),
  type text not null check (type in ('domestic', 'international', 'both')),
  validity_days integer not null check (validity_days > 0),
  lead_quota integer not null check (lead_quota > 0),
  leads_used integer not null default 0,
  -- What granted it: a captured payment, cash that an admin took in, or a price of 0.
  cause text not null check (cause in ('payment', 'cash', 'free')),
  entry_id uuid unique references journal_entries (id),
  started_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  constraint subscriptions_within_quota check (leads_used between 0 and lead_quota),
  check (ends_at > started_at),
  check ((cause = 'free') = (entry_id is null)),
  check ((cause = 'free') = (price_paise = 0))
);
create index subscriptions_user on subscriptions (user_id, ends_at);
create index subscriptions_plan on subscriptions (plan_id, user_id);
-- A plan that costs nothing is given to a user once.
create unique index subscriptions_free_once on subscriptions (user_id, plan_id) where cause = 'free';

-- A purchase is funded by a journal entry of the wallet, or by a lead of a subscription.
alter table purchases add column subscription_id uuid references subscriptions (id);
alter table purchases add constraint purchases_plan_funding
  check ((paid_with = 'plan') = (subscription_id is not null));
create index purchases_subscription on purchases (subscription_id) where subscription_id is not null;
