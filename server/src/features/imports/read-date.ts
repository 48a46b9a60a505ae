import { type TravelMonth, travelMonths } from '@raahi/contract/enquiry-labels'
import type { DateOrder } from '@raahi/contract/import-labels'
import { dayError, dayInIndia } from '@raahi/contract/trip-field-checks'

/** What a text says about the time of a trip. `readings` are the days, in the order of time, where it can be read in several ways. */
export type DateReading =
  | { day: string }
  | { month: TravelMonth }
  | { readings: string[] }
  | { error: string }

const hindiMonths = 'जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'.split(' ')
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s+/i
/** A time after the date, which a spreadsheet adds. */
const time = /[T\s]+\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s*(?:[ap]\.?m\.?)?$/i
/** A moment in UTC, as software writes it. Its day in India can be the next one. */
const utcMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/i

const unknownDate = 'Write the travel date as YYYY-MM-DD.'

/**
 * Reads a date without a guess: 25/12/2026 is one day, 03/04/2026 is two.
 * @param order the answer of an admin to how the dates of this file are written
 * @param today YYYY-MM-DD, which decides whether 'April 2027' is the next April
 */
export function readDate(text: string, order: DateOrder | null, today: string): DateReading {
  const moment = utcMoment.test(text) ? new Date(text) : null
  const local = moment && !Number.isNaN(moment.getTime()) ? dayInIndia(moment) : text
  const plain = local
    .normalize('NFKC')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(time, '')
    .replace(weekday, '')
    .trim()
  const [, one = '', two = '', three = ''] = /^(\d+)[-/.\s]+(\d+)[-/.\s]+(\d+)$/.exec(plain) ?? []
  if (one !== '') return readingOf(numericReadings(one, two, three), order)
  const words = plain.match(/[\p{L}\p{M}]+|\d+/gu) ?? []
  return readWords(words, order, today)
}

type Readings = Partial<Record<DateOrder, string | null>>

/** The days that three numbers can be, by the order of day, month and year. */
function numericReadings(one: string, two: string, three: string): Readings {
  if (one.length === 4) return { ymd: dayOf(one, two, three) }
  const readings: Readings = { dmy: dayOf(three, two, one), mdy: dayOf(three, one, two) }
  return three.length === 2 ? { ...readings, ymd: dayOf(one, two, three) } : readings
}

/** Reads dates with the name of a month, such as '3 Apr 2027', 'Apr 3, 2027', '3rd April' and 'April 2027'. */
function readWords(words: string[], order: DateOrder | null, today: string): DateReading {
  const at = words.findIndex((word) => monthOf(word) !== null)
  const month = monthOf(words[at] ?? '')
  const numbers = words.filter((word) => /^\d+$/.test(word))
  const others = words.filter(
    (word, index) => index !== at && !/^(\d+|st|nd|rd|th|of)$/i.test(word),
  )
  const [first = '', second = ''] = numbers
  if (month === null || others.length > 0 || numbers.length > 2) return { error: unknownDate }
  if (numbers.length === 0) return { month: nameOf(month) }
  if (numbers.length === 1) return readMonthOfYear(month, first, today)
  if (first.length === 4) return readingOf({ ymd: dayOf(first, String(month), second) }, order)
  const readings: Readings = { dmy: dayOf(second, String(month), first) }
  if (at === 1 && second.length === 2) readings.ymd = dayOf(first, String(month), second)
  return readingOf(readings, order)
}

/** A month with a year is stored without the year, so it must be the next such month. */
function readMonthOfYear(month: number, year: string, today: string): DateReading {
  if (year.length !== 4) return { error: unknownDate }
  const isThisYear = month >= Number(today.slice(5, 7))
  const next = Number(today.slice(0, 4)) + (isThisYear ? 0 : 1)
  return Number(year) === next ? { month: nameOf(month) } : { error: unknownDate }
}

function readingOf(readings: Readings, order: DateOrder | null): DateReading {
  const days = [...new Set(Object.values(readings).filter((day) => day !== null))].sort()
  const [day] = days
  if (day === undefined) return { error: unknownDate }
  if (days.length === 1) return { day }
  const chosen = order && readings[order]
  return chosen ? { day: chosen } : { readings: days }
}

/** A day of these numbers, with a year of two digits in this century; null if it does not exist. */
function dayOf(year: string, month: string, day: string): string | null {
  const fullYear = year.length === 2 ? `20${year}` : year
  const text = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return dayError(text) === undefined ? text : null
}

const nameOf = (month: number) => travelMonths[month - 1] as TravelMonth

/** The number of a month from its English name or the beginning of it, or its Hindi name; null for another word. */
export function monthOf(word: string): number | null {
  const plain = word.toLowerCase()
  const english = travelMonths.findIndex((name) => {
    const month = name.toLowerCase()
    return (
      plain.length >= 3 && (month.startsWith(plain) || (plain === 'sept' && month === 'september'))
    )
  })
  const at = english >= 0 ? english : hindiMonths.indexOf(word.normalize('NFC'))
  return at < 0 ? null : at + 1
}
