import type { Page } from '@playwright/test'
import { demoAgent } from './support/api.ts'
import { doubleClick } from './support/double-click.ts'
import { expect, openPage, statusError, tabTo, test } from './support/test.ts'

/** The pages of the public site with their titles and headings. */
const pages = [
  { path: '/', title: /^Raahi: holidays in India/, heading: 'Where shall the road take you?' },
  { path: '/destinations', title: /^Destinations: Manali, Goa, Kerala/, heading: 'Destinations' },
  { path: '/destinations/goa', title: /^Goa/, heading: 'Goa' },
  { path: '/destinations/kerala', title: /^Kerala/, heading: 'Kerala' },
  { path: '/destinations/rajasthan', title: /^Rajasthan/, heading: 'Rajasthan' },
  { path: '/destinations/manali', title: /^Manali/, heading: 'Manali' },
  { path: '/destinations/jaipur', title: /^Jaipur/, heading: 'Jaipur' },
  { path: '/agents', title: /^For travel agents/, heading: 'For travel agents' },
  { path: '/developers', title: /^For developers/, heading: 'For developers' },
  { path: '/about', title: /^About Raahi/, heading: 'About us' },
  { path: '/contact', title: /^Contact us/, heading: 'Contact us' },
  { path: '/returns', title: /^Return policy/, heading: 'Return policy' },
  { path: '/privacy', title: /^Privacy notice/, heading: 'Privacy notice' },
  { path: '/terms', title: /^Terms of use/, heading: 'Terms of use' },
]

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('each page is complete and illustrated, and describes itself to search engines and previews', async ({
    page,
    baseURL,
  }) => {
    for (const { path, title, heading } of pages) {
      await page.goto(path)
      await expect(page).toHaveTitle(title)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('contentinfo').getByText('hello@raahi.example')).toBeVisible()
      const contentOf = (selector: string) =>
        page.locator(`head ${selector}`).getAttribute('content')
      const description = (await contentOf('meta[name="description"]')) ?? ''
      expect(description.length).toBeGreaterThan(60)
      expect(description.length).toBeLessThanOrEqual(175)
      expect(await contentOf('meta[property="og:title"]')).toMatch(title)
      await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute(
        'href',
        `${baseURL}${path}`,
      )
      const preview = (await contentOf('meta[property="og:image"]')) ?? ''
      expect(preview.startsWith(`${baseURL}/previews/`)).toBe(true)
      const picture = await page.request.get(preview)
      expect(picture.headers()['content-type']).toBe('image/jpeg')
      for (const facts of await page.locator('script[type="application/ld+json"]').all()) {
        expect(JSON.parse((await facts.textContent()) ?? '')).toMatchObject({
          '@context': 'https://schema.org',
        })
      }
    }
  })

  test('the page of the return policy shows the rules in force', async ({ page }) => {
    await page.goto('/returns')
    const rules = page.getByRole('region', { name: 'Rules and figures' })
    await expect(rules.getByRole('heading', { name: /^\d+ days? to report$/ })).toBeVisible()
    await expect(rules.getByRole('heading', { name: /^\d+ hours? to decide$/ })).toBeVisible()
    await expect(rules.getByRole('heading', { name: /^Above \d+% returns/ })).toBeVisible()
  })

  test('the home page shows its claims and links to every page', async ({ page }) => {
    await page.goto('/')
    const main = page.getByRole('main')
    await expect(main.getByText('1000+')).toBeVisible()
    await expect(main.getByText('happy customers')).toBeVisible()
    await expect(main.getByText('100+', { exact: true })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Why choose us' })).toBeVisible()
    for (const name of ['Goa', 'Kerala', 'Rajasthan']) {
      await expect(main.getByRole('link', { name: new RegExp(name) }).first()).toHaveAttribute(
        'href',
        `/destinations/${name.toLowerCase()}`,
      )
    }
    await expect(main.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/auth/login')
    await expect(main.getByRole('link', { name: 'Register' })).toHaveAttribute(
      'href',
      '/auth/signup',
    )
    // Every drawing is inline in the page.
    expect(await main.locator('svg[preserveAspectRatio] path').count()).toBeGreaterThan(100)
  })

  test('the page for agents shows the present prices, plans and leads', async ({ page }) => {
    await page.goto('/agents')
    const main = page.getByRole('main')
    await expect(main.getByText('for a trip within India')).toContainText(/₹\d+/)
    await expect(main.locator('[data-list=plans]').getByRole('listitem').first()).toContainText(
      /leads in \d+ days/,
    )
    await expect(main.locator('[data-list=leads]').getByRole('listitem').first()).toContainText('₹')
    await expect(main.getByRole('link', { name: 'Register' }).first()).toBeVisible()
  })

  test('opens the menu on a phone and follows a link', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu).toBeHidden()
    await page.getByText('Menu', { exact: true }).click()
    await expect(menu.getByRole('link', { name: 'Login/Register' })).toBeVisible()
    await menu.getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { name: 'About us' })).toBeVisible()
  })

  test('the search links to all destinations', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Where would you like to go?').fill('Goa')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/destinations?q=Goa')
    await expect(page.getByRole('heading', { level: 1, name: 'Destinations' })).toBeVisible()
  })

  test('sends the contact form', async ({ page }) => {
    await page.goto('/contact')
    await page.getByLabel('Full name').fill('Meera Iyer')
    await page.getByLabel('Email').fill('meera.noscript@mail.example')
    await page.getByLabel('Message').fill('Is March too hot for Jaipur?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page).toHaveURL('/contact/sent')
    await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })
})

test.describe('the nav bar', () => {
  test('links to every page and marks the current one', async ({ page }) => {
    await page.goto('/')
    const nav = page.getByRole('navigation', { name: 'Main' })
    for (const [link, heading] of [
      ['Destinations', 'Destinations'],
      ['About', 'About us'],
      ['Contact', 'Contact us'],
      ['Home', 'Where shall the road take you?'],
    ] as const) {
      await nav.getByRole('link', { name: link }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(nav.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page')
    }
    await nav.getByRole('link', { name: 'Login/Register' }).click()
    await expect(page).toHaveURL('/auth/login')
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  })

  test('offers the dashboard to a signed-in user, and never shows the login first', async ({
    page,
    signIn,
  }) => {
    await signIn(demoAgent)
    await page.goto('/')
    await page.getByRole('link', { name: 'Go to dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'Agent Dashboard', level: 1 })).toBeVisible()
  })

  test('the menu of a phone closes with Escape and after a link', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await openPage(page, '/')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const toggle = page.getByText('Menu', { exact: true })
    await toggle.click()
    await menu.getByRole('link', { name: 'Destinations' }).focus()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Destinations' }).click()
    await expect(page).toHaveURL('/destinations')
    await expect(menu).toBeHidden()
  })

  test('the first Tab focuses a link that skips the nav bar', async ({ page }) => {
    await page.goto('/about')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

/** The results of the search. The quote form on the page has options too. */
const found = (page: Page) => page.getByRole('listbox', { name: 'Destinations' })

test.describe('the search', () => {
  test('finds destinations while typing, and opens one by keyboard alone', async ({ page }) => {
    await openPage(page, '/')
    const box = page.getByRole('combobox', { name: 'Where would you like to go?' })
    await tabTo(page, box)
    await page.keyboard.type('ker')
    await expect(found(page).getByRole('option').first()).toHaveText(/Kerala/)
    await page.keyboard.press('ArrowDown')
    await expect(found(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/destinations/kerala')
    await expect(page.getByRole('heading', { level: 1, name: 'Kerala' })).toBeVisible()
    // The scene is fetched and drawn, because the page was opened by a link and not loaded.
    await expect(page.locator('main svg[preserveAspectRatio]').first()).toBeVisible()
  })

  test('passes any other text to the quote form', async ({ page }) => {
    await openPage(page, '/destinations')
    const box = page.getByRole('combobox', { name: 'Where would you like to go?' })
    await box.fill('bombay')
    await found(page)
      .getByRole('option', { name: /^Mumbai/ })
      .click()
    await expect(page).toHaveURL('/?destination=Mumbai#quote')
    await expect(page.getByRole('heading', { name: 'Get a quote' })).toBeInViewport()
    await page.goto('/destinations')
    await box.fill('Timbuktu')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/?destination=Timbuktu#quote')
  })

  test('closes with Escape and keeps the text', async ({ page }) => {
    await openPage(page, '/')
    const box = page.getByRole('combobox', { name: 'Where would you like to go?' })
    await box.fill('goa')
    await expect(found(page).getByRole('option').first()).toContainText('Goa')
    await page.keyboard.press('Escape')
    await expect(found(page).getByRole('option')).toHaveCount(0)
    await expect(box).toHaveValue('goa')
  })
})

test.describe('the contact form', () => {
  test('shows errors under the fields and keeps the input over a reload', async ({ page }) => {
    await openPage(page, '/contact')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Message is required')).toBeVisible()
    await expect(page.getByLabel('Full name')).toBeFocused()
    await page.getByLabel('Full name').fill('Meera Iyer')
    await expect(page.getByText('Name is required')).toHaveCount(0)
    await page.getByLabel('Email').fill('meera')
    await page.getByLabel('Message').fill('Is March too hot? '.repeat(250))
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Invalid email format')).toBeVisible()
    await expect(page.getByText('At most 4000 characters.')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.getByLabel('Message').fill('Is March too hot for Jaipur?')
    await page.reload()
    await expect(page.getByLabel('Full name')).toHaveValue('Meera Iyer')
    await expect(page.getByLabel('Message')).toHaveValue('Is March too hot for Jaipur?')
  })

  test('is sent once, shows thanks and deletes the input', async ({ page }) => {
    await openPage(page, '/contact')
    await page.getByLabel('Full name').fill('Meera Iyer')
    await page.getByLabel('Email').fill('meera.once@mail.example')
    await page.getByLabel('Message').fill('Is March too hot for Jaipur?')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/contact')) sent.push(request.postData() ?? '')
    })
    await doubleClick(page.getByRole('button', { name: 'Send message' }), '**/api/contact')
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
    expect(sent.map((body) => JSON.parse(body))).toEqual([
      {
        name: 'Meera Iyer',
        email: 'meera.once@mail.example',
        message: 'Is March too hot for Jaipur?',
        website: '',
      },
    ])
    await page.reload()
    await expect(page.getByLabel('Message')).toHaveValue('')
  })

  test('shows that sending failed and keeps the input', async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED|Failed to load resource/)
    await openPage(page, '/contact')
    await page.getByLabel('Full name').fill('Meera Iyer')
    await page.getByLabel('Email').fill('meera.offline@mail.example')
    await page.getByLabel('Message').fill('Is March too hot for Jaipur?')
    await page.route('**/api/contact', (route) => route.abort())
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('alert')).toContainText('Could not reach Raahi')
    await expect(page.getByLabel('Message')).toHaveValue('Is March too hot for Jaipur?')
    await page.unroute('**/api/contact')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  })
})

test('lists every public page and no other for search engines', async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  expect(listed.sort()).toEqual(pages.map(({ path }) => `${baseURL}${path}`).sort())
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  expect(robots).toContain('Disallow: /dashboard')
})

test('no page scrolls sideways at any width', async ({ page }) => {
  for (const { path } of pages) {
    await page.goto(path)
    for (const width of [360, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      // Chromium computes the scroll width some time after the size of the window changes.
      const tooWide = () =>
        page.evaluate(async (wanted) => {
          for (let frames = 0; frames < 2; frames += 1) {
            await new Promise((resolve) => requestAnimationFrame(resolve))
          }
          const { scrollWidth, clientWidth } = document.documentElement
          return innerWidth === wanted ? scrollWidth - clientWidth : Number.POSITIVE_INFINITY
        }, width)
      await expect.poll(tooWide, `${path} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})

test('serves an icon at the address that browsers request by default', async ({ request }) => {
  const icon = await request.get('/favicon.ico')
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/vnd.microsoft.icon'])
})

test('answers 404 for an unknown address, within the site, with a link back', async ({
  page,
  allowConsole,
}) => {
  allowConsole(statusError(404))
  const answer = await page.goto('/destinations/atlantis')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This road leads nowhere' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Go to home page' }).click()
  await expect(page).toHaveURL('/')
})

test('shows the menu at an unknown address of the dashboard', async ({ page, signIn }) => {
  await signIn(demoAgent)
  await page.goto('/dashboard/no-such-screen')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'My Leads' })
    .click()
  await expect(page).toHaveURL('/dashboard/my-leads?status=buy')
})

test('runs only scripts of the product on every page', async ({ page, allowConsole }) => {
  allowConsole(statusError(404))
  let violations: string[] = []
  await page.exposeFunction('tellViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as { tellViolation(text: string): void }
      tellViolation(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  for (const address of ['/', '/contact', '/auth/login', '/dashboard/my-leads', '/no/such/place']) {
    violations = []
    const answer = await page.goto(address)
    const policy = (await answer?.headerValue('content-security-policy')) ?? ''
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src '))
    expect(scripts, address).toContain("'self'")
    expect(scripts, address).not.toContain('unsafe-inline')
    expect(scripts, address).not.toContain('unsafe-eval')
    expect(policy, address).toContain("default-src 'self'")
    expect(policy, address).toContain("frame-ancestors 'none'")
    // The page works, so the policy allowed its own inline scripts.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(violations, address).toEqual([])

    // An injected script does not run, so the policy is in force.
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.injected = true'
      document.head.append(script)
    })
    await expect.poll(() => violations, address).toHaveLength(1)
    expect(await page.evaluate(() => 'injected' in window), address).toBe(false)
  }
  allowConsole(/Content Security Policy/)
})
