import type { FollowUp, PipelineCard } from '@raahi/contract/pipeline'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { formatUnits } from '../../lib/ages.ts'

const dayMs = 86_400_000

/** The day this many days after today in India, as YYYY-MM-DD. */
export function daysFromToday(days: number, nowMs: number): string {
  return dayInIndia(new Date(nowMs + days * dayMs))
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** '12 Dec', or with the year if it is not the current one: '12 Jan 2027'. */
export function shortDay(day: string, nowMs: number): string {
  const [year, month, date] = day.split('-').map(Number)
  const text = `${date} ${months[(month ?? 1) - 1]}`
  return dayInIndia(new Date(nowMs)).startsWith(`${year}-`) ? text : `${text} ${year}`
}

/**
 * The due date of a follow-up as text, and its urgency.
 * @param followUp.on YYYY-MM-DD
 * @param followUp.time HH:MM; null: at any time of the day
 */
export function followUpText(
  { on, time }: { on: string; time: string | null },
  nowMs: number,
): { text: string; tone: 'danger' | 'warning' | 'neutral' } {
  const today = dayInIndia(new Date(nowMs))
  const days = Math.round((Date.parse(on) - Date.parse(today)) / dayMs)
  if (days < 0) return { text: `Overdue by ${formatUnits(-days, 'day')}`, tone: 'danger' }
  const day = days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : shortDay(on, nowMs)
  const text = time === null ? day : `${day}, ${formatClock(time)}`
  return { text, tone: days === 0 ? 'warning' : 'neutral' }
}

/** '16:30' as '4:30 PM'. */
export function formatClock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const shown = hour % 12 === 0 ? 12 : hour % 12
  return `${shown}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The reason why a lead cannot have a follow-up; null if it can. */
export function noFollowUpText({
  column,
  contactStopped,
}: Pick<PipelineCard, 'column' | 'contactStopped'>): string | null {
  if (contactStopped) return 'No follow-up: contact was stopped.'
  if (column === 'returned') return 'No follow-up: this lead was returned.'
  return column === 'lost'
    ? 'No follow-up: this trip is lost. Move it to another stage first.'
    : null
}

/** The follow-up to set when a removal is undone. The server rejects past days, so an overdue one becomes due today. */
export function restoredFollowUp(before: FollowUp, nowMs: number): FollowUp {
  const today = daysFromToday(0, nowMs)
  return before.on < today ? { on: today, time: null } : before
}
