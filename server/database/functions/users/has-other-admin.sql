create or replace function has_other_admin(p_admin_id uuid) returns boolean
 language sql
 stable
as $$
  select exists (select from users where role = 'admin' and status = 'active' and id <> p_admin_id
    and 'support' = any(rights))
$$;
