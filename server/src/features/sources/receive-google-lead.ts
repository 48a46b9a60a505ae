import { timingSafeEqual } from 'node:crypto'
import { isPlain } from '@raahi/contract/field-checks'
import type { GoogleLead } from '@raahi/contract/google-ads'
import { intakeLimits } from '@raahi/contract/intake'
import type { MappedField } from '@raahi/contract/source-labels'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { recordRefusal } from './arrivals.queries.ts'
import { type FormAnswer, mapAnswers } from './map-answers.ts'
import { findQuestions, noteQuestions } from './questions.queries.ts'
import { type IntakeDeps, receiveLead } from './receive-lead.ts'

/** Questions of Google, by their id. First and last name are joined, see `readAnswers`. */
const knownColumns = new Map<string, MappedField>(
  Object.entries({
    FULL_NAME: 'name',
    PHONE_NUMBER: 'phone',
    WORK_PHONE: 'phone',
    EMAIL: 'email',
    WORK_EMAIL: 'email',
    CITY: 'city',
    TRAVEL_BUDGET: 'budget',
  } as const),
)

/**
 * Stores a lead of Google Ads. Its id is the id of the delivery. The form shows the latest consent text of the source, and
 * cannot be sent without it. A test is only shown on the page of the source.
 * @throws ApiFailure SOURCE_NOT_FOUND; GOOGLE_KEY_WRONG; SOURCE_PAUSED; SOURCE_LIMIT_REACHED; VALIDATION_FAILED
 */
export async function receiveGoogleLead(
  deps: IntakeDeps,
  sourceId: string,
  lead: GoogleLead,
): Promise<void> {
  const { database } = deps
  const source = await findSource(database, sourceId)
  if (!source?.secret_hash) throw new ApiFailure('SOURCE_NOT_FOUND')
  // Hashes have one length, and their comparison takes the same time for every wrong key.
  if (!timingSafeEqual(hashToken(lead.google_key), source.secret_hash)) {
    throw new ApiFailure('GOOGLE_KEY_WRONG')
  }
  if (lead.is_test) {
    await database.kysely
      .insertInto('source_arrivals')
      .values({ id: uuidv7(), source_id: sourceId, outcome: 'test' })
      .execute()
    return
  }
  try {
    const answers = await readAnswers(database, sourceId, lead)
    const consent = { text: source.consent_text, at: submitTime(lead) }
    const mapped = mapAnswers(answers, { externalId: lead.lead_id, consent })
    const enquiry = { ...mapped, extra: { ...mapped.extra, ...campaignOf(lead) } }
    await receiveLead(deps, { sourceId, foundBy: 'Advertisement' }, enquiry)
  } catch (error) {
    if (error instanceof ApiFailure) {
      await recordRefusal(database, sourceId, error, ['name', 'phone'])
    }
    throw error
  }
}

async function findSource({ kysely }: Database, id: string) {
  const { rows } = await sql<{ secret_hash: Buffer | null; consent_text: string }>`
    select s.secret_hash, c.text as consent_text
    from sources s join source_consents c on c.source_id = s.id
    where s.id = ${id} order by c.version desc limit 1`.execute(kysely)
  return rows[0]
}

/** The answers with the fields that Google or an admin has named. A new question is shown to the admins. */
async function readAnswers(
  database: Database,
  sourceId: string,
  { user_column_data: columns }: GoogleLead,
): Promise<FormAnswer[]> {
  const mapped = new Map(
    (await findQuestions(database.kysely, sourceId)).map((q) => [q.question, q.field]),
  )
  const answers: FormAnswer[] = []
  const names: Record<string, string> = {}
  const unknown: string[] = []
  for (const { column_id, column_name, string_value } of columns) {
    const value = plain(string_value ?? '')
    const id = column_id ?? ''
    if (value === '') continue
    if (id === 'FIRST_NAME' || id === 'LAST_NAME') {
      names[id] = value
      continue
    }
    const question = plain(column_name || id).slice(0, intakeLimits.question) || 'Answer'
    const known = knownColumns.get(id)
    if (!known && !mapped.has(question)) unknown.push(question)
    answers.push({ question, field: known ?? mapped.get(question) ?? null, value })
  }
  const name = [names.FIRST_NAME, names.LAST_NAME].filter(Boolean).join(' ')
  if (name) answers.push({ question: 'Name', field: 'name', value: name })
  await noteQuestions(database.kysely, sourceId, unknown)
  return answers
}

/** Without characters that the database or a list cannot show. */
function plain(text: string): string {
  const line = text.toWellFormed().replace(/\s+/g, ' ')
  return (isPlain(line) ? line : line.replace(/\p{Cc}/gu, '')).trim()
}

/** When the traveller sent the form; now, if the provider does not say, or names a time in the future. */
function submitTime({ lead_submit_time: at }: GoogleLead): string {
  const ms = Date.parse(at ?? '')
  return new Date(Number.isNaN(ms) ? Date.now() : Math.min(ms, Date.now())).toISOString()
}

/** The ids with which the provider's reports name the campaign. */
function campaignOf(lead: GoogleLead): Record<string, string> {
  const names = ['campaign_id', 'adgroup_id', 'creative_id', 'form_id'] as const
  return Object.fromEntries(
    names.flatMap((name) => (lead[name] ? [[name, plain(lead[name])]] : [])),
  )
}
