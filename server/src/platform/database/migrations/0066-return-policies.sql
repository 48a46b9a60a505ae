-- The return policy as data (docs/decisions/0055-return-policy.md): until when an agent can report a problem, and until when
-- a request is decided.

create table return_policies (
  id uuid primary key default gen_random_uuid(),
  version integer not null unique check (version > 0),
  -- The policy applies to the purchases from here to the start of the next version.
  starts_at timestamptz not null unique default clock_timestamp(),
  report_days integer not null check (report_days between 1 and 90),
  decide_hours integer not null check (decide_hours between 1 and 336),
  -- A request that is not decided in time is approved.
  approves_late boolean not null,
  -- Null for the first version, which no admin made.
  created_by uuid references users (id),
  check ((version = 1) = (created_by is null))
);
create trigger return_policies_append_only before update or delete or truncate on return_policies
  for each statement execute function refuse_change();
insert into return_policies (version, report_days, decide_hours, approves_late) values (1, 14, 48, true);

-- The policy of a purchase. Purchases from before the first policy have none.
create function return_policy_at(p_bought_at timestamptz) returns return_policies
 language sql
 stable
as $$
  select * from return_policies where starts_at <= p_bought_at order by starts_at desc limit 1
$$;

-- Until when the agent can report a problem with a purchase; null: without end.
create function report_until(p_bought_at timestamptz) returns timestamptz
 language sql
 stable
as $$
  select p_bought_at + make_interval(hours => 24 * report_days) from return_policy_at(p_bought_at)
$$;

alter table replacement_requests
  -- The policy of the purchase, and until when it wants the request decided. Null: the purchase has no policy.
  add column policy_version integer references return_policies (version),
  add column decide_by timestamptz,
  -- 'deadline': approved because it was not decided in time.
  add column decided_how text check (decided_how in ('person', 'deadline')),
  add check ((policy_version is null) = (decide_by is null));
update replacement_requests set decided_how = 'person' where status <> 'pending';

do $$
declare
  v_name text;
begin
  select conname into strict v_name from pg_constraint
    where conrelid = 'replacement_requests'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) = 'CHECK (((status = ''pending''::text) = (decided_by IS NULL)))';
  execute format('alter table replacement_requests drop constraint %I', v_name);
end $$;
alter table replacement_requests
  add constraint replacement_requests_decided_how check ((status = 'pending') = (decided_how is null)),
  add constraint replacement_requests_decided_by check (
    (decided_how is not distinct from 'person') = (decided_by is not null)),
  -- A deadline only approves.
  add constraint replacement_requests_deadline check (
    decided_how is distinct from 'deadline' or (status = 'approved' and decide_by is not null));
create index replacement_requests_decide_by on replacement_requests (decide_by) where status = 'pending';

-- As in 0040-replacement-reason-parts.sql, with the policy of the purchase.
create or replace function create_replacement_request(p_request_id uuid, p_user_id uuid, p_lead_id uuid, p_reason_code text, p_reason_text text, p_max_requests integer)
 returns void
 language plpgsql
as $$
declare
  v_purchase_id uuid;
  v_lead_number bigint;
  v_status text;
  v_bought_at timestamptz;
  v_requests integer;
  v_now timestamptz;
  v_policy return_policies;
begin
  -- A second request, or a decision on an earlier one, waits here for the first to commit.
  select p.id, p.replacement_status, p.created_at into v_purchase_id, v_status, v_bought_at
    from purchases p where p.lead_id = p_lead_id and p.user_id = p_user_id for update;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'LEAD_NOT_FOUND';
  end if;
  if v_status in ('pending', 'approved') then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_ALREADY_REQUESTED';
  end if;
  select count(*) into v_requests from replacement_requests where purchase_id = v_purchase_id;
  if v_requests >= p_max_requests then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_REJECTED_TWICE';
  end if;
  v_now := clock_timestamp();
  -- A rejection may come late, so the request after it has no end.
  if v_requests = 0 and v_now > report_until(v_bought_at) then
    raise exception using errcode = 'RAAHI', message = 'RETURN_WINDOW_CLOSED';
  end if;
  v_policy := return_policy_at(v_bought_at);
  select number into v_lead_number from leads where id = p_lead_id;
  insert into replacement_requests
      (id, purchase_id, user_id, lead_number, reason_code, reason_text, created_at, policy_version, decide_by)
    values (p_request_id, v_purchase_id, p_user_id, v_lead_number, p_reason_code, p_reason_text, v_now,
      v_policy.version, v_now + make_interval(hours => v_policy.decide_hours));
  update purchases set replacement_status = 'pending' where id = v_purchase_id;
end $$;

-- As in 0043-refund-rule.sql. Without an admin it approves a request that was not decided in time.
create or replace function decide_replacement(p_request_id uuid, p_action text, p_admin_id uuid, p_entry_id uuid)
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
  -- The agent was promised an approval if the decision is late, so then nothing else is possible, and without an admin only then.
  v_is_late := clock_timestamp() > r.decide_by
    and (select approves_late from return_policies where version = r.policy_version);
  if v_is_late and p_action <> 'approved' then
    raise exception using errcode = 'RAAHI', message = 'DECISION_TOO_LATE';
  end if;
  if p_admin_id is null and v_is_late is not true then
    raise exception 'request % needs the decision of an admin', p_request_id;
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
    decided_how = case when p_admin_id is null then 'deadline' else 'person' end, returned = v_returned,
    entry_id = case when v_returned = 'wallet' then p_entry_id end,
    refund_paise = v_refund, rule_version = case when p_action = 'approved' then p.refund_rule_version end
    where id = p_request_id;
  update purchases set replacement_status = p_action where id = v_purchase_id;
end $$;
