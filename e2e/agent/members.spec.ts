import { openMail } from '../support/mailbox.ts'
import { newEmail, newPhone } from '../support/quote.ts'
import { expect, test } from '../support/test.ts'

test('an owner invites a caller, buys three leads and assigns them; the caller works them on a phone and quotes', async ({
  page,
  browser,
  baseURL,
  api,
  signIn,
}) => {
  const owner = await api.makeAgent({ wallet: 2000, name: 'Asha Rao' })
  const names = ['Meera Nair', 'Ravi Menon', 'Zoya Khan']
  const leads = []
  for (const name of names) leads.push(await api.makeLead({ name, destination: 'Goa' }))
  const email = newEmail()

  await signIn(owner)
  await page.goto('/dashboard/members')
  await expect(page.getByRole('heading', { name: 'Only you' })).toBeVisible()
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByLabel('Email').fill(email)
  await expect(dialog.getByRole('radio', { name: 'Caller' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const members = page.getByRole('list', { name: 'Members' })
  await expect(members.getByRole('listitem').filter({ hasText: email })).toContainText('Invited')

  // The invited person opens the link of the mail on a phone.
  const phone = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 360, height: 740 },
  })
  const mobile = await phone.newPage()
  await openMail(mobile, email, 'You are invited to a travel agency on Raahi')
  const link = mobile.frameLocator('iframe').getByRole('link', { name: 'See the invitation' })
  await mobile.goto((await link.getAttribute('href')) ?? '')
  await expect(mobile.getByRole('heading', { name: 'Join Asha Travels Pvt Ltd' })).toBeVisible()
  await mobile.getByLabel('Name').fill('Kiran Das')
  await mobile.getByLabel('Phone').fill(newPhone())
  await mobile.getByLabel('Password', { exact: true }).fill('Caller@12345')
  await mobile.getByRole('button', { name: 'Join' }).click()
  await expect(mobile.getByText('You are a caller')).toBeVisible()
  await mobile.getByRole('button', { name: 'I understand' }).click()
  await expect(mobile.getByText('You are a caller')).toBeHidden()

  // The owner buys, and assigns all leads at once.
  for (const { _id } of leads) {
    await api.as(owner, 'post', '/api/leads/buyLead', { leadId: _id })
  }
  await page.goto('/dashboard/pipeline?view=list')
  await expect(page.getByRole('status').filter({ hasText: '3 leads' })).toBeVisible()
  await page.getByRole('button', { name: 'Assign these' }).click()
  await page.getByRole('menuitem', { name: 'In turn' }).click()
  const rows = page.getByRole('list', { name: 'Pipeline' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Kiran Das' })).toHaveCount(3)
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await expect(page.getByText('None of your leads match these filters.')).toBeVisible()

  // The caller finds the leads without a price, notes and quotes.
  await mobile.goto('/dashboard/pipeline?view=list')
  const assigned = mobile.getByRole('list', { name: 'Pipeline' })
  await expect(assigned.getByRole('listitem')).toHaveCount(3)
  await expect(mobile.getByRole('main')).not.toContainText('₹')
  await assigned.getByRole('link', { name: 'Meera Nair', exact: true }).click()
  const drawer = mobile.getByRole('dialog')
  await drawer.getByLabel('New note').fill('Wants a pool')
  await drawer.getByRole('button', { name: 'Save note' }).click()
  await expect(drawer.getByText('Wants a pool')).toBeVisible()
  await expect(drawer.getByText('Invoice')).toBeHidden()
  await drawer.getByRole('button', { name: 'Make a quote' }).click()
  await mobile.getByLabel('Trip title').fill('Four days in Goa')
  await expect(mobile.getByText('Saved', { exact: true })).toBeVisible()

  // The owner sees who did it.
  await page.goto('/dashboard/members')
  const caller = members.getByRole('listitem').filter({ hasText: 'Kiran Das' })
  await expect(caller.getByText('Open leads', { exact: true }).locator('..')).toContainText('3')
  await caller.getByRole('button', { name: 'Suspend Kiran Das' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(caller.getByText('Suspended')).toBeVisible()
  await mobile.goto('/dashboard')
  await expect(mobile.getByRole('heading', { name: 'Login' })).toBeVisible()
  await phone.close()
})
