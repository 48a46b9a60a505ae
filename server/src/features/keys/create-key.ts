import { randomInt } from 'node:crypto'
import { type KeyScope, maxKeys } from '@raahi/contract/key-scopes'
import { travelDateError } from '@raahi/contract/trip-field-checks'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { type Caller, hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import { checkOwnPassword } from '../auth/public/check-own-password.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { requireOwner } from '../users/public/lock-agency.ts'

interface NewKey {
  name: string
  endsOn?: string | null | undefined
  password: string
  scopes: readonly KeyScope[]
  /** The source that it sends for; absent: it reads the caller's records. */
  sourceId?: string
}

/**
 * Creates a key of a source or of the calling agent. The password is required, because a key outlives a stolen session.
 * @returns the key, of which only the SHA-256 is stored
 * @throws ApiFailure CURRENT_PASSWORD_WRONG; TOO_MANY_REQUESTS; SOURCE_NOT_FOUND; SOURCE_TAKES_NO_KEYS; KEY_LIMIT;
 * VALIDATION_FAILED for an end in the past; UNAUTHENTICATED if the caller was suspended meanwhile; FORBIDDEN if
 * another member owns the agency now
 */
export async function createKey(
  deps: { database: Database; passwords: Passwords },
  { caller, actor }: { caller: Caller; actor: Actor },
  { name, endsOn = null, password, scopes, sourceId }: NewKey,
): Promise<{ _id: string; key: string }> {
  const wrongEnd = endsOn ? travelDateError(endsOn, caller.today) : undefined
  if (wrongEnd) throw validationFailure({ endsOn: wrongEnd })
  await checkOwnPassword(deps, caller, password, 'password')
  const [id, key] = [uuidv7(), makeKey()]
  await withTransaction(deps.database, async (tx) => {
    const owner = sourceId
      ? { source_id: await lockSource(tx, sourceId) }
      : { user_id: await lockOwnAgency(tx, caller) }
    await tx
      .insertInto('api_keys')
      .values({
        id,
        key_hash: hashToken(key),
        name,
        scopes: [...scopes],
        ends_on: endsOn,
        created_by: caller.userId,
        ...owner,
      })
      .execute()
    await checkLimit(tx, sourceId ?? caller.agencyId)
    await recordAction(tx, actor, {
      action: 'key.create',
      subjectType: 'key',
      subjectId: id,
      after: { name, scopes, endsOn, ...(sourceId && { sourceId }) },
    })
  })
  return { _id: id, key }
}

/** Only programs send with keys. */
async function lockSource(tx: Transaction, id: string): Promise<string> {
  const source = await tx
    .selectFrom('sources')
    .select('kind')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!source) throw new ApiFailure('SOURCE_NOT_FOUND')
  if (source.kind !== 'api') throw new ApiFailure('SOURCE_TAKES_NO_KEYS')
  return id
}

/** Parallel calls of one agent wait for each other, so that they cannot exceed the limit. */
async function lockOwnAgency(tx: Transaction, caller: Caller): Promise<string> {
  await requireOwner(tx, caller)
  return caller.agencyId
}

async function checkLimit(tx: Transaction, ownerId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from api_keys
    where revoked_at is null and (source_id = ${ownerId} or user_id = ${ownerId})`.execute(tx)
  if ((rows[0]?.count ?? 0) > maxKeys) throw new ApiFailure('KEY_LIMIT')
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 43 characters of base 62 have 256 bits. The prefix lets scanners of leaked secrets recognise a key. */
function makeKey(): string {
  return `rk_${Array.from({ length: 43 }, () => letters[randomInt(letters.length)]).join('')}`
}
