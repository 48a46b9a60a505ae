/** The accounts other than wallets. The migration of the ledger sets their ids. */
export const accounts = {
  leadRevenue: '00000000-0000-0000-0000-000000000001',
  planRevenue: '00000000-0000-0000-0000-000000000002',
  gateway: '00000000-0000-0000-0000-000000000003',
  cash: '00000000-0000-0000-0000-000000000004',
  adjustments: '00000000-0000-0000-0000-000000000005',
  /** Money that must be refunded to payers. */
  refundsDue: '00000000-0000-0000-0000-000000000006',
} as const

/** A wallet's account has the id of its user. */
export function walletOf(userId: string): string {
  return userId
}
