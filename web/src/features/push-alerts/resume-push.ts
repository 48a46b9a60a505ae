import { addPushDevice, getPushAlerts } from '@raahi/contract/push-alerts'
import { call } from '../../lib/api.ts'
import { findSubscription, readSupport, subscribe, unsubscribe } from './browser-push.ts'
import { readMark, removeMark, writeMark } from './push-mark.ts'

/**
 * Adds this browser again in which the agent has switched alerts on: after a login, which began another session, when the
 * browser or the product has other keys, or when the push service takes no more messages for its address. One that the agent has
 * removed, here or from another device, stays removed.
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
  // The server removes an address that the push service does not know any more: the browser must get another one.
  const isDead =
    mark.sessionId === sessionId && (await findSubscription())?.endpoint === mark.endpoint
  if (isDead) await unsubscribe()
  const body = await subscribe(publicKey)
  await call(addPushDevice, { body })
  writeMark({ userId, sessionId, endpoint: body.endpoint })
}
