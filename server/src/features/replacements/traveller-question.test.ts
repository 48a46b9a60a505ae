import { answerOwnQuestion, getOwnEnquiry, withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { erasePersonalData, exportPersonalData } from '@raahi/contract/personal-data'
import { buyLead, getUserLead } from '@raahi/contract/purchases'
import { approveLeadReplacement, requestLeadReplacement } from '@raahi/contract/replacements'
import type { TravellerAnswer } from '@raahi/contract/traveller-question'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isRefusal } from '../../platform/database/errors.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiryLead,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { repetitions } from '../../testing/long-tests.ts'
import { readMails, untilJobsDone, waitForMail } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { AutomaticWay } from './approve-automatically.ts'
import { approveLateRequests } from './approve-late.ts'

let app: TestApp
let admin: MadeUser
let problems: object[]
const queueMail: QueueMail = async () => {}
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
  problems = []
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

describe('the question to the traveller', () => {
  const ask = (buyer: MadeUser, leadId: string, reason = 'Unreachable') =>
    app.as(buyer).call(requestLeadReplacement, { body: { leadId, reason } })
  const answer = (token: string, body: { answer: TravellerAnswer; wasInTime?: boolean }) =>
    app.call(answerOwnQuestion, { params: { token }, body })
  const openPage = (token: string) => app.call(getOwnEnquiry, { params: { token } })

  /** An agent with ₹100 who bought a lead from an enquiry for ₹50.50. */
  async function makeBought(fields: Parameters<typeof makeEnquiryLead>[2] = {}) {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 100_00)
    const enquiry = await makeEnquiryLead(app.db, admin.id, fields)
    const { status } = await app.as(agent).call(buyLead, { body: { leadId: enquiry.leadId } })
    expect(status).toBe(200)
    return { ...enquiry, agent }
  }
  /** The mails with the question to an address. */
  const questionsTo = async (email: string) => {
    await untilJobsDone(app.database)
    const sent = await readMails(app.config, email)
    return sent.filter(({ subject }) => subject?.startsWith('Are you still planning'))
  }

  it('is mailed once per lead, and opening the page stores no answer', async () => {
    const email = 'asked@question.example'
    const { agent, leadId } = await makeBought({ email })
    const { data } = await ask(agent, leadId, 'Unreachable: <b>rings</b> out')
    expect(data.traveller).toMatchObject({ answer: null, approves: false })
    const [mail, ...others] = await questionsTo(email)
    expect(others).toEqual([])
    expect(mail?.text).not.toContain('rings')
    const token = /my-enquiry#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    for (let n = 0; n < 3; n += 1) {
      const { question } = (await openPage(token)).data
      expect(question?.answer).toBeNull()
    }
    await app
      .as(admin)
      .call(approveLeadReplacement, { body: { requestId: data._id, action: 'rejected' } })
    await ask(agent, leadId)
    expect(await questionsTo(email)).toHaveLength(1)
  })

  it('is not asked for other reasons, without an email, or after a withdrawal', async () => {
    const other = await makeBought({ email: 'other@question.example' })
    await ask(other.agent, other.leadId, 'Wrong details: no')
    const none = await makeBought({ email: null })
    expect((await ask(none.agent, none.leadId)).data.traveller).toBeNull()
    const gone = await makeBought({ email: 'gone@question.example' })
    await app.call(withdrawOwnEnquiry, { params: { token: gone.token } })
    await sql`update enquiries set withdrawn_at = withdrawn_at + interval '2 days' where id = ${gone.id}`.execute(
      app.db,
    )
    await ask(gone.agent, gone.leadId)
    for (const email of ['other@question.example', 'gone@question.example']) {
      expect(await questionsTo(email)).toEqual([])
    }
    expect((await answer(gone.token, { answer: 'planning' })).code).toBe('ENQUIRY_CLOSED')
  })

  it.each([
    [{ answer: 'never-asked' }, 'approved'],
    [{ answer: 'not-travelling', wasInTime: true }, 'approved'],
    [{ answer: 'not-travelling', wasInTime: false }, 'pending'],
    [{ answer: 'planning' }, 'pending'],
    [{ answer: 'reached' }, 'pending'],
  ] as const)('%j: the request is %s, and the answer is final', async (body, status) => {
    const { agent, leadId, token } = await makeBought()
    await ask(agent, leadId, 'Not travelling')
    expect((await answer(token, body)).data.answer).toBe(body.answer)
    expect((await answer(token, body)).status).toBe(200)
    const changed = body.answer === 'planning' ? 'reached' : 'planning'
    expect((await answer(token, { answer: changed })).code).toBe('QUESTION_ANSWERED')
    const { data } = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    expect(data[0]?.replacement).toMatchObject({
      status,
      decidedHow: status === 'approved' ? 'traveller' : null,
      traveller: { answer: body.answer, approves: status === 'approved' },
    })
    expect(await walletPaise(app.database, agent.id)).toBe(status === 'approved' ? 100_00 : 49_50)
    if (status === 'pending') return
    const mail = await waitForMail(app.config, agent.email, /^Replacement approved/)
    expect(mail.text).toContain('The traveller has confirmed it')
  })

  it('needs to know since when a trip is off, and only for such a trip', async () => {
    const { agent, leadId, token } = await makeBought()
    await ask(agent, leadId)
    for (const body of [
      { answer: 'not-travelling' },
      { answer: 'planning', wasInTime: true },
    ] as const) {
      expect((await answer(token, body)).status).toBe(400)
    }
    expect((await openPage(token)).data.question?.answer).toBeNull()
  })

  it('answers for its own lead only', async () => {
    const [one, two] = [await makeBought(), await makeBought()]
    await ask(one.agent, one.leadId)
    expect((await answer(two.token, { answer: 'never-asked' })).code).toBe('ENQUIRY_CLOSED')
    const wrong = 'x'.repeat(43)
    expect((await answer(wrong, { answer: 'never-asked' })).code).toBe('ENQUIRY_NOT_FOUND')
    await ask(two.agent, two.leadId)
    await answer(two.token, { answer: 'never-asked' })
    expect((await openPage(one.token)).data.question?.answer).toBeNull()
    expect(await walletPaise(app.database, one.agent.id)).toBe(49_50)
  })

  it('above the return rate an answer is evidence only', async () => {
    const { agent, leadId, token } = await makeBought()
    const { data } = await ask(agent, leadId)
    await sql`update replacement_requests set recent_purchases = 10, recent_returns = 3 where id = ${data._id}`.execute(
      app.db,
    )
    await answer(token, { answer: 'never-asked' })
    expect(await walletPaise(app.database, agent.id)).toBe(49_50)
    const decided = sql`select decide_replacement(${data._id}, 'approved', null, gen_random_uuid(), 'traveller')`
    await expect(decided.execute(app.db)).rejects.toThrow('needs the decision of an admin')
    // After a rejection by an admin who has read the answer, it does not approve the appeal either.
    const rejected = { requestId: data._id, action: 'rejected' as const }
    await app.as(admin).call(approveLeadReplacement, { body: rejected })
    expect((await ask(agent, leadId)).data.status).toBe('pending')
  })

  it('an answer after a rejection approves the appeal', async () => {
    const { agent, leadId, token } = await makeBought()
    const { data } = await ask(agent, leadId)
    const rejected = { requestId: data._id, action: 'rejected' as const }
    await app.as(admin).call(approveLeadReplacement, { body: rejected })
    await answer(token, { answer: 'never-asked' })
    const again = await ask(agent, leadId)
    expect(again.data).toMatchObject({ status: 'approved', decidedHow: 'traveller' })
  })

  it('is exported with the traveller and erased with the enquiry, also after a refund', async () => {
    const email = 'erased@question.example'
    const { agent, leadId, token, id } = await makeBought({ email })
    await ask(agent, leadId)
    await answer(token, { answer: 'never-asked' })
    const file = await app.as(admin).call(exportPersonalData, { body: { email } })
    expect(JSON.parse(file.text).enquiries[0].question).toMatchObject({ answer: 'never-asked' })
    await app.as(admin).call(erasePersonalData, { body: { email } })
    const kept = await app.db
      .selectFrom('traveller_questions')
      .select(['answer', 'answered_at'])
      .where('enquiry_id', '=', id)
      .executeTakeFirst()
    expect(kept).toEqual({ answer: null, answered_at: null })
    expect((await answer(token, { answer: 'planning' })).code).toBe('ENQUIRY_NOT_FOUND')
  })

  it('answers, the check, the deadline and admins race for a request: one decision, one refund', async () => {
    for (let round = 0; round < repetitions(6); round += 1) {
      const { agent, id, leadId, token } = await makeBought()
      await giveMoney(app.database, agent.id, 50_50)
      const { email } = await app.db
        .selectFrom('leads')
        .select('email')
        .where('id', '=', leadId)
        .executeTakeFirstOrThrow()
      const earlier = await makePurchase(app.database, agent.id, { email })
      await sql`update purchases set created_at = created_at - interval '1 day' where lead_id = ${earlier}`.execute(
        app.db,
      )
      // Created without checks, because a check would approve it immediately.
      const requestId = await makeRequest(app.database, agent.id, leadId)
      await sql`insert into traveller_questions (lead_id, enquiry_id) values (${leadId}, ${id})`.execute(
        app.db,
      )
      await sql`update replacement_requests set created_at = created_at - interval '49 hours',
        decide_by = decide_by - interval '49 hours' where id = ${requestId}`.execute(app.db)
      const action = round % 2 ? 'approved' : 'rejected'
      const byDatabase = (how: AutomaticWay) =>
        sql`select decide_replacement(${requestId}, 'approved', null, gen_random_uuid(), ${how})`
          .execute(app.db)
          .catch((error: unknown) => {
            if (!isRefusal(error, 'REPLACEMENT_ALREADY_DECIDED')) throw error
          })
      // 100 concurrent decisions. Most call only the database function, which is fast.
      const answers: Promise<{ status: number }>[] = []
      const others: Promise<unknown>[] = []
      for (let n = 0; n < 10; n += 1) {
        answers.push(
          answer(token, { answer: 'never-asked' }),
          answer(token, { answer: 'never-asked' }),
        )
        for (let i = 0; i < 3; i += 1) others.push(byDatabase('check'), byDatabase('deadline'))
        others.push(run())
        others.push(app.as(admin).call(approveLeadReplacement, { body: { requestId, action } }))
      }
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200))
      await Promise.all(others)
      const refunds = await app.db
        .selectFrom('journal_entries')
        .select('amount_paise')
        .where('user_id', '=', agent.id)
        .where('method', '=', 'wallet_refund')
        .execute()
      expect(problems).not.toContainEqual(expect.objectContaining({ request: requestId }))
      // If an admin rejects first, the answer, the check and the deadline change nothing.
      const { decided_how } = await app.db
        .selectFrom('replacement_requests')
        .select('decided_how')
        .where('id', '=', requestId)
        .executeTakeFirstOrThrow()
      const isRejected = decided_how === 'person' && action === 'rejected'
      expect(refunds).toEqual(isRejected ? [] : [{ amount_paise: 50_50 }])
      expect(await walletPaise(app.database, agent.id)).toBe(isRejected ? 49_50 : 100_00)
      await expectAllInvariantsHold(app.database)
    }
  })
})
