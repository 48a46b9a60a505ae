import { formatPaise } from '@raahi/contract/formats'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { type MailDraft, type Recipient, userText } from '../../platform/mail/mail.ts'
import { findOwnerOf } from '../users/public/users.queries.ts'
import type { PaymentRow, RefundCause } from './orders.queries.ts'
import { paymentFacts } from './payment-facts.ts'
import type { RefundableRow } from './refundable-payments.queries.ts'

/** Notifies an agent that a payment that did not pay its order will be refunded. */
export async function refundStartedMail(
  db: Kysely<Schema>,
  { payment, cause }: { payment: PaymentRow; cause: RefundCause },
): Promise<MailDraft> {
  const to = await findOwnerOf(db, payment.user_id)
  const amount = formatPaise(payment.amount_paise)
  return {
    to,
    subject: `We are refunding your ${refundTexts[cause].payment} of ${amount}`,
    heading: refundTexts[cause].heading,
    paragraphs: [
      `We received a ${refundTexts[cause].payment} of ${amount} for an order ${refundTexts[cause].order}. You do not need to do anything. We are refunding it to the original payment method and will email you once that is done.`,
    ],
    facts: [['Refund in progress', amount], ...paymentFacts(payment)],
  }
}

/** Notifies an agent that an admin refunds a payment. The admin wrote the reason. */
export function adminRefundMail(
  to: Recipient,
  {
    payment,
    amountPaise,
    reason,
    walletPaise,
    planEnded,
  }: {
    payment: Pick<RefundableRow, 'amount_paise' | 'gateway_payment_id' | 'plan_name'>
    amountPaise: number
    reason: string
    /** The balance after the refund. */
    walletPaise: number
    planEnded: boolean
  },
  publicUrl: string,
): MailDraft {
  const [amount, paid] = [formatPaise(amountPaise), formatPaise(payment.amount_paise)]
  const plan = payment.plan_name
  return {
    to,
    subject: `We are refunding ${amount} of your payment of ${paid}`,
    heading: `We are refunding ${amount}`,
    paragraphs: [
      `We are refunding ${amount} of your payment of ${paid} for ${plan === null ? 'your wallet' : `the ${plan} plan`} to the original payment method. You do not need to do anything. We will email you once that is done.`,
      plan === null
        ? 'The amount has been taken from your wallet.'
        : planEnded
          ? `The whole price of your ${plan} plan is refunded, so the plan has ended.`
          : `Your ${plan} plan is not affected.`,
    ],
    facts: [
      ['Refund in progress', amount],
      ['Reason', userText(reason)],
      ...(plan === null ? [['Balance now', formatPaise(walletPaise)] as const] : []),
      ['Payment ID', payment.gateway_payment_id],
    ],
    action: { label: 'See your wallet', url: `${publicUrl}/dashboard/wallet` },
  }
}

/** Notifies an agent that the refund is done. */
export async function refundDoneMail(
  db: Kysely<Schema>,
  {
    payment,
    refund,
    publicUrl,
  }: {
    payment: PaymentRow
    refund: Pick<Selectable<Schema['refunds']>, 'cause' | 'amount_paise'>
    publicUrl: string
  },
): Promise<MailDraft> {
  const to = await findOwnerOf(db, payment.user_id)
  const amount = formatPaise(refund.amount_paise)
  const what =
    refund.cause === 'admin'
      ? { subject: `We have refunded ${amount}`, heading: `We have refunded ${amount}` }
      : {
          subject: `Your ${refundTexts[refund.cause].payment} of ${amount} has been refunded`,
          heading: `Your ${refundTexts[refund.cause].payment} has been refunded`,
        }
  return {
    to,
    ...what,
    paragraphs: [
      `We have refunded ${amount} to the original payment method. It usually reaches your account in five to seven working days.`,
    ],
    facts: [['Refunded', amount], ...paymentFacts(payment)],
    ...(refund.cause === 'admin' && {
      note: `You can download the credit note from your invoices: ${publicUrl}/dashboard/invoices`,
    }),
  }
}

const refundTexts: Record<RefundCause, { payment: string; heading: string; order: string }> = {
  duplicate: {
    payment: 'second payment',
    heading: 'You paid twice, so we are refunding one payment',
    order: 'you had already paid',
  },
  expired: {
    payment: 'late payment',
    heading: 'You paid after the order had expired, so we are refunding the payment',
    order: 'that had expired or whose offer had changed. Nothing has been added to your account',
  },
}
