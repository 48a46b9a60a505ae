-- Whether a person rejected an earlier request for the same purchase after this instant, and so knew what had happened by then.
create or replace function was_rejected_after(r replacement_requests, p_at timestamptz) returns boolean
 language sql
 stable
as $$
  select exists (
    select from replacement_requests e where e.purchase_id = r.purchase_id and e.status = 'rejected' and e.decided_at > p_at)
$$;
