-- Reads the check again for the pending request of a purchase whose traveller has withdrawn or is erased.
create or replace function redo_withdrawn_check_of(p purchases) returns void language sql as $$
  update replacement_checks c set found = e.found, happened_at = e.happened_at
    from replacement_requests r, find_return_evidence(p, clock_timestamp()) e
    where r.purchase_id = p.id and r.status = 'pending' and c.request_id = r.id
      and c.check_code = 'withdrawn' and e.check_code = 'withdrawn'
$$;
