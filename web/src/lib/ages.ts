import { formatCount } from './counts.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** An age in its largest whole unit: 'less than a minute', '5 hours', '2 days'. */
export function formatAge(since: string, now: Date): string {
  const ms = now.getTime() - Date.parse(since)
  if (ms >= dayMs) return formatUnits(Math.floor(ms / dayMs), 'day')
  if (ms >= hourMs) return formatUnits(Math.floor(ms / hourMs), 'hour')
  return ms >= minuteMs ? formatUnits(Math.floor(ms / minuteMs), 'minute') : 'less than a minute'
}

/** A duration in minutes: '45 minutes', '71 hours', from three days on in days. */
export function formatMinutes(minutes: number): string {
  if (minutes * minuteMs >= 3 * dayMs) {
    return formatUnits(Math.floor((minutes * minuteMs) / dayMs), 'day')
  }
  if (minutes >= 60) return formatUnits(Math.floor(minutes / 60), 'hour')
  return minutes > 0 ? formatUnits(minutes, 'minute') : 'less than a minute'
}

/** The same for a time within which something happened: rounded up, so that 2,610 minutes are '44 hours'. */
export function formatWithin(minutes: number): string {
  const hours = Math.ceil(minutes / 60)
  if (hours >= 72) return formatUnits(Math.ceil(hours / 24), 'day')
  return minutes >= 60 ? formatUnits(hours, 'hour') : formatUnits(Math.max(minutes, 1), 'minute')
}

/** '1 day', '2 days', '1,200 days'. */
export function formatUnits(count: number, unit: string, plural = 's'): string {
  return `${formatCount(count)} ${unit}${count === 1 ? '' : plural}`
}

/** The tone of an open item's age: noticeable after three days, overdue after seven. */
export function ageTone(since: string, now: Date): 'neutral' | 'notice' | 'danger' {
  const days = (now.getTime() - Date.parse(since)) / dayMs
  if (days >= 7) return 'danger'
  return days >= 3 ? 'notice' : 'neutral'
}
