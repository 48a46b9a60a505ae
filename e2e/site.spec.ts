import { demoAgent } from './support/api.ts'
import { expect, failedWith, test } from './support/test.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page can be read and leads to login and sign-up', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle('Raahi: travel leads for travel agents in India')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Be the agent who answers.')
    await expect(page.getByText('One lead, one agent')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/auth/login')
    await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute(
      'href',
      '/auth/signup',
    )
  })
})

test('a visitor is offered Login and Register, somebody signed in the dashboard', async ({
  page,
  signIn,
}) => {
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: /Raahi/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to dashboard' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL('/auth/signup')
  await page.goBack()
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/auth/login')

  await signIn(demoAgent)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Agent Dashboard', level: 1 })).toBeVisible()
})

test('a browser that looks for an icon of its own accord finds one', async ({ request }) => {
  const icon = await request.get('/favicon.ico')
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/vnd.microsoft.icon'])
})

test('an unknown address is a 404 that says so and leads back', async ({ page, consoleMaySay }) => {
  consoleMaySay(failedWith(404))
  const answer = await page.goto('/no/such/place')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This road leads nowhere' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the start' }).click()
  await expect(page).toHaveURL('/')
})

test('an unknown address behind the login keeps the menu at hand', async ({ page, signIn }) => {
  await signIn(demoAgent)
  await page.goto('/dashboard/no-such-screen')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'My Leads' })
    .click()
  await expect(page).toHaveURL('/dashboard/my-leads')
})

for (const address of ['/', '/auth/login', '/dashboard/my-leads', '/no/such/place']) {
  test(`only scripts of our own run on ${address}`, async ({ page, consoleMaySay }) => {
    if (address === '/no/such/place') consoleMaySay(failedWith(404))
    const violations: string[] = []
    await page.exposeFunction('tellViolation', (text: string) => violations.push(text))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { tellViolation } = window as unknown as { tellViolation(text: string): void }
        tellViolation(`${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    const answer = await page.goto(address)
    const policy = (await answer?.headerValue('content-security-policy')) ?? ''
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src '))
    expect(scripts).toContain("'self'")
    expect(scripts).not.toContain('unsafe-inline')
    expect(scripts).not.toContain('unsafe-eval')
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    // The page is alive: its own inline scripts were let through.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(violations).toEqual([])

    // And the policy is in force: a script that somebody slipped in does not run.
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.slippedIn = true'
      document.head.append(script)
    })
    await expect.poll(() => violations).toHaveLength(1)
    expect(await page.evaluate(() => 'slippedIn' in window)).toBe(false)
    consoleMaySay(/Content Security Policy/)
  })
}
