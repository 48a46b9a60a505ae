-- Version 1 of a grant: one lead is worth the price divided by the number of leads, rounded down to paise.
create or replace function plan_lead_share_paise(p_price_paise bigint, p_lead_quota integer) returns bigint
language sql immutable as $$
  select p_price_paise / p_lead_quota
$$;
