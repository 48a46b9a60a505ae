import { addPushDevice, getPushAlerts } from '@raahi/contract/push-alerts'
import { call } from '../../lib/api.ts'
import { accepts, findSubscription, readSupport, subscribe, unsubscribe } from './browser-push.ts'
import { readMark, removeMark, writeMark } from './push-mark.ts'

/**
 * Adds this browser again in which the agent has switched alerts on: after a login, which began another session, or when the
 * browser or the product has other keys. One that the agent has removed from another device stays removed.
 */
export async function resumePush(userId: string): Promise<void> {
  const mark = readMark(userId)
  if (!mark || readSupport() !== 'supported' || Notification.permission !== 'granted') return
  const { publicKey, sessionId, devices } = await call(getPushAlerts, {})
  if (publicKey === null || devices.some(({ isCurrent }) => isCurrent)) return
  const present = await findSubscription()
  const isUnchanged = present?.endpoint === mark.endpoint && accepts(present, publicKey)
  if (mark.sessionId === sessionId && isUnchanged) {
    removeMark()
    return unsubscribe()
  }
  const body = await subscribe(publicKey)
  await call(addPushDevice, { body })
  writeMark({ userId, sessionId, endpoint: body.endpoint })
}
