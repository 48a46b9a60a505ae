-- Reads once which of the two accounts are wallets, instead of after an update of each.
create or replace function post_transfer(p_entry_id uuid, p_from uuid, p_to uuid, p_amount_paise bigint, p_method text,
  p_status text, p_user_id uuid)
returns bigint language plpgsql as $$
declare
  found_accounts integer;
  from_wallet boolean;
  to_wallet boolean;
  from_balance bigint;
  to_balance bigint;
  debit_step integer := case when p_from < p_to then 1 else 2 end;
begin
  if p_from = p_to or p_amount_paise < 0 then
    raise exception 'a transfer needs two accounts and an amount of zero or more';
  end if;
  select count(*), bool_or(id = p_from and kind = 'wallet'), bool_or(id = p_to and kind = 'wallet')
    into found_accounts, from_wallet, to_wallet from accounts where id in (p_from, p_to);
  if found_accounts <> 2 then
    raise exception 'a transfer names an account that does not exist';
  end if;
  -- Wallets are locked in the order of their ids, so that two transfers cannot deadlock. Other accounts store no balance and
  -- need no lock.
  for step in 1..2 loop
    if step = debit_step and from_wallet then
      update accounts set balance_paise = balance_paise - p_amount_paise
        where id = p_from and balance_paise >= p_amount_paise
        returning balance_paise into from_balance;
      if not found then
        raise exception using errcode = 'RAAHI', message = 'INSUFFICIENT_WALLET_BALANCE';
      end if;
    elsif step <> debit_step and to_wallet then
      update accounts set balance_paise = balance_paise + p_amount_paise
        where id = p_to and balance_paise <= 9007199254740991 - p_amount_paise
        returning balance_paise into to_balance;
      if not found then
        raise exception using errcode = 'RAAHI', message = 'WALLET_LIMIT_EXCEEDED';
      end if;
    end if;
  end loop;
  -- The entry is numbered while the wallet is locked: numbers follow the order of the balances.
  insert into journal_entries (id, method, status, user_id, amount_paise)
    values (p_entry_id, p_method, p_status, p_user_id, p_amount_paise);
  insert into postings (entry_id, account_id, amount_paise, balance_after_paise) values
    (p_entry_id, p_from, -p_amount_paise, from_balance),
    (p_entry_id, p_to, p_amount_paise, to_balance);
  return coalesce(from_balance, to_balance);
end $$;
