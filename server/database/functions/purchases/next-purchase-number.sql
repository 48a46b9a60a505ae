-- The number of an agent's next purchase. A wallet and each plan are different locks, so the purchases of an agent also wait for each
-- other here, until the end of the transaction: a purchase is visible before any later number exists.
create or replace function next_purchase_number(p_user_id uuid) returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('purchases of ' || p_user_id, 0));
  -- A new statement, which sees what committed during the wait.
  return (select coalesce(max(number), 0) + 1 from purchases where user_id = p_user_id);
end $$;
