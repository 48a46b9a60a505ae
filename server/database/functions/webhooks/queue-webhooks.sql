-- Queues an event for the webhooks of an agent, or of the admins, that take it, in the transaction of the event. The job sends
-- what is due. A webhook that ended, or for which too many deliveries wait, takes none.
create or replace function queue_webhooks(
  p_user_id uuid, p_type text, p_subject_id uuid, p_lead_id uuid default null, p_enquiry_id uuid default null
) returns void language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, type, subject_id, lead_id, enquiry_id)
    select w.id, p_type, p_subject_id, p_lead_id, p_enquiry_id from webhooks w
    where coalesce(w.user_id, '00000000-0000-0000-0000-000000000000')
        = coalesce(p_user_id, '00000000-0000-0000-0000-000000000000')
      and p_type = any(w.events) and w.state <> 'ended' and w.paused_by is distinct from 'full';
  if found then
    perform wake_webhooks();
  end if;
end $$;
