import type { Page } from '@playwright/test'
import { fakeAnswer } from './fake-answers.ts'

const day = '2026-11-20T06:30:00.000Z'
const devices = [
  {
    _id: '01a20000-0000-7000-8000-000000000001',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
    addedAt: day,
    lastSentAt: null,
    isCurrent: true,
  },
  {
    _id: '01a20000-0000-7000-8000-000000000002',
    userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile',
    addedAt: day,
    lastSentAt: day,
    isCurrent: false,
  },
]

/** A browser in which alerts are on, and another device. The headless browser itself blocks notifications. */
export async function fakeDevices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    const subscription = { endpoint: 'https://localhost/push', options: {} }
    const registration = { pushManager: { getSubscription: async () => subscription } }
    navigator.serviceWorker.getRegistration = async () => registration as never
  })
  const publicKey =
    'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U'
  await fakeAnswer(page, '**/api/pushAlerts', { publicKey, sessionId: devices[0]?._id, devices })
}
