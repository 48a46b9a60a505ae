import { admin, demoAgent } from './support/api.ts'
import { expect, test } from './support/test.ts'

test('an admin goes to a user, a lead, a transaction and an action with the keyboard alone', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 900, name: 'Palette Tours' })
  const lead = await api.makeLead()
  await signIn(admin)
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const field = page.getByRole('combobox', { name: 'Search screens, actions and records' })
  // The dashboard has lists with options too.
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  const open = async (text: string) => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await field.fill(text)
  }

  await open('transact')
  await expect(options.first()).toHaveText('TransactionsAll Transactions')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/transactions$/)
  await expect(field).toBeHidden()

  await open(agent.emailOrPhone)
  const people = page.getByRole('group', { name: 'People' }).getByRole('option')
  await expect(people).toHaveCount(1)
  await expect(people).toContainText('Palette Tours')
  const money = page.getByRole('group', { name: 'Transactions' }).getByRole('option')
  await expect(money).toContainText('₹900.00')
  await page.keyboard.press('ArrowDown')
  await expect(money).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/users\?search=[\da-f]{8}$/)

  // The lists contain contacts, and each is recorded as seen by the admin.
  const lists: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(leads|enquiries)\?/.test(request.url())) lists.push(request.url())
  })
  await open(lead.leadId)
  await expect(options).toContainText([lead.name])
  expect(lists).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/add-leads\?search=LD-\d+$/)
  await expect(page.getByRole('heading', { name: 'Travel Leads (1)' })).toBeVisible()

  await open('add new user')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add New User' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await open('nothing has this name')
  await expect(page.getByText('Nothing matches ‘nothing has this name’.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('a page that finishes loading behind the palette does not take its focus', async ({
  page,
  signIn,
}) => {
  await signIn(admin)
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const script = Promise.withResolvers<void>()
  const requested = Promise.withResolvers<void>()
  await page.route('**/users-*.js', async (route) => {
    requested.resolve()
    await script.promise
    await route.continue()
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()
  await requested.promise
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search screens, actions and records' })
  await expect(field).toBeFocused()
  script.resolve()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Users', includeHidden: true }),
  ).toBeAttached()
  await page.keyboard.type('transact')
  await expect(field).toHaveValue('transact')
})

test('an agent is offered the screens and records of an agent', async ({ page, signIn, api }) => {
  const lead = await api.makeLead()
  await api.as(demoAgent, 'post', '/api/leads/buyLead', { leadId: lead._id, payWith: 'wallet' })
  await signIn(demoAgent)
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search screens, actions and records' })
  await field.fill('users')
  await expect(page.getByText('Nothing matches ‘users’.')).toBeVisible()
  await field.fill(lead.leadId)
  const bought = page.getByRole('group', { name: 'People' }).getByRole('option')
  await expect(bought).toContainText(lead.name)
  await expect(page.getByRole('group', { name: 'Transactions' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`purchased-leads\\?lead=${lead.leadId}$`))
})

test('the chosen entry stays chosen when others are found later', async ({ page, signIn, api }) => {
  const agent = await api.makeAgent({ wallet: 900 })
  await signIn(admin)
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const found = Promise.withResolvers<void>()
  await page.route('**/api/auth/users?*', async (route) => {
    await found.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search screens, actions and records' })
  await field.fill(agent.emailOrPhone)
  const money = page.getByRole('group', { name: 'Transactions' }).getByRole('option')
  await expect(money).toContainText('₹900.00')
  await page.keyboard.press('End')
  found.resolve()
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option')).toHaveCount(1)
  await expect(money).toHaveAttribute('aria-selected', 'true')
})
