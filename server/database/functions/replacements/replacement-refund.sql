-- What an approval at an instant gives back: the purchase, the subscription that paid it (null if the wallet did), the request.
-- One row: a lead to the plan (0 paise), or an amount to the wallet. No row if the version is unknown.
-- A version is never edited. A new version is added with `union all`.
create or replace function replacement_refund(p purchases, s subscriptions, r replacement_requests, p_at timestamptz)
returns table (returned text, refund_paise bigint) language sql immutable as $$
  -- Version 1: the wallet gets back the cost. A plan gets back its lead before its end; afterwards the wallet gets the lead's
  -- share of the plan's price.
  select case when p_at < s.ends_at then 'plan' else 'wallet' end,
    case when p.paid_with = 'wallet' then p.cost_paise when p_at < s.ends_at then 0 else s.lead_share_paise end
  where p.refund_rule_version = 1
$$;
