import { timingSafeEqual } from 'node:crypto'
import type { GoogleLead } from '@raahi/contract/google-ads'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { recordRefusal, recordTest } from './arrivals.queries.ts'
import { mapAnswers } from './map-answers.ts'
import { givenIds, readAnswers, submitTime } from './read-answers.ts'
import { type IntakeDeps, receiveLead } from './receive-lead.ts'

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
  if (lead.is_test) return recordTest(database.kysely, sourceId)
  try {
    const sent = lead.user_column_data.map(({ column_id, column_name, string_value }) => ({
      id: column_id ?? '',
      question: column_name ?? '',
      value: string_value ?? '',
    }))
    const answers = await readAnswers(database, sourceId, sent)
    const consent = { text: source.consent_text, at: submitTime(lead.lead_submit_time) }
    const mapped = mapAnswers(answers, { externalId: lead.lead_id, consent })
    const { campaign_id, adgroup_id, creative_id, form_id } = lead
    const ids = givenIds({ campaign_id, adgroup_id, creative_id, form_id })
    const enquiry = { ...mapped, extra: { ...mapped.extra, ...ids } }
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
