create or replace function set_lead_travel()
 returns trigger
 language plpgsql
as $$
begin
  if new.travel_date is not null or new.travel_month is null then
    new.month_end := null;
  elsif tg_op = 'INSERT' then
    new.month_end := coalesce(new.month_end, month_end_from(new.travel_month, today_in_india()));
  elsif old.travel_date is not null or old.travel_month is distinct from new.travel_month then
    new.month_end := month_end_from(new.travel_month, today_in_india());
  end if;
  new.is_expired := new.status = 'buy' and (new.corrected_from is not null
    or coalesce(is_travel_over(new.travel_date, new.month_end, today_in_india()), false));
  return new;
end $$;

create or replace trigger leads_travel_insert before insert on leads
  for each row when (new.is_expired or new.travel_month is not null or new.travel_date < today_in_india())
  execute function set_lead_travel();

create or replace trigger leads_travel_status before update of status on leads for each row
  when (old.is_expired) execute function set_lead_travel();

create or replace trigger leads_travel_update before update of travel_date, travel_month, month_end, is_expired on leads for each row
  when (old.is_expired or new.is_expired or old.travel_date is distinct from new.travel_date
    or old.travel_month is distinct from new.travel_month)
  execute function set_lead_travel();
