import type { Account, Api } from '../support/api.ts'
import { expect, test } from '../support/test.ts'

/** Buys a lead and opens the draft of its quote. */
async function openQuote(api: Api, agent: Account, leadId: string): Promise<{ _id: string }> {
  const bought = await api.as<{ purchaseId: string }>(agent, 'post', '/api/leads/buyLead', {
    leadId,
  })
  const path = `/api/purchases/${bought.data.purchaseId}/quote`
  return (await api.as<{ _id: string }>(agent, 'post', path)).data
}

test('an agent makes a quote that survives a reload, sends it, and the traveller answers its link', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  // The withdrawn link answers 404, and a question that is too long 400.
  allowConsole(/status of 40[04]/)
  // A save is refused after another tab has sent the draft.
  allowConsole(/status of 409/)
  const agent = await api.makeAgent({ wallet: 500 })
  const lead = await api.makeLead({ name: 'Meera Nair', destination: 'Goa', travelDays: 2 })
  const quote = await openQuote(api, agent, lead._id)
  await signIn(agent)
  await page.goto(`/dashboard/quotes/${quote._id}`)
  await page.getByLabel('Trip title').fill('Two days in Goa')
  await page.getByLabel('Title of day 1').fill('Arrival')
  await page.getByLabel('Title of day 2').fill('Old Goa')
  await page.getByRole('button', { name: 'Move day 2 up' }).click()
  await expect(page.getByLabel('Title of day 1')).toHaveValue('Old Goa')
  await page.getByLabel('Price per person').fill('24999.5')
  await page.getByLabel('Persons').fill('3')
  await expect(page.getByText('₹74,998.50').last()).toBeVisible()
  // Reloads at once, before the pause in typing triggers a save.
  await page.reload()
  await expect(page.getByLabel('Trip title')).toHaveValue('Two days in Goa')
  await expect(page.getByLabel('Title of day 2')).toHaveValue('Arrival')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  // The questions of a template replace its buttons, and the focus moves to them.
  await page.getByRole('button', { name: 'Templates' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Save this draft as a template').fill('Short Goa')
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await dialog.getByRole('button', { name: 'Rename Short Goa' }).click()
  await expect(dialog.getByLabel('New name')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('button', { name: 'Rename Short Goa' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Use Short Goa' }).click()
  await expect(dialog.getByText('Replace the title, days and lists of this draft?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Delete Short Goa' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete template' }).click()
  await expect(dialog.getByText('You have no templates yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()

  // Another tab deletes the next draft while this one has text that is not saved.
  await page.getByRole('button', { name: 'Change the quote' }).click()
  await expect(page.getByRole('heading', { name: 'Version 2' })).toBeVisible()
  const read = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' && response.url().endsWith(`/api/quotes/${quote._id}`),
  )
  await api.as(agent, 'delete', `/api/quotes/${quote._id}/draft`)
  await read
  await expect(page.getByText('This quote was changed elsewhere')).toBeVisible()
  await expect(page.getByLabel('Trip title')).toHaveValue('Two days in Goa')
  await page.getByRole('button', { name: 'Load the other version' }).click()
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()

  await page.goto(new URL(link).pathname + new URL(link).hash)
  await expect(page.getByRole('heading', { name: 'Two days in Goa' })).toBeVisible()
  await expect(page.getByText('₹74,998.50').last()).toBeVisible()
  await expect(page.getByText(lead.phone.slice(3))).toHaveCount(0)
  await page.getByRole('button', { name: 'I like it' }).click()
  await expect(page.getByRole('button', { name: 'You like it' })).toBeVisible()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByLabel('Your question').fill('Is the beach near? '.repeat(60))
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByText('At most 1000 characters.')).toBeVisible()
  await page.getByLabel('Your question').fill('Is the beach near?')
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByText('Your question is sent.')).toBeVisible()

  await page.goto(`/dashboard/quotes/${quote._id}`)
  await expect(page.getByText('Is the beach near?')).toBeVisible()
  await expect(page.getByText('Likes it')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawn', { exact: false }).first()).toBeVisible()
  await page.goto(new URL(link).pathname + new URL(link).hash)
  await expect(page.getByRole('heading', { name: 'This link does not open a quote' })).toBeVisible()
})

test('on a phone a quote starts from the sample itinerary or the last quote, says that the price is missing before it asks, and Won proposes its price', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const names = ['Meera Nair', 'Arjun Das']
  for (const name of names) {
    const { _id: leadId } = await api.makeLead({ name, destination: 'North Goa' })
    await api.as(agent, 'post', '/api/leads/buyLead', { leadId })
  }
  await signIn(agent)
  await page.setViewportSize({ width: 390, height: 844 })
  const openQuote = async (name: string) => {
    await page.goto('/dashboard/purchased-leads')
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make a quote' }).click()
  }
  await openQuote('Meera Nair')
  const firstDay = page.getByLabel('Title of day 1')
  await page.getByRole('button', { name: 'Sample itinerary of Goa' }).click()
  await expect(firstDay).toHaveValue('Arrive and head to the beach')
  await firstDay.fill('Arrive in Goa')
  await expect(page.getByRole('button', { name: 'Sample itinerary of Goa' })).toBeHidden()

  await expect(page.getByText('Price missing')).toBeVisible()
  await page.getByRole('button', { name: 'Send quote' }).click()
  await expect(page.getByLabel('Price per person')).toHaveAccessibleDescription('Enter a price.')
  await expect(page.getByLabel('Price per person')).toBeInViewport()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByLabel('Price per person').fill('20000')
  await expect(page.getByText('Price missing')).toBeHidden()
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflowPx).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByLabel('Link', { exact: true })).toBeVisible()

  await page.goto('/dashboard/pipeline?view=list')
  await page.getByRole('button', { name: /^Move Meera Nair/ }).click()
  await page.getByRole('menuitem', { name: 'Won' }).click()
  const won = page.getByRole('dialog', { name: 'Trip won: Meera Nair' })
  // Two adults and a child.
  await expect(won.getByLabel('Price of the trip (optional)')).toHaveValue('60,000')

  await openQuote('Arjun Das')
  await page.getByRole('button', { name: /^Your last quote: Trip to North Goa/ }).click()
  await expect(firstDay).toHaveValue('Arrive in Goa')
  await expect(page.getByLabel('Price per person')).toHaveValue('')
})

test('a response from before the sending does not bring the draft back', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const { _id: leadId } = await api.makeLead({ name: 'Meera Nair', destination: 'North Goa' })
  const quote = await openQuote(api, agent, leadId)
  await signIn(agent)
  await page.goto(`/dashboard/quotes/${quote._id}`)
  await page.getByRole('button', { name: 'Sample itinerary of Goa' }).click()
  await page.getByLabel('Price per person').fill('20000')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  // A change of the card makes the page read the quote again. This response is held back.
  const held = Promise.withResolvers<void>()
  const isRead = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route(
    `**/api/quotes/${quote._id}`,
    async (route) => {
      const response = await route.fetch()
      isRead.resolve()
      await held.promise
      // Fails if the page has cancelled the request.
      await route.fulfill({ response }).catch(() => undefined)
      answered.resolve()
    },
    { times: 1 },
  )
  const on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await api.as(agent, 'put', `/api/pipeline/cards/${leadId}/followUp`, { followUp: { on } })
  await isRead.promise
  await page.getByRole('button', { name: 'Send quote' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  held.resolve()
  await answered.promise
  await expect(page.getByLabel('Link', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send quote' })).toBeHidden()
})
