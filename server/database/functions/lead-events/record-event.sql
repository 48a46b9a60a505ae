-- Records an event of the kind that the trigger names, about the id in the column that it names.
create or replace function record_event() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id) values (tg_argv[0], (to_jsonb(new) ->> tg_argv[1])::uuid);
  return null;
end $$;

create or replace trigger subscriptions_recorded_insert after insert on subscriptions
  for each row execute function record_event('account', 'user_id');

create or replace trigger subscriptions_recorded_update after update on subscriptions
  for each row when (new.leads_used < old.leads_used or old.ends_at is distinct from new.ends_at)
  execute function record_event('account', 'user_id');

-- A purchase from the wallet has an event for its lead.
create or replace trigger journal_entries_recorded after insert on journal_entries
  for each row when (new.method <> 'lead_wallet') execute function record_event('account', 'user_id');

create or replace trigger users_recorded_update after update on users
  for each row when ((old.status, old.role) is distinct from (new.status, new.role))
  execute function record_event('access', 'id');

create or replace trigger sessions_recorded_update after update on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function record_event('session', 'id');

create or replace trigger lead_costs_recorded after insert or update or delete on lead_costs
  for each statement execute function record_event('prices');

create or replace trigger ageing_rules_recorded after insert on ageing_rules
  for each statement execute function record_event('prices');
