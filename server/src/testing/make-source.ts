import { createHmac, randomBytes } from 'node:crypto'
import { enquiryConsent } from '@raahi/contract/enquiries'
import type { KeyScope } from '@raahi/contract/key-scopes'
import type { Insertable, Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { metaSandboxKeys } from '../config/meta.ts'
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

/** A key of a source or of an agent, with the scope of its owner. */
export async function makeKey(
  db: Kysely<Schema>,
  owner: { source_id: string } | { user_id: string },
  fields: Partial<Insertable<Schema['api_keys']>> = {},
): Promise<{ id: string; token: string }> {
  const id = uuidv7()
  const token = `rk_${randomBytes(32).toString('hex').slice(0, 43)}`
  const scopes: KeyScope[] = ['source_id' in owner ? 'intake:write' : 'purchases:read']
  await db
    .insertInto('api_keys')
    .values({ id, key_hash: hashToken(token), name: 'Key', scopes, ...owner, ...fields })
    .execute()
  return { id, token }
}

let contacts = 0

/** A complete enquiry of a new traveller, as a program sends it. */
export function intakeForm(fields: object = {}) {
  contacts += 1
  return {
    externalId: `crm-${contacts}-${uniqueText()}`,
    name: 'Meera Iyer',
    phone: `+9186${String(contacts % 1000).padStart(3, '0')}${String(Math.random()).slice(2, 7).padEnd(5, '0')}`,
    email: `${uniqueText()}@travellers.in`,
    city: 'Pune',
    destination: 'Goa',
    travelDate: '2099-12-24',
    adult: 2,
    leadType: 'domestic',
    consent: { text: 'I agree to be called about my trip.', at: '2026-11-01T10:00:00+05:30' },
    ...fields,
  }
}

/** A lead of a new traveller, as Google Ads sends it. */
export function googleForm(google_key: string, fields: object = {}) {
  const { name, phone, email, city } = intakeForm()
  const columns = { FULL_NAME: name, PHONE_NUMBER: phone, EMAIL: email, CITY: city }
  return {
    lead_id: `lead-${uniqueText()}`,
    google_key,
    user_column_data: Object.entries(columns).map(([column_id, string_value]) => ({
      column_id,
      string_value,
    })),
    form_id: 40000000000,
    campaign_id: 1234567890,
    api_version: '1.0',
    ...fields,
  }
}

let reported = 0

/** A report of new leads, as Meta sends it, and the page and form that it names. */
export function metaEvent(
  fields: { pageId: string; leadgenId?: string; formId?: string },
  count = 1,
): { body: string; leadgenIds: string[] } {
  const leadgenIds = Array.from({ length: count }, () => {
    reported += 1
    return fields.leadgenId ?? `9007199254${String(Date.now()).slice(-6)}${reported}`
  })
  const { pageId: page_id, formId: form_id = '4400' } = fields
  const changes = leadgenIds.map((leadgen_id) => ({
    field: 'leadgen',
    value: { leadgen_id, page_id, form_id, created_time: 1_764_000_000, ad_id: '77' },
  }))
  const entry = [{ id: page_id, time: 1_764_000_001, changes }]
  return { body: JSON.stringify({ object: 'page', entry }), leadgenIds }
}

/** The header with which Meta signs a body. */
export function metaSignature(body: string, secret: string = metaSandboxKeys.appSecret) {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return { 'x-hub-signature-256': `sha256=${signature}`, 'content-type': 'application/json' }
}

/** A lead of a new traveller, as Meta's Graph API answers it. */
export function metaLead(id: string, answers: Record<string, string> = {}) {
  const { name, phone, email, city } = intakeForm()
  const all = { full_name: name, phone_number: phone, email, city, ...answers }
  return {
    id,
    created_time: '2026-11-01T10:00:00+0000',
    field_data: Object.entries(all).map(([name, value]) => ({ name, values: [value] })),
  }
}
