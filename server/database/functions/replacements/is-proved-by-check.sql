create or replace function is_proved_by_check(r replacement_requests)
 returns boolean
 language sql
 stable
as $$
  select exists (
    select from replacement_checks c join return_policies v on v.version = r.policy_version
    where c.request_id = r.id and check_approves(v, c.check_code, c.found)
      and not is_above_return_rate(v, r.recent_purchases, r.recent_returns)
      and automatic_returns(r.user_id, clock_timestamp()) < v.max_automatic
      and not was_rejected_after(r, c.happened_at))
$$;
