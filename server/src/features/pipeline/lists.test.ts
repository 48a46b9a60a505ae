import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { maxContactAttempts } from '@raahi/contract/contact-log'
import { listMessageTemplates, setMessageTemplate } from '@raahi/contract/message-templates'
import { fillMessage } from '@raahi/contract/message-text'
import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import {
  exportPipeline,
  listPipelineCards,
  maxExportedContacts,
  movePipelineCard,
} from '@raahi/contract/pipeline'
import { getPipelineWorth, minWorthLeads } from '@raahi/contract/pipeline-worth'
import { addPurchaseNote, maxNotes } from '@raahi/contract/purchase-notes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buyEnquiryLead,
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiryLead,
  makePlan,
  makePlanPurchase,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import { makeSentQuote } from '../../testing/quotes.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { exportPipeline as streamPipeline } from './export-pipeline.ts'
import { readWorth } from './worth.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await createMarketplace())
})
afterAll(() => app.close())

async function makeBuyer(): Promise<MadeUser> {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_000_00)
  return agent
}

async function moveTo(agent: MadeUser, leadId: string, body: object) {
  const { status } = await app
    .as(agent)
    .call(movePipelineCard, { params: { leadId }, body: { version: 0, ...body } })
  expect(status).toBe(200)
}

describe('the list', () => {
  it('finds by text, stage, place and time, in each order', async () => {
    const agent = await makeBuyer()
    const buy = (fields: Parameters<typeof makePurchase>[2]) =>
      makePurchase(app.database, agent.id, fields)
    const goa = await buy({ name: 'Meera Nair', destination: 'North Goa' })
    const kerala = await buy({ name: 'Ravi', destination: 'Kerala', phone: '+919812312312' })
    const old = await buy({ name: 'Old', destination: 'Leh' })
    await sql`update purchases set created_at = created_at - interval '40 days' where lead_id = ${old}`.execute(
      app.db,
    )
    await moveTo(agent, kerala, { to: 'won', wonAmount: 100 })
    const list = async (query: Record<string, string>) =>
      (await app.as(agent).call(listPipelineCards, { query })).data.docs.map(({ leadId }) => leadId)
    expect(await list({})).toEqual([kerala, goa, old])
    expect(await list({ sort: 'boughtAt' })).toEqual([old, goa, kerala])
    expect(await list({ sort: '-stageSince' })).toEqual([kerala, goa, old])
    expect(await list({ search: 'meera' })).toEqual([goa])
    expect(await list({ search: '98123 12312' })).toEqual([kerala])
    expect(await list({ destination: 'goa' })).toEqual([goa])
    expect(await list({ column: 'won' })).toEqual([kerala])
    expect(await list({ column: 'new', sort: 'stageSince' })).toEqual([old, goa])
    const monthAgo = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
    expect(await list({ endDate: monthAgo })).toEqual([old])
    expect(await list({ startDate: monthAgo, limit: '1', page: '2' })).toEqual([goa])
    expect(await list({ search: '%' })).toEqual([])
  })
})

describe('the CSV', () => {
  it('has every purchase once, over several batches, and no text that starts a formula', async () => {
    const agent = await makeBuyer()
    const leadIds: string[] = []
    for (let n = 0; n < 205; n += 1)
      leadIds.push(await makePurchase(app.database, agent.id, { name: '=cmd()' }))
    const [leadId = ''] = leadIds
    const body = { id: randomUUID(), leadId, text: '=HYPERLINK("http://evil.example")\nsecond' }
    await app.as(agent).call(addPurchaseNote, { body })
    const lost = { to: 'lost', lostReason: 'other', lostText: '+911 train, "fast"' }
    await moveTo(agent, leadId, lost)
    const { text, headers } = await app.as(agent).call(exportPipeline)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = text.split('\r\n').filter((line) => line !== '')
    expect(lines).toHaveLength(leadIds.length + 1)
    const numbers = lines.slice(1).map((line) => /LD-\d+/.exec(line)?.[0])
    expect(new Set(numbers).size).toBe(leadIds.length)
    const last = lines.at(-1) ?? ''
    expect(last).toContain(`"'+911 train, ""fast"""`)
    expect(last).toContain(`'=cmd()`)
    // A cell with notes begins with a time, so a note cannot start a formula.
    expect(last).toMatch(/"\d{4}-\d\d-\d\d \d\d:\d\d, Agent \d+: =HYPERLINK/)
    expect(text).not.toMatch(/(^|,|\r\n)"?[=@]/)
  })

  it('has as many of the latest notes and contacts of a lead as a spreadsheet cell holds', async () => {
    const agent = await makeBuyer()
    const leadId = await makePurchase(app.database, agent.id)
    await sql`insert into purchase_notes (id, purchase_id, by_user_id, text, created_at)
      select gen_random_uuid(), p.id, p.user_id, 'Note ' || n || repeat('x', 1990), p.created_at + n * interval '1 hour'
      from purchases p, generate_series(1, ${maxNotes}) n where p.lead_id = ${leadId}`.execute(
      app.db,
    )
    await sql`insert into contact_attempts (id, purchase_id, by_user_id, channel, tapped_at)
      select gen_random_uuid(), p.id, p.user_id, 'call', p.created_at + n * interval '1 hour'
      from purchases p, generate_series(1, ${maxContactAttempts}) n where p.lead_id = ${leadId}`.execute(
      app.db,
    )
    const { text } = await app.as(agent).call(exportPipeline)
    const cells = text.split('"').filter((cell) => cell.includes('\n') && !cell.includes('\r'))
    expect(cells).toHaveLength(2)
    for (const cell of cells) expect(cell.length).toBeLessThan(32_767)
    expect(cells[0]).toContain(`Note ${maxNotes}x`)
    expect(cells[0]).toMatch(/\n85 earlier ones are in Raahi\.$/)
    expect(cells[1]).toMatch(/\n400 earlier ones are in Raahi\.$/)
    expect(cells[1]?.split('\n')).toHaveLength(maxExportedContacts + 1)
  })

  it('has the state and the total of the quote', async () => {
    const agent = await makeBuyer()
    await makeSentQuote(app.database, agent.id)
    const { text } = await app.as(agent).call(exportPipeline)
    const [headings = [], row = []] = text.split('\r\n').map((line) => line.split(','))
    const at = headings.indexOf('"Quote"')
    expect(headings[at + 1]).toBe('"Quote total"')
    const { total_paise } = await app.db
      .selectFrom('quote_versions')
      .innerJoin('quotes', 'quotes.id', 'quote_versions.quote_id')
      .innerJoin('purchases', 'purchases.id', 'quotes.purchase_id')
      .select('total_paise')
      .where('purchases.user_id', '=', agent.id)
      .executeTakeFirstOrThrow()
    expect(total_paise).toBeGreaterThan(0)
    expect(row.slice(at, at + 2)).toEqual(['"Quote sent"', (total_paise / 100).toFixed(2)])
    const [card] = (await app.as(agent).call(listPipelineCards)).data.docs
    await approve(agent, card?.leadId ?? '')
    const returned = (await app.as(agent).call(exportPipeline)).text.split('\r\n')[1]?.split(',')
    expect(returned?.slice(at, at + 2)).toEqual(['', ''])
  })

  it('reads each part after the client has received the previous part', async () => {
    const agent = await makeBuyer()
    for (let n = 0; n < 5; n += 1) await makePurchase(app.database, agent.id)
    const call = {
      caller: { userId: agent.id, agencyId: agent.id, agentRole: 'owner' as const },
      reply: { raw: new EventEmitter() },
    }
    const { batches } = streamPipeline(app.database, call, {}, 2)
    const rows: number[] = []
    for await (const batch of batches) {
      // No batch is read ahead, so the next batch contains this name.
      rows.push(batch.length)
      expect(batch.map(({ name }) => name).join()).not.toMatch(
        rows.length === 1 ? /Renamed/ : /Traveller/,
      )
      await sql`update leads set name = 'Renamed' from purchases p
        where p.lead_id = leads.id and p.user_id = ${agent.id}`.execute(app.db)
    }
    expect(rows).toEqual([2, 2, 1])
  })

  it('omits the contact of a traveller who has withdrawn', async () => {
    const agent = await makeBuyer()
    const enquiry = await makeEnquiryLead(app.db, (await makeAdmin(app.db)).id)
    await buyEnquiryLead(app.database, agent.id, enquiry.leadId, { hoursAgo: 1 })
    await app.call(withdrawOwnEnquiry, { params: { token: enquiry.token } })
    const { phone } = await app.db
      .selectFrom('leads')
      .select('phone')
      .where('id', '=', enquiry.leadId)
      .executeTakeFirstOrThrow()
    const { text } = await app.as(agent).call(exportPipeline)
    expect(text).toContain('no, contact stopped')
    expect(text).not.toContain(phone.slice(-5))
  })
})

describe('the worth of leads', () => {
  it('counts money exactly: wallet, share of a plan, returns and won trips', async () => {
    const agent = await makeBuyer()
    const plan = await makePlan(app.db, { price_paise: 1000_00, lead_quota: 3 })
    const subscription = await givePlan(app.database, agent.id, plan)
    for (let n = 0; n < 9; n += 1) {
      const leadId = await makePurchase(app.database, agent.id, { destination: 'Goa' })
      if (n < 2) await moveTo(agent, leadId, { to: 'won', ...(n === 0 && { wonAmount: 90_000.5 }) })
      if (n === 2) await approve(agent, leadId)
    }
    const small = await app.as(agent).call(getPipelineWorth)
    expect(small.data, 'nothing of fewer than ten leads').toEqual({
      leads: 9,
      total: null,
      groups: [],
      leadsInSmallGroups: 9,
      leadsInFurtherGroups: 0,
    })
    await makePurchase(app.database, agent.id, { destination: ' goa ' })
    const ofPlan = await makePlanPurchase(app.database, agent.id, subscription)
    await sql`update leads set destination = 'Leh' where id = ${ofPlan}`.execute(app.db)
    const { data } = await app.as(agent).call(getPipelineWorth)
    const goa = {
      leads: minWorthLeads,
      spent: 500,
      returnedLeads: 1,
      returned: 50,
      won: 2,
      wonWithAmount: 1,
      wonAmount: 90_000.5,
      costPerWon: 225,
    }
    expect(data.groups).toEqual([{ key: expect.stringMatching(/^goa$/i), ...goa }])
    expect(data.leadsInSmallGroups).toBe(1)
    // A third of ₹1,000, in whole paise.
    const spent = 833.33
    expect(data.total).toEqual({ ...goa, leads: 11, spent, costPerWon: 391.67 })
    for (const [by, key] of [
      ['source', 'admin'],
      ['month', /^\d{4}-\d\d$/],
    ] as const) {
      const { data: grouped } = await app.as(agent).call(getPipelineWorth, { query: { by } })
      expect(grouped.groups).toMatchObject([
        { key: typeof key === 'string' ? key : expect.stringMatching(key), leads: 11, spent },
      ])
    }
    // The share is stored with the subscription. A refund pays the same amount.
    await sql`update subscriptions set lead_share_paise = 200_00 where id = ${subscription}`.execute(
      app.db,
    )
    const shared = (await app.as(agent).call(getPipelineWorth)).data.total
    expect(shared).toMatchObject({ spent: 700 })
    const future = { startDate: '2099-01-01' }
    expect((await app.as(agent).call(getPipelineWorth, { query: future })).data.leads).toBe(0)
  })

  it('counts leads of small groups separately from leads of groups beyond the maximum', async () => {
    const agent = await makeBuyer()
    const buy = async (destination: string, count: number) => {
      for (let n = 0; n < count; n += 1) await makePurchase(app.database, agent.id, { destination })
    }
    await buy('Leh', minWorthLeads + 1)
    await buy('Goa', minWorthLeads)
    await buy('Pune', 2)
    const of = { userId: agent.id, by: 'destination' } as const
    expect(await readWorth(app.db, of, 1)).toMatchObject({
      groups: [{ key: 'Leh' }],
      leadsInSmallGroups: 2,
      leadsInFurtherGroups: minWorthLeads,
    })
    await sql`update purchases p set created_at = '2026-01-15' from leads l
      where l.id = p.lead_id and p.user_id = ${agent.id} and l.destination = 'Leh'`.execute(app.db)
    const latest = await readWorth(app.db, { ...of, by: 'month' }, 1)
    expect(latest).toMatchObject({
      groups: [{ leads: minWorthLeads + 2 }],
      leadsInSmallGroups: 0,
      leadsInFurtherGroups: minWorthLeads + 1,
    })
  })

  it('counts a returned lead only as returned, even if it was won', async () => {
    const agent = await makeBuyer()
    for (let n = 0; n < minWorthLeads; n += 1) {
      const leadId = await makePurchase(app.database, agent.id)
      if (n > 0) continue
      await moveTo(agent, leadId, { to: 'won', wonAmount: 5 })
      await approve(agent, leadId)
    }
    const { total } = (await app.as(agent).call(getPipelineWorth)).data
    expect(total).toMatchObject({ won: 0, wonAmount: 0, costPerWon: null, returnedLeads: 1 })
  })
})

async function approve(agent: MadeUser, leadId: string) {
  const id = await makeRequest(app.database, agent.id, leadId)
  const admin = await makeAdmin(app.db)
  await sql`select decide_replacement(${id}, 'approved', ${admin.id}, gen_random_uuid())`.execute(
    app.db,
  )
}

describe('message templates', () => {
  it('are the defaults of Raahi until the agent changes them, and can be reset', async () => {
    const agent = await makeAgent(app.db)
    const client = app.as(agent)
    const set = (channel: string, template: unknown) =>
      client.call(setMessageTemplate, { params: { channel }, body: { template } })
    expect((await client.call(listMessageTemplates)).data).toMatchObject([
      { channel: 'whatsapp', isDefault: true, subject: null },
      { channel: 'email', isDefault: true },
    ])
    const own = await set('whatsapp', { text: 'Namaste {name}, {agency} here.' })
    expect(own.data).toMatchObject({ isDefault: false, text: 'Namaste {name}, {agency} here.' })
    expect((await app.as(await makeAgent(app.db)).call(listMessageTemplates)).data).toMatchObject([
      { isDefault: true },
      { isDefault: true },
    ])
    expect((await set('whatsapp', null)).data.isDefault).toBe(true)
    for (const [channel, template] of [
      ['whatsapp', { text: '' }],
      ['whatsapp', { text: 'x'.repeat(1001) }],
      ['whatsapp', { text: 'Hello {nmae}' }],
      ['whatsapp', { text: 'Hello {constructor}' }],
      ['whatsapp', { subject: 'A', text: 'B' }],
      ['email', { text: 'B' }],
      ['email', { subject: 'A {x}', text: 'B' }],
      ['sms', { text: 'B' }],
    ] as const) {
      const answer = await set(channel, template)
      expect([answer.status, answer.code], JSON.stringify(template)).toEqual([
        400,
        'VALIDATION_FAILED',
      ])
    }
  })

  it('fill in the known fields, and do not replace placeholders in the name of a traveller', () => {
    const values = { name: '{agency} $1', destination: null, agent: 'Kabir', agency: 'Marigold' }
    expect(fillMessage('{name}, {destination}: {agent}, {agency}, {x}', values)).toBe(
      '{agency} $1, your trip: Kabir, Marigold, {x}',
    )
  })
})
