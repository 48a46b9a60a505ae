import { getOverview } from '@raahi/contract/dashboard'
import { enquiryConsent, listEnquiries } from '@raahi/contract/enquiries'
import { approveLeadReplacement } from '@raahi/contract/replacements'
import { manualSourceId, quoteFormSourceId } from '@raahi/contract/source-labels'
import * as calls from '@raahi/contract/sources'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buyEnquiryLead,
  factoryPassword,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiry,
  makeEnquiryLead,
  makeLead,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { makeSource } from '../../testing/make-source.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  admin = await makeAdmin(app.db)
})
afterAll(() => app.close())

async function figuresOf(id: string, query = {}) {
  const { data } = await app.as(admin).call(calls.getSource, { params: { id }, query })
  return data.figures
}

describe('sources', () => {
  it('a database begins with the quote form and the admins, which cannot be changed', async () => {
    const { data } = await app.as(admin).call(calls.listSources)
    expect(data.map(({ _id, kind, name }) => [_id, kind, name])).toEqual([
      [quoteFormSourceId, 'website', 'Quote form'],
      [manualSourceId, 'manual', 'Entered by an admin'],
    ])
    for (const { _id: id } of data) {
      const changed = await app
        .as(admin)
        .call(calls.updateSource, { params: { id }, body: { state: 'paused' } })
      expect([changed.status, changed.code]).toEqual([409, 'SOURCE_BUILT_IN'])
    }
  })

  it('a new source has the consent text of the quote form; each change of it is a new version', async () => {
    const { data } = await app
      .as(admin)
      .call(calls.createSource, { body: { name: 'Partner', kind: 'api' } })
    expect(Object.keys(data)).toEqual(['_id'])
    const params = { id: data._id }
    const change = (body: object) => app.as(admin).call(calls.updateSource, { params, body })
    const read = async () => (await app.as(admin).call(calls.getSource, { params })).data
    expect((await read()).consents.map(({ text }) => text)).toEqual([enquiryConsent.text])
    await change({ consentText: 'I agree.', dailyLimit: 5, leadType: 'domestic' })
    await change({ consentText: 'I agree.', state: 'paused' })
    const source = await read()
    expect(source).toMatchObject({
      name: 'Partner',
      state: 'paused',
      dailyLimit: 5,
      leadType: 'domestic',
      publishAtOnce: false,
    })
    expect(source.consents.map(({ version, text }) => [version, text])).toEqual([
      [2, 'I agree.'],
      [1, enquiryConsent.text],
    ])
    const wrong = await change({ dailyLimit: 0, consentText: ' ', state: 'gone' })
    expect(Object.keys(wrong.fieldErrors ?? {}).sort()).toEqual([
      'consentText',
      'dailyLimit',
      'state',
    ])
  })

  it('the secret of Google Ads needs the password, is shown once and is stored as a hash', async () => {
    const create = (password?: string) =>
      app.as(admin).call(calls.createSource, {
        body: { name: 'Goa ads', kind: 'google-ads', ...(password && { password }) },
      })
    expect((await create()).fieldErrors).toHaveProperty('password')
    const wrong = await create('Wrong@12345')
    expect([wrong.code, Object.keys(wrong.fieldErrors ?? {})]).toEqual([
      'CURRENT_PASSWORD_WRONG',
      ['password'],
    ])
    const { data } = await create(factoryPassword)
    expect(data.secret).toMatch(/^[\w-]{43}$/)
    const renewed = await app.as(admin).call(calls.renewSourceSecret, {
      params: { id: data._id },
      body: { password: factoryPassword },
    })
    expect(renewed.data.secret).not.toBe(data.secret)
    const { rows } = await app.database.pool.query(
      `select row_to_json(s)::text as text from sources s union all select row_to_json(l)::text from audit_log l`,
    )
    for (const { text } of rows) {
      expect(text).not.toContain(data.secret)
      expect(text).not.toContain(renewed.data.secret)
    }
    const other = await app.as(admin).call(calls.renewSourceSecret, {
      params: { id: (await makeSource(app.db)).id },
      body: { password: factoryPassword },
    })
    expect(other.code).toBe('SOURCE_NOT_FOUND')
  })
})

describe('the figures of a source', () => {
  it('follow its enquiries to sale and return, and count money as the ledger does', async () => {
    await setLeadPrice(app.db, 'both', 100_00)
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 10_000_00)
    const { id } = await makeSource(app.db)
    const of = { source_id: id }
    const first = await makeEnquiry(app.db, of)
    await makeEnquiry(app.db, { ...of, duplicate_of: first.id })
    await makeEnquiry(app.db, {
      ...of,
      status: 'rejected',
      reject_reason: 'spam',
      decided_at: new Date(),
      decided_by: admin.id,
    })
    await makeEnquiryLead(app.db, admin.id, of)
    const sold = []
    for (let i = 0; i < 10; i += 1) sold.push(await makeEnquiryLead(app.db, admin.id, of))
    for (const { leadId } of sold) {
      await buyEnquiryLead(app.database, agent.id, leadId, { hoursAgo: 0 })
    }
    const requestId = await makeRequest(app.database, agent.id, sold[0]?.leadId ?? '')
    await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })
    await app.as(admin).call(calls.setSourceCost, {
      params: { id },
      body: { day: '2026-11-01', amount: 200 },
    })
    const all = await figuresOf(id)
    expect(all).toMatchObject({
      received: 14,
      duplicates: 1,
      rejected: 1,
      published: 11,
      sold: 10,
      returned: 1,
      revenue: 1000,
      net: 900,
      medianMinutesToSale: 0,
      cost: 200,
      netPerRupee: 4.5,
    })
    expect(await figuresOf(id, { from: '2020-01-01', to: '2020-01-31' })).toEqual({
      received: 0,
      duplicates: 0,
      rejected: 0,
      published: 0,
      sold: 0,
      returned: 0,
      revenue: 0,
      net: 0,
      medianMinutesToSale: null,
      cost: 0,
      netPerRupee: null,
    })
    const listed = await app.as(admin).call(calls.listSources)
    expect(listed.data.find(({ _id }) => _id === id)?.figures).toEqual(all)
  })

  it('shows no share, time or return on cost of fewer than ten', async () => {
    const { id } = await makeSource(app.db)
    for (let i = 0; i < 9; i += 1) await makeEnquiry(app.db, { source_id: id })
    await app
      .as(admin)
      .call(calls.setSourceCost, { params: { id }, body: { day: '2026-11-01', amount: 200 } })
    expect(await figuresOf(id)).toMatchObject({
      received: 9,
      medianMinutesToSale: null,
      netPerRupee: null,
    })
  })

  it('a lead without an enquiry counts as entered by an admin', async () => {
    const before = await figuresOf(manualSourceId)
    await makeLead(app.db)
    await makeEnquiryLead(app.db, admin.id)
    const after = await figuresOf(manualSourceId)
    expect([after.received - before.received, after.published - before.published]).toEqual([1, 1])
  })

  it('a cost of a day is replaced, and removed by 0', async () => {
    const { id } = await makeSource(app.db)
    const set = (day: string, amount: number) =>
      app.as(admin).call(calls.setSourceCost, { params: { id }, body: { day, amount } })
    await set('2026-11-01', 100)
    await set('2026-11-01', 99.5)
    await set('2026-11-02', 50)
    await set('2026-11-03', 10)
    await set('2026-11-03', 0)
    const { data } = await app.as(admin).call(calls.getSource, { params: { id } })
    expect(data.costs).toEqual([
      { day: '2026-11-02', amount: 50 },
      { day: '2026-11-01', amount: 99.5 },
    ])
    expect((await figuresOf(id, { from: '2026-11-02' })).cost).toBe(50)
  })
})

describe('a silent source', () => {
  async function arrive(sourceId: string, hoursAgo: number[]) {
    for (const hours of hoursAgo) {
      await makeEnquiry(app.db, {
        source_id: sourceId,
        created_at: new Date(Date.now() - hours * 3_600_000),
      })
    }
  }
  const everyHours = (step: number, last: number, count = 11) =>
    Array.from({ length: count }, (_, i) => last + i * step)

  async function silentIds() {
    const { data } = await app.as(admin).call(calls.listSources)
    const { openWork } = (await app.as(admin).call(getOverview)).data
    const silent = data.filter(({ isSilent }) => isSilent).map(({ _id }) => _id)
    expect(openWork.find(({ kind }) => kind === 'silentSources')?.count).toBe(silent.length)
    return silent
  }

  it('has had no enquiry for three times its median interval and a day, and is open work', async () => {
    const [usual, slow, rare, paused, hourly] = [
      await makeSource(app.db),
      await makeSource(app.db),
      await makeSource(app.db),
      await makeSource(app.db, { state: 'paused' }),
      await makeSource(app.db),
    ]
    await arrive(usual.id, everyHours(1, 25))
    await arrive(slow.id, everyHours(10, 29))
    await arrive(rare.id, everyHours(1, 100, 10))
    await arrive(paused.id, everyHours(1, 100))
    await arrive(hourly.id, everyHours(1, 23))
    expect(await silentIds()).toEqual([usual.id])
  })
})

it('an enquiry shows the source that it came from', async () => {
  const { id } = await makeSource(app.db, { name: 'Partner' })
  const { number } = await makeEnquiry(app.db, { source_id: id })
  const { data } = await app.as(admin).call(listEnquiries, { query: { search: `RQ-${number}` } })
  expect(data.docs[0]?.arrivedBy).toEqual({ _id: id, name: 'Partner' })
})
