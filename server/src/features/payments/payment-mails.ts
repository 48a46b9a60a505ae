import { formatPaise } from '@raahi/contract/formats'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { walletOf } from '../../platform/ledger/accounts.ts'
import { formatTime } from '../../platform/mail/format-time.ts'
import type { MailDraft } from '../../platform/mail/mail.ts'
import type { SubscriptionRow } from '../plans/public/subscriptions.queries.ts'
import { findOwnerOf } from '../users/public/users.queries.ts'
import type { OrderRow, PaymentRow } from './orders.queries.ts'
import { type Fact, paymentFacts } from './payment-facts.ts'

/** The confirmation of a payment. It says so if the payment was reported as failed before. */
export async function paymentConfirmationMail(
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
    /** The granted subscription; null for a top-up. */
    subscription: SubscriptionRow | null
    failedBefore: boolean
    publicUrl: string
  },
): Promise<MailDraft> {
  const to = await findOwnerOf(db, payment.user_id)
  const amount = formatPaise(payment.amount_paise)
  const what = subscription ? `the ${subscription.plan_name} plan` : 'your wallet'
  return {
    to,
    subject: failedBefore
      ? `Your payment of ${amount} for ${what} has come through`
      : `Payment of ${amount} received for ${what}`,
    heading: failedBefore ? 'Your payment has come through' : 'Payment received. Thank you!',
    paragraphs: [
      failedBefore
        ? `The bank first reported your payment of ${amount} as failed and has now confirmed it. Your order is complete, so please do not pay again.`
        : `We have received your payment of ${amount}.`,
      subscription
        ? `Your ${subscription.plan_name} plan is active. Leads it covers are paid from the plan first.`
        : 'The money is in your wallet, ready to use.',
    ],
    facts: [
      ...(subscription ? planFacts(subscription) : await walletFacts(db, order)),
      ['Paid', amount],
      ...paymentFacts(payment),
    ],
    action: subscription
      ? { label: 'Find leads', url: `${publicUrl}/dashboard/my-leads` }
      : { label: 'Open your dashboard', url: `${publicUrl}/dashboard` },
    note: `You can download the tax invoice from your invoices: ${publicUrl}/dashboard/invoices`,
  }
}

function planFacts(subscription: SubscriptionRow): Fact[] {
  return [
    ['Plan', subscription.plan_name],
    ['Leads', String(subscription.lead_quota)],
    ['Valid until', formatTime(subscription.ends_at)],
  ]
}

async function walletFacts(db: Kysely<Schema>, order: OrderRow): Promise<Fact[]> {
  const { balance_paise } = await db
    .selectFrom('accounts')
    .select('balance_paise')
    .where('id', '=', walletOf(order.user_id))
    .executeTakeFirstOrThrow()
  return [['Wallet balance', formatPaise(balance_paise ?? 0)]]
}
