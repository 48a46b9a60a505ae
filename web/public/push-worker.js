// The service worker of alerts. It shows the messages that the server pushes, and opens the page of a message that is
// clicked. It has no `fetch` handler and stores nothing: pages always come from the server.

// A new version replaces the former one at once, and can navigate tabs that were opened before it.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  event.waitUntil(show(readMessage(event.data)))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** Browsers require a notification for each message, so a message that cannot be read shows one too. */
function readMessage(data) {
  try {
    const { title, body, path, tag } = data.json()
    return { title: String(title), body: String(body), path: String(path), tag: String(tag) }
  } catch {
    return {
      title: 'New leads on Raahi',
      body: 'Open your saved searches.',
      path: '/dashboard/saved-searches',
      tag: 'raahi',
    }
  }
}

/** Uses the tag of the message, so that a repeated message replaces the notification without a second sound. */
function show({ title, body, path, tag }) {
  return self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path },
  })
}

/**
 * Opens a page of this site. Reuses a tab that shows leads and has no open dialog or checkout; other tabs may contain
 * unsaved input.
 */
async function open(path) {
  const target = new URL(path, self.location.origin)
  if (target.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const same = tabs.find(({ url }) => url === target.href)
  if (same) return same.focus()
  const list = tabs.find(({ url }) => new URL(url).pathname === '/dashboard/my-leads')
  if (!list || !(await mayNavigate(list))) return self.clients.openWindow(target.href)
  const shown = await list.focus()
  // Only tabs that this worker controls can be navigated.
  return shown.navigate(target.href).catch(() => self.clients.openWindow(target.href))
}

/** Asks a tab whether it can leave its page. A tab that does not answer at once keeps its page. */
function mayNavigate(tab) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(() => resolve(false), 300)
    tab.postMessage('may-navigate', [port2])
  })
}
