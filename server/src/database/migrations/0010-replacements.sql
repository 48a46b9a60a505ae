-- Requests to replace a bad lead. purchases.replacement_status says the latest one's status.

create table replacement_requests (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  -- The buyer, as on the purchase.
  user_id uuid not null references users (id),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by uuid references users (id),
  -- What an approval gave back: money to the wallet by this entry, or a lead to the plan.
  returned text check (returned in ('wallet', 'plan')),
  entry_id uuid unique references journal_entries (id),
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'approved') = (returned is not null)),
  check ((returned is not distinct from 'wallet') = (entry_id is not null))
);
-- One open or granted request a purchase: approving twice returns nothing twice.
create unique index replacement_requests_one_live on replacement_requests (purchase_id)
  where status <> 'rejected';
create index replacement_requests_purchase on replacement_requests (purchase_id);
create index replacement_requests_user on replacement_requests (user_id, created_at desc, id desc);
create index replacement_requests_newest on replacement_requests (created_at desc, id desc);
create index replacement_requests_status on replacement_requests (status, created_at desc, id desc);
