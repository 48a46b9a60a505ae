/** Invariants of transactions. Each query returns the rows that violate its invariant. */
export const transactionInvariants = {
  'what a transaction earns is what its postings bring to revenue': `
    select e.id, e.method, r.paise as revenue_paise from journal_entries e
    left join payments p on p.entry_id = e.id
    left join transaction_rows t on t.id = coalesce(p.id, e.id)
    left join (
      select t.entry_id, sum(t.amount_paise) as paise from postings t
      join accounts a on a.id = t.account_id and a.kind in ('revenue_leads', 'revenue_plans')
      group by t.entry_id
    ) r on r.entry_id = e.id
    where coalesce(r.paise, 0) <> coalesce(t.earned_paise, 0)`,
}
