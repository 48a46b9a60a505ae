import { createHmac, randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '@raahi/contract/two-factor'

/** Crockford's base 32, without the letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 120 bits, which are 24 letters. */
const codeBytes = 15

/** Creates codes in readable form, without grouping. The database stores only their hashes. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, makeRecoveryCode)
}

function makeRecoveryCode(): string {
  let bits = BigInt(`0x${randomBytes(codeBytes).toString('hex')}`)
  let code = ''
  for (let letter = 0; letter < (codeBytes * 8) / 5; letter += 1) {
    code = alphabet[Number(bits & 31n)] + code
    bits >>= 5n
  }
  return code
}

/** Formats a code in groups of four. */
export function groupedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * Hashes a recovery code. A fast hash is sufficient: a slow hash protects passwords that can be guessed, but 120 random
 * bits cannot be guessed, and attackers could keep the server busy with slow hashes.
 * @param key the user's key, which is stored encrypted together with the secret of the app
 */
export function hashRecoveryCode(key: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update(code).digest()
}
