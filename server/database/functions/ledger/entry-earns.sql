-- What an entry that is no online payment earns: sales of leads and plans, less refunds. A
-- recharge is a deposit.
create or replace function entry_earns(p_method text, p_amount_paise bigint) returns bigint
language sql immutable as $$
  select case when p_method in ('lead_wallet', 'cash') then p_amount_paise
    when p_method = 'wallet_refund' then -p_amount_paise else 0 end
$$;
