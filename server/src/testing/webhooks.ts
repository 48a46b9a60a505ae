import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { adminEvents, agentEvents, type WebhookEvent } from '@raahi/contract/webhook-events'
import { type Kysely, sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { v7 as uuidv7 } from 'uuid'
import { openEncryption } from '../features/two-factor/open-encryption.ts'
import type { Encryption } from '../features/two-factor/public/encryption.ts'
import { type SendDeps, sendWebhooks } from '../features/webhooks/send-webhooks.ts'
import { encryptSecret, makeSecret } from '../features/webhooks/webhook-secrets.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { MailDraft } from '../platform/mail/mail.ts'
import type { TestApp } from './test-app.ts'

/** A message that a receiver got, with its signature checked for each secret that the receiver knows. */
export interface ReceivedWebhook {
  path: string
  id: string
  signature: string
  headers: Record<string, string>
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}

export interface WebhookReceiver {
  /** On this machine, as a trial allows it. */
  url: string
  received: ReceivedWebhook[]
  /** Sets the status and the body of the following answers. Never: it does not answer. */
  answerWith(status: number | 'never', body?: string, headers?: Record<string, string>): void
  close(): Promise<void>
}

/** A real receiver on this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let answer: [number | 'never', string, Record<string, string>] = [200, 'ok', {}]
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const headers = request.headers as Record<string, string>
    received.push({
      path: request.url ?? '',
      id: headers['webhook-id'] ?? '',
      signature: headers['webhook-signature'] ?? '',
      headers,
      text,
      body: JSON.parse(text),
    })
    const [status, body, more] = answer
    if (status !== 'never') response.writeHead(status, more).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith(status, body = '', headers = {}) {
      answer = [status, body, headers]
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Verifies a message as a receiver does. @throws Error if the signature is of no other secret */
export function verify(secret: string, { text, headers }: ReceivedWebhook): unknown {
  return new Webhook(secret).verify(text, headers)
}

/** Inserts a webhook of an agent, or with null of the admins, also one that the API would reject. */
export async function makeWebhook(
  db: Kysely<Schema>,
  encryption: Encryption,
  owner: string | null,
  { url, events }: { url: string; events?: WebhookEvent[] },
): Promise<{ id: string; secret: string }> {
  const id = uuidv7()
  const secret = makeSecret()
  const { keyId: key_id, sealed } = encryptSecret(encryption, id, secret)
  const all: WebhookEvent[] = owner === null ? [...adminEvents] : [...agentEvents]
  await db
    .insertInto('webhooks')
    .values({ id, user_id: owner, url, events: events ?? all, key_id, sealed })
    .execute()
  return { id, secret }
}

/** The encryption of a test app. */
export async function encryptionOf({ config }: Pick<TestApp, 'config'>): Promise<Encryption> {
  const encryption = await openEncryption(config)
  if (!encryption) throw new Error('the test app has no encryption key')
  return encryption
}

/** Sends what is due, beside the jobs of the app. @returns the mails that it queued */
export async function sendDueWebhooks(
  app: TestApp,
  deps: Partial<SendDeps> = {},
): Promise<MailDraft[]> {
  const mails: MailDraft[] = []
  const queueMail: SendDeps['queueMail'] = async (_, mail) => void mails.push(mail)
  await sendWebhooks({ ...(await sendDepsOf(app)), queueMail, ...deps })
  return mails
}

/** What sends the webhooks of a test app. It queues no mails. */
export async function sendDepsOf(app: TestApp): Promise<SendDeps> {
  return {
    database: app.database,
    encryption: await encryptionOf(app),
    webhookNetwork: { trial: true },
    log: { info() {}, warn() {}, error: console.error },
    publicUrl: app.config.publicUrl,
    queueMail: async () => {},
  }
}

/** Makes everything that waits due now. */
export async function makeDue(db: Kysely<Schema>): Promise<void> {
  await sql`update webhook_deliveries set due_at = clock_timestamp() where state = 'waiting'`.execute(
    db,
  )
}

/** A delivery that was given up. @returns its id */
export async function makeFailedDelivery(db: Kysely<Schema>, webhookId: string): Promise<string> {
  const { id } = await db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: webhookId,
      type: 'webhook.test',
      subject_id: webhookId,
      state: 'failed',
      due_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes all webhooks and what waits, with the jobs of retries, which would send deliveries of later tests. */
export async function clearWebhooks(db: Kysely<Schema>): Promise<void> {
  await sql`delete from pgboss.job where name = 'webhooks' and state <> 'active'`.execute(db)
  // In separate transactions, because a job of the app may still lock several of these tables in another order.
  for (const table of ['webhooks', 'webhook_deliveries', 'webhook_attempts']) {
    await sql`truncate ${sql.table(table)}`.execute(db)
  }
}
