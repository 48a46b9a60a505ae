-- Whether a person decides all requests of an agent with these figures.
create or replace function is_above_return_rate(v return_policies, p_purchases integer, p_returned integer) returns boolean
 language sql
 immutable
as $$
  select p_purchases >= v.rate_purchases and p_returned * 100 > v.max_return_percent * p_purchases
$$;
