create or replace function automatic_candidates(p_lead_id uuid, p_price_paise bigint)
 returns TABLE(rule_id uuid, refusal text)
 language sql
 stable
 set enable_seqscan to 'off'
as $$
  select r.id, case when u.status <> 'active' then 'off' else
      refuse_automatic_purchase(r, p_lead_id, day_in_india(clock_timestamp()), p_price_paise, cost.paise,
        coalesce(a.balance_paise, 0) - cost.paise) end
  from automatic_buying_matches m
    join automatic_buying_rules r on r.id = m.rule_id
    join users u on u.id = r.user_id
    left join accounts a on a.id = r.user_id
    join leads l on l.id = m.lead_id
    cross join lateral (select case when exists (
        select from subscriptions s where s.user_id = r.user_id and s.ends_at > clock_timestamp()
          and s.leads_used < s.lead_quota and s.type in (l.lead_type, 'both')
      ) then 0 else p_price_paise end as paise) cost
    left join lateral (select b.created_at as at from automatic_purchases p join purchases b on b.id = p.purchase_id
      where p.user_id = r.user_id order by p.id desc limit 1) served on true
    cross join lateral (select max(p.id) as last from automatic_purchases p where p.rule_id = r.id) served_rule
  where m.lead_id = p_lead_id and m.due_at <= clock_timestamp()
  -- An agent waits since the last automatic purchase or, if that is later, since the rule was switched on, so that a new
  -- account or rule starts at the end. greatest() ignores nulls.
  order by greatest(served.at, r.on_since), served_rule.last nulls first, r.on_since, r.id
$$;
