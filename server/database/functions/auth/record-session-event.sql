create or replace function record_session_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id) values ('session', new.id);
  return null;
end $$;

create or replace trigger sessions_recorded_update after update on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function record_session_event();
