import type { FieldErrors } from '@raahi/contract/errors'
import { type Kysely, sql } from 'kysely'
import { sqlState } from '../../../platform/database/errors.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'

const uniqueViolation = '23505'

type Keys = { email: string; phone?: string | null | undefined }
type TakenCode = 'EMAIL_TAKEN' | 'PHONE_TAKEN'

/**
 * Rejects an email or phone number of another account. The unique indexes are the final check.
 * @param ownId the account that may already have this email or phone number
 * @throws ApiFailure EMAIL_TAKEN, PHONE_TAKEN; if both are taken, both fields have an error
 */
export async function rejectTakenKeys(
  db: Kysely<Schema>,
  { email, phone }: Keys,
  ownId: string | null = null,
): Promise<void> {
  const { rows } = await sql<{ email: boolean; phone: boolean }>`
    select exists (select from users
        where email = ${email} and id is distinct from ${ownId}::uuid) as email,
      exists (select from users
        where phone = ${phone ?? null} and id is distinct from ${ownId}::uuid) as phone`.execute(db)
  const [taken] = rows
  refuse([
    ...(taken?.email ? (['EMAIL_TAKEN'] as const) : []),
    ...(taken?.phone ? (['PHONE_TAKEN'] as const) : []),
  ])
}

/**
 * Translates the violation of a unique index by a concurrent request. Runs outside the failed transaction.
 * @throws ApiFailure EMAIL_TAKEN, PHONE_TAKEN; returns for any other error
 */
export async function rejectUniqueViolation(
  db: Kysely<Schema>,
  error: unknown,
  keys: Keys,
  ownId: string | null = null,
): Promise<void> {
  if (sqlState(error) !== uniqueViolation) return
  await rejectTakenKeys(db, keys, ownId)
  // The other account no longer has the value. The violated index shows which field was taken.
  const { constraint } = error as { constraint?: string }
  if (constraint === 'users_email_key') refuse(['EMAIL_TAKEN'])
  if (constraint === 'users_phone_key') refuse(['PHONE_TAKEN'])
}

function refuse(codes: readonly TakenCode[]): void {
  const [code] = codes
  if (!code) return
  const fieldErrors: FieldErrors = {}
  for (const each of codes) {
    fieldErrors[each === 'EMAIL_TAKEN' ? 'email' : 'phone'] = new ApiFailure(each).message
  }
  throw new ApiFailure(code, { fieldErrors })
}
