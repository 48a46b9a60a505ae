import type { Locator, Page } from '@playwright/test'
import type { Agent, Api } from '../support/api.ts'
import { ClickCounter } from '../support/click-counter.ts'
import { expect, statusError, tabTo, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

const phone = { width: 360, height: 740 }

interface Card {
  leadId: string
  stage: string
  version: number
  followUp: { on: string; time: string | null } | null
  wonAmount: number | null
  lostReason: string | null
}

/** An agent who has bought leads of these travellers. */
async function makeBuyer(api: Api, ...names: string[]) {
  const agent = await api.makeAgent({ wallet: 2000 })
  const ids: string[] = []
  for (const name of names) {
    const { _id } = await api.makeLead({ name })
    await api.as(agent, 'post', '/api/leads/buyLead', { leadId: _id })
    ids.push(_id)
  }
  return { agent, ids }
}

async function readCard(api: Api, agent: Agent, id: string) {
  const { data } = await api.as<{
    card: Card
    notes: { _id: string; text: string; version: number }[]
    contacts: { channel: string; outcome: string | null }[]
  }>(agent, 'get', `/api/pipeline/cards/${id}`)
  return data
}

const column = (page: Page, stage: string) => page.getByRole('region', { name: stage, exact: true })
const cardIn = (page: Page, stage: string, name: string) =>
  column(page, stage).getByRole('link', { name, exact: true })

/** Keeps the page when a link to a phone number is clicked; the browser of the tests has no dialler. */
async function withoutDialler(page: Page) {
  await page.addInitScript(() => {
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a[href]')
      if (link && /^(tel|mailto):|wa\.me/.test(link.getAttribute('href') ?? '')) {
        event.preventDefault()
      }
    })
  })
}

/** A day in India, this many days after today. */
function dayInIndia(days: number): string {
  return new Date(Date.now() + (5.5 * 60 + days * 24 * 60) * 60_000).toISOString().slice(0, 10)
}

test('five columns fit into a window of 1280 px, also with a long reason', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, ids } = await makeBuyer(api, 'Meera Nair')
  const [id = ''] = ids
  const { version } = (await readCard(api, agent, id)).card
  const lost = { to: 'lost', lostReason: 'not-reached', version }
  await api.as(agent, 'post', `/api/pipeline/cards/${id}/move`, lost)
  await signIn(agent)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/dashboard/pipeline')
  const card = column(page, 'Lost').getByRole('listitem').filter({ hasText: 'Meera Nair' })
  await expect(card).toContainText('Could not reach the traveller')
  const board = column(page, 'Lost').locator('..')
  for (const [name, part] of Object.entries({ card, board })) {
    const overflowPx = await part.evaluate((it) => it.scrollWidth - it.clientWidth)
    expect(overflowPx, name).toBeLessThanOrEqual(0)
  }
})

test('a card moves by menu, keyboard and pointer, and keeps the focus; Undo and u move it back', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, ids } = await makeBuyer(api, 'Meera Nair', 'Arjun Das')
  const stageOf = async (id = '') => (await readCard(api, agent, id)).card.stage
  await signIn(agent)
  await page.goto('/dashboard/pipeline')
  await expect(cardIn(page, 'New', 'Meera Nair')).toBeVisible()

  await page.getByRole('button', { name: /^Move Meera Nair/ }).click()
  await page.getByRole('menuitem', { name: 'Contacted' }).click()
  await expect(cardIn(page, 'Contacted', 'Meera Nair')).toBeVisible()
  await expect(page.getByText('Moved to Contacted.')).toBeVisible()
  expect(await stageOf(ids[0])).toBe('contacted')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cardIn(page, 'New', 'Meera Nair')).toBeVisible()
  await expect.poll(() => stageOf(ids[0])).toBe('new')

  await tabTo(page, cardIn(page, 'New', 'Meera Nair'))
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(cardIn(page, 'Quoted', 'Meera Nair')).toBeFocused()
  await expect.poll(() => stageOf(ids[0])).toBe('quoted')
  await expect(page.getByText('Moved to Quoted.')).toBeVisible()
  await page.keyboard.press('u')
  await expect(cardIn(page, 'Contacted', 'Meera Nair')).toBeVisible()
  await expect.poll(() => stageOf(ids[0])).toBe('contacted')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')

  await cardIn(page, 'New', 'Arjun Das').dragTo(column(page, 'Quoted'))
  await expect(cardIn(page, 'Quoted', 'Arjun Das')).toBeVisible()
  await expect.poll(() => stageOf(ids[1])).toBe('quoted')
  await page.reload()
  await expect(cardIn(page, 'Quoted', 'Arjun Das')).toBeVisible()
  await expect(cardIn(page, 'Contacted', 'Meera Nair')).toBeVisible()
})

test('Won asks for the price and Lost for the reason, and Cancel leaves the card', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, ids } = await makeBuyer(api, 'Meera Nair')
  const [id = ''] = ids
  await signIn(agent)
  await page.goto('/dashboard/pipeline')
  const moveTo = async (stage: string) => {
    await page.getByRole('button', { name: /^Move Meera Nair/ }).click()
    await page.getByRole('menuitem', { name: stage }).click()
  }
  await moveTo('Lost')
  const lost = page.getByRole('dialog', { name: /^Trip lost/ })
  await lost.getByRole('button', { name: 'Move to Lost' }).click()
  await expect(lost.getByText('Choose a reason.')).toBeVisible()
  await lost.getByRole('button', { name: 'Cancel' }).click()
  await expect(cardIn(page, 'New', 'Meera Nair')).toBeVisible()

  await moveTo('Won')
  const won = page.getByRole('dialog', { name: /^Trip won/ })
  await won.getByLabel('Price of the trip (optional)').fill('45000.50')
  await won.getByRole('button', { name: 'Move to Won' }).click()
  await expect(column(page, 'Won').getByText('₹45,000.50')).toBeVisible()
  await expect
    .poll(async () => (await readCard(api, agent, id)).card)
    .toMatchObject({ stage: 'won', wonAmount: 45000.5 })

  await moveTo('Lost')
  await lost.getByLabel('Why did they not book?').selectOption('too-expensive')
  await lost.getByRole('button', { name: 'Move to Lost' }).click()
  await expect(column(page, 'Lost').getByText('Too expensive')).toBeVisible()
  await expect
    .poll(async () => (await readCard(api, agent, id)).card)
    .toMatchObject({ stage: 'lost', wonAmount: null, lostReason: 'too-expensive' })
})

test('an answer about a call is asked once, and does not cover the button that sends a quote', async ({
  page,
  api,
  signIn,
}) => {
  const { agent } = await makeBuyer(api, 'Meera Nair')
  await withoutDialler(page)
  await page.setViewportSize(phone)
  await signIn(agent)
  await page.goto('/dashboard/pipeline')
  await page.getByRole('link', { name: 'Meera Nair', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: /Meera Nair/ })
  await drawer.getByRole('link', { name: 'Call Meera Nair' }).click()
  const question = page.getByRole('region', { name: 'Outcome of the contact' })
  await question.getByRole('button', { name: 'No answer' }).click()
  await expect(question.getByRole('button', { name: 'Tomorrow' })).toBeEnabled()

  await drawer.getByRole('button', { name: 'Make a quote' }).click()
  await page.getByLabel('Trip title').fill('Two days in Goa')
  await expect(question.getByRole('button', { name: 'Tomorrow' })).toBeVisible()
  await expect(question.getByRole('button', { name: 'No answer' })).toHaveCount(0)
  // A click fails if another element would receive it.
  await page.getByRole('button', { name: 'Send quote' }).click({ trial: true })
  await question.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(question).toBeHidden()
})

test('the question about another call covers the button that sends a quote at no width, and an answered one does not return', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, ids } = await makeBuyer(api, 'Meera Nair', 'Arjun Das')
  await withoutDialler(page)
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await page.getByRole('link', { name: 'Call Meera Nair' }).click()
  const question = page.getByRole('region', { name: 'Outcome of the contact' })
  await expect(question.getByText('Meera Nair: How did the call go?')).toBeVisible()
  await page.getByRole('link', { name: 'Arjun Das', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: /Arjun Das/ })
  await drawer.getByRole('button', { name: 'Make a quote' }).click()
  await expect(page.getByLabel('Trip title')).toBeVisible()
  for (const width of [360, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(question).toHaveCount(1)
    // A click fails if another element would receive it.
    await page.getByRole('button', { name: 'Send quote' }).click({ trial: true })
    await page.getByRole('button', { name: 'Preview PDF' }).click({ trial: true })
  }
  await question.getByRole('button', { name: 'Talked' }).click()
  await question.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('link', { name: 'Back to Purchased Leads' }).click()
  await expect(page.getByText('Talked just now')).toBeVisible()
  await expect(question).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/^Talked /)).toBeVisible()
  await page.getByRole('link', { name: 'Meera Nair', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Contact log' })).toBeVisible()
  await expect(question).toHaveCount(0)
  expect((await readCard(api, agent, ids[0] ?? '')).contacts).toMatchObject([
    { channel: 'call', outcome: 'talked' },
  ])
})

test('on a phone call, outcome and next date take three taps, on the board and in the drawer', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, ids } = await makeBuyer(api, 'Meera Nair')
  const [id = ''] = ids
  await withoutDialler(page)
  await page.setViewportSize(phone)
  // A tap is also recorded before the script that asks for its outcome has loaded.
  const tapped = Promise.withResolvers<void>()
  await page.route('**/contact-sheet-*.js', async (route) => {
    await tapped.promise
    await route.continue()
  })
  await signIn(agent)
  await page.goto('/dashboard/pipeline')
  const callIn = async (part: Page | Locator, outcome: string, day: string) => {
    const question = part.getByRole('region', { name: 'Outcome of the contact' })
    const taps = new ClickCounter()
    await taps.click(part.getByRole('link', { name: 'Call Meera Nair' }))
    tapped.resolve()
    await taps.click(question.getByRole('button', { name: outcome }))
    await taps.click(question.getByRole('button', { name: day }))
    await expect(question).toBeHidden()
    expect(taps.clicks).toBe(3)
  }
  await callIn(page, 'Asked to call later', 'In 3 days')
  const { card, contacts } = await readCard(api, agent, id)
  expect(contacts).toMatchObject([{ channel: 'call', outcome: 'call-later' }])
  expect(card).toMatchObject({ stage: 'contacted', followUp: { on: dayInIndia(3) } })

  await page.getByRole('tab', { name: 'Contacted 1' }).click()
  await page.getByRole('link', { name: 'Meera Nair', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: /Meera Nair/ })
  await expect(drawer.getByRole('heading', { name: 'Contact log' })).toBeVisible()
  await callIn(drawer, 'No answer', 'Tomorrow')
  await expect
    .poll(async () => (await readCard(api, agent, id)).card.followUp)
    .toMatchObject({ on: dayInIndia(1) })
})

test('a tap is recorded on the purchased leads and on a bought lead of the marketplace, once', async ({
  page,
  api,
  signIn,
}) => {
  const name = `Meera ${uniqueText()}`
  const { agent, ids } = await makeBuyer(api, name)
  const [id = ''] = ids
  await withoutDialler(page)
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  const question = page.getByRole('region', { name: 'Outcome of the contact' })
  const recorded = page.waitForResponse('**/api/pipeline/contacts')
  await page.getByRole('link', { name: `WhatsApp ${name} (opens in a new tab)` }).click()
  await recorded
  await expect(question.getByText(`${name}: How did it go on WhatsApp?`)).toBeVisible()
  await question.getByRole('button', { name: 'No answer' }).click()
  await question.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(question).toBeHidden()

  await page.goto(`/dashboard/my-leads?status=sold&search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Call ${name}` }).click()
  await question.getByRole('button', { name: 'Close question' }).click()
  await expect
    .poll(async () => (await readCard(api, agent, id)).contacts)
    .toMatchObject([
      { channel: 'call', outcome: null },
      { channel: 'whatsapp', outcome: 'no-answer' },
    ])
})

test('a tap whose token has expired is recorded after a renewal', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(401))
  const { agent, ids } = await makeBuyer(api, 'Meera Nair')
  await withoutDialler(page)
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  let refused = 0
  await page.route('**/api/pipeline/contacts', async (route) => {
    refused += 1
    if (refused > 1) return route.continue()
    await route.fulfill({ status: 401, json: { success: false, code: 'UNAUTHENTICATED' } })
  })
  await page.getByRole('link', { name: 'Call Meera Nair' }).click()
  await expect.poll(async () => (await readCard(api, agent, ids[0] ?? '')).contacts.length).toBe(1)
})

test('two tabs show one state, also when both move the same card', async ({
  page,
  context,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const { agent, ids } = await makeBuyer(api, 'Meera Nair')
  const [id = ''] = ids
  await signIn(agent)
  const stream = page.waitForResponse('**/api/leads/events*')
  await page.goto('/dashboard/pipeline')
  await stream
  const tab = await context.newPage()
  await tab.goto('/dashboard/pipeline')
  await expect(cardIn(tab, 'New', 'Meera Nair')).toBeVisible()
  const move = async (on: Page, stage: string) => {
    await on.getByRole('button', { name: /^Move Meera Nair/ }).click()
    await on.getByRole('menuitem', { name: stage }).click()
  }
  await move(tab, 'Contacted')
  for (const each of [page, tab]) {
    await expect(cardIn(each, 'Contacted', 'Meera Nair')).toBeVisible()
  }

  // The other tab has moved the card, and this tab has not received the change yet.
  await page.route('**/api/pipeline/cards/*/move', async (route) => {
    await api.as(agent, 'post', `/api/pipeline/cards/${id}/move`, {
      to: 'quoted',
      version: (await readCard(api, agent, id)).card.version,
    })
    await route.continue()
  })
  await move(page, 'New')
  await expect(
    page.getByText('Meera Nair was changed in another tab or on another device.'),
  ).toBeVisible()
  for (const each of [page, tab]) await expect(cardIn(each, 'Quoted', 'Meera Nair')).toBeVisible()
  expect((await readCard(api, agent, id)).card.stage).toBe('quoted')
  await tab.close()
})

test('a note is added, changed and deleted, a failed save keeps what was typed, and a truncated paste is reported', async ({
  page,
  context,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED/)
  const { agent, ids } = await makeBuyer(api, 'Meera Nair')
  const notesOf = async () => (await readCard(api, agent, ids[0] ?? '')).notes
  await signIn(agent)
  await page.goto('/dashboard/pipeline')
  await page.getByRole('link', { name: 'Meera Nair' }).click()
  const drawer = page.getByRole('dialog', { name: /Meera Nair/ })
  const field = drawer.getByLabel('New note')
  await page.route('**/api/pipeline/notes', (route) => route.abort())
  await field.fill('Two rooms near the beach')
  await drawer.getByRole('button', { name: 'Save note' }).click()
  await expect(drawer.getByText(/The note could not be saved/)).toBeVisible()
  await expect(field).toHaveValue('Two rooms near the beach')

  await page.unroute('**/api/pipeline/notes')
  await drawer.getByRole('button', { name: 'Save note' }).click()
  await expect(field).toHaveValue('')
  const notes = drawer.getByRole('list', { name: 'Notes' })
  await expect(notes.getByText('Two rooms near the beach')).toBeVisible()
  expect(await notesOf()).toHaveLength(1)

  await notes.getByRole('button', { name: 'Edit' }).click()
  await drawer.getByLabel('Note', { exact: true }).fill('Three rooms')
  await drawer.getByRole('button', { name: 'Save note' }).click()
  await expect(notes.getByText('Three rooms')).toBeVisible()

  // The text that another tab saved is shown before this tab replaces it.
  await notes.getByRole('button', { name: 'Edit' }).click()
  await drawer.getByLabel('Note', { exact: true }).fill('Four rooms')
  const [note] = await notesOf()
  await api.as(agent, 'put', `/api/pipeline/notes/${note?._id}`, {
    text: 'Five rooms',
    version: note?.version,
  })
  await expect(notes.getByText('Five rooms')).toBeVisible()
  await drawer.getByRole('button', { name: 'Replace it' }).click()
  await expect(notes.getByText('Four rooms')).toBeVisible()
  await notes.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this note?' })
    .getByText('Delete', { exact: true })
    .click()
  await expect(notes.getByRole('listitem')).toHaveCount(0)
  expect(await notesOf()).toHaveLength(0)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('A long itinerary. '.repeat(112)))
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(
    page.getByText('Only a part of the text was pasted: this field takes up to 2,000 characters.'),
  ).toBeVisible()
})

test('a follow-up is due on the home, and the list finds it and exports it', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, ids } = await makeBuyer(api, 'Meera Nair', 'Arjun Das')
  const followUp = { on: dayInIndia(0), time: '23:45' }
  await api.as(agent, 'put', `/api/pipeline/cards/${ids[0]}/followUp`, { followUp })
  await signIn(agent)
  await page.goto('/dashboard')
  const due = page.getByRole('list', { name: 'Follow-ups due' })
  await expect(due.getByRole('listitem')).toHaveCount(1)
  await expect(due.getByText('Today, 11:45 PM')).toBeVisible()

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Pipeline' })
    .click()
  await page.getByRole('link', { name: 'Follow-ups: 1 due today' }).click()
  const rows = page.getByRole('list', { name: 'Pipeline' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows.getByRole('link', { name: 'Meera Nair' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^pipeline-\d{4}-\d\d-\d\d\.csv$/)

  // The view is remembered.
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Pipeline' })
    .click()
  await expect(rows).toHaveCount(2)
})

test('an own WhatsApp message is used in the drawer, and an unknown placeholder is refused', async ({
  page,
  api,
  signIn,
}) => {
  const { agent } = await makeBuyer(api, 'Meera Nair')
  await signIn(agent)
  await page.goto('/dashboard/pipeline')
  await page.getByRole('button', { name: 'Messages and reminders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Messages and reminders' })
  const message = dialog.getByRole('region', { name: 'WhatsApp message' })
  await message.getByLabel('Text').fill('Hello {traveller}')
  await message.getByRole('button', { name: 'Save' }).click()
  await expect(message.getByText(/^\{traveller\} is not recognised/)).toBeVisible()
  await message.getByLabel('Text').fill('Hello {name}, {destination} is lovely.')
  await message.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Message saved.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('link', { name: 'Meera Nair' }).click()
  await expect(
    page.getByRole('dialog', { name: /Meera Nair/ }).getByLabel('WhatsApp message'),
  ).toHaveValue('Hello Meera Nair, Goa is lovely.')
})
