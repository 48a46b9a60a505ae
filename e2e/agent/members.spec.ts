import { admin } from '../support/api.ts'
import { openMail } from '../support/mailbox.ts'
import { newEmail, newPhone } from '../support/quote.ts'
import { expect, test } from '../support/test.ts'

test('an owner invites a caller, buys three leads and assigns them; the caller calls, moves and quotes on a phone, and the owner sees it', async ({
  page,
  browser,
  baseURL,
  api,
  signIn,
}) => {
  const owner = await api.makeAgent({ wallet: 2000, name: 'Asha Rao' })
  const names = ['Meera Nair', 'Ravi Menon', 'Zoya Khan']
  const leads = []
  for (const name of names)
    leads.push(await api.makeLead({ name, destination: 'Goa', travelDays: 2 }))
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
    viewport: { width: 390, height: 844 },
  })
  const mobile = await phone.newPage()
  // Links to the dialler would open a program of the computer.
  await mobile.addInitScript(() => {
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a[href^="tel:"]')
      if (link) event.preventDefault()
    })
  })
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

  // The owner buys on the marketplace, and assigns all leads at once.
  for (const { leadId } of leads) {
    await page.goto(`/dashboard/my-leads?search=${leadId}`)
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await page.getByRole('button', { name: 'Yes, Buy!' }).click()
    await expect(page.getByText('Bought by you')).toBeVisible()
  }
  await page.goto('/dashboard/pipeline?view=list')
  await expect(page.getByRole('status').filter({ hasText: '3 leads' })).toBeVisible()
  await page.getByRole('button', { name: 'Assign these' }).click()
  await page.getByRole('menuitem', { name: 'In turn' }).click()
  const rows = page.getByRole('list', { name: 'Pipeline' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Kiran Das' })).toHaveCount(3)
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await expect(page.getByText('None of your leads match these filters.')).toBeVisible()
  const bought = page.getByRole('list', { name: 'Purchased leads' }).getByRole('listitem')
  await page.goto('/dashboard/purchased-leads')
  await expect(bought).toHaveCount(3)
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await expect(page.getByText('None of your leads match these filters.')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Goa, Zoya Khan' })).toBeVisible()
  await page.getByRole('button', { name: 'Not assigned', exact: true }).click()
  await expect(page.getByText('Each lead is assigned to a member.')).toBeVisible()

  // The caller finds the leads without a price, notes and quotes.
  await mobile.goto('/dashboard/pipeline?view=list')
  const assigned = mobile.getByRole('list', { name: 'Pipeline' })
  await expect(assigned.getByRole('listitem')).toHaveCount(3)
  await expect(mobile.getByRole('main')).not.toContainText('₹')
  await expect(mobile.getByRole('button', { name: 'Mine', exact: true })).toHaveCount(0)
  await assigned.getByRole('link', { name: 'Meera Nair', exact: true }).click()
  const drawer = mobile.getByRole('dialog')
  await expect(drawer.getByText('Invoice')).toBeHidden()
  await drawer.getByRole('link', { name: 'Call Meera Nair' }).click()
  const question = drawer.getByRole('region', { name: 'Outcome of the contact' })
  await question.getByRole('button', { name: 'Talked' }).click()
  await expect(question.getByText('When will you follow up?')).toBeVisible()
  await question.getByRole('button', { name: 'Close question' }).click()
  await drawer.getByRole('button', { name: 'Stage: Contacted' }).click()
  await mobile.getByRole('menuitem', { name: 'Quoted' }).click()
  await expect(drawer.getByRole('button', { name: 'Stage: Quoted' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Make a quote' }).click()
  await mobile.getByLabel('Trip title').fill('Four days in Goa')
  await mobile.getByLabel('Title of day 1').fill('Arrival')
  await mobile.getByLabel('Title of day 2').fill('Old Goa')
  await mobile.getByLabel('Price per person').fill('24999')
  await expect(mobile.getByText('Saved', { exact: true })).toBeVisible()
  await mobile.getByRole('button', { name: 'Send quote' }).click()
  await mobile.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(mobile.getByLabel('Link', { exact: true })).toHaveValue(/\/q/)

  // The owner sees who did it.
  await page.goto('/dashboard/purchased-leads')
  await page.getByRole('link', { name: 'Meera Nair', exact: true }).click()
  for (const name of ['Contact log', 'Stages']) {
    await expect(page.getByRole('list', { name })).toContainText('Kiran Das')
  }
  await page.goto('/dashboard/members')
  const caller = members.getByRole('listitem').filter({ hasText: 'Kiran Das' })
  await expect(
    caller.getByText('Open leads assigned', { exact: true }).locator('..'),
  ).toContainText('3')
  for (const figure of ['Calls and messages', 'Quotes sent']) {
    await expect(caller.getByText(figure, { exact: true }).locator('..')).toContainText('1')
  }
  await caller.getByRole('button', { name: 'Suspend Kiran Das' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(caller.getByText('Suspended')).toBeVisible()
  await mobile.goto('/dashboard')
  await expect(mobile.getByRole('heading', { name: 'Login' })).toBeVisible()
  await phone.close()

  // An admin finds the member in the users and in the palette, as a part of the agency.
  await signIn(admin)
  await page.goto(`/dashboard/users?search=${encodeURIComponent(email)}`)
  await expect(page.getByText('member: Kiran Das')).toBeVisible()
  await page.getByRole('button', { name: 'View Details' }).click()
  const ofUser = page.getByRole('dialog').getByRole('listitem').filter({ hasText: email })
  await expect(ofUser.getByText('Suspended by the owner')).toBeVisible()
  await ofUser.getByRole('button', { name: 'Suspend Kiran Das' }).click()
  await page
    .getByRole('dialog', { name: 'Suspend user' })
    .getByText('Suspend', { exact: true })
    .click()
  await expect(ofUser.getByRole('button', { name: 'Re-activate Kiran Das' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search screens, actions and records' }).fill(email)
  const people = page.getByRole('group', { name: 'People' }).getByRole('option')
  await expect(people).toContainText('member: Kiran Das')
})
