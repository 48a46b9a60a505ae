-- Pictures of a replacement request (docs/decisions/0070-pictures-of-a-request.md).

create table request_pictures (
  id uuid primary key,
  request_id uuid not null references replacement_requests (id) on delete cascade,
  position smallint not null check (position between 1 and 3),
  -- The stored name: never part of an answer.
  file text not null unique,
  -- Of the file as it is stored, so that a repeated upload adds nothing.
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null default clock_timestamp(),
  unique (request_id, position),
  unique (request_id, sha256)
);
