import {
  type PushSubscriptionFields,
  pushWorkerPath,
  pushWorkerScope,
} from '@raahi/contract/push-alerts'

/** needs-install: an iPhone or iPad, whose browsers allow alerts only in an app on the home screen. */
export type PushSupport = 'supported' | 'needs-install' | 'unsupported'

export function readSupport(): PushSupport {
  const hasPush =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (hasPush) return 'supported'
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  return isAppleMobile() && !isInstalled ? 'needs-install' : 'unsupported'
}

/** Whether the device is an iPhone or iPad. An iPad may identify itself as a Mac, but has a touch screen. */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return (
    /\b(iPhone|iPad)\b/.test(userAgent) || (/\bMac OS X\b/.test(userAgent) && maxTouchPoints > 1)
  )
}

/** The agent closed the permission prompt of the browser, or has denied the permission. */
export class PermissionMissing extends Error {}

/** The browser could not reach its push service, as in most private windows. */
export class SubscriptionFailed extends Error {}

/**
 * Subscribes this browser to alerts of the product. The permission must be granted already.
 * @param publicKey of the product; a subscription with another key is replaced
 * @throws SubscriptionFailed
 */
export async function subscribe(publicKey: string): Promise<PushSubscriptionFields> {
  try {
    await navigator.serviceWorker.register(pushWorkerPath, {
      scope: pushWorkerScope,
      updateViaCache: 'none',
    })
    const { pushManager } = await navigator.serviceWorker.ready
    const former = await pushManager.getSubscription()
    if (former && !accepts(former, publicKey)) await former.unsubscribe()
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(publicKey),
    })
    const { endpoint = '', keys = {} } = subscription.toJSON()
    return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
  } catch (cause) {
    throw new SubscriptionFailed('The browser could not subscribe.', { cause })
  }
}

export async function unsubscribe(): Promise<void> {
  const subscription = await findSubscription()
  await subscription?.unsubscribe()
}

/** @returns null if this browser is not subscribed, or cannot be */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (readSupport() !== 'supported') return null
  const registration = await navigator.serviceWorker.getRegistration(pushWorkerScope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Whether a subscription accepts messages signed with this key. Assumes yes if the browser does not expose the key. */
function accepts(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options?.applicationServerKey
  if (!key) return true
  const [own, wanted] = [new Uint8Array(key), bytesOf(publicKey)]
  return own.length === wanted.length && own.every((byte, at) => byte === wanted[at])
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
