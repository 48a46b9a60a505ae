import { formatPaise } from '@raahi/contract/formats'
import { type MailDraft, type Recipient, userText } from '../../platform/mail/mail.ts'

/** Notifies an agent of a recharge. The admin wrote the texts of reference and note. */
export function rechargeMail(
  to: Recipient,
  credit: {
    amountPaise: number
    /** The balance after the recharge. */
    walletPaise: number
    reference: string | undefined
    note: string | undefined
  },
  publicUrl: string,
): MailDraft {
  const amount = formatPaise(credit.amountPaise)
  return {
    to,
    subject: `${amount} added to your wallet`,
    heading: `${amount} is in your wallet`,
    paragraphs: [`We have added ${amount} to your wallet. You can buy leads with it right away.`],
    facts: [
      ['Amount', amount],
      ['Balance now', formatPaise(credit.walletPaise)],
      ...(credit.reference ? [['Reference', userText(credit.reference)] as const] : []),
      ...(credit.note ? [['Note', userText(credit.note)] as const] : []),
    ],
    action: { label: 'See your wallet', url: `${publicUrl}/dashboard/wallet` },
  }
}

/** Notifies an agent that a wrong recharge was taken back. The admin wrote the reason. */
export function correctionMail(
  to: Recipient,
  debit: {
    amountPaise: number
    /** The balance after the correction. */
    walletPaise: number
    reason: string
    rechargePaise: number
    /** Such as TX-000123. */
    rechargeLabel: string
  },
  publicUrl: string,
): MailDraft {
  const amount = formatPaise(debit.amountPaise)
  const recharge = `${formatPaise(debit.rechargePaise)} (${debit.rechargeLabel})`
  return {
    to,
    subject: `We have corrected a recharge of your wallet: ${amount} taken back`,
    heading: 'We have corrected a recharge',
    paragraphs: [
      `A recharge of your wallet was not correct, so we have taken back ${amount} of it.`,
    ],
    facts: [
      ['Taken back', amount],
      ['Recharge', recharge],
      ['Reason', userText(debit.reason)],
      ['Balance now', formatPaise(debit.walletPaise)],
    ],
    action: { label: 'See your wallet', url: `${publicUrl}/dashboard/wallet` },
  }
}
