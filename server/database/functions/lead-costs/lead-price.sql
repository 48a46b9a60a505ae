-- The price of a lead type, else the price for both types; null: none is set.
create or replace function lead_price_paise(p_lead_type text) returns bigint language sql stable as $$
  select price_paise from lead_costs where type in (p_lead_type, 'both')
  order by type = 'both' limit 1
$$;
