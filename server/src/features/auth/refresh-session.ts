import type { User } from '@raahi/contract/users'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { toUser } from '../users/public/user-response.ts'
import { findUser } from '../users/public/users.queries.ts'
import {
  endSessionOfUsedToken,
  findLiveSession,
  type IssuedTokens,
  issueTokens,
  useRefreshToken,
} from './public/sessions.queries.ts'

export type Refreshed =
  | { outcome: 'renewed'; user: User; tokens: IssuedTokens }
  /** The token is unknown, expired or revoked. */
  | { outcome: 'refused' }
  /** The token had been exchanged before: one of its two holders is a thief, so the session has been ended. */
  | { outcome: 'reused' }

/**
 * Exchanges a refresh token for a new refresh token and a new access token. A refresh token works once. Access tokens
 * issued earlier stay valid until they expire.
 */
export async function refreshSession(database: Database, refreshToken: string): Promise<Refreshed> {
  const tokenHash = hashToken(refreshToken)
  return withTransaction(database, async (tx) => {
    const sessionId = await useRefreshToken(tx, tokenHash)
    if (!sessionId) {
      const reused = await endSessionOfUsedToken(tx, tokenHash)
      return { outcome: reused ? 'reused' : 'refused' }
    }
    const live = await findLiveSession(tx, sessionId)
    const user = live && (await findUser(tx, live.userId))
    if (!user) return { outcome: 'refused' }
    const tokens = await issueTokens(tx, sessionId, user.role)
    return { outcome: 'renewed', user: toUser(user, user.role), tokens }
  })
}
