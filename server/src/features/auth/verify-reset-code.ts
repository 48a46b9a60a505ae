import { randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/connect.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { countAttempt, exchangeCode, isCorrectCode } from './public/password-resets.queries.ts'

/**
 * Exchanges the code from a mail for the ticket that resets the password. Every failure gets the same response after
 * the same work.
 * @returns the ticket; only the browser's cookie stores it in readable form
 * @throws ApiFailure INVALID_OTP
 */
export async function verifyResetCode(
  database: Database,
  { email, otp }: { email: string; otp: number },
): Promise<string> {
  const code = await countAttempt(database, email)
  if (!isCorrectCode(code, otp) || !code) throw new ApiFailure('INVALID_OTP')
  const ticket = randomBytes(32).toString('base64url')
  if (!(await exchangeCode(database, code, hashToken(ticket)))) throw new ApiFailure('INVALID_OTP')
  return ticket
}
