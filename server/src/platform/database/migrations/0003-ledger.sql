-- Double entry. A posting above zero credits its account, one below zero debits it; what the
-- product owes an agent is the sum of the postings on that agent's wallet.

-- A wallet's id is its user's id, so that the hot path finds it by primary key. Only wallets store
-- a balance: on an account that every sale touches it would make all buyers wait for each other,
-- so those are summed when asked for.
create table accounts (
  id uuid primary key,
  kind text not null check (
    kind in ('wallet', 'revenue_leads', 'revenue_plans', 'gateway', 'cash', 'adjustments')
  ),
  user_id uuid references users (id),
  balance_paise bigint,
  check ((kind = 'wallet') = (user_id is not null)),
  check (user_id is null or user_id = id),
  check ((kind = 'wallet') = (balance_paise is not null)),
  constraint accounts_balance_not_negative check (balance_paise >= 0),
  -- Largest integer that JavaScript and JSON carry exactly.
  constraint accounts_balance_exact check (balance_paise <= 9007199254740991)
) with (fillfactor = 70);
create unique index accounts_one_of_each_kind on accounts (kind) where kind <> 'wallet';

insert into accounts (id, kind) values
  ('00000000-0000-0000-0000-000000000001', 'revenue_leads'),
  ('00000000-0000-0000-0000-000000000002', 'revenue_plans'),
  ('00000000-0000-0000-0000-000000000003', 'gateway'),
  ('00000000-0000-0000-0000-000000000004', 'cash'),
  ('00000000-0000-0000-0000-000000000005', 'adjustments');

-- One row a movement of money; the transactions that people see are these.
create table journal_entries (
  id uuid primary key,
  number bigint generated always as identity,
  method text not null check (
    method in ('lead_wallet', 'wallet_refund', 'cash', 'recharge_by_admin', 'Online')
  ),
  status text not null check (status in ('captured', 'lead_refund')),
  user_id uuid not null references users (id),
  amount_paise bigint not null check (amount_paise >= 0),
  description text not null,
  created_at timestamptz not null default clock_timestamp()
);
create unique index journal_entries_user on journal_entries (user_id, number desc);

-- account_id has no foreign key on purpose: its check would lock the row of the revenue account
-- for every sale. The audit finds a posting without an account.
create table postings (
  entry_id uuid not null references journal_entries (id),
  account_id uuid not null,
  amount_paise bigint not null,
  balance_after_paise bigint,
  primary key (entry_id, account_id)
);
create index postings_account on postings (account_id);

create trigger journal_entries_append_only before update or delete or truncate on journal_entries
  for each statement execute function refuse_change();
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();

-- Moves an amount from one account to another as one journal entry of two postings. The only
-- writer of these tables.
-- Returns the balance of the wallet concerned after the entry; null where none is.
-- Raises INSUFFICIENT_WALLET_BALANCE and WALLET_LIMIT_EXCEEDED.
create function post_transfer(
  p_entry_id uuid, p_from uuid, p_to uuid, p_amount_paise bigint,
  p_method text, p_status text, p_user_id uuid, p_description text
) returns bigint language plpgsql as $$
declare
  from_balance bigint;
  to_balance bigint;
  debit_turn integer := case when p_from < p_to then 1 else 2 end;
begin
  if p_from = p_to or p_amount_paise < 0 then
    raise exception 'a transfer needs two accounts and an amount of zero or more';
  end if;
  -- Wallets are locked in the order of their ids, so that two transfers never wait for each other
  -- in a circle. Other accounts store no balance and need no lock.
  for turn in 1..2 loop
    if turn = debit_turn then
      update accounts set balance_paise = balance_paise - p_amount_paise
        where id = p_from and kind = 'wallet' and balance_paise >= p_amount_paise
        returning balance_paise into from_balance;
      if not found and exists (select from accounts where id = p_from and kind = 'wallet') then
        raise exception using errcode = 'RAAHI', message = 'INSUFFICIENT_WALLET_BALANCE';
      end if;
    else
      update accounts set balance_paise = balance_paise + p_amount_paise
        where id = p_to and kind = 'wallet'
          and balance_paise <= 9007199254740991 - p_amount_paise
        returning balance_paise into to_balance;
      if not found and exists (select from accounts where id = p_to and kind = 'wallet') then
        raise exception using errcode = 'RAAHI', message = 'WALLET_LIMIT_EXCEEDED';
      end if;
    end if;
  end loop;
  if (select count(*) from accounts where id in (p_from, p_to)) <> 2 then
    raise exception 'a transfer names an account that does not exist';
  end if;
  -- The entry is numbered while the wallet is locked: numbers follow the order of the balances.
  insert into journal_entries (id, method, status, user_id, amount_paise, description)
    values (p_entry_id, p_method, p_status, p_user_id, p_amount_paise, p_description);
  insert into postings (entry_id, account_id, amount_paise, balance_after_paise) values
    (p_entry_id, p_from, -p_amount_paise, from_balance),
    (p_entry_id, p_to, p_amount_paise, to_balance);
  return coalesce(from_balance, to_balance);
end $$;
