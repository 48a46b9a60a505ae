create or replace function record_new_leads() returns trigger language plpgsql as $$
begin
  -- Screens read their lists again after a bulk load.
  if (select count(*) > 1000 from new_leads) then
    insert into lead_events (kind) values ('everything');
  else
    insert into lead_events (kind, subject_id) select 'new', id from new_leads where deleted_at is null;
  end if;
  return null;
end $$;

create or replace trigger leads_recorded_insert after insert on leads
  referencing new table as new_leads
  for each statement execute function record_new_leads();
