-- The price of an unsold lead on a day in India, see lead_prices.
create or replace function lead_price(p_lead_type text, p_created_at timestamptz, p_day date,
  out price_paise bigint, out full_price_paise bigint, out ageing_version integer)
language sql stable as $$
  select price_paise, full_price_paise, ageing_version from lead_prices(p_day)
  where lead_type = p_lead_type and p_created_at >= created_from and p_created_at < created_before
$$;
