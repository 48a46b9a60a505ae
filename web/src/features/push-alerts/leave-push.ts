import { pushWorkerScope } from '@raahi/contract/push-alerts'
import { readSupport } from './browser-push.ts'

/**
 * Closes the alerts that are shown in this browser, and ends its subscription, so that the push service drops those that it keeps for
 * it. The mark stays: the next login of the agent subscribes again.
 */
export async function leavePush(): Promise<void> {
  if (readSupport() !== 'supported') return
  const registration = await navigator.serviceWorker.getRegistration(pushWorkerScope)
  if (!registration) return
  // First: a message that arrives meanwhile would show another one.
  const subscription = await registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
  for (const notification of await registration.getNotifications()) notification.close()
}
