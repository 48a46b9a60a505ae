create or replace function record_lead_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id)
    values (case when tg_op = 'UPDATE' and new.status <> old.status then 'sold' else 'changed' end, old.id);
  return null;
end $$;

create or replace trigger leads_recorded_delete after delete on leads
  for each row execute function record_lead_event();

-- All columns, so that a new one is not forgotten. Only the time of the change says nothing to a screen.
create or replace trigger leads_recorded_update after update on leads
  for each row when (to_jsonb(old) - 'updated_at' is distinct from to_jsonb(new) - 'updated_at')
  execute function record_lead_event();
