-- The requests of an agent that a check or the traveller's answer approved in the 30 days before.
create or replace function automatic_returns(p_user_id uuid, p_at timestamptz) returns bigint language sql stable as $$
  select count(*) from replacement_requests r
  where r.user_id = p_user_id and r.decided_how in ('check', 'traveller')
    and r.decided_at > p_at - interval '30 days' and r.decided_at <= p_at
$$;
