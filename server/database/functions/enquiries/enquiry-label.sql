create or replace function enquiry_label(p_number bigint) returns text language sql immutable as $$
  select 'RQ-' || lpad(p_number::text, greatest(6, length(p_number::text)), '0')
$$;
