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
