/** The query of each invariant selects the rows that violate it. */
export const ledgerInvariants = {
  'all postings sum to zero': `
    select sum(amount_paise) as off_by_paise from postings having sum(amount_paise) <> 0`,
  'each journal entry has two or more postings that sum to zero': `
    select e.id, count(p.entry_id) as postings, sum(p.amount_paise) as off_by_paise
    from journal_entries e left join postings p on p.entry_id = e.id
    group by e.id having count(p.entry_id) < 2 or sum(p.amount_paise) <> 0`,
  'each journal entry moves the amount it says': `
    select e.id, e.amount_paise, max(p.amount_paise) as moved_paise
    from journal_entries e join postings p on p.entry_id = e.id
    group by e.id, e.amount_paise having sum(greatest(p.amount_paise, 0)) <> e.amount_paise`,
  'each posting belongs to an account': `
    select p.entry_id, p.account_id from postings p
    left join accounts a on a.id = p.account_id where a.id is null`,
  'each wallet holds the sum of its postings and is not negative': `
    select a.id, a.balance_paise, coalesce(sum(p.amount_paise), 0) as sum_of_postings
    from accounts a left join postings p on p.account_id = a.id
    where a.kind = 'wallet' group by a.id
    having a.balance_paise <> coalesce(sum(p.amount_paise), 0) or a.balance_paise < 0`,
  'the balances noted along each wallet follow from its postings': `
    select * from (
      select p.account_id, e.number, p.balance_after_paise,
        sum(p.amount_paise) over (partition by p.account_id order by e.number) as running_paise
      from postings p join journal_entries e on e.id = p.entry_id
      join accounts a on a.id = p.account_id and a.kind = 'wallet'
    ) lines where balance_after_paise is distinct from running_paise`,
  'each posting on a wallet belongs to an entry of its user': `
    select p.entry_id, p.account_id, e.user_id from postings p
    join accounts a on a.id = p.account_id and a.kind = 'wallet'
    join journal_entries e on e.id = p.entry_id
    where e.user_id <> a.user_id`,
}
