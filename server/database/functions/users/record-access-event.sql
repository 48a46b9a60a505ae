create or replace function record_access_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id) values ('access', new.id);
  return null;
end $$;

create or replace trigger users_recorded_update after update on users
  for each row when ((old.status, old.role) is distinct from (new.status, new.role))
  execute function record_access_event();
