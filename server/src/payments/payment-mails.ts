import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { walletOf } from '../ledger/accounts.ts'
import type { MailDraft } from '../mail/mail.ts'
import { timeText } from '../mail/time-text.ts'
import type { SubscriptionRow } from '../plans/subscriptions.queries.ts'
import { findRecipient } from '../users/users.queries.ts'
import type { OrderRow, PaymentRow } from './orders.queries.ts'

type Fact = readonly [label: string, value: string]

/** Tells an agent what a payment has brought; one that the bank had first given up says so. */
export async function receiptMail(
  db: Kysely<Schema>,
  {
    order,
    payment,
    subscription,
    failedBefore,
    publicUrl,
  }: {
    order: OrderRow
    payment: PaymentRow
    /** What it granted; null for a top-up. */
    subscription: SubscriptionRow | null
    failedBefore: boolean
    publicUrl: string
  },
): Promise<MailDraft> {
  const to = await findRecipient(db, payment.user_id)
  const amount = money(payment.amount_paise)
  const what = subscription ? `plan ${subscription.plan_name}` : 'your wallet'
  return {
    to,
    subject: failedBefore
      ? `Your payment of ${amount} for ${what} arrived after all`
      : `Payment of ${amount} received for ${what}`,
    heading: failedBefore ? 'Your payment arrived after all' : 'Thank you, your payment is here',
    paragraphs: [
      failedBefore
        ? `The bank had first reported your payment of ${amount} as failed, and has now confirmed it. You have what you ordered; please do not pay for it again.`
        : `We have received your payment of ${amount}.`,
      subscription
        ? `Plan ${subscription.plan_name} is active: leads that it covers are charged to it first.`
        : 'The money is in your wallet and can be used at once.',
    ],
    facts: [
      ...(subscription ? planFacts(subscription) : await walletFacts(db, order)),
      ['Paid', amount],
      ...paymentFacts(payment),
    ],
    action: subscription
      ? { label: 'Find leads', url: `${publicUrl}/dashboard/my-leads` }
      : { label: 'Open your dashboard', url: `${publicUrl}/dashboard` },
    note: `The tax invoice of this payment is among your invoices: ${publicUrl}/dashboard/invoices`,
  }
}

/** Tells an agent that a second payment of one order is on its way back. */
export async function returningMail(db: Kysely<Schema>, payment: PaymentRow): Promise<MailDraft> {
  const to = await findRecipient(db, payment.user_id)
  const amount = money(payment.amount_paise)
  return {
    to,
    subject: `We are returning your second payment of ${amount}`,
    heading: 'You paid twice: one payment goes back',
    paragraphs: [
      `A second payment of ${amount} has arrived for something that you had paid already. You need not do anything: we are returning it to where it came from, and will write to you once that is done.`,
    ],
    facts: [['On its way back', amount], ...paymentFacts(payment)],
  }
}

/** Tells an agent that it has gone back. */
export async function returnedMail(db: Kysely<Schema>, payment: PaymentRow): Promise<MailDraft> {
  const to = await findRecipient(db, payment.user_id)
  const amount = money(payment.amount_paise)
  return {
    to,
    subject: `Your second payment of ${amount} has been returned`,
    heading: 'Your second payment has been returned',
    paragraphs: [
      `We have sent ${amount} back to where it came from. Banks usually show it within five to seven working days.`,
    ],
    facts: [['Returned', amount], ...paymentFacts(payment)],
  }
}

function planFacts(subscription: SubscriptionRow): Fact[] {
  return [
    ['Plan', subscription.plan_name],
    ['Leads', String(subscription.lead_quota)],
    ['Good until', timeText(subscription.ends_at)],
  ]
}

async function walletFacts(db: Kysely<Schema>, order: OrderRow): Promise<Fact[]> {
  const { balance_paise } = await db
    .selectFrom('accounts')
    .select('balance_paise')
    .where('id', '=', walletOf(order.user_id))
    .executeTakeFirstOrThrow()
  return [['In your wallet', money(balance_paise ?? 0)]]
}

function paymentFacts({ instrument, gateway_payment_id }: PaymentRow): Fact[] {
  return [
    ...(instrument ? [['Paid by', instruments[instrument] ?? instrument] as const] : []),
    ['Payment ID', gateway_payment_id],
  ]
}

/** The gateway's words for ways to pay, in people's. */
const instruments: Record<string, string> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  wallet: 'Wallet of another company',
  emi: 'EMI',
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

function money(paise: number): string {
  return rupees.format(paise / 100)
}
