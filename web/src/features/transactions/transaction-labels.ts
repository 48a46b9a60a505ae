import type { TransactionMethod, TransactionStatus } from '@raahi/contract/transactions'
import type { StatusTone } from '../../ui/status-badge.tsx'

/** The labels of the values of the API. */
export const methodLabels: Record<TransactionMethod, string> = {
  lead_wallet: 'Lead Wallet',
  wallet_refund: 'Wallet Refund',
  cash: 'Cash',
  recharge_by_admin: 'Wallet recharge',
  Online: 'Online',
  plan_wallet: 'Plan Wallet',
  recharge_correction: 'Recharge correction',
  top_up_refund: 'Top-up refund',
  plan_refund: 'Plan refund',
}

export const statusLabels: Record<TransactionStatus, string> = {
  captured: 'Completed',
  failed: 'Failed',
  lead_refund: 'Refunded',
}

export const statusTones: Record<TransactionStatus, StatusTone> = {
  captured: 'success',
  failed: 'danger',
  lead_refund: 'warning',
}

export const refundLabels = { pending: 'Not completed' }
