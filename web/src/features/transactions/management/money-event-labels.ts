import type { MoneyEvent, MoneyEventKind } from '@raahi/contract/money-timeline'

export const eventTitles: Record<MoneyEventKind, string> = {
  order: 'Order created',
  'payment-failed': 'Payment failed',
  payment: 'Payment captured',
  webhook: 'Webhook arrived',
  'wallet-credited': 'Wallet credited',
  'plan-granted': 'Plan granted',
  recharge: 'Wallet recharged',
  correction: 'Recharge corrected',
  'lead-bought': 'Lead bought',
  'return-requested': 'Return requested',
  'return-rejected': 'Return rejected',
  'return-paid': 'Return approved, paid into the wallet',
  'return-to-plan': 'Return approved, lead given back to the plan',
  'refund-started': 'Refund to the payer started',
  'refund-done': 'Refund to the payer completed',
  invoice: 'Invoice issued',
  'credit-note': 'Credit note issued',
}

/** Who caused an event: a name with the role, the payment gateway, or the product itself. */
export function whoText({ by, name }: Pick<MoneyEvent, 'by' | 'name'>): string {
  switch (by) {
    case 'agent':
      return `${name?.trim() || 'Vendor'} (agent)`
    case 'admin':
      return name ? `${name} (admin)` : 'Command line'
    case 'gateway':
      return 'Payment gateway'
    case 'raahi':
      return 'Raahi, automatically'
  }
}

const refundCauses: Record<string, string> = {
  duplicate: 'Second payment of one order',
  expired: 'Paid after the order expired',
}

export function noteText({ kind, note }: Pick<MoneyEvent, 'kind' | 'note'>): string | null {
  if (kind === 'order') return note === null ? 'Wallet top-up' : `Plan ${note}`
  if (kind === 'refund-started') return refundCauses[note ?? ''] ?? note
  return note
}
