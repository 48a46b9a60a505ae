import { getDashboard, getOverview } from '@raahi/contract/dashboard'
import {
  convertEnquiry,
  countWaiting,
  listEnquiries,
  putOnSale,
  rejectEnquiry,
} from '@raahi/contract/enquiries'
import { deleteLead, getLead, type Lead, listLeads, updateLead } from '@raahi/contract/leads'
import { correctOwnEnquiry, getOwnEnquiry, withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { erasePersonalData } from '@raahi/contract/personal-data'
import { buyLead } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeDue, makeRule } from '../../testing/automatic-buying.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeEnquiry, makeSavedSearch } from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import { discardedJobs, matchNewLeads } from '../../testing/match-new-leads.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { buyAutomatically } from '../automatic-buying/buy-automatically.ts'
import { queueAutomaticBuying } from '../automatic-buying/queue-automatic-buying.ts'
import { createChangesReader } from '../lead-events/lead-events.queries.ts'
import { findMatchingLeads } from '../saved-searches/public/find-matching-leads.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser

// Each test has a separate marketplace.
beforeEach(async () => {
  ;({ app, admin, agent } = await createMarketplace({ walletPaise: 1_000_000 }))
})
afterEach(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

const reviewed = {
  name: 'Meera Nair',
  phone: '+919876543210',
  email: 'meera@example.org',
  city: 'Kochi',
  destination: 'Manali',
}

/** A lead on sale that was converted from an enquiry with the same fields. */
async function makeConverted() {
  const enquiry = await makeEnquiry(app.db, { ...reviewed, travel_date: null })
  const { data } = await app.as(admin).call(convertEnquiry, {
    params: { id: enquiry.id },
    body: { ...reviewed, leadType: 'domestic' },
  })
  return { ...enquiry, lead: data }
}
const correct = (token: string, fields: object) =>
  app.call(correctOwnEnquiry, { params: { token }, body: { ...reviewed, ...fields } })
const release = (id: string, query: Record<string, string> = {}) =>
  app.as(admin).call(putOnSale, { params: { id }, query })
const buy = (lead: Lead) => app.as(agent).call(buyLead, { body: { leadId: lead._id } })
const shownTo = async (viewer: MadeUser, query: Record<string, string> = {}) => {
  const { data } = await app.as(viewer).call(listLeads, { query })
  expect(data.totalLeads).toBe(data.leads.length)
  return data.leads
}
const inQueue = async (id: string) => {
  const { data } = await app.as(admin).call(listEnquiries, { query: { corrected: 'open' } })
  return data.docs.find(({ _id }) => _id === id)
}

describe('a correction of an unsold lead', () => {
  const unread = 'Pay the deposit at once'
  it.each([
    ['name', { name: unread }],
    ['city', { city: unread }],
    ['destination', { destination: unread }],
    ['phone', { phone: '+919811122233' }],
    ['email', { email: 'other@example.org' }],
    ['email', { email: null }],
  ] as const)('of %s takes it off sale, for every agent and every list', async (field, fields) => {
    const { id, token, lead } = await makeConverted()
    const corrected = await correct(token, fields)
    expect(corrected.status).toBe(200)
    const after = Object.values(fields)[0]
    expect(await buy(lead)).toMatchObject({ status: 409, code: 'LEAD_UNDER_REVIEW' })
    const queries: Record<string, string>[] = [
      {},
      { expired: 'true' },
      { satatus: 'buy' },
      { search: 'Meera' },
      { search: 'Pay at', expired: 'true' },
      { destination: 'Manali', expired: 'true' },
      { destination: 'Pay at', expired: 'true' },
      { city: 'Pay at', expired: 'true' },
    ]
    for (const query of queries) expect(await shownTo(agent, query)).toEqual([])
    const read = await app.as(agent).call(getLead, { params: { id: lead._id } })
    expect(read.code).toBe('LEAD_NOT_FOUND')
    expect((await app.as(admin).call(getDashboard)).data.totalAvailableLeads).toBe(0)
    expect(await shownTo(admin)).toMatchObject([
      { _id: lead._id, satatus: 'buy', underReview: true, expired: false, [field]: after },
    ])
    expect((await inQueue(id))?.lead?.corrections).toEqual([
      { field, before: reviewed[field], after },
    ])
    expect((await app.as(admin).call(countWaiting)).data.corrections).toBe(1)
    expect((await app.as(admin).call(getOverview)).data.openWork).toContainEqual({
      kind: 'corrections',
      count: 1,
      oldestAt: corrected.data.correctedAt,
    })
  })

  it('of dates, group sizes and kinds leaves it on sale', async () => {
    const { id, token, lead } = await makeConverted()
    const trip = { travelDate: '2031-05-20', adult: 4, children: 2, tripType: 'Family' }
    expect((await correct(token, trip)).status).toBe(200)
    expect(await shownTo(agent)).toMatchObject([{ ...trip, underReview: false }])
    expect(await inQueue(id)).toBeUndefined()
    expect((await buy(lead)).status).toBe(200)
  })

  it('to values that the admin has entered already leaves it on sale', async () => {
    const { token, lead } = await makeConverted()
    const body = { ...reviewed, city: 'Thrissur' }
    await app.as(admin).call(updateLead, { params: { id: lead._id }, body })
    await correct(token, { city: 'Thrissur' })
    expect(await shownTo(agent)).toMatchObject([{ city: 'Thrissur' }])
  })

  it('is not in any event, and the lead is withdrawn from open screens until it is back', async () => {
    const { id, token, lead } = await makeConverted()
    const reader = createChangesReader(app.database)
    const known = { followed: null, missed: null, admitted: null }
    const since = async (snapshot: string) => {
      const changes = await reader.readChanges({ ...known, followed: snapshot })
      return { changed: changes.followed.map(({ subjectId }) => subjectId), leads: changes.leads }
    }
    const snapshot = async () => {
      const { rows } = await sql<{ at: string }>`
        select pg_current_snapshot()::text as at`.execute(app.db)
      return rows[0]?.at ?? ''
    }
    const before = await snapshot()
    await correct(token, { name: unread })
    const removed = await since(before)
    expect(removed.changed).toContain(lead._id)
    expect(removed.leads.size).toBe(0)
    const corrected = await snapshot()
    await release(id)
    const back = await since(corrected)
    expect(back.leads.get(lead._id)).toMatchObject({ name: unread, expired: false })
  })

  it('keeps the values before the first of several corrections', async () => {
    const { id, token } = await makeConverted()
    await correct(token, { name: 'Meera N.' })
    await correct(token, { name: 'M. Nair', city: 'Pune' })
    expect((await inQueue(id))?.lead?.corrections).toEqual([
      { field: 'name', before: 'Meera Nair', after: 'M. Nair' },
      { field: 'city', before: 'Kochi', after: 'Pune' },
    ])
  })

  it('matches no saved search, and is bought automatically only after an admin has put it on sale', async () => {
    const search = await makeSavedSearch(app.db, agent.id, {})
    const rule = await makeRule(app.db, agent.id, {}, search)
    const { id, token, lead } = await makeConverted()
    await matchNewLeads(app.database, queueAutomaticBuying(discardedJobs))
    await correct(token, { destination: 'Leh' })
    await makeDue(app.db)
    expect(
      await buyAutomatically({ database: app.database, queuePurchaseMails: async () => {} }),
    ).toBe(0)
    const other = await makeConverted()
    await correct(other.token, { destination: 'Leh' })
    await matchNewLeads(app.database, queueAutomaticBuying(discardedJobs))
    await makeDue(app.db)
    expect(
      await buyAutomatically({ database: app.database, queuePurchaseMails: async () => {} }),
    ).toBe(0)
    expect(await findMatchingLeads(app.db, search, { days: 7, limit: 9 })).toEqual([])
    await release(id)
    await matchNewLeads(app.database, queueAutomaticBuying(discardedJobs))
    await makeDue(app.db)
    // An invariant: automatic buying starts 30 s after a lead was created.
    await sql`update leads set created_at = created_at - interval '1 minute'`.execute(app.db)
    expect(
      await buyAutomatically({ database: app.database, queuePurchaseMails: async () => {} }),
    ).toBe(1)
    const sold = await app.db.selectFrom('automatic_purchases').selectAll().execute()
    expect(sold).toMatchObject([{ lead_id: lead._id, rule_id: rule }])
  })
})

describe('an admin who has read a correction', () => {
  it('puts the lead on sale again, with the corrected values, as its traveller sees', async () => {
    const { id, token, lead } = await makeConverted()
    const { data: own } = await correct(token, { name: 'M. Nair', phone: '9811122233' })
    expect(own).toMatchObject({ situation: 'looking', isUnderReview: true })
    const answer = await release(id, { correctedAt: own.correctedAt ?? '' })
    expect([answer.status, answer.data.lead?.corrections]).toEqual([200, []])
    const { data: after } = await app.call(getOwnEnquiry, { params: { token } })
    expect(after).toMatchObject({ situation: 'looking', isUnderReview: false })
    expect(await shownTo(agent)).toMatchObject([{ name: 'M. Nair', underReview: false }])
    expect((await app.as(admin).call(getDashboard)).data.totalAvailableLeads).toBe(1)
    expect((await buy(lead)).data.phone).toBe('+919811122233')
    expect((await release(id)).code).toBe('LEAD_NOT_UNDER_REVIEW')
  })

  it('cannot put a later correction on sale unread', async () => {
    const { id, token, lead } = await makeConverted()
    const { data: read } = await correct(token, { name: 'M. Nair' })
    await correct(token, { name: 'Call 98111' })
    const answer = await release(id, { correctedAt: read.correctedAt ?? '' })
    expect([answer.status, answer.code]).toEqual([409, 'ENQUIRY_CORRECTED'])
    expect((await buy(lead)).code).toBe('LEAD_UNDER_REVIEW')
  })

  it('edits the lead without putting it on sale, and can delete it or record a sale outside', async () => {
    const [edited, deleted, sold] = [
      await makeConverted(),
      await makeConverted(),
      await makeConverted(),
    ]
    for (const { token } of [edited, deleted, sold]) await correct(token, { name: 'Call 98111' })
    await app.as(admin).call(updateLead, { params: { id: edited.lead._id }, body: reviewed })
    expect((await buy(edited.lead)).code).toBe('LEAD_UNDER_REVIEW')
    await release(edited.id)
    expect(await shownTo(agent)).toMatchObject([{ name: 'Meera Nair' }])
    await app.as(admin).call(deleteLead, { params: { id: deleted.lead._id } })
    await app
      .as(admin)
      .call(updateLead, { params: { id: sold.lead._id }, body: { satatus: 'sold' } })
    expect((await release(deleted.id)).code).toBe('LEAD_NOT_UNDER_REVIEW')
    expect((await release(sold.id)).code).toBe('LEAD_NOT_UNDER_REVIEW')
    expect((await shownTo(agent, { satatus: 'sold' })).map(({ _id }) => _id)).toEqual([
      sold.lead._id,
    ])
  })
})

it('a withdrawal or an erasure ends the review and leaves no value from before', async () => {
  const [withdrawn, erased] = [await makeConverted(), await makeConverted()]
  await correct(withdrawn.token, { name: 'M. Nair' })
  await correct(erased.token, { phone: '9811122234' })
  await app.call(withdrawOwnEnquiry, { params: { token: withdrawn.token } })
  await app.as(admin).call(erasePersonalData, { body: { phone: '9811122234' } })
  const rows = await app.db.selectFrom('leads').select(['corrected_from', 'is_expired']).execute()
  expect(rows).toEqual([
    { corrected_from: null, is_expired: false },
    { corrected_from: null, is_expired: false },
  ])
  expect(await inQueue(erased.id)).toBeUndefined()
})

it('an enquiry without a lead is corrected without a review', async () => {
  const { id, token } = await makeEnquiry(app.db)
  await correct(token, { name: 'M. Nair' })
  expect(await inQueue(id)).toBeUndefined()
  expect((await release(id)).code).toBe('LEAD_NOT_UNDER_REVIEW')
  await app.as(admin).call(rejectEnquiry, { params: { id }, body: { reason: 'other' } })
})
