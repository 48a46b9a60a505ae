-- The hash of the entries of the audit log on a day in India. Personal data is in audit_personal_data and not hashed, so that
-- it can be erased.
create or replace function audit_day(p_day date, out actions bigint, out actions_hash bytea) language sql stable as $$
  select count(*), sha256('\x06'::bytea || coalesce(string_agg(sha256(convert_to(jsonb_build_array(id,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor_id, actor_role, action, subject_type, subject_id,
      before, after, request_id, ip)::text, 'UTF8')), ''::bytea order by id), ''))
  from audit_log where at >= day_start_in_india(p_day) and at < day_start_in_india(p_day + 1)
$$;
