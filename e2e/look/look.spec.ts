import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { admin, demoAgent } from '../support/api.ts'
import { expect, openPage, statusError, test } from '../support/test.ts'
import { openInApp, openScreen, setColorScheme } from './open-screen.ts'
import type { Screen } from './screen.ts'
import { screens } from './screens.ts'

/**
 * These two combinations cover each width and each colour scheme. The other two would take minutes and find nothing
 * more, because colours do not depend on the width (tokens.test.ts computes them in both schemes).
 */
const narrow = { width: 360, colorScheme: 'dark' } as const
const wide = { width: 1440, colorScheme: 'light' } as const

const maxLayoutShift = 0.02

/** On these screens every rule also examines the header, sidebar and footer at both widths. */
const shellScreens = new Set(['home', 'login', 'agent dashboard', 'admin dashboard'])

for (const group of groupScreens()) {
  const names = group.map(({ name }) => name).join(', ')
  test(`WCAG 2.2 AA and no sideways scroll, dark and narrow, light and wide: ${names}`, async ({
    page,
    signIn,
    allowConsole,
  }) => {
    test.setTimeout(60_000 + group.length * 60_000)
    const [{ account, status } = {}] = group
    if (status) allowConsole(statusError(status))
    if (account) await signIn(account)
    for (const [at, screen] of group.entries()) {
      await test.step(screen.name, async () => {
        const previous = group[at - 1]
        const inApp = canStayLoaded(previous) && canOpenInApp(screen)
        if (inApp) await leaveInApp(page, screen.account)
        else if (previous) await leave(page)
        await examineScreen(page, screen, inApp)
      })
    }
  })
}

/** At most eight screens of one account, so that the workers end at the same time. */
function groupScreens(): Screen[][] {
  const groups: Screen[][] = []
  for (const account of [undefined, demoAgent, admin]) {
    const own = screens.filter((screen) => screen.account === account)
    // The console error of a refusal is allowed only on the screen that shows it.
    const isAlone = (screen: Screen) => screen.isAlone ?? screen.status !== undefined
    const plain = own.filter((screen) => !isAlone(screen))
    for (let at = 0; at < plain.length; at += 8) groups.push(plain.slice(at, at + 8))
    for (const screen of own.filter(isAlone)) groups.push([screen])
  }
  return groups
}

/**
 * Whether the next screen can be opened in the loaded app. Loading the app and the first run of axe take most of the
 * time of a screen.
 */
function canStayLoaded(screen: Screen | undefined): boolean {
  if (!screen || screen.leavesState || screen.fakeAnswers) return false
  return screen.account !== undefined || !screen.prepare
}

/** A screen without preparation is loaded, because its layout shift is measured. */
const canOpenInApp = ({ prepare, fakeAnswers }: Screen) => Boolean(prepare) && !fakeAnswers

/** Opens a screen without data, so that nothing of the previous screen stays open. */
async function leaveInApp(page: Page, account: Screen['account']): Promise<void> {
  await openInApp(page, account ? '/dashboard/no-such-screen' : '/auth/unauthorized')
  const heading = account ? 'Page not found' : 'This page is not for your account'
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

/** Leaves the app and deletes everything that the previous screen has stored. */
async function leave(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  // Removed after the app has stopped, because the app would refetch its data from the real server.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

async function examineScreen(page: Page, screen: Screen, inApp: boolean): Promise<void> {
  // The screen is opened once. It follows the width and the colour scheme.
  await page.setViewportSize({ width: narrow.width, height: 900 })
  await page.emulateMedia({ colorScheme: narrow.colorScheme })
  await openScreen(page, screen, { short: true, inApp })
  if (!screen.prepare && !screen.fakeAnswers) {
    const shift = await layoutShift(page)
    expect.soft(shift, `${screen.name}: layout shift`).toBeLessThanOrEqual(maxLayoutShift)
  }
  await setColorScheme(page, narrow.colorScheme)
  expect.soft(await findViolations(page, 'all'), `${screen.name}: narrow, dark`).toEqual([])
  expect.soft(await overflowPx(page), `${screen.name}: over 360 px`).toBeLessThanOrEqual(0)
  await noteVisibleElements(page)

  await page.setViewportSize({ width: wide.width, height: 900 })
  await setColorScheme(page, wide.colorScheme)
  const isNewStructure = shellScreens.has(screen.name) || (await showsOtherElements(page))
  const violations = await findViolations(page, isNewStructure ? 'all' : 'appearance')
  expect.soft(violations, `${screen.name}: wide, light`).toEqual([])
  expect.soft(await overflowPx(page), `${screen.name}: over 1440 px`).toBeLessThanOrEqual(0)
}

/** Rules whose result depends on the colours or the width. The other rules depend on the visible elements alone. */
const appearanceRules = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
]

/**
 * The violations of WCAG 2.2 A and AA and of the best practices that axe finds on the page. If a dialog is open, axe
 * examines the dialog alone, because nothing behind it can be reached.
 */
async function findViolations(page: Page, rules: 'all' | 'appearance') {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Runs in the page itself. The other mode opens a second page for each run, to examine frames of other sites.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    .setLegacyMode()
    .options({
      // WCAG 2.5.3, which the tags omit because axe calls the rule experimental.
      rules: { 'label-content-name-mismatch': { enabled: true } },
      // Describing each element that passes a rule took a quarter of the time and half a megabyte.
      resultTypes: ['violations'],
    })
  if (rules === 'all') {
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  } else axe.withRules(appearanceRules)
  if ((await page.getByRole('dialog').count()) > 0) axe.include('[role="dialog"], dialog[open]')
  const { violations } = await axe.analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map((node) => node.html).slice(0, 5),
  }))
}

/** Stores in the page which elements outside the shell are visible. */
function noteVisibleElements(page: Page): Promise<void> {
  return page.evaluate(() => {
    const findVisible = () =>
      [...document.querySelectorAll('main *, [role="dialog"] *')].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      )
    const noted = findVisible()
    const showsOthers = () => {
      const visible = findVisible()
      return visible.length !== noted.length || visible.some((element, at) => element !== noted[at])
    }
    Object.assign(window, { showsOthers })
  })
}

/** Whether the visible elements outside the shell differ from those that `noteVisibleElements` stored. */
function showsOtherElements(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { showsOthers: () => boolean }).showsOthers())
}

interface Shift {
  value: number
  hadRecentInput: boolean
}

/** How far the content has moved since the screen was opened, as browsers measure it. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // With `buffered`, the first call has all entries so far. Without any, there is no call.
        setTimeout(resolve, 100, 0)
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & Shift)[]
          // As in the definition of CLS. A change of the window's size that arrives late counts as an input.
          const unexpected = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
          resolve(unexpected.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
      }),
  )
}

/** Screens whose data arrives in several responses. */
const screensInParts = ['agent dashboard', 'admin dashboard', 'my leads', 'audit log']

for (const name of screensInParts) {
  test(`does not move while it loads on wider screens: ${name}`, async ({ page, signIn }) => {
    const screen = screens.find((one) => one.name === name)
    if (!screen?.account) throw new Error(`no screen ${name}`)
    await signIn(screen.account)
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await openScreen(page, screen)
      expect.soft(await layoutShift(page), `at ${width} px`).toBeLessThanOrEqual(maxLayoutShift)
    }
  })
}

function overflowPx(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

test('the sidebar is visible from 768 px, and below behind a toggle that works by keyboard', async ({
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

test('the brand in the sidebar leads to the home page', async ({ page, signIn }) => {
  await signIn(demoAgent)
  await page.goto('/dashboard')
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: /Raahi/ })
    .click()
  await expect(page).toHaveURL('/')
})

test('the first Tab focuses a link that skips to the content', async ({ page, signIn }) => {
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

test('the chosen colour scheme survives a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openPage(page, '/')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`the sidebar opens ${reducedMotion === 'reduce' ? 'without motion if the system asks for reduced motion' : 'with motion by default'}`, async ({
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
