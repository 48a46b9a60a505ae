-- Appeals against a rejection (docs/decisions/0069-appeals.md).

alter table replacement_requests
  -- Until when a rejection can be appealed: the days to report of its policy, from the rejection on. Null: not rejected, the
  -- appeal itself was rejected, no policy, or rejected before there was an end.
  add column appeal_by timestamptz,
  add constraint replacement_requests_appeal_by check (appeal_by is null or status = 'rejected'),
  -- Of an appeal that an admin decided: whether it was the admin who had rejected, because there was no other.
  add column decided_as_only_admin boolean,
  add constraint replacement_requests_only_admin check (decided_as_only_admin is null or decided_how = 'person');

create function has_other_admin(p_admin_id uuid) returns boolean
 language sql
 stable
as $$
  select exists (select from users where role = 'admin' and status = 'active' and id <> p_admin_id)
$$;

-- As in 0067-return-checks.sql, with the time to appeal.
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
  -- Requests of one agent wait for each other, so that each counts the returns before it.
  perform pg_advisory_xact_lock(hashtextextended('returns of ' || p_user_id, 0));
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
        recent_purchases, recent_returns)
    values (p_request_id, v_purchase.id, p_user_id, v_lead_number, p_reason_code, p_reason_text, v_now,
      v_policy.version, v_now + make_interval(hours => v_policy.decide_hours), v_rate.purchases, v_rate.returned);
  if v_policy.version is not null then
    insert into replacement_checks (request_id, check_code, found, other_lead_id, happened_at)
      select p_request_id, e.* from find_return_evidence(v_purchase, v_now) e;
  end if;
  update purchases set replacement_status = 'pending' where id = v_purchase.id;
end $$;

-- As in 0068-traveller-questions.sql, with appeals.
create or replace function decide_replacement(p_request_id uuid, p_action text, p_admin_id uuid, p_entry_id uuid, p_how text default 'deadline'::text)
 returns void
 language plpgsql
as $$
declare
  v_purchase_id uuid;
  r replacement_requests;
  p purchases;
  s subscriptions;
  v_returned text;
  v_refund bigint;
  v_at timestamptz;
  v_is_late boolean;
  v_is_allowed boolean;
  v_is_own_rejection boolean;
begin
  select purchase_id into v_purchase_id from replacement_requests where id = p_request_id;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_NOT_FOUND';
  end if;
  select * into p from purchases where id = v_purchase_id for update;
  -- Read after the lock is held: of two concurrent decisions, the second finds the first.
  select * into r from replacement_requests where id = p_request_id for update;
  if r.status <> 'pending' then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_ALREADY_DECIDED';
  end if;
  -- An appeal is decided by another admin than the one who rejected, unless there is no other.
  v_is_own_rejection := p_admin_id = (select decided_by from replacement_requests e
    where e.purchase_id = r.purchase_id and e.status = 'rejected');
  if v_is_own_rejection and has_other_admin(p_admin_id) then
    raise exception using errcode = 'RAAHI', message = 'APPEAL_NEEDS_OTHER_ADMIN';
  end if;
  -- The agent was promised an approval if the decision is late, so then nothing else is possible.
  v_is_late := clock_timestamp() > r.decide_by
    and (select approves_late from return_policies where version = r.policy_version);
  if v_is_late and p_action <> 'approved' then
    raise exception using errcode = 'RAAHI', message = 'DECISION_TOO_LATE';
  end if;
  if p_admin_id is null then
    v_is_allowed := case p_how when 'deadline' then v_is_late when 'check' then is_proved_by_check(r)
      when 'traveller' then is_proved_by_traveller(r) end;
    if v_is_allowed is not true then
      raise exception 'request % needs the decision of an admin', p_request_id;
    end if;
  end if;

  if p_action = 'approved' then
    select * into s from subscriptions where id = p.subscription_id for update;
  end if;
  v_at := clock_timestamp();
  if p_action = 'approved' then
    select f.returned, f.refund_paise into v_returned, v_refund from replacement_refund(p, s, r, v_at) f;
    if v_returned = 'plan' then
      update subscriptions set leads_used = leads_used - 1 where id = s.id;
    elsif v_returned = 'wallet' then
      -- From the revenue that the sale credited: of leads, or of plans.
      perform post_transfer(p_entry_id, case p.paid_with when 'wallet' then '00000000-0000-0000-0000-000000000001'::uuid
        else '00000000-0000-0000-0000-000000000002' end, p.user_id, v_refund, 'wallet_refund', 'lead_refund', p.user_id);
    end if;
  end if;

  update replacement_requests set status = p_action, decided_at = v_at, decided_by = p_admin_id,
    decided_how = case when p_admin_id is null then p_how else 'person' end, returned = v_returned,
    entry_id = case when v_returned = 'wallet' then p_entry_id end,
    decided_as_only_admin = v_is_own_rejection,
    -- Only the first rejection can be appealed.
    appeal_by = case when p_action = 'rejected' and not exists (
        select from replacement_requests e where e.purchase_id = r.purchase_id and e.status = 'rejected')
      then v_at + (select make_interval(hours => 24 * report_days) from return_policies where version = r.policy_version) end,
    refund_paise = v_refund, rule_version = case when p_action = 'approved' then p.refund_rule_version end
    where id = p_request_id;
  update purchases set replacement_status = p_action where id = v_purchase_id;
end $$;
