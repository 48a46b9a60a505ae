-- The automatic checks of a replacement request (docs/decisions/0056-checks-of-a-request.md).

-- Which leads have a phone number or an email. A table beside the leads: a sale writes a new version of the lead, and more
-- indexes of leads would make each purchase slower. The contact itself is in leads only, so a match is compared with it.
create table lead_contacts (
  contact_hash bigint not null,
  lead_id uuid not null,
  primary key (contact_hash, lead_id)
);

create function contact_hash(p_contact text) returns bigint language sql immutable as $$
  select hashtextextended(lower(p_contact), 0)
$$;

create function index_new_contacts() returns trigger language plpgsql as $$
begin
  insert into lead_contacts (contact_hash, lead_id)
    select contact_hash(phone), id from new_leads where phone <> ''
    union select contact_hash(email), id from new_leads where email <> '';
  return null;
end $$;
create trigger leads_contacts_insert after insert on leads
  referencing new table as new_leads
  for each statement execute function index_new_contacts();

create function index_changed_contacts() returns trigger language plpgsql as $$
begin
  delete from lead_contacts
    where lead_id = old.id and contact_hash in (contact_hash(old.phone), contact_hash(old.email));
  if tg_op = 'UPDATE' then
    insert into lead_contacts (contact_hash, lead_id)
      select contact_hash(new.phone), new.id where new.phone <> ''
      union select contact_hash(new.email), new.id where new.email <> '';
  end if;
  return null;
end $$;
create trigger leads_contacts_update after update on leads for each row
  when (old.phone is distinct from new.phone or old.email is distinct from new.email)
  execute function index_changed_contacts();
create trigger leads_contacts_delete after delete on leads for each row
  execute function index_changed_contacts();

insert into lead_contacts (contact_hash, lead_id)
  select contact_hash(phone), id from leads where phone <> ''
  union select contact_hash(email), id from leads where email <> '';
analyze lead_contacts;

-- Terms of the checks. No admin has chosen them for an earlier version, so there they are off, except in version 1, which came
-- with the product.
alter table return_policies
  add column same_contact_approves boolean not null default false,
  add column sold_before_approves boolean not null default false,
  add column withdrawn_approves boolean not null default false,
  -- An agent who returned more than this share of the purchases of 30 days needs the decision of a person, from this number of
  -- purchases on.
  add column max_return_percent integer not null default 20 check (max_return_percent between 1 and 100),
  add column rate_purchases integer not null default 10 check (rate_purchases between 1 and 1000);
alter table return_policies disable trigger return_policies_append_only;
update return_policies set same_contact_approves = true, sold_before_approves = true, withdrawn_approves = true
  where version = 1;
alter table return_policies enable trigger return_policies_append_only;

alter table replacement_requests
  -- Purchases and returns of the agent in the 30 days before the request. Null: the purchase has no policy.
  add column recent_purchases integer,
  add column recent_returns integer,
  add constraint replacement_requests_recent check ((recent_purchases is null) = (recent_returns is null)),
  drop constraint replacement_requests_decided_how_check,
  add constraint replacement_requests_decided_how_check check (decided_how in ('person', 'deadline', 'check')),
  -- Only a person rejects.
  add constraint replacement_requests_approved_automatically check (
    decided_how in ('person', 'deadline') or status = 'approved');

-- The result of each check of a request, also of one that found nothing.
create table replacement_checks (
  request_id uuid not null references replacement_requests (id) on delete cascade,
  check_code text not null check (check_code in ('same-contact', 'sold-before', 'withdrawn')),
  -- What proves that the lead is bad; null: nothing.
  found text check (found in ('phone', 'email', 'phone-and-email', 'withdrawn', 'erased')),
  -- The other lead with the same contact.
  other_lead_id uuid,
  -- When the other lead was sold, or the traveller withdrew or was erased.
  happened_at timestamptz,
  primary key (request_id, check_code),
  check ((found is null) = (happened_at is null)),
  check ((other_lead_id is null) = (found is null or check_code = 'withdrawn'))
);

-- The purchases of an agent in the 30 days before an instant, and how many of these were returned by then.
create function return_rate(p_user_id uuid, p_at timestamptz, out purchases integer, out returned integer)
 language sql
 stable
as $$
  select count(*), count(*) filter (where p.replacement_status = 'approved' and exists (
      select from replacement_requests r where r.purchase_id = p.id and r.status = 'approved' and r.decided_at <= p_at))
  from purchases p
  where p.user_id = p_user_id and p.created_at > p_at - interval '30 days' and p.created_at <= p_at
$$;

-- The other leads with one contact. A contact of more than 50 leads is not that of one
-- traveller (such as an email that admins type when they have none), so it has none.
create function leads_of_contact(p_contact text, p_lead_id uuid) returns setof uuid
 language sql
 stable
 rows 5
as $$
  select unnest(ids) from (
    select array_agg(lead_id) as ids from (
      select lead_id from lead_contacts where contact_hash = contact_hash(p_contact) and lead_id <> p_lead_id limit 51
    ) leads_of_hash
  ) found where p_contact <> '' and cardinality(ids) <= 50
$$;

-- The result of each check for a purchase. Only leads that were sold before this one are compared, so a result shows
-- nothing about a lead that is for sale. p_at: only what had happened by then.
create function find_return_evidence(p purchases, p_at timestamptz)
 returns table(check_code text, found text, other_lead_id uuid, happened_at timestamptz)
 language sql
 stable
as $$
  with own as (
    select phone, lower(email) as email from leads where id = p.lead_id
  ), same as (
    select l.id, b.user_id, coalesce(b.created_at, l.sold_at) as sold_at,
      case when l.phone = own.phone and lower(l.email) = own.email and own.email <> '' then 'phone-and-email'
        when l.phone = own.phone then 'phone' else 'email' end as matched
    from own, lateral (
      select leads_of_contact(own.phone, p.lead_id) as id union select leads_of_contact(own.email, p.lead_id)
    ) candidates join leads l on l.id = candidates.id and l.status = 'sold'
    left join purchases b on b.lead_id = l.id
    where l.phone = own.phone and own.phone <> '' or lower(l.email) = own.email and own.email <> ''
  ), before as (
    select * from same where sold_at < p.created_at
  ), stopped as (
    select case when q.withdrawn_at is not null then 'withdrawn' else 'erased' end as found,
      coalesce(q.withdrawn_at, q.erased_at) as at
    from lead_origins o join enquiries q on q.id = o.enquiry_id
    where o.lead_id = p.lead_id and coalesce(q.withdrawn_at, q.erased_at) <= least(p.created_at + interval '24 hours', p_at)
  )
  (select 'same-contact', b.matched, b.id, b.sold_at
    from (values (1)) one left join (
      select * from before where user_id = p.user_id and sold_at >= p.created_at - interval '90 days'
      order by sold_at desc limit 1) b on true)
  union all
  (select 'sold-before', b.matched, b.id, b.sold_at
    from (values (1)) one left join (
      select * from before where sold_at >= p.created_at - interval '30 days'
      order by sold_at desc limit 1) b on true)
  union all
  (select 'withdrawn', s.found, null::uuid, s.at from (values (1)) one left join stopped s on true)
$$;

-- Whether a check with this result approves under the policy.
create function check_approves(v return_policies, p_check_code text, p_found text) returns boolean
 language sql
 immutable
as $$
  select p_found is not null and case p_check_code when 'same-contact' then v.same_contact_approves
    when 'sold-before' then v.sold_before_approves when 'withdrawn' then v.withdrawn_approves else false end
$$;

-- Whether a person decides all requests of an agent with these figures.
create function is_above_return_rate(v return_policies, p_purchases integer, p_returned integer) returns boolean
 language sql
 immutable
as $$
  select p_purchases >= v.rate_purchases and p_returned * 100 > v.max_return_percent * p_purchases
$$;

-- Whether a check approves the request: one that proves it under the policy of its purchase, below the return rate.
create function is_proved_by_check(r replacement_requests) returns boolean
 language sql
 stable
as $$
  select exists (
    select from replacement_checks c join return_policies v on v.version = r.policy_version
    where c.request_id = r.id and check_approves(v, c.check_code, c.found)
      and not is_above_return_rate(v, r.recent_purchases, r.recent_returns))
$$;

-- As in 0066-return-policies.sql, with the checks.
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
  -- A rejection may come late, so the request after it has no end.
  if v_requests = 0 and v_now > report_until(v_purchase.created_at) then
    raise exception using errcode = 'RAAHI', message = 'RETURN_WINDOW_CLOSED';
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

-- As in 0066-return-policies.sql. p_how: how a request is approved without an admin, 'deadline' if it is left out.
drop function decide_replacement(uuid, text, uuid, uuid);
create function decide_replacement(p_request_id uuid, p_action text, p_admin_id uuid, p_entry_id uuid, p_how text default 'deadline')
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
    v_is_allowed := case p_how when 'deadline' then v_is_late when 'check' then is_proved_by_check(r) end;
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
