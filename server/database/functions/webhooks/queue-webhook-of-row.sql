-- Queues the event that the trigger names for the agent in a column ('': for the admins), about the id in a second column. A
-- third column has the lead and a fourth one the enquiry that it is about ('': none).
create or replace function queue_webhook_of_row() returns trigger language plpgsql as $$
declare
  v_row jsonb := to_jsonb(new);
begin
  perform queue_webhooks((v_row ->> tg_argv[1])::uuid, tg_argv[0], (v_row ->> tg_argv[2])::uuid,
    (v_row ->> tg_argv[3])::uuid, (v_row ->> tg_argv[4])::uuid);
  return null;
end $$;

create or replace trigger purchases_webhooks after insert on purchases
  for each row execute function queue_webhook_of_row('lead.purchased', 'user_id', 'id', 'lead_id', '');

create or replace trigger leads_sold_webhooks after update on leads
  for each row when (old.status = 'buy' and new.status = 'sold')
  execute function queue_webhook_of_row('lead.sold', '', 'id', 'id', '');

-- A lead that is on sale again.
create or replace trigger leads_published_again_webhooks after update on leads
  for each row when (
    not (old.status = 'buy' and old.deleted_at is null and old.corrected_from is null and not old.is_expired)
    and new.status = 'buy' and new.deleted_at is null and new.corrected_from is null and not new.is_expired)
  execute function queue_webhook_of_row('lead.published', '', 'id', 'id', '');

create or replace trigger enquiries_webhooks after insert on enquiries
  for each row when (not new.suspected)
  execute function queue_webhook_of_row('enquiry.received', '', 'id', '', 'id');

-- A duplicate payment is paid back, so it is no event.
create or replace trigger payments_webhooks after insert on payments
  for each row when (new.status = 'captured' and not new.surplus)
  execute function queue_webhook_of_row('payment.captured', '', 'id', '', '');

create or replace trigger payments_captured_webhooks after update on payments
  for each row when (old.status <> 'captured' and new.status = 'captured' and not new.surplus)
  execute function queue_webhook_of_row('payment.captured', '', 'id', '', '');

create or replace trigger users_webhooks after insert on users
  for each row when (new.agency_id = new.id)
  execute function queue_webhook_of_row('user.registered', '', 'id', '', '');

-- Set with the mail that reminds of the end.
create or replace trigger subscriptions_webhooks after update on subscriptions
  for each row when (old.reminded_at is null and new.reminded_at is not null)
  execute function queue_webhook_of_row('plan.ending', 'user_id', 'id', '', '');
