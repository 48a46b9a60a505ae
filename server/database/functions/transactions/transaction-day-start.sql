-- The instant at which a day begins there.
create or replace function transaction_day_start(p_day date) returns timestamptz language sql immutable as $$
  select p_day::timestamp at time zone 'Asia/Kolkata'
$$;
