import { describe, expect, it } from 'vitest'
import { applyBackspace, applyInput, emptyDigits, parseCode } from './otp-digits.ts'

const digits = (text: string) => [...text].map((digit) => (digit === ' ' ? '' : digit))

describe('typing into the boxes', () => {
  it('fills a box and moves to the next; the last box keeps the focus', () => {
    expect(applyInput(emptyDigits, 0, '4')).toEqual({ digits: digits('4    '), focus: 1 })
    expect(applyInput(digits('1234 '), 4, '5')).toEqual({ digits: digits('12345'), focus: 4 })
  })

  it('replaces a digit', () => {
    expect(applyInput(digits('12345'), 1, '29')).toEqual({ digits: digits('19345'), focus: 2 })
  })

  it.each(['', ' ', 'a', '-', '٣', 'é'])('ignores %j', (text) => {
    expect(applyInput(digits('12   '), 2, text)).toEqual({ digits: digits('12   '), focus: 2 })
  })

  it('accepts a complete code that the device suggests', () => {
    expect(applyInput(digits('9    '), 0, '40172')).toEqual({ digits: digits('40172'), focus: 4 })
  })
})

describe('Backspace', () => {
  it('deletes one digit per press and moves to the previous box, until the first', () => {
    let step = { digits: digits('123  ') as readonly string[], focus: 3 }
    const seen = []
    for (let press = 0; press < 4; press += 1) {
      step = applyBackspace(step.digits, step.focus)
      seen.push([step.digits.join(''), step.focus])
    }
    expect(seen).toEqual([
      ['12', 2],
      ['1', 1],
      ['', 0],
      ['', 0],
    ])
  })

  it('clears a filled box', () => {
    expect(applyBackspace(digits('12345'), 4)).toEqual({ digits: digits('1234 '), focus: 3 })
  })
})

describe('the code', () => {
  it('is complete once every box is filled', () => {
    expect(parseCode(digits('1234 '))).toBeNull()
    expect(parseCode(digits('12345'))).toBe(12345)
  })
})
