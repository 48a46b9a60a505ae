-- The webhooks of an agent, or of the admins, that take an event. A webhook that ended, or for which too many deliveries wait, takes
-- none.
create or replace function find_webhooks_of_event(p_user_id uuid, p_type text) returns table (webhook_id uuid)
language sql stable as $$
  select id from webhooks
  where coalesce(user_id, '00000000-0000-0000-0000-000000000000')
      = coalesce(p_user_id, '00000000-0000-0000-0000-000000000000')
    and p_type = any(events) and state <> 'ended' and paused_by is distinct from 'full'
$$;
