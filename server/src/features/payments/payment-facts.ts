import type { PaymentRow } from './orders.queries.ts'

export type Fact = readonly [label: string, value: string]

/** How a payment was paid, and its id. */
export function paymentFacts({
  instrument,
  gateway_payment_id,
}: Pick<PaymentRow, 'instrument' | 'gateway_payment_id'>): Fact[] {
  return [
    ...(instrument ? [['Paid by', instruments[instrument] ?? instrument] as const] : []),
    ['Payment ID', gateway_payment_id],
  ]
}

/** Labels for the gateway's payment methods. */
const instruments: Record<string, string> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
}
