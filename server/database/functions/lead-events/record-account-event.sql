create or replace function record_account_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id) values ('account', new.user_id);
  return null;
end $$;

create or replace trigger subscriptions_recorded_insert after insert on subscriptions
  for each row execute function record_account_event();

create or replace trigger subscriptions_recorded_update after update on subscriptions
  for each row when (new.leads_used < old.leads_used or old.ends_at is distinct from new.ends_at)
  execute function record_account_event();
