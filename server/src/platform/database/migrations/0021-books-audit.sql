-- What the audit that the product makes of its own books every few minutes found the last time that it came to its end:
-- one row, which every instance reads. Whose turn the next one is stands in turns.

create table books_audit (
  only_row boolean primary key default true check (only_row),
  finished_at timestamptz not null default clock_timestamp(),
  took_ms bigint not null,
  -- The invariants that it found broken, by name, and since when there is at least one.
  broken text[] not null,
  off_since timestamptz,
  -- The invariants that took too long to be checked.
  unchecked text[] not null,
  check ((off_since is null) = (broken = '{}'))
);
