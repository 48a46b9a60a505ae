/** Invariants of wallets. Each query returns the rows that violate its invariant. */
export const walletInvariants = {
  'each agent has a wallet, and no other user has one': `
    select u.id, u.role, a.id as wallet from users u
    left join accounts a on a.user_id = u.id
    where (u.role = 'user') <> (a.id is not null)`,
}
