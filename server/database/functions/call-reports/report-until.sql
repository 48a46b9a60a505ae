-- Until when the agent can report a problem with a purchase; null: without end.
create or replace function report_until(p_bought_at timestamptz) returns timestamptz
 language sql
 stable
as $$
  select p_bought_at + make_interval(hours => 24 * report_days) from return_policy_at(p_bought_at)
$$;
