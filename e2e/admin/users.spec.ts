import { admin } from '../support/api.ts'
import { makeAdmin } from '../support/make-admin.ts'
import { expect, statusError, storeSession, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'
import { clickButton, openRow, userRows } from '../support/user-row.ts'

test.beforeEach(async ({ signIn }) => signIn(admin))

test('a row and a card show the user, the contact details and the state of the account', async ({
  page,
  api,
}) => {
  const agent = await api.makeAgent({ name: `Devika ${uniqueText()}`, wallet: 1250.5 })
  const row = await openRow(page, agent)
  const facts = [
    agent.name,
    'Active',
    agent.id.slice(-8),
    'Asha Travels Pvt Ltd',
    'Pune',
    'Agent',
    'No plan assigned',
    '₹0.00',
    '₹1,250.50',
  ]
  for (const text of facts) await expect(row).toContainText(text)
  await expect(row.getByRole('link', { name: agent.emailOrPhone })).toBeVisible()
  await row.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Purchased Leads',
    'Assign Plan',
    'Wallet',
    'Replacement',
    'Suspend',
  ])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Cards', exact: true }).click()
  const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await expect(card.getByRole('heading', { name: agent.name })).toBeVisible()
  for (const text of facts) await expect(card).toContainText(text)
  const labels = await card.getByRole('button').allInnerTexts()
  expect(labels.map((label) => label.replace(/\s+/g, ' '))).toEqual([
    `Copy user ID ${agent.id.slice(-8)}`,
    'View Details',
    'Wallet',
    '',
  ])
})

test('shows ten users on a laptop screen and eight on a phone, in rows of 56 px', async ({
  page,
}) => {
  for (const [width, height, visible] of [
    [1440, 900, 10],
    [390, 844, 8],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/dashboard/users')
    await expect(userRows(page)).toHaveCount(10)
    const boxes = await userRows(page).evaluateAll((rows) =>
      rows.map((row) => row.getBoundingClientRect()).map(({ bottom, height }) => [bottom, height]),
    )
    expect(boxes.every(([, rowHeight = 0]) => Math.abs(rowHeight - 56) <= 1)).toBe(true)
    expect(boxes.filter(([bottom = height + 1]) => bottom <= height).length).toBe(visible)
  }
})

test('sorts by a column, and shows every column that it has at 768 px inside the screen', async ({
  page,
}) => {
  await page.goto('/dashboard/users')
  await page.getByRole('button', { name: 'User', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/users?sort=name')
  const head = page.getByRole('columnheader', { name: 'User' })
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').click()
  await expect(page).toHaveURL('/dashboard/users?sort=-name')
  await page.setViewportSize({ width: 768, height: 900 })
  const table = page.getByRole('table', { name: 'Users' })
  const cut = await table.evaluate(
    (shown) => shown.getBoundingClientRect().right - document.documentElement.clientWidth,
  )
  expect(cut).toBeLessThanOrEqual(0)
})

test('an admin has no wallet, plan or leads, and cannot suspend the own account', async ({
  page,
}) => {
  const row = await openRow(page, admin)
  await expect(row).toContainText('Admin')
  await expect(row.getByRole('button')).toHaveCount(2)
  await expect(row.getByRole('button', { name: /^Copy user ID/ })).toBeVisible()
  await expect(row.getByRole('button', { name: 'View Details' })).toBeVisible()
  await expect(row).not.toContainText('₹')
  await expect(row).not.toContainText('No plan assigned')
})

test('the filters search after a pause and keep only set values in the address', async ({
  page,
  api,
}) => {
  const mark = uniqueText()
  const wanted = await api.makeAgent({ name: `Farida ${mark}` })
  await api.makeAgent({ name: `Gopal ${mark}` })
  await page.clock.install({ time: Date.now() })
  await page.goto('/dashboard/users')
  await expect(page.getByText(/^Showing 1 to 10 of \d+ entries$/)).toBeVisible()
  const searches: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/auth/users') searches.push(url.search)
  })
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const character of mark.toUpperCase()) {
    await page.getByLabel('Name', { exact: true }).press(character)
    await page.clock.runFor(200)
  }
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'All users (2)' })).toBeVisible()
  expect(searches).toEqual([`?name=${mark.toUpperCase()}&sort=-createdAt&page=1&limit=10`])
  await page.getByLabel('Email', { exact: true }).fill(wanted.emailOrPhone)
  await expect(page.getByRole('heading', { name: 'All users (1)' })).toBeVisible()
  await page.getByLabel('City').fill('pune')
  await page.getByLabel('Company').fill('no such company')
  await expect(page.getByText('No users match the current filters.')).toBeVisible()
  await expect(page).toHaveURL(/name=.*&email=.*&city=pune&companyName=no\+such\+company$/)
  await page.reload()
  await expect(page.getByText('No users match the current filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Filters (4)' }).click()
  await expect(page.getByLabel('Company')).toHaveValue('no such company')
  await page.goBack()
  await expect(page.getByLabel('Company')).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'All users (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/dashboard/users')
  await expect(page.getByText(/^Showing 1 to 10 of \d+ entries$/)).toBeVisible()
})

test('numbers the pages and keeps the page over a reload', async ({ page }) => {
  await page.goto('/dashboard/users')
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/dashboard/users?page=2')
  await expect(page.getByText(/^Showing 11 to \d+ of \d+ entries$/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await page.goto('/dashboard/users?page=9999')
  await expect(page).not.toHaveURL(/9999/)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

test('shows that users failed to load in a banner and a toast, with Retry', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  await page.route('**/api/auth/users?*', (route) => route.abort())
  await page.goto('/dashboard/users')
  await expect(page.getByText(/^Failed to fetch users/)).toHaveCount(2)
  await page.unroute('**/api/auth/users?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

test('registers a user with a KYC document that only an admin’s session opens', async ({
  page,
  allowConsole,
}) => {
  // The browser logs this for a picture whose address was revoked.
  allowConsole(/ERR_FILE_NOT_FOUND/)
  const mark = uniqueText()
  const email = `${mark}@agents.example`
  await page.goto('/dashboard/users')
  await page.getByRole('button', { name: 'Add New User' }).click()
  const form = page.getByRole('dialog', { name: 'Add New User' })
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await form.getByRole('button', { name: 'Add User' }).click()
  for (const [label, text] of [
    ['Name', 'Name is required'],
    ['Company', 'Company name is required'],
    ['Email', 'Email is required'],
    ['Phone number', 'Phone number is required'],
    ['City', 'City is required'],
    ['Password', 'Password is required'],
  ] as const) {
    await expect(form.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      new RegExp(text),
    )
  }
  await form.getByLabel('Name', { exact: true }).fill(`Irfan ${mark}`)
  await form.getByLabel('Company').fill('Irfan Tours')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Phone number').fill(`9${Math.floor(1e8 + Math.random() * 9e8)}`)
  await form.getByLabel('City').fill('Bhopal')
  await form.getByLabel('Password', { exact: true }).fill('Secret@12345')
  const picker = form.getByLabel('KYC document (optional)')
  await picker.setInputFiles({ name: 'kyc.svg', mimeType: 'image/svg+xml', buffer: tinyPng })
  await expect(form.getByText('Choose a PDF, JPG or PNG file.')).toBeVisible()
  await form.getByRole('button', { name: 'Add User' }).click()
  await expect(picker, 'a refused document holds the form back').toBeFocused()
  await picker.setInputFiles({ name: 'pan row.png', mimeType: 'image/png', buffer: tinyPng })
  await form.getByRole('button', { name: 'Add User' }).dblclick()
  await expect(page.getByText('User registered successfully!')).toHaveCount(1)
  await expect(form).toBeHidden()

  const row = await openRow(page, { emailOrPhone: email })
  await clickButton(row, 'View Details')
  const details = page.getByRole('dialog', { name: 'User Details' })
  for (const text of [`Irfan ${mark}`, email, 'Irfan Tours', 'Bhopal']) {
    await expect(details).toContainText(text)
  }
  await details.getByRole('button', { name: 'Open KYC document' }).click()
  await expect(details.getByRole('link', { name: 'Open in a new tab' })).toBeFocused()
  const picture = details.getByRole('img', { name: 'KYC document pan row.png' })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  const address = await picture.getAttribute('src')
  expect(address).toMatch(/^blob:/)
  const saved = page.waitForEvent('download')
  await details.getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('pan row.png')
  const opening = page.waitForEvent('popup')
  await details.getByRole('link', { name: 'Open in a new tab' }).click()
  const tab = await opening
  await expect(tab.locator('img')).toBeVisible()
  expect(tab.url()).toBe(address)
  await tab.close()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  const isReadable = () =>
    page.evaluate(
      (url) =>
        new Promise<boolean>((resolve) => {
          const image = new Image()
          image.onload = () => resolve(true)
          image.onerror = () => resolve(false)
          image.src = url ?? ''
        }),
      address,
    )
  // React releases it shortly after the dialog has left the page.
  await expect.poll(isReadable, 'the document is released with the dialog').toBe(false)
})

test('shows the reason of a refused registration under its field and keeps the input', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(statusError(409), /ERR_FAILED/)
  const other = await api.makeAgent()
  await page.goto('/dashboard/users')
  await page.getByRole('button', { name: 'Add New User' }).click()
  const form = page.getByRole('dialog', { name: 'Add New User' })
  for (const [label, value] of [
    ['Name', 'Second Account'],
    ['Company', 'Twice Ltd'],
    ['Email', other.emailOrPhone.toUpperCase()],
    ['Phone number', '9123456780'],
    ['City', 'Delhi'],
    ['Password', 'Secret@12345'],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(value)
  }
  await form.getByRole('button', { name: 'Add User' }).click()
  const email = form.getByLabel('Email')
  await expect(email).toHaveAccessibleDescription(/An account with this email already exists\./)
  await expect(email).toBeFocused()
  await expect(form.getByLabel('Company')).toHaveValue('Twice Ltd')
  await page.route('**/api/auth/register', (route) => route.abort())
  await form.getByRole('button', { name: 'Add User' }).click()
  await expect(form.getByRole('alert')).toContainText('Failed to register user')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
})

test('Update User changes the record, the list and the dialog', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const [agent, other] = await Promise.all([api.makeAgent(), api.makeAgent()])
  const row = await openRow(page, agent)
  await clickButton(row, 'View Details')
  const details = page.getByRole('dialog', { name: 'User Details' })
  await details.getByRole('button', { name: 'Update User' }).click()
  const form = page.getByRole('dialog', { name: 'Update User' })
  await form.getByLabel('Name').fill('')
  await form.getByLabel('Email').fill(other.emailOrPhone)
  await form.getByRole('button', { name: 'Update User' }).click()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/)
  await form.getByLabel('Name').fill('Meera Nair')
  await form.getByRole('button', { name: 'Update User' }).click()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    /An account with this email already exists\./,
  )
  await form.getByLabel('Email').fill(agent.emailOrPhone)
  await form.getByLabel('Company').fill('Nair Holidays')
  await form.getByLabel('City').fill('Kochi')
  await form.getByRole('button', { name: 'Update User' }).click()
  await expect(page.getByText('User updated successfully!')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(details).toContainText('Meera Nair')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(row).toContainText('Meera Nair')
  await expect(row).toContainText('Nair Holidays')
  await expect(row).toContainText('Kochi')
  await expect(row.getByRole('button', { name: 'View Details' })).toBeFocused()
})

test('a link that is clicked just after typing in a filter opens its page, and Back shows the filtered list', async ({
  page,
  api,
}) => {
  const agent = await api.makeAgent()
  await page.goto('/dashboard/users')
  await expect(page.getByRole('heading', { name: /^All users/ })).toBeVisible()
  await page.getByLabel('Search all fields').fill(agent.emailOrPhone)
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Transactions' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'All users (1)' })).toBeVisible()
})

test('Back asks before it discards the input of the form that is open', async ({ page, api }) => {
  const agent = await api.makeAgent()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByLabel('Search all fields').fill(agent.emailOrPhone)
  await expect(page.getByRole('heading', { name: 'All users (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'View Details' }).click()
  await page.getByRole('button', { name: 'Update User' }).click()
  const form = page.getByRole('dialog', { name: 'Update User' })
  await expect(form.getByLabel('Name')).toBeFocused()
  const city = form.getByLabel('City')
  await city.fill('Half a na')
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(city).toHaveValue('Half a na')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/dashboard/users')
})

test('logs out the idle browser of a suspended agent within seconds, and lets a re-activated agent log in', async ({
  page,
  browser,
  api,
}) => {
  const agent = await api.makeAgent({ name: `Omkar ${uniqueText()}` })
  const theirs = await browser.newContext()
  const idle = await theirs.newPage()
  await storeSession(idle, agent)
  await idle.goto('/dashboard/user-profile')
  await idle.getByLabel('City').fill('half a ci')
  const row = await openRow(page, agent)
  await clickButton(row, 'Suspend')
  const question = page.getByRole('dialog', { name: 'Suspend user' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toContainText('Active')
  await clickButton(row, 'Suspend')
  await question.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('User suspended successfully!')).toBeVisible()
  await expect(row).toContainText('Suspended')
  await expect(idle.getByRole('dialog', { name: 'You were logged out' })).toBeVisible({
    timeout: 15_000,
  })

  await clickButton(row, 'Re-activate')
  await page
    .getByRole('dialog', { name: 'Re-activate user' })
    .getByRole('button', { name: 'Re-activate' })
    .click()
  await expect(page.getByText('User activated successfully!')).toBeVisible()
  await expect(row).toContainText('Active')
  const login = idle.getByRole('dialog', { name: 'You were logged out' })
  await login.getByLabel('Password', { exact: true }).fill(agent.password)
  await login.getByRole('button', { name: 'Login' }).click()
  await expect(login).toHaveCount(0)
  await expect(idle.getByLabel('City')).toHaveValue('half a ci')
  await theirs.close()
})

test('shows the login to an admin whose session was ended elsewhere, and keeps unsaved input', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(statusError(401))
  const ending = await makeAdmin('Lata Iyer')
  await storeSession(page, ending)
  await page.goto('/dashboard/users')
  await page.getByRole('button', { name: 'Add New User' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.getByRole('dialog').getByLabel('Company').fill('Half a na')
  await api.send('delete', '/api/auth/sessions', await api.signIn(ending))
  await expect(page.getByRole('dialog', { name: 'You were logged out' })).toBeVisible({
    timeout: 15_000,
  })
  const form = page.getByRole('dialog', { name: 'Add New User', includeHidden: true })
  await expect(form.getByLabel('Company')).toHaveValue('Half a na')
})

test('shows why the server refused a suspension', async ({ page, api, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  const row = await openRow(page, await api.makeAgent())
  await page.route('**/api/auth/suspendUser/**', (route) => route.abort())
  await clickButton(row, 'Suspend')
  const question = page.getByRole('dialog', { name: 'Suspend user' })
  await question.getByRole('button', { name: 'Suspend' }).click()
  await expect(question.getByRole('alert')).toContainText('Failed to suspend user')
  await expect(row).toContainText('Active')
})

test('a hostile or very long name runs no script and stays inside its row', async ({
  page,
  api,
}) => {
  page.on('dialog', () => expect.soft('a script ran').toBe(''))
  await page.setViewportSize({ width: 360, height: 800 })
  for (const name of ['<script>alert(1)</script><img src=x onerror=alert(1)>', 'W'.repeat(120)]) {
    const agent = await api.makeAgent({ name })
    const row = await openRow(page, agent)
    await expect(row.getByRole('rowheader').locator('bdi').first()).toHaveText(name)
    await clickButton(row, 'View Details')
    await expect(page.getByRole('dialog', { name: 'User Details' })).toContainText(name)
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(tooWide, name).toBeLessThanOrEqual(0)
  }
})

/** A picture of one pixel. */
const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
