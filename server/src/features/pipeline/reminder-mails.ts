import { pipelineCardPath } from '@raahi/contract/pipeline-words'
import { type MailDraft, type Recipient, userText } from '../../platform/mail/mail.ts'
import { leadLabel } from '../leads/lead-wire.ts'
import { formatMinute } from './card-wire.ts'
import type { DueFollowUp } from './reminders.queries.ts'

/** Follow-ups that a mail lists. */
export const maxMailedFollowUps = 20

/** The follow-ups of a day. It has no name and no contact of a traveller, because a sent mail cannot be erased. */
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
      'You planned to contact these travellers. After each call, enter what came of it and the next date.',
      ...(unlisted > 0 ? [`${due.length} are listed here. Your pipeline has all of them.`] : []),
    ],
    facts: due.map((each) => {
      const lead = leadLabel(each.number)
      return [lead, userText(dueText(each)), `${publicUrl}${pipelineCardPath(lead)}`] as const
    }),
    action: { label: 'Open your pipeline', url: `${publicUrl}/dashboard/pipeline` },
    note: 'You are getting this email because you set these follow-ups on Raahi. There is at most one a day.',
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

/** 'Kerala, at 16:30', 'Kerala, due since 08-05-2026' */
function dueText({ destination, follow_up_on, follow_up_minute, is_overdue }: DueFollowUp): string {
  const parts = [
    destination ?? 'Destination not given',
    is_overdue && `due since ${follow_up_on.split('-').reverse().join('-')}`,
    !is_overdue && follow_up_minute !== null && `at ${formatMinute(follow_up_minute)}`,
  ]
  return parts.filter(Boolean).join(', ')
}
