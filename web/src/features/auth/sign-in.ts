import type { loginBody } from '@raahi/contract/auth'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { loadAuthContract } from '../../lib/auth-contract.ts'
import { withCookieLock } from '../../lib/renew-session.ts'
import { startSession } from '../../lib/session.ts'

/**
 * Logs in and starts the session.
 * @returns the challenge if the account has two-factor login
 * @throws ApiError INVALID_CREDENTIALS, TOO_MANY_REQUESTS and the errors of every call
 */
export async function signIn(body: z.input<typeof loginBody>): Promise<string | undefined> {
  const { login } = await loadAuthContract()
  return withCookieLock(async () => {
    const answer = await call(login, { body })
    if ('twoFactor' in answer) return answer.twoFactor.challenge
    startSession(answer)
    return undefined
  })
}
