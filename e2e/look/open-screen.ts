import type { Page } from '@playwright/test'
import type { Screen } from './screen.ts'

/** Opens a screen and waits until it is complete. The account must be signed in already. */
export async function openScreen(
  page: Page,
  screen: Screen,
  { short = false, inApp = false } = {},
): Promise<void> {
  await screen.fakeAnswers?.(page)
  const address = screen.path + ((short && screen.short) || '')
  await (inApp ? openInApp(page, address) : page.goto(address))
  await page.getByRole('heading', { level: 1, name: screen.heading }).waitFor()
  await screen.shows?.(page).waitFor()
  await screen.prepare?.(page)
  // Results of earlier filters are drawn paler until the results of the current filters arrive.
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready)
}

/** Opens an address in the loaded app, as Forward does: the router numbers its entries of the history. */
export function openInApp(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    const state = { idx: (history.state?.idx ?? 0) + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, address)
}

/** Changes the colour scheme of the system and waits until the page has followed. */
export async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
  // Colours change in transitions, which begin at the next frame. When one ends, the transition of an inner element
  // may begin.
  await page.evaluate(async () => {
    let transitions: Animation[]
    do {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(transitions.map(({ finished }) => finished))
    } while (transitions.length > 0)
  })
}
