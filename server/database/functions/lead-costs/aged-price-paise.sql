-- A price less so many per cent, rounded down to whole rupees, but not below ₹1 and not above the price. Null without a price.
create or replace function aged_price_paise(p_full_paise bigint, p_percent integer) returns bigint language sql immutable strict as $$
  select case when p_percent = 0 then p_full_paise
    else least(p_full_paise, greatest(100, p_full_paise * (100 - p_percent) / 10000 * 100)) end
$$;
