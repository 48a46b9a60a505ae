import { expect, it } from 'vitest'
import { sectionOf } from './statement-sections.ts'

const invoice = {
  kind: 'invoice',
  buyer_gstin: null,
  place_of_supply: '27',
  seller_gstin: '29AAACR5055K1Z4',
  total_paise: 1_00_000_01,
  credited: null,
} as const

it('puts a credit note of a part into the section of its invoice', () => {
  const { total_paise } = invoice
  const credited = { id: 'an-id', number: 'RA/1', issued_at: '2026-10-01T00:00:00Z', total_paise }
  const note = { ...invoice, kind: 'credit_note', total_paise: 500_00, credited } as const
  expect(sectionOf(invoice)).toBe('b2cLarge')
  expect(sectionOf(note)).toBe('b2cLargeNotes')
  expect(sectionOf({ ...note, credited: { ...credited, total_paise: 500_00 } })).toBe(
    'b2cOtherNotes',
  )
})
