import { randomUUID } from 'node:crypto'
import { recordContact, setContactOutcome } from '@raahi/contract/contact-log'
import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { erasePersonalData, exportPersonalData } from '@raahi/contract/personal-data'
import {
  getPipelineCard,
  movePipelineCard,
  setFollowUp,
  undoPipelineMove,
} from '@raahi/contract/pipeline'
import { addPurchaseNote } from '@raahi/contract/purchase-notes'
import {
  approveLeadReplacement,
  getAllLeadReplacementRequests,
  requestLeadReplacement,
} from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/database/transaction.ts'
import { expectAllInvariantsHold } from '../../../testing/expect-invariants.ts'
import { buyEnquiryLead, type MadeUser, makeEnquiryLead } from '../../../testing/factories.ts'
import { createMarketplace } from '../../../testing/marketplace.ts'
import { discardedJobs } from '../../../testing/match-new-leads.ts'
import { type TestApp, uniqueText } from '../../../testing/test-app.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'
import { eraseOldEnquiries } from '../../personal-data/retention.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace())
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10)

/** A bought lead from an enquiry. Every text about it contains `mark`. */
async function makeBought() {
  const enquiry = await makeEnquiryLead(app.db, admin.id)
  await buyEnquiryLead(app.database, agent.id, enquiry.leadId, { hoursAgo: 1 })
  const { phone } = await app.db
    .selectFrom('leads')
    .select('phone')
    .where('id', '=', enquiry.leadId)
    .executeTakeFirstOrThrow()
  return { ...enquiry, phone, params: { leadId: enquiry.leadId } }
}

const note = (leadId: string, text: string) =>
  app.as(agent).call(addPurchaseNote, { body: { id: randomUUID(), leadId, text } })
const tap = async (leadId: string) => {
  const id = randomUUID()
  const { code } = await app
    .as(agent)
    .call(recordContact, { body: { id, leadId, channel: 'call' } })
  return { id, code }
}
const details = async (leadId: string) =>
  (await app.as(agent).call(getPipelineCard, { params: { leadId } })).data
const follow = (leadId: string) =>
  app.as(agent).call(setFollowUp, {
    params: { leadId },
    body: { followUp: { on: inDays(3), time: null } },
  })

/** Writes every kind of text about a lead, and corrects the reason of the lost trip. */
async function writeAll(leadId: string, mark: string) {
  const params = { leadId }
  await note(leadId, `Note ${mark}`)
  const { id } = await tap(leadId)
  await app.as(agent).call(setContactOutcome, { params: { id }, body: { outcome: 'talked' } })
  const lose = (version: number, lostReason: string) =>
    app.as(agent).call(movePipelineCard, {
      params,
      body: { to: 'lost', version, lostReason, lostText: `${lostReason} ${mark}` },
    })
  await lose(1, 'other')
  return (await lose(2, 'too-expensive')).data.moveId
}

/** The tables of the pipeline that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const name of ['pipeline_cards', 'pipeline_moves', 'purchase_notes', 'lead_events']) {
    const { rows } = await app.database.pool.query(
      `select from ${name} t where t::text like $1 limit 1`,
      [`%${text}%`],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

const erase = (phone: string) => app.as(admin).call(erasePersonalData, { body: { phone } as never })

describe('an erasure of the traveller', () => {
  it('removes notes, contact log and texts of the agent, and keeps stages and moves', async () => {
    const { leadId, phone, params } = await makeBought()
    const mark = uniqueText()
    const moveId = await writeAll(leadId, mark)
    expect(await tablesWith(mark)).toEqual(['pipeline_cards', 'pipeline_moves', 'purchase_notes'])
    await erase(phone)
    expect(await tablesWith(mark)).toEqual([])
    const { card, notes, contacts, moves } = await details(leadId)
    expect(card).toMatchObject({
      stage: 'lost',
      lostReason: 'too-expensive',
      lostText: null,
      contactStopped: true,
      isErased: true,
      phone: null,
      email: null,
      lastContact: null,
    })
    expect([notes, contacts, moves.length]).toEqual([[], [], 3])
    // An undo does not restore the text.
    const undone = await app.as(agent).call(undoPipelineMove, { params, body: { moveId } })
    expect(undone.data).toMatchObject({ lostReason: 'other', lostText: null })
    expect((await note(leadId, 'Again')).code).toBe('TRAVELLER_ERASED')
    expect((await tap(leadId)).code).toBe('CONTACT_STOPPED')
    const body = { to: 'lost', version: undone.data.version, lostReason: 'other', lostText: mark }
    const same = await app.as(agent).call(movePipelineCard, { params, body })
    expect(same.data.moveId).toBeNull()
    expect(await tablesWith(mark)).toEqual([])
  })

  it('leaves no note that is being added at that moment', async () => {
    const { leadId, phone } = await makeBought()
    const mark = uniqueText()
    const { adding, erasing } = await withTransaction(app.database, async (tx) => {
      await sql`select from purchases where lead_id = ${leadId} for update`.execute(tx)
      const first = note(leadId, mark)
      await untilWaiting(app.database, 1)
      const second = erase(phone)
      await untilWaiting(app.database, 2)
      return { adding: first, erasing: second }
    })
    await adding
    await erasing
    expect(await tablesWith(mark)).toEqual([])
    const late = await withTransaction(app.database, async (tx) => {
      await sql`select from purchases where lead_id = ${leadId} for update`.execute(tx)
      const second = note(leadId, mark)
      await untilWaiting(app.database, 1)
      return { second }
    })
    expect((await late.second).code).toBe('TRAVELLER_ERASED')
  })

  it('also removes them when the withdrawn enquiry is erased after its retention period', async () => {
    const { id, token, leadId } = await makeBought()
    const mark = uniqueText()
    await writeAll(leadId, mark)
    await app.call(withdrawOwnEnquiry, { params: { token } })
    expect(await tablesWith(mark)).not.toEqual([])
    await sql`update enquiries set created_at = now() - interval '13 months' where id = ${id}`.execute(
      app.db,
    )
    await eraseOldEnquiries({ database: app.database, jobs: discardedJobs }, 12)
    expect(await tablesWith(mark)).toEqual([])
  })
})

it('the export of a traveller contains the texts of the agent', async () => {
  const { leadId, phone } = await makeBought()
  const mark = uniqueText()
  await writeAll(leadId, mark)
  const { text } = await app.as(admin).call(exportPersonalData, { body: { phone } as never })
  const file = JSON.parse(text)
  expect(file.leads[0].writtenByAgent).toMatchObject({
    stage: 'lost',
    lostReason: 'too-expensive',
    lostText: `too-expensive ${mark}`,
    notes: [{ text: `Note ${mark}` }],
    contacts: [{ channel: 'call', outcome: 'talked' }],
    moves: [{ to: 'contacted' }, { to: 'lost' }, { to: 'lost', earlierText: `other ${mark}` }],
  })
})

describe('a withdrawal of the traveller', () => {
  it('ends the follow-up, and stops contacts and later follow-ups', async () => {
    const { token, leadId } = await makeBought()
    expect((await follow(leadId)).data.followUp).not.toBeNull()
    const { id } = await tap(leadId)
    await app.call(withdrawOwnEnquiry, { params: { token } })
    expect((await details(leadId)).card).toMatchObject({
      followUp: null,
      contactStopped: true,
      isErased: false,
      phone: null,
    })
    expect((await tap(leadId)).code).toBe('CONTACT_STOPPED')
    expect((await follow(leadId)).code).toBe('CONTACT_STOPPED')
    // The call was before the withdrawal, so its outcome is stored, but without a follow-up.
    const body = { outcome: 'call-later' }
    await app.as(agent).call(setContactOutcome, { params: { id }, body })
    expect((await details(leadId)).card).toMatchObject({ stage: 'contacted', followUp: null })
  })

  it('leaves no follow-up that is set concurrently', async () => {
    const { token, leadId } = await makeBought()
    const { setting, withdrawing } = await withTransaction(app.database, async (tx) => {
      await sql`select from purchases where lead_id = ${leadId} for update`.execute(tx)
      const first = follow(leadId)
      await untilWaiting(app.database, 1)
      const second = app.call(withdrawOwnEnquiry, { params: { token } })
      await untilWaiting(app.database, 2)
      return { setting: first, withdrawing: second }
    })
    await setting
    await withdrawing
    expect((await details(leadId)).card.followUp).toBeNull()
  })
})

it('a replacement request shows the contact log of its lead only', async () => {
  const { leadId } = await makeBought()
  const { leadId: other } = await makeBought()
  const { id } = await tap(leadId)
  await app.as(agent).call(setContactOutcome, { params: { id }, body: { outcome: 'no-answer' } })
  await tap(other)
  const body = { leadId, reason: 'Unreachable' }
  const { data } = await app.as(agent).call(requestLeadReplacement, { body })
  const log = [{ _id: id, channel: 'call', outcome: 'no-answer', by: agent.name }]
  expect(data.contactLog).toMatchObject(log)
  const queue = await app.as(admin).call(getAllLeadReplacementRequests)
  expect(queue.data.docs.find(({ _id }) => _id === data._id)?.contactLog).toMatchObject(log)
})

it('an outcome in a replacement request cannot be changed, and later contacts are not added to a decided request', async () => {
  const { leadId } = await makeBought()
  const { id } = await tap(leadId)
  const { id: open } = await tap(leadId)
  const enter = (contactId: string, outcome: string) =>
    app.as(agent).call(setContactOutcome, { params: { id: contactId }, body: { outcome } })
  await enter(id, 'talked')
  const body = { leadId, reason: 'Unreachable' }
  const { data: request } = await app.as(agent).call(requestLeadReplacement, { body })
  expect((await enter(id, 'wrong-number')).code).toBe('OUTCOME_IN_REQUEST')
  expect((await enter(id, 'talked')).status).toBe(200)
  const decision = { requestId: request._id, action: 'rejected', reason: 'You talked.' }
  await app.as(admin).call(approveLeadReplacement, { body: decision })
  expect((await enter(id, 'wrong-number')).code).toBe('OUTCOME_IN_REQUEST')
  expect((await enter(open, 'wrong-number')).status).toBe(200)
  // By the clock of the browser, this tap was before the decision.
  const keptTap = { id: randomUUID(), leadId, channel: 'call', keptSeconds: 600 }
  expect((await app.as(agent).call(recordContact, { body: keptTap })).status).toBe(201)
  const { data } = await app
    .as(admin)
    .call(getAllLeadReplacementRequests, { query: { status: 'rejected' } })
  const log = data.docs.find(({ _id }) => _id === request._id)?.contactLog
  expect(log?.map(({ _id, outcome }) => [_id, outcome])).toEqual([
    [open, null],
    [id, 'talked'],
  ])
})
