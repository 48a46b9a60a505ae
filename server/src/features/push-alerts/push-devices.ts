import { createECDH } from 'node:crypto'
import {
  maxPushDevices,
  type PushAlerts,
  type PushSubscriptionFields,
} from '@raahi/contract/push-alerts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'
import {
  countOtherDevices,
  findDevices,
  forgetRemoval,
  isRemoved,
  recordRemoval,
} from './push-devices.queries.ts'
import type { ReadPushKeys } from './push-keys.ts'

/** Devices of ended sessions get no alerts, so their addresses are no longer needed. */
export const expiredDevices: ExpiredRows = {
  push_devices: `exists (select from sessions s where s.id = push_devices.session_id and s.ended_at is not null)`,
  push_removals: `exists (select from sessions s where s.id = push_removals.session_id and s.ended_at is not null)`,
}

interface Deps {
  database: Database
  readKeys: ReadPushKeys
}

export async function readPushAlerts(
  { database, readKeys }: Deps,
  { userId, sessionId }: Caller,
): Promise<PushAlerts> {
  const publicKey = (await readKeys())?.publicKey
  const devices = await findDevices(database.kysely, { userId, sessionId, publicKey })
  return {
    publicKey: publicKey ?? null,
    sessionId,
    devices,
    isRemoved: await isRemoved(database.kysely, sessionId),
  }
}

/**
 * Adds the browser of the caller's session, or changes its subscription. If another session or account has added the
 * browser, it is removed there.
 * @throws ApiFailure PUSH_NOT_SET_UP, PUSH_DEVICE_LIMIT, VALIDATION_FAILED
 */
export async function addPushDevice(
  { database, readKeys }: Deps,
  { userId, sessionId }: Caller,
  { endpoint, p256dh, auth }: PushSubscriptionFields,
): Promise<void> {
  const keys = await readKeys()
  if (!keys) throw new ApiFailure('PUSH_NOT_SET_UP')
  if (!isPublicKey(p256dh)) throw validationFailure({ p256dh: 'This is not the key of a browser.' })
  await withTransaction(database, async (tx) => {
    // Serialises concurrent requests of one agent, so that each counts the devices that earlier ones added, and
    // concurrent requests with one endpoint, of which the last one gets the endpoint.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await sql`select pg_advisory_xact_lock(hashtextextended(${`push endpoint ${endpoint}`}, 0))`.execute(
      tx,
    )
    const { publicKey } = keys
    if (
      (await countOtherDevices(tx, { userId, sessionId, endpoint, publicKey })) >= maxPushDevices
    ) {
      throw new ApiFailure('PUSH_DEVICE_LIMIT')
    }
    await sql`delete from push_devices where endpoint = ${endpoint} and session_id <> ${sessionId}`.execute(
      tx,
    )
    await sql`
      insert into push_devices (id, session_id, user_id, endpoint, p256dh, auth, accepted_key)
      values (${uuidv7()}, ${sessionId}, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${keys.publicKey})
      on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
        auth = excluded.auth, accepted_key = excluded.accepted_key, failing_since = null,
        last_failed_at = null, wait_until = null`.execute(tx)
    await forgetRemoval(tx, sessionId)
  })
}

/** @throws ApiFailure PUSH_DEVICE_NOT_FOUND, also for a device of another user */
export async function removePushDevice(
  database: Database,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const removed = await tx
      .deleteFrom('push_devices')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('session_id')
      .executeTakeFirst()
    if (!removed) throw new ApiFailure('PUSH_DEVICE_NOT_FOUND')
    await recordRemoval(tx, removed.session_id)
  })
}

/** Whether the text is a point of the curve P-256. Messages cannot be encrypted for other keys. */
function isPublicKey(text: string): boolean {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    curve.computeSecret(Buffer.from(text, 'base64url'))
    return true
  } catch {
    return false
  }
}
