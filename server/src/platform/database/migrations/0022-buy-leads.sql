-- Purchases that arrive together are made in one statement (docs/decisions/0024-purchases-in-batches.md): they share a
-- round trip, a transaction and the wait for the disk, and each is still made or refused for itself.

-- Buys each lead of a list as buy_lead does, in a transaction of them all. Takes objects with its parameters as
-- fields; returns for each what buy_lead returns, or the SQLSTATE and message of its refusal, in any order.
--
-- Whoever waits here keeps the others of the list waiting, so nobody waits long: what is not to be had soon is given up
-- with lock_not_available, for the caller to buy by itself. That ends every circle in which two lists wait for each other.
create function buy_leads(p_purchases jsonb) returns table (
  turn integer, refusal_state text, refusal text,
  purchase_id uuid, cost_paise bigint, paid_with text, wallet_paise bigint, subscription jsonb,
  phone text, email text, replayed boolean
) language plpgsql set lock_timeout = '50ms' as $$
#variable_conflict use_column
declare
  p record;
begin
  for p in
    -- Those who share wallets take them in the same order, and seldom have to give up.
    select * from jsonb_to_recordset(p_purchases) as p (
      turn integer, purchase_id uuid, entry_id uuid, user_id uuid, lead_id uuid,
      expected_cost_paise bigint, pay_with text, key text, request_hash text, request_id text, ip text
    ) order by user_id, turn
  loop
    begin
      return query select p.turn, null::text, null::text, b.* from buy_lead(
        p.purchase_id, p.entry_id, p.user_id, p.lead_id, p.expected_cost_paise, p.pay_with,
        p.key, decode(p.request_hash, 'hex'), p.request_id, p.ip) b;
    exception when others then
      turn := p.turn;
      refusal_state := sqlstate;
      refusal := sqlerrm;
      return next;
    end;
  end loop;
end $$;

-- A connection plans each statement of a function once, maybe while a table is empty (the keys of the day before are
-- swept at night), and would read all of it from then on. None of these ever wants more than a few rows.
alter function buy_lead set enable_seqscan = off;
alter function claim_idempotency_key set enable_seqscan = off;
alter function post_transfer set enable_seqscan = off;
