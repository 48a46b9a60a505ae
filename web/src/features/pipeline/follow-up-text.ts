import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { formatUnits } from '../../lib/ages.ts'

const dayMs = 86_400_000

/** A day that is a number of days after today in India, as YYYY-MM-DD. */
export function daysFromToday(days: number, nowMs: number): string {
  return dayInIndia(new Date(nowMs + days * dayMs))
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** '12 Dec', with the year if it is another one: '12 Jan 2027'. */
export function shortDay(day: string, nowMs: number): string {
  const [year, month, date] = day.split('-').map(Number)
  const text = `${date} ${months[(month ?? 1) - 1]}`
  return dayInIndia(new Date(nowMs)).startsWith(`${year}-`) ? text : `${text} ${year}`
}

/** When a follow-up is due, in words, and how urgent it is. */
export function followUpText(
  day: string,
  nowMs: number,
): { text: string; tone: 'danger' | 'warning' | 'neutral' } {
  const today = dayInIndia(new Date(nowMs))
  const days = Math.round((Date.parse(day) - Date.parse(today)) / dayMs)
  if (days < 0) return { text: `Overdue by ${formatUnits(-days, 'day')}`, tone: 'danger' }
  if (days === 0) return { text: 'Today', tone: 'warning' }
  if (days === 1) return { text: 'Tomorrow', tone: 'neutral' }
  return { text: shortDay(day, nowMs), tone: 'neutral' }
}

/** '16:30' as '4:30 PM'. */
export function formatClock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const shown = hour % 12 === 0 ? 12 : hour % 12
  return `${shown}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}
