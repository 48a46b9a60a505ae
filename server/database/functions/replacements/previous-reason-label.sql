-- The labels of the previous release. They stay as they are, whatever the product calls a reason later.
create or replace function previous_reason_label(p_code text) returns text language sql immutable as $$
  select case p_code when 'wrong-number' then 'Wrong number' when 'unreachable' then 'Unreachable'
    when 'duplicate' then 'Duplicate lead' when 'not-travelling' then 'Not travelling'
    when 'wrong-details' then 'Wrong details' when 'other' then 'Other' end
$$;
