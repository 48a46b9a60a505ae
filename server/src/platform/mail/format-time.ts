const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h12',
})

/** DD-MM-YYYY hh:mm A in India, as everywhere in the product. */
export function formatTime(at: Date): string {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const { day, month, year, hour, minute, dayPeriod = '' } = part
  return `${day}-${month}-${year} ${hour}:${minute} ${dayPeriod.toUpperCase()}`
}

/** hh:mm A of a time of the day, in minutes after midnight: 990 → '04:30 PM'. */
export function formatClock(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(hours % 12 || 12)}:${two(minutes % 60)} ${hours < 12 ? 'AM' : 'PM'}`
}
