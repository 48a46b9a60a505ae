-- A replacement request stores the code of its reason and the agent's text in separate columns. The sentence that people
-- read is made from both when it is shown.

alter table replacement_requests
  -- Null: the agent's text begins with none of the reasons.
  add column reason_code text,
  add column reason_text text not null default '';

-- `reason` and `reason_kind` stay filled for servers of the previous release, which read and write them until they end.
-- Nothing of this release reads them; the next release drops them, `request_replacement` and the three functions below.
alter table replacement_requests
  alter column reason set default '',
  alter column reason_kind set default 'other';

-- The labels of the previous release. They stay as they are, whatever the product calls a reason later.
create function previous_reason_label(p_code text) returns text language sql immutable as $$
  select case p_code when 'wrong-number' then 'Wrong number' when 'unreachable' then 'Unreachable'
    when 'duplicate' then 'Duplicate lead' when 'not-travelling' then 'Not travelling'
    when 'wrong-details' then 'Wrong details' when 'other' then 'Other' end
$$;

-- What the previous release stored as one text, as its parts.
create function previous_reason_parts(p_reason text, p_kind text, out code text, out note text)
language sql immutable as $$
  select case when is_label or is_led then p_kind end,
    case when is_label then ''
      when is_led then regexp_replace(substr(p_reason, length(label) + 2), '^\s+|\s+$', '', 'g')
      else p_reason end
  from (select label, p_reason = label as is_label, starts_with(p_reason, label || ':') as is_led
    from previous_reason_label(p_kind) label) known
$$;

create function fill_reason_columns() returns trigger language plpgsql as $$
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
create trigger replacement_requests_reason before insert on replacement_requests
  for each row execute function fill_reason_columns();

update replacement_requests r set reason_code = parts.code, reason_text = parts.note
  from replacement_requests old, previous_reason_parts(old.reason, old.reason_kind) parts
  where old.id = r.id;

alter table replacement_requests
  add constraint replacement_requests_has_reason check (reason_code is not null or reason_text <> '');
create index replacement_requests_reason_code on replacement_requests (reason_code, status);

-- As `request_replacement` of 0010-replacements.sql, with the parts of the reason.
create function create_replacement_request(
  p_request_id uuid, p_user_id uuid, p_lead_id uuid, p_reason_code text, p_reason_text text,
  p_max_requests integer
) returns void language plpgsql as $$
declare
  v_purchase_id uuid;
  v_lead_number bigint;
  v_status text;
begin
  -- A second request, or a decision on an earlier one, waits here for the first to commit.
  select p.id, p.replacement_status into v_purchase_id, v_status
    from purchases p where p.lead_id = p_lead_id and p.user_id = p_user_id for update;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'LEAD_NOT_FOUND';
  end if;
  if v_status in ('pending', 'approved') then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_ALREADY_REQUESTED';
  end if;
  if (select count(*) from replacement_requests where purchase_id = v_purchase_id)
      >= p_max_requests then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_REJECTED_TWICE';
  end if;
  select number into v_lead_number from leads where id = p_lead_id;
  insert into replacement_requests
      (id, purchase_id, user_id, lead_number, reason_code, reason_text)
    values (p_request_id, v_purchase_id, p_user_id, v_lead_number, p_reason_code, p_reason_text);
  update purchases set replacement_status = 'pending' where id = v_purchase_id;
end $$;
