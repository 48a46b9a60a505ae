-- Takes the key for this transaction and returns the answer that is stored for it; null: none is stored. A second request with the
-- same key waits here until the first has committed or failed, at most lock_timeout. A refusal is rolled back and stores nothing.
create or replace function claim_idempotency_key(p_caller uuid, p_call text, p_key text, p_request_hash bytea)
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
