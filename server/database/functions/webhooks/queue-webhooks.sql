-- Queues an event for the webhooks of an agent, or of the admins, that take it, in the transaction of the event. The job sends
-- what is due.
create or replace function queue_webhooks(
  p_user_id uuid, p_type text, p_subject_id uuid, p_lead_id uuid default null, p_enquiry_id uuid default null
) returns void language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, type, subject_id, lead_id, enquiry_id)
    select webhook_id, p_type, p_subject_id, p_lead_id, p_enquiry_id from find_webhooks_of_event(p_user_id, p_type);
  if found then
    perform wake_webhooks();
  end if;
end $$;
