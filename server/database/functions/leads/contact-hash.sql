create or replace function contact_hash(p_contact text) returns bigint language sql immutable as $$
  select hashtextextended(lower(p_contact), 0)
$$;
