import { describe, expect, it } from 'vitest'
import { gstStates, isGstin, localTaxOf } from './gst.ts'

describe('a GSTIN', () => {
  // The first is the example in the guides of the GST portal.
  it.each(['27AAPFU0939F1ZV', '29AAAAA0000A1ZY', '08AAMCM4417K1Z4', '32ABCFB2210M1ZZ'])(
    'is valid: %s',
    (text) => expect(isGstin(text)).toBe(true),
  )

  it.each([
    ['in small letters', '27aapfu0939f1zv'],
    ['with a blank', '27AAPFU0939F1ZV '],
    ['too short', '27AAPFU0939F1Z'],
    ['with an unknown state', '99AAPFU0939F1ZV'],
    ['without the Z', '27AAPFU0939F1YV'],
    ['empty', ''],
  ])('is invalid: %s', (_, text) => expect(isGstin(text)).toBe(false))

  it('is invalid if one character was mistyped', () => {
    const right = '27AAPFU0939F1ZV'
    for (const [index, character] of [...right].entries()) {
      for (const other of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        if (other === character) continue
        const wrong = right.slice(0, index) + other + right.slice(index + 1)
        expect(isGstin(wrong), wrong).toBe(false)
      }
    }
  })
})

describe('the states', () => {
  it('are 36, each with its two digits', () => {
    const codes = Object.keys(gstStates)
    expect(codes).toHaveLength(36)
    for (const code of codes) expect(code).toMatch(/^\d\d$/)
  })

  it('share the tax with the centre as SGST; five territories as UTGST', () => {
    const territories = Object.keys(gstStates).filter((code) => localTaxOf(code) === 'UTGST')
    expect(territories.map((code) => gstStates[code]).sort()).toEqual([
      'Andaman and Nicobar Islands',
      'Chandigarh',
      'Dadra and Nagar Haveli and Daman and Diu',
      'Ladakh',
      'Lakshadweep',
    ])
  })
})
