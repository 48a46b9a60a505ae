import type { MoneyEventKind } from '@raahi/contract/money-timeline'
import { expect, it } from 'vitest'
import { resultOf } from './money-result.tsx'

const event = (kind: MoneyEventKind) => ({
  kind,
  at: '2026-11-20T10:00:00.000Z',
  by: 'raahi' as const,
  name: null,
  amount: 1,
  label: null,
  note: null,
  balance: null,
  invoiceId: null,
})
const open = { status: 'open' as const, nextCheckAt: '2026-11-20T10:05:00.000Z' }

it.each<[string, MoneyEventKind[]]>([
  ['Waiting for a payment', ['order']],
  ['Payment failed', ['order', 'payment-failed']],
  ['In the wallet', ['order', 'payment-failed', 'payment', 'wallet-credited', 'invoice']],
  ['Plan granted', ['order', 'payment', 'plan-granted', 'lead-bought', 'return-to-plan']],
  ['Refund on its way', ['order', 'payment', 'wallet-credited', 'payment', 'refund-started']],
  ['Refunded to the payer', ['order', 'payment', 'refund-started', 'refund-done']],
  ['Paid back into the wallet', ['lead-bought', 'return-requested', 'return-paid']],
  ['Paid for a lead', ['lead-bought', 'return-requested', 'return-rejected']],
])('says %s after %j', (label, kinds) => {
  expect(resultOf({ order: open, events: kinds.map(event) }).label).toBe(label)
})

it.each([
  [[200, 300], 'Refunded to the payer', 'Refunded: ₹500 of ₹500.'],
  [[200.5], 'Partly refunded to the payer', 'Refunded: ₹200.50 of ₹500.'],
])('says how much of a payment refunds of %j by an admin gave back', (amounts, label, text) => {
  const refunds = amounts.flatMap((amount) => [
    { ...event('refund-started'), by: 'admin' as const, amount },
    { ...event('refund-done'), amount },
  ])
  const events = [{ ...event('wallet-credited'), amount: 500 }, ...refunds]
  expect(resultOf({ order: null, events })).toMatchObject({ label, text })
})

it.each([
  [[500, 4500], 'Taken back from the wallet', 'Taken back: ₹5,000 of ₹5,000.'],
  [[4500.1, 0.2], 'Partly taken back', 'Taken back: ₹4,500.30 of ₹5,000.'],
])('says how much of a recharge corrections of %j took back', (amounts, label, text) => {
  const corrections = amounts.map((amount) => ({ ...event('correction'), amount }))
  const events = [{ ...event('recharge'), amount: 5000 }, ...corrections]
  expect(resultOf({ order: null, events })).toMatchObject({ label, text })
})
