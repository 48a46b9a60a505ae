-- Templates of quotes, and the logos that quotes show (docs/decisions/0076-quotes.md).

create table quote_templates (
  id uuid primary key,
  user_id uuid not null references users (id),
  name text not null,
  -- Empty: for any destination.
  destination text not null,
  title text not null,
  days jsonb not null check (jsonb_typeof(days) = 'array'),
  inclusions text not null,
  exclusions text not null,
  terms text not null,
  updated_at timestamptz not null default clock_timestamp()
);
create unique index quote_templates_name on quote_templates (user_id, lower(name));

create table agency_logos (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- The stored name: never part of an answer.
  file text not null unique,
  created_at timestamptz not null default clock_timestamp(),
  -- Replaced or removed. It stays as long as a sent quote shows it.
  removed_at timestamptz
);
create unique index agency_logos_present on agency_logos (user_id) where removed_at is null;

alter table quote_versions add column logo_id uuid references agency_logos (id);
create index quote_versions_logo on quote_versions (logo_id) where logo_id is not null;
