-- Contacts end with a withdrawal, automatic approvals have a cap for each agent, and automatic buying serves the longest wait
-- (docs/decisions/0096-unread-corrections.md).

-- Whether the traveller of a purchase must not be contacted any more: withdrawn, or erased.
create function is_contact_stopped(p purchases) returns boolean language sql stable as $$
  select p.traveller_erased_at is not null or exists (
    select from lead_origins o join enquiries e on e.id = o.enquiry_id
    where o.lead_id = p.lead_id and (e.status = 'withdrawn' or e.erased_at is not null))
$$;

-- The requests of an agent that a check or the traveller's answer approved in the 30 days before.
create function automatic_returns(p_user_id uuid, p_at timestamptz) returns bigint language sql stable as $$
  select count(*) from replacement_requests r
  where r.user_id = p_user_id and r.decided_how in ('check', 'traveller')
    and r.decided_at > p_at - interval '30 days' and r.decided_at <= p_at
$$;

-- Requests and automatic approvals of one agent wait for each other, so that each counts the earlier ones. The lock comes
-- before that of a purchase.
create function lock_returns(p_user_id uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('returns of ' || p_user_id, 0))
$$;

alter table return_policies
  add column max_automatic integer not null default 5 check (max_automatic between 1 and 100);
comment on column return_policies.max_automatic is 'Automatic approvals of an agent in 30 days. Above it, an admin decides.';
alter table replacement_requests add column recent_automatic integer;
comment on column replacement_requests.recent_automatic is 'Automatic approvals of the agent in the 30 days before. Null: not counted yet at that time.';

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

create or replace function is_proved_by_check(r replacement_requests)
 returns boolean
 language sql
 stable
as $$
  select exists (
    select from replacement_checks c join return_policies v on v.version = r.policy_version
    where c.request_id = r.id and check_approves(v, c.check_code, c.found)
      and not is_above_return_rate(v, r.recent_purchases, r.recent_returns)
      and automatic_returns(r.user_id, clock_timestamp()) < v.max_automatic
      and not was_rejected_after(r, c.happened_at))
$$;

create or replace function is_proved_by_traveller(r replacement_requests)
 returns boolean
 language sql
 stable
as $$
  select exists (
    select from purchases p join traveller_questions q on q.lead_id = p.lead_id
    join return_policies v on v.version = r.policy_version
    where p.id = r.purchase_id and answer_proves(q) and v.traveller_approves
      and not is_above_return_rate(v, r.recent_purchases, r.recent_returns)
      and automatic_returns(r.user_id, clock_timestamp()) < v.max_automatic
      and not was_rejected_after(r, q.answered_at))
$$;

create or replace function automatic_candidates(p_lead_id uuid, p_price_paise bigint)
 returns TABLE(rule_id uuid, refusal text)
 language sql
 stable
 set enable_seqscan to 'off'
as $$
  select r.id, case when u.status <> 'active' then 'off' else
      refuse_automatic_purchase(r, p_lead_id, day_in_india(clock_timestamp()), p_price_paise, cost.paise,
        coalesce(a.balance_paise, 0) - cost.paise) end
  from automatic_buying_matches m
    join automatic_buying_rules r on r.id = m.rule_id
    join users u on u.id = r.user_id
    left join accounts a on a.id = r.user_id
    join leads l on l.id = m.lead_id
    cross join lateral (select case when exists (
        select from subscriptions s where s.user_id = r.user_id and s.ends_at > clock_timestamp()
          and s.leads_used < s.lead_quota and s.type in (l.lead_type, 'both')
      ) then 0 else p_price_paise end as paise) cost
    left join lateral (select b.created_at as at from automatic_purchases p join purchases b on b.id = p.purchase_id
      where p.user_id = r.user_id order by p.id desc limit 1) served on true
    cross join lateral (select max(p.id) as last from automatic_purchases p where p.rule_id = r.id) served_rule
  where m.lead_id = p_lead_id and m.due_at <= clock_timestamp()
  -- An agent waits since the last automatic purchase or, if that is later, since the rule was switched on, so that a new
  -- account or rule starts at the end. greatest() ignores nulls.
  order by greatest(served.at, r.on_since), served_rule.last nulls first, r.on_since, r.id
$$;
