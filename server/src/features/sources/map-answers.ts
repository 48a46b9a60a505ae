import { travelMonths } from '@raahi/contract/enquiry-labels'
import { type IntakeLead, intakeLead } from '@raahi/contract/intake'
import { leadTypes, tripTypeAliases, tripTypes } from '@raahi/contract/leads'
import type { MappedField } from '@raahi/contract/source-labels'
import { readCount } from '@raahi/contract/trip-field-checks'
import { parseParts } from '../../platform/http/validation.ts'

/** An answer of a form of another company: the question and the field that it means; null: kept as text. */
export interface FormAnswer {
  question: string
  field: MappedField | null
  value: string
}

/** Without these there is no enquiry, so they are reported instead of kept as text. */
const required: readonly string[] = ['name', 'phone']

/**
 * Makes an enquiry of the answers of a form. An answer that its field does not accept, or that is the second one for its
 * field, is kept as text with its question: nothing that the traveller wrote is lost, and nothing is guessed.
 * @throws ApiFailure VALIDATION_FAILED without a valid name and phone
 */
export function mapAnswers(
  answers: readonly FormAnswer[],
  { externalId, consent }: Pick<IntakeLead, 'externalId' | 'consent'>,
): IntakeLead {
  const fields: Record<string, unknown> = {}
  const extra: Record<string, string> = {}
  for (const { question, field, value } of answers) {
    if (field && !(field in fields)) fields[field] = normalised(field, value)
    else addText(extra, question, value)
  }
  const whole = () => ({ ...fields, externalId, consent })
  for (;;) {
    const wrong = wrongFields(fields, whole())
    if (wrong.size === 0) break
    for (const field of wrong) {
      delete fields[field]
      const answer = answers.find((one) => one.field === field)
      if (answer) addText(extra, answer.question, answer.value)
    }
  }
  const [lead] = parseParts([{ schema: intakeLead, value: whole() }]) as [IntakeLead]
  return { ...lead, extra: { ...lead.extra, ...extra } }
}

/**
 * The optional fields that are not accepted. The error of a trip without travellers is that of `adult`, also if only other
 * counts were given; and one rule can fail only after the field of another one is removed.
 */
function wrongFields(fields: Record<string, unknown>, lead: unknown): Set<string> {
  const issues = intakeLead.safeParse(lead).error?.issues ?? []
  const names = issues.flatMap(({ path: [name] }) =>
    name === 'adult' && !('adult' in fields) ? ['children', 'infant'] : [String(name)],
  )
  return new Set(names.filter((name) => name in fields && !required.includes(name)))
}

/** Two answers to one question are both kept. */
function addText(extra: Record<string, string>, question: string, value: string): void {
  const before = Object.hasOwn(extra, question) ? `${extra[question]}\n` : ''
  Object.defineProperty(extra, question, {
    value: before + value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

/** The value in the form of the field. Only spellings are unified: a date in another form is not guessed. */
function normalised(field: MappedField, text: string): unknown {
  const value = text.trim()
  switch (field) {
    case 'adult':
    case 'children':
    case 'infant':
    case 'travelDays':
    case 'travelNights':
      return readCount(value)
    case 'travelMonth':
      return oneOf(travelMonths, value)
    case 'leadType':
      return oneOf(leadTypes, value)
    case 'tripType':
      return oneOf([...tripTypes, ...Object.keys(tripTypeAliases)], value)
    default:
      return value
  }
}

function oneOf(values: readonly string[], text: string): string {
  return values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text
}
