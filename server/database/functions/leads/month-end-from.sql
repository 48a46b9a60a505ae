-- The last day of the first such month that ends on or after the day.
create or replace function month_end_from(p_month text, p_day date) returns date language sql stable as $$
  select (make_date(
      extract(year from p_day)::integer + (named.number < extract(month from p_day))::integer, named.number, 1
    ) + interval '1 month' - interval '1 day')::date
  from (select extract(month from to_date(p_month, 'Month'))::integer as number) named
$$;
