-- Records that a buyer asks for a replacement. A deleted lead stays its buyer's, and can be asked for.
create or replace function request_replacement(
  p_request_id uuid, p_user_id uuid, p_lead_id uuid, p_reason text, p_reason_kind text,
  p_most_requests integer
) returns void language plpgsql as $$
declare
  v_purchase_id uuid;
  v_lead_number bigint;
  v_status text;
begin
  -- Whoever asks again, or decides on an earlier request, at the same time queues here.
  select p.id, p.replacement_status into v_purchase_id, v_status
    from purchases p where p.lead_id = p_lead_id and p.user_id = p_user_id for update;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'LEAD_NOT_FOUND';
  end if;
  if v_status in ('pending', 'approved') then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_ALREADY_REQUESTED';
  end if;
  if (select count(*) from replacement_requests where purchase_id = v_purchase_id)
      >= p_most_requests then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_REJECTED_TWICE';
  end if;
  select number into v_lead_number from leads where id = p_lead_id;
  insert into replacement_requests
      (id, purchase_id, user_id, lead_number, reason, reason_kind)
    values (p_request_id, v_purchase_id, p_user_id, v_lead_number, p_reason, p_reason_kind);
  update purchases set replacement_status = 'pending' where id = v_purchase_id;
end $$;
