-- Version 1 of a grant: one lead is worth the price divided by the number of leads, rounded down to paise.
create or replace function set_lead_share() returns trigger language plpgsql as $$
begin
  new.lead_share_paise := new.price_paise / new.lead_quota;
  return new;
end $$;

create or replace trigger subscriptions_lead_share before insert on subscriptions
  for each row execute function set_lead_share();
