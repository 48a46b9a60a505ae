-- Why a rule must not buy a lead now; null: it may.
create or replace function refuse_automatic_purchase(
  r automatic_buying_rules, p_lead_id uuid, p_day date, p_price_paise bigint, p_cost_paise bigint, p_wallet_after_paise bigint
) returns text language sql stable set enable_seqscan to off as $$
  select case
      when r.paused_at is not null or s.id is null or s.paused_at is not null or filters_of_search(s) <> c.filters then 'off'
      when p_day > c.ends_on then 'ended'
      when p_price_paise > c.max_price_paise then 'price'
      when today.leads >= c.daily_leads then 'daily-leads'
      when p_cost_paise > 0 and today.paise + p_cost_paise > c.daily_paise then 'daily-amount'
      when p_cost_paise > 0 and p_wallet_after_paise < c.floor_paise then 'wallet-floor'
      -- The lead was changed after the match.
      when fits_saved_search(s, l, p_price_paise) is not true then 'filters'
    end
  from automatic_buying_limits c
    cross join lateral (select count(*) as leads, coalesce(sum(a.paise), 0) as paise
      from automatic_purchases a where a.rule_id = r.id and a.day = p_day) today
    left join saved_searches s on s.id = r.search_id
    left join leads l on l.id = p_lead_id
  where c.rule_id = r.id and c.version = r.version
$$;
