import { getUserLead } from '@raahi/contract/purchases'
import { requestLeadReplacement } from '@raahi/contract/replacements'
import {
  changeReturnPolicy,
  listReturnPolicies,
  previewQuery,
  previewReturnPolicy,
} from '@raahi/contract/return-policy'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally } from '../../testing/expect-invariants.ts'
import {
  buyEnquiryLead,
  firstTerms,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiryLead,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const hourMs = 3_600_000
const terms = firstTerms

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 5050)
  await startFirstPolicy('1 year')
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

/** Moves the start of version 1 into the past. A trigger rejects this change, so triggers are disabled. */
async function startFirstPolicy(ago: string) {
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update return_policies set starts_at = now() - ${ago}::interval where version = 1`.execute(
      tx,
    )
  })
}

/** A lead that an agent bought some time ago. */
async function makeOldPurchase(ago: string) {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 1000_00)
  const leadId = await makePurchase(app.database, agent.id)
  await sql`update purchases set created_at = now() - ${ago}::interval where lead_id = ${leadId}`.execute(
    app.db,
  )
  return { agent, leadId }
}

const ask = (agent: MadeUser, leadId: string) =>
  app.as(agent).call(requestLeadReplacement, { body: { leadId, reason: 'Unreachable' } })
const change = (version: number, changed: Partial<typeof terms>) =>
  app.as(admin).call(changeReturnPolicy, { body: { version, ...terms, ...changed } })
const purchaseOf = async ({ agent, leadId }: { agent: MadeUser; leadId: string }) => {
  const { data } = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
  return data.find(({ lead }) => lead._id === leadId)
}

it('a problem can be reported until the end of the report window of the policy of the purchase', async () => {
  const inTime = await makeOldPurchase('13 days 23 hours')
  const late = await makeOldPurchase('14 days 1 minute')
  const beforePolicies = await makeOldPurchase('2 years')
  expect(await purchaseOf(late)).toMatchObject({ canRequestReplacement: false })
  expect((await purchaseOf(late))?.reportUntil).not.toBeNull()
  expect(await purchaseOf(inTime)).toMatchObject({ canRequestReplacement: true })
  expect(await purchaseOf(beforePolicies)).toMatchObject({
    canRequestReplacement: true,
    reportUntil: null,
  })
  expect((await ask(late.agent, late.leadId)).code).toBe('RETURN_WINDOW_CLOSED')

  const asked = (await ask(inTime.agent, inTime.leadId)).data
  expect(Date.parse(asked.decideBy ?? '') - Date.parse(asked.createdAt)).toBe(48 * hourMs)
  expect(asked).toMatchObject({ approvesLate: true, decidedHow: null })
  const unlimited = (await ask(beforePolicies.agent, beforePolicies.leadId)).data
  expect(unlimited).toMatchObject({ decideBy: null, approvesLate: false })
})

it('an appeal is not rejected because the report window has ended', async () => {
  const { agent, leadId } = await makeOldPurchase('13 days')
  const requestId = await makeRequest(app.database, agent.id, leadId)
  await sql`select decide_replacement(${requestId}, 'rejected', ${admin.id}, gen_random_uuid())`.execute(
    app.db,
  )
  // The report window of the purchase has ended, but the first request was made in time.
  await sql`update purchases set created_at = created_at - interval '5 days' where lead_id = ${leadId}`.execute(
    app.db,
  )
  expect((await ask(agent, leadId)).status).toBe(201)
})

it('a change needs the version seen, keeps the terms of earlier purchases, and cannot be undone', async () => {
  const [seen] = (await app.as(admin).call(listReturnPolicies)).data
  expect(seen).toMatchObject({ version: 1, ...terms, by: null })
  const earlier = await makeOldPurchase('10 days')
  expect((await change(1, {})).data.version).toBe(1)
  expect((await change(1, { reportDays: 7, decideHours: 24 })).data).toMatchObject({
    version: 2,
    reportDays: 7,
    by: { name: admin.name },
  })
  expect((await change(1, { reportDays: 3 })).code).toBe('RETURN_POLICY_CHANGED')
  const kept = (await ask(earlier.agent, earlier.leadId)).data
  expect(Date.parse(kept.decideBy ?? '') - Date.parse(kept.createdAt)).toBe(48 * hourMs)

  const later = await makeOldPurchase('0 seconds')
  const asked = (await ask(later.agent, later.leadId)).data
  expect(Date.parse(asked.decideBy ?? '') - Date.parse(asked.createdAt)).toBe(24 * hourMs)
  for (const statement of [
    sql`update return_policies set report_days = 90`,
    sql`delete from return_policies`,
  ]) {
    await expect(statement.execute(app.db)).rejects.toThrow('append-only')
  }
})

it.each([
  [{ reportDays: 0 }, 'reportDays'],
  [{ reportDays: 91 }, 'reportDays'],
  [{ decideHours: 1.5 }, 'decideHours'],
  [{ decideHours: 337 }, 'decideHours'],
])('%j is refused beside its field', async (changed, field) => {
  const answer = await change(1, changed)
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.fieldErrors ?? {})).toEqual([field])
})

it('the preview counts the requests that other terms would have decided', async () => {
  const preview = async (decideHours: number, approvesLate: boolean) => {
    const { data } = await app.as(admin).call(previewReturnPolicy, {
      query: {
        ...previewQuery({ ...terms, reportDays: 12, decideHours, approvesLate }),
      },
    })
    return data
  }
  const before = await preview(40, true)
  const { agent, leadId } = await makeOldPurchase('13 days 12 hours')
  const requestId = await makeRequest(app.database, agent.id, leadId)
  await sql`select decide_replacement(${requestId}, 'rejected', ${admin.id}, gen_random_uuid())`.execute(
    app.db,
  )
  const second = await makeOldPurchase('1 day')
  const slow = await makeRequest(app.database, second.agent.id, second.leadId)
  await sql`update replacement_requests set created_at = created_at - interval '47 hours',
    decide_by = decide_by - interval '47 hours' where id = ${slow}`.execute(app.db)
  await sql`select decide_replacement(${slow}, 'rejected', ${admin.id}, gen_random_uuid())`.execute(
    app.db,
  )
  const after = await preview(40, true)
  expect(after.firstRequests - before.firstRequests).toBe(2)
  expect(after.tooLate - before.tooLate).toBe(1)
  expect(after.requests - before.requests).toBe(2)
  expect(after.late - before.late).toBe(1)
  expect(after.lateRejected - before.lateRejected).toBe(1)
  expect(after.lateRejectedAmount - before.lateRejectedAmount).toBe(50.5)
  expect(after.proved).toBe(before.proved)
  // The stored result of the check counts, even if the tables have changed since.
  await sql`update replacement_checks set found = 'withdrawn', happened_at = now()
    where request_id = ${slow} and check_code = 'withdrawn'`.execute(app.db)
  const proved = await preview(40, true)
  expect(proved.proved - after.proved).toBe(1)
  expect(proved.provedRejectedAmount - after.provedRejectedAmount).toBe(50.5)
  expect(await preview(48, true)).toMatchObject({ late: before.late, lateRejected: 0 })
  expect(await preview(40, false)).toMatchObject({ late: after.late, lateRejectedAmount: 0 })
})

it('the preview counts appeals from their rejection, and answers of travellers', async () => {
  const preview = async (changed: Partial<typeof terms> = {}) => {
    const query = previewQuery({ ...terms, reportDays: 12, ...changed })
    return (await app.as(admin).call(previewReturnPolicy, { query })).data
  }
  const reject = (id: string) =>
    sql`select decide_replacement(${id}, 'rejected', ${admin.id}, gen_random_uuid())`.execute(
      app.db,
    )
  const moveBack = (id: string, ago: string) =>
    sql`update replacement_requests set created_at = created_at - ${ago}::interval,
      decided_at = decided_at - ${ago}::interval, decide_by = decide_by - ${ago}::interval,
      appeal_by = appeal_by - ${ago}::interval where id = ${id}`.execute(app.db)

  const before = await preview()
  const { agent, leadId } = await makeOldPurchase('13 days 20 hours')
  const first = await makeRequest(app.database, agent.id, leadId)
  await reject(first)
  await moveBack(first, '13 days')
  await makeRequest(app.database, agent.id, leadId)
  const appealed = await preview()
  expect(appealed.firstRequests - before.firstRequests).toBe(1)
  expect(appealed.tooLate).toBe(before.tooLate)
  expect(appealed.appeals - before.appeals).toBe(1)
  expect(appealed.appealsTooLate - before.appealsTooLate).toBe(1)
  expect((await preview({ reportDays: 14 })).appealsTooLate).toBe(before.appealsTooLate)

  const traveller = await makeAgent(app.db)
  await giveMoney(app.database, traveller.id, 100_00)
  const enquiry = await makeEnquiryLead(app.db, admin.id)
  await buyEnquiryLead(app.database, traveller.id, enquiry.leadId, { hoursAgo: 60 })
  const answered = await makeRequest(app.database, traveller.id, enquiry.leadId)
  await sql`insert into traveller_questions (lead_id, enquiry_id, answer, answered_at)
    values (${enquiry.leadId}, ${enquiry.id}, 'never-asked', clock_timestamp())`.execute(app.db)
  await reject(answered)
  const proved = await preview()
  expect(proved.answered - appealed.answered).toBe(1)
  expect(proved.answeredRejected - appealed.answeredRejected).toBe(1)
  expect(proved.answeredRejectedAmount - appealed.answeredRejectedAmount).toBe(50.5)
  expect((await preview({ travellerApproves: false })).answered).toBe(before.answered)
  // The admin who rejected knew the answer, so it does not prove the appeal.
  await makeRequest(app.database, traveller.id, enquiry.leadId)
  expect((await preview()).answered).toBe(proved.answered)
  // Now the answer came after the deadline of these terms.
  await moveBack(answered, '2 hours')
  await sql`update traveller_questions set asked_at = asked_at - interval '1 hour',
    answered_at = answered_at - interval '2 hours' + interval '61 minutes' where lead_id = ${enquiry.leadId}`.execute(
    app.db,
  )
  await sql`update replacement_requests set decided_at = decided_at + interval '2 hours',
    appeal_by = appeal_by + interval '2 hours' where id = ${answered}`.execute(app.db)
  const late = await preview({ decideHours: 1 })
  expect(late.answered).toBe(before.answered)
  expect((await preview({ decideHours: 1, approvesLate: false })).answered).toBe(proved.answered)
})

it('the preview counts a rejected request that a check proves', async () => {
  const count = async (withdrawnApproves: boolean) => {
    const query = previewQuery({ ...terms, withdrawnApproves })
    return (await app.as(admin).call(previewReturnPolicy, { query })).data.provedRejected
  }
  const before = await count(true)
  const { agent, leadId } = await makeOldPurchase('2 days')
  const requestId = await makeRequest(app.database, agent.id, leadId)
  // The policy of the purchase did not approve requests by this check.
  await sql`update replacement_checks set found = 'withdrawn', happened_at = now() - interval '47 hours'
    where request_id = ${requestId} and check_code = 'withdrawn'`.execute(app.db)
  await sql`select decide_replacement(${requestId}, 'rejected', ${admin.id}, gen_random_uuid())`.execute(
    app.db,
  )
  expect((await count(true)) - before).toBe(1)
  expect(await count(false)).toBe(0)
})

it('one of several concurrent changes to the same version succeeds', async () => {
  const [{ version } = { version: 0 }] = (await app.as(admin).call(listReturnPolicies)).data
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => change(version, { reportDays: 20 + n })),
  )
  expect(tally(answers.map(({ code, status }) => code ?? status))).toEqual({
    200: 1,
    RETURN_POLICY_CHANGED: 7,
  })
})
