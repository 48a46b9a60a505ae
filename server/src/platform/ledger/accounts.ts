/** The accounts that are not wallets; their ids are set in the migration of the ledger. */
export const accounts = {
  leadRevenue: '00000000-0000-0000-0000-000000000001',
  planRevenue: '00000000-0000-0000-0000-000000000002',
  gateway: '00000000-0000-0000-0000-000000000003',
  cash: '00000000-0000-0000-0000-000000000004',
  adjustments: '00000000-0000-0000-0000-000000000005',
  /** Payments on their way back to their senders. */
  refundsDue: '00000000-0000-0000-0000-000000000006',
} as const

/** A wallet's account has the id of its user. */
export function walletOf(userId: string): string {
  return userId
}
