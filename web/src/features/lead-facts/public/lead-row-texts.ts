import type { Lead } from '@raahi/contract/leads'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { formatOpenDates, listTripKinds } from './format-lead.ts'
import { tripTypeLabels } from './lead-labels.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const dayMs = 86_400_000

/** The year of a time in India. */
export function yearInIndia(timeMs: number): number {
  return Number(dayInIndia(new Date(timeMs)).slice(0, 4))
}

/**
 * The days of a trip: '25–29 Dec', '30 Dec – 2 Jan 2027'. The year of the last day is shown unless both days are in the
 * current year. Without a travel date, the text names the travel month.
 * @param currentYear in India
 */
export function tripDates(
  { travelDate, travelDays, travelMonth }: Pick<Lead, 'travelDate' | 'travelDays' | 'travelMonth'>,
  currentYear: number,
): string {
  const start = travelDate ? new Date(`${travelDate}T00:00:00Z`) : null
  if (!start || Number.isNaN(start.getTime())) return formatOpenDates({ travelMonth })
  const end = new Date(start.getTime() + Math.max(0, travelDays - 1) * dayMs)
  const month = (date: Date) => months[date.getUTCMonth()]
  const isSameMonth = end.getTime() - start.getTime() < 31 * dayMs && month(start) === month(end)
  const first = isSameMonth ? '' : ` ${month(start)}`
  const days =
    end > start
      ? `${start.getUTCDate()}${first}${isSameMonth ? '–' : ' – '}${end.getUTCDate()} ${month(end)}`
      : `${start.getUTCDate()} ${month(start)}`
  const isThisYear = [start, end].every((date) => date.getUTCFullYear() === currentYear)
  return isThisYear ? days : `${days} ${end.getUTCFullYear()}`
}

/** The travellers in a few words: '5 friends', 'family of 4', 'couple'; the trip type alone if no traveller is counted. */
export function travellers(tripType: Lead['tripType'], total: number): string {
  if (total === 0) return tripTypeLabels[tripType].toLowerCase()
  const people = total === 1 ? '1 traveller' : `${total} travellers`
  switch (tripType) {
    case 'Family':
      return total === 1 ? people : `family of ${total}`
    case 'Group':
      return total === 1 ? people : `group of ${total}`
    case 'Friends':
      return total === 1 ? people : `${total} friends`
    case 'Couples':
      return total === 2 ? 'couple' : `couples, ${people}`
    case 'Senior_Citizen':
      return total === 1 ? '1 senior citizen' : `${total} senior citizens`
    case 'Business':
      return `${total} on business`
    case 'Others':
      return people
  }
}

/** The kinds of a trip without the trip type: 'Domestic · ₹15K–30K pp · Good food'. */
export function shortTripKinds(lead: Parameters<typeof listTripKinds>[0]): string {
  return listTripKinds(lead)
    .slice(1)
    .map(({ value, short = value }) => short)
    .join(' · ')
}

/** As Indian travel agents write a trip's length: '5D/4N', '5D', '4N'. */
export function shortTripLength({
  travelDays,
  travelNights,
}: Pick<Lead, 'travelDays' | 'travelNights'>): string {
  return [travelDays && `${travelDays}D`, travelNights && `${travelNights}N`]
    .filter(Boolean)
    .join('/')
}

/** How long ago a lead was posted: 'just now', '5 min ago', '2 h ago', '3 days ago', '4 months ago'. */
export function timeAgo(instant: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  const days = Math.floor(minutes / (24 * 60))
  if (days < 60) return days === 1 ? '1 day ago' : `${days} days ago`
  return days < 730 ? `${Math.floor(days / 30)} months ago` : `${Math.floor(days / 365)} years ago`
}
