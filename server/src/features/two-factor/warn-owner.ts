import { createHash } from 'node:crypto'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitRateLimit } from '../../platform/http/rate-limit.ts'
import { findRecipient } from '../users/public/users.queries.ts'
import type { TwoFactorDeps } from './two-factor-deps.ts'
import { twoFactorMail } from './two-factor-mails.ts'

const once = { max: 1, windowSeconds: 24 * 60 * 60 }

/**
 * Notifies an owner that logins with the correct password ran out of attempts: the person who enters wrong codes knows
 * the password. At most once a day, so that a mailbox cannot be flooded.
 */
export async function warnOwner(
  { database, queueMail, config }: Pick<TwoFactorDeps, 'database' | 'queueMail' | 'config'>,
  userId: string,
  ip: string,
): Promise<void> {
  const account = createHash('sha256').update(userId).digest('base64url')
  try {
    await hitRateLimit(database, { key: `code warnings of ${account}`, ...once })
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'TOO_MANY_REQUESTS') return
    throw error
  }
  await withTransaction(database, async (tx) => {
    const owner = await findRecipient(tx, userId)
    await queueMail(tx, twoFactorMail('wrong-codes', owner, { ip, publicUrl: config.publicUrl }))
  })
}
