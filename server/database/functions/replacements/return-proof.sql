-- What proves a request so that no admin needs to decide it: 'check' or 'traveller'; null: nothing. What an admin knew when
-- rejecting an earlier request for the same purchase proves nothing any more.
create or replace function return_proof(r replacement_requests) returns text language sql stable as $$
  select case
      when exists (select from replacement_checks c where c.request_id = r.id
        and check_approves(v, c.check_code, c.found) and known.until <= c.happened_at) then 'check'
      when exists (select from purchases p join traveller_questions q on q.lead_id = p.lead_id
        where p.id = r.purchase_id and answer_proves(q) and v.traveller_approves and known.until <= q.answered_at) then 'traveller'
    end
  from return_policies v, (select coalesce(max(decided_at), '-infinity') as until from replacement_requests e
    where e.purchase_id = r.purchase_id and e.status = 'rejected') known
  where v.version = r.policy_version and not is_above_return_rate(v, r.recent_purchases, r.recent_returns)
    and automatic_returns(r.user_id, clock_timestamp()) < v.max_automatic
$$;
