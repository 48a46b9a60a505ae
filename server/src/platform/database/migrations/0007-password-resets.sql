-- The codes and tickets with which a forgotten password is replaced. One row is one request that was allowed; the rows
-- of a day are what its limits count.

create table password_resets (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  requested_at timestamptz not null,
  -- HMAC-SHA256 of email and code. A code is one of 90,000, so it is the tries and the ten minutes that protect it.
  code_key bytea not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  -- The code was used, or a newer one took its place.
  ended_at timestamptz,
  -- SHA-256 of the ticket that the code was exchanged for.
  ticket_hash bytea unique,
  ticket_expires_at timestamptz,
  ticket_used_at timestamptz,
  check ((ticket_hash is null) = (ticket_expires_at is null)),
  check (ticket_hash is null or ended_at is not null)
);
create index password_resets_user on password_resets (user_id, requested_at desc);
create index password_resets_requested on password_resets (requested_at);
