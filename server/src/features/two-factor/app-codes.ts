import { appCodeDigits, appCodeSeconds } from '@raahi/contract/two-factor'
import { Secret, TOTP } from 'otpauth'

/** The length of the hash, as RFC 4226 recommends. */
export const appSecretBytes = 20

/** The only parameters that every authenticator app supports. */
const parameters = { algorithm: 'SHA1', digits: appCodeDigits, period: appCodeSeconds } as const

/**
 * Finds the time step of a code: the current step, the one before or the one after, for inaccurate clocks.
 * @param at the database's time, so that all processes use the same clock
 * @returns undefined if the code belongs to none of these steps
 */
export function stepOfCode(secret: Buffer, code: string, at: Date): number | undefined {
  // The library throws for digits of other scripts.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const timestamp = at.getTime()
  const token = { token: code, secret: secretOf(secret), ...parameters }
  const delta = TOTP.validate({ ...token, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: appCodeSeconds, timestamp }) + delta
}

/** The secret as text that a user can type: base 32 without padding. */
export function keyText(secret: Buffer): string {
  return secretOf(secret).base32
}

/** The URI in the QR code. */
export function appAddress(secret: Buffer, email: string): string {
  return new TOTP({
    issuer: 'Raahi',
    label: email,
    secret: secretOf(secret),
    ...parameters,
  }).toString()
}

function secretOf(secret: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer })
}
