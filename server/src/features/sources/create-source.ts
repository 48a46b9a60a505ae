import { randomBytes } from 'node:crypto'
import { enquiryConsent } from '@raahi/contract/enquiry-labels'
import type { newSourceForm } from '@raahi/contract/sources'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { type Caller, hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { checkOwnPassword } from '../auth/public/check-own-password.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { lockSource } from './sources.queries.ts'

interface Deps {
  database: Database
  passwords: Passwords
}

/**
 * Creates a source. It begins with the consent text of the quote form. A source of Google Ads has a secret, which the
 * provider sends with each delivery: only its hash is stored.
 * @throws ApiFailure CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS
 */
export async function createSource(
  deps: Deps,
  { caller, actor }: { caller: Caller; actor: Actor },
  { name, kind, password }: z.output<typeof newSourceForm>,
): Promise<{ _id: string; secret?: string }> {
  if (password !== undefined) await checkOwnPassword(deps, caller, password, 'password')
  const id = uuidv7()
  const secret = kind === 'google-ads' ? newSecret() : undefined
  await withTransaction(deps.database, async (tx) => {
    await tx
      .insertInto('sources')
      .values({ id, kind, name, secret_hash: secret ? hashToken(secret) : null })
      .execute()
    await tx
      .insertInto('source_consents')
      .values({ source_id: id, version: 1, text: enquiryConsent.text })
      .execute()
    await recordAction(tx, actor, {
      action: 'source.create',
      subjectType: 'source',
      subjectId: id,
      after: { name, kind },
    })
  })
  return { _id: id, ...(secret && { secret }) }
}

/**
 * Replaces the secret of a source that has one.
 * @throws ApiFailure SOURCE_NOT_FOUND, also for a source without a secret; CURRENT_PASSWORD_WRONG; TOO_MANY_REQUESTS
 */
export async function renewSourceSecret(
  deps: Deps,
  { caller, actor }: { caller: Caller; actor: Actor },
  id: string,
  password: string,
): Promise<{ secret: string }> {
  await checkOwnPassword(deps, caller, password, 'password')
  const secret = newSecret()
  await withTransaction(deps.database, async (tx) => {
    const source = await lockSource(tx, id)
    if (!source?.secret_hash) throw new ApiFailure('SOURCE_NOT_FOUND')
    await tx
      .updateTable('sources')
      .set({ secret_hash: hashToken(secret) })
      .where('id', '=', id)
      .execute()
    await recordAction(tx, actor, {
      action: 'source.renew-secret',
      subjectType: 'source',
      subjectId: id,
    })
  })
  return { secret }
}

/** 256 bits in 43 characters: Google Ads accepts at most 50. */
function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
