-- What admins see as transactions: journal entries, and payments at the gateway. An Online entry
-- is shown as the payment that made it, so that a payment which failed and is captured later
-- stays one row in one place.

create table payments (
  id uuid primary key,
  gateway_payment_id text not null unique,
  user_id uuid not null references users (id),
  -- The plan that it pays for; null: money for the wallet.
  plan_name text,
  amount_paise bigint not null check (amount_paise > 0),
  status text not null check (status in ('captured', 'failed')),
  -- Where the money went, which is known exactly when there is some.
  entry_id uuid unique references journal_entries (id),
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'captured') = (entry_id is not null))
);
create index payments_newest on payments (status, created_at, id);

-- A refund is nothing else, so a method has one status and one run of the index holds it in order.
alter table journal_entries add constraint journal_entries_refunds
  check ((method = 'wallet_refund') = (status = 'lead_refund'));
create index journal_entries_newest on journal_entries (method, created_at, id);

-- TX-000123: the short number that people quote.
create function transaction_label(p_number bigint) returns text language sql immutable as $$
  select 'TX-' || lpad(p_number::text, greatest(6, length(p_number::text)), '0')
$$;

-- The day that people mean.
create function transaction_day(p_created_at timestamptz) returns date language sql immutable as $$
  select (p_created_at at time zone 'Asia/Kolkata')::date
$$;

-- The instant at which a day begins there.
create function transaction_day_start(p_day date) returns timestamptz language sql immutable as $$
  select p_day::timestamp at time zone 'Asia/Kolkata'
$$;

-- What an entry that is no online payment earns: sales of leads and plans, less refunds. A
-- recharge is a deposit.
create function entry_earns(p_method text, p_amount_paise bigint) returns bigint
language sql immutable as $$
  select case when p_method in ('lead_wallet', 'cash') then p_amount_paise
    when p_method = 'wallet_refund' then -p_amount_paise else 0 end
$$;

-- Figures are kept as those of leads are (0004-leads.sql): what changes is appended, now and then
-- summed up, and a figure is what was summed up plus what was not yet, exact in every snapshot.
create table transaction_totals (
  method text not null,
  status text not null,
  n bigint not null,
  amount_paise bigint not null,
  earned_paise bigint not null,
  primary key (method, status)
);
create table transaction_day_totals (
  day date not null,
  method text not null,
  status text not null,
  n bigint not null,
  amount_paise bigint not null,
  earned_paise bigint not null,
  primary key (day, method, status)
);
-- The last day on which somebody bought in each of the ways to buy: every range of days that has
-- not ended yet says from this who bought in it.
create table customers (
  user_id uuid primary key,
  lead_wallet date,
  cash date,
  online date
) with (fillfactor = 70);
-- Without a key: it is only ever appended to, and emptied.
create table transaction_changes (
  day date not null,
  method text not null,
  status text not null,
  n bigint not null,
  amount_paise bigint not null,
  earned_paise bigint not null,
  -- Who bought something by it; null: nobody did.
  buyer_id uuid,
  -- The transactions that can be searched for anew.
  ids uuid[]
);

-- A transaction as one row, with the names that it goes by one a line, so that no search text
-- reaches from one into the next. An agent's own statement calls an online payment by the number
-- of its entry.
create view transaction_rows as
  select id, 'entry'::text as source, method, status, user_id, amount_paise,
    entry_earns(method, amount_paise) as earned_paise,
    method in ('lead_wallet', 'cash') as is_sale, created_at,
    id || chr(10) || lower(transaction_label(number)) as names
  from journal_entries where method <> 'Online'
  union all
  select p.id, 'payment', 'Online', p.status, p.user_id, p.amount_paise,
    case when p.status = 'captured' and p.plan_name is not null then p.amount_paise else 0 end,
    p.status = 'captured' and p.plan_name is not null, p.created_at,
    concat_ws(chr(10), p.id, lower(p.gateway_payment_id), e.id,
      lower(transaction_label(e.number)))
  from payments p left join journal_entries e on e.id = p.entry_id;

-- The same kept for searches, with indexes too costly for the moment of a purchase: housekeeping
-- fills it in, and what it has not come to yet stands in transaction_changes.
create table transaction_search (
  id uuid primary key,
  source text not null,
  method text not null,
  status text not null,
  user_id uuid not null,
  amount_paise bigint not null,
  earned_paise bigint not null,
  is_sale boolean not null,
  created_at timestamptz not null,
  names text not null
);
create index transaction_search_amount on transaction_search (amount_paise);
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index transaction_search_names on transaction_search using gin (names gin_trgm_ops);
  end if;
end $$;

create function count_new_entries() returns trigger language plpgsql as $$
begin
  insert into transaction_changes
      (day, method, status, n, amount_paise, earned_paise, buyer_id, ids)
    select transaction_day(created_at), method, status, count(*), sum(amount_paise),
      sum(entry_earns(method, amount_paise)),
      case when method in ('lead_wallet', 'cash') then user_id end, array_agg(id)
    from new_entries where method <> 'Online' group by 1, 2, 3, 7;
  return null;
end $$;
create trigger journal_entries_counted after insert on journal_entries
  referencing new table as new_entries
  for each statement execute function count_new_entries();

create function count_changed_payment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into transaction_changes
        (day, method, status, n, amount_paise, earned_paise)
      values (transaction_day(old.created_at), 'Online', old.status, -1, -old.amount_paise,
        case when old.status = 'captured' and old.plan_name is not null
          then -old.amount_paise else 0 end);
  end if;
  if tg_op <> 'DELETE' then
    insert into transaction_changes
        (day, method, status, n, amount_paise, earned_paise, buyer_id, ids)
      values (transaction_day(new.created_at), 'Online', new.status, 1, new.amount_paise,
        case when new.status = 'captured' and new.plan_name is not null
          then new.amount_paise else 0 end,
        case when new.status = 'captured' and new.plan_name is not null then new.user_id end,
        array[new.id]);
  else
    delete from transaction_search where id = old.id;
  end if;
  return null;
end $$;
create trigger payments_counted after insert or update or delete on payments
  for each row execute function count_changed_payment();

-- Money that came in has come in: what the figures say of it is never taken back.
create function refuse_uncapture() returns trigger language plpgsql as $$
begin
  if old.status = 'captured' and (tg_op = 'DELETE' or (new.status, new.amount_paise, new.user_id,
      new.entry_id, new.plan_name is null, new.created_at) is distinct from (old.status,
      old.amount_paise, old.user_id, old.entry_id, old.plan_name is null, old.created_at)) then
    raise exception 'a captured payment stays as it is: % refused', tg_op;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger payments_captured_stay before update or delete on payments
  for each row execute function refuse_uncapture();

-- Sums up the changes so far, so many of them at most that it does not take long, and lets what
-- they are about be searched for; returns how many. Two at once: one works, one returns 0.
-- A bite is measured in transactions: one change stands for all that a statement did, after an
-- import, or the first start on an older database, for a whole day of it.
create function fold_transactions() returns bigint language plpgsql as $$
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

-- What was done before this migration.
insert into transaction_changes (day, method, status, n, amount_paise, earned_paise, buyer_id, ids)
  select transaction_day(created_at), method, status, count(*), sum(amount_paise),
    sum(entry_earns(method, amount_paise)),
    case when method in ('lead_wallet', 'cash') then user_id end, array_agg(id)
  from journal_entries group by 1, 2, 3, 7;
