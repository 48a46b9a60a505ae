-- The policy of a purchase. Purchases from before the first policy have none.
create or replace function return_policy_at(p_bought_at timestamptz) returns return_policies
 language sql
 stable
as $$
  select * from return_policies where starts_at <= p_bought_at order by starts_at desc limit 1
$$;
