import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredTexts } from './field-checks.ts'
import { day, id, idParams, instant, requiredText } from './fields.ts'
import { agentScopes, keyNameLength, keyScopes } from './key-scopes.ts'
import { currentPassword } from './passwords.ts'

/** A key without its secret, which no one can read again. */
const apiKey = z.object({
  _id: id,
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** The source that it sends for; null: a key of an agent. */
  source: z.object({ _id: id, name: z.string() }).nullable(),
  createdAt: instant,
  /** The last day in India on which it works; null: it has no end. */
  endsOn: day.nullable(),
  hasEnded: z.boolean(),
  /** The last use, to the minute, and the address of its client; null: never used. */
  lastUsedAt: instant.nullable(),
  lastUsedFrom: z.string().nullable(),
})
export type ApiKey = z.output<typeof apiKey>

const keyFields = {
  name: requiredText(requiredTexts.name, keyNameLength),
  /** The last day in India on which it works, today or later; without it the key has no end. */
  endsOn: day.nullish(),
  password: currentPassword,
}

export const sourceKeyForm = z.strictObject(keyFields)
export type SourceKey = z.input<typeof sourceKeyForm>

export const agentKeyForm = z.strictObject({
  ...keyFields,
  scopes: z
    .array(z.enum(agentScopes, { error: 'Choose purchases:read.' }))
    .min(1, { error: 'Choose what the key may do.' })
    .max(agentScopes.length, { error: 'Choose each scope once.' }),
})

/** The key itself is only in this response: the database has its hash. */
const newKey = z.object({ _id: id, key: z.string() })

export const createSourceKey = endpoint('POST', '/api/sources/{id}/keys', {
  name: 'createSourceKey',
  summary: 'Create a key with which a program sends enquiries of a source',
  access: 'admin',
  right: 'settings',
  params: idParams,
  body: sourceKeyForm,
  answer: newKey,
  status: 201,
  message: 'Key created.',
  errors: [
    'SOURCE_NOT_FOUND',
    'SOURCE_TAKES_NO_KEYS',
    'KEY_LIMIT',
    'CURRENT_PASSWORD_WRONG',
    'TOO_MANY_REQUESTS',
  ],
})

export const createKey = endpoint('POST', '/api/keys', {
  name: 'createKey',
  summary: 'Create a key with which a program reads the caller’s records',
  access: 'agent',
  body: agentKeyForm,
  answer: newKey,
  status: 201,
  message: 'Key created.',
  errors: ['KEY_LIMIT', 'CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS'],
})

export const listKeys = endpoint('GET', '/api/keys', {
  name: 'listKeys',
  summary: 'List the caller’s keys, or for an admin the keys of sources, without revoked ones',
  access: 'signed-in',
  right: ['leads', 'settings'],
  list: true,
  answer: z.array(apiKey),
})

export const revokeKey = endpoint('DELETE', '/api/keys/{id}', {
  name: 'revokeKey',
  summary: 'Revoke a key. It ends at once',
  access: 'signed-in',
  right: 'settings',
  params: idParams,
  message: 'Key revoked.',
  errors: ['KEY_NOT_FOUND'],
})
