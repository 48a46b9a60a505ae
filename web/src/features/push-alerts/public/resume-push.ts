import { addPushDevice, getPushAlerts } from '@raahi/contract/push-alerts'
import { call } from '../../../lib/api.ts'
import { findSubscription, readSupport, subscribe, unsubscribe } from '../browser-push.ts'
import { readMark, removeMark, writeMark } from './push-mark.ts'

/**
 * Adds this browser again if the agent has switched alerts on in it. This is necessary after a login, which starts
 * another session, after a change of the keys of the browser or the product, and when the push service has dropped the
 * address. A browser that the agent has removed, here or from another device, stays removed.
 */
export async function resumePush(userId: string): Promise<void> {
  const mark = readMark(userId)
  if (!mark || readSupport() !== 'supported' || Notification.permission !== 'granted') return
  const { publicKey, sessionId, devices, isRemoved } = await call(getPushAlerts, {})
  if (publicKey === null || devices.some(({ isCurrent }) => isCurrent)) return
  if (isRemoved) {
    removeMark()
    return unsubscribe()
  }
  // The server removes an address that the push service no longer knows, so the browser needs a new one.
  const isDead =
    mark.sessionId === sessionId && (await findSubscription())?.endpoint === mark.endpoint
  if (isDead) await unsubscribe()
  const body = await subscribe(publicKey)
  await call(addPushDevice, { body })
  writeMark({ userId, sessionId, endpoint: body.endpoint })
}
