import { appCodeDigits, appCodeSeconds } from '@raahi/contract/two-factor'
import { Secret, TOTP } from 'otpauth'

/** As long as the hash of RFC 4226 is, which recommends that. */
export const appSecretBytes = 20

/** What every authenticator app understands; many take no other. */
const form = { algorithm: 'SHA1', digits: appCodeDigits, period: appCodeSeconds } as const

/**
 * The time step that a code belongs to: the present one, or the one before or after it, for clocks that run wrong.
 * @param at of the database, so that every process means the same
 * @returns undefined where it is no code of these
 */
export function stepOfCode(secret: Buffer, code: string, at: Date): number | undefined {
  // The library throws at digits of other scripts.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const timestamp = at.getTime()
  const token = { token: code, secret: secretOf(secret), ...form }
  const delta = TOTP.validate({ ...token, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: appCodeSeconds, timestamp }) + delta
}

/** The secret for typing: base 32 without padding. */
export function keyText(secret: Buffer): string {
  return secretOf(secret).base32
}

/** The address that an app reads from a QR code. */
export function appAddress(secret: Buffer, email: string): string {
  return new TOTP({ issuer: 'Raahi', label: email, secret: secretOf(secret), ...form }).toString()
}

function secretOf(secret: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer })
}
