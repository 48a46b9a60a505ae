-- Why rules of automatic buying did not buy leads (docs/decisions/0081-skipped-leads.md). Without foreign keys: a row would lock its lead
-- and its rule. Rows of deleted leads are left out of the list.
create table automatic_buying_skips (
  rule_id uuid not null,
  lead_id uuid not null,
  reason text not null check (reason in ('sold', 'own', 'price', 'daily-leads', 'daily-amount', 'wallet', 'filters', 'off', 'ended',
    'kyc', 'expired', 'no-price')),
  -- The price then. Null: none was set.
  price_paise bigint,
  skipped_at timestamptz not null default clock_timestamp(),
  primary key (rule_id, skipped_at, lead_id)
);
create index automatic_buying_skips_age on automatic_buying_skips (skipped_at);

-- The rules that a lead is due for, the one of the agent that was served longest ago first, and why each must not buy it at this price;
-- null: it may try.
create function automatic_candidates(p_lead_id uuid, p_price_paise bigint)
returns table (rule_id uuid, refusal text) language sql stable set enable_seqscan = off as $$
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
    cross join lateral (select max(p.id) as last from automatic_purchases p where p.user_id = r.user_id) served
    cross join lateral (select max(p.id) as last from automatic_purchases p where p.rule_id = r.id) served_rule
  where m.lead_id = p_lead_id and m.due_at <= clock_timestamp()
  order by served.last nulls first, served_rule.last nulls first, r.on_since, r.id
$$;

-- Only the release before uses it.
create or replace function automatic_buyers(p_lead_id uuid, p_price_paise bigint)
returns table (rule_id uuid) language sql stable set enable_seqscan = off as $$
  select c.rule_id from automatic_candidates(p_lead_id, p_price_paise) c where c.refusal is null
$$;
