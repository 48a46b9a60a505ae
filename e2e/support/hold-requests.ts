import type { Page } from '@playwright/test'

/**
 * Holds the requests of this kind, so that the page shows that it is loading, until `fail` is called. Then they fail.
 */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
): Promise<{ fail: () => void }> {
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held.promise
    await route.abort()
  })
  return { fail: held.resolve }
}
