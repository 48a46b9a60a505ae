import { pushWorkerScope } from '@raahi/contract/push-alerts'
import { readSupport } from './browser-push.ts'

/**
 * Ends the subscription of this browser, so that the push service drops its queued alerts, and closes the alerts that
 * are shown. The mark stays, so that the next login of the agent subscribes again.
 */
export async function leavePush(): Promise<void> {
  if (readSupport() !== 'supported') return
  const registration = await navigator.serviceWorker.getRegistration(pushWorkerScope)
  if (!registration) return
  // The subscription ends first, because a message that arrives later would show another alert.
  const subscription = await registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
  for (const notification of await registration.getNotifications()) notification.close()
}
