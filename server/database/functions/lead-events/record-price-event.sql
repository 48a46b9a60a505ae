create or replace function record_price_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind) values ('prices');
  return null;
end $$;

create or replace trigger lead_costs_recorded after insert or update or delete on lead_costs
  for each statement execute function record_price_event();
