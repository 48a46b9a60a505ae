import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { demoAgent } from '../support/api.ts'
import { expect, failedWith, test } from '../support/test.ts'
import { openScreen, screens, showIn } from './screens.ts'

// Colours are judged as they stand, not on their way from light to dark.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/**
 * A phone at night and a desk by day: between them every width and every colour is judged. The other two pairs would cost
 * minutes and find nothing of their own, as colours do not depend on the width (tokens.test.ts computes them in both schemes).
 */
const looks = [
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

for (const screen of screens) {
  test(`${screen.name}: WCAG 2.2 AA and no sideways scroll, dark and narrow, light and wide`, async ({
    page,
    signIn,
    consoleMaySay,
  }) => {
    if (screen.name === 'not found') consoleMaySay(failedWith(404))
    if (screen.account) await signIn(screen.account)
    // Opened once: what a screen shows follows the width and the colours while it stands.
    await page.setViewportSize({ width: looks[0].width, height: 900 })
    await openScreen(page, screen, true)
    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 900 })
      await showIn(page, colorScheme)
      expect.soft(await findBreaches(page), `${width} px, ${colorScheme}`).toEqual([])
      expect(await pixelsTooWide(page), `wider than ${width} px`).toBeLessThanOrEqual(0)
    }
  })
}

/**
 * Every breach of WCAG 2.2 A and AA, and of good practice, that axe sees on the page as it is now; of an open
 * dialog alone, as nothing behind it can be reached.
 */
async function findBreaches(page: Page) {
  // Judges in the page itself: the other mode opens a second page for each judgement, for the sake of foreign frames.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      // WCAG 2.5.3, which the tags leave out: axe calls the rule experimental.
      rules: { 'label-content-name-mismatch': { enabled: true } },
      // Describing each element that passes a rule took a quarter of the time and half a megabyte.
      resultTypes: ['violations'],
    })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  if ((await page.getByRole('dialog').count()) > 0) axe.include('[role="dialog"], dialog[open]')
  const { violations } = await axe.analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map((node) => node.html).slice(0, 5),
  }))
}

function pixelsTooWide(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

test('from 768 px the sidebar stands; below it is behind a toggle that a keyboard can use', async ({
  page,
  signIn,
}) => {
  await signIn(demoAgent)
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const toggle = page.getByRole('button', { name: 'Toggle sidebar menu' })
  await expect(menu).toBeVisible()
  await expect(toggle).toBeHidden()

  await page.setViewportSize({ width: 767, height: 800 })
  await expect(menu).toBeHidden()
  await toggle.focus()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'Purchased Leads' }).click()
  await expect(page.getByRole('heading', { name: 'My Purchased Leads' })).toBeVisible()
  await expect(menu).toBeHidden()
})

test('the sidebar’s brand leads to the home page', async ({ page, signIn }) => {
  await signIn(demoAgent)
  await page.goto('/dashboard')
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: /Raahi/ })
    .click()
  await expect(page).toHaveURL('/')
})

test('the first Tab offers to skip to the content', async ({ page, signIn }) => {
  await signIn(demoAgent)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the chosen colour scheme is kept over a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`things move ${reducedMotion === 'reduce' ? 'not at all where less motion is wanted' : 'where nobody minds'}`, async ({
    page,
    signIn,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await signIn(demoAgent)
    await page.setViewportSize({ width: 400, height: 800 })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
    await page.getByRole('button', { name: 'Toggle sidebar menu' }).focus()
    const longest = await page.evaluate(async () => {
      const durations: number[] = []
      document.addEventListener('transitionrun', () => {
        for (const motion of document.getAnimations()) {
          durations.push(Number(motion.effect?.getComputedTiming().duration ?? 0))
        }
      })
      ;(document.activeElement as HTMLElement).click()
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return Math.max(0, ...durations)
    })
    if (reducedMotion === 'reduce') expect(longest).toBeLessThanOrEqual(1)
    else expect(longest).toBeGreaterThan(50)
  })
}
