-- The prices of unsold leads on a day in India, one row per type and step of the present ageing rule: a lead has the price of the row
-- of its type in whose range it was put on sale (`created_at`). The ranges of a type cover all times. The price of a type is its own,
-- else the one for both types; null: none is set.
create or replace function lead_prices(p_day date)
returns table (lead_type text, created_from timestamptz, created_before timestamptz, price_paise bigint, full_price_paise bigint,
  ageing_version integer)
language sql stable rows 2 as $$
  with types as (
    select t.type, (select c.price_paise from lead_costs c where c.type in (t.type, 'both') order by c.type = 'both' limit 1) as paise,
      (select max(version) from ageing_rules) as version
    from (values ('domestic'), ('international')) t (type)
  ), steps as (
    select type, paise, version, 0 as after_days, 0 as percent from types
    union all
    select t.type, t.paise, t.version, s.after_days, s.percent
    from types t join ageing_steps s on s.version = t.version and s.lead_type = t.type
  )
  select type, coalesce(day_start_in_india(p_day - lead(after_days) over younger_first + 1), '-infinity'),
    case when after_days = 0 then 'infinity' else day_start_in_india(p_day - after_days + 1) end,
    aged_price_paise(paise, percent), paise, version
  from steps window younger_first as (partition by type order by after_days)
$$;
