import { formatPhone } from '@raahi/contract/formats'
import { dayInIndia } from '@raahi/contract/trip-field-checks'

/**
 * The kind of the values of a column. In a file, amounts are rupees with two decimals, dates YYYY-MM-DD and
 * times HH:MM in Asia/Kolkata.
 */
export type Kind = 'text' | 'count' | 'money' | 'date' | 'time'

/** A value of a column; `count` and `money` (integer paise) are numbers, the others texts. Null: an empty cell. */
export type Value = string | number | null

/** A column of an export, described once for each file format. */
export interface Column<Row> {
  heading: string
  kind: Kind
  read: (row: Row) => Value
}

/** An exported table. `batches` is read as fast as the client receives. */
export interface Table<Row> {
  columns: readonly Column<Row>[]
  batches: AsyncGenerator<Row[], void>
}

type TextOf<Row> = (row: Row) => string | null | undefined

/** Functions that describe the columns of a table with these rows. */
export function columnsFor<Row>() {
  const column =
    (kind: Kind) =>
    (heading: string, read: (row: Row) => string | null | undefined): Column<Row> => ({
      heading,
      kind,
      read: (row) => read(row) || null,
    })
  const numbers =
    (kind: Kind) =>
    (heading: string, read: (row: Row) => number | null): Column<Row> => ({
      heading,
      kind,
      read,
    })
  const date = column('date')
  const time = column('time')
  return {
    text: column('text'),
    phone: (heading: string, read: TextOf<Row>) =>
      column('text')(heading, (row) => spacedPhone(read(row) ?? '')),
    count: numbers('count'),
    /** Integer paise. */
    money: numbers('money'),
    date,
    time,
    /** An instant as two columns. */
    instant: (
      headings: readonly [date: string, time: string],
      read: (row: Row) => Date | null,
    ): Column<Row>[] => [
      date(headings[0], (row) => dateText(read(row))),
      time(headings[1], (row) => timeText(read(row))),
    ],
  }
}

/** Country codes of one and two digits; all others have three (ITU-T E.164). */
const countryCode = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/

/** A phone with a gap after the country code. Without a gap a spreadsheet reads a number and drops the plus sign. */
function spacedPhone(phone: string): string {
  return formatPhone(phone).replace(countryCode, '+$1 $2')
}

const dateText = (at: Date | null) => at && dayInIndia(at)
const timeText = (at: Date | null) => at && timeInIndia(at)

/** 'YYYY-MM-DD HH:MM' in Asia/Kolkata, for a line of a text. */
export const formatInstant = (at: Date) => `${dayInIndia(at)} ${timeInIndia(at)}`

const indianTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** HH:MM in Asia/Kolkata, in any time zone of the process. */
export const timeInIndia = (at: Date) => indianTime.format(at)
