import type { SecondFactor } from '@raahi/contract/two-factor'
import { recordAction } from '../../platform/audit-log/record-action.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import { findKnownBrowser, rememberBrowser } from '../auth/public/known-browsers.ts'
import type { OpenedSession } from '../auth/public/log-in.ts'
import { countChallengeTry, endChallenge } from '../auth/public/login-challenges.queries.ts'
import {
  createSession,
  lockUserForLogin,
  type RequestFacts,
} from '../auth/public/sessions.queries.ts'
import { toUser } from '../users/public/user-response.ts'
import { countCodeTry } from './code-attempts.ts'
import { countRecoveryCodes } from './two-factor.queries.ts'
import type { TwoFactorDeps } from './two-factor-deps.ts'
import { twoFactorMail } from './two-factor-mails.ts'
import { useSecondFactor } from './use-second-factor.ts'
import { warnOwner } from './warn-owner.ts'

type Deps = Pick<TwoFactorDeps, 'database' | 'encryption' | 'queueMail' | 'config'>
type LoginFacts = RequestFacts & { requestId: string }

/**
 * Creates the session of a login after a correct password and a correct code. A challenge, an app code and a recovery
 * code each create one session, for any number of concurrent requests.
 * @throws ApiFailure LOGIN_ENDED if the challenge is unknown, expired, used or out of attempts; WRONG_CODE;
 * TOO_MANY_REQUESTS; TWO_FACTOR_UNAVAILABLE
 */
export async function finishLogin(
  deps: Deps,
  { challenge, code }: { challenge: string; code: SecondFactor },
  facts: LoginFacts,
  browserTokens: readonly string[],
): Promise<OpenedSession> {
  const tokenHash = hashToken(challenge)
  const tried = await countChallengeTry(deps.database, tokenHash)
  if (!tried) throw new ApiFailure('LOGIN_ENDED')
  const { userId, isLast } = tried
  try {
    const browser = await findKnownBrowser(deps.database, userId, browserTokens)
    const undoCodeTry = await countCodeTry(deps.database, userId, code, browser)
    const login = { userId, tokenHash, code, browserTokens }
    const opened = await withTransaction(deps.database, (tx) => openSession(tx, deps, login, facts))
    await undoCodeTry()
    return opened
  } catch (error) {
    if (isGuessing(error, isLast)) await warnOwner(deps, userId, facts.ip)
    throw error
  }
}

/**
 * Whether the login or the account is out of attempts. The account has a limit too, because a client can start a new
 * login after a few guesses.
 */
function isGuessing(error: unknown, isLast: boolean): boolean {
  if (!(error instanceof ApiFailure)) return false
  return error.code === 'TOO_MANY_REQUESTS' || (error.code === 'WRONG_CODE' && isLast)
}

async function openSession(
  tx: Transaction,
  { encryption, queueMail, config }: Deps,
  {
    userId,
    tokenHash,
    code,
    browserTokens,
  }: {
    userId: string
    tokenHash: Buffer
    code: SecondFactor
    browserTokens: readonly string[]
  },
  facts: LoginFacts,
): Promise<OpenedSession> {
  const user = await lockUserForLogin(tx, userId)
  if (!user) throw new ApiFailure('LOGIN_ENDED')
  // If the code is wrong, this is rolled back with the transaction.
  if (!(await endChallenge(tx, tokenHash))) throw new ApiFailure('LOGIN_ENDED')
  await useSecondFactor(tx, encryption, userId, code)
  const tokens = await createSession(tx, user, facts, true)
  const browserToken = await rememberBrowser(tx, userId, browserTokens, { withTwoFactor: true })
  if (code.kind === 'recovery') {
    const { requestId, ip } = facts
    const codesLeft = await countRecoveryCodes(tx, userId)
    await recordAction(
      tx,
      { userId, requestId, ip },
      {
        action: 'user.use-recovery-code',
        subjectType: 'user',
        subjectId: userId,
        after: { codesLeft },
      },
    )
    const mailed = { ip, codesLeft, publicUrl: config.publicUrl }
    await queueMail(tx, twoFactorMail('recovery-login', recipientOf(user), mailed))
  }
  return { user: toUser(user, user.role), tokens, browserToken }
}
