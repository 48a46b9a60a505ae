-- New leads. Once for each statement, because a bulk load inserts many.
create or replace function queue_published_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, type, subject_id, lead_id)
    select w.webhook_id, 'lead.published', l.id, l.id from find_webhooks_of_event(null, 'lead.published') w, new_leads l
    where l.status = 'buy' and l.deleted_at is null and not l.is_expired;
  if found then
    perform wake_webhooks();
  end if;
  return null;
end $$;

create or replace trigger leads_published_webhooks after insert on leads
  referencing new table as new_leads
  for each statement execute function queue_published_webhooks();
