import { listAuditLog } from '@raahi/contract/audit-log'
import { getOverview } from '@raahi/contract/dashboard'
import {
  listFailedJobs,
  maxRetriedJobs,
  retryFailedJob,
  retryFailedJobs,
} from '@raahi/contract/failed-jobs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { retryUntilJobsDone, untilJobsDone } from '../../testing/mails.ts'
import { failedMail, makeFailedJob } from '../../testing/make-failed-job.ts'
import { createPayingApp, type PayingApp } from '../../testing/paying-app.ts'
import { type TestInput, uniqueText } from '../../testing/test-app.ts'
import { confirmEmailMail } from '../auth/public/confirmation-mails.ts'
import { findUser } from '../users/public/users.queries.ts'

let server: MailServer
let port: number
let app: PayingApp
let admin: MadeUser
beforeAll(async () => {
  server = await startMailServer()
  port = server.port
  app = await createPayingApp({ smtpUrl: server.url })
  admin = await makeAdmin(app.db)
})
beforeEach(async () => {
  await untilJobsDone(app.database)
  await sql`delete from pgboss.job`.execute(app.db)
  server.mails.length = 0
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(async () => {
  await app.close()
  await server.stop()
})

const list = async (query: TestInput['query'] = {}) =>
  (await app.as(admin).call(listFailedJobs, { query })).data
const retryAll = async (by = admin) => (await app.as(by).call(retryFailedJobs)).data
const retry = (id: string, by = admin) => app.as(by).call(retryFailedJob, { params: { id } })

async function restartMailServer(options: { refuseWith?: number } = {}) {
  await server.stop()
  server = await startMailServer({ port, ...options })
}

it('lists kind, record, attempts and reason of a failed mail, and no address, token or text of it', async () => {
  const agent = await makeAgent(app.db)
  const token = `secret-${uniqueText()}`
  await restartMailServer({ refuseWith: 550 })
  const user = await findUser(app.db, agent.id)
  if (!user) throw new Error('the agent was not found')
  const mail = confirmEmailMail(recipientOf(user), { token, publicUrl: 'http://localhost:8055' })
  await app.db.transaction().execute((tx) => app.settling.queueMail(tx, mail))
  await untilJobsDone(app.database)
  await restartMailServer()

  const answer = await app.as(admin).call(listFailedJobs)
  expect(answer.data).toMatchObject({ totalDocs: 1 })
  expect(answer.data.docs).toEqual([
    {
      _id: expect.any(String),
      kind: 'mail',
      queuedAt: expect.any(String),
      failedAt: expect.any(String),
      attempts: 1,
      error: 'mail-refused',
      subject: 'Please confirm your email for Raahi',
      user: { _id: agent.id, name: agent.name },
      refund: null,
    },
  ])
  for (const secret of [
    agent.email,
    agent.email.split('@')[0],
    agent.phone,
    token,
    'Open the link',
  ]) {
    expect(answer.text).not.toContain(secret)
  }
})

it('shows a code instead of the stored message of an error, for each message', async () => {
  const canary = `canary-${uniqueText()}`
  const output = { reason: `no such user ${canary}@example.com`, code: canary }
  const data = { email: `${canary}@example.com`, to: `${canary}@example.com`, code: canary }
  const mail = { ...failedMail, ...data, greeting: canary, paragraphs: [canary], replyTo: canary }
  const failedAt = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await makeFailedJob(app.db, { data: mail, output, failedAt: failedAt(1) })
  await makeFailedJob(app.db, { kind: 'password-reset', data, output, failedAt: failedAt(2) })
  const interrupted = { value: { message: 'job timed out' } }
  await makeFailedJob(app.db, { output: interrupted, retries: 2, failedAt: failedAt(3) })
  const answer = await app.as(admin).call(listFailedJobs)
  expect(answer.text).not.toContain(canary)
  expect(answer.data.docs.map(({ kind, error, attempts }) => [kind, error, attempts])).toEqual([
    ['mail', 'unknown', 13],
    ['password-reset', 'unknown', 13],
    ['mail', 'interrupted', 3],
  ])
})

it('has pages whose total is the count of the dashboard', async () => {
  for (let n = 0; n < 7; n += 1) await makeFailedJob(app.db)
  const pages = [
    await list({ limit: 3 }),
    await list({ limit: 3, page: 3 }),
    await list({ page: 9 }),
  ]
  expect(pages.map(({ docs, totalDocs }) => [docs.length, totalDocs])).toEqual([
    [3, 7],
    [1, 7],
    [0, 7],
  ])
  const { openWork } = (await app.as(admin).call(getOverview)).data
  expect(openWork.find(({ kind }) => kind === 'failedJobs')?.count).toBe(7)
})

it('is queued again once by admins who try at the same time, and its mail is sent once', async () => {
  const agent = await makeAgent(app.db)
  const other = await makeAdmin(app.db)
  for (let round = 0; round < 5; round += 1) {
    const id = await makeFailedJob(app.db, { data: { ...failedMail, to: agent.email } })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => retry(id, n % 2 ? admin : other)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)])
    expect(new Set(answers.map(({ code }) => code))).toEqual(
      new Set([undefined, 'FAILED_JOB_NOT_FOUND']),
    )
    await untilJobsDone(app.database)
    expect(server.mails.splice(0)).toMatchObject([{ messageId: `<${id}@raahi.example>` }])
    const { docs } = (await app.as(admin).call(listAuditLog, { query: { subjectId: id } })).data
    expect(docs).toMatchObject([
      { action: 'job.retry', after: { kind: 'mail', attempts: 13 }, subject: failedMail.subject },
    ])
    expect((await retry(id)).code).toBe('FAILED_JOB_NOT_FOUND')
  }
})

it('are queued again together by admins who try at the same time, except those that were refused', async () => {
  const other = await makeAdmin(app.db)
  const refused = [
    await makeFailedJob(app.db, { output: { code: 'mail-refused' } }),
    await makeFailedJob(app.db, { kind: 'password-reset', data: { email: admin.email } }),
  ]
  const passing = [
    await makeFailedJob(app.db, { output: { code: 'from-an-earlier-release' } }),
    await makeFailedJob(app.db, { output: {} }),
    await makeFailedJob(app.db),
  ]
  expect(await list({ limit: 1 })).toMatchObject({ totalDocs: 5, retriable: 3 })
  const answers = await Promise.all([retryAll(), retryAll(other), retryAll(), retryAll(other)])
  expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(3)
  await untilJobsDone(app.database)
  const sent = server.mails.map(({ messageId }) => messageId)
  expect(sent.sort()).toEqual(passing.map((id) => `<${id}@raahi.example>`).sort())
  const remaining = await list()
  expect(remaining.docs.map(({ _id }) => _id).sort()).toEqual(refused.sort())
  expect(remaining.retriable).toBe(0)
  for (const subjectId of passing) {
    const { docs } = (await app.as(admin).call(listAuditLog, { query: { subjectId } })).data
    expect(docs).toMatchObject([{ action: 'job.retry', after: { kind: 'mail', attempts: 13 } }])
  }
  expect(await retryAll()).toEqual({ queued: 0, left: 0 })
})

it('failed jobs are queued again together up to a limit, the oldest failure first', async () => {
  const failedAt = new Date(Date.now() - 60_000)
  const latest = [await makeFailedJob(app.db), await makeFailedJob(app.db)]
  for (let n = 0; n < maxRetriedJobs; n += 1) await makeFailedJob(app.db, { failedAt })
  expect(await retryAll()).toEqual({ queued: maxRetriedJobs, left: 2 })
  expect((await list()).docs.map(({ _id }) => _id).sort()).toEqual(latest.sort())
  expect(await retryAll()).toEqual({ queued: 2, left: 0 })
})

it('a retried job that fails again is listed again with its attempts', async () => {
  await restartMailServer({ refuseWith: 451 })
  const id = await makeFailedJob(app.db)
  expect((await retry(id)).status).toBe(200)
  await untilJobsDone(app.database)
  expect((await list()).docs).toMatchObject([{ _id: id, attempts: 14, error: 'mail-delayed' }])
  await restartMailServer()
})

it('a retried job that was given up at its first attempt runs at once, without the pause of a retry', async () => {
  const id = await makeFailedJob(app.db, { retries: 0 })
  await sql`update pgboss.job set retry_limit = 12, start_after = now() + interval '1 hour'`.execute(
    app.db,
  )
  expect((await retry(id)).status).toBe(200)
  await untilJobsDone(app.database)
  expect(server.mails).toHaveLength(1)
})

it('a job that would mail an expired code is not queued again', async () => {
  const data = { email: 'priya.sharma@agents.example' }
  const id = await makeFailedJob(app.db, { kind: 'password-reset', data })
  expect((await retry(id)).code).toBe('FAILED_JOB_NOT_FOUND')
  expect((await list()).docs).toHaveLength(1)
})

it('pays no refund a second time, beside another job of the refund and after it', async () => {
  // The gateway makes the refund and completes it later, so that the first attempt fails after the money was sent.
  const slow = { webhooks: 'drop', allowSurplus: true, slowRefunds: true, delayMs: 2000 } as const
  await app.gateway.behave(slow)
  const agent = await makeAgent(app.db)
  const orderId = await app.order(agent, { amount: 80 })
  await app.verify(agent, await app.gateway.pay(orderId))
  const { razorpay_payment_id: paymentId, ...second } = await app.gateway.pay(orderId)
  await app.verify(agent, { razorpay_payment_id: paymentId, ...second })
  const states = async () =>
    (
      await sql<{
        state: string
      }>`select state::text from pgboss.job where name = 'refund'`.execute(app.db)
    ).rows
  await expect.poll(states, { timeout: 15_000 }).toEqual([{ state: 'retry' }])
  await sql`update pgboss.job set state = 'failed', completed_on = now() - interval '1 second' where name = 'refund'`.execute(
    app.db,
  )
  const { id: refundId } = await app.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  const data = { refundId }
  await makeFailedJob(app.db, { kind: 'refund', data, retries: 3 })
  const { docs } = await list()
  const refund = { paymentId, amount: 80, isCompleted: false }
  const user = { _id: agent.id, name: agent.name }
  expect(docs).toMatchObject([
    { kind: 'refund', user, refund, error: 'mail-server-unreachable' },
    { kind: 'refund', user, refund, error: 'refund-pending' },
  ])

  const { gateway } = app.settling.payments
  const progress = async () => (await gateway.fetchRefunds(paymentId)).map(({ status }) => status)
  await expect.poll(progress).toEqual(['processed'])
  for (const { _id } of docs) expect((await retry(_id)).status).toBe(200)
  await retryUntilJobsDone(app.database)
  const late = await makeFailedJob(app.db, { kind: 'refund', data })
  const remaining = (await list()).docs
  expect(remaining.map(({ _id }) => _id)).toContain(late)
  for (const job of remaining) {
    expect(job.refund).toEqual({ ...refund, isCompleted: true })
    expect((await retry(job._id)).status).toBe(200)
  }
  await untilJobsDone(app.database)
  expect((await list()).docs).toEqual([])
  const { rows } = await sql`
    select id from sandbox_refunds where payment_id = ${paymentId}`.execute(app.db)
  expect(rows).toHaveLength(1)
})
