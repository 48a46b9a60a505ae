-- New leads. Once for each statement, because a bulk load inserts many.
create or replace function queue_published_webhooks() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks w
      where coalesce(w.user_id, '00000000-0000-0000-0000-000000000000') = '00000000-0000-0000-0000-000000000000') then
    perform queue_webhooks(null, 'lead.published', id, id) from new_leads
      where status = 'buy' and deleted_at is null and not is_expired;
  end if;
  return null;
end $$;

create or replace trigger leads_published_webhooks after insert on leads
  referencing new table as new_leads
  for each statement execute function queue_published_webhooks();
