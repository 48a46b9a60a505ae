-- Sums up the changes so far, so many of them at most that it does not take long, and lets what
-- they are about be searched for; returns how many. Two at once: one works, one returns 0.
-- A bite is measured in transactions: one change stands for all that a statement did, after an
-- import, or the first start on an older database, for a whole day of it.
create or replace function fold_transactions() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_transactions', 0)) then
    return 0;
  end if;
  with bite as (
    select place from (
      select place, row_number() over upto as nth, sum(cardinality(ids)) over upto as transactions
      from (select ctid as place, ids from transaction_changes limit 10000) changes
      window upto as (order by place rows unbounded preceding)
    ) counted where nth = 1 or coalesce(transactions, 0) <= 10000
  ), gone as (
    delete from transaction_changes where ctid = any (array(select place from bite)) returning *
  ), searchable as (
    insert into transaction_search
      select * from transaction_rows where id = any (array(select unnest(ids) from gone))
    on conflict (id) do update set status = excluded.status, amount_paise = excluded.amount_paise,
      earned_paise = excluded.earned_paise, is_sale = excluded.is_sale, names = excluded.names
  ), days as (
    insert into transaction_day_totals as kept
        (day, method, status, n, amount_paise, earned_paise)
      select day, method, status, sum(n), sum(amount_paise), sum(earned_paise)
      from gone group by 1, 2, 3
    on conflict (day, method, status) do update set n = kept.n + excluded.n,
      amount_paise = kept.amount_paise + excluded.amount_paise,
      earned_paise = kept.earned_paise + excluded.earned_paise
  ), totals as (
    insert into transaction_totals as kept (method, status, n, amount_paise, earned_paise)
      select method, status, sum(n), sum(amount_paise), sum(earned_paise)
      from gone group by 1, 2
    on conflict (method, status) do update set n = kept.n + excluded.n,
      amount_paise = kept.amount_paise + excluded.amount_paise,
      earned_paise = kept.earned_paise + excluded.earned_paise
  ), buyers as (
    insert into customers as kept (user_id, lead_wallet, cash, online)
      select buyer_id, max(day) filter (where method = 'lead_wallet'),
        max(day) filter (where method = 'cash'), max(day) filter (where method = 'Online')
      from gone where buyer_id is not null group by 1
    on conflict (user_id) do update set
      lead_wallet = greatest(kept.lead_wallet, excluded.lead_wallet),
      cash = greatest(kept.cash, excluded.cash), online = greatest(kept.online, excluded.online)
    where (greatest(kept.lead_wallet, excluded.lead_wallet), greatest(kept.cash, excluded.cash),
        greatest(kept.online, excluded.online))
      is distinct from (kept.lead_wallet, kept.cash, kept.online)
  )
  select count(*) into folded from gone;
  return folded;
end $$;
