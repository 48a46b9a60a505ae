import type { TransactionMethod } from '@raahi/contract/transactions'

/** How the wire's words are written on the screen. */
export const methodLabels: Record<TransactionMethod, string> = {
  lead_wallet: 'Lead Wallet',
  wallet_refund: 'Wallet Refund',
  cash: 'Cash',
  recharge_by_admin: 'Wallet recharge',
  Online: 'Online',
}
