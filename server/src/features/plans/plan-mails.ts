import { formatPaise, formatPlanEnd } from '@raahi/contract/formats'
import type { PlanType } from '@raahi/contract/plans'
import { formatTime } from '../../platform/mail/format-time.ts'
import type { MailDraft, Recipient } from '../../platform/mail/mail.ts'
import type { SubscriptionRow } from './public/subscriptions.queries.ts'

/** A plan about which its agent is notified, as of the time when the notice was marked. */
export interface PlanNotice extends Recipient {
  plan_name: string
  type: PlanType
  lead_quota: number
  leads_used: number
  ends_at: Date
  told_at: Date
  days_left: number
  /** Whether the agent has another plan with leads left. */
  has_other_plans: boolean
}

const covers = {
  domestic: 'domestic leads',
  international: 'international leads',
  both: 'domestic and international leads',
} as const satisfies Record<PlanType, string>

/** Notifies an agent that a plan ends soon. The mail may be read days later, so each figure that changes has a date. */
export function reminderMail(notice: PlanNotice, publicUrl: string): MailDraft {
  const { plan_name: plan, lead_quota: quota, days_left: days } = notice
  const left = quota - notice.leads_used
  const end = formatTime(notice.ends_at)
  return {
    to: notice,
    subject: `Your ${plan} plan ends on ${end}`,
    heading: 'Your plan ends soon',
    paragraphs: [
      `Your ${plan} plan has ${count(left, 'lead')} and ${count(days, 'day')} left, until ${formatPlanEnd(notice.ends_at, days)}. Any leads you have not used by then will lapse.`,
    ],
    facts: [
      ['Plan', plan],
      ['For', covers[notice.type]],
      ['Ends on', end],
      ['Leads left', `${left} of ${quota}`],
      ['As of', formatTime(notice.told_at)],
    ],
    action: { label: 'Your plans', url: `${publicUrl}/dashboard/plans` },
  }
}

/** Notifies an agent of a plan that an admin has given. */
export function assignedMail(to: Recipient, plan: SubscriptionRow, publicUrl: string): MailDraft {
  const end = formatPlanEnd(plan.ends_at, plan.days_left)
  return {
    to,
    subject: `You have a new plan: ${plan.plan_name}`,
    heading: 'You have a new plan',
    paragraphs: [
      `We have added the ${plan.plan_name} plan to your account. It is active now, with ${count(plan.lead_quota, 'lead')} and ${count(plan.days_left, 'day')} left, until ${end}. Leads it covers are paid from the plan first.`,
    ],
    facts: [...saleFacts(plan), ['Price', formatPaise(plan.price_paise)]],
    action: { label: 'Find leads', url: `${publicUrl}/dashboard/my-leads` },
    note: `See all your plans: ${publicUrl}/dashboard/plans`,
  }
}

/** Confirms to an agent that a plan was bought from the wallet. */
export function boughtMail(
  to: Recipient,
  {
    subscription,
    walletPaise,
    publicUrl,
  }: { subscription: SubscriptionRow; walletPaise: number; publicUrl: string },
): MailDraft {
  const { plan_name: plan } = subscription
  const price = formatPaise(subscription.price_paise)
  return {
    to,
    subject: `You have bought the ${plan} plan`,
    heading: 'Your plan is active',
    paragraphs: [
      `We have taken ${price} from your wallet. Your ${plan} plan is active. Leads it covers are paid from the plan first.`,
    ],
    facts: [
      ...saleFacts(subscription),
      ['Paid from your wallet', price],
      ['Balance now', formatPaise(walletPaise)],
    ],
    action: { label: 'Find leads', url: `${publicUrl}/dashboard/my-leads` },
    note: `See all your plans: ${publicUrl}/dashboard/plans`,
  }
}

const saleFacts = (plan: SubscriptionRow): [string, string][] => [
  ['Plan', plan.plan_name],
  ['For', covers[plan.type]],
  ['Leads', String(plan.lead_quota)],
  ['Valid until', formatTime(plan.ends_at)],
]

/** Notifies an agent that the last lead of a plan has been used, and how the next leads are paid. */
export function usedUpMail(notice: PlanNotice, publicUrl: string): MailDraft {
  const { plan_name: plan, lead_quota: quota } = notice
  const used = quota === 1 ? 'the only lead' : `all ${quota} leads`
  return {
    to: notice,
    subject: `You have used all leads in your ${plan} plan`,
    heading: 'You have used all leads in your plan',
    paragraphs: [
      `You have used ${used} in your ${plan} plan. ${
        notice.has_other_plans
          ? 'Your other plans continue, and leads that they do not cover are paid from your wallet.'
          : 'Until you buy another plan, leads are paid from your wallet.'
      }`,
    ],
    facts: [
      ['Plan', plan],
      ['For', covers[notice.type]],
      ['Leads used', `${quota} of ${quota}`],
      ['Plan end date', formatTime(notice.ends_at)],
    ],
    action: { label: 'See plans', url: `${publicUrl}/dashboard/plans` },
  }
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
