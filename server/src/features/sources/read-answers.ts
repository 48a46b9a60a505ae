import { isPlain } from '@raahi/contract/field-checks'
import { intakeLimits } from '@raahi/contract/intake'
import type { MappedField } from '@raahi/contract/source-labels'
import type { Database } from '../../platform/database/connect.ts'
import type { FormAnswer } from './map-answers.ts'
import { findQuestions, noteQuestions } from './questions.queries.ts'

/** Questions of Google and Meta, by their id in capitals. First and last name are joined. */
const knownQuestions = new Map<string, MappedField>(
  Object.entries({
    FULL_NAME: 'name',
    PHONE_NUMBER: 'phone',
    WORK_PHONE: 'phone',
    WORK_PHONE_NUMBER: 'phone',
    EMAIL: 'email',
    WORK_EMAIL: 'email',
    CITY: 'city',
    TRAVEL_BUDGET: 'budget',
  } as const),
)

/** An answer as the provider sends it. */
export interface SentAnswer {
  id: string
  /** The text of the question; '': the provider sends only its id. */
  question: string
  value: string
}

/** The answers with the fields that the provider or an admin has named. A new question is shown to the admins. */
export async function readAnswers(
  { kysely }: Database,
  sourceId: string,
  sent: readonly SentAnswer[],
): Promise<FormAnswer[]> {
  const mapped = new Map((await findQuestions(kysely, sourceId)).map((q) => [q.question, q.field]))
  const answers: FormAnswer[] = []
  const names: Record<string, string> = {}
  const unknown: string[] = []
  for (const one of sent) {
    const value = plainLine(one.value)
    if (value === '') continue
    const id = one.id.toUpperCase()
    if (id === 'FIRST_NAME' || id === 'LAST_NAME') {
      names[id] = value
      continue
    }
    const question = plainLine(one.question || one.id).slice(0, intakeLimits.question) || 'Answer'
    const known = knownQuestions.get(id)
    if (!known && !mapped.has(question)) unknown.push(question)
    answers.push({ question, field: known ?? mapped.get(question) ?? null, value })
  }
  const name = [names.FIRST_NAME, names.LAST_NAME].filter(Boolean).join(' ')
  if (name) answers.push({ question: 'Name', field: 'name', value: name })
  await noteQuestions(kysely, sourceId, unknown)
  return answers
}

/** Without characters that the database or a list cannot show. */
export function plainLine(text: string): string {
  const line = text.toWellFormed().replace(/\s+/g, ' ')
  return (isPlain(line) ? line : line.replace(/\p{Cc}/gu, '')).trim()
}

/** The ids with which the provider's reports name the campaign. */
export function givenIds(ids: Readonly<Record<string, string | null | undefined>>) {
  const given = Object.entries(ids).flatMap(([name, id]) => (id ? [[name, plainLine(id)]] : []))
  return Object.fromEntries(given) as Record<string, string>
}

/** When the traveller sent a form; now, if the provider does not say, or names a time in the future. */
export function submitTime(at: string | null | undefined): string {
  // Meta writes +0000, which is no time zone for every parser.
  const ms = Date.parse((at ?? '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return new Date(Number.isNaN(ms) ? Date.now() : Math.min(ms, Date.now())).toISOString()
}
