-- What the previous release stored as one text, as its parts.
create or replace function previous_reason_parts(p_reason text, p_kind text, out code text, out note text)
language sql immutable as $$
  select case when is_label or is_led then p_kind end,
    case when is_label then ''
      when is_led then regexp_replace(substr(p_reason, length(label) + 2), '^\s+|\s+$', '', 'g')
      else p_reason end
  from (select label, p_reason = label as is_label, starts_with(p_reason, label || ':') as is_led
    from previous_reason_label(p_kind) label) known
$$;
