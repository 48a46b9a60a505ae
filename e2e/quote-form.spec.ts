import type { Locator } from '@playwright/test'
import { doubleClick } from './support/double-click.ts'
import { readMessageCode } from './support/mailbox.ts'
import {
  findChip,
  goToNextStep,
  inDays,
  newEmail,
  newPhone,
  openQuoteForm,
  sendQuote,
} from './support/quote.ts'
import { expect, openPage, statusError, test } from './support/test.ts'

const thanks = 'Thank you! Your enquiry has reached us.'

test('a traveller requests a quote, and admins see all of its fields', async ({ page, api }) => {
  const [phone, email, date] = [newPhone(), newEmail(), inDays(60)]
  await page.goto('/')
  const form = await openQuoteForm(page)
  await form.getByLabel('Destination').fill('Coorg')
  // The country follows from the destination.
  await expect(findChip(form, 'Within India or abroad', 'Domestic')).toBeChecked()
  await findChip(form, 'Travel month', 'May').check()
  await form.getByLabel('Travel date').fill(date)
  await expect(findChip(form, 'Travel month', 'May')).not.toBeChecked()
  await form.getByLabel('Nights', { exact: true }).fill('4')
  await goToNextStep(form)
  await findChip(form, 'Kind of trip', 'Family').check()
  await expect(form.getByLabel('Adults', { exact: true })).toHaveValue('2')
  await form.getByRole('button', { name: 'More children' }).click()
  await form.getByLabel('Infants', { exact: true }).fill('1')
  await findChip(form, 'Budget per person', '₹30,000–60,000').check()
  await findChip(form, 'What matters most', 'Good food').check()
  await goToNextStep(form)
  await form.getByLabel('Full name').fill('Meera Nair')
  await form.getByLabel('Phone', { exact: true }).fill(phone)
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Current city').fill('Kochi')
  await form.getByRole('checkbox').check()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
  })
  await doubleClick(form.getByRole('button', { name: 'Get my quote' }), '**/api/enquiries')

  await expect(page.getByRole('heading', { name: thanks })).toBeFocused()
  const reference = await page.getByText(/^RQ-\d{6,}$/).innerText()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your enquiry' })).toHaveAttribute(
    'href',
    /^\/my-enquiry#[\w-]{43}$/,
  )
  // A double click sends the form once.
  expect(calls).toEqual(['/api/enquiries'])
  const survey = page.getByRole('region', { name: 'How did you find us?' })
  await survey.getByRole('button', { name: 'Referral' }).click()
  await expect(survey.getByRole('status')).toHaveText('Thank you for telling us.')
  const list = await api.asAdmin<{ docs: unknown[] }>('get', `/api/enquiries?search=${reference}`)
  expect(list.data.docs).toMatchObject([
    {
      reference,
      name: 'Meera Nair',
      phone: `+91${phone}`,
      email,
      city: 'Kochi',
      destination: 'Coorg',
      travelDate: date,
      travelDays: 5,
      travelNights: 4,
      adult: 2,
      children: 1,
      infant: 1,
      tripType: 'Family',
      leadType: 'domestic',
      travelMonth: null,
      budgetPerPerson: '30000-60000',
      priority: 'food',
      source: 'Referral',
      consentText: expect.stringContaining('I agree that Raahi keeps what I have entered here'),
    },
  ])
  // The input is deleted once the form is sent.
  await page.reload()
  await expect((await openQuoteForm(page)).getByLabel('Destination')).toHaveValue('')
})

test('a traveller on a phone sends the form in 12 taps, and loses nothing by Back or a reload', async ({
  page,
  api,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const form = page.locator('form[action="/enquiries"]')
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  await tap(page.getByRole('main').getByRole('link', { name: 'Get a quote', exact: true }))
  await expect(page.locator('#quote')).toBeFocused()
  await openQuoteForm(page)
  await expect(page.getByRole('heading', { name: 'Where to, and when?' })).toBeInViewport()
  await tap(form.getByLabel('Destination'))
  await page.keyboard.type('Goa')
  await tap(findChip(form, 'Travel month', 'December'))
  await tap(form.getByRole('button', { name: 'More nights' }))
  await tap(form.getByRole('button', { name: 'More nights' }))
  await tap(form.getByRole('button', { name: 'Next' }))
  await expect(page.getByRole('heading', { name: 'Who is travelling?' })).toBeFocused()
  // The adults follow the kind of trip until the traveller enters another number.
  await findChip(form, 'Kind of trip', 'Solo').check()
  await expect(form.getByLabel('Adults', { exact: true })).toHaveValue('1')
  await tap(findChip(form, 'Kind of trip', 'Couple'))
  await expect(form.getByLabel('Adults', { exact: true })).toHaveValue('2')
  await tap(form.getByRole('button', { name: 'Next' }))
  await tap(form.getByLabel('Full name'))
  await page.keyboard.type('Meera Nair')

  await form.getByRole('button', { name: 'Back' }).click()
  await form.getByRole('button', { name: 'Back' }).click()
  await expect(form.getByLabel('Destination')).toHaveValue('Goa')
  await goToNextStep(form, 2)
  await page.reload()
  await openQuoteForm(page)
  await expect(form.getByLabel('Full name')).toHaveValue('Meera Nair')

  const phone = newPhone()
  await tap(form.getByLabel('Phone', { exact: true }))
  await page.keyboard.type(phone)
  await tap(form.getByRole('checkbox'))
  await tap(form.getByRole('button', { name: 'Get my quote' }))
  await expect(page.getByRole('heading', { name: thanks })).toBeVisible()
  expect(taps).toBeLessThanOrEqual(12)
  const list = await api.asAdmin<{ docs: unknown[] }>('get', `/api/enquiries?search=${phone}`)
  expect(list.data.docs).toMatchObject([
    {
      destination: 'Goa',
      leadType: 'domestic',
      travelMonth: 'December',
      travelNights: 4,
      travelDays: 5,
      tripType: 'Couples',
      adult: 2,
    },
  ])
})

test('shows errors under their fields and focuses the first one', async ({ page }) => {
  await page.goto('/destinations/kerala')
  const form = await openQuoteForm(page)
  await expect(form.getByLabel('Destination')).toHaveValue('Kerala')
  const travelDate = form.getByLabel('Travel date')
  await travelDate.fill('31-02-2027')
  await travelDate.blur()
  await expect(travelDate).toHaveAccessibleDescription(/31-02-2027 is not a date/)
  // The next step shows the same error, which disappears with the text.
  await goToNextStep(form)
  await expect(travelDate).toHaveAccessibleDescription(/31-02-2027 is not a date/)
  await travelDate.fill('')
  await expect(travelDate).toHaveAccessibleDescription('')
  await travelDate.fill(inDays(-2))
  await expect(travelDate).toHaveValue(/^\d\d-\d\d-\d{4}$/)
  await goToNextStep(form)
  await expect(form.getByText('Choose today or a later date.')).toBeVisible()
  await form.getByLabel('Travel date').fill(inDays(30))
  await goToNextStep(form)
  const adults = form.getByLabel('Adults', { exact: true })
  await adults.fill('two')
  await page.keyboard.press('Enter')
  await expect(adults).toBeFocused()
  await expect(form.getByText('Adults must be a whole number.')).toBeVisible()
  await adults.fill('2')
  await goToNextStep(form)

  await form.getByRole('button', { name: 'Get my quote' }).click()
  await expect(form.getByLabel('Full name')).toBeFocused()
  await expect(form.getByLabel('Full name')).toHaveAccessibleDescription('Name is required')
  await expect(form.getByText('Phone number is required')).toBeVisible()
  await expect(form.getByText('Please agree to be contacted')).toBeVisible()
  await form.getByLabel('Full name').fill('Meera Nair')
  await expect(form.getByText('Name is required')).toBeHidden()
  await form.getByLabel('Phone', { exact: true }).fill('12345')
  await form.getByRole('checkbox').check()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Phone', { exact: true })).toBeFocused()
  await expect(form.getByLabel('Phone', { exact: true })).toHaveAccessibleDescription(
    'Outside India: + and the country code, such as +44. This number is too short. Please check the digits.',
  )
  await form.getByLabel('Phone', { exact: true }).fill('+44 20 7946 0958')
  await form.getByLabel('Full name').press('Enter')
  await expect(page.getByRole('heading', { name: thanks })).toBeVisible()
})

test('keeps the input except the consent over a reload, and each page keeps its destination', async ({
  page,
}) => {
  await page.goto('/destinations/goa')
  const form = await openQuoteForm(page)
  await form.getByLabel('Destination').fill('Goa and Hampi')
  await goToNextStep(form)
  await findChip(form, 'Kind of trip', 'Couple').check()
  await goToNextStep(form)
  await form.getByLabel('Full name').fill('Meera Nair')
  await form.getByRole('checkbox').check()
  await page.reload()
  await openQuoteForm(page)
  await expect(form.getByLabel('Full name')).toHaveValue('Meera Nair')
  await expect(form.getByRole('checkbox')).not.toBeChecked()
  await form.getByRole('button', { name: 'Back' }).click()
  await expect(findChip(form, 'Kind of trip', 'Couple')).toBeChecked()
  await form.getByRole('button', { name: 'Back' }).click()
  await expect(form.getByLabel('Destination')).toHaveValue('Goa and Hampi')
  await page.goto('/destinations/manali')
  await openQuoteForm(page)
  await expect(form.getByLabel('Full name')).toHaveValue('Meera Nair')
  await expect(form.getByLabel('Destination')).toHaveValue('Manali')
})

test('the search of the home page fills in the destination of the form', async ({ page }) => {
  await openPage(page, '/')
  await page.getByRole('combobox', { name: 'Where would you like to go?' }).fill('Coor')
  await page.getByRole('option', { name: 'Coorg' }).click()
  await expect(page).toHaveURL('/?destination=Coorg#quote')
  const form = page.locator('form[action="/enquiries"]')
  await expect(form.getByLabel('Destination')).toHaveValue('Coorg')
  await expect(page.getByRole('heading', { name: 'Where to, and when?' })).toBeInViewport()
})

test('a search for another name of a region fills in its name', async ({ page }) => {
  await openPage(page, '/')
  const search = page.getByRole('combobox', { name: 'Where would you like to go?' })
  await search.fill('Andaman')
  await search.press('Enter')
  await expect(page).toHaveURL(
    /\?destination=Andaman(\+|%20)and(\+|%20)Nicobar(\+|%20)Islands#quote$/,
  )
  const form = page.locator('form[action="/enquiries"]')
  await expect(form.getByLabel('Destination')).toHaveValue('Andaman and Nicobar Islands')
})

test('refuses an invalid value beside its field and keeps the input', async ({ page }) => {
  await page.goto('/')
  const form = await openQuoteForm(page)
  await form.getByLabel('Destination').fill('Bali')
  await findChip(form, 'Within India or abroad', 'Domestic').check()
  await goToNextStep(form)
  const country = form.getByRole('group', { name: 'Within India or abroad' })
  await expect(country).toHaveAccessibleDescription(
    'Bali is outside India. Please choose International.',
  )
  await expect(findChip(form, 'Within India or abroad', 'Domestic')).toBeFocused()
  // The error depends on two fields, so a change of either field removes it.
  await form.getByLabel('Destination').fill('Bali and Java')
  await expect(country).toHaveAccessibleDescription('')
  await findChip(form, 'Within India or abroad', 'International').check()
  await goToNextStep(form)
  await form.getByLabel('Adults', { exact: true }).fill('0')
  await goToNextStep(form)
  await expect(form.getByLabel('Adults', { exact: true })).toHaveAccessibleDescription(
    'Please add at least one traveller.',
  )
  // Errors beside a control do not stretch it.
  const [adults, infants] = await Promise.all(
    ['Adults', 'Infants'].map((name) => form.getByLabel(name, { exact: true }).boundingBox()),
  )
  expect(adults?.height).toBe(infants?.height)
  await form.getByLabel('Adults', { exact: true }).fill('2')
  await goToNextStep(form)
  await form.getByLabel('Full name').fill('Meera Nair')
  await form.getByLabel('Phone', { exact: true }).fill(newPhone())
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Get my quote' }).click()
  await expect(page.getByRole('heading', { name: thanks })).toBeVisible()
})

test('shows a lost connection and keeps the form', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED|Failed to fetch/)
  await page.goto('/')
  const form = await openQuoteForm(page)
  await goToNextStep(form, 2)
  await form.getByLabel('Full name').fill('Meera Nair')
  await form.getByLabel('Phone', { exact: true }).fill(newPhone())
  await form.getByRole('checkbox').check()
  await page.route('**/api/enquiries', (route) => route.abort())
  await form.getByRole('button', { name: 'Get my quote' }).click()
  await expect(form.getByRole('alert')).toContainText('Could not reach Raahi')
  await expect(form.getByLabel('Full name')).toHaveValue('Meera Nair')
  await page.unroute('**/api/enquiries')
  await form.getByRole('button', { name: 'Get my quote' }).click()
  await expect(page.getByRole('heading', { name: thanks })).toBeVisible()
  await expect(page.getByText('You gave no email address')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is in the page, comes back with errors, and is sent', async ({
    page,
    api,
    allowConsole,
  }) => {
    allowConsole(statusError(400))
    const phone = newPhone()
    await page.goto('/destinations/jaipur')
    const form = page.locator('form[action="/enquiries"]')
    await expect(form.getByLabel('Destination')).toHaveValue('Jaipur')
    await form.getByLabel('Full name').fill('Meera Nair')
    await form.getByLabel('Phone', { exact: true }).fill('12')
    await findChip(form, 'Kind of trip', 'Couple').check()
    await expect(findChip(form, 'Within India or abroad', 'Domestic')).toBeChecked()
    await findChip(form, 'Travel month', 'November').check()
    await form.getByLabel('Days', { exact: true }).fill('5')
    await expect(form.getByRole('button', { name: 'Next' })).toBeHidden()
    await form.getByLabel('How did you find us?').selectOption('Advertisement')
    await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Get my quote' }).click()
    await expect(
      page.getByText('This number is too short. Please check the digits.').first(),
    ).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
    await page.getByLabel('Phone', { exact: true }).fill(phone)
    await page.getByRole('button', { name: 'Get my quote' }).click()
    await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
    const reference = await page.getByText(/^RQ-\d{6,}$/).innerText()
    const list = await api.asAdmin<{ docs: unknown[] }>('get', `/api/enquiries?search=${reference}`)
    expect(list.data.docs).toMatchObject([
      {
        phone: `+91${phone}`,
        destination: 'Jaipur',
        tripType: 'Couples',
        leadType: 'domestic',
        travelMonth: 'November',
        travelDays: 5,
        source: 'Advertisement',
      },
    ])
  })
})

test('a traveller verifies the phone with the code from the SMS', async ({
  page,
  allowConsole,
}) => {
  allowConsole(statusError(400))
  await page.goto('/destinations/goa')
  const phone = await sendQuote(page)
  const step = page.getByRole('region', { name: 'Verify your phone' })
  await step.getByRole('button', { name: 'Send me a code' }).click()
  const field = step.getByLabel('Code from the SMS')
  await expect(field).toBeFocused()
  const code = await readMessageCode(page, phone)
  await field.fill(code === '000000' ? '000001' : '000000')
  await step.getByRole('button', { name: 'Verify' }).click()
  await expect(step.getByRole('alert')).toHaveText('This code is wrong. Please check the SMS.')
  await field.fill(code)
  await field.press('Enter')
  await expect(page.getByText('Thank you! Your phone is verified.')).toBeVisible()
  await page.getByRole('link', { name: 'Your enquiry' }).click()
  await expect(page.getByText('Phone verified')).toBeVisible()
})
