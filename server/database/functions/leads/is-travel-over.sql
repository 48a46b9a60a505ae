-- Whether the last possible travel date is before the day. Null, like false: no. A lead has a date, or the end of a month, or
-- neither. PostgreSQL replaces the call by the expression, so that indexes are used.
create or replace function is_travel_over(p_travel_date date, p_month_end date, p_day date) returns boolean
language sql immutable as $$
  select p_travel_date < p_day or p_month_end < p_day
$$;
