import { enquiryConsent } from '@raahi/contract/enquiries'
import type { Insertable, Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Schema } from '../platform/database/schema.ts'
import { hashToken } from '../platform/http/caller.ts'
import { uniqueText } from './test-app.ts'

/** A source with the consent text of the quote form; the secret is for Google Ads. */
export async function makeSource(
  db: Kysely<Schema>,
  fields: Partial<Insertable<Schema['sources']>> = {},
): Promise<{ id: string; secret: string }> {
  const id = uuidv7()
  const secret = uniqueText()
  const kind = fields.kind ?? 'api'
  await db
    .insertInto('sources')
    .values({
      id,
      name: `Source ${secret}`,
      secret_hash: kind === 'google-ads' ? hashToken(secret) : null,
      ...fields,
      kind,
    })
    .execute()
  await db
    .insertInto('source_consents')
    .values({ source_id: id, version: 1, text: enquiryConsent.text })
    .execute()
  return { id, secret }
}
