import type { loginBody } from '@raahi/contract/auth'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { loadAuthContract } from '../../lib/auth-contract.ts'
import { aloneWithCookie } from '../../lib/renew-session.ts'
import { startSession } from '../../lib/session.ts'

/**
 * Signs in and keeps the session.
 * @returns what is to be exchanged together with a code, where the account has two-factor login
 * @throws ApiError INVALID_CREDENTIALS, TOO_MANY_REQUESTS and what every call can throw
 */
export async function signIn(body: z.input<typeof loginBody>): Promise<string | undefined> {
  const { login } = await loadAuthContract()
  return aloneWithCookie(async () => {
    const answer = await call(login, { body })
    if ('twoFactor' in answer) return answer.twoFactor.challenge
    startSession(answer)
    return undefined
  })
}
