/** Invariants of wallets. Each query returns the rows that violate its invariant. */
export const walletInvariants = {
  'each agent has a wallet, and no other user has one': `
    select u.id, u.role, a.id as wallet from users u
    left join accounts a on a.user_id = u.id
    where coalesce(u.agency_id = u.id, false) <> (a.id is not null)`,
  'each recharge by an admin is in the audit log with its amount': `
    select e.id, e.user_id, e.amount_paise from journal_entries e
    where e.method = 'recharge_by_admin' and not exists (
      select from audit_log l where l.subject_id = e.user_id and l.action = 'wallet.recharge'
        and l.after ->> 'entryId' = e.id::text and l.after ->> 'amountPaise' = e.amount_paise::text)`,
  'each correction belongs to one recharge of the same wallet': `
    select e.id, e.method, c.recharge_id from journal_entries e
    left join recharge_corrections c on c.entry_id = e.id
    left join journal_entries r on r.id = c.recharge_id and r.method = 'recharge_by_admin' and r.user_id = e.user_id
    where e.method = 'recharge_correction' and r.id is null
    union all
    select c.entry_id, e.method, c.recharge_id from recharge_corrections c
    join journal_entries e on e.id = c.entry_id where e.method <> 'recharge_correction'`,
  'the corrections of a recharge take back at most its amount': `
    select r.id, r.amount_paise, sum(e.amount_paise) as corrected_paise from recharge_corrections c
    join journal_entries e on e.id = c.entry_id join journal_entries r on r.id = c.recharge_id
    group by r.id having sum(e.amount_paise) > r.amount_paise`,
  'each correction moves its amount from the wallet of its user to cash': `
    select e.id, e.user_id, e.amount_paise from journal_entries e where e.method = 'recharge_correction' and (
      not exists (select from postings d where d.entry_id = e.id and d.account_id = e.user_id
        and d.amount_paise = -e.amount_paise)
      or not exists (select from postings c join accounts a on a.id = c.account_id
        where c.entry_id = e.id and a.kind = 'cash' and c.amount_paise = e.amount_paise))`,
  'each correction is in the audit log with its recharge, amount and reason': `
    select e.id, e.user_id, e.amount_paise from journal_entries e
    left join recharge_corrections c on c.entry_id = e.id left join recharge_details d on d.entry_id = e.id
    where e.method = 'recharge_correction' and not exists (
      select from audit_log l where l.subject_id = e.user_id and l.action = 'wallet.correct'
        and (l.after ->> 'entryId', l.after ->> 'rechargeId', l.after ->> 'amountPaise', l.after ->> 'reason')
          is not distinct from (e.id::text, c.recharge_id::text, e.amount_paise::text, d.note))`,
}
