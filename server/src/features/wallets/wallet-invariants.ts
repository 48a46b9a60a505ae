/** Invariants of wallets. Each query returns the rows that violate its invariant. */
export const walletInvariants = {
  'each agent has a wallet, and no other user has one': `
    select u.id, u.role, a.id as wallet from users u
    left join accounts a on a.user_id = u.id
    where (u.role = 'user') <> (a.id is not null)`,
  'each recharge by an admin is in the audit log with its amount': `
    select e.id, e.user_id, e.amount_paise from journal_entries e
    where e.method = 'recharge_by_admin' and not exists (
      select from audit_log l where l.subject_id = e.user_id and l.action = 'wallet.recharge'
        and l.after ->> 'entryId' = e.id::text and l.after ->> 'amountPaise' = e.amount_paise::text)`,
}
