import type { Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { onDatabase } from './support/database.ts'
import { openMail } from './support/mailbox.ts'
import { inDays, newEmail, newPhone } from './support/quote.ts'
import { expect, openPage, statusError, test } from './support/test.ts'

interface Made {
  reference: string
  token: string
}

/** Creates an enquiry as the quote form does. */
async function makeEnquiry(page: Page, fields: Record<string, unknown> = {}): Promise<Made> {
  const answer = await page.request.post('/api/enquiries', {
    data: { name: 'Meera Nair', phone: newPhone(), consent: true, destination: 'Goa', ...fields },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()).data
}

test('the link in the email opens the enquiry, which can be corrected and withdrawn', async ({
  page,
  api,
}) => {
  const email = newEmail()
  const fields = {
    email,
    city: 'Kochi',
    travelDate: `${new Date().getFullYear() + 1}-02-05`,
    travelDays: 5,
    travelNights: 4,
    adult: 2,
    children: 1,
    infant: 3,
    tripType: 'Family',
    leadType: 'domestic',
  }
  const { reference, token } = await makeEnquiry(page, fields)
  await openMail(page, email, 'We have your travel enquiry')
  await page.getByRole('link', { name: /\/my-enquiry#/ }).click()
  await expect(page).toHaveURL(new RegExp(`/my-enquiry#${token}\\.[\\w-]{43}$`))
  await expect(page.getByRole('heading', { name: 'We have your enquiry' })).toBeVisible()
  await page.getByRole('button', { name: 'This is my email' }).click()
  await expect(page.getByRole('status')).toHaveText('Thank you! Your email is verified.')
  await expect(page.getByText('Email verified')).toBeVisible()
  await expect(page.getByText(reference)).toBeVisible()
  await expect(page.getByText('2 adults')).toBeVisible()

  await page.getByRole('button', { name: 'Correct it' }).click()
  await expect(page.getByRole('heading', { name: 'Correct your enquiry' })).toBeFocused()
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Save' }) })
  for (const [name, value] of Object.entries(fields)) {
    const field = form.locator(`[name=${name}]:is(input:not([type=radio]), select, :checked)`)
    await expect(field, `${name} can be corrected`).toHaveValue(String(value))
  }
  await page.getByLabel('Full name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Full name').fill('Meera N. Nair')
  await page.getByLabel('Destination', { exact: true }).fill('Gokarna')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('Your enquiry has been corrected.')
  await expect(page.getByText('Gokarna')).toBeVisible()
  const find = () => api.asAdmin<{ docs: unknown[] }>('get', `/api/enquiries?search=${reference}`)
  expect((await find()).data.docs).toMatchObject([
    { name: 'Meera N. Nair', destination: 'Gokarna', adult: 2, status: 'new' },
  ])

  const withdraw = page.getByRole('button', { name: 'Withdraw it' })
  await withdraw.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await expect(withdraw).toBeFocused()
  await withdraw.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, withdraw it' }).click()
  await expect(page.getByRole('heading', { name: 'You have withdrawn it' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Correct it' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Send a new enquiry' })).toBeVisible()
  expect((await find()).data.docs).toMatchObject([{ status: 'withdrawn' }])
})

test('a changed email gets a new link, and the earlier link opens nothing', async ({
  page,
  allowConsole,
}) => {
  allowConsole(statusError(404))
  await page.setViewportSize({ width: 360, height: 800 })
  const [mistyped, email] = [newEmail(), `${'long'.repeat(8)}${newEmail()}`]
  const { reference, token } = await makeEnquiry(page, { email: mistyped })
  await page.goto(`/my-enquiry#${token}`)
  await page.getByRole('button', { name: 'Correct it' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText(`on its way to ${email}`)
  await expect(page).toHaveURL(/\/my-enquiry#[\w-]{43}$/)
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(tooWide).toBeLessThanOrEqual(0)
  const address = page.url()
  expect(address).not.toContain(token)
  // The page continues with the new link, which also opens the enquiry again.
  await page.reload()
  await expect(page.getByText(reference)).toBeVisible()
  await openMail(page, email, 'We have your travel enquiry')
  await page.getByRole('link', { name: /\/my-enquiry#/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${address}\\.[\\w-]{43}$`))
  await page.goto('/about')
  await page.goto(`/my-enquiry#${token}`)
  await expect(
    page.getByRole('heading', { name: 'This link does not open an enquiry' }),
  ).toBeVisible()
})

test('withdrawing an enquiry takes its lead off sale', async ({ page, api }) => {
  const { reference, token } = await makeEnquiry(page)
  const found = await api.asAdmin<{ docs: [{ _id: string }] }>(
    'get',
    `/api/enquiries?search=${reference}`,
  )
  const lead = await api.asAdmin<{ leadId: string; name: string }>(
    'post',
    `/api/enquiries/${found.data.docs[0]._id}/convert`,
    {
      name: `Meera ${reference}`,
      phone: newPhone(),
      email: newEmail(),
      city: 'Kochi',
      destination: 'Goa',
      leadType: 'domestic',
    },
  )
  const onSale = async () =>
    (
      await api.asAdmin<{ totalLeads: number }>(
        'get',
        `/api/leads?search=${encodeURIComponent(lead.data.name)}`,
      )
    ).data.totalLeads
  expect(await onSale()).toBe(1)
  await page.goto(`/my-enquiry#${token}`)
  await expect(
    page.getByRole('heading', { name: 'We are finding your travel agent' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw it' }).click()
  await page.getByRole('button', { name: 'Yes, withdraw it' }).click()
  await expect(page.getByText('No travel agent has received it')).toBeVisible()
  expect(await onSale()).toBe(0)
})

/** Creates an enquiry, and an agent who has bought it. */
async function makeBoughtEnquiry(page: Page, api: Api) {
  const email = newEmail()
  const { reference, token } = await makeEnquiry(page, { email })
  const found = await api.asAdmin<{ docs: [{ _id: string }] }>(
    'get',
    `/api/enquiries?search=${reference}`,
  )
  const lead = await api.asAdmin<{ _id: string; leadId: string }>(
    'post',
    `/api/enquiries/${found.data.docs[0]._id}/convert`,
    {
      name: `Meera ${reference}`,
      phone: newPhone(),
      email,
      city: 'Kochi',
      destination: 'Goa',
      leadType: 'domestic',
    },
  )
  const agent = await api.makeAgent({ wallet: 1000, name: `Ravi ${reference}` })
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead.data._id })
  return { email, token, agent, lead }
}

test('shows who bought it, and asks the agent for a call', async ({ page, api, signIn }) => {
  const { email, token, agent, lead } = await makeBoughtEnquiry(page, api)
  await openMail(page, email, 'Your travel agent for enquiry')
  await page.goto(`/my-enquiry#${token}`)
  await expect(page.getByRole('heading', { name: 'Your travel agent' })).toBeVisible()
  await expect(page.getByText('If no one has called by')).toBeVisible()
  const seen = page.getByRole('listitem').filter({ hasText: 'bought your enquiry' })
  await expect(seen).toContainText(agent.name)
  await onDatabase(({ pool }) =>
    pool.query(
      `update purchases set created_at = created_at - interval '25 hours' where lead_id = $1`,
      [lead.data._id],
    ),
  )
  await page.reload()
  await page.getByRole('button', { name: 'No one has called me' }).click()
  await expect(page.getByText('The answer will appear here.')).toBeVisible()

  await signIn(agent)
  await page.goto(`/dashboard/purchased-leads?lead=${lead.data.leadId}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Will call today/ })
    .click()
  await expect(page.getByRole('dialog').getByText('You answered ‘Will call today’')).toBeVisible()
  await page.goto(`/my-enquiry#${token}`)
  await expect(page.getByText('“I will call you today.”')).toBeVisible()
})

test('sends the link again, and takes the answer to the question about the trip', async ({
  page,
  api,
}) => {
  const { email, agent, lead } = await makeBoughtEnquiry(page, api)
  const ask = { leadId: lead.data._id, reason: 'Unreachable' }
  await api.as(agent, 'post', '/api/leadReplacement/requestLeadReplacement', ask)
  await openMail(page, email, 'Are you still planning your trip?')

  await openPage(page, '/my-enquiry')
  await page.getByLabel('Email or phone number').fill(email)
  await page.getByRole('button', { name: 'Send me my link again' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await openMail(page, email, 'Your link to enquiry')
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Your enquiry' })
  await page.goto((await link.getAttribute('href')) ?? '')
  await expect(
    page.getByRole('heading', { name: 'Are you still planning this trip?' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'I am not travelling any more' }).click()
  await expect(
    page.getByText('Your answer: I am not travelling any more. Thank you!'),
  ).toBeVisible()
  const { data } = await api.as<[{ replacementStatus: string }]>(
    agent,
    'get',
    `/api/leads/getUserLead/${agent.id}`,
  )
  expect(data[0].replacementStatus).toBe('approved')
})

test('corrects the date alone, with one field', async ({ page, api }) => {
  const { reference, token } = await makeEnquiry(page, {
    travelDate: inDays(40),
    tripType: 'Family',
    adult: 3,
    email: newEmail(),
  })
  await page.goto(`/my-enquiry#${token}`)
  await page.getByRole('button', { name: 'Change Travel date' }).click()
  const date = page.getByLabel('Travel date')
  await expect(date).toBeFocused()
  await expect(page.getByRole('textbox')).toHaveCount(1)
  await date.fill(inDays(50))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('Your enquiry has been corrected.')
  const list = await api.asAdmin<{ docs: unknown[] }>('get', `/api/enquiries?search=${reference}`)
  expect(list.data.docs).toMatchObject([
    { travelDate: inDays(50), adult: 3, tripType: 'Family', destination: 'Goa' },
  ])
})

/** An enquiry that its agent has bought and returned. */
async function makeReturnedEnquiry(page: Page, api: Api) {
  const { agent, lead, token } = await makeBoughtEnquiry(page, api)
  const ask = { leadId: lead.data._id, reason: 'Unreachable' }
  await api.as(agent, 'post', '/api/leadReplacement/requestLeadReplacement', ask)
  const { data } = await api.asAdmin<{ docs: [{ _id: string }] }>(
    'get',
    `/api/leadReplacement/getReplacementRequestOfUserById/${agent.id}`,
  )
  await api.asAdmin('post', '/api/leadReplacement/approveLeadReplacement', {
    requestId: data.docs[0]._id,
    action: 'approved',
  })
  return { token }
}

test('offers a returned trip to another agent with one tap', async ({ page, api }) => {
  const { token } = await makeReturnedEnquiry(page, api)
  await page.goto(`/my-enquiry#${token}`)
  await expect(page.getByRole('heading', { name: 'The agent has returned it' })).toBeVisible()
  await expect(page.getByText('I agree that Raahi keeps').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Verify your phone' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Offer my trip to another agent' }).click()
  await expect(page.getByRole('heading', { name: 'We have your enquiry' })).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(token))
  await page.goBack()
  await expect(
    page.getByRole('heading', { name: 'You have offered your trip to another agent' }),
  ).toBeVisible()
  await page.getByRole('button', { name: /^See RQ-/ }).click()
  await expect(page.getByRole('heading', { name: 'We have your enquiry' })).toBeVisible()
})

test('a returned trip that was offered again is stopped from its first page', async ({
  page,
  api,
}) => {
  const { token } = await makeReturnedEnquiry(page, api)
  await page.goto(`/my-enquiry#${token}`)
  await page.getByRole('button', { name: 'Offer my trip to another agent' }).click()
  await expect(page.getByRole('heading', { name: 'We have your enquiry' })).toBeVisible()
  const offered = page.url()
  await page.goBack()
  await page.getByRole('button', { name: 'Withdraw it', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(/It also withdraws RQ-\d+/)
  await page.getByRole('button', { name: 'Yes, withdraw it' }).click()
  await expect(page.getByRole('heading', { name: 'You have withdrawn it' })).toBeVisible()
  await expect(page.getByText('You have offered your trip')).toHaveCount(0)
  await page.goto('/about')
  await page.goto(offered)
  await expect(page.getByRole('heading', { name: 'You have withdrawn it' })).toBeVisible()
})

test('a corrected contact of the new enquiry is not opened by the link of the first one', async ({
  page,
  api,
}) => {
  const { token } = await makeReturnedEnquiry(page, api)
  await page.goto(`/my-enquiry#${token}`)
  await page.getByRole('button', { name: 'Offer my trip to another agent' }).click()
  await page.getByRole('button', { name: 'Change Phone' }).click()
  await page.getByLabel('Phone').fill(newPhone())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('Your enquiry has been corrected.')
  await page.goto('/about')
  await page.goto(`/my-enquiry#${token}`)
  await page.getByRole('button', { name: /^See RQ-/ }).click()
  await expect(page.getByRole('status')).toContainText('only its own link opens it')
  await page.getByRole('link', { name: 'find its link' }).click()
  await expect(page.getByRole('heading', { name: 'Find your enquiry' })).toBeVisible()
})

test('sends the secret of the link only in the call that opens the enquiry', async ({ page }) => {
  const { token } = await makeEnquiry(page)
  const withToken: string[] = []
  page.on('request', (request) => {
    const text = request.url() + JSON.stringify(request.headers())
    if (text.includes(token)) withToken.push(new URL(request.url()).pathname)
  })
  await page.goto(`/my-enquiry#${token}`)
  await expect(page.getByRole('heading', { name: 'We have your enquiry' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy notice' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy notice' })).toBeVisible()
  expect(new Set(withToken)).toEqual(new Set([`/api/enquiries/mine/${token}`]))
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toContain(token)
})

test('is excluded from search engines and from the sitemap', async ({ page }) => {
  await page.goto('/my-enquiry')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain('my-enquiry')
})

test('shows that a link is wrong or incomplete', async ({ page, allowConsole }) => {
  allowConsole(statusError(404))
  const { token } = await makeEnquiry(page)
  const turned = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
  for (const wrong of ['', '#', `#${token.slice(0, 20)}`, `#${turned}`]) {
    await page.goto('/about')
    await page.goto(`/my-enquiry${wrong}`)
    const heading = wrong.length > 1 ? 'This link does not open an enquiry' : 'Find your enquiry'
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  // The right link opens it in the same tab.
  await page.goto(`/my-enquiry#${token}`)
  await expect(page.getByRole('heading', { name: 'We have your enquiry' })).toBeVisible()
})

test('shows a lost connection, with a way to retry', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED|Failed to fetch/)
  const { token } = await makeEnquiry(page)
  await page.route('**/api/enquiries/mine/**', (route) => route.abort())
  await page.goto(`/my-enquiry#${token}`)
  await expect(page.getByRole('alert')).toContainText('Could not reach Raahi')
  await page.unroute('**/api/enquiries/mine/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'We have your enquiry' })).toBeVisible()
})

test('works on a phone without sideways scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const { token } = await makeEnquiry(page, { email: `${'long'.repeat(12)}@mail.example` })
  await page.goto(`/my-enquiry#${token}`)
  await page.getByRole('button', { name: 'Correct it' }).click()
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow()).toBe(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Withdraw it' })).toBeVisible()
  expect(await overflow()).toBe(0)
})
