-- The question to the traveller of a lead that its buyer wants to return (docs/decisions/0057-question-to-the-traveller.md).

create table traveller_questions (
  -- A traveller is asked once about a lead.
  lead_id uuid primary key references leads (id) on delete cascade,
  enquiry_id uuid not null references enquiries (id) on delete cascade,
  asked_at timestamptz not null default clock_timestamp(),
  -- Null: not answered, or erased.
  answer text check (answer in ('planning', 'reached', 'not-travelling', 'never-asked')),
  -- Of 'not-travelling': it was so before the purchase, or within 72 hours after it.
  was_in_time boolean,
  answered_at timestamptz,
  -- The answer was erased with the traveller.
  erased_at timestamptz,
  check ((answer is null) = (answered_at is null)),
  check ((answer is not distinct from 'not-travelling') = (was_in_time is not null)),
  check (answer is null or erased_at is null)
);
create index traveller_questions_enquiry on traveller_questions (enquiry_id);

-- No admin has chosen it for an earlier version, so there it is off, except in version 1, which came with the product.
alter table return_policies add column traveller_approves boolean not null default false;
alter table return_policies disable trigger return_policies_append_only;
update return_policies set traveller_approves = true where version = 1;
alter table return_policies enable trigger return_policies_append_only;

alter table replacement_requests
  drop constraint replacement_requests_decided_how_check,
  add constraint replacement_requests_decided_how_check check (decided_how in ('person', 'deadline', 'check', 'traveller'));

-- Whether the answer is about a time before the purchase or within 72 hours after it, and says that the lead is bad.
create function answer_proves(q traveller_questions) returns boolean
 language sql
 immutable
as $$
  select coalesce(q.answer = 'never-asked' or (q.answer = 'not-travelling' and q.was_in_time), false)
$$;

-- Whether the traveller's answer approves the request, under the policy of its purchase and below the return rate.
create function is_proved_by_traveller(r replacement_requests) returns boolean
 language sql
 stable
as $$
  select exists (
    select from purchases p join traveller_questions q on q.lead_id = p.lead_id
    join return_policies v on v.version = r.policy_version
    where p.id = r.purchase_id and answer_proves(q) and v.traveller_approves
      and not is_above_return_rate(v, r.recent_purchases, r.recent_returns))
$$;

-- As in 0067-return-checks.sql, with the answer of the traveller.
create or replace function decide_replacement(p_request_id uuid, p_action text, p_admin_id uuid, p_entry_id uuid, p_how text default 'deadline')
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
    refund_paise = v_refund, rule_version = case when p_action = 'approved' then p.refund_rule_version end
    where id = p_request_id;
  update purchases set replacement_status = p_action where id = v_purchase_id;
end $$;
