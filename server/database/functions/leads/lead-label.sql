-- LD-000123: the short number that people quote.
create or replace function lead_label(p_number bigint) returns text language sql immutable as $$
  select 'LD-' || lpad(p_number::text, greatest(6, length(p_number::text)), '0')
$$;
