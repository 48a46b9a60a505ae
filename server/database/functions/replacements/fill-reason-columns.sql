create or replace function fill_reason_columns() returns trigger language plpgsql as $$
begin
  if new.reason = '' then
    new.reason := concat_ws(': ', previous_reason_label(new.reason_code), nullif(new.reason_text, ''));
    new.reason_kind := coalesce(new.reason_code, 'other');
  else
    select code, note into new.reason_code, new.reason_text
      from previous_reason_parts(new.reason, new.reason_kind);
  end if;
  return new;
end $$;

create or replace trigger replacement_requests_reason before insert on replacement_requests
  for each row execute function fill_reason_columns();
