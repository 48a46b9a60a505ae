-- Corrections of the checks of a request (docs/decisions/0056-checks-of-a-request.md).

-- Whether a person rejected an earlier request for the same purchase after this instant, and so knew what had happened by then.
create function was_rejected_after(r replacement_requests, p_at timestamptz) returns boolean
 language sql
 stable
as $$
  select exists (
    select from replacement_requests e where e.purchase_id = r.purchase_id and e.status = 'rejected' and e.decided_at > p_at)
$$;

-- As in 0067-return-checks.sql. What a person knew who rejected an earlier request approves nothing.
create or replace function is_proved_by_check(r replacement_requests) returns boolean
 language sql
 stable
as $$
  select exists (
    select from replacement_checks c join return_policies v on v.version = r.policy_version
    where c.request_id = r.id and check_approves(v, c.check_code, c.found)
      and not is_above_return_rate(v, r.recent_purchases, r.recent_returns)
      and not was_rejected_after(r, c.happened_at))
$$;

-- As in 0068-traveller-questions.sql, likewise.
create or replace function is_proved_by_traveller(r replacement_requests) returns boolean
 language sql
 stable
as $$
  select exists (
    select from purchases p join traveller_questions q on q.lead_id = p.lead_id
    join return_policies v on v.version = r.policy_version
    where p.id = r.purchase_id and answer_proves(q) and v.traveller_approves
      and not is_above_return_rate(v, r.recent_purchases, r.recent_returns)
      and not was_rejected_after(r, q.answered_at))
$$;

-- A traveller who withdraws or is erased within 24 hours of the purchase: the check of the pending request is made again. The
-- purchase is locked first, so that a request or a decision at the same time has committed, or reads the withdrawal.
create function redo_withdrawn_check() returns trigger language plpgsql as $$
declare
  p purchases;
begin
  for p in select b.* from lead_origins o join purchases b on b.lead_id = o.lead_id
    where o.enquiry_id = new.id and b.created_at > clock_timestamp() - interval '24 hours' for update of b
  loop
    update replacement_checks c set found = e.found, happened_at = e.happened_at
      from replacement_requests r, find_return_evidence(p, clock_timestamp()) e
      where r.purchase_id = p.id and r.status = 'pending' and c.request_id = r.id
        and c.check_code = 'withdrawn' and e.check_code = 'withdrawn';
  end loop;
  return null;
end $$;
create trigger enquiries_stopped after update on enquiries for each row
  when (old.withdrawn_at is null and old.erased_at is null
    and (new.withdrawn_at is not null or new.erased_at is not null))
  execute function redo_withdrawn_check();

-- A server of the release before inserts a version without the terms of the checks: it keeps those of the latest version.
alter table return_policies
  alter column same_contact_approves drop default,
  alter column sold_before_approves drop default,
  alter column withdrawn_approves drop default,
  alter column traveller_approves drop default,
  alter column max_return_percent drop default,
  alter column rate_purchases drop default;
create function keep_terms_of_checks() returns trigger language plpgsql as $$
declare
  v return_policies;
begin
  select * into v from return_policies order by version desc limit 1;
  new.same_contact_approves := coalesce(new.same_contact_approves, v.same_contact_approves);
  new.sold_before_approves := coalesce(new.sold_before_approves, v.sold_before_approves);
  new.withdrawn_approves := coalesce(new.withdrawn_approves, v.withdrawn_approves);
  new.traveller_approves := coalesce(new.traveller_approves, v.traveller_approves);
  new.max_return_percent := coalesce(new.max_return_percent, v.max_return_percent);
  new.rate_purchases := coalesce(new.rate_purchases, v.rate_purchases);
  return new;
end $$;
create trigger return_policies_keep_terms before insert on return_policies
  for each row execute function keep_terms_of_checks();
