-- Computes the figures of the users for whom something happened lately, and of at most `p_max_due` users whose recheck is
-- due: something leaves the 30 days, or a day at most has passed. Returns the number of the latter. Of two concurrent calls, one
-- works and one returns 0.
create or replace function fold_user_figures(p_max_due integer) returns bigint language plpgsql as $$
declare
  -- Transactions that began before the previous fold and committed after it are within these two minutes.
  v_from timestamptz := (select folded_to - interval '2 minutes' from user_figures_fold);
  v_now timestamptz := clock_timestamp();
  v_since timestamptz := v_now - interval '30 days';
  v_due bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_user_figures', 0)) then
    return 0;
  end if;
  with due as materialized (
    select user_id from user_figures where recheck_at <= v_now order by recheck_at limit p_max_due
  ), seen as materialized (
    select s.user_id, max(t.issued_at) as at
    from session_tokens t join sessions s on s.id = t.session_id where t.issued_at >= v_from group by 1
  ), changed as (
    select user_id from due
    union select user_id from seen
    union select p.user_id from leads l join purchases p on p.lead_id = l.id
      where l.status = 'sold' and l.sold_at >= v_from
    union select user_id from subscriptions where started_at >= v_from
    union select user_id from replacement_requests where status = 'approved' and decided_at >= v_from
  ), locked as materialized (
    -- A transaction that changes several users may hold some of these rows. The next fold finds them again.
    select user_id, last_active_at from user_figures where user_id in (select user_id from changed)
    for no key update skip locked
  ), figures as materialized (
    select locked.user_id, greatest(locked.last_active_at, seen.at, open.at) as last_active_at, plans.plan_until,
      bought.spent + plans.spent as spent_paise, bought.n as purchases, bought.returns,
      -- At random times, so that not all users are due together.
      least(bought.first_at, plans.first_at, v_now - interval '29 days' - random() * interval '12 hours')
        + interval '30 days' as recheck_at
    from locked left join seen using (user_id), lateral (
      select max(t.issued_at) as at from sessions s join session_tokens t on t.session_id = s.id
      where s.user_id = locked.user_id and s.ended_at is null
    ) open, lateral (
      select count(*) as n, count(*) filter (where replacement_status = 'approved') as returns,
        coalesce(sum(cost_paise) filter (where created_at > v_since), 0) as spent,
        min(created_at) filter (where created_at > v_since) as first_at
      from purchases where user_id = locked.user_id
    ) bought, lateral (
      select max(ends_at) filter (where ends_at > v_now and not is_used_up) as plan_until,
        coalesce(sum(price_paise) filter (where started_at > v_since and cause <> 'free'), 0) as spent,
        min(started_at) filter (where started_at > v_since and cause <> 'free') as first_at
      from subscriptions where user_id = locked.user_id
    ) plans
  ), written as (
    update user_figures f set last_active_at = n.last_active_at, plan_until = n.plan_until, spent_paise = n.spent_paise,
      purchases = n.purchases, returns = n.returns, recheck_at = n.recheck_at
    from figures n where f.user_id = n.user_id and (f.recheck_at <= v_now
      or (f.last_active_at, f.plan_until, f.spent_paise, f.purchases, f.returns)
        is distinct from (n.last_active_at, n.plan_until, n.spent_paise, n.purchases, n.returns))
  )
  select count(*) into v_due from due;
  update user_figures_fold set folded_to = v_now;
  return v_due;
end $$;
