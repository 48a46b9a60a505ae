import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { retryJobsNow, untilJobsDone } from '../../testing/mails.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { createJobQueue, type JobQueue } from '../jobs/job-queue.ts'
import type { Log } from '../log.ts'
import type { MailDraft, QueueMail } from './mail.ts'
import { createMailQueue } from './mail-queue.ts'
import { createSendMail } from './send-mail.ts'

/** The mail server of the running test; each test starts one. */
let server: MailServer | undefined
let port: number
let app: TestApp
let queue: Queue

interface Queue {
  queueMail: QueueMail
  jobs: JobQueue
  logLines: string[]
}

beforeAll(async () => {
  const first = await startMailServer()
  port = first.port
  await first.stop()
  app = await createTestApp({ overrides: { smtpUrl: `smtp://127.0.0.1:${port}` } })
  queue = openQueue()
})
afterEach(() => server?.stop())
afterAll(async () => {
  await queue.jobs.stop()
  await app.close()
})

/** The mail queue of another process, and its log. */
function openQueue(): Queue {
  const logLines: string[] = []
  const write = (details: object, message: string) => {
    const { err, ...facts } = details as { err?: Error }
    logLines.push(`${message} ${JSON.stringify(facts)} ${err?.stack ?? ''}`)
  }
  const log: Log = { info: write, warn: write, error: write }
  const jobs = createJobQueue(app.database, log)
  return { jobs, logLines, queueMail: createMailQueue(jobs, createSendMail(app.config), log) }
}

const mailTo = (email: string, more: Partial<MailDraft> = {}): MailDraft => ({
  to: { email, emailConfirmedAt: new Date() },
  subject: 'Your request was approved',
  heading: 'Hello Priya',
  paragraphs: ['₹250.00 is back in your wallet.'],
  ...more,
})

const someone = () => `${uniqueText()}@agents.example`

function send(mail: MailDraft): Promise<void> {
  return app.db.transaction().execute((tx) => queue.queueMail(tx, mail))
}

async function statesOf(to: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state::text from pgboss.job where data->>'to' = ${to}`.execute(app.db)
  return rows.map(({ state }) => state)
}

describe('a mail', () => {
  test('arrives as HTML and text', async () => {
    server = await startMailServer({ port })
    const to = someone()
    await send(mailTo(to, { action: { label: 'See it', url: 'http://localhost:8055/dashboard' } }))
    await untilJobsDone(app.database)
    expect(server.mails).toHaveLength(1)
    const [mail] = server.mails
    expect(mail).toMatchObject({
      subject: 'Your request was approved',
      from: { name: 'Raahi', address: 'no-reply@raahi.example' },
      to: [{ address: to }],
      messageId: expect.stringMatching(/^<[0-9a-f-]{36}@raahi\.example>$/),
    })
    expect(mail?.text).toContain('₹250.00 is back in your wallet.')
    expect(mail?.html).toContain('₹250.00 is back in your wallet.')
    expect(mail?.text).toContain('See it: http://localhost:8055/dashboard')
  })

  test('waits while the mail server is down, and keeps its message id over all attempts', async () => {
    const to = someone()
    await send(mailTo(to))
    await vi.waitFor(async () => expect(await statesOf(to)).toEqual(['retry']), { timeout: 10_000 })
    // The server receives the mail, but its response is lost, so the mail is sent again.
    const { promise: neverAccepted } = Promise.withResolvers<void>()
    const unreachable = await startMailServer({ port, onMail: () => neverAccepted })
    await retryJobsNow(app.database)
    await vi.waitFor(() => expect(unreachable.mails).toHaveLength(1), { timeout: 10_000 })
    await unreachable.stop()

    server = await startMailServer({ port })
    await vi.waitFor(
      async () => {
        await retryJobsNow(app.database)
        expect(await statesOf(to)).toEqual(['completed'])
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(server.mails.map(({ messageId }) => messageId)).toEqual([
      unreachable.mails[0]?.messageId,
    ])
  })

  test('is not sent if its transaction rolls back', async () => {
    server = await startMailServer({ port })
    const [never, sent] = [someone(), someone()]
    const failed = app.db.transaction().execute(async (tx) => {
      await queue.queueMail(tx, mailTo(never))
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await send(mailTo(sent))
    await untilJobsDone(app.database)
    expect(server.mails.map(({ to }) => to?.[0]?.address)).toEqual([sent])
    expect(await statesOf(never)).toEqual([])
  })

  test('is sent once by several processes', async () => {
    server = await startMailServer({ port })
    const others = [await app.another(), await app.another()]
    await send(mailTo(someone()))
    const recipients = Array.from({ length: 40 }, someone)
    await Promise.all(recipients.map((to) => send(mailTo(to))))
    await untilJobsDone(app.database)
    const got = server.mails.map(({ to }) => to?.[0]?.address)
    expect(got).toHaveLength(41)
    expect(new Set(got).size).toBe(41)
    for (const one of others) await one.close()
  })

  test('that the server rejects permanently is not retried', async () => {
    server = await startMailServer({ port, refuseWith: 550 })
    const to = someone()
    await send(mailTo(to))
    await untilJobsDone(app.database)
    expect(await statesOf(to)).toEqual(['failed'])
  })

  test('that the server rejects temporarily is retried', async () => {
    server = await startMailServer({ port, refuseWith: 451 })
    const to = someone()
    await send(mailTo(to))
    await vi.waitFor(async () => expect(await statesOf(to)).toEqual(['retry']), { timeout: 10_000 })
    await server.stop()
    server = await startMailServer({ port })
    await retryJobsNow(app.database)
    await untilJobsDone(app.database)
    expect(server.mails).toHaveLength(1)
  })
})

describe('the log of a mail', () => {
  test('contains the id of its job and a masked address, and none of its content', async () => {
    // Only this queue runs, so that it writes the log.
    await queue.jobs.stop()
    await app.close()
    app = await createTestApp({ overrides: { smtpUrl: `smtp://127.0.0.1:${port}` } })
    await app.app.close()
    queue = openQueue()
    for (const refuseWith of [undefined, 451, 550]) {
      server = await startMailServer({ port, ...(refuseWith && { refuseWith }) })
      const to = someone()
      await send(mailTo(to, { code: '48213' }))
      await vi.waitFor(() => expect(queue.logLines.join()).toContain(`${to[0]}…@agents.example`), {
        timeout: 10_000,
      })
      const logLines = queue.logLines.splice(0).join('\n')
      expect(logLines).toMatch(/"job":"[0-9a-f-]{36}"/)
      for (const secret of [to, 'approved', 'Priya', '₹250', '48213']) {
        expect(logLines).not.toContain(secret)
      }
      await server.stop()
    }
  })
})
