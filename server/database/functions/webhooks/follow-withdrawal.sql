-- A traveller withdrew or was erased: the buyer's webhooks get one event, and the answers of receivers about the traveller are
-- erased.
create or replace function follow_withdrawal() returns trigger language plpgsql as $$
declare
  v_row jsonb := to_jsonb(new);
  v_enquiry_id uuid;
  v_lead_id uuid;
  v_delivery_ids uuid[];
begin
  if tg_table_name = 'enquiries' then
    v_enquiry_id := v_row ->> 'id';
    v_lead_id := (select lead_id from lead_origins where enquiry_id = v_enquiry_id);
  else
    v_lead_id := v_row ->> tg_argv[0];
  end if;
  -- Waits for attempts that are being recorded. An attempt that is recorded later sees the withdrawal and keeps no answer.
  v_delivery_ids := array(select id from webhook_deliveries
    where lead_id = v_lead_id or enquiry_id = v_enquiry_id order by id for update);
  update webhook_attempts set answer = null where answer is not null and delivery_id = any(v_delivery_ids);
  perform queue_webhooks(p.user_id, 'lead.withdrawn', p.id, p.lead_id) from purchases p
    -- An erasure after a withdrawal is no second event, and it changes the enquiry and the purchase.
    where p.lead_id = v_lead_id
      and not exists (select from webhook_deliveries d where d.lead_id = v_lead_id and d.type = 'lead.withdrawn')
      and case tg_table_name when 'enquiries' then to_jsonb(old) ->> 'status' <> 'withdrawn' else not exists (
        select from lead_origins o join enquiries e on e.id = o.enquiry_id
        where o.lead_id = v_lead_id and e.status = 'withdrawn') end;
  return null;
end $$;

create or replace trigger enquiries_withdrawn_webhooks after update on enquiries
  for each row when ((old.status <> 'withdrawn' and new.status = 'withdrawn')
    or (old.erased_at is null and new.erased_at is not null))
  execute function follow_withdrawal();

create or replace trigger purchases_erased_webhooks after update on purchases
  for each row when (old.traveller_erased_at is null and new.traveller_erased_at is not null)
  execute function follow_withdrawal('lead_id');

create or replace trigger leads_erased_webhooks after update on leads
  for each row when (old.phone <> '' and new.phone = '') execute function follow_withdrawal('id');
