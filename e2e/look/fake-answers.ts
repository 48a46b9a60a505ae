import type { Page, Route } from '@playwright/test'
import { pageOf } from '../../contract/src/fields.ts'

/** A list without entries. */
export const emptyPage = pageOf([], 0, 1, 20)

/** Shows the signed-in account with these fields changed. The stored demo account does not change. */
export async function fakeAccount(page: Page, changed: Record<string, unknown>): Promise<void> {
  // Fetched once: the app polls every few seconds, and a request that is open when the test ends would fail it.
  let json: Promise<object> | undefined
  await page.route('**/api/auth/me', async (route) => {
    json ??= fetchAccount(route).then((data) => ({ success: true, data: { ...data, ...changed } }))
    await route.fulfill({ json: await json })
  })
}

async function fetchAccount(route: Route): Promise<object> {
  const response = await route.fetch()
  return (await response.json()).data
}

/** Answers a call with this data in place of the server. */
export async function fakeAnswer(page: Page, url: string, data: object): Promise<void> {
  await page.route(url, (route) => route.fulfill({ json: { success: true, data } }))
}
