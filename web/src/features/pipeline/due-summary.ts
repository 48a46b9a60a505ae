import type { AssigneeFilter } from '@raahi/contract/assignee-filter'
import { formatCount } from '../../lib/counts.ts'

/** The follow-ups in a few words: '3 overdue · 2 due today'. */
export function dueSummary(counts: {
  dueToday: number
  overdue: number
  upcoming: number
}): string {
  const { dueToday, overdue, upcoming } = counts
  const parts = [
    overdue > 0 && `${formatCount(overdue)} overdue`,
    dueToday > 0 && `${formatCount(dueToday)} due today`,
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(' · ')
  return upcoming > 0
    ? `No follow-up due today. ${formatCount(upcoming)} in the next 7 days.`
    : 'No follow-up due.'
}

/** The address parameters of the list of due follow-ups. @param assignee only of the leads of this member, or of none */
export const dueSearch = (assignee?: AssigneeFilter) =>
  `?view=list&followUp=due&sort=followUp${assignee ? `&assignee=${assignee}` : ''}`
