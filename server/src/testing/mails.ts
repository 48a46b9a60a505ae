import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { vi } from 'vitest'
import type { Config } from '../config/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { mailFolder } from '../platform/mail/send-mail.ts'

/** Reads the mails that a test app has written, oldest first; with `to`, only those to this address. */
export async function readMails(config: Config, to?: string): Promise<Email[]> {
  const folder = mailFolder(config)
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  const sources = await Promise.all(files.map((name) => readFile(join(folder, name))))
  // Parsing takes most of the time, so only mails that contain the address are parsed.
  const mails = await Promise.all(
    sources
      .filter((source) => !to || source.includes(to))
      .map((source) => PostalMime.parse(source)),
  )
  return mails.filter((mail) => !to || mail.to?.some(({ address }) => address === to))
}

/** Waits until this many mails to this address have been written. @returns all mails to it */
export async function waitForMails(config: Config, to: string, count = 1): Promise<Email[]> {
  return vi.waitFor(
    async () => {
      const mails = await readMails(config, to)
      if (mails.length < count) throw new Error(`${mails.length} of ${count} mails to ${to}`)
      return mails
    },
    { timeout: 20_000, interval: 50 },
  )
}

/** Waits for a mail to this address with a matching subject. */
export async function waitForMail(config: Config, to: string, subject: RegExp): Promise<Email> {
  return vi.waitFor(
    async () => {
      const mail = (await readMails(config, to)).find((one) => subject.test(one.subject ?? ''))
      if (!mail) throw new Error(`no mail to ${to} with the subject ${subject}`)
      return mail
    },
    { timeout: 20_000, interval: 50 },
  )
}

/**
 * Waits until every queued job is completed or has failed for good, except automatic buying that waits for its delay, and
 * the next attempt of a webhook.
 */
export async function untilJobsDone(database: Database): Promise<void> {
  await vi.waitFor(() => expectJobsDone(database), { timeout: 20_000, interval: 20 })
}

/** The same, without the delay between two attempts of a job. */
export async function retryUntilJobsDone(database: Database): Promise<void> {
  await vi.waitFor(
    async () => {
      // An active job can fail and need another attempt later.
      await retryJobsNow(database)
      await expectJobsDone(database)
    },
    { timeout: 30_000, interval: 200 },
  )
}

async function expectJobsDone({ pool }: Database): Promise<void> {
  const { rows } = await pool.query(
    `SELECT name, state FROM pgboss.job WHERE state IN ('created', 'retry', 'active')
       AND NOT (name IN ('buy-automatically', 'webhooks') AND start_after > now() + interval '5 seconds')`,
  )
  if (rows.length > 0) throw new Error(`not done: ${JSON.stringify(rows)}`)
}

/** Makes all queued jobs due now. */
export async function retryJobsNow({ pool }: Database): Promise<void> {
  await pool.query(
    "UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE state IN ('created', 'retry')",
  )
}
