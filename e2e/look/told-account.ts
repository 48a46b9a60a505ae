import type { Page } from '@playwright/test'

/** Shows the signed-in account with these fields changed; the demo account keeps its own. */
export async function changeAccount(page: Page, changed: Record<string, unknown>): Promise<void> {
  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    await route.fulfill({ json: { success: true, data: { ...data, ...changed } } })
  })
}
