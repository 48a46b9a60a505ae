import { destinationOpen } from '@raahi/contract/lead-texts'
import { pipelineCardPath } from '@raahi/contract/pipeline-labels'
import { formatClock } from '../../platform/mail/format-time.ts'
import { type MailDraft, type Recipient, userText } from '../../platform/mail/mail.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import type { DueFollowUp } from './reminders.queries.ts'

/** The maximum number of follow-ups in a mail. */
export const maxMailedFollowUps = 20

/**
 * The mail about follow-ups that are due. It has no name or contact of a traveller, because a sent mail cannot be
 * erased.
 */
export function followUpMail(
  to: Recipient,
  {
    due,
    dueToday,
    overdue,
    publicUrl,
    unsubscribeUrl,
  }: {
    due: readonly DueFollowUp[]
    dueToday: number
    overdue: number
    publicUrl: string
    unsubscribeUrl: string
  },
): MailDraft {
  const subject = countText(dueToday, overdue)
  const unlisted = dueToday + overdue - due.length
  return {
    to,
    subject,
    heading: subject,
    paragraphs: [
      'You planned to contact these travellers. After each call, note the outcome and the next date.',
      ...(unlisted > 0 ? [`${due.length} are listed here. Your pipeline has all of them.`] : []),
    ],
    facts: due.map((each) => {
      const lead = leadLabel(each.number)
      return [lead, userText(dueText(each)), `${publicUrl}${pipelineCardPath(lead)}`] as const
    }),
    action: { label: 'Open your pipeline', url: `${publicUrl}/dashboard/pipeline` },
    note: 'You are getting this email because you set these follow-ups on Raahi. We send at most one a day.',
    unsubscribeUrl,
  }
}

/** '2 follow-ups due today, 1 overdue', '1 follow-up overdue' */
function countText(dueToday: number, overdue: number): string {
  const first = dueToday > 0 ? dueToday : overdue
  const unit = first === 1 ? 'follow-up' : 'follow-ups'
  if (dueToday === 0) return `${overdue} ${unit} overdue`
  return `${dueToday} ${unit} due today${overdue > 0 ? `, ${overdue} overdue` : ''}`
}

/** 'Kerala, at 04:30 PM', 'Kerala, due since 08-05-2026' */
function dueText({ destination, follow_up_on, follow_up_minute, is_overdue }: DueFollowUp): string {
  const parts = [
    destination ?? destinationOpen,
    is_overdue && `due since ${follow_up_on.split('-').reverse().join('-')}`,
    !is_overdue && follow_up_minute !== null && `at ${formatClock(follow_up_minute)}`,
  ]
  return parts.filter(Boolean).join(', ')
}
