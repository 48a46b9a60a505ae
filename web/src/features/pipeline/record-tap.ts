import type { recordContact } from '@raahi/contract/contact-log'
import { call } from '../../lib/api.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { useSession } from '../../lib/session.ts'
import { baseUrl } from '../../lib/transport.ts'
import type { StoredTap } from './stored-taps.ts'

/**
 * Copy of the endpoint's fields that a request needs; a test compares them with the contract. The contract is in
 * another script, which may fail to load without network, and a browser does not load a failed script again.
 */
export const recordTap = {
  method: 'POST',
  path: '/api/pipeline/contacts',
  access: 'agent',
} as typeof recordContact

/**
 * Sends a tap synchronously, in a request that outlives the page, because the dialler or WhatsApp may replace the
 * page. So the token is not renewed first.
 * @returns whether the server has recorded it
 */
export async function sendAtOnce({ id, leadId, channel }: StoredTap): Promise<boolean> {
  const session = useSession.getState()
  if (session.user === null) return false
  try {
    const { ok } = await fetch(`${baseUrl}${recordTap.path}`, {
      method: recordTap.method,
      keepalive: true,
      signal: AbortSignal.timeout(20_000),
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${session.accessToken}`,
      },
      body: JSON.stringify({ id, leadId, channel }),
    })
    return ok
  } catch {
    return false
  }
}

/** Sends a stored tap with its age. @throws ApiError */
export async function sendTap({ tappedAtMs, ...tap }: StoredTap): Promise<void> {
  const keptSeconds = Math.max(0, Math.floor((serverNowMs() - tappedAtMs) / 1000))
  await call(recordTap, { body: { ...tap, keptSeconds } })
}
