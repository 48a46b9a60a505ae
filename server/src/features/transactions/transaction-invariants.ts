/** Invariants of transactions. Each query returns the rows that violate its invariant. */
export const transactionInvariants = {
  'what a transaction earns is what its postings bring to revenue': `
    select e.id, e.method, r.paise as revenue_paise from journal_entries e
    left join payments p on p.entry_id = e.id
    left join (
      select t.entry_id, sum(t.amount_paise) as paise from postings t
      join accounts a on a.id = t.account_id and a.kind in ('revenue_leads', 'revenue_plans')
      group by t.entry_id
    ) r on r.entry_id = e.id
    where coalesce(r.paise, 0) <> case when p.plan_name is not null then p.amount_paise
      else entry_earns(e.method, e.amount_paise) end`,
  'the kept figures of transactions are those of the tables': keptFigures(
    'method, status',
    'transaction_totals',
  ),
  'the kept figures of each day’s transactions are those of the tables': keptFigures(
    'day, method, status',
    'transaction_day_totals',
  ),
  'the last day on which each customer bought is kept': `
    select coalesce(k.user_id, b.user_id) as user_id, k.day as kept, b.day as bought
    from (
      select user_id, max(day) as day from (
        select user_id, greatest(lead_wallet, cash, online) as day from customers
        union all select buyer_id, day from transaction_changes where buyer_id is not null
      ) parts group by 1
    ) k full join (
      select user_id, max(transaction_day(created_at)) as day from (
        select user_id, created_at from journal_entries where method in ('lead_wallet', 'cash')
        union all select user_id, created_at from payments
          where status = 'captured' and plan_name is not null
      ) sales group by 1
    ) b using (user_id)
    where k.day is distinct from b.day`,
  'each transaction is kept as it is for searches': `
    select t.id, t.source, t.status, s.status as kept from transaction_rows t
    full join transaction_search s using (id)
    where t is distinct from s
      and coalesce(t.id, s.id) not in (select unnest(ids) from transaction_changes)`,
}

/** Compares the stored figures of transactions, plus the changes that are not folded yet, with the tables. */
function keptFigures(by: string, table: string): string {
  return `
    select ${by}, k.n as kept, t.n as counted, k.amount_paise as kept_paise, t.amount_paise
    from (
      select ${by}, sum(n) as n, sum(amount_paise) as amount_paise, sum(earned_paise) as earned_paise
      from (
        select ${by}, n, amount_paise, earned_paise from ${table}
        union all select ${by}, n, amount_paise, earned_paise from transaction_changes
      ) parts group by ${by}
    ) k full join (
      select ${by}, count(*) as n, sum(amount_paise) as amount_paise, sum(earned_paise) as earned_paise
      from (
        select transaction_day(created_at) as day, method, status, amount_paise,
          entry_earns(method, amount_paise) as earned_paise
        from journal_entries where method <> 'Online'
        union all select transaction_day(created_at), 'Online', status, amount_paise,
          case when status = 'captured' and plan_name is not null then amount_paise else 0 end
        from payments
      ) rows group by ${by}
    ) t using (${by})
    where (coalesce(k.n, 0), coalesce(k.amount_paise, 0), coalesce(k.earned_paise, 0))
      is distinct from (coalesce(t.n, 0), coalesce(t.amount_paise, 0), coalesce(t.earned_paise, 0))`
}
