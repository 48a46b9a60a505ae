-- A request to replace a lead, and its decision.
create or replace function queue_return_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhooks(case tg_op when 'UPDATE' then new.user_id end,
    case tg_op when 'UPDATE' then 'replacement.decided' else 'replacement.requested' end, new.id,
    (select lead_id from purchases where id = new.purchase_id));
  return null;
end $$;

create or replace trigger replacement_requests_webhooks after insert on replacement_requests
  for each row execute function queue_return_webhook();

create or replace trigger replacement_requests_decided_webhooks after update on replacement_requests
  for each row when (old.status = 'pending' and new.status <> 'pending')
  execute function queue_return_webhook();
