-- Receipts without gaps (docs/decisions/0098-proofs-without-gaps.md). Each leaf has the hash of the account's leaf before it,
-- and each sealed day has the last leaf of every account and the audit log of the day. The days are sealed again from their
-- postings, because their hashes change.

alter table sealed_days disable trigger sealed_days_append_only;
truncate sealed_days, seal_checks, sealed_sums;
alter table sealed_days enable trigger sealed_days_append_only;

alter table sealed_days
  add column previous_leaves bytea not null,
  add column accounts_root bytea not null,
  add column actions bigint not null,
  add column actions_hash bytea not null;
comment on column sealed_days.leaves is 'One hash of 32 bytes per account that had a posting on the day, in the order of the accounts.';
comment on column sealed_days.previous_leaves is 'The leaf of the account before each of these leaves; zeros: none.';
comment on column sealed_days.accounts_root is 'Merkle root of the last leaf of every account, this day included.';
comment on column sealed_days.actions is 'Entries of the audit log on the day.';
comment on column sealed_days.actions_hash is 'Of these entries.';

alter table sealed_sums add column leaf bytea not null;
comment on column sealed_sums.leaf is 'The last leaf of the account.';

-- The hash of the entries of the audit log on a day in India. Personal data is in audit_personal_data and not hashed, so that
-- it can be erased.
create function audit_day(p_day date, out actions bigint, out actions_hash bytea) language sql stable as $$
  select count(*), sha256('\x06'::bytea || coalesce(string_agg(sha256(convert_to(jsonb_build_array(id,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor_id, actor_role, action, subject_type, subject_id,
      before, after, request_id, ip)::text, 'UTF8')), ''::bytea order by id), ''))
  from audit_log where at >= transaction_day_start(p_day) and at < transaction_day_start(p_day + 1)
$$;
