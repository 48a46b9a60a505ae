import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config/index.ts'
import { reencryptPushKeys } from '../features/push-alerts/push-keys.ts'
import { openEncryption } from '../features/two-factor/open-encryption.ts'
import { reencryptSecrets } from '../features/two-factor/reencrypt-secrets.ts'
import { resetTwoFactor } from '../features/two-factor/reset-two-factor.ts'
import { reencryptWebhookSecrets } from '../features/webhooks/webhook-secrets.ts'
import { exitOnStartError } from '../main.ts'
import type { Database } from '../platform/database/connect.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createJobQueue } from '../platform/jobs/job-queue.ts'
import { createMailQueue } from '../platform/mail/mail-queue.ts'
import { createSendMail } from '../platform/mail/send-mail.ts'
import { StartError } from '../platform/start-error.ts'

const help = `npm run two-factor -- reset EMAIL
  Removes the authenticator app and recovery codes of an admin who has lost both. The admin can then log in with the
  password alone, is logged out of all devices and gets an email. The audit log records it.

npm run two-factor -- reseal
  Re-encrypts secrets of older keys in TWO_FACTOR_KEY with the first key, so that the older keys can be removed.

Both can run while the product is running.`

/** The mail is sent by the product, or by this process before it ends. */
async function resetByConsole(config: Config, database: Database, email: string): Promise<void> {
  const log = { info() {}, warn: console.warn, error: console.error }
  const jobs = createJobQueue(database, log)
  try {
    const queueMail = createMailQueue(jobs, createSendMail(config), log)
    await resetTwoFactor({ database, queueMail, publicUrl: config.publicUrl }, email)
  } finally {
    await jobs.stop()
  }
}

await exitOnStartError(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  })
  const [command, email] = positionals
  if (values.help || !command) return console.log(help)
  if (command !== 'reseal' && !(command === 'reset' && email)) throw new StartError(help)
  const config = readConfig(process.env)
  const { database, close } = await openDatabase(config, { joinRunning: true })
  try {
    if (command === 'reset' && email) {
      await resetByConsole(config, database, email)
      return console.log(`Two-factor login is off for ${email}.`)
    }
    const encryption = await openEncryption(config)
    if (!encryption) throw new StartError('TWO_FACTOR_KEY is not set.')
    const { reencrypted, unreadable } = await reencryptSecrets(database, encryption)
    const push = await reencryptPushKeys(database, encryption)
    const webhooks = await reencryptWebhookSecrets(database, encryption)
    console.log(
      `Re-encrypted with the current key: ${reencrypted + push.reencrypted + webhooks.reencrypted}.`,
    )
    if (push.isUnreadable)
      throw new StartError('No key in TWO_FACTOR_KEY can decrypt the key of web push.')
    if (webhooks.unreadable > 0)
      throw new StartError(
        `No key in TWO_FACTOR_KEY can decrypt the secrets of ${webhooks.unreadable} webhooks.`,
      )
    if (unreadable.length === 0) return
    throw new StartError(
      `No key in TWO_FACTOR_KEY can decrypt the secret of ${unreadable.join(', ')}.`,
    )
  } finally {
    await close()
  }
})
