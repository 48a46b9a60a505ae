import type { recordContact } from '@raahi/contract/contact-log'
import { call } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { baseUrl } from '../../lib/transport.ts'
import type { KeptTap } from './kept-taps.ts'

/**
 * What a request needs of the contract's endpoint; a test compares them. The contract would come with a script that may not load
 * without network, and a browser does not load a script again that has failed.
 */
export const recordTap = {
  method: 'POST',
  path: '/api/pipeline/contacts',
  access: 'agent',
} as typeof recordContact

/**
 * Sends a tap in the same turn, and in a request that outlives the page: the dialler or WhatsApp may replace it. The token is
 * not renewed first.
 * @returns whether the server has recorded it
 */
export async function sendAtOnce({ id, leadId, channel }: KeptTap): Promise<boolean> {
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

/** Sends a kept tap with its age. @throws ApiError */
export async function sendTap({ tappedAtMs, ...tap }: KeptTap): Promise<void> {
  const keptSeconds = Math.max(0, Math.floor((Date.now() - tappedAtMs) / 1000))
  await call(recordTap, { body: { ...tap, keptSeconds } })
}
