-- Decides a replacement request and pays an approved one back. Without an admin the product decides, because of `p_how`: 'check',
-- 'traveller' or 'deadline'. Locks the purchase and the request.
create or replace function decide_replacement(p_request_id uuid, p_action text, p_admin_id uuid, p_entry_id uuid, p_how text DEFAULT 'deadline'::text)
 returns void
 language plpgsql
as $$
declare
  v_purchase_id uuid;
  v_user_id uuid;
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
  select purchase_id, user_id into v_purchase_id, v_user_id from replacement_requests where id = p_request_id;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_NOT_FOUND';
  end if;
  if p_admin_id is null then
    perform lock_returns(v_user_id);
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
    v_is_allowed := case p_how when 'deadline' then v_is_late else p_how = return_proof(r) end;
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
      perform post_transfer(p_entry_id, account_id(case p.paid_with when 'wallet' then 'revenue_leads' else 'revenue_plans' end), p.user_id, v_refund, 'wallet_refund', 'lead_refund', p.user_id);
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
