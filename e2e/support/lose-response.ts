import type { Page } from '@playwright/test'

/** Lets calls of this path reach the server, but drops the first response. */
export async function loseFirstResponse(page: Page, path: string) {
  const keys: (string | null)[] = []
  await page.route(`**${path}`, async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'))
    const answer = await route.fetch()
    if (keys.length === 1) await route.abort()
    else await route.fulfill({ response: answer })
  })
  return keys
}
