-- The short number that people quote: LD-000123 of a lead, RQ-000123 of an enquiry, TX-000123 of a transaction.
create or replace function record_label(p_prefix text, p_number bigint) returns text language sql immutable as $$
  select p_prefix || '-' || lpad(p_number::text, greatest(6, length(p_number::text)), '0')
$$;
