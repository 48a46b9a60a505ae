-- A decision on a replacement request changes the card, and an approved one ends its follow-up. A sale does not fire this.
create or replace function follow_replacement_status() returns trigger language plpgsql as $$
begin
  if new.replacement_status = 'approved' then
    update pipeline_cards set follow_up_on = null, follow_up_minute = null, remind_at = null, version = version + 1
      where purchase_id = new.id and follow_up_on is not null;
  end if;
  insert into lead_events (kind, subject_id) values ('pipeline', new.lead_id);
  return null;
end $$;

create or replace trigger purchases_pipeline after update of replacement_status on purchases
  for each row when (old.replacement_status <> new.replacement_status)
  execute function follow_replacement_status();
