create or replace function record_lead_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id)
    values (case when tg_op = 'UPDATE' and new.status <> old.status then 'sold' else 'changed' end, old.id);
  return null;
end $$;

create or replace trigger leads_recorded_delete after delete on leads
  for each row execute function record_lead_event();

create or replace trigger leads_recorded_update after update on leads
  for each row when (
    (old.name, old.city, old.destination, old.travel_date, old.travel_days, old.travel_nights, old.adult, old.children,
      old.infant, old.trip_type, old.lead_type, old.travel_month, old.budget_per_person, old.priority,
      old.email_verified_at, old.phone_verified_at, old.email <> '', old.is_expired, old.status, old.deleted_at)
    is distinct from
    (new.name, new.city, new.destination, new.travel_date, new.travel_days, new.travel_nights, new.adult, new.children,
      new.infant, new.trip_type, new.lead_type, new.travel_month, new.budget_per_person, new.priority,
      new.email_verified_at, new.phone_verified_at, new.email <> '', new.is_expired, new.status, new.deleted_at))
  execute function record_lead_event();
