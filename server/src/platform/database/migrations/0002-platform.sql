-- What every feature stands on: idempotency keys, rate limits, the audit log.

-- The answer that a caller got for a key, so that a repeated request gets it again.
create table idempotency_keys (
  caller_id uuid not null,
  call text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (caller_id, call, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Takes the key for this transaction and returns the answer kept for it, or null where there is
-- none yet. A second request with the same key waits here until the first has committed or
-- failed (at most lock_timeout); a refusal rolls back, so it keeps nothing and frees the key.
create function claim_idempotency_key(p_caller uuid, p_call text, p_key text, p_request_hash bytea)
returns jsonb language plpgsql as $$
declare
  kept record;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_caller || ' ' || p_call || ' ' || p_key, 0));
  select request_hash, answer into kept from idempotency_keys
    where caller_id = p_caller and call = p_call and key = p_key;
  if not found then
    return null;
  end if;
  if kept.request_hash <> p_request_hash then
    raise exception using errcode = 'RAAHI', message = 'IDEMPOTENCY_KEY_REUSED';
  end if;
  return kept.answer;
end $$;

create table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets on rate_limits (resets_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  ip text
);
create index audit_log_subject on audit_log (subject_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op;
end $$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
