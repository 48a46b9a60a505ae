// Converts between DD-MM-YYYY, which people type, and YYYY-MM-DD, which the app stores.

/** 'YYYY-MM-DD' for a complete date 'DD-MM-YYYY' that exists; null for any other text. */
export function parseDateText(text: string): string | null {
  const match = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text)
  if (!match) return null
  const [, day, month, year] = match
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const exists = Number(year) >= 1900 && date.getUTCDate() === Number(day)
  return exists ? `${year}-${month}-${day}` : null
}

/** 'DD-MM-YYYY' for a stored date; '' for none. */
export function formatDateText(date: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  return match ? `${match[3]}-${match[2]}-${match[1]}` : ''
}
