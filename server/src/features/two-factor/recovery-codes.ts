import { createHmac, randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '@raahi/contract/two-factor'

/** Crockford's base 32: no letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 120 bits, 24 letters. */
const codeBytes = 15

/** Codes in the clear, without grouping: they exist here and at their owner alone. */
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

/** As they are shown, in groups of four. */
export function groupedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * What is kept of a code. Fast on purpose: a slow hash makes up for passwords that can be guessed, and 120 random bits
 * cannot; slow ones would only let strangers keep the server busy.
 * @param key of its owner, kept sealed beside the app's secret
 */
export function hashRecoveryCode(key: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update(code).digest()
}
