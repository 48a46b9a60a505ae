-- Requests and automatic approvals of one agent wait for each other, so that each counts the earlier ones. The lock comes
-- before that of a purchase.
create or replace function lock_returns(p_user_id uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('returns of ' || p_user_id, 0))
$$;
