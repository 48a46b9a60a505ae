-- The one place that decides which access tokens are valid.
create or replace function live_callers(p_token_hashes bytea[], p_needs_two_factor boolean)
returns table(token_hash bytea, session_id uuid, user_id uuid, role text, lacks_two_factor boolean)
language sql stable as $$
  select t.token_hash, s.id, u.id, u.role, p_needs_two_factor and u.role = 'admin' and s.two_factor_at is null
  from session_tokens t
  join sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  where t.token_hash = any(p_token_hashes) and t.kind = 'access' and t.expires_at > now()
    and s.ended_at is null and u.status = 'active'
$$;
