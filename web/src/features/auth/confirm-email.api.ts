import { confirmEmail } from '@raahi/contract/email-confirmation'
import { call } from '../../lib/api.ts'
import { isRefusal } from '../../lib/api-error.ts'

/** Sends the access token too, so that the session continues after the email changes. */
const confirmSignedIn = { ...confirmEmail, access: 'signed-in' } as const

/** Confirms an email address with the token of a link. @returns the email address */
export async function confirmEmailAddress(token: string, signedIn: boolean): Promise<string> {
  const body = { token }
  if (!signedIn) return (await call(confirmEmail, { body })).email
  try {
    return (await call(confirmSignedIn, { body })).email
  } catch (error) {
    // The session has ended. The link works without one.
    if (!isRefusal(error, 'UNAUTHENTICATED')) throw error
    return (await call(confirmEmail, { body })).email
  }
}
