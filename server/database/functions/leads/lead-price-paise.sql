-- Present price of a lead type: its own, else the one for both; null where there is none.
create or replace function lead_price_paise(p_lead_type text) returns bigint language sql stable as $$
  select price_paise from lead_costs where type in (p_lead_type, 'both')
  order by type = 'both' limit 1
$$;
