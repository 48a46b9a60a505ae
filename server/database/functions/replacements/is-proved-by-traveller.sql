create or replace function is_proved_by_traveller(r replacement_requests)
 returns boolean
 language sql
 stable
as $$
  select exists (
    select from purchases p join traveller_questions q on q.lead_id = p.lead_id
    join return_policies v on v.version = r.policy_version
    where p.id = r.purchase_id and answer_proves(q) and v.traveller_approves
      and not is_above_return_rate(v, r.recent_purchases, r.recent_returns)
      and automatic_returns(r.user_id, clock_timestamp()) < v.max_automatic
      and not was_rejected_after(r, q.answered_at))
$$;
