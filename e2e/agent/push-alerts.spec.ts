import { makeBrowserKeys } from '../../server/src/testing/push-service.ts'
import { onDatabase } from '../support/database.ts'
import { expect, test } from '../support/test.ts'

test('alerts are switched on in a browser, resumed after a login, and switched off there and from another device', async ({
  page,
  api,
  signIn,
}) => {
  // A page that is still open could add the browser after a change of the database.
  const leaveProduct = () => page.goto('/robots.txt')
  const agent = await api.makeAgent()
  const { p256dh, auth } = makeBrowserKeys()
  // The headless browser has no push service, and blocks notifications. The service worker is the real one.
  await page.addInitScript(
    (keys) => {
      const stored = 'test-push-endpoint'
      const readSubscription = () => {
        const endpoint = localStorage.getItem(stored)
        if (endpoint === null) return null
        const unsubscribe = async () => {
          localStorage.removeItem(stored)
          return true
        }
        return { endpoint, options: {}, unsubscribe, toJSON: () => ({ endpoint, keys }) }
      }
      let permission = localStorage.getItem('test-permission') ?? 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => {
        permission = 'granted'
        localStorage.setItem('test-permission', permission)
        return 'granted'
      }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => readSubscription(),
        subscribe: async () => {
          localStorage.setItem(
            stored,
            `https://test.push.services.mozilla.com/push/${crypto.randomUUID()}`,
          )
          return readSubscription()
        },
      })
    },
    { p256dh, auth },
  )
  await signIn(agent)
  await page.goto('/dashboard/saved-searches')
  const toggle = page.getByRole('switch', { name: 'Show alerts in this browser' })
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  await expect(toggle).toBeChecked()
  await page.getByRole('button', { name: 'Send a test alert' }).click()
  await expect(page.getByText('Test alert sent.')).toBeVisible()

  const registered = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready
    return { scope: new URL(scope).pathname, state: active !== null, caches: await caches.keys() }
  })
  expect(registered).toEqual({ scope: '/dashboard', state: true, caches: [] })

  // Another login starts another session, and the browser is added again without a prompt.
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth/login')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('test-push-endpoint')), {
      message: 'a browser that is logged out is not subscribed',
    })
    .toBeNull()
  await signIn(agent)
  const added = page.waitForResponse(
    (response) => response.url().endsWith('/devices') && response.status() === 201,
  )
  await page.goto('/dashboard/my-leads')
  await added
  await page.goto('/dashboard/saved-searches')
  await expect(toggle).toBeChecked()
  await toggle.click()
  await expect(toggle).not.toBeChecked()
  await page.reload()
  await expect(toggle).not.toBeChecked()

  // The server has deleted the device, as it does when the push service reports the address as gone. The next page adds
  // the browser again with a new address.
  await toggle.click()
  await expect(toggle).toBeChecked()
  const readEndpoint = () => page.evaluate(() => localStorage.getItem('test-push-endpoint'))
  const dead = await readEndpoint()
  await leaveProduct()
  await onDatabase(({ kysely }) =>
    kysely.deleteFrom('push_devices').where('user_id', '=', agent.id).execute(),
  )
  const addedAgain = page.waitForResponse(
    (response) => response.url().endsWith('/devices') && response.status() === 201,
  )
  await page.goto('/dashboard/my-leads')
  await addedAgain
  expect(await readEndpoint()).not.toBe(dead)
  await page.goto('/dashboard/saved-searches')
  await expect(toggle).toBeChecked()

  // After a removal from another device, the next page must not add the browser again.
  await leaveProduct()
  await onDatabase(async ({ kysely }) => {
    const { session_id } = await kysely
      .deleteFrom('push_devices')
      .where('user_id', '=', agent.id)
      .returning('session_id')
      .executeTakeFirstOrThrow()
    await kysely.insertInto('push_removals').values({ session_id }).execute()
  })
  const looked = page.waitForResponse((response) => response.url().endsWith('/api/pushAlerts'))
  await page.goto('/dashboard/my-leads')
  await looked
  await expect.poll(() => page.evaluate(() => localStorage.getItem('raahi-push'))).toBeNull()
  await page.goto('/dashboard/saved-searches')
  await expect(toggle).not.toBeChecked()
})
