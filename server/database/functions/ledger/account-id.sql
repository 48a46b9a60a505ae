-- The account of a kind that has one account: all kinds but 'wallet'.
create or replace function account_id(p_kind text) returns uuid language sql stable as $$
  select id from accounts where kind = p_kind and kind <> 'wallet'
$$;
