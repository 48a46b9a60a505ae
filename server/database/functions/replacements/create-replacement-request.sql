create or replace function create_replacement_request(p_request_id uuid, p_user_id uuid, p_lead_id uuid, p_reason_code text, p_reason_text text, p_max_requests integer)
 returns void
 language plpgsql
as $$
declare
  v_purchase purchases;
  v_lead_number bigint;
  v_requests integer;
  v_now timestamptz;
  v_policy return_policies;
  v_rate record;
begin
  perform lock_returns(p_user_id);
  -- A second request, or a decision on an earlier one, waits here for the first to commit.
  select p.* into v_purchase from purchases p where p.lead_id = p_lead_id and p.user_id = p_user_id for update;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'LEAD_NOT_FOUND';
  end if;
  if v_purchase.replacement_status in ('pending', 'approved') then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_ALREADY_REQUESTED';
  end if;
  select count(*) into v_requests from replacement_requests where purchase_id = v_purchase.id;
  if v_requests >= p_max_requests then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_REJECTED_TWICE';
  end if;
  v_now := clock_timestamp();
  if v_requests = 0 and v_now > report_until(v_purchase.created_at) then
    raise exception using errcode = 'RAAHI', message = 'RETURN_WINDOW_CLOSED';
  end if;
  -- A rejection may come late, so the time to appeal starts with it.
  if exists (select from replacement_requests where purchase_id = v_purchase.id and v_now > appeal_by) then
    raise exception using errcode = 'RAAHI', message = 'APPEAL_WINDOW_CLOSED';
  end if;
  v_policy := return_policy_at(v_purchase.created_at);
  select number into v_lead_number from leads where id = p_lead_id;
  if v_policy.version is not null then
    select * into v_rate from return_rate(p_user_id, v_now);
  else
    select null::integer as purchases, null::integer as returned into v_rate;
  end if;
  insert into replacement_requests
      (id, purchase_id, user_id, lead_number, reason_code, reason_text, created_at, policy_version, decide_by,
        recent_purchases, recent_returns, recent_automatic)
    values (p_request_id, v_purchase.id, p_user_id, v_lead_number, p_reason_code, p_reason_text, v_now,
      v_policy.version, v_now + make_interval(hours => v_policy.decide_hours), v_rate.purchases, v_rate.returned,
      automatic_returns(p_user_id, v_now));
  if v_policy.version is not null then
    insert into replacement_checks (request_id, check_code, found, other_lead_id, happened_at)
      select p_request_id, e.* from find_return_evidence(v_purchase, v_now) e;
  end if;
  update purchases set replacement_status = 'pending' where id = v_purchase.id;
end $$;
