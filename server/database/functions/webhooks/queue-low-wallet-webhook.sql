-- A debit that takes a wallet below the price of five of the dearest leads.
create or replace function queue_low_wallet_webhook() returns trigger language plpgsql as $$
declare
  v_limit bigint := (select 5 * max(price_paise) from lead_costs);
begin
  if new.balance_after_paise < v_limit and new.balance_after_paise - new.amount_paise >= v_limit then
    perform queue_webhooks(new.account_id, 'wallet.low', new.entry_id);
  end if;
  return null;
end $$;

-- Only wallets have a balance.
create or replace trigger postings_webhooks after insert on postings
  for each row when (new.balance_after_paise is not null and new.amount_paise < 0)
  execute function queue_low_wallet_webhook();
