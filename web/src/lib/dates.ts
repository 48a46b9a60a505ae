const india = 'Asia/Kolkata'

const partsFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: india,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const longFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: india,
  year: 'numeric',
  month: 'long',
  day: '2-digit',
})

const plainDate = /^(\d{4})-(\d{2})-(\d{2})$/

type DateParts = { year: string; month: string; day: string; hour: string; minute: string }

/** The date and time parts of an instant in India; null if the value is not an instant. */
function partsInIndia(value: string | Date): DateParts | null {
  const instant = new Date(value)
  if (Number.isNaN(instant.getTime())) return null
  const parts: DateParts = { year: '', month: '', day: '', hour: '', minute: '' }
  for (const { type, value: text } of partsFormat.formatToParts(instant)) {
    if (type in parts) parts[type as keyof DateParts] = text
  }
  return parts
}

/** An instant (ISO text or Date) as 'DD-MM-YYYY hh:mm A' in India; '' for no value. */
export function formatDateTime(value: string | Date | null | undefined): string {
  const parts = value ? partsInIndia(value) : null
  if (!parts) return ''
  const hour = Number(parts.hour)
  const hour12 = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0')
  return `${parts.day}-${parts.month}-${parts.year} ${hour12}:${parts.minute} ${hour < 12 ? 'AM' : 'PM'}`
}

/**
 * A day as 'DD-MM-YYYY'; '' for no value. A plain date ('2026-02-10') has no time zone and is only reformatted. An
 * instant becomes its day in India.
 */
export function formatDate(value: string | Date | null | undefined): string {
  if (!value) return ''
  const plain = typeof value === 'string' ? plainDate.exec(value) : null
  if (plain) return `${plain[3]}-${plain[2]}-${plain[1]}`
  const parts = partsInIndia(value)
  return parts ? `${parts.day}-${parts.month}-${parts.year}` : ''
}

/** A day in India in words, such as 'June 09, 2025'. */
export function formatLongDate(value: Date): string {
  return longFormat.format(value)
}

const monthFormat = new Intl.DateTimeFormat('en-IN', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The month of a day YYYY-MM-DD: '2026-09-01' as 'Sept 2026'. */
export function formatMonth(day: string): string {
  return monthFormat.format(new Date(`${day}T00:00:00Z`))
}
