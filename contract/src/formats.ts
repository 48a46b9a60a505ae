// How amounts, phones and ids read for people, on screens, in mails and in documents alike
// (docs/decisions/0030-web.md). Without zod: the public pages use it too.

const exactFormat = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/**
 * An amount of rupees (at most two decimals, as on the wire) with Indian grouping and always two decimals:
 * 100000 → '₹1,00,000.00'. For statements, transactions and invoices, where amounts are listed below each other.
 */
export function formatExactRupees(rupees: number): string {
  // Negative zero would read '-₹0.00'.
  return exactFormat.format(rupees === 0 ? 0 : rupees)
}

/** An amount of rupees, without decimals if they are zero: 100000 → '₹1,00,000', 5000.5 → '₹5,000.50'. */
export function formatRupees(rupees: number): string {
  return formatExactRupees(rupees).replace(/\.00$/, '')
}

/** Formats integer paise like `formatRupees`. @throws RangeError if the amount is not an integer */
export function formatPaise(paise: number): string {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`Not a whole number of paise: ${paise}`)
  return formatRupees(paise / 100)
}

/**
 * A phone in E.164 form as people in India write it: '+919876543210' → '+91 98765 43210'. Numbers from abroad are not
 * changed, because the groups of each country would need a large library in the browser.
 */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2')
}

const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar day: '2027-01-02' → '2 January 2027'. */
export function formatDay(day: string): string {
  return dayFormat.format(new Date(day))
}

const monthFormat = new Intl.DateTimeFormat('en-IN', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A calendar month: '2027-01' → 'January 2027'. */
export function formatMonth(month: string): string {
  return monthFormat.format(new Date(`${month}-01`))
}

const endFormat = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
})

/** The end of a plan in India, beside its days left: '27 Dec, 6:14 PM'; with the year if it is a year away or more. */
export function formatPlanEnd(endsAt: Date | string, daysLeft: number): string {
  const end = new Date(endsAt)
  const parts = endFormat.formatToParts(end)
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? ''
  const year = daysLeft >= 365 ? ` ${yearFormat.format(end)}` : ''
  const clock = `${part('hour')}:${part('minute')} ${part('dayPeriod').toUpperCase()}`
  return `${part('day')} ${part('month').slice(0, 3)}${year}, ${clock}`
}

const yearFormat = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', year: 'numeric' })

/** The end of an id, for people to read out and search for. The beginning is a time, so it is similar in all ids. */
export function shortId(id: string): string {
  return id.slice(-8)
}
