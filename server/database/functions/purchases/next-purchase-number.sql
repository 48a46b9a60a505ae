-- The number of an agency's next purchase. The caller holds the lock of the agency's row, so a purchase is visible before any later
-- number exists.
create or replace function next_purchase_number(p_user_id uuid) returns bigint language sql volatile as $$
  select coalesce(max(number), 0) + 1 from purchases where user_id = p_user_id;
$$;
