import { openQuoteForm } from './support/quote.ts'
import { expect, test } from './support/test.ts'

const places = [
  { slug: 'goa', name: 'Goa', sight: 'Old Goa', best: 'November to February' },
  {
    slug: 'kerala',
    name: 'Kerala',
    sight: 'The backwaters of Alappuzha',
    best: 'December to March',
  },
  {
    slug: 'rajasthan',
    name: 'Rajasthan',
    sight: 'Mehrangarh, Jodhpur',
    best: 'November to February',
  },
  {
    slug: 'manali',
    name: 'Manali',
    sight: 'Hadimba temple',
    best: 'March to June, September to October',
  },
  { slug: 'jaipur', name: 'Jaipur', sight: 'Amber Fort', best: 'November to February' },
]

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('each page says when to go, what to see, a journey and how to get there', async ({
    page,
  }) => {
    for (const { slug, name, sight, best } of places) {
      await page.goto(`/destinations/${slug}`)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(page.getByText(best, { exact: true })).toBeVisible()
      const months = page.locator('figure').getByRole('list').first().getByRole('listitem')
      await expect(months).toHaveCount(12)
      await expect(months.first()).toContainText(
        /^January: (best time|good time|off season)\. -?\d+ °C by day/,
      )
      await expect(page.getByRole('heading', { name: sight, exact: true, level: 3 })).toBeVisible()
      await expect(page.getByText('Day 1', { exact: true })).toBeVisible()
      await expect(page.getByText('By air')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Good for' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible()
      // The styles apply without script too.
      await expect(months.first()).toHaveCSS('display', 'grid')
      await expect(page.getByText('Day 1', { exact: true })).toHaveCSS('position', 'absolute')
      await expect(page.getByLabel('Full name')).toHaveCSS('min-height', '48px')
      await expect(page.getByRole('group', { name: 'About you' })).toHaveCSS('display', 'flex')
      const facts = await page.locator('script[type="application/ld+json"]').allTextContents()
      expect(facts.map((text) => JSON.parse(text)['@type'])).toEqual(
        expect.arrayContaining(['TouristDestination', 'BreadcrumbList']),
      )
    }
  })
})

test('a destination page shows the same after a link as after a page load', async ({ page }) => {
  // Without motion every section is laid out at once. Otherwise a section below the fold has its text only after a while.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/destinations/kerala')
  const texts = async () => (await page.getByRole('main').innerText()).replace(/\s+/g, ' ').trim()
  await openQuoteForm(page)
  const first = await texts()
  await page.goto('/destinations')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Kerala/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kerala' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'When to go' })).toBeVisible()
  // The form loads when the visitor comes near it.
  await page.locator('#quote').scrollIntoViewIfNeeded()
  const form = page.locator('form[action="/enquiries"]')
  await expect(form.getByLabel('Destination')).toHaveValue('Kerala')
  await expect.poll(texts).toBe(first)
  await expect(page.getByRole('main').locator('svg[preserveAspectRatio]')).toHaveCount(3)
})

test('the buttons of a destination page scroll to the itinerary and to the form', async ({
  page,
}) => {
  await page.goto('/destinations/rajasthan')
  await page.getByRole('link', { name: 'Sample itinerary' }).click()
  await expect(page.getByRole('heading', { name: /^Nine days/ })).toBeInViewport()
  await page.goBack()
  await page.getByRole('link', { name: 'Get a quote for Rajasthan' }).click()
  await expect(page.getByRole('heading', { name: 'Get a quote', exact: true })).toBeInViewport()
})
