import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { erasePersonalData } from '@raahi/contract/personal-data'
import { buyLead, getUserLead } from '@raahi/contract/purchases'
import {
  approveLeadReplacement,
  getAllLeadReplacementRequests,
  getReplacementRequestOfUserById,
  getReturnRate,
  type ReplacementRequest,
  requestLeadReplacement,
} from '@raahi/contract/replacements'
import type { ReturnCheckCode } from '@raahi/contract/return-checks'
import { changeReturnPolicy, listReturnPolicies } from '@raahi/contract/return-policy'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isRefusal } from '../../platform/database/errors.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { MailDraft, QueueMail } from '../../platform/mail/mail.ts'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import {
  firstTerms,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiry,
  makeEnquiryLead,
  makeLead,
  makeLeads,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { repetitions } from '../../testing/long-tests.ts'
import { waitForMail } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import { type AutomaticWay, approveAutomatically } from './approve-automatically.ts'
import { approveLateRequests } from './approve-late.ts'

let app: TestApp
let admin: MadeUser
let mails: MailDraft[]
let problems: object[]
const queueMail: QueueMail = async (_tx, mail) => void mails.push(mail)
const log = { error: (details: object) => void problems.push(details) }
const deps = { queueMail, publicUrl: 'https://raahi.example' }
const run = () => approveLateRequests({ database: app.database, ...deps }, log)

beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 5050)
  // A trigger rejects this change of the start of a policy, so triggers are disabled.
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update return_policies set starts_at = now() - interval '1 year'`.execute(tx)
  })
})
beforeEach(() => {
  mails = []
  problems = []
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

/** An agent with ₹100 who bought a lead for ₹50.50 and requested a replacement some time ago. */
async function makeAsker(ago: string) {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_00)
  const leadId = await makePurchase(app.database, agent.id)
  const requestId = await makeRequest(app.database, agent.id, leadId)
  await sql`update replacement_requests set created_at = created_at - ${ago}::interval,
    decide_by = decide_by - ${ago}::interval where id = ${requestId}`.execute(app.db)
  return { agent, leadId, requestId }
}

it('a request that was not decided in time is approved, paid back, mailed and recorded', async () => {
  const late = await makeAsker('48 hours 1 minute')
  const inTime = await makeAsker('47 hours')
  expect(await run()).toBe(1)
  expect(await walletPaise(app.database, late.agent.id)).toBe(100_00)
  expect(await walletPaise(app.database, inTime.agent.id)).toBe(49_50)
  expect(mails.map(({ to }) => to.email)).toEqual([late.agent.email])
  expect(JSON.stringify(mails)).toContain('We did not decide in time')

  const { data } = await app.as(late.agent).call(getUserLead, { params: { userId: late.agent.id } })
  expect(data[0]).toMatchObject({
    replacementStatus: 'approved',
    replacement: { decidedHow: 'deadline', returned: 'wallet', returnedAmount: 50.5 },
  })
  const recorded = await app.db
    .selectFrom('audit_log')
    .select(['action', 'actor_role'])
    .where('subject_id', '=', late.requestId)
    .where('action', '=', 'replacement.approve-late')
    .execute()
  expect(recorded).toEqual([{ action: 'replacement.approve-late', actor_role: 'console' }])
  expect(await run()).toBe(0)
})

it('without automatic approval a late request waits for an admin', async () => {
  const { status } = await app.as(admin).call(changeReturnPolicy, {
    body: { version: 1, ...firstTerms, approvesLate: false },
  })
  expect(status).toBe(200)
  const { requestId, agent } = await makeAsker('72 hours')
  expect(await run()).toBe(0)
  expect(await walletPaise(app.database, agent.id)).toBe(49_50)
  await expect(
    sql`select decide_replacement(${requestId}, 'approved', null, gen_random_uuid())`.execute(
      app.db,
    ),
  ).rejects.toThrow('needs the decision of an admin')
  await app.as(admin).call(changeReturnPolicy, {
    body: { version: 2, ...firstTerms },
  })
})

it('deadline and admins race for a request: one decision, one refund at most', async () => {
  for (let round = 0; round < repetitions(6); round += 1) {
    const { agent, requestId } = await makeAsker('49 hours')
    const action = round % 2 ? 'approved' : 'rejected'
    const decisions = Array.from({ length: 4 }, () =>
      app.as(admin).call(approveLeadReplacement, { body: { requestId, action } }),
    )
    const [answers, ...approved] = await Promise.all([
      Promise.all(decisions),
      ...Array.from({ length: 4 }, run),
    ])
    const byAdmin = answers.filter(({ status }) => status === 200).length
    const byDeadline = approved.reduce((sum, count) => sum + count, 0)
    expect(problems).toEqual([])
    expect(byAdmin + byDeadline).toBe(1)
    // A late request can no longer be rejected.
    if (action === 'rejected') expect(byAdmin).toBe(0)
    expect(await walletPaise(app.database, agent.id)).toBe(100_00)
  }
})

it('a request that cannot be paid back now does not stop the others', async () => {
  const full = await makeAsker('50 hours')
  // The refund would exceed the maximum balance of a wallet.
  await giveMoney(app.database, full.agent.id, Number.MAX_SAFE_INTEGER - 100_00 + 50_49)
  const other = await makeAsker('49 hours')
  expect(await run()).toBe(1)
  expect(problems).toHaveLength(1)
  expect(await walletPaise(app.database, other.agent.id)).toBe(100_00)
  const rejection = await app.as(admin).call(approveLeadReplacement, {
    body: { requestId: full.requestId, action: 'rejected' },
  })
  expect([rejection.status, rejection.code]).toEqual([409, 'DECISION_TOO_LATE'])
})

describe('the automatic checks', () => {
  type Contact = { phone?: string; email?: string }
  const ask = (buyer: MadeUser, leadId: string) =>
    app.as(buyer).call(requestLeadReplacement, { body: { leadId, reason: 'Duplicate lead' } })
  const foundBy = ({ checks }: ReplacementRequest, code: ReturnCheckCode) =>
    checks.find(({ check }) => check === code)

  async function makeBuyer() {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 1000_00)
    return agent
  }
  /** A lead with this contact that an agent bought some time ago. */
  async function makeSale(agent: MadeUser, contact: Contact, ago = '0 seconds') {
    const leadId = await makePurchase(app.database, agent.id, contact)
    await sql`update purchases set created_at = created_at - ${ago}::interval where lead_id = ${leadId}`.execute(
      app.db,
    )
    await sql`update leads set sold_at = sold_at - ${ago}::interval where id = ${leadId}`.execute(
      app.db,
    )
    return leadId
  }
  const contactOf = (name: string) => ({ email: `${name}@checks.example` })

  it('a request that a check proves is approved, paid back, mailed and recorded at once', async () => {
    const agent = await makeBuyer()
    const first = await makeSale(agent, contactOf('twice'), '10 days')
    const second = await makeSale(agent, { email: 'TWICE@checks.example' })
    const answer = await ask(agent, second)
    expect([answer.status, answer.message]).toEqual([201, requestLeadReplacement.message])
    expect(answer.data).toMatchObject({
      status: 'approved',
      decidedHow: 'check',
      returnedAmount: 50.5,
      lead: { replacementStatus: 'approved' },
    })
    expect(answer.data.checks.map(({ check, found }) => [check, found])).toEqual([
      ['same-contact', 'email'],
      ['sold-before', 'email'],
      ['withdrawn', null],
    ])
    expect(foundBy(answer.data, 'same-contact')?.otherLead).toMatch(/^LD-/)
    expect(await walletPaise(app.database, agent.id)).toBe(1000_00 - 50_50)
    const mail = await waitForMail(app.config, agent.email, /^Replacement approved/)
    expect(mail.text).toContain('An automatic check confirmed the problem')
    const { rows } = await sql`select action from audit_log where subject_id = ${answer.data._id}
      order by id`.execute(app.db)
    expect(rows).toEqual([
      { action: 'replacement.request' },
      { action: 'replacement.approve-proved' },
    ])
    // The first lead is not a duplicate, because no lead with this contact was sold before it.
    expect((await ask(agent, first)).data).toMatchObject({ status: 'pending', decidedHow: null })
  })

  it('show an agent neither a lead of another agent, nor its buyer, nor a contact', async () => {
    const contact = { phone: '+919812340001', email: 'shared@checks.example' }
    const rival = await makeAgent(app.db, { company_name: 'Rival Travels' })
    await giveMoney(app.database, rival.id, 1000_00)
    const other = await makeSale(rival, contact, '29 days')
    const agent = await makeBuyer()
    const leadId = await makeSale(agent, contact)
    const { data } = await ask(agent, leadId)
    expect(data.status).toBe('approved')
    expect(foundBy(data, 'sold-before')).toMatchObject({
      found: 'phone-and-email',
      otherLead: null,
      otherBuyer: null,
    })
    const own = { params: { userId: agent.id } }
    const purchases = await app.as(agent).call(getUserLead, own)
    const requests = await app.as(agent).call(getReplacementRequestOfUserById, own)
    const mail = await waitForMail(app.config, agent.email, /^Replacement approved/)
    const { number } = await app.db
      .selectFrom('leads')
      .select('number')
      .where('id', '=', other)
      .executeTakeFirstOrThrow()
    for (const text of [purchases.text, requests.text, mail.html]) {
      expect(text).not.toContain('Rival')
      expect(text).not.toContain(leadLabel(number))
    }
    expect(JSON.stringify(data.checks)).not.toMatch(/9812340001|shared@/)
    const all = await app.as(admin).call(getAllLeadReplacementRequests, {
      query: { status: 'approved', search: agent.email },
    })
    expect(all.data.docs[0]?.checks[1]).toMatchObject({
      otherLead: leadLabel(number),
      otherBuyer: 'Rival Travels',
    })
  })

  it('find nothing too long ago, nothing for sale, and no contact that many leads share', async () => {
    const [agent, rival] = [await makeBuyer(), await makeBuyer()]
    await makeSale(rival, contactOf('old'), '31 days')
    await makeSale(agent, contactOf('own'), '91 days')
    await makeLead(app.db, contactOf('unsold'))
    await makeSale(agent, contactOf('none'), '1 day')
    await makeLeads(app.db, 51, contactOf('none'))
    for (const name of ['old', 'own', 'unsold', 'none']) {
      const { data } = await ask(agent, await makeSale(agent, contactOf(name)))
      expect(data.status, name).toBe('pending')
      expect(data.checks.map(({ found }) => found)).toEqual([null, null, null])
    }
  })

  it.each([
    ['23 hours', 'approved'],
    ['25 hours', 'pending'],
  ])('a traveller who withdraws %s after the purchase: %s', async (after, status) => {
    const agent = await makeBuyer()
    const leadId = await makeSale(agent, {}, '2 days')
    const { id } = await makeEnquiry(app.db, {
      status: 'converted',
      decided_at: new Date(),
      decided_by: admin.id,
    })
    await sql`insert into lead_origins (lead_id, enquiry_id, source, consent_text, consent_version, consent_at)
      select ${leadId}, id, source, consent_text, consent_version, consent_at from enquiries where id = ${id}`.execute(
      app.db,
    )
    await sql`update enquiries set status = 'withdrawn', withdrawn_at =
      now() - interval '2 days' + ${after}::interval where id = ${id}`.execute(app.db)
    const { data } = await ask(agent, leadId)
    expect(data.status).toBe(status)
    expect(foundBy(data, 'withdrawn')?.found).toBe(status === 'approved' ? 'withdrawn' : null)
  })

  it('above the return rate a person decides what a check proves', async () => {
    const agent = await makeBuyer()
    for (let n = 0; n < 9; n += 1) {
      const leadId = await makePurchase(app.database, agent.id)
      if (n > 2) continue
      const requestId = await makeRequest(app.database, agent.id, leadId)
      await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })
    }
    const rate = { returned: 3, maxPercent: 20, minPurchases: 10 }
    const bought = await makeSale(agent, contactOf('rate'))
    expect(await ownRate(agent, bought)).toEqual({
      ...rate,
      purchases: 10,
      isAbove: true,
      automatic: 0,
      maxAutomatic: 5,
      checksApprove: true,
    })
    const again = await makeSale(agent, contactOf('rate'))
    const { data } = await ask(agent, again)
    expect(data).toMatchObject({
      status: 'pending',
      returnRate: { ...rate, purchases: 11, isAbove: true },
    })
    expect(foundBy(data, 'same-contact')).toMatchObject({ found: 'email', approves: true })
    const mail = await waitForMail(app.config, agent.email, /^We have your replacement request/)
    expect(mail.text).toContain('so our team will review it and email you')
    await expect(approveNow(data._id)).rejects.toThrow('needs the decision of an admin')
  })

  it('an agent who buys an own enquiry, withdraws it and is refunded loses the contact, and after five times a person decides', async () => {
    const agent = await makeBuyer()
    const attack = async () => {
      const enquiry = await makeEnquiryLead(app.db, admin.id)
      await app.as(agent).call(buyLead, { body: { leadId: enquiry.leadId } })
      await app.call(withdrawOwnEnquiry, { params: { token: enquiry.token } })
      return enquiry.leadId
    }
    const first = await attack()
    expect((await ask(agent, first)).data).toMatchObject({
      status: 'approved',
      decidedHow: 'check',
      lead: { phone: null, email: null },
    })
    const requests = await app
      .as(agent)
      .call(getReplacementRequestOfUserById, { params: { userId: agent.id } })
    expect(requests.data.docs[0]?.lead).toMatchObject({ phone: null, email: null })
    for (let n = 0; n < 3; n += 1) await ask(agent, await attack())
    // Of two requests at once, one takes the last automatic approval.
    const last = await Promise.all([await attack(), await attack()].map((id) => ask(agent, id)))
    expect(last.map(({ data }) => data.status).sort()).toEqual(['approved', 'pending'])
    const { data } = await ask(agent, await attack())
    expect(data).toMatchObject({
      status: 'pending',
      returnRate: { isAbove: false, automatic: 5, maxAutomatic: 5 },
    })
    expect(foundBy(data, 'withdrawn')).toMatchObject({ found: 'withdrawn', approves: true })
    await expect(approveNow(data._id)).rejects.toThrow('needs the decision of an admin')
    await run()
    expect(await findDecision(data._id)).toEqual({ status: 'pending', decided_how: null })
    // A late decision is the operator's delay, so it does not count.
    await sql`update replacement_requests set created_at = created_at - interval '3 days',
      decide_by = decide_by - interval '3 days' where id = ${data._id}`.execute(app.db)
    await run()
    expect(await findDecision(data._id)).toEqual({ status: 'approved', decided_how: 'deadline' })
  })

  it('a check that is off is evidence only', async () => {
    const [agent, rival] = [await makeBuyer(), await makeBuyer()]
    const versions = (await app.as(admin).call(listReturnPolicies)).data
    const version = versions[0]?.version ?? 0
    const off = { ...firstTerms, soldBeforeApproves: false }
    await app.as(admin).call(changeReturnPolicy, { body: { version, ...off } })
    await makeSale(rival, contactOf('off'), '1 day')
    const { data } = await ask(agent, await makeSale(agent, contactOf('off')))
    expect(data.status).toBe('pending')
    expect(foundBy(data, 'sold-before')).toMatchObject({ found: 'email', approves: false })
    await expect(approveNow(data._id)).rejects.toThrow('needs the decision of an admin')
    const on = { version: version + 1, ...firstTerms }
    await app.as(admin).call(changeReturnPolicy, { body: on })
    // The policy of the purchase applies, not the present policy.
    await expect(approveNow(data._id)).rejects.toThrow('needs the decision of an admin')
  })

  it('a proved request that was not approved at once is approved by the next run', async () => {
    const agent = await makeBuyer()
    await makeSale(agent, contactOf('next-run'), '1 day')
    const leadId = await makeSale(agent, contactOf('next-run'))
    // Simulates a server of the previous release, which does not approve automatically.
    const requestId = await makeRequest(app.database, agent.id, leadId)
    await run()
    expect(await findDecision(requestId)).toEqual({ status: 'approved', decided_how: 'check' })
    expect(await walletPaise(app.database, agent.id)).toBe(1000_00 - 50_50)
  })

  it('after a rejection an admin decides, even if the same check proves the appeal', async () => {
    const agent = await makeBuyer()
    await makeSale(agent, contactOf('appeal'), '1 day')
    const leadId = await makeSale(agent, contactOf('appeal'))
    const requestId = await makeRequest(app.database, agent.id, leadId)
    await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'rejected' } })
    const { data } = await ask(agent, leadId)
    expect(foundBy(data, 'same-contact')?.found).toBe('email')
    await run()
    expect(await findDecision(data._id)).toEqual({ status: 'pending', decided_how: null })
    await expect(approveNow(data._id)).rejects.toThrow('needs the decision of an admin')
  })

  it('an agent can read the terms of a purchase before a request', async () => {
    const agent = await makeBuyer()
    const limit = {
      maxPercent: 20,
      minPurchases: 10,
      isAbove: false,
      automatic: 0,
      maxAutomatic: 5,
    }
    const current = { ...limit, purchases: 1, returned: 0 }
    const leadId = await makeSale(agent, contactOf('terms'))
    expect(await ownRate(agent, leadId)).toEqual({ ...current, checksApprove: true })
    const requestId = await makeRequest(app.database, agent.id, leadId)
    await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'rejected' } })
    expect(await ownRate(agent, leadId)).toEqual({ ...current, checksApprove: false })

    // A later policy without checks and with another limit.
    const { data } = await app.as(admin).call(listReturnPolicies)
    const version = data[0]?.version ?? 0
    const off = { sameContactApproves: false, soldBeforeApproves: false, withdrawnApproves: false }
    const changed = { ...firstTerms, ...off, maxReturnPercent: 7 }
    await app.as(admin).call(changeReturnPolicy, { body: { version, ...changed } })
    const later = await makePurchase(app.database, agent.id)
    const next = { ...current, purchases: 2, checksApprove: false }
    expect(await ownRate(agent, later)).toEqual({ ...next, maxPercent: 7 })
    expect(await ownRate(agent, leadId)).toEqual(next)
    await app.as(admin).call(changeReturnPolicy, { body: { version: version + 1, ...firstTerms } })

    const old = await makeSale(agent, contactOf('terms-old'), '2 years')
    expect(await ownRate(agent, old)).toBeNull()
  })

  it.each([
    ['an enquiry', 'withdrawn'],
    ['an enquiry', 'erased'],
    ['no enquiry', 'erased'],
  ] as const)(
    'a pending request for a lead of %s is proved when its traveller is %s on the day of the purchase',
    async (origin, found) => {
      const agent = await makeBuyer()
      const email = `${found}-later-${origin.replace(' ', '-')}@checks.example`
      const { leadId, token } =
        origin === 'an enquiry'
          ? await makeEnquiryLead(app.db, admin.id, { email })
          : { leadId: await makeLead(app.db, { email }), token: '' }
      await app.as(agent).call(buyLead, { body: { leadId } })
      const { data } = await ask(agent, leadId)
      expect(data.status).toBe('pending')
      if (found === 'withdrawn') await app.call(withdrawOwnEnquiry, { params: { token } })
      else await app.as(admin).call(erasePersonalData, { body: { email } })
      await run()
      expect(await findDecision(data._id)).toEqual({ status: 'approved', decided_how: 'check' })
      const own = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
      expect(own.data[0]?.replacement?.checks[2]).toMatchObject({ check: 'withdrawn', found })
    },
  )

  it('check, deadline, admins and new requests race for a request: one decision, one refund', async () => {
    for (let round = 0; round < repetitions(6); round += 1) {
      const agent = await makeBuyer()
      await makeSale(agent, contactOf(`race${round}`), '1 day')
      const leadId = await makeSale(agent, contactOf(`race${round}`))
      const requestId = await makeRequest(app.database, agent.id, leadId)
      await sql`update replacement_requests set created_at = created_at - interval '49 hours',
        decide_by = decide_by - interval '49 hours' where id = ${requestId}`.execute(app.db)
      const action = round % 2 ? 'approved' : 'rejected'
      const byDatabase = (how: AutomaticWay) =>
        sql`select decide_replacement(${requestId}, 'approved', null, gen_random_uuid(), ${how})`
          .execute(app.db)
          .then(() => 1, refused)
      // 100 concurrent decisions. Most call only the database function, which is fast.
      const work = Array.from({ length: 10 }, () => [
        ...Array.from({ length: 3 }, () => [byDatabase('check'), byDatabase('deadline')]).flat(),
        approveNow(requestId).then(() => 1, refused),
        run(),
        app
          .as(admin)
          .call(approveLeadReplacement, { body: { requestId, action } })
          .then(({ status }) => Number(status === 200)),
        ask(agent, leadId).then(({ status }) => Number(status === 201)),
      ])
      const decided = await Promise.all(work.flat())
      expect(problems).not.toContainEqual(expect.objectContaining({ request: requestId }))
      expect(decided.reduce((sum, count) => sum + count, 0)).toBe(1)
      expect(await walletPaise(app.database, agent.id)).toBe(1000_00 - 50_50)
      await expectAllInvariantsHold(app.database)
    }
  })

  const ownRate = async (agent: MadeUser, leadId: string) =>
    (await app.as(agent).call(getReturnRate, { params: { leadId } })).data.rate
  const findDecision = (id: string) =>
    app.db
      .selectFrom('replacement_requests')
      .select(['status', 'decided_how'])
      .where('id', '=', id)
      .executeTakeFirst()
  /** Approves by the checks of a pending request. */
  const approveNow = (id: string) =>
    withTransaction(app.database, (tx) => approveAutomatically(tx, deps, { id, how: 'check' }))
  const refused = (error: unknown) => {
    if (isRefusal(error, 'REPLACEMENT_ALREADY_DECIDED')) return 0
    throw error
  }
})
