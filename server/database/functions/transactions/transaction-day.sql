-- The day that people mean.
create or replace function transaction_day(p_created_at timestamptz) returns date language sql immutable as $$
  select (p_created_at at time zone 'Asia/Kolkata')::date
$$;
