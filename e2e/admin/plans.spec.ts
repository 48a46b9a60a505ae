import type { Page } from '@playwright/test'
import { type Api, admin } from '../support/api.ts'
import { makeAdmin } from '../support/make-admin.ts'
import { expect, inRupees, statusError, storeSession, tabTo, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

// Other tests use this catalogue, so new-product.spec.ts tests its paging, prices and empty list.

test.beforeEach(async ({ signIn }) => signIn(admin))

const place = '/dashboard/add-new-plans'

interface Plan {
  _id: string
  planId: string
  planName: string
  price: number
}

/** Costs more than every other plan, so that no other test selects it. */
async function makePlan(api: Api, fields: Record<string, unknown> = {}): Promise<Plan> {
  const { data } = await api.asAdmin<Plan>('post', '/api/plan', {
    planId: `T-${uniqueText()}`,
    planName: `Test plan ${uniqueText()}`,
    price: 900_000,
    description: 'Leads for a test.',
    validity: 30,
    planType: 'domestic',
    numberOfLeads: 10,
    ...fields,
  })
  return data
}
const deletePlan = (api: Api, plan: Plan) => api.asAdmin('delete', `/api/plan/${plan._id}`)
const plansOf = async (api: Api) => (await api.asAdmin<Plan[]>('get', '/api/plan')).data

const table = (page: Page) => page.getByRole('table', { name: /^Plans/ })
const row = (page: Page, text: string) => table(page).getByRole('row').filter({ hasText: text })

async function openForm(page: Page) {
  await page.goto(place)
  await page.getByRole('button', { name: 'Add New Plan' }).click()
  return page.getByRole('dialog', { name: 'Add New Plan' })
}

async function fill(form: ReturnType<Page['getByRole']>, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    await form.getByRole('textbox', { name: label }).fill(value)
  }
}

const filled = () => ({
  'Plan ID': `T-${uniqueText()}`,
  'Plan name': `Test plan ${uniqueText()}`,
  Price: '900001.50',
  'Validity (days)': '45',
  'Number of leads': '12',
  Description: 'Twelve leads.\nFor a test.',
})

test('adds a plan once despite several clicks, and lists it', async ({ page, api }) => {
  const fields = filled()
  const name = fields['Plan name']
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Add New Plans' }).click()
  await expect(page.getByRole('heading', { name: 'Plan Management', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
  await page.getByRole('button', { name: 'Add New Plan' }).click()
  const form = page.getByRole('dialog', { name: 'Add New Plan' })
  await expect(form.getByLabel('Plan ID')).toBeFocused()
  await expect(form.getByLabel('Plan type')).toHaveValue('domestic')
  const add = form.getByRole('button', { name: 'Add Plan' })
  for (const [label, value] of Object.entries(fields)) {
    await expect(add, `before ${label}`).toBeDisabled()
    await form.getByRole('textbox', { name: label }).fill(value)
  }
  await form.getByLabel('Plan type').selectOption('International')
  await expect(add).toBeEnabled()
  // The plan is added after the second click, which would otherwise reach the page behind the closed dialog.
  let release = () => {}
  const clicked = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/plan', async (route) => {
    await clicked
    await route.continue()
  })
  await add.dblclick()
  release()
  await expect(page.getByText(`Plan added: ${name}.`)).toBeVisible()
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add New Plan' })).toBeFocused()
  const added = row(page, name)
  for (const text of [fields['Plan ID'], '₹9,00,001.50', '45 days', 'International', '12']) {
    await expect(added).toContainText(text)
  }
  const [plan, ...others] = (await plansOf(api)).filter(({ planName }) => planName === name)
  if (!plan) throw new Error('The added plan was not found.')
  expect(others).toEqual([])
  await deletePlan(api, plan)
})

test('shows each error under its field and sends nothing', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/plan')) sent.push('plan')
  })
  const form = await openForm(page)
  const planId = form.getByLabel('Plan ID')
  await planId.fill('x')
  await planId.fill('')
  await expect(planId).toHaveAccessibleDescription('Plan ID is required.')
  await fill(form, { ...filled(), 'Plan ID': '  ', Price: '0.50', 'Validity (days)': '0' })
  await form.getByRole('button', { name: 'Add Plan' }).click()
  await expect(planId).toHaveAccessibleDescription('Plan ID is required.')
  await expect(planId).toBeFocused()
  await expect(form.getByLabel('Price')).toHaveAccessibleDescription(
    'Enter ₹0 for a free plan, or at least ₹1.',
  )
  await expect(form.getByLabel('Validity (days)')).toHaveAccessibleDescription(
    'Enter the validity in days, 1 or more.',
  )
  await expect(form.getByRole('alert')).toHaveText('Please fill in all required fields')
  expect(sent).toEqual([])
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Number of leads')).toHaveValue('12')
})

test('shows the reason of a refusal or a failure and keeps the input', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(statusError(409), statusError(500), /ERR_FAILED/)
  const other = await makePlan(api)
  const form = await openForm(page)
  const fields = filled()
  await fill(form, { ...fields, 'Plan ID': other.planId.toLowerCase() })
  await form.getByRole('button', { name: 'Add Plan' }).click()
  await expect(form.getByLabel('Plan ID')).toHaveAccessibleDescription(
    'A plan with this Plan ID already exists.',
  )
  await expect(form.getByLabel('Plan ID')).toBeFocused()
  await expect(form.getByRole('alert')).toContainText('Failed to create plan.')
  await fill(form, { 'Plan ID': fields['Plan ID'] })
  await page.route('**/api/plan', (route) => route.abort())
  await form.getByRole('button', { name: 'Add Plan' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'Failed to create plan. Could not reach Raahi.',
  )
  await page.unroute('**/api/plan')
  await page.route('**/api/plan', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'x', code: 'INTERNAL_ERROR' } }),
  )
  await form.getByRole('button', { name: 'Add Plan' }).click()
  await expect(form.getByRole('alert')).toContainText('Failed to create plan.')
  for (const [label, value] of Object.entries(fields)) {
    const shown = label === 'Price' ? '9,00,001.5' : value
    await expect(form.getByRole('textbox', { name: label })).toHaveValue(shown)
  }
  await deletePlan(api, other)
})

test('an edited plan applies to later buyers; current holders keep their terms', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  // The plan keeps its place in the list, so its button keeps the focus.
  const [plan, agent] = await Promise.all([makePlan(api, { price: 940_000 }), api.makeAgent()])
  await api.asAdmin('post', '/api/plan/addUsersPlanByAdmin', {
    userId: agent.id,
    planId: plan._id,
  })
  await page.goto(place)
  await row(page, plan.planName).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Plan' })
  await expect(form.getByLabel('Plan ID')).toHaveValue(plan.planId)
  await fill(form, { Price: '', Description: '' })
  await form.getByRole('button', { name: 'Update Plan' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please fill in all required fields')
  await expect(form.getByLabel('Price')).toHaveAccessibleDescription('Enter a price of 0 or more.')
  await fill(form, { Price: '950000', 'Number of leads': '20' })
  await page.route('**/api/plan/*', (route) => route.abort())
  await form.getByRole('button', { name: 'Update Plan' }).click()
  await expect(form.getByRole('alert')).toContainText('Failed to update plan. Please try again.')
  await page.unroute('**/api/plan/*')
  await form.getByRole('button', { name: 'Update Plan' }).click()
  await expect(page.getByText(`Plan updated: ${plan.planName}.`)).toBeVisible()
  await expect(row(page, plan.planName)).toContainText('₹9,50,000')
  await expect(row(page, plan.planName)).toContainText('N/A')
  await expect(row(page, plan.planName).getByRole('button', { name: 'Edit' })).toBeFocused()

  await row(page, plan.planName).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete plan' })
  await expect(question).toContainText('Agents who have it keep it')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Plan deleted: ${plan.planName}.`)).toBeVisible()
  await expect(row(page, plan.planName)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Plans \(/ })).toBeFocused()
  const { data } = await api.asAdmin<object[]>(
    'get',
    `/api/plan/getAllPlansOfUser?userId=${agent.id}`,
  )
  expect(data).toMatchObject([
    { name: plan.planName, price: plan.price, numberOfLeads: 10, leadsLeft: 10, status: true },
  ])
})

test('shows an admin what another admin changed meanwhile, and asks', async ({
  page,
  browser,
  api,
  baseURL,
  allowConsole,
}) => {
  allowConsole(statusError(409), statusError(404))
  const plan = await makePlan(api)
  await page.goto(place)
  await row(page, plan.planName).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Plan' })
  await expect(form.getByLabel('Plan ID')).toBeFocused()
  await fill(form, { 'Validity (days)': '60' })

  const otherPage = await browser.newPage({ baseURL: baseURL ?? '' })
  await storeSession(otherPage, await makeAdmin(`Second Admin ${uniqueText()}`))
  await otherPage.goto(place)
  await row(otherPage, plan.planName).getByRole('button', { name: 'Edit' }).click()
  const otherForm = otherPage.getByRole('dialog', { name: 'Edit Plan' })
  await expect(otherForm.getByLabel('Plan ID')).toBeFocused()
  await fill(otherForm, { Price: '910000' })
  await otherForm.getByRole('button', { name: 'Update Plan' }).click()
  await expect(otherForm).toBeHidden()

  await form.getByRole('button', { name: 'Update Plan' }).click()
  const alert = form.getByRole('alert')
  await expect(alert).toContainText('Someone else has changed this plan in the meantime.')
  await expect(alert).toContainText('Price: ₹9,00,000 became ₹9,10,000')
  await expect(form.getByLabel('Validity (days)')).toHaveValue('60')
  expect((await plansOf(api)).find(({ _id }) => _id === plan._id)?.price).toBe(910_000)
  await fill(form, { Price: '910000' })
  await form.getByRole('button', { name: 'Update Plan' }).click()
  await expect(form).toBeHidden()
  await expect(row(page, plan.planName)).toContainText('₹9,10,000')
  await expect(row(page, plan.planName)).toContainText('60 days')

  await row(page, plan.planName).getByRole('button', { name: 'Edit' }).click()
  await row(otherPage, plan.planName).getByRole('button', { name: 'Delete' }).click()
  const question = otherPage.getByRole('dialog', { name: 'Delete plan' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toBeHidden()
  await otherPage.close()
  await fill(form, { 'Plan name': 'Too late' })
  await form.getByRole('button', { name: 'Update Plan' }).click()
  await expect(alert).toContainText('Invalid plan ID')
})

test('filters, layout and details work by mouse and keyboard, and the address keeps them', async ({
  page,
  api,
}) => {
  const plan = await makePlan(api, {
    planType: 'both',
    description: `${'A long description. '.repeat(12)}Its end.`,
  })
  await page.goto(place)
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Plan ID',
    'Plan Name',
    'Price',
    'Description',
    'Validity',
    'Plan Type',
    'No. Of Leads',
    'Actions',
  ])
  const types = page.getByRole('group', { name: 'Plan type' })
  await expect(types.getByRole('button')).toHaveText(['All', 'Domestic', 'International', 'Both'])
  await expect(types.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Buy Plan' })).toHaveCount(0)
  await types.getByRole('button', { name: 'International' }).click()
  await expect(page).toHaveURL(`${place}?planType=international`)
  await expect(row(page, plan.planName)).toHaveCount(0)
  await expect(row(page, 'Videsh Starter')).toBeVisible()
  await types.getByRole('button', { name: 'Both' }).click()
  await page.getByRole('button', { name: 'Cards' }).click()
  await expect(page).toHaveURL(`${place}?planType=both&view=cards`)
  await page.reload()
  const card = page
    .getByRole('list', { name: 'Plans' })
    .getByRole('listitem')
    .filter({ hasText: plan.planName })
  for (const text of [inRupees(plan.price), plan.planId, '30 days', 'Domestic and international']) {
    await expect(card).toContainText(text)
  }
  await expect(card.getByRole('button')).toHaveText([plan.planName, 'Edit', 'Delete'])
  await card.getByRole('button', { name: plan.planName }).click()
  const details = page.getByRole('dialog', { name: 'Plan Details' })
  await expect(details).toContainText('Its end.')
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(details).toBeHidden()
  await expect(card.getByRole('button', { name: plan.planName })).toBeFocused()
  await page.goBack()
  await expect(table(page)).toBeVisible()
  await deletePlan(api, plan)
})

test('shows three cards in a row on a wide screen and one on a phone, in three alternating colours', async ({
  page,
}) => {
  await page.goto(`${place}?view=cards`)
  const cards = page.getByRole('list', { name: 'Plans' }).getByRole('listitem')
  await expect(cards.nth(5)).toBeVisible()
  const tops = () =>
    cards.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
  const [first, second, third, fourth] = await tops()
  expect([second, third]).toEqual([first, first])
  expect(fourth).toBeGreaterThan(first ?? 0)
  const colours = await cards.evaluateAll((items) =>
    items.map((item) => getComputedStyle(item.firstElementChild as Element).backgroundImage),
  )
  expect(new Set(colours.slice(0, 3)).size).toBe(3)
  expect(colours.slice(3, 6)).toEqual(colours.slice(0, 3))
  await page.setViewportSize({ width: 360, height: 780 })
  await expect.poll(async () => new Set(await tops()).size).toBe(await cards.count())
  // The table layout exists only from 768 px.
  await expect(page.getByRole('button', { name: 'Table' })).toBeHidden()
  await page.goto(place)
  await expect(cards.first()).toBeVisible()
  await expect(table(page)).toHaveCount(0)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(360)
})

test('shows that plans failed to load or to delete, with a way to retry', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const plan = await makePlan(api)
  await page.route('**/api/plan', (route) => route.abort())
  await page.goto(place)
  await expect(page.getByRole('alert')).toContainText('Failed to fetch plans.')
  await page.unroute('**/api/plan')
  await page.getByRole('button', { name: 'Retry' }).click()
  await row(page, plan.planName).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete plan' })
  await page.route('**/api/plan/*', (route) => route.abort())
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toContainText('Failed to delete plan.')
  await page.unroute('**/api/plan/*')
  await question.getByRole('button', { name: 'Delete' }).dblclick()
  await expect(row(page, plan.planName)).toHaveCount(0)
})

test('opens and edits a plan by keyboard alone', async ({ page, api }) => {
  const plan = await makePlan(api)
  await page.goto(place)
  const name = row(page, plan.planName).getByRole('button', { name: plan.planName })
  await expect(name).toBeVisible()
  await tabTo(page, name, 120)
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: 'Plan Details' })
  await expect(details.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(name).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Edit Plan' })
  await expect(form.getByLabel('Plan ID')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(' Plus')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(row(page, plan.planName)).toBeVisible()
  await deletePlan(api, plan)
})
