import { travellerFields, wishNames } from '@raahi/contract/enquiry-form'
import { expect, it } from 'vitest'
import { purchaseColumns } from './export-purchases.ts'

it.each(wishNames)(
  'exports the wish %s, so that a new field of a lead is not forgotten',
  (name) => {
    const headings = purchaseColumns.map(({ heading }) => heading)
    expect(headings).toContain(travellerFields[name].label)
  },
)
