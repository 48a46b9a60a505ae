-- TX-000123: the short number that people quote.
create or replace function transaction_label(p_number bigint) returns text language sql immutable as $$
  select 'TX-' || lpad(p_number::text, greatest(6, length(p_number::text)), '0')
$$;
