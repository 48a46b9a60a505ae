import { maxAmountPaise } from '@raahi/contract/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountInWords } from './amount-in-words.ts'
import { splitGst } from './gst-split.ts'

const amount = fc.integer({ min: 1, max: maxAmountPaise })

describe('the tax in a price', () => {
  it.each([
    // ₹118.00 consists of 100 and 18.
    [11_800, true, { taxablePaise: 10_000, cgstPaise: 900, sgstPaise: 900, igstPaise: 0 }],
    [11_800, false, { taxablePaise: 10_000, cgstPaise: 0, sgstPaise: 0, igstPaise: 1800 }],
    [159_900, true, { taxablePaise: 135_508, cgstPaise: 12_196, sgstPaise: 12_196, igstPaise: 0 }],
    [99_950, false, { taxablePaise: 84_703, cgstPaise: 0, sgstPaise: 0, igstPaise: 15_247 }],
    // Exactly half a paisa is rounded up: 59 × 9 ÷ 118 = 4.5.
    [59, true, { taxablePaise: 49, cgstPaise: 5, sgstPaise: 5, igstPaise: 0 }],
    [1, true, { taxablePaise: 1, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 }],
  ])('of %i paise, within the state: %s', (total, isWithinState, parts) => {
    expect(splitGst(total, isWithinState)).toEqual(parts)
  })

  it('adds up to the price, is never negative, and is exact within half a paisa', () => {
    fc.assert(
      fc.property(amount, fc.boolean(), (total, isWithinState) => {
        const split = splitGst(total, isWithinState)
        const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = split
        expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(total)
        for (const part of Object.values(split)) {
          expect(Number.isSafeInteger(part)).toBe(true)
          expect(part).toBeGreaterThanOrEqual(0)
        }
        expect(cgstPaise).toBe(sgstPaise)
        // In units of 1/118 paisa, so that nothing is rounded here: half a paisa is 59.
        if (isWithinState) {
          expect(igstPaise).toBe(0)
          expect(Math.abs(cgstPaise * 118 - total * 9)).toBeLessThanOrEqual(59)
        } else {
          expect(cgstPaise).toBe(0)
          expect(Math.abs(igstPaise * 118 - total * 18)).toBeLessThanOrEqual(59)
        }
      }),
      { numRuns: 5000 },
    )
  })
})

describe('an amount in words', () => {
  it.each([
    [159_950, 'Rupees One Thousand Five Hundred Ninety-Nine and Fifty Paise Only'],
    [100, 'Rupee One Only'],
    [101, 'Rupee One and One Paisa Only'],
    [1, 'Rupees Zero and One Paisa Only'],
    [1_900, 'Rupees Nineteen Only'],
    [2_000, 'Rupees Twenty Only'],
    [11_000, 'Rupees One Hundred Ten Only'],
    [100_000_00, 'Rupees One Lakh Only'],
    [
      1_23_45_678_90,
      'Rupees One Crore Twenty-Three Lakh Forty-Five Thousand Six Hundred Seventy-Eight and Ninety Paise Only',
    ],
    [1_00_00_00_000_00, 'Rupees One Hundred Crore Only'],
    [maxAmountPaise, 'Rupees Ten Lakh Only'],
  ])('%i paise: %s', (paise, words) => {
    expect(amountInWords(paise)).toBe(words)
  })

  it('converts back to the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_00_00_000_00 - 1 }), (paise) => {
        expect(parseAmountInWords(amountInWords(paise))).toBe(paise)
      }),
      { numRuns: 2000 },
    )
  })
})

const values: Record<string, number> = Object.fromEntries(
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen',
    'fifteen sixteen seventeen eighteen nineteen',
  ]
    .join(' ')
    .split(' ')
    .map((word, value) => [word, value]),
)
for (const [index, word] of 'twenty thirty forty fifty sixty seventy eighty ninety'
  .split(' ')
  .entries()) {
  values[word] = (index + 2) * 10
}
const multipliers: Record<string, number> = { thousand: 1000, lakh: 100_000, crore: 10_000_000 }

/** Parses a written-out amount to paise. */
function parseAmountInWords(text: string): number {
  const [, rupees = '', paise = 'Zero'] =
    /^Rupees? (.+?)(?: and (.+) Pais[ae])? Only$/.exec(text) ?? []
  return readNumber(rupees) * 100 + readNumber(paise)
}

function readNumber(text: string): number {
  let [total, part] = [0, 0]
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    if (word === 'hundred') part *= 100
    else if (word in multipliers) {
      total += part * (multipliers[word] ?? 0)
      part = 0
    } else part += values[word] ?? Number.NaN
  }
  return total + part
}
