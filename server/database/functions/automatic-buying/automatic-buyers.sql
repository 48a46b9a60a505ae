-- Only the release before uses it.
create or replace function automatic_buyers(p_lead_id uuid, p_price_paise bigint)
returns table (rule_id uuid) language sql stable set enable_seqscan = off as $$
  select c.rule_id from automatic_candidates(p_lead_id, p_price_paise) c where c.refusal is null
$$;
