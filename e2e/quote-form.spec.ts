import { inDays, newEmail, newPhone, openQuoteForm } from './support/quote.ts'
import { expect, statusError, test } from './support/test.ts'

const thanks = 'Thank you! Your enquiry has reached us.'

test('a traveller requests a quote, and admins see all of its fields', async ({ page, api }) => {
  const [phone, email, date] = [newPhone(), newEmail(), inDays(60)]
  await page.goto('/')
  const form = await openQuoteForm(page)
  await form.getByLabel('Full name').fill('Meera Nair')
  await form.getByLabel('Phone', { exact: true }).fill(phone)
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Current city').fill('Kochi')
  await form.getByLabel('Destination').fill('Coorg')
  await form.getByLabel('Travel date').fill(date)
  await form.getByLabel('Days').fill('5')
  await form.getByLabel('Nights').fill('4')
  await form.getByLabel('Adults').fill('2')
  await form.getByLabel('Children').fill('1')
  await form.getByLabel('Infants').fill('1')
  await form.getByLabel('Kind of trip').selectOption('Family')
  await form.getByLabel('Within India or abroad').selectOption('Domestic')
  await form.getByLabel('How did you find us?').selectOption('Referral')
  await form.getByRole('checkbox').check()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
  })
  await form.getByRole('button', { name: 'Get my quote' }).dblclick()

  await expect(page.getByRole('heading', { name: thanks })).toBeFocused()
  const reference = await page.getByText(/^RQ-\d{6,}$/).innerText()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your enquiry' })).toHaveAttribute(
    'href',
    /^\/my-enquiry#[\w-]{43}$/,
  )
  // A double click sends the form once.
  expect(calls).toEqual(['/api/enquiries'])
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
      source: 'Referral',
      consentText: expect.stringContaining('I agree that Raahi keeps what I have entered here'),
    },
  ])
  // The input is deleted once it is sent.
  await page.reload()
  await expect((await openQuoteForm(page)).getByLabel('Full name')).toHaveValue('')
})

test('shows errors under their fields and focuses the first one', async ({ page }) => {
  await page.goto('/destinations/kerala')
  const form = await openQuoteForm(page)
  await expect(form.getByLabel('Destination')).toHaveValue('Kerala')
  await form.getByRole('button', { name: 'Get my quote' }).click()
  await expect(form.getByLabel('Full name')).toBeFocused()
  await expect(form.getByLabel('Full name')).toHaveAccessibleDescription('Name is required')
  await expect(form.getByText('Phone number is required')).toBeVisible()
  await expect(form.getByText('Please agree to be contacted')).toBeVisible()

  await form.getByLabel('Full name').fill('Meera Nair')
  await expect(form.getByText('Name is required')).toBeHidden()
  await form.getByLabel('Phone', { exact: true }).fill('12345')
  const travelDate = form.getByLabel('Travel date')
  await travelDate.fill('31-02-2027')
  await travelDate.blur()
  await expect(travelDate).toHaveAccessibleDescription(/31-02-2027 is not a date/)
  // Sending shows the same error, which disappears with the text.
  await form.getByRole('button', { name: 'Get my quote' }).click()
  await expect(travelDate).toHaveAccessibleDescription(/31-02-2027 is not a date/)
  await travelDate.fill('')
  await expect(travelDate).toHaveAccessibleDescription('')
  await travelDate.fill(inDays(-2))
  await expect(travelDate).toHaveValue(/^\d\d-\d\d-\d{4}$/)
  await form.getByLabel('Adults').fill('two')
  await form.getByRole('checkbox').check()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Phone', { exact: true })).toBeFocused()
  await expect(form.getByLabel('Phone', { exact: true })).toHaveAccessibleDescription(
    'Enter a valid phone number.',
  )
  await expect(form.getByText('Choose today or a later date.')).toBeVisible()
  await expect(form.getByText('Adults must be a whole number.')).toBeVisible()

  await form.getByLabel('Phone', { exact: true }).fill('+44 20 7946 0958')
  await form.getByLabel('Travel date').fill(inDays(30))
  await form.getByLabel('Adults').fill('2')
  await form.getByLabel('Full name').press('Enter')
  await expect(page.getByRole('heading', { name: thanks })).toBeVisible()
})

test('keeps the input except the consent over a reload, and each page keeps its destination', async ({
  page,
}) => {
  await page.goto('/destinations/goa')
  const form = await openQuoteForm(page)
  await form.getByLabel('Full name').fill('Meera Nair')
  await form.getByLabel('Destination').fill('Goa and Hampi')
  await form.getByLabel('Kind of trip').selectOption('Couple')
  await form.getByRole('checkbox').check()
  await page.reload()
  await openQuoteForm(page)
  await expect(form.getByLabel('Full name')).toHaveValue('Meera Nair')
  await expect(form.getByLabel('Destination')).toHaveValue('Goa and Hampi')
  await expect(form.getByLabel('Kind of trip')).toHaveValue('Couples')
  await expect(form.getByRole('checkbox')).not.toBeChecked()
  await page.goto('/destinations/manali')
  await openQuoteForm(page)
  await expect(form.getByLabel('Full name')).toHaveValue('Meera Nair')
  await expect(form.getByLabel('Destination')).toHaveValue('Manali')
})

test('the search of the home page fills in the destination of the form', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Where would you like to go?' }).fill('Coor')
  await page.getByRole('option', { name: 'Coorg' }).click()
  await expect(page).toHaveURL('/?destination=Coorg#quote')
  const form = page.locator('form[action="/enquiries"]')
  await expect(form.getByLabel('Destination')).toHaveValue('Coorg')
  await expect(page.getByRole('heading', { name: 'Where to, and when?' })).toBeInViewport()
})

test('a search for a region fills in the typed text', async ({ page }) => {
  await page.goto('/')
  const search = page.getByRole('combobox', { name: 'Where would you like to go?' })
  await search.fill('Andaman')
  await search.press('Enter')
  await expect(page).toHaveURL('/?destination=Andaman#quote')
  const form = page.locator('form[action="/enquiries"]')
  await expect(form.getByLabel('Destination')).toHaveValue('Andaman')
})

test('refuses an invalid value beside its field and keeps the input', async ({ page }) => {
  await page.goto('/')
  const form = await openQuoteForm(page)
  await form.getByLabel('Full name').fill('Meera Nair')
  await form.getByLabel('Phone', { exact: true }).fill(newPhone())
  await form.getByLabel('Destination').fill('Bali')
  await form.getByLabel('Within India or abroad').selectOption('Domestic')
  await form.getByLabel('Days').fill('3')
  await form.getByLabel('Nights').fill('4')
  await form.getByLabel('Adults').fill('0')
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Get my quote' }).click()
  await expect(form.getByLabel('Nights')).toBeFocused()
  await expect(form.getByLabel('Nights')).toHaveAccessibleDescription(
    'A trip of 3 days cannot have 4 nights.',
  )
  // Errors beside a control do not stretch it.
  const days = await form.getByLabel('Days').boundingBox()
  const nights = await form.getByLabel('Nights').boundingBox()
  expect(days?.height).toBe(nights?.height)
  await expect(form.getByLabel('Adults')).toHaveAccessibleDescription(
    'Please add at least one traveller.',
  )
  await expect(form.getByLabel('Within India or abroad')).toHaveAccessibleDescription(
    'Bali is outside India. Please choose International.',
  )
  // The error depends on two fields, so a change of either field removes it.
  await form.getByLabel('Days').fill('5')
  await expect(form.getByText('cannot have 4 nights')).toBeHidden()
  await form.getByLabel('Within India or abroad').selectOption('International')
  await form.getByLabel('Adults').fill('2')
  await form.getByRole('button', { name: 'Get my quote' }).click()
  await expect(page.getByRole('heading', { name: thanks })).toBeVisible()
})

test('shows a lost connection and keeps the form', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED|Failed to fetch/)
  await page.goto('/')
  const form = await openQuoteForm(page)
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
    await form.getByLabel('Kind of trip').selectOption('Couple')
    await form.getByLabel('Within India or abroad').selectOption('Domestic')
    await form.getByLabel('How did you find us?').selectOption('Advertisement')
    await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Get my quote' }).click()
    await expect(page.getByText('Enter a valid phone number.').first()).toBeVisible()
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
        source: 'Advertisement',
      },
    ])
  })
})
