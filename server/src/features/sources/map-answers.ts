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
  for (const issue of intakeLead.safeParse(whole()).error?.issues ?? []) {
    const [field] = issue.path
    const answer = answers.find((one) => one.field === field)
    if (!answer || required.includes(String(field))) continue
    delete fields[String(field)]
    addText(extra, answer.question, answer.value)
  }
  const [lead] = parseParts([{ schema: intakeLead, value: whole() }]) as [IntakeLead]
  return { ...lead, extra: { ...lead.extra, ...extra } }
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
