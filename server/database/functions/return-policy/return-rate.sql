-- The purchases of an agent in the 30 days before an instant, and how many of these were returned by then.
create or replace function return_rate(p_user_id uuid, p_at timestamptz, out purchases integer, out returned integer)
 language sql
 stable
as $$
  select count(*), count(*) filter (where p.replacement_status = 'approved' and exists (
      select from replacement_requests r where r.purchase_id = p.id and r.status = 'approved' and r.decided_at <= p_at))
  from purchases p
  where p.user_id = p_user_id and p.created_at > p_at - interval '30 days' and p.created_at <= p_at
$$;
