import { enquiryCorrection } from '@raahi/contract/enquiries'
import { linesText } from '@raahi/contract/fields'
import { type DateOrder, type ImportField, importFields } from '@raahi/contract/import-labels'
import { intakeLimits } from '@raahi/contract/intake'
import type { LeadType, TripType } from '@raahi/contract/leads'
import { countryOf } from '@raahi/contract/places'
import { z } from 'zod'
import { ApiFailure } from '../../platform/http/failure.ts'
import { parseParts } from '../../platform/http/validation.ts'
import type { ConvertedFields } from '../enquiries/public/insert-converted.ts'
import { readBudget, readCountText, readLeadType, readTripType } from './read-choices.ts'
import { readDate } from './read-date.ts'
import { readPhone } from './read-phone.ts'

/** How the rows of an import are read: the answers of an admin, and what its source adds. */
export interface ReadingRules {
  /** The field of each column; null: not imported. */
  fields: readonly (ImportField | null)[]
  dateOrder: DateOrder | null
  repairPhones: boolean
  /** Of the source. */
  leadType: LeadType | null
  tripType: TripType | null
  /** YYYY-MM-DD in India. */
  today: string
}

/** The answers to the questions of a row, which replace its cells. '' leaves a date open. */
export type RowAnswers = Partial<Record<QuestionField, string>>
export type QuestionField = 'phone' | 'travelDate'

export interface Question {
  field: QuestionField
  text: string
  /** What the cell could mean; empty if that is not known. */
  suggestions: string[]
}

export type RowReading = { fields: ConvertedFields } | { refusal: string } | { question: Question }

/**
 * Reads a row by the rules of the quote form. It guesses nothing: where a cell could mean two things, it asks. An error of
 * another cell comes before a question, because the answer would not help the row.
 */
export function readRow(
  cells: readonly string[],
  answers: RowAnswers,
  rules: ReadingRules,
): RowReading {
  const { message = null, ...texts } = textsOf(cells, answers, rules.fields)
  const values: Record<string, unknown> = {
    ...texts,
    ...mapped(texts, ['travelDays', 'travelNights', 'adult', 'children', 'infant'], readCountText),
    ...mapped(texts, ['tripType'], readTripType),
    ...mapped(texts, ['leadType'], readLeadType),
    ...mapped(texts, ['budgetPerPerson'], readBudget),
    ...mapped(texts, ['travelMonth'], (text) => monthText(text, rules.today)),
  }
  const questions = [...readPhoneInto(values, answers, rules), ...readDateInto(values, rules)]
  values.tripType ??= rules.tripType
  values.leadType ??= countryOf(texts.destination) ?? rules.leadType ?? 'domestic'
  return check(values, message, questions)
}

type Texts = Partial<Record<ImportField, string>>

/** What people write into a cell that has no value. */
const isNothing = /^(-+|—|n\/?a|nil|none|null|not given|not specified|not decided|tbd|\?)?$/i

function textsOf(
  cells: readonly string[],
  answers: RowAnswers,
  fields: ReadingRules['fields'],
): Texts {
  const texts: Texts = {}
  fields.forEach((field, column) => {
    const cell = cells[column] ?? ''
    if (field === null || isNothing.test(cell)) return
    // First and last name are two columns.
    texts[field] = texts[field] === undefined ? cell : `${texts[field]} ${cell}`
  })
  for (const [field, answer] of Object.entries(answers) as [QuestionField, string][]) {
    if (answer === '') delete texts[field]
    else texts[field] = answer
  }
  return texts
}

function mapped(texts: Texts, fields: ImportField[], read: (text: string) => unknown) {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = texts[field]
      return text === undefined ? [] : [[field, read(text)]]
    }),
  )
}

function monthText(text: string, today: string): string {
  const reading = readDate(text, null, today)
  return 'month' in reading ? reading.month : text
}

/** Replaces the phone by its reading. @returns the question about it, if there is one */
function readPhoneInto(
  values: Record<string, unknown>,
  answers: RowAnswers,
  { repairPhones }: ReadingRules,
): Question[] {
  if (typeof values.phone !== 'string' || answers.phone !== undefined) return []
  const reading = readPhone(values.phone, repairPhones)
  if ('phone' in reading) {
    values.phone = reading.phone
    return []
  }
  // The other fields are checked with any valid number.
  values.phone = placeholderPhone
  const { question: text, suggestion } = reading
  return [{ field: 'phone', text, suggestions: suggestion === null ? [] : [suggestion] }]
}

const placeholderPhone = '+919000000000'

function readDateInto(
  values: Record<string, unknown>,
  { dateOrder, today }: ReadingRules,
): Question[] {
  if (typeof values.travelDate !== 'string') return []
  const text = values.travelDate
  const reading = readDate(text, dateOrder, today)
  if ('error' in reading) return []
  delete values.travelDate
  if ('day' in reading) values.travelDate = reading.day
  else if ('month' in reading) values.travelMonth = reading.month
  else
    return [{ field: 'travelDate', text: `Which day is ${text}?`, suggestions: reading.readings }]
  return []
}

const imported = z.strictObject({ message: linesText(intakeLimits.message).nullable() })

function check(
  values: Record<string, unknown>,
  message: string | null,
  [question]: Question[],
): RowReading {
  try {
    const [trip, other] = parseParts([
      { schema: enquiryCorrection, value: values },
      { schema: imported, value: { message } },
    ])
    if (question) return { question }
    return { fields: { ...(trip as object), ...(other as object) } as ConvertedFields }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const errors = Object.entries(error.fieldErrors ?? {})
    const texts = errors.map(([field, text]) => `${importFields[field as ImportField]}: ${text}`)
    return { refusal: texts.join('; ') }
  }
}
