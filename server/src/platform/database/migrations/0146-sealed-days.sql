-- Sealed days of the ledger, each with a hash that covers the day before it (docs/decisions/0085-sealed-days.md).
-- `server/src/platform/ledger/seals/seal-encoding.ts` states how each hash is made.

create table sealed_days (
  -- Of Asia/Kolkata. A day without an entry has no row.
  day date primary key,
  -- 1 is the first sealed day.
  number integer not null unique check (number > 0),
  -- Of the encoding.
  version smallint not null,
  entries bigint not null,
  postings bigint not null,
  -- Sum of the amounts of the entries.
  moved_paise bigint not null,
  -- Secret that hides the amounts in the hashes of the accounts.
  key bytea not null check (length(key) = 32),
  -- One hash of 32 bytes per account that had a posting on the day, in ascending order.
  leaves bytea not null,
  root bytea not null,
  -- Of the sums in sealed_sums, this day included.
  sums_hash bytea not null,
  facts_hash bytea not null,
  body_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null unique,
  sealed_at timestamptz not null default clock_timestamp()
);

create trigger sealed_days_append_only before update or delete or truncate on sealed_days
  for each statement execute function refuse_change();

-- The sum of all sealed postings of each account. The last sealed day has the hash of all rows.
create table sealed_sums (
  account_id uuid primary key,
  postings bigint not null,
  amount_paise bigint not null
) with (fillfactor = 80);

-- The last time that the postings of a sealed day were read and hashed again.
create table seal_checks (
  day date primary key references sealed_days (day),
  checked_at timestamptz not null default clock_timestamp(),
  -- What differs from the seal. Null: nothing.
  found text
);
create index seal_checks_oldest on seal_checks (checked_at);

-- The first instant that no sealed day covers.
create function first_open_instant() returns timestamptz language sql stable as $$
  select coalesce(transaction_day_start(max(day) + 1), '-infinity') from sealed_days
$$;

-- When the last audit of all invariants ended, and how long it took. `finished_at` is of any audit.
alter table books_audit add column complete_at timestamptz, add column complete_ms bigint;
