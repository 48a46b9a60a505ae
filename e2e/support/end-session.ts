import type { Page } from '@playwright/test'

/** Ends the session of the page just before it sends the next request of this kind. No earlier call can lead to the login. */
export async function endSessionBefore(page: Page, url: string | RegExp): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await page.request.post('/api/auth/logout')
      await route.continue()
    },
    { times: 1 },
  )
}
