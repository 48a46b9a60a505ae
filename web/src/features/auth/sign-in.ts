import type { loginBody } from '@raahi/contract/auth'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { loadAuthContract } from '../../lib/auth-contract.ts'
import { aloneWithCookie } from '../../lib/renew-session.ts'
import { startSession } from '../../lib/session.ts'

/**
 * Signs in and keeps the session.
 * @throws ApiError INVALID_CREDENTIALS, TOO_MANY_REQUESTS and what every call can throw
 */
export async function signIn(body: z.input<typeof loginBody>): Promise<void> {
  const { login } = await loadAuthContract()
  await aloneWithCookie(async () => startSession(await call(login, { body })))
}
