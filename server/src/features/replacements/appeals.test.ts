import { login, sessionOf } from '@raahi/contract/auth'
import { getOverview } from '@raahi/contract/dashboard'
import { getUserLead } from '@raahi/contract/purchases'
import {
  approveLeadReplacement,
  getAllLeadReplacementRequests,
  type ReplacementRequest,
  requestLeadReplacement,
} from '@raahi/contract/replacements'
import { addStaff } from '@raahi/contract/staff'
import { suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  factoryPassword,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { connectClients, type HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { readMails, untilJobsDone } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { countWaiting } from '../../testing/until-waiting.ts'
import { approveLateRequests } from './approve-late.ts'
import { mailRequest } from './public/mail-request.ts'
import { toRequest } from './replacement-response.ts'

let app: TestApp
let clients: HttpClients
let first: MadeUser
let second: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  clients = await connectClients(app)
  first = await makeAdmin(app.db)
  second = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(async () => {
  clients.close()
  await app.close()
})

const decide = (user: MadeUser, requestId: string, action: 'approved' | 'rejected') =>
  app.as(user).call(approveLeadReplacement, {
    body: {
      requestId,
      action,
      ...(action === 'rejected' && { reasonCode: 'contact-works', reason: 'She answered us.' }),
    } as never,
  })
const appeal = (agent: MadeUser, leadId: string) =>
  app.as(agent).call(requestLeadReplacement, { body: { leadId, reason: 'Unreachable: again' } })
const replacementOf = async (agent: MadeUser) =>
  (await app.as(agent).call(getUserLead, { params: { userId: agent.id } })).data[0]
const openRequests = async (user: MadeUser) =>
  (await app.as(user).call(getOverview, {})).data.openWork.find(
    ({ kind }) => kind === 'replacements',
  )?.count

const decidableRequests = async (admin: MadeUser, agent: MadeUser) => {
  const query = { search: agent.email, decidable: 'true' as const }
  const { data } = await app.as(admin).call(getAllLeadReplacementRequests, { query })
  return data.docs.map(({ _id }) => _id)
}

/** An agent with ₹100 whose request for a lead of ₹50 was rejected by the first admin. */
async function makeRejected() {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_00)
  const leadId = await makePurchase(app.database, agent.id)
  const requestId = await makeRequest(app.database, agent.id, leadId)
  expect((await decide(first, requestId, 'rejected')).status).toBe(200)
  return { agent, leadId, requestId }
}

it('is decided by another admin than the one who rejected, with mails and an entry in the audit log', async () => {
  const { agent, leadId } = await makeRejected()
  await untilJobsDone(app.database)
  const noticesBefore = (await readMails(app.config, first.email)).length
  const before = { first: await openRequests(first), second: await openRequests(second) }
  const { data: sent } = await appeal(agent, leadId)
  expect(sent.appealsAgainst).toMatchObject({
    rejectionCode: 'contact-works',
    rejectionReason: 'She answered us.',
    rejectedBy: null,
    needsOtherAdmin: true,
  })
  const listed = await app
    .as(second)
    .call(getAllLeadReplacementRequests, { query: { search: agent.email } })
  expect(listed.data.docs.find(({ _id }) => _id === sent._id)?.appealsAgainst).toMatchObject({
    rejectedBy: { _id: first.id },
  })
  // The first admin cannot decide the appeal, so it is not open work of this admin.
  expect(await decidableRequests(first, agent)).toEqual([])
  expect(await decidableRequests(second, agent)).toEqual([sent._id])
  expect(await openRequests(first)).toBe(before.first)
  expect(await openRequests(second)).toBe((before.second ?? 0) + 1)
  for (const action of ['approved', 'rejected'] as const) {
    const refused = await decide(first, sent._id, action)
    expect([refused.status, refused.code]).toEqual([409, 'APPEAL_NEEDS_OTHER_ADMIN'])
  }
  expect((await replacementOf(agent))?.replacementStatus).toBe('pending')
  expect((await decide(second, sent._id, 'approved')).data).toMatchObject({
    status: 'approved',
    decidedAsOnlyAdmin: false,
  })
  expect(await walletPaise(app.database, agent.id)).toBe(100_00)
  const { after } = await app.db
    .selectFrom('audit_log')
    .select('after')
    .where('subject_id', '=', sent._id)
    .where('action', '=', 'replacement.approve')
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ isAppeal: true })
  expect(after).not.toHaveProperty('decidedAsOnlyAdmin')
  await untilJobsDone(app.database)
  expect(await readMails(app.config, first.email)).toHaveLength(noticesBefore)
  const notices = (await readMails(app.config, second.email)).map(({ subject }) => subject)
  expect(notices).toContain(`Appeal for lead ${sent.lead.leadId}`)
  const mails = (await readMails(app.config, agent.email)).map(({ subject, text }) => ({
    subject,
    text,
  }))
  expect(mails.map(({ subject }) => subject)).toContain(
    `We have your appeal for lead ${sent.lead.leadId}`,
  )
  expect(mails.map(({ text }) => text).join()).toContain('Your appeal is approved')
})

it('is possible until the number of days to report after the rejection has passed', async () => {
  const inTime = await makeRejected()
  const late = await makeRejected()
  for (const [{ requestId }, ago] of [
    [inTime, '13 days 23 hours'],
    [late, '14 days 1 minute'],
  ] as const) {
    await sql`update replacement_requests set decided_at = decided_at - ${ago}::interval,
      created_at = created_at - ${ago}::interval, decide_by = decide_by - ${ago}::interval,
      appeal_by = appeal_by - ${ago}::interval where id = ${requestId}`.execute(app.db)
  }
  expect((await replacementOf(inTime.agent))?.canRequestReplacement).toBe(true)
  expect((await replacementOf(late.agent))?.canRequestReplacement).toBe(false)
  const { data } = await appeal(inTime.agent, inTime.leadId)
  expect(data.status).toBe('pending')
  const refused = await appeal(late.agent, late.leadId)
  expect([refused.status, refused.code]).toEqual([409, 'APPEAL_WINDOW_CLOSED'])
  await decide(second, data._id, 'rejected')
})

it('has one outcome when admins and the deadline decide at once', async () => {
  const log = { error: () => {} }
  const deps = { database: app.database, queueMail: async () => {}, publicUrl: 'https://x.example' }
  for (let round = 0; round < 6; round += 1) {
    const { agent, leadId } = await makeRejected()
    const { data } = await appeal(agent, leadId)
    const isLate = round % 2 === 1
    if (isLate) {
      await sql`update replacement_requests set created_at = created_at - interval '49 hours',
        decide_by = decide_by - interval '49 hours' where id = ${data._id}`.execute(app.db)
      // Keeps the appeal after the rejection.
      await sql`update replacement_requests set created_at = created_at - interval '50 hours',
        decided_at = decided_at - interval '50 hours', decide_by = decide_by - interval '50 hours',
        appeal_by = appeal_by - interval '50 hours'
        where status = 'rejected' and user_id = ${agent.id}`.execute(app.db)
    }
    const sends = Array.from({ length: 8 }, (_, n) =>
      clients.call(approveLeadReplacement, {
        token: (n % 2 ? first : second).token,
        body: { requestId: data._id, action: n % 4 < 2 ? 'approved' : 'rejected' },
      }),
    )
    const [byDeadline, answers] = await Promise.all([
      approveLateRequests(deps, log),
      Promise.all(sends),
    ])
    const codes = tally(answers.map(({ status, body }) => body.code ?? status))
    expect((codes[200] ?? 0) + byDeadline).toBe(1)
    if (!isLate) expect(byDeadline).toBe(0)
    const { replacement } = (await replacementOf(agent)) ?? {}
    const isApproved = replacement?.status === 'approved'
    if (isLate) expect(isApproved).toBe(true)
    expect(await walletPaise(app.database, agent.id)).toBe(isApproved ? 100_00 : 50_00)
  }
})

describe('if the other admin is suspended,', () => {
  const set = (by: MadeUser, user: MadeUser, status: 'suspended' | 'active') =>
    app.as(by).call(suspendUser, { params: { userId: user.id }, query: { status } })
  const noticesOf = async (user: MadeUser, { lead }: ReplacementRequest) => {
    await untilJobsDone(app.database)
    return (await readMails(app.config, user.email)).filter(
      ({ subject }) => subject === `Appeal for lead ${lead.leadId}`,
    )
  }
  afterEach(() => set(first, second, 'active'))

  it('the admin who rejected gets the mail and decides, which is recorded and stated', async () => {
    const { agent, leadId } = await makeRejected()
    const { data: sent } = await appeal(agent, leadId)
    expect(await replacementOf(agent)).toMatchObject({ replacement: { needsOtherAdmin: true } })
    expect(await noticesOf(first, sent)).toEqual([])
    await set(first, second, 'suspended')
    const [notice, ...more] = await noticesOf(first, sent)
    expect(notice?.text).toContain('There is no other admin, so you decide the appeal too.')
    expect(more).toEqual([])
    expect(await replacementOf(agent)).toMatchObject({ replacement: { needsOtherAdmin: false } })
    expect((await decide(first, sent._id, 'rejected')).data.decidedAsOnlyAdmin).toBe(true)
    expect(await replacementOf(agent)).toMatchObject({
      canRequestReplacement: false,
      replacement: { isAppeal: true, decidedAsOnlyAdmin: true, appealBy: null },
    })
    const { after } = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_id', '=', sent._id)
      .where('action', '=', 'replacement.reject')
      .executeTakeFirstOrThrow()
    expect(after).toMatchObject({ isAppeal: true, decidedAsOnlyAdmin: true })
    await untilJobsDone(app.database)
    const mail = (await readMails(app.config, agent.email)).find(({ text }) =>
      text?.includes('Your appeal was not approved'),
    )
    expect(mail?.text).toContain('The same person decided both times')
  })

  it('a new admin with the right support gets the mail', async () => {
    await set(first, second, 'suspended')
    const { agent, leadId } = await makeRejected()
    const { data: sent } = await appeal(agent, leadId)
    const email = `${uuidv7()}@example.com`
    const { data: added } = await app.as(first).call(addStaff, {
      body: { name: 'Meera', email, rights: ['support'], currentPassword: factoryPassword },
    })
    const third = { ...second, id: added._id, email }
    expect(await noticesOf(third, sent)).toHaveLength(1)
    await set(first, third, 'suspended')
  })

  it('and active again, this admin gets the mail and the first one can no longer decide', async () => {
    await set(first, second, 'suspended')
    const { agent, leadId } = await makeRejected()
    const { data: sent } = await appeal(agent, leadId)
    expect(sent.appealsAgainst?.needsOtherAdmin).toBe(false)
    expect(await noticesOf(first, sent)).toHaveLength(1)
    expect(await decidableRequests(first, agent)).toEqual([sent._id])
    await set(first, second, 'active')
    expect(await decidableRequests(first, agent)).toEqual([])
    const [notice] = await noticesOf(second, sent)
    expect(notice?.text).toContain('Another admin rejected the first request')
    expect(await noticesOf(first, sent)).toHaveLength(1)
    expect((await decide(first, sent._id, 'approved')).code).toBe('APPEAL_NEEDS_OTHER_ADMIN')
    // A new login, because the suspension has ended the sessions.
    const body = { emailOrPhone: second.email, password: factoryPassword }
    const { accessToken } = sessionOf((await app.call(login, { body })).data)
    const decided = await decide({ ...second, token: accessToken }, sent._id, 'approved')
    expect(decided.status).toBe(200)
  })

  it('no admin gets a mail while a third one can decide', async () => {
    const third = await makeAdmin(app.db)
    const { agent, leadId } = await makeRejected()
    const { data: sent } = await appeal(agent, leadId)
    await set(first, second, 'suspended')
    expect(await noticesOf(first, sent)).toEqual([])
    expect(await noticesOf(third, sent)).toHaveLength(1)
    expect((await decide(third, sent._id, 'rejected')).status).toBe(200)
    await set(first, third, 'suspended')
  })

  it('the mail of an appeal that is not committed yet is not lost', async () => {
    await set(first, second, 'suspended')
    const other = await makeAdmin(app.db)
    const { agent, leadId } = await makeRejected()
    const mailed: string[] = []
    const queueMail = async (_: unknown, { to }: { to: { email: string } }) => {
      mailed.push(to.email)
    }
    const { request, suspending } = await withTransaction(app.database, async (tx) => {
      const id = uuidv7()
      await sql`select create_replacement_request(${id}, ${agent.id}, ${leadId}, null, 'Why', 2)`.execute(
        tx,
      )
      const row = await mailRequest(tx, { queueMail, publicUrl: 'https://x.example' }, id)
      let isOver = false
      const suspending = set(first, other, 'suspended').finally(() => {
        isOver = true
      })
      const hasRaced = async () => isOver || (await countWaiting(app.database)) === 1
      await expect.poll(hasRaced, { timeout: 20_000 }).toBe(true)
      return { request: toRequest(row, 'admin'), suspending }
    })
    expect(mailed).toEqual([other.email, agent.email])
    expect((await suspending).status).toBe(200)
    expect(await noticesOf(first, request)).toHaveLength(1)
    await decide(first, request._id, 'approved')
  })
})
