import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../../../public/push-worker.js'), 'utf8')
const origin = 'https://raahi.example'

interface Tab {
  url: string
  focus: () => Promise<Tab>
  navigate: (url: string) => Promise<void>
  postMessage: (message: string, ports: [MessagePort]) => void
}

/** @param answer of the tab to the question whether it can leave its page; null: no answer */
function makeTab(path: string, answer: boolean | null = true): Tab {
  const tab: Tab = {
    url: origin + path,
    focus: vi.fn(async () => tab),
    navigate: vi.fn(async () => {}),
    postMessage: (message, [port]) => {
      if (message === 'may-navigate' && answer !== null) port.postMessage(answer)
      port.close()
    },
  }
  return tab
}

/** Runs the service worker of the site with these open tabs. */
function startWorker(tabs: Tab[] = []) {
  const listeners = new Map<string, (event: object) => void>()
  const showNotification = vi.fn(async () => {})
  const openWindow = vi.fn(async () => {})
  const self = {
    location: { origin },
    registration: { showNotification },
    clients: { openWindow, matchAll: async () => tabs, claim: async () => {} },
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
  }
  runInNewContext(source, { self, URL, String, MessageChannel, setTimeout })
  const dispatch = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve()
    listeners.get(name)?.({
      ...event,
      waitUntil: (promise: Promise<unknown>) => {
        work = promise
      },
    })
    await work
  }
  return {
    listeners,
    showNotification,
    openWindow,
    push: (text: string) => dispatch('push', { data: { json: () => JSON.parse(text) } }),
    async click(path: string) {
      const close = vi.fn()
      await dispatch('notificationclick', { notification: { close, data: { path } } })
      expect(close).toHaveBeenCalled()
    },
  }
}

it('handles only alerts, so that every page and file comes from the server', () => {
  expect([...startWorker().listeners.keys()].sort()).toEqual([
    'activate',
    'install',
    'notificationclick',
    'push',
  ])
  expect(source).not.toMatch(/caches|indexedDB|importScripts/)
})

it('shows a message with its tag, so that a repeated message replaces it', async () => {
  const worker = startWorker()
  const message = { title: 'New lead: Goa', body: 'From Pune', path: '/dashboard/my-leads?lead=1' }
  await worker.push(JSON.stringify({ ...message, tag: 'a' }))
  expect(worker.showNotification).toHaveBeenCalledExactlyOnceWith(message.title, {
    body: message.body,
    tag: 'a',
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path: message.path },
  })
})

it('shows a notification for a message that it cannot read, as browsers require', async () => {
  const worker = startWorker()
  await worker.push('not JSON')
  expect(worker.showNotification).toHaveBeenCalledWith('New leads on Raahi', expect.anything())
})

const lead = '/dashboard/my-leads?lead=1'

it('opens the lead in a new tab, and leaves a tab with a form alone', async () => {
  const form = makeTab('/dashboard/user-profile')
  const worker = startWorker([form])
  await worker.click(lead)
  expect(worker.openWindow).toHaveBeenCalledWith(origin + lead)
  expect(form.focus).not.toHaveBeenCalled()
})

it('uses the tab that shows the lead, or else one that shows the marketplace', async () => {
  const [list, same] = [makeTab('/dashboard/my-leads?page=2'), makeTab(lead)]
  const both = startWorker([list, same])
  await both.click(lead)
  expect(same.focus).toHaveBeenCalled()
  expect(list.focus).not.toHaveBeenCalled()
  const worker = startWorker([list])
  await worker.click(lead)
  expect(list.navigate).toHaveBeenCalledWith(origin + lead)
  expect(worker.openWindow).not.toHaveBeenCalled()
})

it('leaves a tab with an open dialog or checkout, or that does not answer, as it is', async () => {
  for (const answer of [false, null]) {
    const list = makeTab('/dashboard/my-leads', answer)
    const worker = startWorker([list])
    await worker.click(lead)
    expect(list.navigate).not.toHaveBeenCalled()
    expect(list.focus).not.toHaveBeenCalled()
    expect(worker.openWindow).toHaveBeenCalledWith(origin + lead)
  }
})

it('opens no other site', async () => {
  const worker = startWorker()
  for (const path of ['https://evil.example/', '//evil.example/', 'javascript:alert(1)']) {
    await worker.click(path)
  }
  expect(worker.openWindow).not.toHaveBeenCalled()
})
