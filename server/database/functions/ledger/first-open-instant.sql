-- The first instant that no sealed day covers.
create or replace function first_open_instant() returns timestamptz language sql stable as $$
  select coalesce(day_start_in_india(max(day) + 1), '-infinity') from sealed_days
$$;
