import type { Page, Route } from '@playwright/test'

/** Shows the signed-in account with these fields changed; the demo account keeps its own. */
export async function changeAccount(page: Page, changed: Record<string, unknown>): Promise<void> {
  // Fetched once: the app asks every few seconds, and a call in flight when the test ends would fail it.
  let json: Promise<object> | undefined
  await page.route('**/api/auth/me', async (route) => {
    json ??= fetchAccount(route).then((data) => ({ success: true, data: { ...data, ...changed } }))
    await route.fulfill({ json: await json })
  })
}

async function fetchAccount(route: Route): Promise<object> {
  const answer = await route.fetch()
  return (await answer.json()).data
}
