import { readSecondFactor } from '@raahi/contract/two-factor'
import { describe, expect, it } from 'vitest'
import { appAddress, keyText, stepOfCode } from './app-codes.ts'
import { groupedCode, hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'

/** The secret of the test values in RFC 6238, appendix B. The codes are the last six digits of the test values. */
const secret = Buffer.from('12345678901234567890')
const known: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]
const at = (seconds: number) => new Date(seconds * 1000)
const stepAt = (seconds: number) => Math.floor(seconds / 30)

describe('an app code', () => {
  it.each(known)('of RFC 6238 at %d is %s', (seconds, code) => {
    expect(stepOfCode(secret, code, at(seconds))).toBe(stepAt(seconds))
  })

  it('is accepted in its time step and in the steps before and after it only', () => {
    const [seconds, code] = [1_111_111_109, '081804']
    const start = stepAt(seconds) * 30
    for (const [from, isAccepted] of [
      [start - 31, false],
      [start - 30, true],
      [start, true],
      [start + 59, true],
      [start + 60, false],
    ] as const) {
      expect(stepOfCode(secret, code, at(from)), String(from - start)).toBe(
        isAccepted ? stepAt(seconds) : undefined,
      )
    }
  })

  it.each(['', '28708', '2870822', '28708a', '２８７０８２', '28 082'])(
    'does not accept %j',
    (code) => {
      expect(stepOfCode(secret, code, at(59))).toBeUndefined()
    },
  )

  it('can be generated from the typed key and from the scanned address', () => {
    expect(keyText(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const address = new URL(appAddress(secret, 'lata@raahi.example'))
    expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(address.pathname)).toBe('/Raahi:lata@raahi.example')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Raahi',
      secret: keyText(secret),
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})

describe('recovery codes', () => {
  it('are ten different codes of 120 bits', () => {
    const codes = Array.from({ length: 50 }, makeRecoveryCodes).flat()
    expect(new Set(codes).size).toBe(500)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{24}$/)
    // Nearly every letter of the alphabet occurs at every position. Fewer than 29 of the 32 letters are very unlikely.
    for (let position = 0; position < 24; position += 1) {
      expect(new Set(codes.map((code) => code[position])).size).toBeGreaterThan(28)
    }
  })

  it('are read in any case, grouped or not, and with letters in place of similar digits', () => {
    const code = '0123456789ABCDEFGHJKMNPQ'
    for (const typed of [
      code,
      groupedCode(code),
      ' 0123 4567 89ab cdef ghjk mnpq ',
      'o123-4567-89ab-cdef-ghjk-mnpq',
      'OI23-4567-89ab-cdef-ghjk-mnpq',
      'Ol23456789abcdefghjkmnpq',
    ]) {
      expect(readSecondFactor(typed), typed).toEqual({ kind: 'recovery', code })
    }
    expect(readSecondFactor('123 456')).toEqual({ kind: 'app', code: '123456' })
    for (const wrong of [
      '',
      '12345',
      '0123456789ABCDEFGHJKMNP',
      '0123456789ABCDEFGHJKMNPU',
      '1234567',
    ]) {
      expect(readSecondFactor(wrong), wrong).toBeNull()
    }
  })

  it('are hashed with a key of their owner', () => {
    const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const hash = hashRecoveryCode(one, 'ABCD')
    expect(hash).toHaveLength(32)
    expect(hashRecoveryCode(one, 'ABCD')).toEqual(hash)
    expect(hashRecoveryCode(other, 'ABCD')).not.toEqual(hash)
  })
})
