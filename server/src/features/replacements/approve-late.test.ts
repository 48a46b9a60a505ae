import { getUserLead } from '@raahi/contract/purchases'
import { approveLeadReplacement } from '@raahi/contract/replacements'
import { changeReturnPolicy } from '@raahi/contract/return-policy'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MailDraft, QueueMail } from '../../platform/mail/mail.ts'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { approveLateRequests } from './approve-late.ts'

let app: TestApp
let admin: MadeUser
let mails: MailDraft[]
let problems: object[]
const queueMail: QueueMail = async (_tx, mail) => void mails.push(mail)
const log = { error: (details: object) => void problems.push(details) }
const run = () =>
  approveLateRequests(
    { database: app.database, queueMail, publicUrl: 'https://raahi.example' },
    log,
  )

beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 5050)
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
    body: { version: 1, reportDays: 14, decideHours: 48, approvesLate: false },
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
    body: { version: 2, reportDays: 14, decideHours: 48, approvesLate: true },
  })
})

it('deadline and admins race for a request: one decision, one refund at most', async () => {
  for (let round = 0; round < 20; round += 1) {
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
    // A late request is not rejected any more.
    if (action === 'rejected') expect(byAdmin).toBe(0)
    expect(await walletPaise(app.database, agent.id)).toBe(100_00)
  }
})

it('a request that cannot be paid back now does not stop the others', async () => {
  const full = await makeAsker('50 hours')
  // The largest balance of a wallet.
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
